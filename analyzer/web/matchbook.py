"""Requests about the match book, which only a server has: sessions, seats, deals, standings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from analyzer.book import Call, Outcome
from analyzer.web.requests import STRICT, Request, WinOfDeal

if TYPE_CHECKING:
    from analyzer.book import Book, Receipt
    from analyzer.book.sheet import Session

Answer = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class InSession(Request):
    """A session by its number."""

    session: int


@dataclass(frozen=True, kw_only=True)
class Opening(Request):
    """Four players on 東南西北; with ``enter`` those the book does not know are entered first."""

    players: list[str]
    name: str = ""
    enter: bool = False


@dataclass(frozen=True, kw_only=True)
class CallOfDeal:
    """An instant reward or fine: its name, whose it is, how many, and who pays 七搶一."""

    __pydantic_config__: ClassVar[dict[str, object]] = STRICT

    name: str
    player: str
    count: int = 1
    holder: str | None = None


@dataclass(frozen=True, kw_only=True)
class Recording(InSession):
    """How a deal ended. ``expected`` is the version of the session that the writer has seen."""

    result: Literal["win", "draw", "redeal"] = "win"
    wins: list[WinOfDeal] = field(default_factory=list)
    discarder: str | None = None
    calls: list[CallOfDeal] = field(default_factory=list)
    expected: int | None = None


@dataclass(frozen=True, kw_only=True)
class Amendment(Recording):
    """Another outcome in place of a deal."""

    deal: int
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Undoing(InSession):
    """A deal to take out; by default the last."""

    deal: int | None = None
    reason: str = ""
    expected: int | None = None


@dataclass(frozen=True, kw_only=True)
class StandingsOf(Request):
    """The standings over all sessions, or over those of the fixtures only."""

    match_only: bool = False


@dataclass(frozen=True, kw_only=True)
class Export(Request):
    """The whole book as JSON, or its deals as CSV."""

    format: Literal["json", "csv"] = "json"


# ---------------------------------------------------------------- answers


def _sessions(book: Book, _: Request) -> Answer:
    """Every session, and every player with the team."""
    return {"sessions": [_session_as_dict(one) for one in book.sessions()], "players": book.players()}


def _session_as_dict(session: Session) -> Answer:
    return {
        "session": session.number,
        "name": session.name,
        "opened": session.opened,
        "players": dict(session.players),
        "teams": dict(session.teams),
        "fixture": session.fixture,
        "table": session.table,
        "rulings": dict(session.rulings),
    }


def _session(book: Book, request: InSession) -> Answer:
    """The sheet of a session: its deals, payments and totals, and who deals next."""
    return book.sheet(request.session).as_dict()


def _seats(book: Book, request: InSession) -> Answer:
    """Who sits where in the next deal: each seat with its player, team and wind, the dealer marked."""
    sheet = book.sheet(request.session)
    session, position = sheet.session, sheet.position
    seats = [
        {
            "seat": seat,
            "player": player,
            "team": session.teams[seat],
            "wind": position.wind(seat),
            "dealer": seat == position.dealer,
        }
        for seat, player in session.players.items()
    ]
    return {"session": session.number, "seats": seats, "next": sheet.as_dict()["next"], "version": sheet.version}


def _open(book: Book, request: Opening) -> Answer:
    """Open a session of four players."""
    if request.enter:
        known = book.players()
        book.add_players(*(name for name in dict.fromkeys(request.players) if name not in known))
    return book.open_session(request.players, name=request.name, settings=request.rulings).as_dict()


def _record(book: Book, request: Recording) -> Answer:
    """Record the next deal of a session."""
    receipt = book.record(request.session, _outcome(request), expected=request.expected)
    return _receipt_as_dict(receipt, request)


def _amend(book: Book, request: Amendment) -> Answer:
    """Put another outcome in place of a deal; the later deals follow."""
    outcome, said = _outcome(request), {"reason": request.reason}
    receipt = book.amend(request.session, request.deal, outcome, **said, expected=request.expected)
    return _receipt_as_dict(receipt, request)


def _undo(book: Book, request: Undoing) -> Answer:
    """Take a deal out; the later deals follow."""
    receipt = book.undo(request.session, request.deal, reason=request.reason, expected=request.expected)
    return _receipt_as_dict(receipt, request)


def _outcome(request: Recording) -> Outcome:
    wins = tuple((win.winner, win.line) for win in request.wins)
    calls = tuple(Call(one.name, one.player, one.count, one.holder) for one in request.calls)
    return Outcome(request.result, wins, request.discarder, calls)


def _receipt_as_dict(receipt: Receipt, request: Request) -> Answer:
    return {"deal": receipt.number, "sheet": receipt.sheet.as_dict(), "notes": receipt.notes(request.lang)}


def _standings(book: Book, request: StandingsOf) -> Answer:
    """The standings of players and teams."""
    return book.standings(match_only=request.match_only).as_dict()


def _export(book: Book, request: Export) -> Answer:
    """The whole book."""
    return {"csv": book.deals_csv()} if request.format == "csv" else {"book": book.export()}


class AskedOfBook(NamedTuple):
    """What answers a name: the class of its request, the function, and whether it writes."""

    request: type[Request]
    answer: Callable[[Book, Any], Answer]
    writes: bool = False


ANSWERS = {
    "book-sessions": AskedOfBook(Request, _sessions),
    "book-session": AskedOfBook(InSession, _session),
    "book-seats": AskedOfBook(InSession, _seats),
    "book-open": AskedOfBook(Opening, _open, writes=True),
    "book-record": AskedOfBook(Recording, _record, writes=True),
    "book-amend": AskedOfBook(Amendment, _amend, writes=True),
    "book-undo": AskedOfBook(Undoing, _undo, writes=True),
    "book-standings": AskedOfBook(StandingsOf, _standings),
    "book-export": AskedOfBook(Export, _export),
}
