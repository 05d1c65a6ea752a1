"""The worth of a hand: the dearest reading, 雙食, and 雞糊 that is decided last. Numbers only; words come later."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.counting import Counted, count_arrangement, select
from analyzer.hand import Hand
from analyzer.readings import Form, arrangements, meld_arrangements
from analyzer.rules import Instance, PlainTest, Rules
from analyzer.view import HandView


@dataclass(slots=True)
class Verdict:
    """The reading that is paid (for 雙食 two); every reading; ``plain`` is the 雞糊 row if it is one."""

    hand: HandView
    best: list[Counted]
    readings: list[Counted]
    base: int  # 底; 0 for a fragment
    plain: Instance | None = None

    @property
    def total(self) -> int:
        """翻, 底 included."""
        return self.base + sum(counted.total for counted in self.best)


def evaluate(hand: Hand, rules: Rules, *, exact_waits: bool = True) -> Verdict | None:
    """What a complete hand is worth under a table and its rulings; None if it does not win.

    ``exact_waits`` off is for the total alone: it may name 獨獨 what is 假獨, where both pay the same.
    """
    found = arrangements(hand)
    if not found:
        return None
    seen = HandView(hand, rules, exact_waits=exact_waits)
    readings = [counted for arrangement in found for counted in count_arrangement(seen, arrangement)]
    for test in rules.plain:
        plain = _plain(seen, readings, test)
        if plain is not None:
            return plain
    best = _dearest_of_each_form(readings)
    if len(best) > 1 and rules.rulings["R14"] == "once":
        _count_moment_once(rules, best)
    return Verdict(seen, best, readings, rules.base)


def evaluate_fragment(hand: Hand, rules: Rules) -> Verdict | None:
    """What the melds of a fragment are worth, without 底: the rows that look at melds; None if they are no melds."""
    found = meld_arrangements(hand)
    if not found:
        return None
    seen = HandView(hand, rules)
    seen.allow_only(rules.meld_rows)
    readings = [counted for arrangement in found for counted in count_arrangement(seen, arrangement)]
    return Verdict(seen, _dearest_of_each_form(readings), readings, 0)


def _dearest_of_each_form(readings: list[Counted]) -> list[Counted]:
    """For each form that the hand has, standard first, its dearest reading."""
    best: dict[int, Counted] = {}
    for counted in readings:
        form = counted.arrangement.form
        rival = best.get(form)
        if rival is None or counted.total > rival.total or (counted.total == rival.total and counted.key < rival.key):
            best[form] = counted
    return [best[form] for form in sorted(best)]


def _count_moment_once(rules: Rules, best: list[Counted]) -> None:
    """R14: what happened around the hand is paid in the first form only."""
    paid = {instance.row for instance in best[0].paid}
    for counted in best[1:]:
        twice = {one for one in counted.paid if one.row in paid and rules.moment_rows >> one.row & 1}
        counted.paid_elsewhere = [one for one in counted.paid if one in twice]
        counted.paid = [one for one in counted.paid if one not in twice]
        counted.total = sum(instance.price for instance in counted.paid)


def _plain(seen: HandView, readings: list[Counted], test: PlainTest) -> Verdict | None:
    """雞糊: no reading has a row but the few that may stand beside it; it replaces what is small."""
    rules = seen.rules
    allowed = test.beside | test.replaces | test.small
    for counted in readings:
        for instance in counted.found:
            if not allowed >> instance.row & 1:
                return None
        if sum(instance.price for instance in counted.found if test.small >> instance.row & 1) > test.at_most:
            return None
    if not seen.live(Form.STANDARD).bits >> test.row & 1:
        return None
    counted = min(readings, key=lambda one: one.key)
    plain = Instance(test.row, 0, 0, True, rules.forms[Form.STANDARD].prices[test.row][1])
    beside = select(rules, [one for one in counted.found if test.beside >> one.row & 1])
    counted.paid = sorted([plain, *beside])
    counted.total = sum(instance.price for instance in counted.paid)
    return Verdict(seen, [counted], readings, rules.base, plain)
