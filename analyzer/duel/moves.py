"""Every legal play of a hand: distinct as cards (suits do not multiply), each with the reading that counts.

The plays of a kind are made on each run of ranks by choosing how many own cards of every rank to put there; the jokers
fill the rest. What several runs make of the same cards is one play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from analyzer.duel.notation import write_counts
from analyzer.duel.order import answers
from analyzer.duel.readings import Reading, highest
from analyzer.duel.rules import Counts, Kind, Rules, Window


class Move(NamedTuple):
    """A legal play: its cards, the reading that counts, and whether its kind has to be said (D7)."""

    cards: Counts
    reading: Reading
    choice: bool = False

    def text(self, rules: Rules) -> str:
        """The play as it is written: ``9TJQR``, ``9TJBRR:straight``."""
        return write_counts(self.cards, rules) + (f":{self.reading.kind}" if self.choice else "")


def moves(hand: Counts, rules: Rules, over: Reading | None = None) -> tuple[Move, ...]:
    """Every play the hand may lead, or with which it beats ``over``: by kind, then size, then rising strength."""
    naturals, jokers = hand[: len(rules.ranks)], hand[len(rules.ranks) :]
    splits = _joker_splits(jokers)
    found: list[Move] = []
    for own, wild in _shapes(naturals, sum(jokers), rules):
        for reading, choice in _readings(own + splits[wild][0], rules, over):
            found += [Move(own + split, reading, choice) for split in splits[wild]]
    for total in range(1, sum(jokers) + 1):
        for split in splits[total]:
            cards = (0,) * len(naturals) + split
            found += [Move(cards, reading, choice) for reading, choice in _readings(cards, rules, over)]
    order = list(rules.kinds)
    return tuple(sorted(found, key=lambda move: (order.index(move.reading.kind), move.reading[2:], move.cards)))


def _joker_splits(jokers: Counts) -> list[list[Counts]]:
    """For each number of jokers, which ones: 小王 and 大王 are different cards."""
    splits: list[list[Counts]] = [[] for _ in range(sum(jokers) + 1)]
    for small in range(jokers[0] + 1):
        for big in range(jokers[1] + 1):
            splits[small + big].append((small, big))
    return splits


def _readings(cards: Counts, rules: Rules, over: Reading | None) -> Iterable[tuple[Reading, bool]]:
    if over is None:
        choices = highest(cards, rules)
        return [(reading, len(choices) > 1) for reading in choices]
    reading = answers(cards, over, rules)
    return [] if reading is None else [(reading, False)]


def _shapes(naturals: Counts, jokers: int, rules: Rules) -> set[tuple[Counts, int]]:
    """Own cards, at least one, and the number of jokers with them, for everything that is some play."""
    found: set[tuple[Counts, int]] = set()
    for kind in rules.kinds.values():
        wild = jokers if kind.id in rules.wild else 0
        for window in rules.windows.get(kind.id, ()):
            for own, used in _choices(naturals[slice(*window)], wild, kind):
                if used[0] <= wild and any(own):
                    shown = (0,) * window[0] + own + (0,) * (len(naturals) - window[1])
                    found.update((shown, number) for number in range(used[0], used[1] + 1))
    return found


def _choices(inside: Counts, jokers: int, kind: Kind) -> Iterator[tuple[Counts, Window]]:
    """Own cards rank by rank with the least and the greatest number of jokers that go with them."""
    more = "each" in kind.or_more
    partial: list[tuple[Counts, int]] = [((), 0)]
    for held in inside:
        most = held if more else min(held, kind.each)
        partial = [
            ((*own, number), missing + max(kind.each - number, 0))
            for own, missing in partial
            for number in range(max(0, kind.each - jokers + missing), most + 1)
        ]
    return ((own, (missing, jokers if more else missing)) for own, missing in partial)
