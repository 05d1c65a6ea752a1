"""How far tiles are from winning, form by form: the fewest tiles lacking, and which.

Shanten is ``missing - 1`` for 16 held tiles. Declared melds stay as they are and take their copies away.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product

from analyzer import tiles
from analyzer.hand import Hand
from analyzer.readings import Form

MELDS = 5
# (chows, pungs, eyes) at one number: what a group of this number may start with.
_STARTS = [
    (chows, pung, eyes)
    for chows in range(5)
    for pung in range(2)
    for eyes in range(2)
    if chows + 3 * pung + 2 * eyes < 5
]
Lack = tuple[int, ...]
Best = tuple[int, Lack]


@dataclass(frozen=True, slots=True)
class Distance:
    """The fewest tiles a form lacks, and one choice of them (kinds, sorted)."""

    form: Form
    missing: int
    lacking: Lack


def distances(hand: Hand) -> list[Distance]:
    """Every form that these declared melds allow, the closest first."""
    caps = bytes(4 - declared for declared in _declared(hand))
    found = [Distance(Form.STANDARD, *_standard(hand.concealed, caps, MELDS - len(hand.melds)))]
    if not hand.melds:
        counts = hand.concealed
        found.append(Distance(Form.PAIRS, *_pairs(counts)))
        found.append(Distance(Form.ORPHANS, *_orphans(counts)))
        found.append(Distance(Form.UNRELATED, *_unrelated(counts)))
    return sorted(found, key=lambda distance: (distance.missing, distance.form))


def _declared(hand: Hand) -> bytes:
    counts = bytearray(tiles.KINDS)
    for meld in hand.melds:
        for kind in meld.kinds:
            counts[kind] += 1
    return bytes(counts)


def _standard(counts: bytes, caps: bytes, melds: int) -> Best:
    """Five melds and eyes, less the declared ones: the suits' tables joined."""
    joined: dict[tuple[int, int], Best] = {(0, 0): (0, ())}
    for suit in range(3):
        part = slice(suit * 9, suit * 9 + 9)
        joined = _join(joined, _suit_table(counts[part], caps[part], melds), suit * 9, melds)
    for kind in range(tiles.FIRST_HONOUR, tiles.KINDS):
        joined = _join(joined, _honour_table(counts[kind], caps[kind]), kind, melds)
    return joined.get((melds, 1), (99, ()))


def _join(
    one: dict[tuple[int, int], Best], other: dict[tuple[int, int], Best], base: int, melds: int
) -> dict[tuple[int, int], Best]:
    joined: dict[tuple[int, int], Best] = {}
    for (melds1, eyes1), (missing1, lack1) in one.items():
        for (melds2, eyes2), (missing2, lack2) in other.items():
            key = (melds1 + melds2, eyes1 + eyes2)
            if key[0] <= melds and key[1] < 2:
                missing = missing1 + missing2
                if key not in joined or missing < joined[key][0]:
                    joined[key] = (missing, lack1 + tuple(base + kind for kind in lack2))
    return joined


def _honour_table(count: int, cap: int) -> dict[tuple[int, int], Best]:
    table: dict[tuple[int, int], Best] = {(0, 0): (0, ())}
    for key, need in (((0, 1), 2), ((1, 0), 3)):
        if need <= cap:
            missing = max(0, need - count)
            table[key] = (missing, (0,) * missing)
    return table


@lru_cache(maxsize=4096)
def _suit_table(counts: bytes, caps: bytes, melds: int) -> dict[tuple[int, int], Best]:
    """(melds, eyes) → the fewest tiles this suit lacks for them; number by number, carrying the open chows along."""
    states: dict[tuple[int, int, int, int], Best] = {(0, 0, 0, 0): (0, ())}
    for number in range(9):
        following: dict[tuple[int, int, int, int], Best] = {}
        for (before, last, done, eyes), (missing, lack) in states.items():
            for chows, pung, pair in _STARTS:
                need = before + last + chows + 3 * pung + 2 * pair
                key = (last, chows, done + chows + pung, eyes + pair)
                if need > caps[number] or (number > 6 and chows) or key[2] > melds or key[3] > 1:
                    continue
                more = max(0, need - counts[number])
                if key not in following or missing + more < following[key][0]:
                    following[key] = (missing + more, lack + (number,) * more)
        states = following
    return {(done, eyes): best for (before, last, done, eyes), best in states.items() if before == 0 and last == 0}


def _pairs(counts: bytes) -> Best:
    """Seven pairs and a triplet; four of a kind may be two pairs."""
    states: dict[tuple[int, int], Best] = {(0, 0): (0, ())}
    for kind, count in enumerate(counts):
        following = dict(states)
        for (pairs, triplet), (missing, lack) in states.items():
            for key, need in (((pairs + 1, triplet), 2), ((pairs + 2, triplet), 4), ((pairs, triplet + 1), 3)):
                more = max(0, need - count)
                if key[0] <= 7 and key[1] < 2 and (key not in following or missing + more < following[key][0]):
                    following[key] = (missing + more, lack + (kind,) * more)
        states = following
    return states[7, 1]


def _orphans(counts: bytes) -> Best:
    """The 13 orphans, one doubled, and a meld of what is left."""
    rest = bytearray(counts)
    lack = []
    for kind in tiles.ORPHANS:
        if rest[kind]:
            rest[kind] -= 1
        else:
            lack.append(kind)
    best: Best = (99, ())
    for double, group in product(tiles.ORPHANS, range(tiles.FIRST_EYES)):
        need = (double, *tiles.GROUP_TILES[group])
        more = _not_in(need, rest)
        if len(more) < best[0] and _fits_four(need):
            best = (len(more), more)
    return len(lack) + best[0], tuple(sorted([*lack, *best[1]]))


def _fits_four(need: tuple[int, ...]) -> bool:
    """With the orphans themselves no kind is needed five times."""
    return all(need.count(kind) + (kind in tiles.ORPHANS) <= 4 for kind in need)


def _not_in(need: tuple[int, ...], rest: bytearray) -> Lack:
    lack = []
    for place, kind in enumerate(need):
        if need[: place + 1].count(kind) > rest[kind]:
            lack.append(kind)
    return tuple(lack)


_APART = tuple(
    numbers
    for numbers in combinations_with_replacement(range(9), 3)
    if numbers[1] - numbers[0] > 2 and numbers[2] - numbers[1] > 2
)


def _unrelated(counts: bytes) -> Best:
    """All seven honours, three far numbers of each suit, one of the sixteen doubled."""
    lack = [kind for kind in range(tiles.FIRST_HONOUR, tiles.KINDS) if not counts[kind]]
    doubled = any(count > 1 for count in counts[tiles.FIRST_HONOUR :])
    for suit in range(3):
        choices = []
        for numbers in _APART:
            kinds = [suit * 9 + number for number in numbers]
            missing = [kind for kind in kinds if not counts[kind]]
            choices.append((len(missing), not any(counts[kind] > 1 for kind in kinds), missing))
        # One tile fewer beats a double, which is worth one tile at most.
        _, single, missing = min(choices)
        lack += missing
        doubled = doubled or not single
    if not doubled:
        lack.append(tiles.EAST)
    return len(lack), tuple(sorted(lack))
