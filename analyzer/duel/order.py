"""Which play beats which, and by what rule."""

from __future__ import annotations

from typing import NamedTuple

from analyzer.duel.readings import Reading, bomb_order, fitting, highest
from analyzer.duel.rules import Counts, Rules


class Comparison(NamedTuple):
    """Whether an answer beats what lies there; ``rule`` is the code of the sentence that says why."""

    beats: bool
    rule: str


BY = ("stars", "place", "cards", "top")  # what bombs compare by, in the order of bomb_order


def compare(answer: Reading, over: Reading, rules: Rules) -> Comparison:
    """Whether one reading beats another."""
    if answer.stars and over.stars:
        return _compare_bombs(answer, over, rules)
    if answer.stars or over.stars:
        return Comparison(bool(answer.stars), "bomb-over-plain" if answer.stars else "plain-under-bomb")
    if answer.kind != over.kind:
        return Comparison(False, "other-kind")
    if answer.size != over.size:
        return Comparison(False, "other-size")
    if answer.top == over.top:
        return _tie(rules)
    return Comparison(answer.top > over.top, "top-higher" if answer.top > over.top else "top-lower")


def _compare_bombs(answer: Reading, over: Reading, rules: Rules) -> Comparison:
    for by, ours, theirs in zip(BY, bomb_order(answer, rules), bomb_order(over, rules), strict=True):
        if ours != theirs:
            return Comparison(ours > theirs, f"{by}-{'higher' if ours > theirs else 'lower'}")
    return _tie(rules)


def _tie(rules: Rules) -> Comparison:
    later = rules.rulings["D6"] == "yes"
    return Comparison(later, "tie-beats" if later else "tie")


def answers(counts: Counts, over: Reading, rules: Rules) -> Reading | None:
    """The reading with which these cards beat ``over``, if they do."""
    choices = highest(counts, rules)
    if not choices:
        return None
    reading = fitting(choices, over)
    return reading if compare(reading, over, rules).beats else None
