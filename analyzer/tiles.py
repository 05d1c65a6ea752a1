"""The 34 kinds of tile and the eight flowers: numbers, names and pictures.

A *kind* is a number 0–33: 0–8 萬 1–9, 9–17 筒, 18–26 索, 27–33 東南西北白發中 (the tenhou order).
A *group* is a number 0–88: 0–20 chows (suit × 7 + lowest number − 1), 21–54 pungs (21 + kind), 55–88 eyes (55 + kind).
"""

from __future__ import annotations

from collections.abc import Iterable

SUITS = "mps"
KINDS = 34
FIRST_HONOUR = 27
EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)
WINDS = (EAST, SOUTH, WEST, NORTH)
DRAGONS = (WHITE, GREEN, RED)
ORPHANS = (0, 8, 9, 17, 18, 26, *range(FIRST_HONOUR, KINDS))

CHOWS = 21
FIRST_PUNG = CHOWS
FIRST_EYES = FIRST_PUNG + KINDS
GROUPS = FIRST_EYES + KINDS

NAMES = tuple(f"{number}{suit}" for suit in SUITS for number in range(1, 10)) + tuple(
    f"{number}z" for number in range(1, 8)
)
KIND = {name: kind for kind, name in enumerate(NAMES)}
HONOURS_ZH = "東南西北白發中"
SUITS_ZH = "萬筒索"
NUMBERS_ZH = "一二三四五六七八九"
NAMES_ZH = tuple(f"{number}{suit}" for suit in SUITS_ZH for number in range(1, 10)) + tuple(HONOURS_ZH)
# Unicode keeps 東南西北 中發白 first, then 萬, 索, 筒.
PICTURES = (
    tuple(chr(0x1F007 + n) for n in range(9))
    + tuple(chr(0x1F019 + n) for n in range(9))
    + tuple(chr(0x1F010 + n) for n in range(9))
    + tuple("🀀🀁🀂🀃🀆🀅🀄")
)

FLOWERS_ZH = "春夏秋冬梅蘭菊竹"
FLOWERS_EN = ("spring", "summer", "autumn", "winter", "plum", "orchid", "chrysanthemum", "bamboo")
FLOWER_PICTURES = "🀦🀧🀨🀩🀢🀣🀥🀤"


def suit_of(kind: int) -> int:
    """0 萬, 1 筒, 2 索, 3 honours."""
    return kind // 9


def number_of(kind: int) -> int:
    """1–9 for a numbered tile, 0 for an honour (honours have no number)."""
    return kind % 9 + 1 if kind < FIRST_HONOUR else 0


def chow(first: int) -> int:
    """The group of the chow whose lowest tile is ``first``."""
    return first // 9 * 7 + first % 9


def pung(kind: int) -> int:
    """The group of the pung (or kong) of ``kind``."""
    return FIRST_PUNG + kind


def eyes(kind: int) -> int:
    """The group of the eyes of ``kind``."""
    return FIRST_EYES + kind


def _tiles_of_group(group: int) -> tuple[int, ...]:
    if group < FIRST_PUNG:
        first = group // 7 * 9 + group % 7
        return (first, first + 1, first + 2)
    if group < FIRST_EYES:
        return (group - FIRST_PUNG,) * 3
    return (group - FIRST_EYES,) * 2


GROUP_TILES = tuple(_tiles_of_group(group) for group in range(GROUPS))


def write(kinds: Iterable[int]) -> str:
    """Tiles in tenhou style, suit letters once a run: ``112m5z``."""
    ordered = list(kinds)
    parts: list[str] = []
    for position, kind in enumerate(ordered):
        name = NAMES[kind]
        following = ordered[position + 1] if position + 1 < len(ordered) else None
        parts.append(name[0] if following is not None and suit_of(following) == suit_of(kind) else name)
    return "".join(parts)


GROUP_NAMES = tuple(write(tiles) for tiles in GROUP_TILES)


def pictures(kinds: Iterable[int]) -> str:
    """Tiles as Unicode pictures (the red dragon followed by the text selector, else it may show as an emoji)."""
    return "".join(PICTURES[kind] + ("\ufe0e" if kind == RED else "") for kind in kinds)
