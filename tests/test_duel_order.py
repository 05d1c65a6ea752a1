"""Which play beats which: agrees with a second judge, is total within bombs and antisymmetric everywhere."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.duel.order import answers, compare
from analyzer.duel.readings import Reading, highest
from analyzer.duel.rules import load_rules
from tests.duel_reference import DEFAULTS, RANKS, Counts, answer, higher, may_count, multisets
from tests.test_duel_readings import JOKERS, big_plays, plain

RULES = load_rules()


def small_plays() -> list[Counts]:
    """Every play of up to five cards and, of six, those of two kinds; of jokers one split each, alone all."""
    found = [(0,) * RANKS + split for split in JOKERS[1:]]
    for size in range(1, 7):
        for own in multisets(size):
            for split in ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2)):
                best = highest(own + split, RULES)
                if best and (size + sum(split) < 6 or len(best) > 1):
                    found.append(own + split)
    return found


PLAYS = small_plays()
BOMBS = sorted(
    {
        reading._replace(shown=())
        for counts in [*big_plays(Random(2), 3000), *PLAYS]
        for reading in highest(counts, RULES)
        if reading.stars
    }
    | {Reading("bomb", (), size, rank, size) for size in range(4, 13) for rank in range(RANKS)}
)


def test_bombs_are_ordered_totally() -> None:
    """Of two bombs one beats the other, but for those equal in stars, cards and top rank."""
    assert len(BOMBS) > 100
    for one, other in product(BOMBS, repeat=2):
        there, back = compare(one, other, RULES).beats, compare(other, one, RULES).beats
        equal = one == other or (one[2:] == other[2:] and "jokers" not in one.kind + other.kind)
        assert (there, back) == ((False, False) if equal else (not back, not there)), (one, other)


@given(st.tuples(*[st.sampled_from(BOMBS)] * 3))
def test_bombs_are_ordered_transitively(three: tuple[Reading, Reading, Reading]) -> None:
    one, two, three_ = three
    if compare(one, two, RULES).beats and compare(two, three_, RULES).beats:
        assert compare(one, three_, RULES).beats


@pytest.mark.parametrize("settings", [{}, {"D7": "highest"}, {"D5": "equal"}], ids=str)
def test_no_two_plays_beat_each_other(settings: dict[str, str]) -> None:
    """Each is led in turn, as whatever the leader may say, and the other one answers."""
    rules = load_rules(settings)
    led = [(counts, reading) for counts in PLAYS for reading in highest(counts, rules)]
    beats = {
        (place, over)
        for place, (counts, _) in enumerate(led)
        for over, (_, lying) in enumerate(led)
        if answers(counts, lying, rules)
    }
    assert len(beats) > 5_000
    assert not [pair for pair in beats if pair[::-1] in beats]


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"D1": "listed"},
        {"D2": "never"},
        {"D3": "yes"},
        {"D4": "average"},
        {"D5": "equal"},
        {"D6": "yes"},
        {"D7": "highest"},
    ],
    ids=str,
)
def test_agrees_with_the_second_judge(settings: dict[str, str]) -> None:
    rules, chosen, chance = load_rules(settings), DEFAULTS | settings, Random(3)
    pool = [counts for counts in [*PLAYS, *big_plays(chance, 300)] if highest(counts, rules)]
    said_yes = 0
    for _ in range(4000):
        play, over = chance.sample(pool, 2)
        lying = chance.choice(highest(over, rules))
        theirs = answer(play, next(one for one in may_count(over, chosen) if one.kind == lying.kind), chosen)
        ours = answers(play, lying, rules)
        assert (plain(ours) if ours else None) == theirs, (play, over)
        said_yes += ours is not None
    assert said_yes > 300


def test_the_place_of_the_joker_bombs() -> None:
    """天王 above every other 7 星, 三王 below every other 6 星, by the second judge's own words too."""
    three, four = (highest((0,) * RANKS + split, RULES)[0] for split in ((1, 2), (2, 2)))
    for bomb in BOMBS:
        if "jokers" in bomb.kind:
            continue
        assert compare(four, bomb, RULES).beats is (bomb.stars <= 7)
        assert compare(three, bomb, RULES).beats is (bomb.stars < 6)
        assert higher(plain(four), plain(bomb)) is (bomb.stars <= 7)
