"""The readings of a hand: every form, every decomposition, every place of the winning tile; and the waits.

An :class:`Arrangement` is a form and its groups; a reading is an arrangement and the place of the winning tile in it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from analyzer import tiles
from analyzer.decompose import meld_splits, standard_splits, standard_waits
from analyzer.hand import Claim, Hand, Meld


class Form(IntEnum):
    """The four winning forms."""

    STANDARD = 0
    PAIRS = 1  # 嚦咕
    ORPHANS = 2  # 十三么
    UNRELATED = 3  # 不搭


FORM_NAMES = ("standard", "嚦咕", "十三么", "不搭")
NOWHERE = -1  # the place of a winning tile that completed no group (a single of 十三么 or 不搭)


class Arrangement(NamedTuple):
    """Sorted groups, with masks over their positions for what was declared.

    嚦咕: the triplet as a pung, then seven pairs as eyes. 十三么: the meld, then the doubled orphan. 不搭: the pair.
    """

    form: Form
    groups: tuple[int, ...]
    places: tuple[int, ...]  # positions the winning tile can have completed
    exposed: int = 0  # claimed melds
    kongs: int = 0
    concealed_kongs: int = 0
    direct_kongs: int = 0


def arrangements(hand: Hand) -> list[Arrangement]:
    """Every arrangement of a complete hand in every form, without duplicates; [] if it does not win."""
    found = _standard(hand)
    if not hand.melds:
        found += _pairs(hand) + _orphans(hand) + _unrelated(hand)
    return found


def _standard(hand: Hand) -> list[Arrangement]:
    win = hand.win
    if not hand.melds:
        return [
            Arrangement(Form.STANDARD, groups, _places(groups, win, 0))
            for groups in (tuple(sorted(split)) for split in standard_splits(hand.concealed))
        ]
    return [_with_melds(split, hand.melds, win) for split in standard_splits(hand.concealed)]


def meld_arrangements(fragment: Hand) -> list[Arrangement]:
    """Every way to part a fragment into melds, without eyes and without a winning tile."""
    return [_with_melds(split, fragment.melds, None) for split in meld_splits(fragment.concealed)]


def _with_melds(split: tuple[int, ...], melds: tuple[Meld, ...], win: int | None) -> Arrangement:
    """Concealed groups and declared melds in one sorted tuple; of equal groups the concealed ones come first."""
    entries: list[tuple[int, int, Claim | None]] = [(group, -1, None) for group in split]
    entries += [(meld.group, order, meld.claim) for order, meld in enumerate(melds)]
    entries.sort(key=lambda entry: entry[:2])
    masks: dict[Claim | None, int] = {}
    for position, (_, _, claim) in enumerate(entries):
        masks[claim] = masks.get(claim, 0) | 1 << position
    concealed, direct, added = (
        masks.get(claim, 0) for claim in (Claim.CONCEALED_KONG, Claim.DIRECT_KONG, Claim.ADDED_KONG)
    )
    exposed = masks.get(Claim.CHOW, 0) | masks.get(Claim.PUNG, 0) | direct | added
    groups = tuple(entry[0] for entry in entries)
    places = (NOWHERE,) if win is None else _places(groups, win, exposed | concealed)
    return Arrangement(Form.STANDARD, groups, places, exposed, concealed | direct | added, concealed, direct)


def _places(groups: tuple[int, ...], win: int | None, declared: int) -> tuple[int, ...]:
    """The undeclared groups that hold the winning tile; of equal groups one."""
    places: list[int] = []
    last = -1
    for position, group in enumerate(groups):
        if group != last and not declared >> position & 1 and win in tiles.GROUP_TILES[group]:
            places.append(position)
            last = group
    return tuple(places)


def _pairs(hand: Hand) -> list[Arrangement]:
    counts = hand.concealed
    if counts.count(3) != 1 or 1 in counts:
        return []
    triplet = tiles.pung(counts.index(3))
    pairs = [tiles.eyes(kind) for kind, count in enumerate(counts) for _ in range(count // 2) if count != 3]
    groups = (triplet, *pairs)
    return [Arrangement(Form.PAIRS, groups, _places(groups, hand.win, 0))]


def _orphans(hand: Hand) -> list[Arrangement]:
    """The 13 orphans once each, one of them doubled, and a meld of the four tiles left over."""
    rest = bytearray(hand.concealed)
    for kind in tiles.ORPHANS:
        if not rest[kind]:
            return []
        rest[kind] -= 1
    found = []
    for double in tiles.ORPHANS:
        if rest[double]:
            rest[double] -= 1
            meld = _single_meld(rest)
            rest[double] += 1
            if meld is not None:
                found.append(Arrangement(Form.ORPHANS, (meld, tiles.eyes(double)), (NOWHERE,)))
    return found


def _single_meld(counts: bytearray) -> int | None:
    """The meld that exactly these three tiles make."""
    first = next(kind for kind, count in enumerate(counts) if count)
    if counts[first] == 3:
        return tiles.pung(first)
    if first < tiles.FIRST_HONOUR and first % 9 < 7 and counts[first] == counts[first + 1] == counts[first + 2] == 1:
        return tiles.chow(first)
    return None


def _unrelated(hand: Hand) -> list[Arrangement]:
    counts = hand.concealed
    if counts.count(2) != 1 or counts.count(1) != 15 or 0 in counts[tiles.FIRST_HONOUR :]:
        return []
    if not all(_far_apart(counts[suit * 9 : suit * 9 + 9]) for suit in range(3)):
        return []
    double = counts.index(2)
    place = 0 if hand.win == double else NOWHERE
    return [Arrangement(Form.UNRELATED, (tiles.eyes(double),), (place,))]


def _far_apart(suit: bytes) -> bool:
    """Three numbers, no two within 2 of each other."""
    numbers = [number for number, count in enumerate(suit) if count]
    return len(numbers) == 3 and numbers[1] - numbers[0] > 2 and numbers[2] - numbers[1] > 2


def wins(hand: Hand) -> bool:
    """Whether a complete hand wins in any form."""
    return bool(standard_splits(hand.concealed)) or bool(
        not hand.melds and (_pairs(hand) or _orphans(hand) or _unrelated(hand))
    )


def waits(hand: Hand) -> tuple[int, ...]:
    """The kinds that complete the 16 held tiles in any form, less those of which the hand holds all four.

    The winning tile of a complete hand is set aside first.
    """
    held = hand.held
    kinds = set(standard_waits(held))
    if not hand.melds:
        kinds.update(_pairs_waits(held), _rare_waits(held))
    everything = hand.counts
    return tuple(sorted(kind for kind in kinds if everything[kind] - (kind == hand.win) < 4))


def _pairs_waits(held: bytes) -> list[int]:
    """嚦咕: eight pairs wait for any third tile; else a single beside a triplet, or two triplets for a fourth."""
    ones, threes = held.count(1), held.count(3)
    if ones == threes == 0:
        return [kind for kind, count in enumerate(held) if count == 2]
    if ones == threes == 1:
        return [held.index(1)]
    return [kind for kind, count in enumerate(held) if count == 3] if (ones, threes) == (0, 2) else []


def _rare_waits(held: bytes) -> list[int]:
    """十三么 and 不搭, tried tile by tile where so many different tiles are held that they may be near."""
    if tiles.KINDS - held.count(0) < 12:
        return []
    return [kind for kind in range(tiles.KINDS) if held[kind] < 4 and _rare_wins(_with_tile(held, kind))]


def _rare_wins(hand: Hand) -> bool:
    return bool(_orphans(hand) or _unrelated(hand))


def _with_tile(held: bytes, kind: int) -> Hand:
    counts = bytearray(held)
    counts[kind] += 1
    return Hand(bytes(counts), (), kind)
