"""What a deal was (``Outcome``) and what the fan table made of it (``Deal``), and both as JSON holds them.

A deal keeps the totals it was scored at, so that a new version of the program changes no result that was announced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

from analyzer.errors import Problem, Refusal
from analyzer.payment import ACCOUNTS, SEATS, Transfer

Result = Literal["win", "draw", "redeal"]
RESULTS: tuple[Result, ...] = get_args(Result)
MOST = 10**9
PAYMENT_REASONS = ("win", "discard", "kong", "reward")
T = TypeVar("T")


class BookError(Refusal):
    """What the book cannot take; nothing was written."""


class StaleWrite(BookError):
    """The session has changed since the writer looked at it; nothing was written."""


def refused(code: str, **words: object) -> BookError:
    """The refusal with this one problem."""
    return BookError([Problem(f"book.{code}", words)])


@dataclass(frozen=True, slots=True)
class Call:
    """An instant reward or fine as it is called: its name, whose it is, how many, and who pays 七搶一."""

    name: str
    seat: str
    count: int = 1
    holder: str | None = None

    def __str__(self) -> str:
        """As it is typed: ``暗槓:南``, ``彩五:南:3``, ``七搶一:南:西``; :func:`read_call` reads it back."""
        more = self.holder or (str(self.count) if self.count != 1 else "")
        return ":".join(filter(None, (self.name, self.seat, more)))


def read_call(text: str) -> Call:
    """A reward as it is typed: ``NAME:SEAT``, with ``:COUNT`` or ``:HOLDER`` where it takes one."""
    parts = [part.strip() for part in text.replace("：", ":").split(":")]
    if len(parts) not in (2, 3) or not all(parts):
        raise refused("reward-form", text=text)
    name, seat, *more = parts
    if not more:
        return Call(name, seat)
    if more[0].isdecimal():
        return Call(name, seat, int(more[0][:9]))
    return Call(name, seat, holder=more[0])


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended: ``wins`` are (seat, hand line), ``discarder`` threw the tile; a draw has neither."""

    result: Result
    wins: tuple[tuple[str, str], ...] = ()
    discarder: str | None = None
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class Won:
    """One winner: the seat, the canonical line without what the position says, and the total in 翻."""

    seat: str
    line: str
    total: int


@dataclass(frozen=True, slots=True)
class Streak:
    """The price of 莊連拉: ``step`` for each deal held, and ``plus``."""

    step: int
    plus: int


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal scored: payments but 莊連拉, which follows from the position; table and rulings it was scored under."""

    result: Result
    wins: tuple[Won, ...]
    discarder: str | None
    calls: tuple[Call, ...]
    payments: tuple[Transfer, ...]
    streak: Streak | None
    table: str
    rulings: Mapping[str, str]

    @property
    def outcome(self) -> Outcome:
        """What happened, without what it was worth."""
        return Outcome(self.result, tuple((win.seat, win.line) for win in self.wins), self.discarder, self.calls)

    def as_dict(self) -> dict[str, Any]:
        """The deal as JSON holds it; :func:`read_deal` reads it back."""
        return {
            "result": self.result,
            "wins": [{"seat": win.seat, "line": win.line, "total": win.total} for win in self.wins],
            "discarder": self.discarder,
            "calls": [{"name": c.name, "seat": c.seat, "count": c.count, "holder": c.holder} for c in self.calls],
            "payments": [
                {"payer": p.payer, "payee": p.payee, "amount": p.amount, "reason": p.reason, "words": dict(p.words)}
                for p in self.payments
            ],
            "streak": None if self.streak is None else {"step": self.streak.step, "plus": self.streak.plus},
            "table": self.table,
            "rulings": dict(self.rulings),
        }


def read_deal(raw: object) -> Deal:
    """The deal that :meth:`Deal.as_dict` wrote; BookError for anything else."""
    whole = record(raw, "result", "wins", "discarder", "calls", "payments", "streak", "table", "rulings")
    streak = whole["streak"]
    deal = Deal(
        result=one_of(whole["result"], RESULTS),
        wins=each(whole["wins"], _read_won),
        discarder=_seat_or_none(whole["discarder"]),
        calls=each(whole["calls"], _read_call),
        payments=each(whole["payments"], _read_payment),
        streak=None if streak is None else Streak(**_numbers(record(streak, "step", "plus"))),
        table=of_type(whole["table"], str),
        rulings=read_rulings(whole["rulings"]),
    )
    winners = [win.seat for win in deal.wins]
    if (deal.result == "win") != bool(winners) or len({*winners, deal.discarder}) <= len(winners):
        raise refused("malformed", what=repr(winners))
    if any(payment.reason != "reward" and payment.payee not in winners for payment in deal.payments):
        raise refused("malformed", what="payments")
    return deal


def _read_won(raw: object) -> Won:
    whole = record(raw, "seat", "line", "total")
    return Won(one_of(whole["seat"], tuple(SEATS)), of_type(whole["line"], str), of_type(whole["total"], int))


def _read_call(raw: object) -> Call:
    whole = record(raw, "name", "seat", "count", "holder")
    seat, count = one_of(whole["seat"], tuple(SEATS)), of_type(whole["count"], int)
    return Call(of_type(whole["name"], str), seat, count, _seat_or_none(whole["holder"]))


def _read_payment(raw: object) -> Transfer:
    whole = record(raw, "payer", "payee", "amount", "reason", "words")
    payer, payee = one_of(whole["payer"], tuple(SEATS)), one_of(whole["payee"], ACCOUNTS)
    amount = of_type(whole["amount"], int)
    words = _texts(whole["words"])
    return Transfer(payer, payee, amount, one_of(whole["reason"], PAYMENT_REASONS), words)


def read_rulings(raw: object) -> dict[str, str]:
    """Rulings and their settings, also such as only an earlier version of the program had."""
    return _texts(raw)


def _texts(raw: object) -> dict[str, str]:
    return {of_type(key, str): of_type(text, str) for key, text in of_type(raw, dict).items()}


def _seat_or_none(raw: object) -> str | None:
    return None if raw is None else one_of(raw, tuple(SEATS))


def _numbers(raw: Mapping[str, Any]) -> dict[str, int]:
    return {key: of_type(value, int) for key, value in raw.items()}


def record(raw: object, *keys: str) -> dict[str, Any]:
    """``raw`` if it is an object with exactly these keys."""
    whole = of_type(raw, dict)
    if set(whole) != set(keys):
        raise refused("malformed-keys", keys=", ".join(keys), have=", ".join(map(str, whole)))
    return whole


def each(raw: object, read: Callable[[object], T]) -> tuple[T, ...]:
    """Every item of a list."""
    return tuple(read(item) for item in of_type(raw, list))


def of_type(raw: object, kind: type[T]) -> T:
    """``raw`` if it is of this kind; True is no number here, nor is one that no game comes to."""
    if not isinstance(raw, kind) or isinstance(raw, bool) or (isinstance(raw, int) and abs(raw) > MOST):
        raise refused("malformed", what=repr(raw)[:60])
    return raw


def one_of(raw: object, choices: tuple[Any, ...]) -> Any:
    """``raw`` if it is one of ``choices``."""
    if raw not in choices:
        raise refused("malformed", what=repr(raw)[:60])
    return raw
