"""Case files of 疯狂对杀: ``[[duel]]`` with what is asked, and what was derived by hand.

A case asks one thing:

- ``play``: ``kind``, and maybe ``size``, ``top``, ``stars``, ``reading`` (``9TJQR=K``), ``readings`` (how many);
- ``play`` and ``over``: ``beats``, and maybe ``rule`` (the code of the reason);
- ``hand`` and maybe ``against``: ``moves`` (how many), or ``lists`` (all of them);
- ``left`` and ``stars`` and maybe ``room``: ``points``, ``kill``, ``multiplier``, ``coins``;
- ``at`` (points): ``level``;
- any of them: ``error`` (the code of the first problem, without ``duel.``) in place of what is expected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from analyzer.duel.moves import moves
from analyzer.duel.notation import parse_cards, parse_play
from analyzer.duel.order import compare
from analyzer.duel.readings import counted, readings, top_sign, write_reading
from analyzer.duel.rules import Rules, load_rules
from analyzer.duel.settlement import level, room_named, settle
from analyzer.errors import Refusal, YunlongError
from analyzer.table import Table

Answer = dict[str, object]

COMMON = frozenset(["id", "shows", "rulings", "source", "why", "error"])
# what is asked → what it takes, what may be expected
ASKED = {
    "over": (frozenset(["play", "over"]), frozenset(["beats", "rule"])),
    "play": (frozenset(["play"]), frozenset(["kind", "size", "top", "stars", "reading", "readings"])),
    "hand": (frozenset(["hand", "against"]), frozenset(["moves", "lists"])),
    "left": (frozenset(["left", "stars", "room"]), frozenset(["points", "kill", "multiplier", "coins"])),
    "at": (frozenset(["at"]), frozenset(["level"])),
}


@dataclass(frozen=True)
class DuelCase:
    """One documented example."""

    id: str
    file: str
    line: str
    asked: str
    given: Mapping[str, object]
    expected: Answer
    rulings: Mapping[str, str] = field(default_factory=dict)
    shows: tuple[str, ...] = ()
    source: str = ""
    why: str = ""

    def difference(self, table: Table | None = None) -> list[str]:
        """What the program says otherwise, a line for each point; empty when the case holds."""
        try:
            answer = ANSWERS[self.asked](self.given, load_rules(self.rulings))
        except Refusal as error:
            answer = {"error": error.problems[0].code.removeprefix("duel.")}
        except YunlongError as error:
            return [str(error)]
        return [
            f"{key} {answer.get(key, 'none')}, expected {value}"
            for key, value in self.expected.items()
            if answer.get(key) != value
        ]


def read_case(raw: Mapping[str, object], file: str) -> DuelCase:
    """A case; ValueError says what is wrong with it."""
    asked = next((key for key in ASKED if key in raw), None)
    if "id" not in raw or asked is None:
        raise ValueError(f"needs an id and one of {', '.join(ASKED)} → write what is asked")
    takes, expects = ASKED[asked]
    if unknown := set(raw) - COMMON - takes - expects:
        known = ", ".join(sorted(COMMON | takes | expects))
        raise ValueError(f"unknown key {', '.join(sorted(unknown))} → with {asked} it may hold {known}")
    expected = {key: raw[key] for key in raw if key in (expects | {"error"})}
    if not expected or ("error" in expected and len(expected) > 1):
        raise ValueError(f"needs {', '.join(sorted(expects))}, or error alone → write what is expected")
    given = {key: raw[key] for key in raw if key in takes}
    rulings, shows = raw.get("rulings", {}), raw.get("shows", [])
    if not isinstance(rulings, Mapping) or not isinstance(shows, list):
        raise ValueError('rulings are settings and shows a list → rulings = { D3 = "yes" }, shows = ["D3"]')
    return DuelCase(
        id=str(raw["id"]),
        file=file,
        line=" ".join(f"{key} {value}" for key, value in given.items()),
        asked=asked,
        given=given,
        expected=expected,
        rulings={str(key): str(value) for key, value in rulings.items()},
        shows=tuple(map(str, shows)),
        source=str(raw.get("source", "")),
        why=str(raw.get("why", "")),
    )


def _read(given: Mapping[str, object], rules: Rules) -> Answer:
    play = parse_play(str(given["play"]), rules)
    reading = counted(play, rules)
    return {
        "kind": reading.kind,
        "size": reading.size,
        "top": top_sign(reading, rules),
        "stars": reading.stars,
        "reading": write_reading(play, reading, rules),
        "readings": len(readings(play.counts(rules), rules)),
    }


def _beats(given: Mapping[str, object], rules: Rules) -> Answer:
    over = counted(parse_play(str(given["over"]), rules), rules)
    answer = counted(parse_play(str(given["play"]), rules), rules, over)
    return compare(answer, over, rules)._asdict()


def _moves(given: Mapping[str, object], rules: Rules) -> Answer:
    hand = parse_cards(str(given["hand"]), rules).counts(rules)
    against = counted(parse_play(str(given["against"]), rules), rules) if "against" in given else None
    found = [move.text(rules) for move in moves(hand, rules, against)]
    return {"moves": len(found), "lists": found}


def _settle(given: Mapping[str, object], rules: Rules) -> Answer:
    room = room_named(str(given["room"]), rules) if "room" in given else None
    return settle(int(str(given["left"])), int(str(given.get("stars", 0))), rules, room).as_dict()


def _level(given: Mapping[str, object], rules: Rules) -> Answer:
    return {"level": level(int(str(given["at"])), rules).printed}


ANSWERS: Mapping[str, Callable[[Mapping[str, object], Rules], Answer]] = {
    "over": _beats,
    "play": _read,
    "hand": _moves,
    "left": _settle,
    "at": _level,
}
