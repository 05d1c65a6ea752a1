"""Laws that random hands obey: there and back, symmetries of the tiles, 明 and 暗, flowers, one answer by every way.

Most hands are those of :mod:`tests.random_hands`; some are five chows in few numbers or one dense suit, which have more
readings.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random

import pytest
from click.testing import CliRunner

from analyzer.cli import main
from analyzer.counting import Counted
from analyzer.evaluate import Verdict, evaluate
from analyzer.hand import Claim, Hand, Meld
from analyzer.legality import problems
from analyzer.notation import parse
from analyzer.readings import Form
from analyzer.rules import Instance, rules_for
from analyzer.scoring import score
from analyzer.table import load_table
from analyzer.tiles import FIRST_EYES, FIRST_PUNG, GROUP_TILES
from tests.random_hands import random_hand

RULES = rules_for(load_table())
NAMES = [row.name for row in RULES.rows]
TWO_PRICED = {row.index for row in RULES.rows if row.two_priced}


@cache
def hands() -> list[Hand]:
    random = Random(2027)
    return [random_hand(random) for _ in range(700)] + [dense_hand(random) for _ in range(500)]


def dense_hand(random: Random) -> Hand:
    """Five melds near each other in one to three suits, and eyes; no fifth copy."""
    while True:
        suits = random.choice(((0,), (1, 2), (0, 1, 2)))
        lows = random.choice((range(7), (0, 3, 6), (2, 3, 4)))
        kinds = [random.choice(suits) * 9 + random.choice(lows) for _ in range(5)]
        tiles = [first + step * random.choice((1, 1, 1, 0)) for first in kinds for step in (0, 1, 2)]
        counts = bytes(tiles.count(kind) for kind in range(34))
        eyes = bytearray(counts)
        eyes[random.choice((*tiles, random.randrange(34)))] += 2
        hand = Hand(bytes(eyes), win=random.choice(tiles), self_drawn=random.random() < 0.5)
        if max(eyes) <= 4 and evaluate(hand, RULES):
            return hand


def verdict_of(hand: Hand) -> Verdict:
    verdict = evaluate(hand, RULES)
    assert verdict is not None
    return verdict


def names(instances: Sequence[Instance]) -> Counter[str]:
    return Counter(NAMES[one.row] for one in instances)


def paid_names(verdict: Verdict) -> Counter[str]:
    return Counter(name for best in verdict.best for name in names(best.paid).elements())


def test_the_canonical_line_is_read_back() -> None:
    for hand in hands():
        assert parse(str(hand)) == hand
        assert str(parse(str(hand))) == str(hand)


# ---------------------------------------------------------------- symmetries of the tiles


def mapped(hand: Hand, image: Sequence[int]) -> Hand:
    """The hand with every tile, the seen ones too, replaced by its image."""
    counts = bytearray(34)
    for kind, held in enumerate(hand.concealed):
        counts[image[kind]] = held
    melds = tuple(Meld(meld.claim, min(image[kind] for kind in meld.kinds)) for meld in hand.melds)
    seen = tuple(sorted(image[kind] for kind in hand.seen))
    win = None if hand.win is None else image[hand.win]
    return replace(hand, concealed=bytes(counts), melds=melds, win=win, seen=seen)


def same_rows_but_for(image: Sequence[int], renamed: Callable[[str], str] = str) -> int:
    """Every hand pays the same rows as its image, but for hands where either is 綠一色; how many were tried."""
    tried = 0
    for hand in hands():
        mine, other = verdict_of(hand), verdict_of(mapped(hand, image))
        # 綠一色 names its suit, its numbers and its dragon: the only row of the table that does.
        if "綠一色" in paid_names(mine) + paid_names(other):
            continue
        assert mine.total == other.total, str(hand)
        assert Counter(map(renamed, paid_names(mine).elements())) == paid_names(other) or tie(mine), str(hand)
        tried += 1
    return tried


def tie(verdict: Verdict) -> bool:
    """Whether a reading was chosen among equally dear ones: by the order of groups perhaps, which an image changes."""
    return any(
        one.total == best.total and one is not best and one.arrangement.form == best.arrangement.form
        for best in verdict.best
        for one in verdict.readings
    )


HONOURS = list(range(27, 34))


@pytest.mark.parametrize("order", list(permutations(range(3)))[1:])
def test_suits_permuted(order: tuple[int, ...]) -> None:
    assert same_rows_but_for([suit * 9 + number for suit in order for number in range(9)] + HONOURS) > 1000


MIRRORED_ROWS = str.maketrans("大小", "小大")


def mirror_name(name: str) -> str:
    """全大 and 全小 (with 混) trade places, at equal prices: 6–9 are 1–4 in the mirror."""
    return name.translate(MIRRORED_ROWS) if name in ("全大", "全小", "混全大", "混全小") else name


def test_numbers_mirrored() -> None:
    """n → 10 − n.

    Every template reads the same from above (123a 234b 345c in any suits; ABCAB becomes BACBA, again xyzxy; 123 345
    567 789 and 123 456 789 map to themselves; 連對 abcabc likewise), and so do odd and even, 1 and 9, 5, 將眼 2 5 8,
    edge and closed waits, the shapes of 不搭. Number combinations are told by lowest numbers, of chows 1–7: 8 − n.
    Only 全大 and 全小 swap, at one price, and 綠一色 (2 3 4 6 8) has no mirror.
    """
    image = [suit * 9 + 8 - number for suit in range(3) for number in range(9)] + HONOURS
    assert same_rows_but_for(image, mirror_name) > 1000


@pytest.mark.parametrize("order", ["4123675", "2143576", "1234765"])
def test_winds_and_dragons_permuted(order: str) -> None:
    """Every wind and every dragon is worth the same: 字, 三風, 四喜 and 三元 name no single one; 發 is in 綠一色."""
    assert same_rows_but_for([*range(27), *(26 + int(place) for place in order)]) > 1000


def test_the_symmetries_break_at_all_green_alone() -> None:
    """綠一色 is there, and its images are not: what is left out above is left out for a reason."""
    green = parse("222333444666s88s6z6z".replace("6z6z", "66z") + "+6z")
    assert "綠一色" in paid_names(verdict_of(green))
    for image in ([*range(9, 27), *range(9), *HONOURS], [*range(27), 27, 28, 29, 30, 32, 31, 33]):
        assert "綠一色" not in paid_names(verdict_of(mapped(green, image)))


# ---------------------------------------------------------------- 明 and 暗

Place = tuple[Form, tuple[int, ...], int]


def by_place(verdict: Verdict) -> dict[Place, Counted]:
    """The readings by their form, their groups (declared or not) and the group that the winning tile completed."""
    return {
        (one.arrangement.form, one.arrangement.groups, one.arrangement.groups[one.place] if one.place >= 0 else -1): one
        for one in verdict.readings
    }


def two_priced(instances: Sequence[Instance]) -> dict[int, list[int]]:
    """The prices of every found row of two prices, by row."""
    prices: dict[int, list[int]] = {}
    for one in sorted(instances, key=lambda one: one.price):
        if one.row in TWO_PRICED:
            prices.setdefault(one.row, []).append(one.price)
    return prices


def sum_of_two_priced(instances: Sequence[Instance]) -> int:
    return sum(one.price for one in instances if one.row in TWO_PRICED)


def no_dearer(lower: Counted, higher: Counted) -> None:
    """In one reading the same rows of two prices are found, none dearer, and those that are paid come to no more."""
    less, more = two_priced(lower.found), two_priced(higher.found)
    assert less.keys() == more.keys()
    for row, prices in less.items():
        assert len(prices) == len(more[row])
        assert all(low <= high for low, high in zip(prices, more[row], strict=True))
    assert sum_of_two_priced(lower.paid) <= sum_of_two_priced(higher.paid)


def declarations(hand: Hand, verdict: Verdict) -> Iterator[Hand]:
    """The hand with one of its concealed chows or pungs, not the one that holds the winning tile, claimed."""
    for reading in verdict.readings:
        arrangement = reading.arrangement
        for place, group in enumerate(arrangement.groups):
            declared = (arrangement.exposed | arrangement.concealed_kongs) >> place & 1
            if arrangement.form != Form.STANDARD or group >= FIRST_EYES or place == reading.place or declared:
                continue
            rest = bytearray(hand.concealed)
            for kind in GROUP_TILES[group]:
                rest[kind] -= 1
            claim = Claim.CHOW if group < FIRST_PUNG else Claim.PUNG
            other = replace(hand, concealed=bytes(rest), melds=(*hand.melds, Meld(claim, GROUP_TILES[group][0])))
            if not problems(other):
                yield other


# Rows that a claim can bring: by the claim itself, by what it shows to others, or by leaving the hand with nothing.
BY_CLAIM = {"全求人", "半求人", "四絕", "真絕", "雞糊", "鴨糊"}


def test_declaring_a_concealed_meld_never_raises_a_concealed_price() -> None:
    """Reading by reading, not hand by hand.

    A claim leaves some of the readings of the hand: those that hold the meld. In each of them the same rows of 明/暗
    prices are found, none at a higher price, and the sum paid for them does not rise. (The sum that the *hand* pays for
    them can: a claim may cheapen the dearest reading, by 暗刻 for one, below another that holds more such rows.) The
    total of the hand does not rise either unless it gains a row that lives by the claim.
    """
    random = Random(81)
    tried = 0
    for hand in hands():
        mine = verdict_of(hand)
        others = list(declarations(hand, mine))
        for other in random.sample(others, k=min(2, len(others))):
            declared = verdict_of(other)
            readings = by_place(mine)
            for place, reading in by_place(declared).items():
                no_dearer(reading, readings[place])
            gained = paid_names(declared) - paid_names(mine)
            assert declared.total <= mine.total or BY_CLAIM & set(gained), f"{hand} → {other}"
            tried += 1
    assert tried > 1000


DRAWN_WORDS = {"海底", "槓上", "花上", "天胡", "大明槓上"}
DISCARD_WORDS = {"河底", "搶槓", "叮銃", "雙響", "三響"}


def test_drawing_the_winning_tile_never_lowers_a_concealed_price() -> None:
    """The same tiles won by discard and by self-draw have the same readings.

    In each the same rows of 明/暗 prices are found, none cheaper for the self-draw, and the sum paid for them does not
    fall; nor does the total of the hand, unless by discard it was 全求人 (半求人 pays half) or 雞糊 (鴨糊 pays half).
    The sum that the *hand* pays for rows of 明/暗 prices can fall: another reading may become the dearest.
    """
    tried = 0
    for hand in hands():
        calm = replace(hand, words=hand.words - DRAWN_WORDS - DISCARD_WORDS, replacements=0)
        discarded, drawn = replace(calm, self_drawn=False), replace(calm, self_drawn=True)
        if problems(discarded) or problems(drawn):
            continue
        less, more = verdict_of(discarded), verdict_of(drawn)
        readings = by_place(more)
        assert readings.keys() == by_place(less).keys()
        for place, reading in by_place(less).items():
            no_dearer(reading, readings[place])
        assert more.total >= less.total or {"全求人", "雞糊"} & set(paid_names(less)), str(hand)
        tried += 1
    assert tried > 1000


# ---------------------------------------------------------------- flowers

ABOUT_FLOWERS = {"花", "無花", "無字花", "無字花大平", "小七門", "大七門"}
UNDER_THEM = {"無字", "平糊", "小五門", "大五門"}  # what those rows absorb


def test_one_flower_more_changes_rows_about_flowers_alone() -> None:
    """In every reading 花 comes once more, and nothing else is found or lost but 無花, 無字花, 大平 and 七門.

    What is paid changes by these and by the rows they absorb. 雞糊, which flowers make or break, replaces whole
    readings and is left out here.
    """
    random = Random(83)
    changed = Counter[str]()
    for hand in hands():
        if len(hand.flowers) == 8:
            continue
        flower = random.choice([flower for flower in range(8) if flower not in hand.flowers])
        more = replace(hand, flowers=hand.flowers | {flower}, flower_count=hand.flower_count + 1)
        mine, other = verdict_of(hand), verdict_of(more)
        if mine.plain or other.plain:
            continue
        readings = by_place(mine)
        for place, reading in by_place(other).items():
            before = readings[place]
            gained, lost = names(reading.found) - names(before.found), names(before.found) - names(reading.found)
            assert gained["花"] == 1
            assert set(gained + lost) <= ABOUT_FLOWERS
            paid_gain, paid_loss = names(reading.paid) - names(before.paid), names(before.paid) - names(reading.paid)
            assert set(paid_gain + paid_loss) <= ABOUT_FLOWERS | UNDER_THEM
            changed.update(paid_gain + paid_loss)
    assert {*ABOUT_FLOWERS - {"大七門"}, *UNDER_THEM - {"大五門"}} <= set(changed)


# ---------------------------------------------------------------- one answer


def test_the_total_is_no_less_than_any_reading() -> None:
    for hand in hands():
        answer = score(hand)
        assert answer.total >= max(reading.total for reading in answer.readings)
        assert answer.total == verdict_of(hand).total


def test_library_command_line_and_core_agree() -> None:
    chosen = hands()[::12]
    lines = "\n".join(map(str, chosen))
    result = CliRunner().invoke(main, ["score", "--json", "--lang", "en", "-"], input=lines)
    assert result.exit_code == 0
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert len(answers) == len(chosen)
    for hand, answer in zip(chosen, answers, strict=True):
        told = score(str(hand))
        assert answer == json.loads(json.dumps(told.as_dict("en")))
        assert answer["total"] == told.total == verdict_of(hand).total
        assert answer["hand"] == str(hand)


def test_leaving_the_waits_open_leaves_the_total() -> None:
    """``exact_waits`` off may take 獨獨 for 假獨, never move the total."""
    for hand in hands():
        quick = evaluate(hand, RULES, exact_waits=False)
        assert quick is not None
        assert quick.total == verdict_of(hand).total, str(hand)
