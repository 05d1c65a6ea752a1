"""Match files (TOML, JSON) and season files (CSV, TOML, JSON): reading them, and everything wrong with them at once."""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn
from unicodedata import normalize

from analyzer.errors import Problem
from analyzer.peak.facts import (
    FIELDS,
    MATCH_FIELDS,
    Cell,
    FieldProblem,
    PeakError,
    Place,
    cells_of,
    match_of,
    printable,
    read_facts,
    short,
    written,
)
from analyzer.peak.messages import message
from analyzer.peak.season import Entry
from analyzer.peak.table import PeakTable
from analyzer.rulings import Rulings

NAMES = ("winner", "loser")
FREE = ("id", "date", "note")  # an id is unique; date and note are not judged
COLUMNS = (*FREE[:2], *NAMES, *MATCH_FIELDS, "note")
NEEDED = (*NAMES, "round", "winner_score", "loser_score", "cards")
SEASON_EXAMPLE = 'players = ["甲", "乙"], [[match]] winner = "甲" …'

_RAW_CELL = re.compile(r'"(?:[^"]|"")*"|[^,]*')


def read_match_file(path: Path) -> dict[str, Cell]:
    """The facts of a match file by name; which facts are right is for :func:`analyzer.peak.facts.read_facts`."""
    data = _data(path, (".toml", ".json"))
    problems = [_unknown("peak.unknown-field", name, FIELDS, Place(path.name)) for name in data if name not in FIELDS]
    if problems:
        raise PeakError(problems)
    return cells_of(data)


def read_season_file(
    path: Path, table: PeakTable, rulings: Rulings, players: Sequence[str] = ()
) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """The matches of a season file and its players (those given, else those of the file, else none).

    PeakError lists everything that is wrong in the whole file.
    """
    reading = _Reading(path.name, table, rulings)
    if path.suffix.lower() == ".csv":
        rows = _csv_rows(path, reading)
        roster: list[str] = list(players)
    else:
        data = _data(path, (".csv", ".toml", ".json"))
        rows = _data_rows(data, reading)
        roster = list(players) or _roster(data, reading)
    reading.set_players(roster)
    entries = [entry for place, cells in rows if (entry := reading.entry(place, cells)) is not None]
    if not entries and not reading.problems:
        reading.add("peak.no-matches", Place(path.name))
    if reading.problems:
        raise PeakError(sorted(reading.problems, key=_order))
    return tuple(entries), tuple(reading.players)


def _order(problem: Problem) -> int:
    """The order of the file."""
    return problem.place.number if isinstance(problem, FieldProblem) else 0


@dataclass
class _Reading:
    """A season file being read: what is wrong so far, its players, and the ids that have been used."""

    file: str
    table: PeakTable
    rulings: Rulings
    problems: list[Problem] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)

    def add(self, code: str, place: Place, fact: str = "", cell: Cell | None = None, /, **words: object) -> None:
        line, spans = (cell.line, cell.spans()) if cell is not None else ("", ())
        self.problems.append(FieldProblem(code, words, spans, field=fact, place=place, line=line))

    def set_players(self, names: Iterable[str]) -> None:
        for name in map(clean, names):
            if not name:
                self.add("peak.no-name", Place(self.file), "players")
            elif name in self.players:
                self.add("peak.player-twice", Place(self.file), "players", name=name)
            else:
                self.players.append(name)

    def entry(self, place: Place, cells: Mapping[str, Cell]) -> Entry | None:
        """The match of one row, when nothing is wrong with it."""
        before = len(self.problems)
        winner, loser = (self._player(name, cells.get(name, Cell("")), place) for name in NAMES)
        if winner and winner == loser:
            self.add("peak.same-player", place, "loser", cells["loser"], name=loser)
        match_id = self._id(cells.get("id", Cell("")), place)
        values, problems = read_facts(cells, MATCH_FIELDS, self.table, self.rulings, place)
        self.problems += problems
        return Entry(winner, loser, match_of(values), match_id, place) if len(self.problems) == before else None

    def _player(self, name: str, cell: Cell, place: Place) -> str:
        player = clean(cell.text)
        if not player:
            self.add("peak.no-name", place, name, cell)
        elif self.players and player not in self.players:
            known = get_close_matches(player, self.players, cutoff=0.3) or self.players[:10]
            self.add("peak.unknown-player", place, name, cell, name=player, known=", ".join(known))
        return player

    def _id(self, cell: Cell, place: Place) -> str:
        match_id = clean(cell.text)
        if match_id in self.ids:
            self.add("peak.id-twice", place, "id", cell, name=match_id, first=self.ids[match_id])
        elif match_id:
            self.ids[match_id] = f"{place.file}:{place.number}"
        return match_id


def clean(name: str) -> str:
    """A name as it is compared: composed characters, single blanks, nothing that a terminal would obey."""
    return " ".join(printable(normalize("NFC", name)).split())


# -- CSV


def _csv_rows(path: Path, reading: _Reading) -> list[tuple[Place, dict[str, Cell]]]:
    text = read_text(path, "winner,loser,round,winner_score,loser_score,form_slays,cards")
    lines = re.split(r"\r\n|\r|\n", text)
    records = _records(text, path)
    head_line, head = next(records, (1, []))
    names = _columns(head, head_line, lines[head_line - 1], reading)
    if names is None:
        return []
    rows = []
    for number, record in records:
        place = Place(path.name, number, "line")
        if len(record) != len(names):
            cell = Cell(lines[number - 1], lines[number - 1])
            reading.add("peak.cells", place, "", cell, have=len(record), need=len(names))
            continue
        cells = _located(record, lines[number - 1])
        rows.append((place, dict(zip(names, cells, strict=True))))
    return rows


def _records(text: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Each record that holds anything, with the line it begins in."""
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    begin = 1
    try:
        for record in reader:
            if any(cell.strip() for cell in record):
                yield begin, record
            begin = reader.line_num + 1
    except csv.Error as error:
        raise PeakError(
            [FieldProblem("peak.syntax", {"reason": str(error)}, place=Place(path.name, begin, "line"))]
        ) from None


def _located(record: list[str], line: str) -> list[Cell]:
    """The cells with their places in the line; without places where a record spans lines."""
    spans = []
    at = 0
    while at <= len(line):
        found = _RAW_CELL.match(line, at)
        assert found is not None  # the second branch matches anything
        spans.append(found.span())
        at = found.end() + 1
    if len(spans) != len(record):
        return [Cell(value) for value in record]
    cells = []
    for value, (start, end) in zip(record, spans, strict=True):
        inner = line.find(value, start, end) if value else start
        cells.append(Cell(value, line, inner) if inner >= 0 else Cell(value))
    return cells


def _columns(head: list[str], number: int, line: str, reading: _Reading) -> list[str] | None:
    """The columns by name; None when they are wrong."""
    place = Place(reading.file, number, "line")
    before = len(reading.problems)
    names: list[str] = []
    for cell in _located(head, line):
        name = _column(cell.text)
        if name is None:
            problem = _unknown("peak.unknown-column", cell.text.strip(), COLUMNS, place)
            reading.problems.append(replace(problem, line=cell.line, spans=cell.spans()))
        elif name in names:
            reading.add("peak.key-twice", place, "", cell, name=short(cell.text.strip()))
        else:
            names.append(name)
    if missing := [name for name in NEEDED if name not in names]:
        words = {**_names(missing, "names"), **_names(NEEDED, "known")}
        reading.add("peak.no-column", place, "", None, **words)
    return names if len(reading.problems) == before else None


def _column(text: str) -> str | None:
    """A heading in either language as the name of its column."""
    wanted = clean(text).lower().replace(" ", "_")
    return next((name for name in COLUMNS if wanted in (name, message(f"peak.field.{name}", "zh"))), None)


def _names(names: Iterable[str], key: str) -> dict[str, str]:
    """Names of facts as words of a message, in both languages."""
    chosen = list(names)
    return {
        f"{key}_zh": "、".join(f"{message(f'peak.field.{name}', 'zh')} {name}" for name in chosen),
        f"{key}_en": ", ".join(chosen),
    }


def _unknown(code: str, name: str, known: Sequence[str], place: Place) -> FieldProblem:
    """An unknown name with the closest that exists, or all."""
    closest = get_close_matches(name.lower(), known, n=1, cutoff=0.75) or known
    return FieldProblem(code, {"name": short(name), **_names(closest, "known")}, place=place)


# -- TOML and JSON


def _data_rows(data: Mapping[str, Any], reading: _Reading) -> list[tuple[Place, dict[str, Cell]]]:
    place = Place(reading.file)
    for name in data:
        if name not in ("match", "players"):
            words = {"name": short(name), "known_zh": "match、players", "known_en": "match, players"}
            reading.add("peak.unknown-field", place, "", None, **words)
    matches = data.get("match", [])
    if not isinstance(matches, list) or not all(isinstance(match, dict) for match in matches):
        reading.add("peak.shape", place, "", None, name="match", example=SEASON_EXAMPLE)
        return []
    rows = []
    for number, facts in enumerate(matches, 1):
        here = Place(reading.file, number, "match")
        reading.problems += [
            _unknown("peak.unknown-column", name, COLUMNS, here) for name in facts if name not in COLUMNS
        ]
        rows.append((here, cells_of(facts)))
    return rows


def _roster(data: Mapping[str, Any], reading: _Reading) -> list[str]:
    players = data.get("players", [])
    if not isinstance(players, list):
        reading.add("peak.shape", Place(reading.file), "", None, name="players", example=SEASON_EXAMPLE)
        return []
    return [written(player) for player in players]


def _data(path: Path, known: tuple[str, ...]) -> dict[str, Any]:
    """The object of a TOML or JSON file, its decimals exact."""
    suffix = path.suffix.lower()
    if suffix not in (".toml", ".json"):
        _refuse("peak.suffix", path, suffix=path.suffix or path.name, known=" ".join(known))
    text = read_text(path, "round = 7 …" if suffix == ".toml" else '{"round": 7 …}')
    try:
        if suffix == ".toml":
            return tomllib.loads(text, parse_float=Decimal)
        data = json.loads(text, parse_float=Decimal, object_pairs_hook=_unique)
    except _Twice as error:
        _refuse("peak.key-twice", path, name=short(str(error)))
    except (ValueError, RecursionError) as error:  # both decoders' errors, and a number of too many digits
        _refuse("peak.syntax", path, reason=str(error) or type(error).__name__)
    if not isinstance(data, dict):
        _refuse("peak.shape", path, name="JSON", example='{"round": 7 …}')
    return data


class _Twice(Exception):
    """A key that stands twice in a JSON object."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(key)
        found[key] = value
    return found


def read_text(path: Path, holds: str) -> str:
    """The text of a file; refused when it cannot be read, is empty or not UTF-8."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        _refuse("peak.unreadable", path, reason=error.strerror or str(error))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse("peak.encoding", path, number=raw.count(b"\n", 0, error.start) + 1)
    if not text.strip():
        _refuse("peak.empty-file", path, holds=holds)
    return text


def _refuse(code: str, path: Path, **words: object) -> NoReturn:
    raise PeakError([FieldProblem(code, words, place=Place(str(path)))]) from None
