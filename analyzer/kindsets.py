"""Kind sets of the fan table (``2-8``, ``1 9 z``, ``23468s 6z``) as masks with one byte a kind.

A byte a kind, not a bit, so that the 34 counts of a hand become such a mask in one step (:func:`present_kinds`).
"""

from __future__ import annotations

import re

from analyzer import tiles

_TOKEN = re.compile(r"(?P<numbers>(?:[1-9](?:-[1-9])?)*)(?P<suit>[mpsz]?)")
_PRESENT = bytes([0, *[1] * 255])
_FOUR = bytes([0, 0, 0, 0, 1, *[0] * 251])
SUIT_BITS = 8 * 9


def kind_mask(kind: int) -> int:
    """The mask of one kind."""
    return 1 << 8 * kind


def _mask(kinds: range) -> int:
    return sum(kind_mask(kind) for kind in kinds)


EVERY = _mask(range(tiles.KINDS))
SUIT_MASKS = tuple(_mask(range(suit * 9, suit * 9 + 9)) for suit in range(3))
HONOURS = _mask(range(tiles.FIRST_HONOUR, tiles.KINDS))


def present_kinds(counts: bytes) -> int:
    """The mask of the kinds that are there."""
    return int.from_bytes(counts.translate(_PRESENT), "little")


def numbers_present(present: int) -> int:
    """The mask (one byte a number) of the numbers that are there, whatever the suit."""
    return (present | present >> SUIT_BITS | present >> 2 * SUIT_BITS) & SUIT_MASKS[0]


def kind_set(text: str) -> int:
    """The mask of a kind set; ValueError names the token that is none."""
    mask = 0
    for token in text.split():
        match = _TOKEN.fullmatch(token)
        if match is None:
            raise ValueError(f"{token!r} is no kind set such as '2-8', 's', '1 9 z' or '23468s'")
        mask |= _token_mask(match["numbers"], match["suit"])
    if not mask:
        raise ValueError(f"{text!r} holds no kind of tile")
    return mask


def _token_mask(numbers: str, suit: str) -> int:
    wanted = set(range(1, 10)) if not numbers else set()
    for first, last in re.findall(r"([1-9])(?:-([1-9]))?", numbers):
        wanted |= set(range(int(first), int(last or first) + 1))
    names = (f"{number}{letter}" for number in wanted for letter in suit or "mps")
    return sum(kind_mask(tiles.KIND[name]) for name in names if name in tiles.KIND)


GROUP_MASKS = tuple(sum(kind_mask(kind) for kind in set(group)) for group in tiles.GROUP_TILES)


def groups_holding(kinds: int) -> int:
    """The mask (one bit a group) of the groups that hold at least one tile of the set."""
    return sum(1 << group for group, mask in enumerate(GROUP_MASKS) if mask & kinds)


def groups_within(kinds: int) -> int:
    """The mask (one bit a group) of the groups all of whose tiles are of the set."""
    return sum(1 << group for group, mask in enumerate(GROUP_MASKS) if not mask & ~kinds)
