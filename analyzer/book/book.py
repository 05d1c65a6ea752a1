"""The match book: players, teams, fixtures, sessions and their deals, kept in a database.

Every change is one transaction: written whole and on the disk when the method returns, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection

from analyzer.book import exchange, rows, store
from analyzer.book.deal import BookError, Outcome, StaleWrite, refused
from analyzer.book.fixtures import Fixture, draw, load_match
from analyzer.book.log import Entry, Kind, latest, standing
from analyzer.book.names import checked_name, checked_text
from analyzer.book.play import Played, Position, replay
from analyzer.book.rescore import Change, changes, deal_problem, rescored
from analyzer.book.sheet import Session, Sheet, Standings, Team, standings
from analyzer.book.worth import (
    STANDARD,
    HouseRules,
    Valued,
    house_rules,
    revenge_notes,
    rules_from_file,
    table_from_text,
    value,
)
from analyzer.errors import Problem, Refusal
from analyzer.messages import Lang
from analyzer.payment import SEATS, seat_named


@dataclass(frozen=True)
class Receipt:
    """What was written: the sheet as it is now, the number of the deal, and what its scoring assumed."""

    sheet: Sheet
    number: int
    valued: Valued | None = None

    def notes(self, lang: Lang = "en") -> list[str]:
        """What the reader should know besides: what was assumed, and 反雪 that the deal before does not bear out."""
        if self.valued is None:
            return []
        place = [played.number for played in self.sheet.played].index(self.number)
        before = self.sheet.played[place - 1].deal if place else None
        return [*self.valued.notes(lang), *(note.text(lang) for note in revenge_notes(before, self.valued.deal))]


class Book:
    """A match book. One object serves several threads; ``expected`` is a sheet's version that the writer has seen.

    >>> book = Book.open("club.sqlite", create=True)                              # doctest: +SKIP
    >>> book.add_team("青龍", ["甲", "乙", "丙"])                                  # doctest: +SKIP
    >>> session = book.open_session(["甲", "子", "寅", "申"])                      # doctest: +SKIP
    >>> book.record(session.number, Outcome("win", (("東", "12356789m123456p22s+4m"),), "南"))   # doctest: +SKIP
    """

    def __init__(self, kept_in: store.Store) -> None:
        self._store = kept_in

    @classmethod
    def open(cls, place: str | None = None, *, create: bool = False) -> Book:
        """The book at a SQLAlchemy URL or the path of a SQLite file; with ``create`` a new one where there is none."""
        place = place or store.default_place()
        try:
            return cls(store.Store.open(place))
        except BookError as error:
            if not create or error.problems[0].code != "book.no-book":
                raise
        try:
            return cls.create(place)
        except BookError as error:  # another program was quicker
            if error.problems[0].code != "book.already":
                raise
            return cls(store.Store.open(place))

    @classmethod
    def create(cls, place: str | None = None) -> Book:
        """A new, empty book; BookError where there is one."""
        return cls(store.Store.create(place or store.default_place()))

    @property
    def place(self) -> str:
        """Where the book is."""
        return self._store.place

    def close(self) -> None:
        """Give the database connections back."""
        self._store.close()

    # -- players, teams, fixtures

    def players(self) -> dict[str, str | None]:
        """Every player with the team, if any."""
        with self._store.reading() as connection:
            return rows.teams_of_players(connection)

    def teams(self) -> list[Team]:
        """Every team and its players."""
        with self._store.reading() as connection:
            return rows.read_teams(connection)

    def add_players(self, *names: str) -> None:
        """Enter players who are in no team."""
        with self._changing() as connection:
            self._enter(connection, [checked_name(name) for name in names], None)

    def add_team(self, name: str, players: Sequence[str]) -> None:
        """Enter a team; its players are entered with it, or are known and in no team yet."""
        name, members = checked_name(name), [checked_name(player) for player in players]
        _check_team_size(name, len(members))
        with self._changing() as connection:
            if name in rows.numbers(connection, store.teams):
                raise refused("name-taken", name=name)
            number = rows.next_number(connection, store.teams)
            connection.execute(store.teams.insert().values(number=number, name=name))
            self._join(connection, name, number, members)

    def join_team(self, name: str, player: str) -> None:
        """Add a player to a team that has room."""
        with self._changing() as connection:
            team = next((team for team in rows.read_teams(connection) if team.name == name), None)
            if team is None:
                raise refused("no-team", name=name, known=_known(rows.numbers(connection, store.teams)))
            _check_team_size(name, len(team.players) + 1)
            self._join(connection, name, rows.numbers(connection, store.teams)[name], [checked_name(player)])

    def rename(self, old: str, new: str) -> None:
        """Correct the name of a player or, where no player has it, of a team."""
        new = checked_name(new)
        with self._changing() as connection:
            for table in (store.players, store.teams):
                known = rows.numbers(connection, table)
                if old in known:
                    if new in known:
                        raise refused("name-taken", name=new)
                    connection.execute(table.update().where(table.c.number == known[old]).values(name=new))
                    return
            raise refused("no-player", name=old, known=_known(rows.numbers(connection, store.players)))

    def fixtures(self) -> list[Fixture]:
        """The drawn fixtures."""
        with self._store.reading() as connection:
            return rows.read_fixtures(connection)

    def draw_fixtures(self) -> list[Fixture]:
        """Draw the fixtures of the match, in place of earlier ones as long as none of those has been opened."""
        match = load_match()
        with self._changing() as connection:
            teams = rows.read_teams(connection)
            if len(teams) != match.teams:
                raise refused("teams-for-draw", have=len(teams), need=match.teams)
            if any(session.fixture for session in rows.read_sessions(connection)):
                raise refused("match-begun")
            drawn = draw({team.name: team.players for team in teams}, match)
            rows.write_fixtures(connection, drawn)
        return drawn

    # -- sessions

    def sessions(self) -> list[Session]:
        """Every session in the order of opening."""
        with self._store.reading() as connection:
            return rows.read_sessions(connection)

    def sheet(self, session: int) -> Sheet:
        """The sheet of one session."""
        with self._store.reading() as connection:
            return rows.read_sheets(connection, session)[0]

    def sheets(self) -> list[Sheet]:
        """The sheets of all sessions, of one moment."""
        with self._store.reading() as connection:
            return rows.read_sheets(connection)

    def rules(self, session: int) -> HouseRules:
        """The table and rulings of a session."""
        with self._store.reading() as connection:
            return _rules(connection, rows.read_sessions(connection, session)[0])

    def open_session(
        self,
        players: Sequence[str],
        *,
        name: str = "",
        table: str = STANDARD,
        settings: Mapping[str, str] | None = None,
    ) -> Sheet:
        """A new session of four known players on 東南西北, scored under a table file and settings of rulings."""
        rules = rules_from_file(table, settings or {})
        if len(set(players)) != len(SEATS) or len(players) != len(SEATS):
            raise refused("four-players", have=len(set(players)))
        with self._changing() as connection:
            seated = dict(zip(SEATS, players, strict=True))
            return self._open(connection, seated, checked_text(name), None, rules)

    def open_fixture(
        self,
        round_number: int,
        desk: int,
        *,
        substitutes: Mapping[str, str] | None = None,
        table: str = STANDARD,
        settings: Mapping[str, str] | None = None,
    ) -> Sheet:
        """The session of a fixture; ``substitutes`` puts other players of the same teams on their seats."""
        rules = rules_from_file(table, settings or {})
        with self._changing() as connection:
            drawn = rows.read_fixtures(connection)
            found = next((f for f in drawn if (f.round, f.desk) == (round_number, desk)), None)
            if found is None:
                raise refused("no-fixture", fixture=f"{round_number}/{desk}", have=len(drawn))
            opened = [s for s in rows.read_sessions(connection) if s.fixture == (round_number, desk)]
            if opened:
                raise refused("fixture-open", fixture=f"{round_number}/{desk}", number=opened[0].number)
            seated = dict(found.players)
            for seat, player in (substitutes or {}).items():
                seat = seat_named(seat)
                if rows.teams_of_players(connection).get(player) != found.teams[seat]:
                    raise refused("not-of-team", name=player, team=found.teams[seat])
                seated[seat] = player
            return self._open(connection, seated, "", (round_number, desk), rules)

    # -- deals

    def record(self, session: int, outcome: Outcome, *, expected: int | None = None) -> Receipt:
        """Add the next deal of a session, scored at the position that the deals before it lead to."""
        return self.record_all([(session, outcome)], expected=expected)[-1]

    def record_all(
        self,
        outcomes: Sequence[tuple[int, Outcome]],
        *,
        expected: int | None = None,
        check: Callable[[int, Receipt], None] | None = None,
    ) -> list[Receipt]:
        """Add several deals, all or none; ``check`` is given each, with its place, and may refuse them all."""
        with self._store.writing() as connection:
            for session in sorted({session for session, _ in outcomes}):
                self._store.lock(connection, session)
            receipts = []
            for place, (session, outcome) in enumerate(outcomes):
                sheet = _current(connection, session, expected)
                valued = value(outcome, sheet.position, _rules(connection, sheet.session))
                number = len(latest(sheet.entries)) + 1
                receipts.append(_append(connection, sheet, "deal", number, "", valued))
                if check is not None:
                    check(place, receipts[-1])
            return receipts

    def amend(
        self, session: int, deal: int, outcome: Outcome, *, reason: str = "", expected: int | None = None
    ) -> Receipt:
        """Put another outcome in place of a deal, also of one that was undone; the later deals follow."""
        reason = checked_text(reason)
        with self._store.writing() as connection:
            self._store.lock(connection, session)
            sheet = _current(connection, session, expected)
            valued = value(outcome, _position_of(sheet, deal), _rules(connection, sheet.session))
            receipt = _append(connection, sheet, "amend", deal, reason, valued)
            _check_later(connection, sheet, receipt.sheet)
            return receipt

    def undo(self, session: int, deal: int | None = None, *, reason: str = "", expected: int | None = None) -> Receipt:
        """Take a deal out, by default the last; the later deals follow, and the log keeps it."""
        reason = checked_text(reason)
        with self._store.writing() as connection:
            self._store.lock(connection, session)
            sheet = _current(connection, session, expected)
            numbers = [played.number for played in sheet.played]
            if deal is None and numbers:
                deal = numbers[-1]
            if deal is None or deal not in numbers:
                raise refused("no-deal", deal="—" if deal is None else deal, known=", ".join(map(str, numbers)) or "—")
            receipt = _append(connection, sheet, "undo", deal, reason, None)
            _check_later(connection, sheet, receipt.sheet)
            return receipt

    def totals(self, session: int) -> dict[str, int]:
        """The running total of each account, in 翻."""
        return self.sheet(session).totals

    def standings(self, *, match_only: bool = False) -> Standings:
        """The standings of players and teams over all sessions, or over those of the fixtures only."""
        with self._store.reading() as connection:
            sheets = rows.read_sheets(connection)
            players, teams = rows.numbers(connection, store.players), rows.numbers(connection, store.teams)
        return standings((s for s in sheets if s.session.fixture or not match_only), players, teams)

    def rescore(
        self,
        *,
        table: str | None = None,
        settings: Mapping[str, str] | None = None,
        sessions: Sequence[int] = (),
        apply: bool = False,
    ) -> list[Change]:
        """What changes when the deals are scored anew from their lines under another table or other rulings.

        Without ``table`` each session keeps its own, and its rulings but for ``settings``. With ``apply`` every
        deal that is scored otherwise is amended, and the sessions go on under the new rules.
        """
        given = None if table is None else rules_from_file(table, settings or {})
        with self._changing() if apply else self._store.reading() as connection:
            found = []
            for number in sorted(set(sessions)) or [one.number for one in rows.read_sessions(connection)]:
                if apply:
                    self._store.lock(connection, number)
                sheet = rows.read_sheets(connection, number)[0]
                after = given or _rules(connection, sheet.session, settings)
                anew = rescored(sheet, after)
                found += changes(sheet, anew, partial(_rules, connection, sheet.session))
                if apply:
                    _apply(connection, sheet, after, anew)
            return found

    # -- the whole book

    def export(self) -> dict[str, Any]:
        """The whole book as JSON holds it; :meth:`import_` of it gives the same book."""
        with self._store.reading() as connection:
            return exchange.export_book(connection)

    def import_(self, data: object) -> None:
        """Fill this empty book with an exported one."""
        with self._changing() as connection:
            if rows.names(connection, store.players) or rows.read_tables(connection):
                raise refused("not-empty", place=self.place)
            exchange.import_book(connection, data)

    def deals_csv(self) -> str:
        """Every deal that stands, one a line."""
        return exchange.deals_csv(self.sheets())

    def import_deals(self, text: str) -> list[Receipt]:
        """Record the deals of a CSV as :meth:`deals_csv` writes it, all or none, in sessions that are open.

        Columns that follow from the others are compared where they are filled in, and a difference is refused.
        """
        lines = exchange.read_deals_csv(text)
        outcomes = [(line.session, line.outcome) for line in lines]

        def check(place: int, receipt: Receipt) -> None:
            exchange.compare(lines[place], receipt.sheet)

        return self.record_all(outcomes, check=check)

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        """A transaction that no other change of players, fixtures or sessions runs beside."""
        with self._store.writing() as connection:
            self._store.lock(connection)
            yield connection

    def _enter(self, connection: Connection, names: Sequence[str], team: int | None) -> None:
        for name in names:
            if name in rows.numbers(connection, store.players):
                raise refused("name-taken", name=name)
            number = rows.next_number(connection, store.players)
            connection.execute(store.players.insert().values(number=number, name=name, team=team))

    def _join(self, connection: Connection, team: str, number: int, members: Sequence[str]) -> None:
        """Put players into a team, those of them who are new entered first."""
        if len(set(members)) < len(members):
            raise refused("player-twice", team=team)
        teams = rows.teams_of_players(connection)
        for name in members:
            if teams.get(name) is not None:
                raise refused("in-team", name=name, team=teams[name])
        self._enter(connection, [name for name in members if name not in teams], number)
        known = store.players.c.name.in_(members)
        connection.execute(store.players.update().where(known).values(team=number))

    def _open(
        self,
        connection: Connection,
        players: Mapping[str, str],
        name: str,
        fixture: tuple[int, int] | None,
        rules: HouseRules,
    ) -> Sheet:
        teams = rows.teams_of_players(connection)
        for player in players.values():
            if player not in teams:
                raise refused("no-player", name=player, known=_known(teams))
        rows.keep_table(connection, rules.table.hash, rules.text)
        session = Session(
            number=rows.next_number(connection, store.sessions),
            name=name,
            opened=_now(),
            players=players,
            teams={seat: teams[player] for seat, player in players.items()},
            fixture=fixture,
            table=rules.table.hash,
            rulings=rules.rulings,
        )
        rows.write_session(connection, session)
        return Sheet(session, ())


def _current(connection: Connection, session: int, expected: int | None) -> Sheet:
    """The sheet as it is; StaleWrite if the writer has seen another."""
    sheet = rows.read_sheets(connection, session)[0]
    if expected is not None and expected != sheet.version:
        raise StaleWrite([Problem("book.stale", {"session": session, "seen": expected, "is": sheet.version})])
    return sheet


def _append(connection: Connection, sheet: Sheet, kind: Kind, deal: int, reason: str, valued: Valued | None) -> Receipt:
    before = latest(sheet.entries).get(deal)
    replaces = None if before is None else before.number
    entry = Entry(sheet.version + 1, kind, deal, replaces, _now(), reason, None if valued is None else valued.deal)
    rows.write_entry(connection, sheet.session.number, entry)
    return Receipt(Sheet(sheet.session, (*sheet.entries, entry)), deal, valued)


def _apply(connection: Connection, sheet: Sheet, rules: HouseRules, anew: Sequence[tuple[Played, Valued]]) -> None:
    """Amend every deal whose scoring is another, and let the session go on under the new rules."""
    rows.keep_table(connection, rules.table.hash, rules.text)
    rows.set_rules(connection, sheet.session.number, rules.table.hash, rules.rulings)
    for played, valued in anew:
        if valued.deal != played.deal:
            sheet = _append(connection, sheet, "amend", played.number, f"rescore #{rules.table.hash}", valued).sheet


def _position_of(sheet: Sheet, deal: int) -> Position:
    """Where a deal stands in its session, be it undone or not."""
    known = latest(sheet.entries)
    if deal not in known:
        raise refused("no-deal", deal=deal, known=", ".join(map(str, known)) or "—")
    return replay((number, one) for number, one in standing(sheet.entries) if number < deal)[1]


def _check_later(connection: Connection, before: Sheet, after: Sheet) -> None:
    """Refuse a change that makes a later line impossible, such as 天胡 of one who deals no longer."""
    positions = {played.number: played.position for played in before.played}
    moved = [played for played in after.played if positions.get(played.number, played.position) != played.position]
    if not moved:
        return
    rules = _rules(connection, after.session)
    problems: list[Problem] = []
    for played in moved:
        try:
            value(played.deal.outcome, played.position, rules)
        except Refusal as error:
            problems += [deal_problem(after, played), *error.problems]
    if problems:
        raise BookError(problems)


def _rules(connection: Connection, session: Session, settings: Mapping[str, str] | None = None) -> HouseRules:
    """The rules of a session, but for ``settings``."""
    text = rows.read_tables(connection)[session.table]
    return house_rules(table_from_text(text, session.table), text, {**session.rulings, **(settings or {})})


def _check_team_size(name: str, size: int) -> None:
    allowed = load_match().players
    if size not in allowed:
        raise refused("team-size", team=name, have=size, least=min(allowed), most=max(allowed))


def _known(names: Iterable[str]) -> str:
    return "、".join(names) or "—"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
