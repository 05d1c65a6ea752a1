"""Case files: what was derived by hand, and what the program says instead.

A file of ``cases/`` holds ``[[case]]`` (hands, below), ``[[duel]]`` (:mod:`analyzer.duel.cases`) and ``[[peak]]``
(:mod:`analyzer.peak.cases`).

A hand's case is ``hand`` or ``fragment``, ``rows`` (every counted row but 底: ``名 [明|暗] 翻 [×n]``), ``total``, and
maybe ``rulings``, ``lacks``, ``shows``; or ``error`` (``notation``, ``impossible``, ``not-winning``) in place of rows.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Protocol

from analyzer.data import data_root
from analyzer.errors import HandError, YunlongError
from analyzer.messages import Lang, message
from analyzer.scoring import FoundRow, Score, count, score
from analyzer.table import Table

_ROW = re.compile(r"(?P<name>.+?)(?: (?P<exposure>[明暗]))? (?P<price>\d+)(?: [×x*](?P<times>\d+))?")
_KEYS = frozenset(["id", "hand", "fragment", "shows", "lacks", "rows", "total", "rulings", "source", "why", "error"])
_GATES = ("notation", "impossible", "not-winning")
EXPOSURES = {"exposed": "明", "concealed": "暗", "": ""}

RowKey = tuple[str, str, int]  # name, 明/暗 or "", price of one


class CaseError(YunlongError):
    """A case file that cannot be read."""


class Case(Protocol):
    """One documented example of any of the three systems."""

    @property
    def id(self) -> str:
        """Its name, unique in the folder."""

    @property
    def file(self) -> str:
        """The file it stands in."""

    @property
    def line(self) -> str:
        """What is judged, in one line."""

    @property
    def shows(self) -> tuple[str, ...]:
        """The rows, rules (G8), rulings (R9, D1) and examples (Ex36) it documents."""

    def difference(self, table: Table | None = None) -> list[str]:
        """What the program says otherwise, a line for each point; empty when the case holds."""


@dataclass(frozen=True)
class HandCase:
    """One documented hand and what it is worth."""

    id: str
    line: str
    file: str
    is_fragment: bool = False
    rows: Mapping[RowKey, int] = field(default_factory=dict)
    total: int = 0
    error: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)
    shows: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    source: str = ""
    why: str = ""

    def difference(self, table: Table | None = None) -> list[str]:
        """What the program says otherwise, a line for each point; empty when the case holds."""
        try:
            answer = (count if self.is_fragment else score)(self.line, table=table, rulings=self.rulings)
        except HandError as error:
            if self.error == error.kind:
                return []
            return [f"refused ({error.kind}): {problem.text()}" for problem in error.problems]
        except YunlongError as error:
            return [str(error)]
        if self.error:
            return [f"should be refused ({self.error}), but is worth {answer.total}"]
        return list(_differences(self, answer))


def read_cases(text: str, file: str) -> list[Case]:
    """The cases of one file; CaseError says which case is wrong and how."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CaseError(f"{file}: {error} → mend the TOML at that place") from None
    if unknown := set(data) - {"case", *SYSTEMS}:
        raise CaseError(f"{file}: holds {', '.join(sorted(unknown))} → it may hold [[case]], [[duel]] and [[peak]]")
    found: list[Case] = []
    for kind, raw_cases in data.items():
        if not isinstance(raw_cases, list) or not all(isinstance(raw, dict) for raw in raw_cases):
            raise CaseError(f"{file}: {kind} is no list of cases → write each as [[{kind}]]")
        for place, raw in enumerate(raw_cases, 1):
            try:
                found.append(_reader(kind)(raw, file))
            except ValueError as error:
                raise CaseError(f"{file}: {kind} {raw.get('id', f'number {place}')}: {error}") from None
    return found


# Systems beside the hands, each with a function read_case(raw, file) that raises ValueError for what is wrong.
SYSTEMS = {"duel": "analyzer.duel.cases", "peak": "analyzer.peak.cases"}


def _reader(kind: str) -> Callable[[Mapping[str, object], str], Case]:
    if kind == "case":
        return read_case
    reader: Callable[[Mapping[str, object], str], Case] = import_module(SYSTEMS[kind]).read_case
    return reader


def read_case(raw: Mapping[str, object], file: str) -> HandCase:
    """A hand's case; ValueError says what is wrong with it."""
    _check_case(raw)
    return HandCase(
        id=str(raw["id"]),
        line=str(raw.get("hand", raw.get("fragment"))),
        file=file,
        is_fragment="fragment" in raw,
        rows=_rows(_texts(raw, "rows")),
        total=_whole(raw.get("total", 0)),
        error=str(raw.get("error", "")),
        rulings=_settings(raw.get("rulings", {})),
        shows=_texts(raw, "shows"),
        lacks=_texts(raw, "lacks"),
        source=str(raw.get("source", "")),
        why=str(raw.get("why", "")),
    )


def _check_case(raw: Mapping[str, object]) -> None:
    if unknown := set(raw) - _KEYS:
        raise ValueError(f"unknown key {', '.join(sorted(unknown))} → it may hold {', '.join(sorted(_KEYS))}")
    if ("hand" in raw) == ("fragment" in raw) or "id" not in raw:
        raise ValueError("needs an id and either hand or fragment → write one of them")
    if "error" not in raw and not ("rows" in raw and "total" in raw):
        raise ValueError("needs rows and total, or error → write what is expected")
    if "error" in raw and raw["error"] not in _GATES:
        raise ValueError(f"error is {raw['error']!r} → it is one of {', '.join(_GATES)}")


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"total is {value!r} → it must be a whole number of 翻")
    return value


def _texts(raw: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = raw.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f'{key} must be a list of texts → for example {key} = ["…"]')
    return tuple(value)


def _settings(value: object) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise ValueError('rulings must be settings → for example rulings = { R9 = "all" }')
    return {str(ruling): str(setting) for ruling, setting in value.items()}


def _rows(texts: Iterable[str]) -> dict[RowKey, int]:
    rows: Counter[RowKey] = Counter()
    for text in texts:
        match = _ROW.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is no row → write 三相逢 暗 20 or 將眼 2 ×3")
        rows[match["name"], match["exposure"] or "", int(match["price"])] += int(match["times"] or 1)
    return dict(rows)


def row_key(found: FoundRow) -> RowKey:
    """A paid row as case files name it."""
    return found.name, EXPOSURES[found.exposure], found.price


def write_row(key: RowKey, times: int) -> str:
    """The row as it stands in a case file."""
    name, exposure, price = key
    return " ".join(filter(None, (name, exposure, str(price), f"×{times}" if times > 1 else "")))


def _differences(case: HandCase, answer: Score) -> Iterator[str]:
    ours = Counter(row_key(found) for found in answer.rows)
    for key in sorted({*ours, *case.rows}):
        expected, found = case.rows.get(key, 0), ours[key]
        if expected > found:
            yield f"- {write_row(key, expected - found)}"
        elif found > expected:
            yield f"+ {write_row(key, found - expected)}"
    if answer.total != case.total:
        yield f"total {answer.total}, expected {case.total}"
    for name in case.lacks:
        if answer.table.find(name) is None:
            yield f"lacks {name}, which is no row of the table"
        elif answer.times(name):
            yield f"has {name}, which it should lack"


def load_cases(paths: Iterable[str | Path] = ()) -> list[Case]:
    """The cases of these files, or of every file of the package's ``cases/``."""
    chosen = [Path(path) for path in paths]
    if not chosen:
        files = [entry for entry in data_root("cases").iterdir() if entry.name.endswith(".toml")]
        return [
            case
            for entry in sorted(files, key=lambda f: f.name)
            for case in read_cases(entry.read_text("utf-8"), entry.name)
        ]
    cases: list[Case] = []
    for path in chosen:
        try:
            cases += read_cases(path.read_text("utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise CaseError(f"{path}: {error} → give the path of a case file") from None
    return cases


def report(case: Case, lines: list[str], lang: Lang) -> str:
    """A differing case for a person."""
    head = f"{case.file}: {case.id}: {case.line}"
    return "\n".join([head, *(f"    {line}" for line in lines), message("cases.derive", lang)])
