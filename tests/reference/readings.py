"""Section 1.1-1.3: the four forms, every reading, every place of the winning tile, and the waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from .model import (
    BUDA,
    HONOUR_KINDS,
    KIND_ORDER,
    KINDS,
    LIGU,
    ORPHAN_FORM,
    ORPHANS,
    STANDARD,
    Group,
    Reading,
    SlowMeld,
    in_order,
    is_honour,
    number_of,
)

Split = tuple[Group, ...]


def without(tiles: Sequence[str], taken: Sequence[str]) -> list[str] | None:
    """The tiles less the taken ones, or None when one of these is not there."""
    rest = list(tiles)
    for tile in taken:
        if tile not in rest:
            return None
        rest.remove(tile)
    return rest


def groups_from(lowest: str, eyes_wanted: bool) -> list[Group]:
    """Every group that can hold the tile as its lowest."""
    groups = [Group("pung", lowest)]
    if eyes_wanted:
        groups.append(Group("eyes", lowest))
    if not is_honour(lowest) and number_of(lowest) <= 7:
        groups.append(Group("chow", lowest))
    return groups


def standard_splits(tiles: list[str], eyes_wanted: bool = True) -> Iterator[Split]:
    """Ways to lay sorted tiles as melds and one pair of eyes; a way may come more than once."""
    if not tiles:
        if not eyes_wanted:
            yield ()
        return
    for group in groups_from(tiles[0], eyes_wanted):
        rest = without(tiles, group.tiles)
        if rest is not None:
            for split in standard_splits(rest, eyes_wanted and not group.is_eyes):
                yield (group, *split)


def ligu_splits(tiles: list[str]) -> Iterator[Split]:
    """7 pairs + 1 triplet; four of a kind are two pairs, so the triplet's tile has no fourth."""
    copies = Counter(tiles)
    if len(tiles) != 17 or 1 in copies.values() or list(copies.values()).count(3) != 1:
        return
    groups: list[Group] = []
    for tile in copies:
        shape = "triplet" if copies[tile] == 3 else "pair"
        groups += [Group(shape, tile)] * (2 if copies[tile] == 4 else 1)
    yield tuple(groups)


def orphan_splits(tiles: list[str]) -> Iterator[Split]:
    """The 13 orphans, one of them doubled, + one meld."""
    if len(tiles) != 17:
        return
    for doubled in ORPHANS:
        rest = without(tiles, [*ORPHANS, doubled])
        if rest is None:
            continue
        for meld in groups_from(in_order(rest)[0], eyes_wanted=False):
            if without(rest, meld.tiles) == []:
                singles = (Group("single", tile) for tile in ORPHANS if tile != doubled)
                yield (meld, Group("eyes", doubled), *singles)


def buda_splits(tiles: list[str]) -> Iterator[Split]:
    """7 honours, three numbers of each suit no two within 2 of each other, one of the 16 doubled."""
    copies = Counter(tiles)
    if len(tiles) != 17 or len(copies) != 16 or not set(HONOUR_KINDS) <= set(copies):
        return
    for suit in "mps":
        numbers = [number_of(tile) for tile in copies if tile[1] == suit]
        if len(numbers) != 3 or any(abs(one - other) <= 2 for one, other in combinations(numbers, 2)):
            return
    yield tuple(Group("eyes" if copies[tile] == 2 else "single", tile) for tile in copies)


def splits(concealed: Sequence[str], melds: Sequence[SlowMeld]) -> Iterator[tuple[str, Split]]:
    """Every form and every way to lay the concealed tiles in it."""
    tiles = in_order(list(concealed))
    if len(tiles) + 3 * len(melds) != 17:
        return
    for split in standard_splits(tiles):
        yield STANDARD, split
    if not melds:
        for split in ligu_splits(tiles):
            yield LIGU, split
        for split in orphan_splits(tiles):
            yield ORPHAN_FORM, split
        for split in buda_splits(tiles):
            yield BUDA, split


def all_readings(concealed: Sequence[str], melds: Sequence[SlowMeld], win: str, drawn: bool) -> list[Reading]:
    """Form x decomposition x place of the winning tile, each once."""
    declared = tuple(Group(m.shape, m.tile, m.kind, dark=m.kind == "concealed") for m in melds)
    readings: dict[tuple[str, tuple[str, ...], str], Reading] = {}
    for form, split in splits(concealed, melds):
        laid = tuple(sorted(split, key=lambda group: group.order))
        names = tuple(group.name for group in laid)
        for place, group in enumerate(laid):
            if win in group.tiles:
                completed = replace(group, dark=drawn)
                groups = declared + laid[:place] + (completed,) + laid[place + 1 :]
                # equal groups are equal places: the first of them stands for all
                readings.setdefault((form, names, group.name), Reading(form, groups, len(declared) + place))
    return list(readings.values())


def held_tiles(concealed: Sequence[str], melds: Sequence[SlowMeld]) -> list[str]:
    return [*concealed, *(tile for meld in melds for tile in Group(meld.shape, meld.tile).tiles)]


def waits(concealed: Sequence[str], melds: Sequence[SlowMeld] = ()) -> set[str]:
    """Kinds that complete any form, less those held four times; concealed lacks the winning tile."""
    held = Counter(held_tiles(concealed, melds))
    return {
        kind
        for kind in sorted(KINDS, key=KIND_ORDER.__getitem__)
        if held[kind] < 4 and any(True for _ in splits([*concealed, kind], melds))
    }
