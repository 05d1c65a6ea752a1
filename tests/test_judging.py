"""`judge` a claim, and the rulings that would decide it otherwise."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from analyzer.cli import main
from analyzer.deciding import deciding
from analyzer.explaining import UnknownRow
from analyzer.judging import ClaimError, judge, read_claim
from analyzer.scoring import score
from analyzer.table import load_table

SHIFTED = "123m234p345s456m57p55z+6p"  # 97: see the worked table of the cases
RIGHT = "平糊, 門清, 無花, 三色三步高×3, 三色五步高, 三色連環套, 獨獨, 97翻"


def test_a_right_claim_stands() -> None:
    verdict = judge(SHIFTED, RIGHT)
    assert verdict.upheld
    assert (verdict.difference, verdict.forgotten) == (0, ())


def test_each_kind_of_error_is_told() -> None:
    # 三色三步高 is paid three times, not four; 清龍 is not there; six rows are forgotten; 97 - 63 = 34
    verdict = judge(SHIFTED, "清龍, 三色三步高×4, 63翻")
    assert not verdict.upheld
    assert [(one.row.name, one.claimed, one.paid, one.upheld) for one in verdict.claimed] == [
        ("清龍", 1, 0, False),
        ("三色三步高", 4, 3, False),
    ]
    assert {(found.name, times) for found, times in verdict.forgotten} == {
        ("平糊", 1), ("門清", 1), ("無花", 1), ("三色五步高", 1), ("三色連環套", 1), ("獨獨", 1),
    }  # fmt: skip
    assert (verdict.difference, verdict.payers, verdict.payment_difference) == (34, 1, 34)
    assert "needs 789m beside 123m 456m" in "\n".join(verdict.lines("en"))


def test_a_self_draw_is_paid_by_three() -> None:
    # worked table: 118 with 自摸; 118 - 100 = 18, from each of three
    verdict = judge(SHIFTED + "|自摸", "100翻")
    assert (verdict.difference, verdict.payment_difference) == (18, 54)


# 123m 123m 123p 123p 123s with 11z pays 三相逢 暗 20 twice and 混帶X（三數） 70, case-like hand of the tests below
ONES = "123123m123123p123s1z+1z"


@pytest.mark.parametrize(
    ("said", "upheld"),
    [
        ("三相逢 暗 20", True), ("三相逢（暗）", True), ("三相逢(暗)20", True), ("三相逢 20翻", True),
        ("暗三相逢", True),
        ("三相逢×2", True), ("三相逢 暗 20×2", True), ("三相逢x2", True), ("三相逢×3", False), ("三相逢 明", False),
        ("三相逢 10", False), ("三相逢 200", False), ("門清 5", True), ("門清 8", False), ("混帶X", True),
        ("混帶X 70", True),
        ("混帶X 30", False), ("全帶X 100", False),
    ],
)  # fmt: skip
def test_price_and_exposure_are_part_of_the_claim(said: str, upheld: bool) -> None:
    (one,) = judge(ONES, said).claimed
    assert one.upheld is upheld


def test_a_price_that_is_not_paid_is_put_right() -> None:
    assert "paid, but as 暗 concealed 20" in "\n".join(judge(ONES, "三相逢 10").lines("en"))


def test_a_total_alone_is_judged_alone() -> None:
    total = score(ONES).total
    assert judge(ONES, f"{total}翻").upheld
    assert not judge(ONES, f"{total + 1}翻").upheld


def test_rows_claimed_too_seldom_are_forgotten() -> None:
    verdict = judge(SHIFTED, "三色三步高")
    assert ("三色三步高", 2) in {(found.name, times) for found, times in verdict.forgotten}
    assert verdict.difference is None


@pytest.mark.parametrize(
    ("said", "row"),
    [
        ("坎坎胡", "間間糊"), ("坎坎糊", "間間糊"), ("大三色連刻", "大三色三節"), ("老少碰", "老少（一色刻）"),
        ("天聽", "天叮"), ("天听", "天叮"), ("地聽", "地叮"), ("平胡", "平糊"), ("清龙", "清龍"),
        ("mixed triple chow", "三相逢"),
        ("嚦咕（八飛）", "嚦咕 八飛"), ("明槓", "明槓"), ("暗清龍", "清龍"), ("清龍 暗 20", "清龍"), ("門前清", "門清"),
        ("缺斷三寶", "缺斷三寳"), ("對對胡", "對對"), ("十三幺", "十三么"), ("连刻两步", "連刻兩步"),
    ],
)  # fmt: skip
def test_names_of_other_tables_and_scripts(said: str, row: str) -> None:
    assert [one.row.name for one in read_claim(said).rows] == [row]


def test_every_printed_and_english_name_and_alias_finds_its_row() -> None:
    for row in load_table().rows:
        for name in (row.name, row.english, *row.aliases):
            assert read_claim(name).rows[0].row is row, name


@pytest.mark.parametrize(
    ("claim", "error"),
    [
        ("三相逢逢", UnknownRow),
        ("10翻, 20翻", ClaimError),
        ("清龍×0", ClaimError),
        ("清龍×100", ClaimError),
        ("清龍×" + "9" * 5000, UnknownRow),
        ("9" * 5000, UnknownRow),
        (" , ", ClaimError),
    ],
)
def test_claims_that_cannot_be_read(claim: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        judge(SHIFTED, claim)


def test_command_line() -> None:
    runner = CliRunner()
    told = runner.invoke(main, ["judge", SHIFTED, "--claim", "清龍，63翻", "--lang", "zh"])
    assert told.exit_code == 0
    assert "申報有誤" in told.output
    as_json = json.loads(runner.invoke(main, ["judge", SHIFTED, "--claim", RIGHT, "--json"]).output)
    assert as_json["upheld"] is True
    refused = runner.invoke(main, ["judge", SHIFTED, "--claim", "三相逢逢"])
    assert refused.exit_code == 2
    assert "三相逢" in refused.stderr


def test_deciding_rulings_are_those_that_change_the_total() -> None:
    # 字 and 小三元: (678m)(567s)(666z)(777z)34m55z+2m pays 47, and 51 where 字 adds (R20); cases "R20 default/adds"
    line = "(678m)(567s)(666z)(777z)34m55z+2m"
    found = {one.ruling.id: (one.setting, one.total, one.other, one.other_total) for one in deciding(line)}
    assert found["R20"] == ("absorbed", 47, "adds", 51)
    for ruling, (_, _, other, total) in found.items():
        assert score(line, rulings={ruling: other}).total == total
    # turned round, the default is the other setting
    back = {one.ruling.id: one.other_total for one in deciding(line, rulings={"R20": "adds"})}
    assert back["R20"] == 47


def test_nothing_decides_a_plain_hand() -> None:
    assert deciding("(123m)56m234p999s678s11z+4m") == ()
    shown = CliRunner().invoke(main, ["score", "(123m)56m234p999s678s11z+4m", "--rulings"])
    assert "no ruling would change" in shown.output
