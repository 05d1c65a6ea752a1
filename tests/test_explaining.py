"""`why` for every row: what is found and what is lacking tell the same story; near misses say what is missing."""

from __future__ import annotations

import json
from random import Random

import pytest
from click.testing import CliRunner

from analyzer.cases import HandCase, load_cases
from analyzer.cli import main
from analyzer.errors import HandError
from analyzer.evaluate import evaluate
from analyzer.explaining import Explanation, UnknownRow, explain
from analyzer.lacking import lacks
from analyzer.notation import parse
from analyzer.rules import rules_for
from analyzer.table import load_table
from tests.random_hands import random_hand
from tests.test_against_reference import random_rulings

SHIFTED = "123m234p345s456m57p55z+6p"
TABLE = load_table()


def test_a_row_is_found_exactly_when_nothing_is_lacking() -> None:
    """counting finds, lacking explains: two modules that must agree on every row of every reading."""
    random = Random(7)
    for _ in range(60):
        hand, rulings = random_hand(random), random_rulings(random)
        verdict = evaluate(hand, rules_for(TABLE, rulings))
        assert verdict is not None
        for counted in verdict.readings:
            found = {instance.row for instance in counted.found}
            for row in TABLE.rows:
                if "plain" not in row.keys:  # 雞糊 is decided over all readings
                    missing = lacks(verdict.hand, counted, row.index)
                    assert bool(missing) != (row.index in found), (str(hand), rulings, row.name)


def test_a_documented_hand_lacks_nothing_for_what_it_pays() -> None:
    """The same law on every documented hand, where each row of the table is paid at least once."""
    cases = [case for case in load_cases() if isinstance(case, HandCase) and not (case.error or case.is_fragment)]
    reached = set()
    for case in cases:
        verdict = evaluate(parse(case.line), rules_for(TABLE, case.rulings))
        assert verdict is not None
        for counted in verdict.best:
            for instance in counted.paid:
                reached.add(TABLE.rows[instance.row].name)
                assert not lacks(verdict.hand, counted, instance.row), (case.id, TABLE.rows[instance.row].name)
    assert reached == {row.name for row in TABLE.rows}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_row_has_an_answer_in_both_languages(lang: str) -> None:
    random = Random(3)
    hands = [random_hand(random) for _ in range(4)]
    for row in TABLE.rows:
        for hand in hands:
            lines = explain(hand, row.name).lines("zh" if lang == "zh" else "en")
            assert row.name in lines[0]
            assert all("{" not in line for line in lines)


def answer(line: str, row: str, **rulings: str) -> Explanation:
    return explain(line, row, rulings=rulings)


def test_paid_row_names_groups_exposure_and_law() -> None:
    found = answer(SHIFTED, "三色三步高")
    assert (found.status, len(found.paid)) == ("paid", 3)
    text = "\n".join(found.lines("en"))
    assert "10 暗 concealed 123m 234p 345s" in text
    assert "5 明 exposed 456m 567p 345s" in text
    assert "the discard completed 567p" in text


def test_absorbed_row_names_what_absorbs_it() -> None:
    # 清龍 holds 123m and 789m, so 老少上 is not paid (R23)
    found = answer("112233456778899m5p+5p", "老少上")
    assert found.status == "stopped"
    assert {dropped.by.name for dropped in found.stopped} == {"清龍"}
    assert {dropped.source for dropped in found.stopped} == {"R23=absorbed"}
    assert "R23=absorbed" in "\n".join(found.lines("en"))


def test_single_counting_says_how_many_groups_are_shared() -> None:
    # Ex 38 as a whole hand: the second 雜龍 shares 456p and 789s with the first
    found = answer("123123m56p44789s(111z)+4p", "雜龍")
    assert found.status == "paid"
    assert [(dropped.reason, dropped.shared) for dropped in found.stopped] == [("單式", 2)]
    assert "shares 2 of its 3 groups" in "\n".join(found.lines("en"))


def test_general_rule_bars() -> None:
    # 全小 takes 缺五 away by rule 12
    found = answer("(111m)(444m)(222p)(123s)44p34s+2s", "缺五")
    assert found.status == "stopped"
    assert (found.stopped[0].by.name, found.stopped[0].source) == ("全小", "G12")


def test_row_of_a_cheaper_reading_gives_its_total() -> None:
    # 111222333m: three pungs (連刻大三步 20 + 三暗刻 15 = 35) or three chows (三般高 30): the pungs are dearer
    found = answer("(444p)111222333m78s99p+9s|自摸", "三般高")
    assert found.status == "elsewhere"
    (instance, reading), *_ = found.elsewhere
    assert instance.groups == ("123m", "123m", "123m")
    assert reading.total < found.score.total


@pytest.mark.parametrize(
    ("line", "row", "says"),
    [
        # 456m 456p are there, 456s is not
        ("456m456p123s789s222z1z+1z", "三相逢", "needs 456s beside 456m 456p"),
        ("(123m)56m234p789p222s11z+7m", "清一色", "suits: 3"),
        ("(123m)56m234p789p222s11z+7m", "斷么", "1m9p1z is outside 2-8"),
        ("(123m)56m234p789p222s11z+7m", "門清", "no claimed chow or pung"),
        ("(123m)56m234p789p222s11z+7m", "自摸", "a self-draw"),
        ("(123m)56m234p789p222s11z+7m", "四子", "rivers are not counted"),
        ("(123m)56m234p789p222s11z+7m|棄=5", "四子", "5 tiles lie in the rivers, at most 4"),
        ("(123m)56m234p789p222s11z+7m", "對對", "pungs: 1, needed 5"),
        ("(123m)56m234p789p222s11z+7m", "三槓", "kongs: 0, needed 3"),
        ("(123m)56m234p789p222s11z+7m", "十三么", "it counts in 十三么"),
        ("(123m)56m234p789p222s11z+7m", "獨獨", "a two-sided wait"),
        ("(123m)57m234p789p222s11z+6m", "假獨", "waited on 6m alone"),
        ("(123m)56m234p789p222s11z+7m", "四歸二", "four of a kind are: none"),
        ("(123m)56m234p789p222s11z+7m", "雙龍出海", "needs"),
        ("(123m)56m234p789p222s11z+7m", "全帶么", "holds none of 1 9"),
        ("(123m)56m234p789p222s11z+7m", "尾牌連摸（三連）", "exactly 3 needed"),
        ("(123m)57m234p789p222s11z+6m", "雞糊", "there are other rows: 獨獨"),
        ("1133m5577p99s113355z+5z", "同色連對（三）", "needs"),
    ],
)
def test_missing_row_says_what_is_missing(line: str, row: str, says: str) -> None:
    found = answer(line, row)
    assert found.status == "missing"
    assert says in "\n".join(found.lines("en"))


def test_ruling_that_gives_no_price_is_named() -> None:
    found = answer("(123m)56m234p789p222s44s+7m花春", "無字", R2="0")
    assert found.status == "missing"
    assert "R2" in found.lacks[0].text("en")


def test_names_are_forgiven_and_unknown_ones_refused_with_the_closest() -> None:
    assert answer(SHIFTED, "清龙").row.name == "清龍"
    assert answer(SHIFTED, "pure straight").row.name == "清龍"
    with pytest.raises(UnknownRow, match="三相逢"):
        answer(SHIFTED, "三相逢逢")
    with pytest.raises(HandError):
        answer("123x", "清龍")


def test_command_line() -> None:
    runner = CliRunner()
    told = runner.invoke(main, ["why", SHIFTED, "清龍", "--lang", "zh"])
    assert told.exit_code == 0
    assert "還要 789m" in told.output
    as_json = json.loads(runner.invoke(main, ["why", SHIFTED, "獨獨", "--json"]).output)
    assert (as_json["status"], as_json["times"]) == ("paid", 1)
    refused = runner.invoke(main, ["why", SHIFTED, "沒有這個"])
    assert refused.exit_code == 2
    assert "no row" in refused.stderr
