"""How a session goes on: the dealer, the streak and the round wind follow from one deal to the next.

Pure: nothing here knows where deals are kept, or how a hand is scored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from analyzer.book.deal import Deal
from analyzer.payment import ACCOUNTS, SEATS, Transfer


@dataclass(frozen=True, slots=True)
class Position:
    """Where a session stands: how often the deal has passed on, and how many deals the dealer has held.

    Four dealers make a round; after 北 the winds begin again at 東.
    """

    passed: int = 0
    streak: int = 0

    @property
    def dealer(self) -> str:
        """The seat that deals."""
        return SEATS[self.passed % len(SEATS)]

    @property
    def prevailing(self) -> str:
        """The round wind (圈風)."""
        return SEATS[self.passed // len(SEATS) % len(SEATS)]

    def wind(self, seat: str) -> str:
        """The wind (門風) of a seat: 東 is the dealer's."""
        return SEATS[(SEATS.index(seat) - SEATS.index(self.dealer)) % len(SEATS)]

    def after(self, deal: Deal) -> Position:
        """The position after ``deal``: the dealer stays on a win of his own and on a draw; a redeal moves nothing."""
        if deal.result == "redeal":
            return self
        if deal.result == "draw" or any(win.seat == self.dealer for win in deal.wins):
            return Position(self.passed, self.streak + 1)
        return Position(self.passed + 1)


@dataclass(frozen=True)
class Played:
    """A deal at its place in the session."""

    number: int
    deal: Deal
    position: Position

    @cached_property
    def payments(self) -> tuple[Transfer, ...]:
        """Everything that is paid: hands, 莊連拉 between the dealer and another, rewards."""
        return tuple(payment for base in self.deal.payments for payment in (base, *self._streak(base)))

    def _streak(self, base: Transfer) -> list[Transfer]:
        """莊連拉 beside a share of a win, when one of the two deals (rulebook, section 7)."""
        dealer, streak = self.position.dealer, self.position.streak
        if base.reason == "reward" or self.deal.streak is None or dealer not in (base.payer, base.payee):
            return []
        amount = self.deal.streak.step * streak + self.deal.streak.plus
        words = {"dealer": dealer, "streak": streak, "amount": amount}
        return [Transfer(base.payer, base.payee, amount, "streak", words)]

    @cached_property
    def deltas(self) -> dict[str, int]:
        """What each account gains in this deal, in 翻; they sum to zero."""
        deltas = dict.fromkeys(ACCOUNTS, 0)
        for payment in self.payments:
            deltas[payment.payer] -= payment.amount
            deltas[payment.payee] += payment.amount
        return deltas


def replay(deals: Iterable[tuple[int, Deal]]) -> tuple[tuple[Played, ...], Position]:
    """Each numbered deal at its place, and the position after the last."""
    position = Position()
    played = []
    for number, deal in deals:
        played.append(Played(number, deal, position))
        position = position.after(deal)
    return tuple(played), position


def totals(played: Iterable[Played]) -> dict[str, int]:
    """The running total of each account."""
    sums = dict.fromkeys(ACCOUNTS, 0)
    for one in played:
        for account, delta in one.deltas.items():
            sums[account] += delta
    return sums
