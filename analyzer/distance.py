"""How far tiles are from winning, form by form: the fewest tiles lacking, and every kind that brings them nearer.

Shanten is ``missing - 1``. Declared melds stay as they are and take their copies away.

Every form is the same small problem: a table from what is done to the cheapest way of doing it, joined part by part.
Equally cheap ways are kept as one, with all the kinds they lack: drawing a kind helps exactly when one of them does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations, product

from analyzer import tiles
from analyzer.hand import Hand
from analyzer.readings import Form

MELDS = 5
PAIRS = 7
COPIES = 4

Lack = tuple[int, ...]
Done = tuple[int, ...]  # what is done, counted in two heaps: melds and eyes, or pairs and triplets
Way = tuple[int, Lack, int]  # the fewest tiles missing; one choice of them; the kinds of every such choice, as bits
Ways = dict[Done, Way]

_START: Way = (0, (), 0)
_NOTHING: Done = (0, 0)


@dataclass(frozen=True, slots=True)
class Distance:
    """The fewest tiles a form lacks, one choice of them (kinds, sorted), and every kind that brings it nearer."""

    form: Form
    missing: int
    lacking: Lack
    useful: frozenset[int] = frozenset()

    @property
    def shanten(self) -> int:
        """How many good draws the hand is away from being ready: 0 is ready, -1 has won."""
        return self.missing - 1


def distances(hand: Hand) -> list[Distance]:
    """Every form that these declared melds allow, the closest first."""
    found = [_distance(Form.STANDARD, _standard(hand))]
    if not hand.melds:
        counts = hand.concealed
        found.append(_distance(Form.PAIRS, _pairs(counts)))
        found.append(_distance(Form.ORPHANS, _orphans(counts)))
        found.append(_distance(Form.UNRELATED, _unrelated(counts)))
    return sorted(found, key=lambda distance: (distance.missing, distance.form))


def _distance(form: Form, way: Way) -> Distance:
    missing, lack, useful = way
    kinds = frozenset(kind for kind in range(tiles.KINDS) if useful >> kind & 1)
    return Distance(form, missing, tuple(sorted(lack)), kinds)


# ---------------------------------------------------------------- ways


def _need(kind: int, copies: int, count: int) -> Way:
    """The way to this many copies of a kind."""
    missing = max(0, copies - count)
    return missing, (kind,) * missing, (missing > 0) << kind


def _both(one: Way, other: Way) -> Way:
    return one[0] + other[0], one[1] + other[1], one[2] | other[2]


def _keep(ways: Ways, done: Done, missing: int, lack: Lack, useful: int) -> None:
    """Let this way stand if none is cheaper; equally cheap ones become one."""
    known = ways.get(done)
    if known is None or missing < known[0]:
        ways[done] = (missing, lack, useful)
    elif missing == known[0]:
        ways[done] = (missing, known[1], known[2] | useful)


def _join(one: Ways, other: Ways, most: Done) -> Ways:
    """The ways of two parts together, as far as anybody wants to go."""
    joined: Ways = {}
    most1, most2 = most
    for (first, second), (missing, lack, useful) in one.items():
        for (more1, more2), (missing2, lack2, useful2) in other.items():
            if first + more1 <= most1 and second + more2 <= most2:
                done = (first + more1, second + more2)
                _keep(joined, done, missing + missing2, lack + lack2, useful | useful2)
    return joined


def _from(base: int, ways: Ways) -> Ways:
    """Ways of a part, its kinds numbered from 0, as ways of the whole."""
    return {
        done: (missing, tuple([base + kind for kind in lack]), useful << base)
        for done, (missing, lack, useful) in ways.items()
    }


# ---------------------------------------------------------------- the standard form

# (chows, pungs, eyes) that can begin at one number; three equal chows are three pungs too, so two are enough.
_STARTS = [
    (chows, pungs, eyes)
    for chows, pungs, eyes in product(range(3), range(2), range(2))
    if chows + 3 * pungs + 2 * eyes <= COPIES
]
_HONOUR_ROLES = (((0, 1), 2), ((1, 0), 3))


def _standard(hand: Hand) -> Way:
    """Five melds and eyes, less the declared ones."""
    declared = [kind for meld in hand.melds for kind in meld.kinds]
    caps = bytes(COPIES - declared.count(kind) for kind in range(tiles.KINDS))
    most = (MELDS - len(hand.melds), 1)
    ways = {_NOTHING: _START}
    for base in range(0, tiles.FIRST_HONOUR, 9):
        part = slice(base, base + 9)
        ways = _join(ways, _from(base, _suit_ways(hand.concealed[part], caps[part], most[0])), most)
    part = slice(tiles.FIRST_HONOUR, tiles.KINDS)
    honours = _ways_of_equals(hand.concealed[part], caps[part], _HONOUR_ROLES, most)
    return _join(ways, _from(tiles.FIRST_HONOUR, honours), most)[most]


@lru_cache(maxsize=4096)
def _suit_ways(counts: bytes, caps: bytes, melds: int) -> Ways:
    """Melds and eyes of one suit: number by number, the chows that began at the last two carried along."""
    ways: Ways = {(0, 0, 0, 0): _START}
    for number in range(9):
        count, cap = counts[number], caps[number]
        following: Ways = {}
        for (before, last, done, eyes), (missing, lack, useful) in ways.items():
            for chows, pungs, pair in _STARTS:
                need = before + last + chows + 3 * pungs + 2 * pair
                after = (last, chows, done + chows + pungs, eyes + pair)
                if need > cap or (number > 6 and chows) or after[2] > melds or after[3] > 1:
                    continue
                if need > count:
                    more = need - count
                    _keep(following, after, missing + more, lack + (number,) * more, useful | 1 << number)
                else:
                    _keep(following, after, missing, lack, useful)
        ways = following
    return {(done, eyes): way for (before, last, done, eyes), way in ways.items() if before == last == 0}


@lru_cache(maxsize=4096)
def _ways_of_equals(counts: bytes, caps: bytes, roles: tuple[tuple[Done, int], ...], most: Done) -> Ways:
    """Groups of equal tiles: each kind plays one role or none; a role is what it does and the copies it needs."""
    ways = {_NOTHING: _START}
    for kind, count in enumerate(counts):
        own = {done: _need(kind, copies, count) for done, copies in roles if copies <= caps[kind]}
        ways = _join(ways, {_NOTHING: _START} | own, most)
    return ways


# ---------------------------------------------------------------- the special forms

_PAIR_ROLES = (((1, 0), 2), ((2, 0), 4), ((0, 1), 3))
_FREE = bytes([COPIES]) * 9


def _pairs(counts: bytes) -> Way:
    """Seven pairs and a triplet; four of a kind may be two pairs."""
    most = (PAIRS, 1)
    ways = {_NOTHING: _START}
    for base in range(0, tiles.KINDS, 9):
        ways = _join(ways, _from(base, _ways_of_equals(counts[base : base + 9], _FREE, _PAIR_ROLES, most)), most)
    return ways[most]


# Beside the 13 orphans: one of them and a meld, each tile as (kind, which copy of that kind it is among the four).
_FOURS = tuple(
    tuple((kind, four[:place].count(kind) + 1) for place, kind in enumerate(four))
    for four in ((double, *tiles.GROUP_TILES[meld]) for double in tiles.ORPHANS for meld in range(tiles.FIRST_EYES))
    if all(four.count(kind) + (kind in tiles.ORPHANS) <= COPIES for kind in four)
)


def _orphans(counts: bytes) -> Way:
    """The 13 orphans, one doubled, and a meld of what is left."""
    rest = [count - (count > 0 and kind in tiles.ORPHANS) for kind, count in enumerate(counts)]
    ways: Ways = {}
    for four in _FOURS:
        lack = tuple([kind for kind, copy in four if copy > rest[kind]])
        _keep(ways, _NOTHING, len(lack), lack, reduce(lambda bits, kind: bits | 1 << kind, lack, 0))
    return reduce(_both, [_need(kind, 1, counts[kind]) for kind in tiles.ORPHANS], ways[_NOTHING])


_APART = [
    numbers for numbers in combinations(range(9), 3) if numbers[1] - numbers[0] > 2 and numbers[2] - numbers[1] > 2
]
_UNRELATED = (
    [tuple(range(tiles.FIRST_HONOUR, tiles.KINDS))],
    *([tuple(suit * 9 + number for number in numbers) for numbers in _APART] for suit in range(3)),
)


def _unrelated(counts: bytes) -> Way:
    """All seven honours, three far numbers of each suit, one of the sixteen doubled."""
    most = (len(_UNRELATED), 1)
    ways = {_NOTHING: _START}
    for choices in _UNRELATED:
        part: Ways = {}
        for kinds in choices:
            singles = reduce(_both, [_need(kind, 1, counts[kind]) for kind in kinds])
            _keep(part, (1, 0), *singles)
            for kind in kinds:
                rest = [_need(other, 1, counts[other]) for other in kinds if other != kind]
                _keep(part, (1, 1), *reduce(_both, rest, _need(kind, 2, counts[kind])))
        ways = _join(ways, part, most)
    return ways[most]
