"""The book as files: the whole of it as JSON, the deals and the standings as CSV, and back."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from analyzer.book import rows, store
from analyzer.book.deal import RESULTS, Deal, Outcome, each, of_type, one_of, read_call, read_rulings, record, refused
from analyzer.book.fixtures import Fixture, load_match
from analyzer.book.log import latest, read_entry
from analyzer.book.names import checked_moment, checked_name, checked_text
from analyzer.book.sheet import STANDING_KEYS, Session, Sheet, Standings
from analyzer.payment import ACCOUNTS, SEATS
from analyzer.table import TableError, read_table

FORMAT_NAME = "yunlong-book"
VERSION = 1
NEEDED = ("session", "result", "winners", "lines", "discarder", "calls")
COLUMNS = (
    "session", "deal", "round", "dealer", "streak", "result", "winners", "lines", "totals", "discarder", "calls",
    *ACCOUNTS, *(f"player {seat}" for seat in SEATS), "table", "rulings",
)  # fmt: skip
BETWEEN = "; "


# -- the whole book


def export_book(connection: Connection) -> dict[str, Any]:
    """Everything the book holds."""
    return {
        "format": FORMAT_NAME,
        "version": VERSION,
        "fan_tables": rows.read_tables(connection),
        "teams": list(rows.numbers(connection, store.teams)),
        "players": [{"name": name, "team": team} for name, team in rows.teams_of_players(connection).items()],
        "fixtures": [
            {"round": f.round, "desk": f.desk, "teams": dict(f.teams), "players": dict(f.players)}
            for f in rows.read_fixtures(connection)
        ],
        "sessions": [_session_as_dict(sheet) for sheet in rows.read_sheets(connection)],
    }


def _session_as_dict(sheet: Sheet) -> dict[str, Any]:
    session = sheet.session
    return {
        "number": session.number,
        "name": session.name,
        "opened": session.opened,
        "fixture": None if session.fixture is None else list(session.fixture),
        "players": dict(session.players),
        "teams": dict(session.teams),
        "table": session.table,
        "rulings": dict(session.rulings),
        "entries": [entry.as_dict() for entry in sheet.entries],
    }


def import_book(connection: Connection, data: object) -> None:
    """Write an exported book into an empty one; BookError for anything that does not hang together."""
    whole = record(data, "format", "version", "fan_tables", "teams", "players", "fixtures", "sessions")
    if (whole["format"], whole["version"]) != (FORMAT_NAME, VERSION):
        raise refused("format", found=f"{whole['format']} {whole['version']}"[:60], known=f"{FORMAT_NAME} {VERSION}")
    for table_hash, text in of_type(whole["fan_tables"], dict).items():
        _check_table(table_hash, of_type(text, str))
        rows.keep_table(connection, table_hash, text)
    _import_roster(connection, whole["teams"], whole["players"])
    rows.write_fixtures(connection, each(whole["fixtures"], lambda raw: _read_fixture(raw, _rosters(connection))))
    for number, raw in enumerate(of_type(whole["sessions"], list), 1):
        _import_session(connection, number, raw)


def _check_table(table_hash: str, text: str) -> None:
    """The text must be of that hash; one that this version of the program does not read any more is kept as it is."""
    try:
        table = read_table(text)
    except TableError:
        return
    if table.hash != table_hash:
        raise refused("table-hash", said=table_hash[:40], hash=table.hash)


def _import_roster(connection: Connection, raw_teams: object, raw_players: object) -> None:
    teams = [checked_name(of_type(name, str)) for name in of_type(raw_teams, list)]
    for number, name in enumerate(teams, 1):
        connection.execute(store.teams.insert().values(number=number, name=name))
    for number, raw in enumerate(of_type(raw_players, list), 1):
        player = record(raw, "name", "team")
        name = checked_name(of_type(player["name"], str))
        team = None if player["team"] is None else teams.index(one_of(player["team"], tuple(teams))) + 1
        connection.execute(store.players.insert().values(number=number, name=name, team=team))
    allowed = load_match().players
    for found in rows.read_teams(connection):
        if len(found.players) not in allowed:
            words = {"least": min(allowed), "most": max(allowed)}
            raise refused("team-size", team=found.name, have=len(found.players), **words)


@dataclass(frozen=True)
class _Rosters:
    """The names that an imported fixture or session may use."""

    players: tuple[str, ...]
    teams: tuple[str, ...]


def _rosters(connection: Connection) -> _Rosters:
    return _Rosters(tuple(rows.numbers(connection, store.players)), tuple(rows.numbers(connection, store.teams)))


def _read_fixture(raw: object, rosters: _Rosters) -> Fixture:
    whole = record(raw, "round", "desk", "teams", "players")
    return Fixture(
        of_type(whole["round"], int),
        of_type(whole["desk"], int),
        _by_seat(whole["teams"], rosters.teams),
        _by_seat(whole["players"], rosters.players),
    )


def _by_seat(raw: object, choices: tuple[str | None, ...]) -> dict[str, Any]:
    whole = record(raw, *SEATS)
    return {seat: one_of(whole[seat], choices) for seat in SEATS}


def _import_session(connection: Connection, number: int, raw: object) -> None:
    whole = record(
        raw, "number", "name", "opened", "fixture", "players", "teams", "table", "rulings", "entries"
    )  # fmt: skip
    rosters, tables = _rosters(connection), tuple(rows.read_tables(connection))
    fixture = None if whole["fixture"] is None else tuple(each(whole["fixture"], lambda part: of_type(part, int)))
    if whole["number"] != number or (fixture is not None and len(fixture) != 2):
        raise refused("malformed", what=f"session {number}")
    session = Session(
        number=number,
        name=checked_text(of_type(whole["name"], str)),
        opened=checked_moment(of_type(whole["opened"], str)),
        players=_by_seat(whole["players"], rosters.players),
        teams=_by_seat(whole["teams"], (*rosters.teams, None)),
        fixture=None if fixture is None else (fixture[0], fixture[1]),
        table=one_of(whole["table"], tables),
        rulings=read_rulings(whole["rulings"]),
    )
    entries = each(whole["entries"], read_entry)
    latest(entries)
    rows.write_session(connection, session)
    for entry in entries:
        if entry.deal is not None:
            one_of(entry.deal.table, tables)
        checked_moment(entry.at)
        checked_text(entry.reason)
        rows.write_entry(connection, number, entry)


# -- CSV


def _csv(lines: Iterable[Sequence[object]]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(lines)
    return stream.getvalue()


def deals_csv(sheets: Iterable[Sheet]) -> str:
    """Every deal that stands, one a line."""
    return _csv([COLUMNS, *(line for sheet in sheets for line in _deal_lines(sheet))])


def _deal_lines(sheet: Sheet) -> Iterator[list[object]]:
    for played in sheet.played:
        deal, position = played.deal, played.position
        yield [
            sheet.session.number, played.number, position.prevailing, position.dealer, position.streak, deal.result,
            " ".join(win.seat for win in deal.wins),
            BETWEEN.join(win.line for win in deal.wins),
            " ".join(str(win.total) for win in deal.wins),
            deal.discarder or "",
            BETWEEN.join(map(str, deal.calls)),
            *(played.deltas[account] for account in ACCOUNTS),
            *(sheet.session.players[seat] for seat in SEATS),
            deal.table,
            _rulings_text(deal),
        ]  # fmt: skip


def _rulings_text(deal: Deal) -> str:
    return " ".join(f"{ruling}={setting}" for ruling, setting in deal.rulings.items())


def standings_csv(standings: Standings) -> str:
    """Players, then teams, then the pot, one a line."""
    kinds = (("player", standings.players), ("team", standings.teams))
    lines = [[kind, *(getattr(one, key) for key in STANDING_KEYS)] for kind, all_of in kinds for one in all_of]
    pot = ["pot", "", "歸天", standings.pot, *[""] * (len(STANDING_KEYS) - 3)]
    return _csv([("kind", *STANDING_KEYS), *lines, pot])


@dataclass(frozen=True)
class DealLine:
    """A line of a CSV of deals: what happened, and what the line says followed from it."""

    number: int
    session: int
    outcome: Outcome
    stated: Mapping[str, str]


def read_deals_csv(text: str) -> list[DealLine]:
    """The deals of a CSV; BookError names the line that does not read."""
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        if missing := set(NEEDED) - set(reader.fieldnames or ()):
            raise refused("csv-columns", missing=", ".join(sorted(missing)))
        found = [_read_line(reader.line_num, cells) for cells in reader]
    except csv.Error as error:
        raise refused("csv-line", line=reader.line_num, what=str(error)) from None
    if not found:
        raise refused("csv-empty")
    return found


def _read_line(number: int, cells: Mapping[str, str | None]) -> DealLine:
    if None in cells or None in cells.values():
        raise refused("csv-line", line=number, what="cells")
    full = {column: (cell or "").strip() for column, cell in cells.items()}
    seats, lines = full["winners"].split(), [part.strip() for part in full["lines"].split(";") if part.strip()]
    if not (full["session"].isascii() and full["session"].isdecimal()) or full["result"] not in RESULTS:
        raise refused("csv-line", line=number, what=f"{full['session']} {full['result']}"[:60])
    if len(seats) != len(lines):
        raise refused("csv-line", line=number, what=f"{len(seats)} ≠ {len(lines)}")
    calls = tuple(read_call(part) for part in full["calls"].split(";") if part.strip())
    result = one_of(full["result"], RESULTS)
    outcome = Outcome(result, tuple(zip(seats, lines, strict=True)), full["discarder"] or None, calls)
    stated = {column: cell for column, cell in full.items() if column not in NEEDED and cell}
    return DealLine(number, int(full["session"][:9]), outcome, stated)


COMPARED = ("round", "dealer", "streak", "totals", *ACCOUNTS, "table", "rulings")


def compare(line: DealLine, sheet: Sheet) -> None:
    """BookError where the deal just recorded differs from what its line states."""
    last = list(_deal_lines(sheet))[-1]
    for column, made in zip(COLUMNS, last, strict=True):
        if column in COMPARED and line.stated.get(column, str(made)) != str(made):
            words = {"column": column, "said": line.stated[column][:60], "made": str(made)[:60]}
            raise refused("csv-differs", line=line.number, **words)
