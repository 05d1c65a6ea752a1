"""Waits: which tiles, how many are left, what each pays either way; the library and the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from click.testing import CliRunner, Result

from analyzer import tiles
from analyzer.cli import main
from analyzer.errors import HandError, ImpossibleHand, YunlongError
from analyzer.hand import Hand
from analyzer.notation import parse
from analyzer.scoring import score
from analyzer.waiting import WinningTile, waits
from tests.random_hands import random_hand, slow_hand
from tests.reference.slow import judge
from tests.reference.slow import waits as slow_waits

DRAGONS = "112233456778899m5p"  # waits on 5p alone: 127 by discard (tests/test_reference.py), with 門清摸 130 drawn
STEPS = "123m234p345s456m57p55z"  # 97 by discard, 118 drawn (ibidem)


def by_tile(line: Hand | str, rulings: dict[str, str] | None = None) -> dict[str, WinningTile]:
    return {tile.tile: tile for tile in waits(line, rulings=rulings)}


def totals(tile: WinningTile) -> tuple[int | None, int | None]:
    return (
        tile.by_discard.total if tile.by_discard else None,
        tile.self_drawn.total if tile.self_drawn else None,
    )


# ---------------------------------------------------------------- which tiles, and how many


@pytest.mark.parametrize(
    ("line", "left"),
    [
        (DRAGONS, {"5p": 3}),
        # 678m and 9m alone, or 6m alone and 789m.
        ("123p456p789p123s6789m", {"6m": 3, "9m": 3}),
        ("123p456p789p123s6789m|見=669m", {"6m": 1, "9m": 2}),
        # 234m 444m and 1m alone; 123m 444m and 4m alone, but all four 4m are held.
        ("1234444m123p456p789p", {"1m": 3}),
        # Only a fifth 1z would do.
        ("123456789m123p1111z", {}),
        # 555m and 6m alone; 55m and 56m, of which the kong leaves no 4m.
        ("[4444m]123p456p789p5556m", {"6m": 3, "7m": 4}),
        # 八飛: eight pairs wait on each of the eight.
        ("1133m5577p99s113355z", {"1m": 2, "3m": 2, "5p": 2, "7p": 2, "9s": 2, "1z": 2, "3z": 2, "5z": 2}),
    ],
)
def test_winning_tiles_and_how_many_are_left(line: str, left: dict[str, int]) -> None:
    assert {tile.tile: tile.left for tile in waits(line)} == left


def test_exhausted_kinds_are_told_as_such() -> None:
    found = by_tile("123p456p789p123s6789m|見=666m")
    assert totals(found["6m"]) == (None, None)
    assert (found["6m"].left, found["6m"].best) == (0, 0)
    assert "6m" in found["6m"].why_not("en")
    assert "6m" in found["6m"].why_not("zh")
    assert found["9m"].why_not() == ""
    assert None not in totals(found["9m"])
    assert waits("123p456p789p123s6789m|見=666m")[-1].tile == "6m"


def test_the_kinds_are_those_of_the_judge() -> None:
    random = Random(4)
    for _ in range(25):
        hand = random_hand(random)
        slow = slow_hand(replace(hand, concealed=hand.held, win=None))
        assert {tile.tile for tile in waits(hand)} == slow_waits(slow.concealed, slow.melds), str(hand)


# ---------------------------------------------------------------- what they pay


def test_worked_totals() -> None:
    (tile,) = waits(DRAGONS)
    assert totals(tile) == (127, 130)
    assert tile.by_discard is not None
    assert {(row.name, row.times, row.price) for row in tile.by_discard.rows} >= {("清龍", 2, 40), ("門清", 1, 5)}
    assert [row.text("zh") for row in tile.by_discard.rows if row.times > 1] == ["清龍×2 40"]
    assert totals(by_tile(STEPS)["6p"]) == (97, 118)
    assert totals(by_tile(STEPS, {"R9": "all"})["6p"]) == (97, 119)


def test_each_total_is_the_score_of_the_completed_line() -> None:
    """Each way: the line with the tile written in and 自摸 or not, read and scored as any other."""
    random = Random(7)
    for _ in range(60):
        hand = random_hand(random)
        plain = replace(hand, words=frozenset(), replacements=0, self_drawn=False)
        held = replace(plain, concealed=hand.held, win=None)
        before, _, after = str(held).partition("|")
        for tile in waits(plain):
            for win, word in ((tile.by_discard, ""), (tile.self_drawn, "自摸 ")):
                if tile.left:
                    expected = score(f"{before}+{tile.tile}|{word}{after}")
                    assert win is not None
                    assert win.total == expected.total == expected.base + sum(row.price for row in win.rows)
                    assert {row.name: row.times for row in win.rows} == {
                        found.name: expected.times(found.name) for found in expected.rows
                    }


def test_the_tile_that_won_pays_what_the_hand_was_worth() -> None:
    """With all the words of the line, and as the slow judge counts them."""
    random = Random(11)
    for _ in range(40):
        hand = random_hand(random)
        name = tiles.NAMES[hand.win or 0]
        tile = by_tile(hand)[name]
        win = tile.self_drawn if hand.self_drawn else tile.by_discard
        slow = judge(slow_hand(hand))
        assert win is not None
        assert slow is not None
        assert (win.total, win.without) == (slow.total, ()), str(hand)


def test_the_dearest_comes_first() -> None:
    random = Random(13)
    longest = 0
    for _ in range(60):
        found = waits(random_hand(random))
        best = [tile.best for tile in found]
        assert best == sorted(best, reverse=True)
        longest = max(longest, len(found))
    assert longest > 3


def test_a_complete_hand_is_asked_without_its_winning_tile() -> None:
    assert waits(DRAGONS + "+5p") == waits(DRAGONS + "5p") == waits(DRAGONS) == waits(parse(DRAGONS + "5p"))
    # The set-aside tile is not among one's own: three of 5p are left, and a 見 takes its own off.
    assert by_tile(DRAGONS + "+5p|見=5p")["5p"].left == 2


CLAIMED = "(123m)(234m)(345p)456m111z2z"


@pytest.mark.parametrize(
    ("line", "by_discard", "self_drawn"),
    [
        (CLAIMED + "|叮", (), ()),
        (CLAIMED + "|海底", ("海底",), ()),
        (CLAIMED + "|自摸 海底", ("海底",), ()),
        (CLAIMED + "|河底 叮", (), ("河底",)),
        (CLAIMED + "|雙響 反雪=2", (), ("雙響",)),
        (CLAIMED + "|搶槓", ("搶槓",), ("搶槓",)),  # the other three 2z are in the kong, and the hand holds one
        (CLAIMED + "花1|自摸 花上", ("花上",), ()),
        (CLAIMED + "花2|自摸 尾牌=2", ("尾牌",), ()),
        ("123m234m345p456m111z2z|天胡", ("天胡",), ()),
    ],
)
def test_words_that_cannot_go_with_it_are_left_out(
    line: str, by_discard: tuple[str, ...], self_drawn: tuple[str, ...]
) -> None:
    (tile,) = waits(line)
    assert tile.by_discard is not None
    assert tile.self_drawn is not None
    assert tile.by_discard.without == by_discard
    assert tile.self_drawn.without == self_drawn


def test_a_word_counts_where_it_can() -> None:
    plain, last = waits(CLAIMED)[0], waits(CLAIMED + "|海底")[0]
    assert totals(last) == (plain.by_discard and plain.by_discard.total, plain.best + 20)  # 海底自摸 20


def test_a_word_that_fits_one_tile_only() -> None:
    """搶槓 takes the fourth of a kind of which the hand can hold none: 4m here, and not 1m."""
    found = by_tile("1123m456p789p123s555z|搶槓")
    without = {name: tile.by_discard.without for name, tile in found.items() if tile.by_discard}
    assert without == {"1m": ("搶槓",), "4m": ()}


def test_the_last_tile_is_seen() -> None:
    """真絕 15: two 2z seen and one held, nothing else wins (G19). 四絕 5: three 4m lie open, 1m would win too (G18)."""
    plain, seen = by_tile(CLAIMED)["2z"], by_tile(CLAIMED + "|見=22z")["2z"]
    assert seen.left == 1
    assert totals(seen) == tuple(total + 15 for total in totals(plain) if total)
    two_sided = "(123m)(234m)(345p)789s23m55z"
    plain, seen = by_tile(two_sided)["4m"], by_tile(two_sided + "|見=44m")["4m"]
    assert seen.left == 1
    assert totals(seen) == tuple(total + 5 for total in totals(plain) if total)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("123m", "too-few"),
        ("123m+4m", "too-few"),
        (DRAGONS + "55p", "too-many"),
        ("123456789m11111z12p", "fifth-copy"),
        (CLAIMED + "|海底 河底", "two-endings"),
        ("", "empty"),
        (CLAIMED + "?", "unknown-character"),
    ],
)
def test_refusals(line: str, code: str) -> None:
    with pytest.raises(HandError) as caught:
        waits(line)
    assert code in [problem.code for problem in caught.value.problems]


def test_a_hand_that_cannot_be_is_refused() -> None:
    with pytest.raises(ImpossibleHand):
        waits(Hand(bytes(34)))
    with pytest.raises(ImpossibleHand):
        waits(replace(parse(DRAGONS + "+5p"), win=None))
    with pytest.raises(YunlongError):
        waits(DRAGONS, rulings={"R99": "on"})


# ---------------------------------------------------------------- the command line


def yunlong(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_command_for_a_person() -> None:
    shown = yunlong("waits", DRAGONS, "--lang", "zh")
    assert shown.exit_code == 0
    for part in ("127", "130", "清龍×2 40", "打出", "自摸", "5p"):
        assert part in shown.output
    assert "\x1b" not in shown.output
    exhausted = yunlong("waits", DRAGONS + "|見=555p", "--lang", "en")
    assert "exhausted" in exhausted.output
    assert "(without 海底)" in yunlong("waits", CLAIMED + "|海底", "--lang", "en").output


def test_command_for_a_hand_that_is_not_ready() -> None:
    shown = yunlong("waits", "123456789m123p1111z", "--lang", "en")
    assert shown.exit_code == 0
    assert "not ready: shanten 1" in shown.output


def test_command_in_json() -> None:
    shown = yunlong("waits", STEPS, "--json", "--set", "R9=all")
    answer = json.loads(shown.output)
    assert answer["shanten"] == 0
    assert answer["rulings"] == {"R9": "all"}
    (tile,) = answer["waits"]
    assert (tile["tile"], tile["left"], tile["self_drawn"]["total"]) == ("6p", 4, 119)
    assert answer["accepted"] == [{"tile": "6p", "left": 4}]


def test_command_refuses() -> None:
    for arguments in (("waits", "123m"), ("waits", DRAGONS, "--set", "R99=on"), ("waits", DRAGONS, "--table", "none")):
        refused = yunlong(*arguments)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert "→" in refused.stderr
    assert yunlong("waits", "123456789m12p11555z", "--z", "cn", "--json").exit_code == 0
