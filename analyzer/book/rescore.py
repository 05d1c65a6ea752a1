"""Scoring the deals of a session anew from their lines, and what that changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.book.deal import BookError
from analyzer.book.play import Played
from analyzer.book.sheet import Sheet
from analyzer.book.worth import HouseRules, Valued, value
from analyzer.errors import Problem, Refusal, YunlongError
from analyzer.scoring import score


@dataclass(frozen=True)
class Change:
    """A deal that is worth something else; ``rows`` says for each winner what is counted more (+) and less (-)."""

    session: int
    before: Played
    after: Played
    rows: Mapping[str, tuple[str, ...]]

    def as_dict(self) -> dict[str, Any]:
        """The change as JSON holds it."""
        return {
            "session": self.session,
            "deal": self.before.number,
            "totals": {
                win.seat: [win.total, anew.total]
                for win, anew in zip(self.before.deal.wins, self.after.deal.wins, strict=True)
            },
            "deltas": {
                account: [old, self.after.deltas[account]] for account, old in self.before.deltas.items()
            },
            "rows": {seat: list(rows) for seat, rows in self.rows.items()},
        }  # fmt: skip


def rescored(sheet: Sheet, rules: HouseRules) -> list[tuple[Played, Valued]]:
    """Every deal that stands with its value under ``rules``; one refusal lists each deal that has none."""
    found, problems = [], []
    for played in sheet.played:
        try:
            found.append((played, value(played.deal.outcome, played.position, rules)))
        except Refusal as error:
            problems += [deal_problem(sheet, played), *error.problems]
    if problems:
        raise BookError(problems)
    return found


def deal_problem(sheet: Sheet, played: Played) -> Problem:
    """The problem that names a deal; what is wrong with it follows."""
    position = played.position
    words = {"session": sheet.session.number, "number": played.number, "dealer": position.dealer}
    return Problem("book.later-deal", {**words, "streak": position.streak, "wind": position.prevailing})


def changes(sheet: Sheet, anew: Iterable[tuple[Played, Valued]], before: Callable[[], HouseRules]) -> list[Change]:
    """Those deals of which a total or a payment differs; ``before`` gives the rules so far, to tell the rows apart."""
    found = []
    for played, valued in anew:
        after = Played(played.number, valued.deal, played.position)
        if (played.deal.wins, played.deltas) != (after.deal.wins, after.deltas):
            found.append(Change(sheet.session.number, played, after, _rows(before, valued)))
    return found


def _rows(before: Callable[[], HouseRules], valued: Valued) -> dict[str, tuple[str, ...]]:
    """For each winner the rows that only one of the two scorings counts; none where the old table reads no more."""
    try:
        rules = before()
    except YunlongError:
        return {}
    differences = {}
    for win in valued.settlement.wins if valued.settlement else ():
        old = score(win.score.hand, table=rules.table, rulings=rules.rulings)
        was, now = (Counter((row.name, row.price) for row in one.rows) for one in (old, win.score))
        was["底", old.base] += 1
        now["底", win.score.base] += 1
        signed = [*(("-", row) for row in (was - now).elements()), *(("+", row) for row in (now - was).elements())]
        differences[win.winner] = tuple(f"{sign}{name} {price}" for sign, (name, price) in signed)
    return differences
