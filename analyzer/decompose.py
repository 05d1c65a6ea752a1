"""Every way to part undeclared tiles into melds and eyes, suit by suit.

A suit's nine counts have few splits, found once and remembered: all valid suits together number 53,055, and only
valid ones are kept, so the memory is bounded whatever is asked.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from analyzer import tiles

Split = tuple[int, ...]

_suit_splits: tuple[dict[bytes, tuple[Split, ...]], ...] = ({}, {}, {})
_honour_splits: dict[bytes, tuple[Split, ...]] = {}


def suit_splits(counts: bytes, suit: int) -> tuple[Split, ...]:
    """The splits of one suit's nine counts into melds and at most one pair of eyes; () if there is none."""
    known = _suit_splits[suit].get(counts)
    if known is not None:
        return known
    over = sum(counts) % 3
    if over == 1:
        return ()
    found: list[Split] = []
    _part(list(counts), 0, suit * 9, over == 2, (), found)
    if found:
        _suit_splits[suit][counts] = tuple(found)
    return tuple(found)


def _part(counts: list[int], place: int, base: int, want_eyes: bool, taken: Split, found: list[Split]) -> None:
    """At each number choose eyes or not, a pung or not; what is left of it starts chows. So no split comes twice."""
    while place < 9 and not counts[place]:
        place += 1
    if place == 9:
        found.append(taken)
        return
    kind, count = base + place, counts[place]
    for eyes in range(1 + (want_eyes and count >= 2)):
        for pung in range(1 + (count - 2 * eyes >= 3)):
            chows = count - 2 * eyes - 3 * pung
            if chows and (place > 6 or counts[place + 1] < chows or counts[place + 2] < chows):
                continue
            rest = counts.copy()
            for offset in range(3 if chows else 1):
                rest[place + offset] -= chows
            groups = (tiles.eyes(kind),) * eyes + (tiles.pung(kind),) * pung + (tiles.chow(kind),) * chows
            _part(rest, place + 1, base, want_eyes and not eyes, taken + groups, found)


def honour_splits(counts: bytes) -> tuple[Split, ...]:
    """The one split of the seven honour counts into pungs and at most one pair of eyes; () if there is none."""
    known = _honour_splits.get(counts)
    if known is not None:
        return known
    if 1 in counts or 4 in counts or counts.count(2) > 1:
        return ()
    pungs = tuple(tiles.pung(tiles.FIRST_HONOUR + n) for n, count in enumerate(counts) if count == 3)
    eyes = tuple(tiles.eyes(tiles.FIRST_HONOUR + n) for n, count in enumerate(counts) if count == 2)
    splits = _honour_splits[counts] = (pungs + eyes,)
    return splits


def standard_splits(counts: bytes) -> list[Split]:
    """Every way to part undeclared tiles into melds and exactly one pair of eyes, each once; unsorted inside."""
    # A suit holds eyes when its tiles are two over a multiple of three, so exactly one part may be so.
    parts = []
    eyes = 0
    for suit in range(3):
        part = counts[suit * 9 : suit * 9 + 9]
        splits = suit_splits(part, suit)
        if not splits:
            return []
        eyes += len(splits[0]) > 0 and sum(part) % 3 == 2
        parts.append(splits)
    honours = counts[tiles.FIRST_HONOUR :]
    splits = honour_splits(honours)
    if not splits or eyes + (2 in honours) != 1:
        return []
    parts.append(splits)
    if len(parts[0]) == len(parts[1]) == len(parts[2]) == 1:
        return [parts[0][0] + parts[1][0] + parts[2][0] + splits[0]]
    return [one + two + three + four for one, two, three, four in product(*parts)]


def meld_splits(counts: bytes) -> list[Split]:
    """Every way to part tiles into melds alone."""
    parts = [counts[suit * 9 : suit * 9 + 9] for suit in range(3)]
    honours = counts[tiles.FIRST_HONOUR :]
    if any(sum(part) % 3 for part in parts) or 2 in honours:
        return []
    choices = [suit_splits(part, suit) for suit, part in enumerate(parts)] + [honour_splits(honours)]
    return [tuple(group for split in chosen for group in split) for chosen in product(*choices)]


def standard_waits(held: bytes) -> list[int]:
    """The kinds that make undeclared tiles part into melds and one pair of eyes.

    The part (suit or honours) that is one tile over melds takes its tile and holds the eyes; of two parts that are two
    over, one takes the tile and the other holds the eyes.
    """
    parts = [*(held[suit * 9 : suit * 9 + 9] for suit in range(3)), held[tiles.FIRST_HONOUR :]]
    over = [sum(part) % 3 for part in parts]
    if sorted(over) not in ([0, 0, 0, 1], [0, 0, 2, 2]):
        return []
    found = []
    for place, part in enumerate(parts):
        others = (other for other in range(4) if other != place)
        if over[place] and all(_is_whole(parts[other], other) for other in others):
            found += [place * 9 + number for number in part_waits(part, place == 3)]
    return found


def _is_whole(part: bytes, place: int) -> bool:
    return bool(honour_splits(part) if place == 3 else suit_splits(part, place))


@lru_cache(maxsize=1 << 15)
def part_waits(part: bytes, honours: bool) -> tuple[int, ...]:
    """The numbers (from 0) that make one suit, or the honours, part into melds and at most one pair of eyes."""
    found = []
    for number, count in enumerate(part):
        if count < 4:
            more = part[:number] + bytes([count + 1]) + part[number + 1 :]
            if honour_splits(more) if honours else suit_splits(more, 0):
                found.append(number)
    return tuple(found)
