"""What to discard of 17 tiles: how far each discard leaves the hand, which tiles then help, and what it waits for.

Shanten is over the 16 tiles that stay, all forms, whatever lies on the table; 見 and one's own tiles are taken off the
counts of what is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from analyzer import legality, tiles
from analyzer.distance import distances
from analyzer.errors import ImpossibleHand
from analyzer.hand import READY, Hand
from analyzer.messages import Lang
from analyzer.notation import parse
from analyzer.readings import FORM_NAMES
from analyzer.table import Table, load_table
from analyzer.waiting import WinningTile, copies_left, waits

# What was said of the tile just drawn, and of the moment, does not hold for the tile that wins later.
LASTING = frozenset({*READY, "莊"})
_LATER: dict[str, Any] = {"win": None, "win_assumed": False, "self_drawn": False, "replacements": 0, "discards": None}


@dataclass(frozen=True, slots=True)
class UsefulTile:
    """A tile that brings the hand nearer, and the copies of it that may still come."""

    tile: str
    left: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a hand is: ``shanten`` 0 is ready, -1 has won; by form, the nearest first; and what brings it nearer."""

    shanten: int
    forms: Mapping[str, int]
    accepted: tuple[UsefulTile, ...]

    @property
    def won(self) -> bool:
        """Whether it is a winning hand as it is."""
        return self.shanten < 0

    @property
    def accepted_left(self) -> int:
        """How many tiles in all bring the hand nearer."""
        return sum(useful.left for useful in self.accepted)

    def as_dict(self) -> dict[str, Any]:
        """As JSON holds it."""
        return {
            "shanten": self.shanten,
            "forms": dict(self.forms),
            "accepted": [{"tile": useful.tile, "left": useful.left} for useful in self.accepted],
            "accepted_left": self.accepted_left,
        }


@dataclass(frozen=True, slots=True)
class Discard:
    """One discard, how the hand then stands, and where it is ready what it waits for, the dearest first."""

    tile: str
    standing: Standing
    waits: tuple[WinningTile, ...] = ()

    @property
    def best(self) -> int:
        """What the dearest winning tile pays; 0 where the hand is not ready, or no winning tile is left."""
        return max((tile.best for tile in self.waits), default=0)

    def as_dict(self, lang: Lang = "en") -> dict[str, Any]:
        """As JSON holds it."""
        return {"discard": self.tile, **self.standing.as_dict(), "waits": [tile.as_dict(lang) for tile in self.waits]}


def standing(hand: Hand) -> Standing:
    """How a hand stands, of 16 tiles or of 17."""
    found = distances(hand)
    nearest = found[0].missing
    useful = frozenset[int]().union(*(distance.useful for distance in found if distance.missing == nearest))
    return Standing(
        nearest - 1,
        {FORM_NAMES[distance.form]: distance.shanten for distance in found},
        tuple(UsefulTile(tiles.NAMES[kind], copies_left(hand, kind)) for kind in sorted(useful)),
    )


def discards(
    hand: Hand | str, *, table: Table | None = None, rulings: Mapping[str, str] | None = None
) -> tuple[Discard, ...]:
    """Every discard of a hand of 17 tiles, the best first: nearest, then most tiles that help, then dearest.

    A text is parsed first. Which tile was drawn does not matter; of the words 叮 天叮 地叮 莊 are kept for the win.
    Raises HandError for a hand that cannot be, RulingError for a ruling or a setting that does not exist.
    """
    hand = drawn_hand(hand)
    table = table or load_table()
    table.rulings.set(rulings or {})  # refused even where no discard makes the hand ready
    found = []
    for kind in dict.fromkeys(hand.concealed_kinds()):
        held = after(hand, kind)
        stands = standing(held)
        ready = waits(held, table=table, rulings=rulings) if stands.shanten == 0 else ()
        found.append(Discard(tiles.NAMES[kind], stands, ready))
    return tuple(sorted(found, key=_worth))


def _worth(discard: Discard) -> tuple[int, int, int]:
    return discard.standing.shanten, -discard.standing.accepted_left, -discard.best


def drawn_hand(hand: Hand | str) -> Hand:
    """A hand of 17 tiles, winning or not; ImpossibleHand for what no table could show."""
    if isinstance(hand, str):
        return parse(hand)
    problems = [problem for problem in legality.problems(hand) if problem.code != "no-win"]
    if problems:
        raise ImpossibleHand(problems, str(hand))
    return hand


def after(hand: Hand, kind: int) -> Hand:
    """The hand that holds 16 tiles after a discard, which everybody then sees."""
    counts = bytearray(hand.concealed)
    counts[kind] -= 1
    seen = tuple(sorted((*hand.seen, kind)))
    return replace(hand, concealed=bytes(counts), seen=seen, words=hand.words & LASTING, **_LATER)
