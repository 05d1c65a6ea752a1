"""Payments: by discard, self-drawn, several winners, the dealer's streak, rule 8, rewards and fines; zero-sum."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from analyzer.cli import main
from analyzer.errors import Refusal
from analyzer.payment import POT, SEATS, flower_rewards, reward, settle
from analyzer.table import load_table

BY_DISCARD = "123m234p345s456m57p55z+6p"  # 97
# 5 + 無花 2 + 獨獨 2 + 三色三步高 567p 678s 789m, one claimed: 明 5 = 14
SECOND = "(234m)(678s)57p999s789m11z+6p"
# 5 + 無花 2 + 獨獨 2 = 9
THIRD = "(111s)(444s)57p888m123p44z+6p"
TOGETHER = (BY_DISCARD, SECOND, THIRD)
DRAWN = BY_DISCARD + "|自摸"  # 118
DIRECT_KONG = "(1111z)(123m)56m234p789p44s+7m|自摸 大明槓上"  # 10 as a discard (R10), case "R10 default"


def gains(*args: Any, **options: Any) -> dict[str, int]:
    return {seat: gain for seat, gain in settle(*args, **options).deltas.items() if gain}


def test_by_discard_one_pays() -> None:
    # neither is the dealer: 97 and no streak
    assert gains([("西", BY_DISCARD)], discarder="南", dealer="東") == {"西": 97, "南": -97}


@pytest.mark.parametrize(("streak", "share"), [(0, 1), (1, 3), (2, 5), (3, 7), (4, 9)])
def test_dealer_streak_on_a_discard(streak: int, share: int) -> None:
    # 2n+1 between the dealer and the other, whoever of them won
    assert gains([("東", BY_DISCARD)], discarder="南", streak=streak) == {"東": 97 + share, "南": -97 - share}
    assert gains([("南", BY_DISCARD)], discarder="東", streak=streak) == {"南": 97 + share, "東": -97 - share}


def test_self_draw_each_pays_and_the_streak_stays_with_the_dealer() -> None:
    # the dealer wins: each pays 118 + 5
    assert gains([("東", DRAWN)], streak=2) == {"東": 369, "南": -123, "西": -123, "北": -123}
    # 南 wins: only the dealer pays the streak
    assert gains([("南", DRAWN)], streak=2) == {"南": 359, "東": -123, "西": -118, "北": -118}


def test_several_winners_are_each_paid_in_full_with_their_row() -> None:
    # 雙響 5 each, 三響 10 each. Nobody of them deals but the thrower: streak 0 makes 1 for each.
    # 97 + 5 + 1, 14 + 5 + 1; then 97 + 10 + 1, 14 + 10 + 1, 9 + 10 + 1
    assert gains([("南", BY_DISCARD), ("西", SECOND)], discarder="東") == {"南": 103, "西": 20, "東": -123}
    three = [("南", BY_DISCARD), ("西", SECOND), ("北", THIRD)]
    assert gains(three, discarder="東") == {"南": 108, "西": 25, "北": 20, "東": -153}


def test_winners_on_one_discard_share_a_tile_and_one_set_of_tiles() -> None:
    other_tile = "(111s)(444s)567p888m12p44z+3p"
    fifth_copy = "(123m)(123m)57p123m789s22z+6p"  # 1m three times, and once in the other hand: four; 2m and 3m likewise
    with pytest.raises(Refusal, match="different tiles"):
        settle([("南", BY_DISCARD), ("西", other_tile)], discarder="東")
    assert settle([("南", BY_DISCARD), ("西", fifth_copy)], discarder="東").deltas["東"] < 0
    with pytest.raises(Refusal, match=r"together hold . of .m"):
        settle([("南", BY_DISCARD), ("西", fifth_copy), ("北", "(111m)(444s)57p888m123p44z+6p")], discarder="東")
    pair_of_1m = "(444s)(888m)57p123p222s11m+6p"  # two more: five, the fewest that cannot be
    with pytest.raises(Refusal, match="together hold 5 of 1m"):
        settle([("南", fifth_copy), ("西", pair_of_1m)], discarder="東")
    with pytest.raises(Refusal, match="same flower"):
        settle([("南", BY_DISCARD + "花春"), ("西", SECOND + "花春")], discarder="東")


def test_rule_8_direct_kong_is_paid_by_the_one_who_threw_it() -> None:
    assert gains([("南", DIRECT_KONG)], discarder="西") == {"南": 10, "西": -10}
    # R10 = selfdraw: 16 (case "R10 selfdraw"), from each; the dealer 1 more
    drawn = gains([("南", DIRECT_KONG)], rulings={"R10": "selfdraw"})
    assert drawn == {"南": 49, "東": -17, "西": -16, "北": -16}


def test_robbed_kong_is_paid_by_one() -> None:
    # (222z)12356m234p789p66s+7m|搶槓 見=777m pays 24, case "G8 搶槓"
    assert gains([("南", "(222z)12356m234p789p66s+7m|搶槓 見=777m")], discarder="西") == {"南": 24, "西": -24}


@pytest.mark.parametrize(
    ("wins", "options"),
    [
        ([("西", BY_DISCARD)], {}),  # nobody threw it
        ([("西", DRAWN)], {"discarder": "南"}),  # drawn and thrown
        ([("西", BY_DISCARD)], {"discarder": "西"}),  # won on one's own discard
        ([("西", BY_DISCARD), ("西", BY_DISCARD)], {"discarder": "南"}),
        ([("西", DRAWN), ("北", DRAWN)], {}),  # two cannot draw one tile
        ([("中", BY_DISCARD)], {"discarder": "南"}),
        ([("西", BY_DISCARD)], {"discarder": "南", "dealer": "X"}),
        ([("西", BY_DISCARD)], {"discarder": "南", "streak": -1}),
        ([("西", BY_DISCARD + "|連=2")], {"discarder": "南", "streak": 1}),
        ([("西", BY_DISCARD + "|莊")], {"discarder": "南", "dealer": "東"}),
        ([("西", BY_DISCARD + "|門風=南")], {"discarder": "南", "dealer": "東"}),
        ([("東", BY_DISCARD + "|地胡")], {"discarder": "南", "dealer": "東"}),
        ([("西", BY_DISCARD + "|三響"), ("北", BY_DISCARD)], {"discarder": "南"}),
        ([], {"discarder": "南"}),
        ([("西", "123x")], {"discarder": "南"}),
    ],
)
def test_facts_that_do_not_go_together_are_refused(wins: list[tuple[str, str]], options: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        settle(wins, **options)


# (name, options, gains of 東 南 西 北 歸天) with 東 as the player; prices from the source's 即時賞罰 and 即收
REWARDS = [
    ("暗槓", {}, (15, -5, -5, -5, 0)),
    ("追番子", {}, (-15, 5, 5, 5, 0)),
    ("追一/九數牌", {}, (-24, 8, 8, 8, 0)),
    ("追二至八數牌", {}, (-30, 10, 10, 10, 0)),
    ("Call牌四隻落地", {}, (15, -5, -5, -5, 0)),
    ("骰圍骰", {}, (15, -5, -5, -5, 0)),
    ("骰一二三", {}, (-15, 5, 5, 5, 0)),
    ("彩五", {"count": 1}, (15, -5, -5, -5, 0)),
    ("彩五", {"count": 6}, (480, -160, -160, -160, 0)),
    ("錯槓", {}, (-30, 10, 10, 10, 0)),
    ("暗槓無開", {}, (-30, 10, 10, 10, 0)),
    ("詐糊", {}, (-150, 0, 0, 0, 150)),
    ("一台花", {}, (15, -5, -5, -5, 0)),
    ("一台草", {}, (9, -3, -3, -3, 0)),
    ("八仙過海", {}, (240, -80, -80, -80, 0)),
    ("七搶一", {"holder": "西"}, (60, 0, -60, 0, 0)),
]


@pytest.mark.parametrize(("name", "options", "expected"), REWARDS)
def test_rewards_and_fines(name: str, options: dict[str, Any], expected: tuple[int, ...]) -> None:
    found = reward(name, "東", **options).deltas
    assert tuple(found[account] for account in (*SEATS, POT)) == expected


def test_every_reward_of_the_table_is_tested() -> None:
    assert {name for name, _, _ in REWARDS} == {one.name for one in load_table().rewards}


def test_r24_turns_the_payment_round() -> None:
    assert reward("追番子", "東", rulings={"R24": "others"}).deltas["東"] == 15


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("沒有", {}),
        ("彩五", {"count": 7}),
        ("暗槓", {"count": 2}),
        ("七搶一", {}),
        ("七搶一", {"holder": "東"}),
        ("暗槓", {"holder": "南"}),
    ],
)
def test_rewards_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        reward(name, "東", **options)


def test_flower_rewards() -> None:
    # 春夏秋冬 are 0-3, 梅蘭菊竹 4-7. A series is one 台花 and, being 1-2-3-4, one 台草 too.
    assert flower_rewards(frozenset({0, 1, 2, 3})) == ["一台花", "一台草"]
    assert flower_rewards(frozenset({0, 1, 6, 7})) == ["一台草"]  # 1-2 of the seasons, 3-4 of the plants
    assert flower_rewards(frozenset({0, 4, 1, 2})) == []
    assert flower_rewards(frozenset(range(8))) == ["一台花", "一台花", "一台草", "一台草"]
    plants_only = load_table().rulings.set({"R3": "plants"})
    assert flower_rewards(frozenset({0, 1, 6, 7}), plants_only) == []
    assert flower_rewards(frozenset({4, 5, 6, 7}), plants_only) == ["一台花", "一台草"]


seats = st.sampled_from(SEATS)


@given(
    winners=st.lists(seats, min_size=1, max_size=3, unique=True),
    thrower=seats,
    dealer=seats,
    streak=st.integers(0, 20),
    drawn=st.booleans(),
)
def test_every_settlement_sums_to_zero(winners: list[str], thrower: str, dealer: str, streak: int, drawn: bool) -> None:
    if drawn:
        found = settle([(winners[0], DRAWN)], dealer=dealer, streak=streak)
        # everybody else pays the same, but for the streak of the dealer
        shares = {-gain for seat, gain in found.deltas.items() if seat not in (winners[0], dealer, POT)}
        assert shares in ({118}, {118 + 2 * streak + 1})
    else:
        winners = [winner for winner in winners if winner != thrower] or [next(s for s in SEATS if s != thrower)]
        wins = list(zip(winners, TOGETHER, strict=False))
        found = settle(wins, discarder=thrower, dealer=dealer, streak=streak)
        assert all(found.deltas[seat] == 0 for seat in SEATS if seat not in (*winners, thrower))
    assert sum(found.deltas.values()) == 0


def test_command_line() -> None:
    runner = CliRunner()
    line = ["pay", BY_DISCARD, "--winner", "東", "--from", "南", "--dealer", "東", "--streak", "1"]
    told = runner.invoke(main, line)
    assert told.exit_code == 0
    assert "+100" in told.output
    assert json.loads(runner.invoke(main, [*line, "--json"]).output)["deltas"]["南"] == -100
    refused = runner.invoke(main, ["pay", BY_DISCARD, "--winner", "東"])
    assert refused.exit_code == 2
    assert "nobody threw it" in refused.stderr
    paid = runner.invoke(main, ["reward", "詐糊", "--player", "南", "--lang", "zh"])
    assert "歸天" in paid.output
