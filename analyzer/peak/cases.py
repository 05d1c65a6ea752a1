"""Cases of 雲端巔峰賽: the facts of a match and what it is worth, derived by hand.

A case is ``match`` (its facts by name; those left out are as at the start), ``items`` (every item that gives points:
``名 分``), ``gain``, ``loss``, and maybe ``after`` (both new ratings, the winner's first), ``rulings``, ``lacks``,
``shows``; or ``error`` (the code of a problem) in place of what is expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from analyzer.errors import YunlongError
from analyzer.peak.facts import FIELDS, PeakError, cells_of, match_of, player_of, read_facts
from analyzer.peak.scoring import Result, score
from analyzer.peak.table import load_peak_table, plain

_ITEM = re.compile(r"(?P<name>\S+) (?P<points>\d+)")
_EXPECTED = ("items", "gain", "loss")
_KEYS = frozenset(["id", "match", *_EXPECTED, "after", "rulings", "shows", "lacks", "source", "why", "error"])


@dataclass(frozen=True)
class PeakCase:
    """One documented match and what it is worth."""

    id: str
    file: str
    facts: Mapping[str, object]
    items: Mapping[str, Decimal] = field(default_factory=dict)
    gain: Decimal = Decimal(0)
    loss: Decimal = Decimal(0)
    after: tuple[Decimal, ...] = ()
    error: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)
    shows: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    source: str = ""
    why: str = ""

    @property
    def line(self) -> str:
        """The facts in one line."""
        return ", ".join(f"{name}={value}" for name, value in self.facts.items())

    def difference(self, table: object = None) -> list[str]:
        """What the program says otherwise, a line for each point; the fan table of the hands has no part in it."""
        try:
            result = rated(self)
        except PeakError as error:
            if {problem.code for problem in error.problems} == {self.error}:
                return []
            return [f"refused ({problem.code}): {problem.text()}" for problem in error.problems]
        except YunlongError as error:
            return [str(error)]
        if self.error:
            return [f"should be refused ({self.error}), but gains {plain(result.gain)}"]
        return list(_differences(self, result))


def rated(case: PeakCase) -> Result:
    """What the program makes of the case."""
    table = load_peak_table()
    rulings = table.rulings.set(case.rulings)
    values, problems = read_facts(cells_of(case.facts), FIELDS, table, rulings)
    if problems:
        raise PeakError(problems)
    winner, loser = player_of(values, "winner"), player_of(values, "loser")
    return score(match_of(values), winner, loser, rulings=case.rulings)


def _differences(case: PeakCase, result: Result) -> Iterator[str]:
    ours = {line.item.name: line.points for line in result.paid}
    for name in dict.fromkeys([*case.items, *ours]):
        expected, found = case.items.get(name), ours.get(name)
        if expected != found:
            if expected is not None:
                yield f"- {name} {plain(expected)}"
            if found is not None:
                yield f"+ {name} {plain(found)}"
    if result.gain != case.gain:
        yield f"gain {plain(result.gain)}, expected {plain(case.gain)}"
    if result.loss != case.loss:
        yield f"loss {plain(result.loss)}, expected {plain(case.loss)}"
    after = (result.winner_after.rating, result.loser_after.rating)
    if case.after and after != case.after:
        yield f"after {[plain(rating) for rating in after]}, expected {[plain(rating) for rating in case.after]}"
    for name in case.lacks:
        if name in ours:
            yield f"has {name}, which it should lack"


def read_case(raw: Mapping[str, object], file: str) -> PeakCase:
    """A case of a file; ValueError says what is wrong with it."""
    if unknown := set(raw) - _KEYS:
        raise ValueError(f"unknown key {', '.join(sorted(unknown))} → it may hold {', '.join(sorted(_KEYS))}")
    facts = raw.get("match")
    if "id" not in raw or not isinstance(facts, Mapping):
        raise ValueError('needs an id and a match → for example match = { round = 7, cards = "王靈" }')
    if unknown := set(facts) - set(FIELDS):
        raise ValueError(f"unknown fact {', '.join(sorted(unknown))} → the facts are {', '.join(FIELDS)}")
    if "error" not in raw and not all(key in raw for key in _EXPECTED):
        raise ValueError("needs items, gain and loss, or error → write what is expected")
    rulings = raw.get("rulings", {})
    if not isinstance(rulings, Mapping):
        raise ValueError('rulings must be settings → for example rulings = { P1 = "half-up" }')
    after = _texts(raw, "after")
    if after and len(after) != 2:
        raise ValueError('after holds two ratings → for example after = ["1020", "980"]')
    names = {item.name for item in load_peak_table().items}
    items = _items(_texts(raw, "items"))
    if unknown := {*items, *_texts(raw, "lacks")} - names:
        raise ValueError(f"unknown item {', '.join(sorted(unknown))} → the items are {', '.join(names)}")
    return PeakCase(
        id=str(raw["id"]),
        file=file,
        facts=dict(facts),
        items=items,
        gain=_decimal(raw.get("gain", 0)),
        loss=_decimal(raw.get("loss", 0)),
        after=tuple(_decimal(rating) for rating in after),
        error=str(raw.get("error", "")),
        rulings={str(ruling): str(setting) for ruling, setting in rulings.items()},
        shows=_texts(raw, "shows"),
        lacks=_texts(raw, "lacks"),
        source=str(raw.get("source", "")),
        why=str(raw.get("why", "")),
    )


def _texts(raw: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = raw.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f'{key} must be a list of texts → for example {key} = ["…"]')
    return tuple(value)


def _items(texts: tuple[str, ...]) -> dict[str, Decimal]:
    items: dict[str, Decimal] = {}
    for text in texts:
        match = _ITEM.fullmatch(text)
        if match is None or match["name"] in items:
            raise ValueError(f"{text!r} is no item, or stands twice → write each once, for example 輾壓 30")
        items[match["name"]] = Decimal(match["points"])
    return items


def _decimal(value: object) -> Decimal:
    """A number of a case; the shortest writing of a TOML float is the one in the file."""
    try:
        return Decimal(str(value))
    except InvalidOperation:
        raise ValueError(f"{value!r} is no number → for example 27.5") from None
