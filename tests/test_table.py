"""The fan table as data: refused when broken, equal to the printed source, and all that makes a club's scoring."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

import analyzer
from analyzer.cases import HandCase, load_cases
from analyzer.checking import OPTIONAL, REQUIRED
from analyzer.data import read_data
from analyzer.facts import FACTS
from analyzer.hand import WORDS, Claim
from analyzer.names import plain_name
from analyzer.readings import FORM_NAMES
from analyzer.scoring import Score, score
from analyzer.table import STANDARD_TABLE, Row, Table, TableError, load_table, read_table

TABLE = load_table()
TEXT = read_data("fan_table", STANDARD_TABLE)
HANDS = [case for case in load_cases() if isinstance(case, HandCase) and not case.error]

# -- the printed table, transcribed from the source: name as in the table file, price (明/暗), B for Bonus

PRINTED = """
花 2 · 字 2 · 無花 2 · 無字花 8

小三元 40 · 大三元 80 · 嚦咕三元 20 · 小三風 30 · 大三風 60 · 嚦咕三風 15 · 小四喜 120 · 大四喜 200 · 嚦咕四喜 60
字一色 B200

斷么 8 · 缺五 10 · 缺斷三寳 B50 · 全大 50 · 全小 50 · 混全大 20 · 混全小 20
混帶X（一數） 30 · 混帶X（兩數） 50 · 混帶X（三數） 70 · 全帶X 100
混單 B20 · 混雙 B30 · 全單 B40 · 全雙 B60 · 混帶么 40 · 全帶么 80 · 混老頭 B100 · 清老頭 B300
兩數 B100 · 三數 B60

四歸二 5/10 · 四歸三 15/30 · 四歸四 30/60 · 八歸三 B10 · 八歸四 B20 · 十二歸四 B30
一般高 5 · 三般高 30 · 四般高 120 · 雙般高 20

自摸 1 · 門清 5 · 門清摸 3 · 叮 5 · 門清叮 15 · 叮即 5 · 叮銃 5 · 天叮 70 · 地叮 60 · 全求人 40 · 半求人 20
雙響 5 · 三響 10 · 反雪（雙響） 10 · 反雪（三響） 20 · 海底自摸 20 · 河底食出 20 · 天胡 150 · 地胡 150 · 人胡 80
四子 60 · 七子 30 · 十子 15 · 四絕 5 · 真絕 15

平糊 5 · 無字花大平 20 · 老少上 3 · 雙老少 15 · 相逢 3 · 三相逢 10/20 · 雙相逢 10 · 全相逢 B20
四同順 B20 · 五同順 B40 · 三色三步高 5/10 · 三色五步高 B50/60 · 一色三步高 15/30 · 一色五步高 B160/220
三色連環套 3/6 · 三色金門橋 10/20 · 一色連環套 10/20 · 一色金門橋 30/60
清龍 10/20 · 雜龍 8/15 · 雙龍出海 B10 · 龍鳳呈祥 B15

缺一門 8 · 大五門 15 · 小五門 10 · 大七門 25 · 小七門 20 · 混一色 40 · 清一色 100 · 綠一色 B300
雞糊 40 · 鴨糊 20 · 嚦咕八飛 60 · 嚦咕單吊形 50 · 十三么 150 · 不搭雞 60 · 十六飛 B20 · 三相 B20 · 雜龍（不搭） B20

明槓 1 · 暗槓 2 · 三槓 B20 · 四槓 B40 · 五槓 B100 · 兩暗刻 5 · 三暗刻 15 · 四暗刻 30 · 五暗刻 100 · 對對 40
老少（一色刻） 5 · 兩色雙老少 20 · 兩色同刻 5 · 小三色同刻 15 · 大三色同刻 30
連刻兩步 5 · 連刻小三步 10 · 連刻大三步 20 · 連刻小四步 30 · 連刻大四步 40 · 連刻小五步 60 · 連刻大五步 100
連刻六步 160
小三色三節 8 · 大三色三節 15 · 間間糊 160

槓上摸 5 · 花上摸 3 · 搶槓 10
尾牌連摸（兩連） 10 · 尾牌連摸（三連） 20 · 尾牌連摸（四連） 30 · 尾牌連摸（五連） 40 · 尾牌連摸（六連） 50
尾牌連摸（七連） 60 · 尾牌連摸（八連） 70 · 尾牌連摸（九連） 80 · 尾牌連摸（十連） 90 · 尾牌連摸（十一連） 100
尾牌連摸（十二連） 110

同色連對（三） 5 · 同色連對（四） 10 · 同色連對（五） 20 · 同色連對（六） 40 · 同色連對（七） 80 · 同色連對（八） 160
雜色連對（三） 2 · 雜色連對（四） 5 · 雜色連對（五） 10 · 雜色連對（六） 20 · 雜色連對（七） 40 · 雜色連對（八） 80
雜色同對 8

對碰 2 · 獨獨 2 · 假獨 2 · 將眼 2
"""
UNPRICED = {"無字": "R2", "混全將": "R15"}  # named by general rules 27 and 1, without a price in the table
PRINTED_REWARDS = {
    "一台花": [5], "一台草": [3], "七搶一": [60], "八仙過海": [80],
    "暗槓": [5], "追番子": [5], "追一/九數牌": [8], "追二至八數牌": [10], "Call牌四隻落地": [5], "骰圍骰": [5],
    "骰一二三": [5], "彩五": [5, 10, 20, 40, 80, 160], "錯槓": [10], "暗槓無開": [10], "詐糊": [150],
}  # fmt: skip
REWARDS_PAID_BY_THE_PLAYER = {"骰一二三", "錯槓", "暗槓無開", "詐糊"}  # printed 賠, 歸天


def _as_printed(row: Row) -> str:
    price = f"{row.price['exposed']}/{row.price['concealed']}" if isinstance(row.price, dict) else str(row.price)
    return f"B{price}" if row.bonus else price


def test_every_printed_price_is_the_table_s() -> None:
    entries = [entry.rsplit(" ", 1) for line in PRINTED.splitlines() for entry in line.split(" · ") if entry]
    printed = {entry[0]: entry[1] for entry in entries}
    assert len(printed) == len(entries)
    ours = {row.name.replace(" ", ""): _as_printed(row) for row in TABLE.rows}
    assert ours == printed | UNPRICED


def test_the_rewards_the_base_and_the_streak_are_as_printed() -> None:
    assert {reward.name: list(reward.prices) for reward in TABLE.rewards} == PRINTED_REWARDS
    paid = {reward.name for reward in TABLE.rewards if reward.pays in ("player", "pot")}
    assert paid == REWARDS_PAID_BY_THE_PLAYER
    assert TABLE.base == 5
    assert (TABLE.streak["step"], TABLE.streak["plus"]) == (2, 1)


def test_a_run_of_replacements_is_priced_by_the_printed_formula() -> None:
    runs = {row.keys["replacements"]: row.price for row in TABLE.rows if "replacements" in row.keys}
    assert runs == {n: 10 * (n - 1) for n in range(2, 13)}


# -- what every row has

CHINESE = re.compile(r"[\u4e00-\u9fff]")
ENGLISH = re.compile(r"[a-z]{3}")


@pytest.mark.parametrize("row", [*TABLE.rows, *TABLE.rewards], ids=lambda row: str(row.name))
def test_rows_are_defined_in_both_languages_with_their_sources(row: Row) -> None:
    assert CHINESE.search(row.name)
    assert ENGLISH.search(row.english)
    assert not CHINESE.search(row.english.replace("嚦咕", ""))
    assert CHINESE.search(row.definition)
    assert not ENGLISH.search(row.definition.replace("Call", ""))
    assert ENGLISH.search(row.definition_en)
    assert row.sources


def test_names_english_names_and_aliases_are_unambiguous() -> None:
    meant: dict[str, set[str]] = {}
    for row in TABLE.rows:
        for name in (row.name, row.english, *row.aliases):
            meant.setdefault(plain_name(name), set()).add(row.name)
            assert TABLE.find(name) is row
    assert {name: rows for name, rows in meant.items() if len(rows) > 1} == {}


def test_every_key_is_in_the_manual() -> None:
    manual = read_data("fan_table", "README.md")
    explained = [key for key in (*OPTIONAL, *REQUIRED) if re.search(rf"(?m)`{key}( =|`)|^{key}\s+=", manual)]
    assert set(explained) == {*OPTIONAL, *REQUIRED}


# -- a club's table: other prices and rows of its own

HOUSE = """
[table]
name = "街坊盃"
english = "Neighbours' cup"
base = 2
rulings = { R2 = "6" }

[[row]]
name = "自摸"
english = "self-draw"
section = "時態"
family = "自摸"
price = 7
when = ["自摸"]
definition = "自己摸牌食糊"
definition_en = "the winning tile was self-drawn"
sources = ["T"]

[[row]]
name = "無花"
english = "no flowers"
section = "花"
family = "花"
price = 4
when = ["無花"]
definition = "沒有花牌"
definition_en = "no flower"
sources = ["T"]

[[row]]
name = "相逢"
english = "mixed double chow"
section = "順子"
family = "相逢"
price = 6
groups = "123a 123b"
definition = "兩門同數順子"
definition_en = "the same chow in two suits"
sources = ["T", "Ex 36"]

[[row]]
name = "三相逢"
english = "mixed triple chow"
section = "順子"
family = "相逢"
price = { exposed = 11, concealed = 13 }
groups = "123a 123b 123c"
absorbs = ["相逢"]
definition = "三門同數順子"
definition_en = "the same chow in three suits"
sources = ["T"]
aliases = ["三姊妹"]

[[row]]
name = "上山"
english = "uphill"
section = "順子"
family = "上山"
price = 9
groups = "123a 234a 345b"
definition = "同門兩副順子遞升，再上一門"
definition_en = "two chows of one suit, the second a number higher, then the next one in another suit"
sources = ["K"]

[[row]]
name = "避四"
english = "no fours"
section = "數"
family = "避四"
price = 12
tiles = "1-3 5-9 z"
definition = "全副牌沒有四"
definition_en = "no 4 in the hand"
sources = ["K"]

[[row]]
name = "斷么"
english = "all simples"
section = "數"
family = "斷么"
price = 5
tiles = "2-8"
definition = "全副牌都是二至八"
definition_en = "every tile is a number from 2 to 8"
sources = ["T"]
[row.in."嚦咕"]
price = 8
[row.under.R9.all]
price = 17

[[row]]
section = "槓"
family = "槓"
tiers = [
  { name = "一槓", english = "one kong", price = 3, kongs = 1 },
  { name = "兩槓", english = "two kongs", price = 10, kongs = 2 },
]
highest = "T"
definition = "一／兩副槓"
definition_en = "one / two kongs"
sources = ["T"]
"""
NEW_FAN = """
[[row]]
name = "白板眼"
english = "eyes of white"
section = "字"
family = "白板眼"
price = 21
groups = "元元"
definition = "元牌作眼"
definition_en = "eyes of a dragon"
sources = ["K"]
"""
CLIMB = "123m123p123234s345p9m+9m"  # 三相逢 123mps (concealed), 上山 123s 234s 345p, eyes 99m
KONGS = "(1111m)[9999p]567m123p678s5z+5z"  # no 4 in it


def _paid(result: Score) -> dict[str, int]:
    return {found.name: found.price for found in result.rows}


def test_a_house_table_pays_by_its_own_data() -> None:
    house = read_table(HOUSE)
    assert _paid(score(CLIMB, table=house)) == {"無花": 4, "三相逢": 13, "上山": 9}
    assert score(CLIMB, table=house).total == 2 + 4 + 13 + 9
    drawn = score(CLIMB + "|自摸", table=house)
    assert (_paid(drawn)["自摸"], drawn.total) == (7, 2 + 4 + 13 + 9 + 7)
    claimed = score("(123m)" + CLIMB.removeprefix("123m"), table=house)
    assert (_paid(claimed)["三相逢"], claimed.total) == (11, 2 + 4 + 11 + 9)
    assert score(CLIMB).total not in (28, 35, 26)


def test_a_row_about_tiles() -> None:
    house = read_table(HOUSE)
    without_four = score("(111m)(222p)(333s)(555m)67s88p+8s", table=house)
    with_four = score("(111m)(222p)(333s)(555m)56s88p+4s", table=house)
    assert (_paid(without_four), without_four.total) == ({"無花": 4, "避四": 12}, 18)
    assert (_paid(with_four), with_four.total) == ({"無花": 4}, 6)


def test_the_hash_tells_which_table_it_was() -> None:
    house = read_table(HOUSE)
    result = score(CLIMB, table=house)
    assert result.as_dict()["table"] == {"name": "街坊盃", "hash": house.hash}
    assert house.hash != TABLE.hash
    assert re.fullmatch(r"[0-9a-f]{12}", house.hash)


def test_a_new_fan_is_one_entry() -> None:
    before, after = read_table(HOUSE), read_table(HOUSE + NEW_FAN)
    hand = "123m123p123234s345p5z+5z"
    assert score(hand, table=after).total - score(hand, table=before).total == 21
    assert score(CLIMB, table=after).total == score(CLIMB, table=before).total
    assert after.hash != before.hash
    found = after.find("eyes of WHITE")
    assert found is not None
    assert found.name == "白板眼"


def test_tiers_pay_the_highest_and_say_so() -> None:
    house = read_table(HOUSE)
    one = score(KONGS.replace("[9999p]", "999p"), table=house)
    two = score(KONGS, table=house)
    assert _paid(one) == {"無花": 4, "避四": 12, "一槓": 3}
    assert _paid(two) == {"無花": 4, "避四": 12, "兩槓": 10}
    stopped = [(dropped.found.name, dropped.by.name, dropped.source) for dropped in two.dropped]
    assert stopped == [("一槓", "兩槓", "T")]
    both = score(KONGS, table=read_table(HOUSE.replace('highest = "T"', "")))
    assert both.total == two.total + 3


def test_keys_in_one_form() -> None:
    house = read_table(HOUSE)
    assert _paid(score("234m456p678s555p33m66s+6s", table=house))["斷么"] == 5
    pairs = score("22446688m224466p88s+8s", table=house)
    assert pairs.forms == ("嚦咕",)
    assert _paid(pairs) == {"無花": 4, "斷么": 8}


def test_keys_under_a_ruling() -> None:
    house = read_table(HOUSE)
    line = "234m456p678s555p33m66s+6s"
    assert _paid(score(line, table=house, rulings={"R9": "all"}))["斷么"] == 17
    assert _paid(score(line, table=house, rulings={"R9": "replace"}))["斷么"] == 5
    theirs = read_table(HOUSE.replace('rulings = { R2 = "6" }', 'rulings = { R9 = "all" }'))
    result = score(line, table=theirs)
    assert _paid(result)["斷么"] == 17
    assert result.rulings == {}  # it is that table's default


def test_a_table_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, "utf-8")
    assert load_table(file).hash == load_table(str(file)).hash == read_table(HOUSE).hash


# condition → a form of it that holds in SEVERAL, and one that does not
SEVERAL = "123m123p345s777s999p8m+8m"
CONDITIONS = {
    "groups": ('groups = "123a 123b"', 'groups = "123a 234b"'),
    "tiles": ('tiles = "m p s"', 'tiles = "m"'),
    "has": ('has = ["1m"]', 'has = ["z"]'),
    "suits": ("suits = 3", "suits = 2"),
    "each": ('each = "1-9"', 'each = "1"'),
    "melds_in": ('melds_in = ["m"]', 'melds_in = ["z"]'),
    "chows": ("chows = 3", "chows = 5"),
    "pungs": ("pungs = 2", "pungs = 3"),
    "numbered_melds": ("numbered_melds = 5", "numbered_melds = 6"),
    "concealed_pungs": (
        'concealed_pungs = { count = 2, kongs = "none" }', 'concealed_pungs = { count = 3, kongs = "none" }',
    ),
    "completed": ('completed = "eyes"', 'completed = "pung"'),
    "wait": ('wait = "only"', 'wait = "shape"'),
    "when": ('when = ["打出"]', 'when = ["自摸"]'),
    "with": ('with = ["無花"]', 'with = ["自摸"]'),
}  # fmt: skip


def _times_paid(*conditions: str) -> int | None:
    """How often a new row with these conditions is paid; None where the loader refuses them together."""
    row = re.sub(r"groups = .*", "\n".join(['forms = ["standard"]', *conditions]), NEW_FAN)
    try:
        return score(SEVERAL, table=read_table(HOUSE + row)).times("白板眼")
    except TableError:
        return None


@pytest.mark.parametrize("one", CONDITIONS)
def test_all_conditions_of_a_row_must_hold(one: str) -> None:
    holds, fails = CONDITIONS[one]
    assert (_times_paid(holds), _times_paid(fails)) == (1, 0)
    wrong = []
    for other, (also_holds, also_fails) in CONDITIONS.items():
        if other != one:
            wrong += [other] * (_times_paid(holds, also_holds) not in (1, None))
            wrong += [f"not {other}"] * (_times_paid(holds, also_fails) not in (0, None))
    assert wrong == []


# -- the hash


def test_the_hash_does_not_change_with_comments_and_layout() -> None:
    airy = re.sub(r"(?m)$", "  # as agreed\n", HOUSE.replace(" = ", "   =   ").replace("[  {", "[{"))
    airy = re.sub(r"(?m)^(tiers.*)  # as agreed$", r"\1", airy)
    price_first = HOUSE.replace('name = "上山"\n', "").replace("price = 9\n", 'price = 9\nname = "上山"\n')
    for text in (airy, price_first, HOUSE.replace('"', "'").replace("Neighbours' cup", "x").replace("'x'", '"x"')):
        same = text.replace('"x"', '"Neighbours\' cup"')
        assert tomllib.loads(same) == tomllib.loads(HOUSE)
        assert read_table(same).hash == read_table(HOUSE).hash


def test_the_hash_changes_with_any_value() -> None:
    plain = read_table(HOUSE).hash
    hashes = []
    for match in re.finditer(r"(?<== )\d+|(?<=\")[^\"\n]+(?=\")", HOUSE):
        other = str(int(match[0]) + 1) if match[0].isdigit() else match[0] + "甲"
        text = HOUSE[: match.start()] + other + HOUSE[match.end() :]
        try:
            hashes.append(read_table(text).hash)
        except TableError:
            continue  # such as a row that is named elsewhere, or a source that is none
    assert len(hashes) > 50
    assert plain not in hashes
    assert len(set(hashes)) == len(hashes)


# -- a broken table

ROW = HOUSE.split("[[row]]")[3]  # 相逢
START = HOUSE.split("[[row]]")[0]


def _refusal(text: str) -> TableError:
    with pytest.raises(TableError) as refused:
        read_table(text, "house.toml")
    error = refused.value
    assert error.file == "house.toml"
    for line in str(error).split("\n"):
        assert re.fullmatch(r"house\.toml: .+: .+ → .+", line)
    for problem in error.problems:
        assert problem.row
        assert problem.what
        assert problem.remedy
    return error


def _with(line: str, *, without: str = "") -> str:
    """The house table with a line more in the row 相逢 (one key of it left out)."""
    row = re.sub(rf"(?m)^{without} = .*\n", "", ROW) if without else ROW
    return HOUSE.replace(ROW, row.rstrip() + f"\n{line}\n\n")


def test_the_house_table_itself_is_good() -> None:
    assert [row.name for row in read_table(HOUSE).rows][-2:] == ["一槓", "兩槓"]


BROKEN_ROWS = {
    # names of rows
    'absorbs = ["三相縫"]': "'三相縫', which does not exist",
    'bars = ["三相縫"]': "'三相縫', which does not exist",
    'covers = { "三相縫" = "T" }': "'三相縫', which does not exist",
    'with = ["自摸", "無花 | 三相縫"]': "'三相縫', which does not exist",
    'made_of = ["自摸 + 三相縫"]': "'三相縫', which does not exist",
    'plain = { beside = ["三相縫"], replaces = [], small = [], at_most = 2 }': "'三相縫', which does not exist",
    'plain = { beside = [], replaces = ["三相縫"], small = [], at_most = 2 }': "'三相縫', which does not exist",
    'plain = { beside = [], replaces = [], small = ["三相縫"], at_most = 2 }': "'三相縫', which does not exist",
    'absorbs = ["相逢"]': "absorbs itself",
    # reasons
    'absorbs = { "自摸" = "R99" }': "unknown reason 'R99'",
    'absorbs = { "自摸" = "R20=maybe" }': "unknown reason 'R20=maybe'",
    'bars = { "自摸" = "because" }': "unknown reason 'because'",
    'bars = { "自摸" = "G31" }': "unknown reason 'G31'",
    'apart = { set = "a", by = "R6=maybe" }': "unknown reason 'R6=maybe'",
    "[row.under.R99.all]\nprice = 3": "unknown reason 'R99=all'",
    "[row.under.R9.maybe]\nprice = 3": "unknown reason 'R9=maybe'",
    # keys
    "prize = 3": "unknown key 'prize'",
    "[row.under.R9.all]\nprize = 3": "unknown key 'prize'",
    '[row.in."嚦咕"]\nprize = 3': "unknown key 'prize'",
    '[row.in."七對"]\nprice = 3': "七對",
    'when = ["清晨"]': "'清晨' is none of",
    'forms = ["七對"]': "'七對' is none of",
    'tiles = "0m"': "'0m' is no kind set",
    'tiles = "8z"': "holds no kind of tile",
    'has = ["m", "q"]': "'q' is no kind set",
    '[row.under.R9.all]\nabsorbs = ["三相縫"]': "'三相縫', which does not exist",
    '[row.in."嚦咕"]\ngroups = "124a"': "124 is neither a chow, a pung nor a pair",
}


@pytest.mark.parametrize(("line", "what"), BROKEN_ROWS.items(), ids=BROKEN_ROWS)
def test_a_broken_row_is_refused(line: str, what: str) -> None:
    error = _refusal(_with(line))
    assert {problem.row for problem in error.problems} == {"row 相逢"}
    assert any(what in problem.what for problem in error.problems), str(error)


TEMPLATES = {
    "123": "no template",
    "123d": "no template",
    "1a": "no template",
    "1234a": "no template",
    "=0a": "no template",
    "元": "no template",
    "東東東": "no template",
    "123a |": "no template",
    "+ 123a": "no template",
    "123A": "no template",
    "124a": "124 is neither a chow, a pung nor a pair",
    "12a": "12 is neither a chow, a pung nor a pair",
    "891a": "891 is neither a chow, a pung nor a pair",
    "321a": "321 is neither a chow, a pung nor a pair",
    "111a 111a": "fits no groups",
    "123a 123a 123a 123a 123a": "fits no groups",
    "123a | 元元元 元元元 元元元 元元元": "fits no groups",
    "123a + 123b + 123c": "",
}


@pytest.mark.parametrize(("template", "what"), TEMPLATES.items(), ids=TEMPLATES)
def test_a_bad_template_is_refused(template: str, what: str) -> None:
    error = _refusal(_with(f'groups = "{template}"', without="groups"))
    assert [problem.row for problem in error.problems] == ["row 相逢"]
    assert "bad template" in error.problems[0].what
    assert what in error.problems[0].what


@pytest.mark.parametrize("key", REQUIRED)
def test_a_missing_key_is_refused(key: str) -> None:
    error = _refusal(_with("", without=key).replace('absorbs = ["相逢"]\n', ""))
    where = "row number 3" if key == "name" else "row 相逢"
    assert [(problem.row, problem.what) for problem in error.problems] == [(where, f"{key} is missing")]


@pytest.mark.parametrize("sources", ["[]", '["S9"]', '["G31"]', '["G0"]', '["R99"]', '["Ex"]', '[""]', '["T", "p4"]'])
def test_a_missing_or_unknown_source_is_refused(sources: str) -> None:
    error = _refusal(_with(f"sources = {sources}", without="sources"))
    assert {problem.row for problem in error.problems} == {"row 相逢"}
    assert any("source" in problem.what for problem in error.problems)


TEXTS_NEEDED = ("name", "english", "section", "family", "definition", "definition_en", "groups", "tiles", "each")
NUMBERS_NEEDED = (
    "share", "suits", "numbers", "carries", "numbered_melds", "chows", "pungs", "kongs", "claimed", "discards",
    "replacements", "revenge", "price",
)  # fmt: skip
FLAGS_NEEDED = ("bonus", "triplet")
LISTS_NEEDED = (
    "forms", "made_of", "has", "melds_in", "when", "with", "sources", "aliases", "absorbs", "covers", "bars",
)  # fmt: skip
WORDS_NEEDED = ("differ", "completed", "wait", "unrelated", "per", "exposure")
TABLES_NEEDED = ("concealed_pungs", "returns", "plain", "apart", "in", "under")
WRONG_TYPES = [
    *((key, wrong) for key in TEXTS_NEEDED for wrong in ("3", '""', '["a"]', "true")),
    *((key, wrong) for key in NUMBERS_NEEDED for wrong in ("true", "-1", "2.5", "[1]", '"five"')),
    *((key, wrong) for key in FLAGS_NEEDED for wrong in ("1", '"yes"', "[]")),
    *((key, wrong) for key in LISTS_NEEDED for wrong in ("3", '"T"', "[3]", "[[]]", "true")),
    *((key, wrong) for key in WORDS_NEEDED for wrong in ("3", '"nowhere"', "[]", "true")),
    *((key, wrong) for key in TABLES_NEEDED for wrong in ("3", '"a"', "[]", "{ a = 3 }", "true")),
    ("price", "{ exposed = 3 }"),
    ("price", "{ exposed = 3, concealed = -6 }"),
    ("price", "{ exposed = 3, concealed = 6, robbed = 9 }"),
    ("price", '"R99"'),
    ("price", '"R8"'),
    ("absorbs", '{ "自摸" = 3 }'),
    ("concealed_pungs", '{ count = "two", kongs = "every" }'),
    ("concealed_pungs", '{ count = 2, kongs = "some" }'),
    ("returns", "{ kinds = 1 }"),
    ("plain", "{ beside = 3, replaces = [], small = [], at_most = 2 }"),
    ("plain", '{ beside = [], replaces = [], small = [], at_most = "2" }'),
    ("apart", "{ set = 3, by = 3 }"),
    ("made_of", '["自摸"]'),
    ("made_of", '["自摸 + 無花 + 自摸"]'),
    ("under", "{ R9 = 3 }"),
    ("under", "{ R9 = { all = 3 } }"),
]


def test_every_key_is_given_a_wrong_type_below() -> None:
    assert {key for key, _ in WRONG_TYPES} == {*OPTIONAL, *REQUIRED, "in", "under"}


@pytest.mark.parametrize(("key", "wrong"), WRONG_TYPES)
def test_a_wrong_type_is_refused(key: str, wrong: str) -> None:
    text = _with(f"{key} = {wrong}", without=key).replace('absorbs = ["相逢"]\n', "")
    error = _refusal(text)
    assert len({problem.row for problem in error.problems}) == 1
    assert re.search(rf"{key}|template|reason|name|source", str(error))


TIERS = HOUSE[HOUSE.index("tiers = [") : HOUSE.index('highest = "T"')]
BROKEN_TIERS = {
    "tiers = 3": "tiers",
    "tiers = [3]": "tiers",
    'tiers = [{ name = "一槓", english = "one kong" }, { name = "兩槓", english = "two kongs", price = 3 }]': "price",
    'tiers = [{ english = "one kong", price = 2 }, { name = "兩槓", english = "two kongs", price = 3 }]': "name",
    'tiers = [{ name = "一槓", english = "k", price = "dear" }, { name = "兩槓", english = "k", price = 3 }]': "price",
    'tiers = [{ name = "一槓", english = "k", price = 3, kong = 1 }]': "unknown key 'kong'",
    'tiers = [{ name = "一槓", english = "k", price = 3 }, { name = "一槓", english = "k", price = 4 }]': "twice",
}


@pytest.mark.parametrize(("tiers", "what"), BROKEN_TIERS.items(), ids=BROKEN_TIERS)
def test_broken_tiers_are_refused(tiers: str, what: str) -> None:
    assert what in str(_refusal(HOUSE.replace(TIERS, tiers + "\n")))


BROKEN_HEADS = {
    "": "[table]: name is missing",
    "table = 3": "[table]: must be a table",
    '[table]\nenglish = "b"\nbase = 1': "[table]: name ",
    '[table]\nname = "a"\nbase = 1': "[table]: english ",
    '[table]\nname = "a"\nenglish = "b"': "[table]: base ",
    '[table]\nname = ""\nenglish = "b"\nbase = 1': "[table]: name ",
    '[table]\nname = "a"\nenglish = "b"\nbase = "5"': "[table]: base ",
    '[table]\nname = "a"\nenglish = "b"\nbase = -5': "[table]: base ",
    '[table]\nname = "a"\nenglish = "b"\nbase = true': "[table]: base ",
    '[table]\nname = "a"\nenglish = "b"\nbase = 1\nbasis = 1': "[table]: unknown key 'basis'",
    '[table]\nname = "a"\nenglish = "b"\nbase = 1\nmade = 2024-01-01': "[table]: unknown key 'made'",
    '[table]\nname = "a"\nenglish = "b"\nbase = 1\nrulings = 3': "[table]: rulings",
    '[table]\nname = "a"\nenglish = "b"\nbase = 1\nrulings = { R99 = "all" }': "R99",
    '[table]\nname = "a"\nenglish = "b"\nbase = 1\nrulings = { R9 = "maybe" }': "maybe",
    f"[[rows]]\n{START}": "file: unknown part 'rows'",
}


@pytest.mark.parametrize(("head", "told"), BROKEN_HEADS.items(), ids=BROKEN_HEADS)
def test_a_broken_head_is_refused(head: str, told: str) -> None:
    assert told in str(_refusal(f"{head}\n[[row]]{ROW}"))


REWARD = """
[[reward]]
name = "彩"
english = "lucky fives"
section = "即收"
price = [5, 10]
pays = "each other"
definition = "每家即付"
definition_en = "each other player pays at once"
sources = ["T"]
"""
STREAK = """
[streak]
name = "拉莊"
english = "dealer's streak"
step = 3
plus = 2
"""
BROKEN_PARTS = {
    "row no list": (f"row = 3\n{START}", "row"),
    "row no tables": (f'row = ["a"]\n{START}', "row"),
    "one row, not a list": (f"{START}\n[row]{ROW}", "row"),
    "reward no list": (f"reward = 3\n{START}", "reward"),
    "reward without a price": (START + REWARD.replace("price = [5, 10]", ""), "彩"),
    "reward with a wrong price": (START + REWARD.replace("[5, 10]", '"dear"'), "彩"),
    "reward with a wrong price in a list": (START + REWARD.replace("[5, 10]", '[5, "dear"]'), "彩"),
    "reward without prices": (START + REWARD.replace("[5, 10]", "[]"), "彩"),
    "reward that nobody pays": (START + REWARD.replace("each other", "nobody", 1), "彩"),
    "reward without a source": (START + REWARD.replace('"T"', ""), "彩"),
    "reward with an unknown source": (START + REWARD.replace('"T"', '"S9"'), "彩"),
    "reward with an unknown key": (START + REWARD + "prize = 3\n", "彩"),
    "reward twice": (START + REWARD + REWARD, "彩"),
    "streak no table": (f"streak = 3\n{START}", "streak"),
    "streak without numbers": (START + STREAK.replace("step = 3", ""), "streak"),
    "streak with a wrong number": (START + STREAK.replace("step = 3", 'step = "3"'), "streak"),
    "streak with an unknown key": (START + STREAK + "steps = 3\n", "streak"),
}


@pytest.mark.parametrize(("text", "told"), BROKEN_PARTS.values(), ids=BROKEN_PARTS)
def test_a_broken_part_is_refused(text: str, told: str) -> None:
    assert told in str(_refusal(text))


def test_rewards_and_streak_of_a_house() -> None:
    house = read_table(START + REWARD + STREAK)
    assert [(reward.name, reward.prices, reward.pays) for reward in house.rewards] == [("彩", (5, 10), "each other")]
    assert (house.streak["step"], house.streak["plus"]) == (3, 2)


def test_a_name_twice_is_refused() -> None:
    error = _refusal(HOUSE.replace('name = "避四"', 'name = "斷么"'))
    assert [(problem.row, problem.what) for problem in error.problems] == [("row 斷么", "the name stands twice")]


def test_a_circle_of_absorption_is_refused() -> None:
    circle = _with('absorbs = ["上山"]').replace('family = "上山"', 'family = "上山"\nabsorbs = ["三相逢"]')
    error = _refusal(circle)
    assert [problem.row for problem in error.problems] == ["row 相逢", "row 三相逢", "row 上山"]
    assert {problem.what for problem in error.problems} == {"absorbs itself, by way of other rows"}


def test_all_problems_are_told_at_once() -> None:
    mistakes = {
        'when = ["自摸"]': 'when = ["清晨"]',
        'sources = ["T", "Ex 36"]': "sources = []",
        'absorbs = ["相逢"]': 'absorbs = ["三相縫"]',
        '"123a 234a 345b"': '"123a 235a"',
        'tiles = "1-3 5-9 z"': 'tile = "1-3 5-9 z"',
        "[row.under.R9.all]": "[row.under.R9.maybe]",
        "base = 2": 'base = "two"',
        'definition = "沒有花牌"\n': "",
        'name = "兩槓"': 'name = "一槓"',
    }
    text = HOUSE
    for right, wrong in mistakes.items():
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    assert [problem.row for problem in _refusal(text).problems] == [
        "[table]", "row 自摸", "row 無花", "row 相逢", "row 三相逢", "row 上山", "row 避四", "row 斷么", "row 一槓",
    ]  # fmt: skip


@pytest.mark.parametrize("content", [b"[table\n", b"\xff\xfe[table]", b'[table]\nname = "\xe4"\n'])
def test_a_file_that_is_no_toml_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(content)
    with pytest.raises(TableError, match=r"house\.toml: file: .+ → .+"):
        load_table(file)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(TableError, match=r": file: .+ → give the path of a readable UTF-8 TOML file"):
            load_table(path)


# -- numbers and names stand in the data alone


def _everything_times(factor: int) -> Table:
    priced = re.compile(r"\b(base|price|exposed|concealed|at_most) = (\d+)")
    return read_table(priced.sub(lambda match: f"{match[1]} = {int(match[2]) * factor}", TEXT))


def test_no_price_stands_in_code() -> None:
    """With every price of the table three times as high, so is every total."""
    table = _everything_times(3)
    for case in HANDS:
        rulings = {"R2": "2", **case.rulings}
        prices = {ruling: str(3 * int(price)) for ruling, price in rulings.items() if ruling in UNPRICED.values()}
        if not case.is_fragment:
            assert score(case.line, table=table, rulings=rulings | prices).total == 3 * case.total, case.id


NAMING_KEYS = re.compile(r"  \{ name|(name|absorbs|covers|bars|made_of|with|plain) =")


def test_no_row_is_known_to_the_code_by_its_name() -> None:
    """With every row renamed, every hand is worth the same, by the renamed rows."""
    names = {row.name for row in TABLE.rows}

    def renamed(match: re.Match[str]) -> str:
        return match[0].replace(match[0].strip(), match[0].strip() + "〃") if match[0].strip() in names else match[0]

    lines = TEXT[: TEXT.index("[[reward]]")].splitlines()
    text = "\n".join(re.sub(r'[^"+|]+', renamed, line) if NAMING_KEYS.match(line) else line for line in lines)
    table = read_table(text)
    assert {row.name for row in table.rows} == {name + "〃" for name in names}
    for case in HANDS:
        if not case.is_fragment:
            result = score(case.line, table=table, rulings=case.rulings)
            assert result.total == case.total, case.id
            assert {found.name for found in result.rows} == {name + "〃" for name, _, _ in case.rows}, case.id


def test_code_holds_no_row_but_where_it_is_a_word_of_the_notation() -> None:
    words = {*FACTS, *WORDS, *FORM_NAMES, *(claim.value for claim in Claim), "花", "字"}
    names = {row.name for row in TABLE.rows} - words
    package = Path(str(analyzer.__file__)).parent
    for file in [*package.glob("*.py"), *package.glob("cli/*.py")]:
        texts = {node.value for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Constant)}
        assert names & texts == set(), file
