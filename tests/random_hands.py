"""Random complete hands, biased to patterns: few numbers, near neighbours, repeated groups, every form."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from analyzer import tiles
from analyzer.hand import Claim, Hand, Meld
from analyzer.legality import problems
from tests.reference.slow import SlowHand, SlowMeld

FAR = ((0, 3, 6), (0, 3, 7), (0, 3, 8), (0, 4, 7), (0, 4, 8), (0, 5, 8), (1, 4, 7), (1, 4, 8), (1, 5, 8), (2, 5, 8))
_CLAIMS = {tiles.FIRST_PUNG: [Claim.PUNG, Claim.PUNG, Claim.DIRECT_KONG, Claim.ADDED_KONG, Claim.CONCEALED_KONG]}
SLOW_KIND = {
    Claim.CHOW: "chow", Claim.PUNG: "pung", Claim.DIRECT_KONG: "direct",
    Claim.ADDED_KONG: "added", Claim.CONCEALED_KONG: "concealed",
}  # fmt: skip


def random_hand(random: Random) -> Hand:
    """A legal winning hand; another seed, another hand."""
    while True:
        counts, melds = random.choices((_standard, _pairs, _orphans, _unrelated), (80, 12, 4, 4))[0](random)
        if max(counts) > 4:
            continue
        hand = _with_moment(random, counts, melds)
        if not problems(hand):
            return hand


def _standard(random: Random) -> tuple[bytearray, tuple[Meld, ...]]:
    pool = _pool(random)
    counts = bytearray(tiles.KINDS)
    declared = random.choice((0, 0, 0, 1, 2, 5))
    melds = []
    for place in range(5):
        group = random.choice(pool)
        claim = None
        if place < declared or (group >= tiles.FIRST_PUNG and random.random() < 0.1):
            claim = Claim.CHOW if group < tiles.FIRST_PUNG else random.choice(_CLAIMS[tiles.FIRST_PUNG])
        kinds = tiles.GROUP_TILES[group]
        if claim is not None:
            melds.append(Meld(claim, kinds[0]))
            continue
        for kind in kinds:
            counts[kind] += 1
    eyes = random.choice([*range(tiles.KINDS), *(tiles.GROUP_TILES[group][0] for group in pool)])
    counts[eyes] += 2
    return _checked(counts, melds), tuple(melds)


def _checked(counts: bytearray, melds: Sequence[Meld]) -> bytearray:
    """The counts, or an impossible fifth copy where melds and counts together hold too many."""
    whole = bytearray(counts)
    for meld in melds:
        for kind in meld.kinds:
            whole[kind] += 1
    return counts if max(whole) <= 4 else bytearray([9])


def _pool(random: Random) -> list[int]:
    """Groups to draw from: a few numbers in a few suits, chows or pungs mostly, honours sometimes."""
    numbers = random.choice((range(9), range(9), range(4), range(5, 9), (0, 3, 6), (0, 2, 4, 6), (1, 2, 3), (0, 8)))
    suits = random.choice(((0, 1, 2), (0, 1, 2), (0, 1), (0,), (2,)))
    chosen = random.sample(list(numbers), k=random.randint(1, len(numbers)))
    chows = [tiles.chow(suit * 9 + number) for suit in suits for number in chosen if number < 7]
    pungs = [tiles.pung(suit * 9 + number) for suit in suits for number in chosen]
    pool = random.choice((chows or pungs, pungs, chows + pungs))
    if random.random() < 0.35:
        pool += [tiles.pung(kind) for kind in random.choice((tiles.WINDS, tiles.DRAGONS, (tiles.GREEN,)))]
    return pool


def _pairs(random: Random) -> tuple[bytearray, tuple[Meld, ...]]:
    if random.random() < 0.3:
        start = random.randrange(5)
        kinds = [number + 9 * random.choice((0, (number + 1) % 3)) for number in range(start, start + 5)]
        kinds += [random.randrange(tiles.KINDS) for _ in range(3)]
    else:
        base = random.choice((range(tiles.KINDS), range(9), range(18), tiles.ORPHANS, range(20, 34)))
        kinds = [random.choice(list(base)) for _ in range(8)]
    counts = bytearray(tiles.KINDS)
    for kind in kinds:
        counts[kind] += 2
    counts[random.choice(kinds)] += 1
    return counts, ()


def _orphans(random: Random) -> tuple[bytearray, tuple[Meld, ...]]:
    counts = bytearray(tiles.KINDS)
    for kind in (*tiles.ORPHANS, random.choice(tiles.ORPHANS), *random.choice(tiles.GROUP_TILES[: tiles.FIRST_EYES])):
        counts[kind] += 1
    return counts, ()


def _unrelated(random: Random) -> tuple[bytearray, tuple[Meld, ...]]:
    chosen = list(range(tiles.FIRST_HONOUR, tiles.KINDS))
    dragon = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
    random.shuffle(dragon)
    same = random.choice(FAR)
    shapes = random.choice((dragon, [same] * 3, [random.choice(FAR) for _ in range(3)]))
    for suit, shape in enumerate(shapes):
        chosen += [suit * 9 + number for number in shape]
    counts = bytearray(tiles.KINDS)
    for kind in (*chosen, random.choice(chosen)):
        counts[kind] += 1
    return counts, ()


def _with_moment(random: Random, counts: bytearray, melds: tuple[Meld, ...]) -> Hand:
    win = random.choice([kind for kind, count in enumerate(counts) if count])
    drawn = random.random() < 0.45
    words = set()
    if random.random() < 0.5:
        words = {random.choice(("叮", "天叮", "地叮", "人胡", "地胡"))}
        words |= set(random.sample(("叮即", "四絕", "真絕"), k=random.randrange(2)))
        words |= {
            random.choice(
                ("海底", "槓上", "花上", "天胡", "大明槓上") if drawn else ("河底", "叮銃", "搶槓", "雙響", "三響")
            )
        }
    flowers = frozenset(random.sample(range(8), k=random.choice((0, 0, 1, 1, 2, 3, 8))))
    return Hand(
        concealed=bytes(counts),
        melds=melds,
        win=win,
        self_drawn=drawn,
        flowers=flowers,
        flower_count=len(flowers),
        words=frozenset(words),
        replacements=random.choice((0, 0, 0, 2, 3)) if drawn else 0,
        revenge=random.choice((0, 0, 0, 0, 2, 3)),
        discards=random.choice((None, None, None, 3, 4, 7, 10, 11)),
        seen=tuple(sorted(random.sample((win, win, win, *range(tiles.KINDS)), k=random.choice((0, 0, 2, 5))))),
    )


def slow_hand(hand: Hand) -> SlowHand:
    """The same hand for the slow evaluator."""
    return SlowHand(
        concealed=tuple(tiles.NAMES[kind] for kind in hand.concealed_kinds()),
        melds=tuple(SlowMeld(SLOW_KIND[meld.claim], tiles.NAMES[meld.first]) for meld in hand.melds),
        win=tiles.NAMES[hand.win] if hand.win is not None else "",
        self_drawn=hand.self_drawn,
        flowers=frozenset(flower + 1 for flower in hand.flowers),
        words=hand.words,
        tail=hand.replacements,
        revenge=hand.revenge,
        discards=hand.discards,
        seen=tuple(tiles.NAMES[kind] for kind in hand.seen),
    )
