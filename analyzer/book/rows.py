"""What the database holds as the book's own objects, and back, each within a transaction of the store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, func, select

from analyzer.book import store
from analyzer.book.deal import read_deal, refused
from analyzer.book.fixtures import Fixture
from analyzer.book.log import Entry
from analyzer.book.sheet import Session, Sheet, Team
from analyzer.payment import SEATS


def names(connection: Connection, of: Table) -> dict[int, str]:
    """The names of all players or all teams by number, in the order they were entered."""
    rows = connection.execute(select(of.c.number, of.c.name).order_by(of.c.number))
    return {row.number: row.name for row in rows}


def numbers(connection: Connection, of: Table) -> dict[str, int]:
    """The numbers of all players or all teams by name."""
    return {name: number for number, name in names(connection, of).items()}


def next_number(connection: Connection, of: Table) -> int:
    """The number of the next player, team or session; the caller holds the book's lock."""
    last: int | None = connection.execute(select(func.max(of.c.number))).scalar()
    return (last or 0) + 1


def teams_of_players(connection: Connection) -> dict[str, str | None]:
    """The team of each player."""
    team_names = names(connection, store.teams)
    rows = connection.execute(select(store.players.c.name, store.players.c.team).order_by(store.players.c.number))
    return {name: team_names.get(team) for name, team in rows}


def read_teams(connection: Connection) -> list[Team]:
    """Every team with its players."""
    teams = teams_of_players(connection)
    return [
        Team(name, tuple(player for player, team in teams.items() if team == name))
        for name in names(connection, store.teams).values()
    ]


def read_fixtures(connection: Connection) -> list[Fixture]:
    """The drawn fixtures by round and desk."""
    team_names, player_names = names(connection, store.teams), names(connection, store.players)
    found: dict[tuple[int, int], dict[str, tuple[str, str]]] = defaultdict(dict)
    table = store.fixtures
    for row in connection.execute(select(table).order_by(table.c.round, table.c.desk)):
        found[row.round, row.desk][row.seat] = team_names[row.team], player_names[row.player]
    return [
        Fixture(
            number, desk, {seat: by_seat[seat][0] for seat in SEATS}, {seat: by_seat[seat][1] for seat in SEATS}
        )
        for (number, desk), by_seat in found.items()
    ]  # fmt: skip


def read_sessions(connection: Connection, number: int | None = None) -> list[Session]:
    """Every session, or the one of this number; BookError if there is none."""
    team_names, player_names = names(connection, store.teams), names(connection, store.players)
    sessions, seats = select(store.sessions).order_by(store.sessions.c.number), select(store.seats)
    if number is not None:
        sessions = sessions.where(store.sessions.c.number == number)
        seats = seats.where(store.seats.c.session == number)
    seated: dict[int, dict[str, Any]] = defaultdict(dict)
    for row in connection.execute(seats):
        seated[row.session][row.seat] = row
    found = [
        Session(
            number=row.number,
            name=row.name,
            opened=row.opened,
            players={seat: player_names[seated[row.number][seat].player] for seat in SEATS},
            teams={seat: team_names.get(seated[row.number][seat].team) for seat in SEATS},
            fixture=None if row.round is None else (row.round, row.desk),
            table=row.table_hash,
            rulings=row.rulings,
        )
        for row in connection.execute(sessions)
    ]
    if number is not None and not found:
        known = ", ".join(map(str, connection.execute(select(store.sessions.c.number)).scalars())) or "—"
        raise refused("no-session", number=number, known=known)
    return found


def read_sheets(connection: Connection, number: int | None = None) -> list[Sheet]:
    """The sheets of every session, or of the one of this number."""
    sessions = read_sessions(connection, number)
    query = select(store.entries).order_by(store.entries.c.session, store.entries.c.number)
    if number is not None:
        query = query.where(store.entries.c.session == number)
    logs: dict[int, list[Entry]] = defaultdict(list)
    for row in connection.execute(query):
        deal = None if row.deal is None else read_deal(row.deal)
        entry = Entry(row.number, row.kind, row.deal_number, row.replaces, row.at, row.reason, deal)
        logs[row.session].append(entry)
    return [Sheet(session, tuple(logs[session.number])) for session in sessions]


def write_entry(connection: Connection, session: int, entry: Entry) -> None:
    """Add one entry to the log."""
    values = entry.as_dict()
    connection.execute(store.entries.insert().values(session=session, **values))


def write_fixtures(connection: Connection, fixtures: Sequence[Fixture]) -> None:
    """Keep these fixtures in place of all others; none of the others may have been opened."""
    team_numbers, player_numbers = numbers(connection, store.teams), numbers(connection, store.players)
    connection.execute(store.fixtures.delete())
    values = [
        {
            "round": fixture.round,
            "desk": fixture.desk,
            "seat": seat,
            "team": team_numbers[fixture.teams[seat]],
            "player": player_numbers[fixture.players[seat]],
        }
        for fixture in fixtures
        for seat in SEATS
    ]
    if values:
        connection.execute(store.fixtures.insert(), values)


def write_session(connection: Connection, session: Session) -> None:
    """Add a session and its four seats."""
    team_numbers, player_numbers = numbers(connection, store.teams), numbers(connection, store.players)
    number, desk = session.fixture or (None, None)
    connection.execute(
        store.sessions.insert().values(
            number=session.number,
            name=session.name,
            opened=session.opened,
            round=number,
            desk=desk,
            table_hash=session.table,
            rulings=dict(session.rulings),
        )
    )
    for seat in SEATS:
        team = session.teams[seat]
        connection.execute(
            store.seats.insert().values(
                session=session.number,
                seat=seat,
                player=player_numbers[session.players[seat]],
                team=None if team is None else team_numbers[team],
            )
        )


def read_tables(connection: Connection) -> dict[str, str]:
    """The fan tables that the book keeps: hash → text."""
    rows = connection.execute(select(store.fan_tables).order_by(store.fan_tables.c.hash))
    return {row.hash: row.text for row in rows}


def keep_table(connection: Connection, table_hash: str, text: str) -> None:
    """Keep a fan table; the caller holds the book's lock."""
    known = select(store.fan_tables.c.hash).where(store.fan_tables.c.hash == table_hash)
    if connection.execute(known).scalar() is None:
        connection.execute(store.fan_tables.insert().values(hash=table_hash, text=text))


def set_rules(connection: Connection, session: int, table_hash: str, rulings: Mapping[str, str]) -> None:
    """The rules under which the next deals of a session are scored."""
    changed = store.sessions.update().where(store.sessions.c.number == session)
    connection.execute(changed.values(table_hash=table_hash, rulings=dict(rulings)))
