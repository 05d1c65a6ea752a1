"""A second judge of 疯狂对杀, slow and plain: it puts every rank in place of every joker and looks what comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from typing import NamedTuple

Counts = tuple[int, ...]
RANKS, ACE, BIG = 7, 5, 8  # 9 T J Q K A 2, then 小王 and 大王 at 7 and 8
DEFAULTS = {"D1": "every", "D2": "counted", "D3": "no", "D4": "shortest", "D5": "ranked", "D6": "no", "D7": "table"}


class Shape(NamedTuple):
    kind: str
    shown: Counts
    top: int
    stars: int = 0
    place: int = 0


@cache
def shape(shown: Counts, d3: str = "no", d4: str = "shortest") -> Shape | None:
    """What these cards without jokers are."""
    ranks = [rank for rank in range(RANKS) if shown[rank]]
    sizes = [shown[rank] for rank in ranks]
    full = (*shown, 0, 0)
    if len(ranks) == 1:
        names = {1: "single", 2: "pair", 3: "triple"}
        return Shape(names.get(sizes[0], "bomb"), full, ranks[0], sizes[0] if sizes[0] > 3 else 0)
    if any(b - a != 1 for a, b in pairwise(ranks)):
        return None
    if min(sizes) > 3 and len(ranks) > 2 and (ranks[-1] <= ACE or d3 == "yes"):
        alike = min(sizes) if d4 == "shortest" else sum(sizes) // len(sizes)
        return Shape("chain-bomb", full, ranks[-1], alike + len(ranks))
    if ranks[-1] > ACE or len(set(sizes)) > 1:
        return None
    wanted = {1: ("straight", 5), 2: ("pairs", 3), 3: ("triples", 3)}.get(sizes[0])
    return Shape(wanted[0], full, ranks[-1]) if wanted and len(ranks) >= wanted[1] else None


def shapes(counts: Counts, settings: Mapping[str, str] = DEFAULTS) -> set[Shape]:
    """Every reading, by substitution."""
    own, small, big = counts[:RANKS], counts[RANKS], counts[BIG]
    if not any(own):
        return _of_jokers(counts, small, big, settings["D5"])
    found = set()
    for stand in combinations_with_replacement(range(RANKS), small + big):
        shown = list(own)
        for rank in stand:
            shown[rank] += 1
        one = shape(tuple(shown), settings["D3"], settings["D4"])
        if one and (not stand or _allowed(one, settings)):
            found.add(one)
    return found


def _allowed(one: Shape, settings: Mapping[str, str]) -> bool:
    if settings["D1"] == "listed" and one.kind not in ("straight", "pairs"):
        return False
    return not (settings["D2"] == "never" and one.stars)


def _of_jokers(counts: Counts, small: int, big: int, d5: str) -> set[Shape]:
    if small + big == 1:
        return {Shape("single", counts, RANKS + big)}
    if small + big == 2:
        return {Shape("pair", counts, RANKS if d5 == "equal" else RANKS + big)}
    return {Shape("three-jokers", counts, BIG, 6, -1) if small + big == 3 else Shape("four-jokers", counts, BIG, 7, 1)}


def may_count(counts: Counts, settings: Mapping[str, str] = DEFAULTS) -> list[Shape]:
    """The readings that may count: one bomb, or the best of each kind, the best of all first."""
    found = sorted(shapes(counts, settings), key=lambda one: (one.stars, one.top, one.shown[::-1]), reverse=True)
    if not found or found[0].stars or settings["D7"] == "highest":
        return found[:1]
    best: dict[str, Shape] = {}
    for one in found:
        best.setdefault(one.kind, one)
    return list(best.values())


def higher(one: Shape, over: Shape, d6: str = "no") -> bool:
    """Whether a reading beats another."""
    if bool(one.stars) != bool(over.stars):
        return one.stars > over.stars
    sizes = sum(one.shown), sum(over.shown)
    if not one.stars and (one.kind != over.kind or sizes[0] != sizes[1]):
        return False
    for mine, theirs in ((one.stars, over.stars), (one.place, over.place), sizes[::-1], (one.top, over.top)):
        if mine != theirs:
            return mine > theirs
    return d6 == "yes"


def answer(counts: Counts, over: Shape, settings: Mapping[str, str] = DEFAULTS) -> Shape | None:
    """The reading with which cards beat ``over``."""
    found = may_count(counts, settings)
    fits = [one for one in found if one.kind == over.kind and sum(one.shown) == sum(over.shown)]
    return next((one for one in fits or found[:1] if higher(one, over, settings["D6"])), None)


def parts(hand: Counts) -> Iterator[Counts]:
    """Everything that can be put down from a hand."""
    return (part for part in product(*(range(number + 1) for number in hand)) if any(part))


def multisets(size: int, copies: int = 8) -> Iterator[Counts]:
    """Every choice of so many cards without jokers."""
    for ranks in combinations_with_replacement(range(RANKS), size):
        counts = tuple(ranks.count(rank) for rank in range(RANKS))
        if max(counts) <= copies:
            yield counts
