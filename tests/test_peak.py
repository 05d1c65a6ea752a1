"""雲端巔峰賽: the cases hold everything documented, a second scorer agrees, and refusals say field and reason."""

from __future__ import annotations

import re
import string
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.cases import load_cases
from analyzer.data import read_data
from analyzer.errors import Problem
from analyzer.peak import Match, PeakError, Player, load_peak_table, read_match, read_player, score
from analyzer.peak.cases import PeakCase, rated, read_case
from analyzer.peak.facts import FieldProblem
from analyzer.peak.messages import TEXTS
from analyzer.peak.scoring import Result
from analyzer.peak.table import read_table

CASES = [case for case in load_cases() if isinstance(case, PeakCase)]
RATED = [(case, rated(case)) for case in CASES if not case.error]
TABLE = load_peak_table()
QUIET: dict[str, Any] = {"round": 4, "winner_score": 2, "loser_score": 1, "cards": "王魔"}

halves = st.integers(0, 9).map(lambda count: Decimal(count) / 2)
matches = st.builds(
    Match,
    st.integers(1, 10),
    halves.filter(bool),
    halves,
    st.integers(0, 4),
    st.lists(st.sampled_from("王靈形魔"), min_size=1, max_size=10).map(tuple),
).filter(lambda match: match.winner_score > match.loser_score)
tenths = st.one_of(st.integers(-1000, 25000), st.sampled_from([11999, 12000, 13999, 14000, 19999, 20000]))
players = st.builds(Player, tenths.map(lambda count: Decimal(count) / 10), st.integers(0, 12))


# -- the cases (that each holds is tested with those of the other systems)


def test_a_wrong_case_is_told() -> None:
    wrong = read_case(
        {
            "id": "wrong",
            "match": {**QUIET, "round": 3, "loser_rating": 1200},
            "items": ["基礎 20", "輾壓 10"],
            "gain": 31,
            "loss": 31,
            "after": ["1031", "1169"],
            "lacks": ["速勝"],
        },
        "x.toml",
    )
    assert wrong.difference() == [
        "- 輾壓 10",
        "+ 速勝 10",
        "gain 30, expected 31",
        "loss 33, expected 31",
        "after ['1030', '1167'], expected ['1031', '1169']",
        "has 速勝, which it should lack",
    ]
    refused = read_case({"id": "r", "match": QUIET, "error": "peak.round"}, "x.toml")
    assert refused.difference() == ["should be refused (peak.round), but gains 20"]
    other = read_case({"id": "o", "match": {**QUIET, "round": 0}, "error": "peak.grid"}, "x.toml")
    assert other.difference() == ["refused (peak.round): round: there is no round 0"]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"id": "x"}, "needs an id and a match"),
        ({"id": "x", "match": QUIET}, "needs items, gain and loss, or error"),
        ({"id": "x", "match": QUIET, "total": 3}, "unknown key total"),
        ({"id": "x", "match": {"rounds": 3}, "error": "peak.round"}, "unknown fact rounds"),
        ({"id": "x", "match": QUIET, "items": ["輾壓"], "gain": 20, "loss": 20}, "'輾壓' is no item"),
        ({"id": "x", "match": QUIET, "items": ["碾壓 30"], "gain": 50, "loss": 50}, "unknown item 碾壓"),
        ({"id": "x", "match": QUIET, "items": [], "gain": "many", "loss": 20}, "'many' is no number"),
        ({"id": "x", "match": QUIET, "items": [], "gain": 2, "loss": 2, "after": ["1"]}, "after holds two ratings"),
        ({"id": "x", "match": QUIET, "items": "基礎 20", "gain": 2, "loss": 2}, "items must be a list of texts"),
        ({"id": "x", "match": QUIET, "error": "peak.round", "rulings": "P1"}, "rulings must be settings"),
    ],
)
def test_a_case_that_does_not_read(raw: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_case(raw, "x.toml")


def test_every_tier_pays_in_a_case_and_every_item_is_lacked_in_one() -> None:
    paid = [(line.item.name, line.tier) for _, result in RATED for line in result.paid]
    tiers = [(item.name, tier) for item in TABLE.items for tier in item.tiers]
    assert [tier for tier in tiers if tier not in paid] == []
    lacked = {name for case in CASES for name in case.lacks}
    assert {item.name for item in TABLE.items} - lacked == {"基礎"}


def test_every_weight_is_shown_at_its_step_and_just_below() -> None:
    shown = {(result.loser.rating, result.weight.times) for _, result in RATED}
    weights = sorted(TABLE.weights, key=lambda weight: weight.times)
    for lower, upper in pairwise(weights):
        assert upper.least is not None
        assert (upper.least, upper.times) in shown
        assert (upper.least - Decimal("0.1"), lower.times) in shown


def test_every_ruling_is_shown_under_each_setting_and_every_documented_example_is_there() -> None:
    shown = {what for case in CASES for what in case.shows}
    assert shown >= {*"ABCDEF", "situation 1", "situation 2"}
    for ruling in TABLE.rulings.all.values():
        settings = {case.rulings.get(ruling.id, ruling.default) for case in CASES if ruling.id in case.shows}
        assert settings == {setting.value for setting in ruling.settings}


def test_every_case_is_derived_in_a_comment_above_it() -> None:
    blocks = read_data("cases", "peak.toml").split("[[peak]]")
    assert len(blocks) == len(CASES) + 1
    for case, before in zip(CASES, blocks, strict=False):
        comment = before.rsplit("\n\n", 1)[-1]
        assert comment.startswith("#"), case.id
        if not case.error:
            assert re.search(rf"(?<![\d.]){case.gain}(?![\d.]\d)", comment), case.id
            assert sum(case.items.values()) == case.gain, case.id


# -- a second scorer, written from the rulebook without the table


def by_hand(match: Match, winner: Player, loser: Player) -> tuple[dict[str, int], int, Fraction]:
    """Items, gain and loss under the default rulings."""
    n, cards = match.round, "".join(match.cards)
    rout = (30 if n >= 7 else 20 if n == 6 else 10 if n == 5 else 0) if match.loser_score == 0 else 0
    items = {
        "基礎": 20,
        "輾壓": rout,
        "勝點總分": {Decimal("4.5"): 60, Decimal(4): 30, Decimal("3.5"): 10}.get(match.winner_score, 0),
        "形斬次數": 10 if match.form_slays >= 2 else 0,
        "出牌方式": 30 if not cards.strip("王") else 10 if not cards.strip("靈") else 0,
        "無魔牌獎勵": 0 if "魔" in cards else 10,
        "最後出牌": (30 if n == 10 else 10) if cards[-1] == "形" else 30 if cards[-1] == "王" and n == 10 else 0,
        "速勝": 10 if n in (2, 3) else 0,
        "十回合勝": 30 if n == 10 else 0,
        "連勝加成": 2 * winner.streak + 1 if winner.streak else 0,
    }
    gain = sum(items.values())
    steps = sum(loser.rating >= bound for bound in (1200, 1400, 1600, 1800, 2000))
    return items, gain, Fraction(gain * (10 + steps), 10)


@given(matches, players, players)
def test_the_second_scorer_agrees(match: Match, winner: Player, loser: Player) -> None:
    items, gain, loss = by_hand(match, winner, loser)
    result = score(match, winner, loser)
    assert {line.item.name: line.points for line in result.lines} == items
    assert (Fraction(result.gain), Fraction(result.loss)) == (Fraction(gain), loss)


@given(matches, players, players, st.sampled_from(["exact", "half-up"]), st.sampled_from(["none", "0"]))
def test_ratings_follow_gain_and_loss(match: Match, winner: Player, loser: Player, p1: str, p2: str) -> None:
    if p2 == "0" and min(winner.rating, loser.rating) < 0:
        with pytest.raises(PeakError):
            score(match, winner, loser, rulings={"P2": p2})
        return
    result = score(match, winner, loser, rulings={"P1": p1, "P2": p2})
    product = Fraction(result.gain) * Fraction(result.weight.times)
    loss = product if p1 == "exact" else Fraction((product * 2 + 1) // 2)  # a half goes up
    left = Fraction(loser.rating) - loss
    assert Fraction(result.loss) == loss
    assert result.winner_after == Player(winner.rating + result.gain, winner.streak + 1)
    assert Fraction(result.loser_after.rating) == (max(left, Fraction(0)) if p2 == "0" else left)
    assert result.loser_after.streak == 0
    assert Fraction(result.loser_change) == Fraction(result.loser_after.rating) - Fraction(loser.rating)


@given(matches, players, players)
def test_one_more_win_adds_two_and_a_first_demon_never_helps(match: Match, winner: Player, loser: Player) -> None:
    result = score(match, winner, loser)
    more = score(match, Player(winner.rating, winner.streak + 1), loser)
    assert more.gain - result.gain == (2 if winner.streak else 3)
    demon = Match(match.round, match.winner_score, match.loser_score, match.form_slays, ("魔", *match.cards))
    assert score(demon, winner, loser).gain <= result.gain


# -- the table is what runs


@pytest.mark.parametrize(
    ("written", "instead", "gain", "loss"),
    [
        ("tiers         = [{ points = 20 }]", "tiers         = [{ points = 21 }]", 88, "105.6"),
        ('round = "7-", points = 30', 'round = "7-", points = 33', 90, "108"),
        ('winner_score = "3.5", points = 10', 'winner_score = "3", points = 10', 77, "92.4"),
        ("step = 2, points = 1", "step = 3, points = 1", 90, "108"),
        ("times  = 1.2", "times  = 1.25", 87, "108.75"),
        ("from   = 1400", "from   = 1401", 87, "95.7"),
    ],
)
def test_a_changed_number_changes_the_result(written: str, instead: str, gain: int, loss: str) -> None:
    """20 + 30 + 10 + 10 (no 魔) + 10 (last 形) + 7 = 87; at 1400 × 1.2 = 104.4."""
    text = read_data("fan_table", "peak.toml")
    assert text.count(written) == 1
    facts: dict[str, Any] = {"round": 7, "winner_score": "3.5", "loser_score": 0, "cards": "王靈形"}
    winner, loser = read_player(streak=3), read_player(rating=1400)
    before = score(read_match(**facts), winner, loser)
    assert (before.gain, before.loss) == (Decimal(87), Decimal("104.4"))
    table = read_table(text.replace(written, instead))
    after = score(read_match(table, **facts), winner, loser, table=table)
    assert (after.gain, after.loss) == (Decimal(gain), Decimal(loss))
    assert table.hash != TABLE.hash


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ('every = "王"', 'evry = "王"', "item 出牌方式: unknown key evry"),
        ('form_slays = "2-"', 'form_slays = "two"', "item 形斬次數: 'two' is no range"),
        ("[[weight]]\ntimes", "[[weight]]\nfrom = 0\ntimes", "no weight for the lowest ratings"),
    ],
)
def test_a_broken_table_is_refused(written: str, instead: str, said: str) -> None:
    text = read_data("fan_table", "peak.toml")
    assert text.count(written) == 1
    with pytest.raises(ValueError, match=said):
        read_table(text.replace(written, instead))


def test_every_value_has_its_source() -> None:
    assert [item.name for item in TABLE.items if not item.sources] == []
    assert [weight.times for weight in TABLE.weights if not weight.source] == []


# -- reading facts


@pytest.mark.parametrize(
    "cards",
    [
        "王靈形魔",
        " 王 靈 形 魔 ",
        "王,靈、形→魔",
        "king spirit form demon",
        "King, 灵 -> 形 | DEMON",
        ["王", "靈", "形", "魔"],
    ],
)
def test_spellings_of_the_cards(cards: object) -> None:
    assert read_match(**{**QUIET, "cards": cards}).cards == ("王", "靈", "形", "魔")


@pytest.mark.parametrize("number", ["3.5", "３．５", " 3.50 ", "+3.5", 3.5, Decimal("3.5"), "03.5"])
def test_spellings_of_a_number(number: object) -> None:
    assert read_match(**{**QUIET, "winner_score": number}).winner_score == Decimal("3.5")


@pytest.mark.parametrize(
    ("facts", "code", "marked"),
    [
        ({"cards": "王龍靈虎"}, "peak.unknown-card", ["龍", "虎"]),
        ({"cards": "王3"}, "peak.unknown-card", ["3"]),
        ({"cards": " , "}, "peak.no-cards", [" , "]),
        ({"cards": "王" * 201}, "peak.long-cards", ["王"]),
        ({"round": "seven"}, "peak.not-a-number", ["seven"]),
        ({"round": True}, "peak.not-a-number", ["True"]),
        ({"round": float("nan")}, "peak.not-a-number", ["nan"]),
        ({"round": "1e1"}, "peak.not-a-number", ["1e1"]),
        ({"round": "9" * 500}, "peak.too-large", ["9" * 500]),
        ({"round": 10.5}, "peak.not-whole", ["10.5"]),
        ({"round": 11}, "peak.round", ["11"]),
        ({"round": -1}, "peak.round", ["-1"]),
        ({"winner_score": "4.25"}, "peak.grid", ["4.25"]),
        ({"winner_score": 5}, "peak.above-highest", ["5"]),
        ({"winner_score": 1}, "peak.not-above", ["1"]),
        ({"loser_score": -1}, "peak.negative", ["-1"]),
        ({"form_slays": "1.5"}, "peak.not-whole", ["1.5"]),
        ({"form_slays": 1000001}, "peak.too-large", ["1000001"]),
    ],
)
def test_a_refused_fact(facts: dict[str, object], code: str, marked: list[str]) -> None:
    with pytest.raises(PeakError) as caught:
        read_match(**{**QUIET, **facts})
    (problem,) = caught.value.problems
    assert isinstance(problem, FieldProblem)
    assert (problem.code, problem.field) == (code, next(iter(facts)))
    assert [problem.line[start:end] for start, end in problem.spans] == marked


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"rating": "1000.00001"}, "peak.too-fine"),
        ({"rating": 1000001}, "peak.too-large"),
        ({"rating": -1000001}, "peak.too-large"),
        ({"streak": -1}, "peak.negative"),
        ({"streak": "2.5"}, "peak.not-whole"),
    ],
)
def test_a_refused_player(facts: dict[str, Any], code: str) -> None:
    with pytest.raises(PeakError) as caught:
        read_player(**facts)
    assert [problem.code for problem in caught.value.problems] == [code]


def test_everything_wrong_is_said_at_once_with_its_caret() -> None:
    with pytest.raises(PeakError) as caught:
        read_match(round=0, winner_score=4.3, cards="王仙")
    assert str(caught.value).splitlines() == [
        "loser_score: it is missing",
        "  → give it, for example loser_score = 0",
        "cards: “仙” is no card type",
        "  cards = 王仙",
        "            ^^",
        "  → the types are 王 king, 靈 spirit, 形 form, 魔 demon",
        "round: there is no round 0",
        "  round = 0",
        "          ^",
        "  → the rounds are 1 to 10",
        "winner_score: 4.3 is not in steps of 0.5",
        "  winner_score = 4.3",
        "                 ^^^",
        "  → 勝點 go in steps of 0.5: 4 or 4.5",
    ]
    assert "回合：沒有第 0 回合" in caught.value.render("zh")


def test_facts_that_did_not_come_from_text_are_checked_too() -> None:
    with pytest.raises(PeakError, match="no round 11"):
        score(Match(11, Decimal(2), Decimal(1), 0, ("王",)))
    with pytest.raises(PeakError, match="less than 0"):
        score(read_match(**QUIET), read_player(), Player(Decimal(1000), -1))


# -- words


def test_notes_name_the_rulings_that_matter_and_a_doubtful_fact() -> None:
    result = score(read_match(**QUIET), read_player(streak=2), read_player(rating=1200))  # 25 × 1.1 = 27.5
    assert result.notes("en") == ["P1=half-up would leave the winner at 1025, the loser at 1172"]
    low = score(read_match(**QUIET, form_slays=1), read_player(), read_player(rating=15), rulings={"P2": "0"})
    assert low.notes("en") == [
        "1 form slays with 0 形 cards: each takes a 形, so one of the two may be a slip",
        "the loser loses 15, not 20: no rating falls below 0 (P2=0)",
        "P2=none would leave the winner at 1020, the loser at -5",
    ]
    high = score(read_match(rulings={"P3": "no-bonus"}, **{**QUIET, "winner_score": 6}), rulings={"P3": "no-bonus"})
    assert high.notes("en") == ["P3=refused would refuse this match"]


def test_conditions_say_what_held_and_what_would_have() -> None:
    result: Result = score(read_match(**{**QUIET, "round": 10, "cards": "魔形"}), read_player(streak=4))
    lines = {line.item.name: line for line in result.lines}
    assert result.condition(lines["最後出牌"], "en") == "round 10; the last card is 形"
    assert result.condition(lines["最後出牌"], "zh") == "回合 10，最後一張是形"
    assert result.condition(lines["輾壓"], "en") == "the loser has 0, in round 5 or later"
    assert result.facts(lines["輾壓"], "en") == "loser's score 1; round 10"
    assert result.facts(lines["連勝加成"], "en") == "streak before 4; 2 × 4 + 1"


def test_sentences_are_whole_in_both_languages() -> None:
    for code, (zh, en) in TEXTS.items():
        words = [{word for _, word, _, _ in string.Formatter().parse(text) if word} for text in (zh, en)]
        plain = [{word.removesuffix("_zh").removesuffix("_en") for word in each} for each in words]
        assert plain[0] == plain[1], code
        if code.endswith(".do"):
            assert code.removesuffix(".do") in TEXTS, code
    assert Problem("peak.round", {"text": 0}).text("zh") == "沒有第 0 回合"
