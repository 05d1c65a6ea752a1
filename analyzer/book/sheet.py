"""The score sheet of a session: who sits where, the log, and everything that follows from it by replaying."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer.book.log import Entry, standing
from analyzer.book.play import Played, Position, replay, totals
from analyzer.payment import POT, SEATS


@dataclass(frozen=True, slots=True)
class Team:
    """A team and its players, in the order they joined."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Session:
    """A table that was opened: players and teams by seat, the fixture it plays, the rules it is scored under."""

    number: int
    name: str
    opened: str
    players: Mapping[str, str]
    teams: Mapping[str, str | None]
    fixture: tuple[int, int] | None
    table: str
    rulings: Mapping[str, str]


@dataclass(frozen=True)
class Sheet:
    """A session with its log; dealer, streak, round wind and totals are worked out anew each time."""

    session: Session
    entries: tuple[Entry, ...]

    @property
    def version(self) -> int:
        """How many entries the log has: what ``expected`` is compared with."""
        return len(self.entries)

    @cached_property
    def _replayed(self) -> tuple[tuple[Played, ...], Position]:
        return replay(standing(self.entries))

    @property
    def played(self) -> tuple[Played, ...]:
        """The deals that stand, each at its position."""
        return self._replayed[0]

    @property
    def position(self) -> Position:
        """Who deals next, with which streak, in which round."""
        return self._replayed[1]

    @cached_property
    def totals(self) -> dict[str, int]:
        """What each of the five accounts has, in 翻."""
        return totals(self.played)

    def as_dict(self) -> dict[str, Any]:
        """The sheet as JSON holds it."""
        return {
            "session": self.session.number,
            "name": self.session.name,
            "fixture": self.session.fixture,
            "players": dict(self.session.players),
            "teams": dict(self.session.teams),
            "table": self.session.table,
            "version": self.version,
            "next": _position_as_dict(self.position),
            "totals": self.totals,
            "deals": [played_as_dict(one) for one in self.played],
        }


def _position_as_dict(position: Position) -> dict[str, Any]:
    return {"dealer": position.dealer, "streak": position.streak, "round": position.prevailing}


def played_as_dict(played: Played) -> dict[str, Any]:
    """A deal at its position as JSON holds it."""
    deal = played.deal.as_dict()
    payments = [
        {"payer": p.payer, "payee": p.payee, "amount": p.amount, "reason": p.reason, "words": dict(p.words)}
        for p in played.payments
    ]
    head = {"deal": played.number, **_position_as_dict(played.position), "deltas": played.deltas}
    return {**head, **{key: deal[key] for key in deal if key != "streak"}, "payments": payments}


@dataclass(frozen=True, slots=True)
class Standing:
    """One player or team in the order of points; equal points share a rank."""

    rank: int
    name: str
    points: int
    sessions: int
    deals: int
    wins: int
    self_drawn: int
    thrown: int  # deals in which this player threw a winning tile


@dataclass(frozen=True)
class Standings:
    """Players and teams by points, and what went to the pot; the points of the players and the pot sum to zero."""

    players: tuple[Standing, ...]
    teams: tuple[Standing, ...]
    pot: int

    def as_dict(self) -> dict[str, Any]:
        """The standings as JSON holds them."""
        return {
            "players": [{key: getattr(one, key) for key in STANDING_KEYS} for one in self.players],
            "teams": [{key: getattr(one, key) for key in STANDING_KEYS} for one in self.teams],
            "pot": self.pot,
        }


STANDING_KEYS = Standing.__match_args__


def standings(sheets: Iterable[Sheet], players: Iterable[str], teams: Iterable[str]) -> Standings:
    """The standings over these sessions, those who have not played yet among them."""
    by_player: dict[str, list[_Part]] = {name: [] for name in players}
    by_team: dict[str, list[_Part]] = {name: [] for name in teams}
    pot = 0
    for sheet in sheets:
        pot += sheet.totals[POT]
        for seat in SEATS:
            part = _part(sheet, seat)
            by_player[sheet.session.players[seat]].append(part)
            team = sheet.session.teams[seat]
            if team is not None:
                by_team[team].append(part)
    return Standings(_ranked(by_player), _ranked(by_team), pot)


@dataclass(frozen=True, slots=True)
class _Part:
    """What one seat of one session adds."""

    points: int
    deals: int
    wins: int
    self_drawn: int
    thrown: int


def _part(sheet: Sheet, seat: str) -> _Part:
    won = [one for one in sheet.played if any(win.seat == seat for win in one.deal.wins)]
    return _Part(
        points=sheet.totals[seat],
        deals=len(sheet.played),
        wins=len(won),
        self_drawn=sum(one.deal.discarder is None for one in won),
        thrown=sum(one.deal.discarder == seat for one in sheet.played),
    )


def _ranked(parts: Mapping[str, list[_Part]]) -> tuple[Standing, ...]:
    points = {name: sum(part.points for part in all_parts) for name, all_parts in parts.items()}
    ordered = sorted(parts, key=lambda name: -points[name])
    return tuple(
        Standing(
            rank=1 + sum(other > points[name] for other in points.values()),
            name=name,
            points=points[name],
            sessions=len(parts[name]),
            deals=sum(part.deals for part in parts[name]),
            wins=sum(part.wins for part in parts[name]),
            self_drawn=sum(part.self_drawn for part in parts[name]),
            thrown=sum(part.thrown for part in parts[name]),
        )
        for name in ordered
    )
