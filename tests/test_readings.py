"""Readings, waits and distances, against definitions written anew, brute force, and the package ``mahjong``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, product
from random import Random

import pytest
from mahjong.hand_calculating.divider import HandDivider
from mahjong.shanten import Shanten

from analyzer.counting import count_arrangement
from analyzer.decompose import standard_splits
from analyzer.distance import Distance, distances
from analyzer.evaluate import evaluate
from analyzer.hand import Claim, Hand, Meld
from analyzer.notation import parse, parse_held
from analyzer.readings import NOWHERE, Arrangement, Form, arrangements, waits, wins
from analyzer.rules import rules_for
from analyzer.scoring import score
from analyzer.table import load_table
from analyzer.tiles import GROUP_TILES, NAMES, write
from analyzer.view import HandView
from tests.random_hands import random_hand

Counts = tuple[int, ...]
Group = tuple[int, ...]
Split = tuple[Group, ...]

SUITED = [suit * 9 + number for suit in range(3) for number in range(7)]
MELDS: list[Group] = [*((low, low + 1, low + 2) for low in SUITED), *((kind,) * 3 for kind in range(34))]
ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
# Rulebook 1.1, as printed there.
SHAPES = (147, 148, 149, 158, 159, 169, 258, 259, 269, 369)


# ---------------------------------------------------------------- the definitions, written anew


def counted(kinds: Sequence[int]) -> Counts:
    counts = [0] * 34
    for kind in kinds:
        counts[kind] += 1
    return tuple(counts)


def without(counts: Counts, group: Group) -> Counts | None:
    rest = list(counts)
    for kind in group:
        rest[kind] -= 1
    return tuple(rest) if min(rest) >= 0 else None


@lru_cache(maxsize=200_000)
def meld_sets(counts: Counts) -> frozenset[Split]:
    """Every multiset of melds that makes exactly these tiles; any meld may come first."""
    if not any(counts):
        return frozenset({()})
    found: set[Split] = set()
    for meld in MELDS:
        if counts[meld[0]] and counts[meld[2]] and (rest := without(counts, meld)) is not None:
            found |= {tuple(sorted((meld, *others))) for others in meld_sets(rest)}
    return frozenset(found)


def standard(counts: Counts) -> list[Split]:
    """Every multiset of melds and one pair, sorted."""
    found = []
    for kind in range(34):
        rest = without(counts, (kind, kind))
        if rest is not None:
            found += [tuple(sorted(((kind, kind), *melds))) for melds in meld_sets(rest)]
    return sorted(found)


def is_pairs(counts: Counts) -> bool:
    """Take some triplet away and the rest is seven pairs."""
    rests = [without(counts, (kind,) * 3) for kind in range(34)]
    return any(rest is not None and sum(rest) == 14 and not any(count % 2 for count in rest) for rest in rests)


@cache
def orphan_hands() -> Counter[Counts]:
    """All of 十三么, with the number of ways (double and meld) to read each."""
    hands = Counter(counted((*ORPHANS, double, *meld)) for double, meld in product(ORPHANS, MELDS))
    return Counter({counts: ways for counts, ways in hands.items() if max(counts) <= 4})


@cache
def unrelated_hands() -> frozenset[Counts]:
    """All of 不搭: ten shapes in each suit, one of the sixteen doubled."""
    hands = set()
    for shapes in product(SHAPES, repeat=3):
        suited = [9 * suit + int(digit) - 1 for suit, shape in enumerate(shapes) for digit in str(shape)]
        sixteen = [*suited, *range(27, 34)]
        hands |= {counted((*sixteen, double)) for double in sixteen}
    return frozenset(hands)


def forms(counts: Counts, declared: bool) -> set[Form]:
    """The forms in which undeclared tiles are complete."""
    found = {Form.STANDARD} if standard(counts) else set()
    if not declared:
        found |= {Form.PAIRS} if is_pairs(counts) else set()
        found |= {Form.ORPHANS} if counts in orphan_hands() else set()
        found |= {Form.UNRELATED} if counts in unrelated_hands() else set()
    return found


def in_tiles(split: Sequence[int]) -> Split:
    return tuple(sorted(GROUP_TILES[group] for group in split))


# ---------------------------------------------------------------- hands to try


def dense_counts(random: Random, size: int, kinds: Sequence[int]) -> Counts:
    """So many tiles drawn from a wall of these kinds alone."""
    return counted(random.sample([kind for kind in kinds for _ in range(4)], size))


def dense_win(random: Random, suits: int) -> Counts:
    """Five melds and eyes within one or two suits, near each other, no fifth copy."""
    melds = [meld for meld in MELDS if meld[2] < 9 * suits]
    while True:
        few = random.sample(melds, k=random.randint(3, 7))
        kinds = [kind for meld in random.choices(few, k=5) for kind in meld]
        counts = counted([*kinds, *[random.choice(kinds)] * 2])
        if max(counts) <= 4:
            return counts


def random_hands(seed: int, count: int) -> Iterator[Hand]:
    random = Random(seed)
    for _ in range(count):
        yield random_hand(random)


def exchanged(random: Random, hand: Hand, times: int) -> Hand:
    """The hand with some undeclared tiles (never the winning one) changed for others, no fifth copy."""
    counts = bytearray(hand.concealed)
    whole = bytearray(hand.counts)
    for _ in range(times):
        held = [kind for kind in range(34) for _ in range(counts[kind] - (kind == hand.win))]
        old = random.choice(held)
        new = random.choice([kind for kind in range(34) if whole[kind] < 4 and kind != old])
        for tally in (counts, whole):
            tally[old] -= 1
            tally[new] += 1
    return replace(hand, concealed=bytes(counts))


# ---------------------------------------------------------------- decompositions


@pytest.mark.parametrize("suits", [1, 2])
def test_dense_wins_part_in_every_way_and_each_way_once(suits: int) -> None:
    random = Random(suits)
    several = 0
    for _ in range(250):
        counts = dense_win(random, suits)
        ways = standard(counts)
        several += len(ways) > 1
        assert sorted(map(in_tiles, standard_splits(bytes(counts)))) == ways
    assert several > 50


def test_seventeen_tiles_of_one_suit_part_as_by_brute_force() -> None:
    random = Random(17)
    complete = 0
    for _ in range(300):
        counts = dense_counts(random, 17, range(9))
        ways = standard(counts)
        complete += bool(ways)
        assert sorted(map(in_tiles, standard_splits(bytes(counts)))) == ways
    assert 30 < complete < 270


def test_the_hand_with_most_readings() -> None:
    """11122233344456777m: the most that any one-suit hand has, six."""
    readings = score("1112223334445677m+7m").readings
    kinds = [int(digit) - 1 for digit in "11122233344456777"]
    assert len({reading.groups for reading in readings}) == len(standard(counted(kinds))) == 6


def by_divider(counts: Counts) -> list[Split]:
    """The four melds and one pair of the package mahjong, its seven pairs left out."""
    blocks = HandDivider.divide_hand(list(counts))
    return sorted(tuple(sorted(map(tuple, split))) for split in blocks if len(split) == 5)


def test_fourteen_tiles_of_one_suit_part_as_by_the_divider() -> None:
    random = Random(14)
    complete = 0
    for _ in range(1500):
        counts = dense_counts(random, 14, range(9))
        ways = by_divider(counts)
        complete += bool(ways)
        assert sorted(map(in_tiles, standard_splits(bytes(counts)))) == ways
    assert complete > 100


def test_hands_with_one_declared_meld_part_as_by_the_divider() -> None:
    """Beside one declared meld the 14 other tiles are a hand that both can take."""
    hands = [hand for hand in random_hands(41, 1000) if len(hand.melds) == 1]
    assert len(hands) > 80
    for hand in hands:
        ways = [in_tiles(one.groups) for one in arrangements(hand)]
        declared = GROUP_TILES[hand.melds[0].group]
        assert sorted(ways) == sorted(tuple(sorted((*way, declared))) for way in by_divider(tuple(hand.concealed)))


# ---------------------------------------------------------------- the four forms


def hands_and_near_wins(seed: int, count: int) -> Iterator[Hand]:
    """Winning hands, each followed by itself with one tile changed, and by itself with two."""
    random = Random(seed)
    for hand in random_hands(seed, count):
        yield hand
        yield exchanged(random, hand, 1)
        yield exchanged(random, hand, 2)


def test_a_hand_wins_exactly_when_it_has_a_reading() -> None:
    outcomes = Counter[bool]()
    for hand in hands_and_near_wins(10, 250):
        expected = forms(tuple(hand.concealed), bool(hand.melds))
        assert {one.form for one in arrangements(hand)} == expected
        assert wins(hand) == bool(expected)
        outcomes[bool(expected)] += 1
    assert min(outcomes[True], outcomes[False]) > 200


def test_arrangements_are_complete_and_come_once() -> None:
    for hand in random_hands(11, 400):
        found = arrangements(hand)
        declared = [GROUP_TILES[meld.group] for meld in hand.melds]
        standards = [in_tiles(one.groups) for one in found if one.form == Form.STANDARD]
        assert sorted(standards) == sorted(
            tuple(sorted((*split, *declared))) for split in standard(tuple(hand.concealed))
        )
        forms_of = Counter(one.form for one in found)
        assert forms_of[Form.ORPHANS] == (0 if hand.melds else orphan_hands()[tuple(hand.concealed)])
        assert forms_of[Form.PAIRS] < 2
        assert forms_of[Form.UNRELATED] < 2
        assert len({(one.form, one.groups) for one in found}) == len(found)


def pairs_and_triplet(seed: int) -> Iterator[Counts]:
    """17 tiles as twos, threes, fours and odd ones, some of them 嚦咕."""
    random = Random(seed)
    for _ in range(600):
        counts = [0] * 34
        sizes = random.choice(((2, 2, 2, 4, 3), (2, 4, 4, 3), (2, 2, 1, 3), (4, 2)))
        while (left := 17 - sum(counts)) > 0:
            kind = random.choice([kind for kind in range(34) if not counts[kind]])
            counts[kind] = min(random.choice(sizes), left)
        yield tuple(counts)


def test_seven_pairs_and_a_triplet() -> None:
    won = fours = 0
    for counts in pairs_and_triplet(5):
        win = next(kind for kind in range(34) if counts[kind])
        found = [one for one in arrangements(Hand(bytes(counts), win=win)) if one.form == Form.PAIRS]
        assert bool(found) == is_pairs(counts)
        if not found:
            continue
        (one,) = found
        won += 1
        fours += 4 in counts
        pairs = [(kind, kind) for kind in range(34) for _ in range(counts[kind] // 2) if counts[kind] != 3]
        assert [GROUP_TILES[group] for group in one.groups] == [(counts.index(3),) * 3, *pairs]
        assert [GROUP_TILES[one.groups[place]][0] for place in one.places] == [win]
    assert won > 100
    assert fours > 50


def test_four_of_a_kind_in_seven_pairs() -> None:
    """1.1: four of a kind stand as two pairs, so the triplet's tile never has a fourth."""
    assert [one.form for one in arrangements(parse("1111m3355m44p66s2255z+2z"))] == [Form.PAIRS]
    assert not wins(parse("1111m33557m44p66s225z+5z"))  # the fourth 1m and one other single
    assert not wins(parse("(111m)3355m44p66s22557z+7z"))  # all concealed
    assert not wins(parse("[1111m]3355m44p66s22557z+7z"))  # no kong


def test_every_thirteen_orphans() -> None:
    """Each of the 13 doubled × each of the 55 melds, but for a fifth copy; read in every way there is."""
    for counts, ways in orphan_hands().items():
        win = counts.index(max(counts))
        found = [one for one in arrangements(Hand(bytes(counts), win=win)) if one.form == Form.ORPHANS]
        assert len({one.groups for one in found}) == len(found) == ways
        for one in found:
            meld, double = (GROUP_TILES[group] for group in one.groups)
            assert counted((*ORPHANS, *double[:1], *meld)) == counts
    # 13 × 55 choices, less the 13 in which the meld is a pung of the doubled kind: a fifth copy.
    assert sum(orphan_hands().values()) == 13 * 55 - 13
    assert wins(parse("19m19p19s11234567z24m+3m"))
    assert not wins(parse("19m19p19s11234567z24m+5m"))


def test_every_unrelated_hand() -> None:
    """不搭: the ten shapes in each suit, any of the sixteen doubled; 十六飛 when the win made the double."""
    assert len(unrelated_hands()) == 10**3 * 16
    for counts in unrelated_hands():
        double = counts.index(2)
        single = counts.index(1)
        for win, places in ((double, (0,)), (single, (NOWHERE,))):
            (one,) = arrangements(Hand(bytes(counts), win=win))
            assert one == Arrangement(Form.UNRELATED, one.groups, places)
            assert [GROUP_TILES[group] for group in one.groups] == [(double, double)]


def test_every_other_shape_of_three_numbers_is_related() -> None:
    """The ten shapes are all triples of numbers more than two apart; with any other triple the hand does not win."""
    apart = [(a, b, c) for a, b, c in combinations(range(1, 10), 3) if b - a > 2 and c - b > 2]
    assert [100 * a + 10 * b + c for a, b, c in apart] == list(SHAPES)
    for numbers in combinations(range(1, 10), 3):
        suited = [number - 1 for number in numbers] + [9, 12, 15, 18, 21, 24]
        hand = Hand(bytes(counted([*suited, *range(27, 34), 27])), win=27)
        assert wins(hand) == (numbers in apart)


# ---------------------------------------------------------------- the place of the winning tile, 明 and 暗


def bits(mask: int) -> set[int]:
    return {place for place in range(8) if mask >> place & 1}


def test_every_place_of_the_winning_tile() -> None:
    """1.2: each undeclared group that holds its kind, equal groups being one place; declared melds are fixed."""
    for hand in random_hands(21, 500):
        for one in arrangements(hand):
            groups = [GROUP_TILES[group] for group in one.groups]
            declared = Counter(GROUP_TILES[meld.group] for meld in hand.melds)
            fixed = bits(one.exposed | one.concealed_kongs)
            assert Counter(groups[place] for place in fixed) == declared
            concealed = Counter(groups) - declared
            places = [groups[place] for place in one.places if place != NOWHERE]
            assert len(set(places)) == len(places)
            assert not fixed & set(one.places)
            if one.form in (Form.STANDARD, Form.PAIRS):
                assert set(places) == {group for group in concealed if hand.win in group}
                assert places


def test_exposed_is_what_was_claimed_or_completed_by_a_discard() -> None:
    """1.3: a concealed kong is 暗, every other declared meld 明; the meld that a discard completed is 明."""
    rules = rules_for(load_table())
    for hand in random_hands(22, 400):
        hand = replace(hand, words=frozenset(), self_drawn=len(hand.flowers) % 2 == 0, replacements=0)
        claimed = Counter(GROUP_TILES[meld.group] for meld in hand.melds if meld.claim is not Claim.CONCEALED_KONG)
        seen = HandView(hand, rules)
        for one in arrangements(hand):
            for counted_reading in count_arrangement(seen, one):
                place = counted_reading.place
                melds = {place} if place != NOWHERE and len(GROUP_TILES[one.groups[place]]) == 3 else set()
                completed = Counter(GROUP_TILES[one.groups[place]] for place in melds if not hand.self_drawn)
                exposed = Counter(GROUP_TILES[one.groups[place]] for place in bits(counted_reading.exposed))
                assert exposed == claimed + completed


def test_the_worked_reading() -> None:
    """S0: 789m 789s 56789p 東東 won on 7p by discard reads as 56+7 beside a concealed 789, so 三相逢 is 暗.

    底 5, 三相逢 暗 20, 混帶X（一數）30 (a 7 in every numbered meld), 字 2, 門清 5, 無花 2: 64.
    With 7p in 789p: 三相逢 明 10, and 89+7, but 4p wins too: 假獨 2; 56.
    """
    told = score("789m789s56789p11222z+7p")
    assert told.total == 64
    assert [(row.exposure, row.price) for row in told.rows if row.name == "三相逢"] == [("concealed", 20)]
    assert [(reading.winning_group, reading.total) for reading in told.readings] == [("567p", 64), ("789p", 56)]


@pytest.mark.parametrize(
    ("line", "concealed"),
    [
        # user reports, 11: 1m discarded, another 1m in a claimed chow: 111m is 明, two concealed pungs are left
        ("(123m)11m456p222333z99p+1m", "兩暗刻"),
        ("(123m)11m456p222333z99p+1m|自摸", "三暗刻"),
        # four concealed 1m: the discard sits in 123m, and 111m is 暗
        ("11123m456p222333z99p+1m", "三暗刻"),
    ],
)
def test_a_discard_makes_its_own_pung_exposed(line: str, concealed: str) -> None:
    """Three of 1m by discard are 明 wherever the fourth lies."""
    assert [row.name for row in score(line).rows if "暗刻" in row.name] == [concealed]


# ---------------------------------------------------------------- waits


def waits_by_force(hand: Hand) -> list[int]:
    """Every kind that is tried and wins, less those of which the 16 held tiles have all four."""
    found = []
    for kind in range(34):
        if hand.counts[kind] - (hand.win == kind) < 4:
            tried = bytearray(hand.held)
            tried[kind] += 1
            if forms(tuple(tried), bool(hand.melds)):
                found.append(kind)
    return found


def test_waits_are_what_wins_when_it_is_tried() -> None:
    random = Random(31)
    several = 0
    for hand in random_hands(31, 40):
        assert list(waits(hand)) == waits_by_force(hand)
        several += len(waits(hand)) > 1
        changed = exchanged(random, hand, 1)
        assert list(waits(changed)) == waits_by_force(changed)
    for _ in range(40):
        counts = dense_win(random, 1)
        win = random.choice([kind for kind in range(34) if counts[kind]])
        hand = Hand(bytes(counts), win=win)
        assert list(waits(hand)) == waits_by_force(hand)
        several += len(waits(hand)) > 1
    assert several > 35


def special_hands(random: Random) -> Iterator[Counts]:
    """Hands of 嚦咕, 十三么 and 不搭, and 17 tiles that are nearly so."""
    yield from list(pairs_and_triplet(32))[::6]
    for hands in (sorted(orphan_hands()), sorted(unrelated_hands())):
        for counts in random.sample(hands, k=60):
            yield counts
            yield tuple(exchanged(random, Hand(bytes(counts)), 1).concealed)


def test_waits_of_the_special_forms() -> None:
    random = Random(33)
    numbers = Counter[int]()
    for counts in special_hands(random):
        win = random.choice([kind for kind in range(34) if counts[kind]])
        hand = Hand(bytes(counts), win=win)
        assert list(waits(hand)) == waits_by_force(hand)
        numbers[len(waits(hand))] += 1
    assert {0, 1, 2, 13, 16} <= set(numbers)  # 13 for the double of 十三么, 16 for 十六飛


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # user reports, 18: 4m completes 123m 444m and eyes 44m, but all four are held
        ("1234444m123p567s555z", "1m"),
        ("44423m123p567s555z11z", "14m1z"),
        # user reports, 21: a fifth copy is no wait
        ("123456789m456p1111z", ""),
        ("123456789m456p4444z", ""),
        # copies in declared melds count too: a chow, a pung, a kong
        ("(456m)(777p)56m123p567s55z", "47m"),
        ("(444m)(456m)56m123p567s55z", "7m"),
        ("[4444m]56m456p123s567s55z", "7m"),
        ("[4444m](7777m)56m456p123s55z", ""),
        # eight pairs wait on each of themselves, but for a kind that is there twice
        ("1133m5577p99s113355z", "13m57p9s135z"),
        ("1111m5577p99s113355z", "57p9s135z"),
        # 16 of 不搭 wait on every one of themselves
        ("147m258p369s1234567z", "147m258p369s1234567z"),
        # user reports, 13: the nine-sided wait of one suit
        ("(111p)1112345678999m", "123456789m"),
    ],
)
def test_waits_never_name_a_fifth_copy(line: str, expected: str) -> None:
    assert write(waits(parse_held(line))) == expected


@pytest.mark.parametrize("number", range(1, 10))
def test_the_nine_sided_wait_wins_on_each(number: int) -> None:
    """User reports, 13: none of the nine winning tiles of 1112345678999 is missed."""
    assert evaluate(parse(f"(111p)1112345678999m+{number}m"), rules_for(load_table())) is not None


# ---------------------------------------------------------------- distances


def within(counts: Counts, caps: Counts, melds: int, budget: int, start: int = 0, need: Counts = (0,) * 34) -> bool:
    """Whether so many melds and eyes can be made with at most ``budget`` tiles more, no kind above its cap."""
    if not melds:
        eyes = ((kind, kind) for kind in range(34))
        return any(cost(counts, caps, need, pair) <= budget for pair in eyes)
    for place in range(start, len(MELDS)):
        more = cost(counts, caps, need, MELDS[place])
        if more <= budget:
            wanted = tuple(old + new for old, new in zip(need, counted(MELDS[place]), strict=True))
            if within(counts, caps, melds - 1, budget - more, place, wanted):
                return True
    return False


def cost(counts: Counts, caps: Counts, need: Counts, group: Group) -> int:
    """The tiles lacking for one more group beside those already needed; 99 above a cap."""
    lacking = 0
    for kind in set(group):
        wanted = need[kind] + group.count(kind)
        if wanted > caps[kind]:
            return 99
        lacking += max(0, wanted - counts[kind]) - max(0, need[kind] - counts[kind])
    return lacking


def lacking_for(counts: Counts, target: Sequence[int]) -> int:
    return sum((Counter(target) - Counter(dict(enumerate(counts)))).values())


def missing_for_pairs(counts: Counts) -> int:
    """The fewest tiles lacking for 嚦咕: a triplet, then pairs, singles made pairs, pairs from nothing."""
    best = 99
    for triplet in range(34):
        others = [count for kind, count in enumerate(counts) if kind != triplet]
        missing = 7 - min(7, sum(count // 2 for count in others))
        singles = min(missing, sum(count % 2 for count in others))
        best = min(best, max(0, 3 - counts[triplet]) + singles + 2 * (missing - singles))
    return best


def missing_for_orphans(counts: Counts) -> int:
    targets = ((*ORPHANS, double, *meld) for double, meld in product(ORPHANS, MELDS) if meld.count(double) < 3)
    return min(lacking_for(counts, target) for target in targets)


def missing_for_unrelated(counts: Counts) -> int:
    best = 99
    for shapes in product(SHAPES, repeat=3):
        suited = [9 * suit + int(digit) - 1 for suit, shape in enumerate(shapes) for digit in str(shape)]
        copies = [counts[kind] for kind in (*suited, *range(27, 34))]
        best = min(best, copies.count(0) + (max(copies) < 2))
    return best


def by_form(hand: Hand) -> dict[Form, Distance]:
    return {distance.form: distance for distance in distances(hand)}


def completed_by(distance: Distance, hand: Hand) -> bool:
    """Whether the hand and the lacking tiles hold the whole form."""
    counts = tuple(held + distance.lacking.count(kind) for kind, held in enumerate(hand.concealed))
    if distance.form == Form.STANDARD:
        declared = (4 - whole + own for whole, own in zip(hand.counts, hand.concealed, strict=True))
        return within(counts, tuple(declared), 5 - len(hand.melds), 0)
    missing = {Form.PAIRS: missing_for_pairs, Form.ORPHANS: missing_for_orphans, Form.UNRELATED: missing_for_unrelated}
    return max(counts) <= 4 and missing[distance.form](counts) == 0


def test_a_hand_with_k_tiles_changed_lacks_k_at_most() -> None:
    random = Random(51)
    for hand in random_hands(51, 70):
        for times in range(4):
            changed = exchanged(random, hand, times)
            found = by_form(changed)
            assert set(found) == (set(Form) if not hand.melds else {Form.STANDARD})
            assert min(distance.missing for distance in found.values()) <= times
            complete = forms(tuple(changed.concealed), bool(changed.melds))
            assert {form for form, distance in found.items() if not distance.missing} == complete


def test_the_lacking_tiles_complete_the_form() -> None:
    """Put the surplus tiles aside, draw the lacking ones: the form is whole."""
    random = Random(52)
    for hand in random_hands(52, 60):
        changed = exchanged(random, hand, random.randrange(6))
        found = distances(changed)
        assert [distance.missing for distance in found] == sorted(distance.missing for distance in found)
        for distance in found:
            assert len(distance.lacking) == distance.missing
            assert completed_by(distance, changed), (str(changed), distance)


def test_no_form_is_nearer_than_told() -> None:
    random = Random(53)
    far = Counter[int]()
    for hand in random_hands(53, 45):
        changed = exchanged(random, hand, random.randrange(5))
        found = by_form(changed)
        counts = tuple(changed.concealed)
        missing = found[Form.STANDARD].missing
        far[missing] += 1
        caps = tuple(4 - whole + own for whole, own in zip(changed.counts, counts, strict=True))
        if 0 < missing < 5:
            assert not within(counts, caps, 5 - len(hand.melds), missing - 1)
        if not hand.melds:
            assert found[Form.PAIRS].missing == missing_for_pairs(counts)
            assert found[Form.ORPHANS].missing == missing_for_orphans(counts)
            assert found[Form.UNRELATED].missing == missing_for_unrelated(counts)
    assert min(far[missing] for missing in (1, 2, 3)) > 3


def test_one_tile_lacks_exactly_when_one_exchange_wins() -> None:
    random = Random(54)
    outcomes = Counter[bool]()
    for hand in random_hands(54, 40):
        changed = exchanged(random, hand, random.choice((1, 2, 2, 3)))
        missing = distances(changed)[0].missing
        if not missing:
            continue
        won = any(wins(other) for other in one_exchange(changed))
        assert (missing == 1) == won
        outcomes[won] += 1
    assert min(outcomes[True], outcomes[False]) > 5


def one_exchange(hand: Hand) -> Iterator[Hand]:
    """The hand with any one undeclared tile put aside and any other kind drawn."""
    for old, new in product(range(34), repeat=2):
        if old != new and hand.concealed[old] and hand.counts[new] < 4:
            counts = bytearray(hand.concealed)
            counts[old] -= 1
            counts[new] += 1
            yield Hand(bytes(counts), hand.melds, new)


def test_tiles_in_declared_melds_cannot_be_drawn() -> None:
    """78s waits on 6s and 9s; with all of both in kongs two tiles are lacking: a third 5z, and a pair for 7s or 8s."""
    assert distances(parse_held("(6666p)[9999p]123456m78s55z"))[0].missing == 1
    closest = distances(parse_held("(6666s)[9999s]123456m78s55z"))[0]
    assert closest.missing == 2
    assert not {NAMES[kind] for kind in closest.lacking} & {"6s", "9s"}


@pytest.mark.parametrize("size", [13, 14])
def test_four_melds_and_eyes_are_as_far_as_mahjong_says(size: int) -> None:
    """Beside one declared pung the other tiles are a hand of the package mahjong; its shanten is one less."""
    random = Random(size)
    for kinds in (range(9), range(18), range(27), range(28, 34), (*range(5), *range(28, 32)), range(28)):
        for _ in range(40):
            counts = dense_counts(random, size, [kind for kind in kinds if kind != 27])
            hand = Hand(bytes(counts), (Meld(Claim.PUNG, 27),))
            assert distances(hand)[0].missing == Shanten.calculate_shanten_for_regular_hand(counts) + 1
