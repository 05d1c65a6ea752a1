"""Tiles and hands to other programs and back: round trips through ``mahjong`` and PyMahjongGB themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.tile import TilesConverter

from analyzer import tiles
from analyzer.errors import HandError, Refusal
from analyzer.hand import Claim, Hand, Meld
from analyzer.interchange import (
    GBHand,
    from_34,
    from_136,
    from_digits,
    from_gb,
    from_gb_codes,
    from_gb_line,
    to_34,
    to_136,
    to_digits,
    to_gb,
    to_gb_codes,
    to_gb_line,
)
from analyzer.notation import parse
from tests.random_hands import random_hand

WALL = [kind for kind in range(tiles.KINDS) for _ in range(4)]
some_tiles = st.lists(st.sampled_from(range(136)), unique=True, max_size=40).map(
    lambda ids: tuple(sorted(WALL[one] for one in ids))
)


# ---------------------------------------------------------------- mahjong


@given(some_tiles)
def test_arrays_and_strings_as_mahjong_has_them(kinds: tuple[int, ...]) -> None:
    """Our strings read by TilesConverter give our arrays; and every way leads back."""
    digits = to_digits(kinds)
    assert TilesConverter.string_to_34_array(**digits) == to_34(kinds)
    assert TilesConverter.string_to_136_array(**digits) == to_136(kinds)
    assert TilesConverter.to_one_line_string(to_136(kinds)) == tiles.write(kinds)
    assert from_digits(**digits) == from_34(to_34(kinds)) == from_136(to_136(kinds)) == kinds


@given(st.permutations(range(136)).map(lambda wall: wall[:17]))
def test_any_ids_of_the_136(ids: list[int]) -> None:
    assert to_34(from_136(ids)) == TilesConverter.to_34_array(ids)


def test_the_order_of_the_kinds() -> None:
    assert TilesConverter.one_line_string_to_34_array("19m19p19s1234567z") == to_34(tiles.ORPHANS)
    assert to_136([tiles.KIND["2m"], tiles.KIND["1m"], tiles.KIND["2m"]]) == [0, 4, 5]


def test_red_fives_are_plain_fives() -> None:
    fives = tuple(map(tiles.KIND.__getitem__, ("5m", "5p", "5s")))
    assert from_136([16, 52, 88]) == fives
    red = TilesConverter.string_to_136_array(man="0", pin="r", sou="0", has_aka_dora=True)
    assert from_136(red) == from_digits(man="0", pin="r", sou="0") == fives


# ---------------------------------------------------------------- PyMahjongGB


def fourteen(line: str) -> Hand:
    """A hand of their size: a line of ours less its first meld."""
    hand = parse(f"(888m){line}")
    return replace(hand, melds=hand.melds[1:])


@pytest.mark.parametrize(
    ("line", "fan"),
    [
        ("(123m)(555p)[7777s]456s1z+1z", "暗杠"),
        ("(345m)(9999p)(666+6z)78s22z+9s", "双明杠"),
        ("[1111z][2222z][3333z][4444z]5z+5z", "大四喜"),
        ("112233m456p7899s+9s", "一般高"),
    ],
)
def test_the_calculator_takes_what_goes_over(line: str, fan: str) -> None:
    gb = pytest.importorskip("MahjongGB")
    assert fan in {found[1] for found in gb.MahjongFanCalculator(*to_gb(fourteen(line)))}


def test_dragons_keep_their_names() -> None:
    """J1 J2 J3 are 中發白, and only 绿一色 (發) and 推不倒 (白) tell them apart."""
    gb = pytest.importorskip("MahjongGB")
    green = {fan[1] for fan in gb.MahjongFanCalculator(*to_gb(fourteen("(234s)(666s)(888s)33s66z+6z")))}
    unturned = {fan[1] for fan in gb.MahjongFanCalculator(*to_gb(fourteen("(123p)(888p)(555p)44s55z+5z")))}
    assert "绿一色" in green
    assert "推不倒" in unturned


def test_circumstances_go_over_and_change_the_fans() -> None:
    gb = pytest.importorskip("MahjongGB")
    for word, drawn, fan in (
        ("海底", True, "妙手回春"),
        ("河底", False, "海底捞月"),
        ("槓上", True, "杠上开花"),
        ("搶槓", False, "抢杠和"),
        ("四絕", False, "和绝张"),
    ):
        hand = replace(fourteen("(123m)(555p)[7777s]45s11z+6s"), words=frozenset({word}), self_drawn=drawn)
        assert fan in {found[1] for found in gb.MahjongFanCalculator(*to_gb(hand))}
        assert from_gb(to_gb(hand)).words == {word}


@given(some_tiles)
def test_codes_lead_back(kinds: tuple[int, ...]) -> None:
    assert from_gb_codes(to_gb_codes(kinds)) == kinds


def test_hands_lead_back_but_for_what_gb_does_not_know() -> None:
    random = Random(1)
    for _ in range(200):
        hand = random_hand(random)
        melds = tuple(replace(meld, claim=KEPT.get(meld.claim, meld.claim)) for meld in hand.melds)
        plain = Hand(
            hand.concealed, melds, hand.win, hand.self_drawn, flower_count=hand.flower_count, seat=2, prevailing=1
        )
        given_over = to_gb(plain)
        assert given_over[-2:] == (2, 1)
        assert from_gb(given_over) == plain
        held = replace(plain, concealed=plain.held, win=None)
        assert to_gb(held) == given_over._replace(win_tile="")
        assert from_gb(to_gb(held)) == held


KEPT = {Claim.ADDED_KONG: Claim.DIRECT_KONG}


# ---------------------------------------------------------------- GB lines


def test_the_line_of_the_documentation() -> None:
    """``[123m,1][999m,2][5555p]34m678sEE2m``, the example of a GB line: a claimed chow and pung, a concealed kong."""
    hand = from_gb_line("[123m,1][999m,2][5555p]34m678sEE2m")
    assert hand == parse("(123m)(999m)[5555p]34m678s11z+2m")
    assert to_gb_line(hand) == "[123m,1][999m,1][5555p]34m678sEE2m"


def test_the_part_after_the_bar() -> None:
    hand = from_gb_line("[123m,1][999m,2][5555p]34m678sEE2m|ES1011|ac")
    assert hand == parse("(123m)(999m)[5555p]34m678s11z+2m花2|自摸 海底 槓上 圈風=東 門風=南")
    assert to_gb_line(hand) == "[123m,1][999m,1][5555p]34m678sEE2m|ES1011|ab"
    assert from_gb_line("[123m,1][999m,2][5555p]34m678sEE2m|WN0100").words == {"四絕"}


def test_lines_lead_back() -> None:
    random = Random(2)
    for _ in range(100):
        hand = random_hand(random)
        plain = Hand(hand.concealed, hand.melds, hand.win)
        assert from_gb_line(to_gb_line(plain)) == plain
        placed = replace(plain, self_drawn=hand.self_drawn, flower_count=hand.flower_count, seat=3, prevailing=0)
        assert from_gb_line(to_gb_line(placed)) == placed


# ---------------------------------------------------------------- refusals


def pack(*given: Any) -> GBHand:
    return GBHand((given,), ("W1",) * 2, "W9")


@pytest.mark.parametrize(
    ("convert", "given", "code"),
    [
        (to_34, [0] * 5, "interchange-copies"),
        (to_digits, [33] * 5, "interchange-copies"),
        (from_34, [0] * 33, "interchange-length"),
        (from_34, [5] + [0] * 33, "interchange-copies"),
        (from_34, [-1] + [0] * 33, "interchange-copies"),
        (from_34, [0.5] + [0] * 33, "interchange-copies"),
        (from_136, [136], "interchange-id"),
        (from_136, [-1], "interchange-id"),
        (from_136, ["1m"], "interchange-id"),
        (from_136, [7, 7], "interchange-id-twice"),
        (lambda digits: from_digits(man=digits), "1x", "interchange-digit"),
        (lambda digits: from_digits(sou=digits), "11111", "interchange-copies"),
        (lambda digits: from_digits(honors=digits), "8", "interchange-digit"),
        (lambda digits: from_digits(honors=digits), "0", "interchange-digit"),
        (from_gb_codes, ["W0"], "interchange-gb-code"),
        (from_gb_codes, ["H1"], "interchange-gb-code"),
        (from_gb, pack("CHI", "W1", 1), "interchange-gb-pack"),
        (from_gb, pack("CHI", "F2", 1), "interchange-gb-pack"),
        (from_gb, pack("PUNG", "W2", 1), "interchange-gb-pack"),
        (from_gb, pack("PENG", "W2", 4), "interchange-gb-pack"),
        (from_gb, pack("GANG", "W9", 1), "fifth-copy"),
        (from_gb_line, "[123m,1]", "too-few"),
        (from_gb_line, "[123m,1][999m,2][5555p]34m678sEE2m|EE", "interchange-gb-tail"),
        (from_gb_line, "[123m,1][999m,2][5555p]34m678sEE2m|ES0010|i", "interchange-gb-tail"),
    ],
)
def test_impossible_input_is_refused(convert: Callable[[Any], object], given: Any, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        convert(given)
    assert [problem.code for problem in caught.value.problems] == [code]
    assert "→" in caught.value.render("zh")
    assert "→" in caught.value.render("en")


def test_what_no_hand_can_be_is_refused() -> None:
    robbed = GBHand((("PENG", "W2", 1),), ("W1", "W1"), "W9", self_drawn=True, wall_last=True, flower_count=9)
    with pytest.raises(HandError):
        from_gb(robbed)
    assert Meld(Claim.PUNG, 1) in from_gb(robbed._replace(flower_count=0)).melds
