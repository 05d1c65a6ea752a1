"""The judge itself judged: hands whose rows were worked out by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.reference.slow import SlowHand, SlowMeld, judge, waits


def tiles_of(text: str) -> tuple[str, ...]:
    return tuple(digit + suit for digits, suit in re.findall(r"(\d+)([mpsz])", text) for digit in digits)


def meld_of(text: str) -> SlowMeld:
    tiles = tiles_of(text)
    if text[0] == "[":
        return SlowMeld("concealed", tiles[0])
    if "+" in text:
        return SlowMeld("added", tiles[0])
    if len(tiles) == 4:
        return SlowMeld("direct", tiles[0])
    return SlowMeld("pung" if tiles[0] == tiles[1] else "chow", tiles[0])


def hand(line: str, **happened: Any) -> SlowHand:
    declared = r"\([^)]*\)|\[[^\]]*\]"
    melds = tuple(meld_of(text) for text in re.findall(declared, line))
    concealed, win = re.sub(declared, "", line).split("+")
    return SlowHand(tiles_of(concealed) + tiles_of(win), melds, tiles_of(win)[0], **happened)


def rows_of(line: str, rulings: dict[str, str] | None = None, **happened: Any) -> tuple[int, set[str]]:
    score = judge(hand(line, **happened), rulings or {})
    assert score is not None
    assert score.total == 5 + sum(key[2] * times for key, times in score.rows.items())
    written = {
        " ".join(filter(None, (name, exposure, str(price)))) + (f" ×{times}" if times > 1 else "")
        for (name, exposure, price), times in score.rows.items()
    }
    return score.total, written


STEPS = "123m234p345s456m57p55z+6p"
CHICKEN = "(123m)56m234p999s567s11z+4m"
DOUBLE = "456p456p456s456s111m9s+9s"
HIDDEN = "222m444p777s888s111z5p+5p"
KONGS = "(1111m)(222p+2p)[3333s]456m555z9p+9p"
DRAWN: dict[str, Any] = {"self_drawn": True}

WORKED: list[tuple[str, dict[str, Any], int, str]] = [
    (
        "112233456778899m5p+5p",
        {},
        127,
        "無字花大平 20, 門清 5, 清龍 暗 20 ×2, 雙龍出海 10, 雙老少 15, 雙般高 20, 缺一門 8, 將眼 2, 獨獨 2",
    ),
    (
        STEPS,
        {},
        97,
        "平糊 5, 門清 5, 無花 2, 三色三步高 暗 10 ×2, 三色三步高 明 5, 三色五步高 明 50, 三色連環套 明 3, 獨獨 2",
    ),
    (
        STEPS,
        DRAWN,
        118,
        "平糊 5, 門清 5, 門清摸 3, 無花 2, 三色三步高 暗 10 ×3, 三色五步高 暗 60, 三色連環套 暗 6, 獨獨 2",
    ),
    (CHICKEN, {}, 45, "雞糊 40"),
    (CHICKEN, {"flowers": frozenset({1})}, 45, "雞糊 40"),
    (CHICKEN, {"flowers": frozenset({1, 2})}, 9, "花 2 ×2"),
    (CHICKEN, DRAWN, 25, "鴨糊 20"),
    (CHICKEN, {"words": frozenset({"叮", "叮即"}), "discards": 7}, 85, "雞糊 40, 叮 5, 叮即 5, 七子 30"),
    ("(123m)56m234p999s678s11z+4m", {}, 10, "三色連環套 明 3, 無花 2"),
    ("1133m5577p99s113355z+5z", {}, 101, "嚦咕 八飛 60, 混單 20, 小五門 10, 無花 2, 字 2, 將眼 2"),
    (
        DOUBLE,
        {},
        140,
        "無字花 8 ×2, 獨獨 2 ×2, 門清 5, 雙般高 20, 相逢 3 ×2, 四同順 20, "
        "嚦咕 單吊形 50, 將眼 2 ×2, 同色連對（三） 5 ×2",
    ),
    ("19m19p19s11234567z24m+3m", {}, 159, "十三么 150, 無花 2, 獨獨 2"),
    ("147m147p147s1234567z+1z", {}, 107, "不搭雞 60, 十六飛 20, 三相 20, 無花 2"),
    (HIDDEN, DRAWN, 178, "間間糊 160, 連刻兩步 5, 字 2, 無花 2, 將眼 2, 假獨 2"),
    (
        KONGS,
        DRAWN,
        81,
        "四暗刻 30, 三槓 20, 大三色三節 15, 明槓 1 ×2, 暗槓 2, 字 2, 無花 2, 獨獨 2, 自摸 1",
    ),
]


@pytest.mark.parametrize(("line", "happened", "total", "rows"), WORKED)
def test_worked_table(line: str, happened: dict[str, Any], total: int, rows: str) -> None:
    assert rows_of(line, **happened) == (total, set(rows.split(", ")))


PATTERNS: list[tuple[str, str, set[str]]] = [
    ("Ex36", "456p456456s123m777z2z+2z", {"相逢 3", "一般高 5"}),
    ("Ex37", "456456p456456s123m9p+9p", {"相逢 3 ×2", "四同順 20", "雙般高 20"}),
    ("Ex38", "123123m456p789s777z2z+2z", {"雜龍 暗 15", "一般高 5"}),
    ("Ex39", "123123m456456p789s2z+2z", {"雜龍 暗 15 ×2", "雙龍出海 10", "雙般高 20"}),
    ("Ex41", "111m222p333s444m678p9p+9p", {"大三色三節 15 ×2"}),
    ("the dearer half of a run", "111222333444m55m78p+9p", {"連刻大四步 40", "連刻小四步 30"}),
    ("an end of the run as eyes in its middle", "111222444555m33m78p+9p", {"連刻小五步 60"}),
    ("four identical chows", "234234234234m567p5z+5z", {"四般高 120", "四歸四 暗 60 ×3", "十二歸四 30"}),
    ("三相逢 and the other 相逢", "123m123p123s456m45p22z+6p", {"三相逢 暗 20", "相逢 3", "全相逢 20"}),
    ("dragon and phoenix", "123m456p789s123p123s1z+1z", {"雜龍 暗 15", "三相逢 暗 20", "龍鳳呈祥 15"}),
]


@pytest.mark.parametrize(("_name", "line", "rows"), PATTERNS)
def test_patterns(_name: str, line: str, rows: set[str]) -> None:
    watched = ("相逢", "同順", "般高", "雜龍", "清龍", "雙龍", "龍鳳", "三節", "連刻", "歸")
    _, written = rows_of(line)
    assert {text for text in written if any(part in text for part in watched)} == rows


def test_rulings_move_the_total() -> None:
    assert rows_of(STEPS, {"R9": "all"}, **DRAWN)[0] == 119
    assert rows_of(DOUBLE, {"R2": "0"})[0] == 140
    assert rows_of(DOUBLE, {"R14": "once"}, **DRAWN)[0] == 143  # 門清摸 once, and 自摸 within it
    assert rows_of(DOUBLE, **DRAWN)[0] == 146
    assert rows_of(KONGS, {"R16": "direct"}, **DRAWN)[0] == 81 - 30 + 15
    assert rows_of(KONGS, {"R18": "replaced"}, words=frozenset({"槓上"}), **DRAWN)[0] == 85
    assert rows_of(KONGS, words=frozenset({"大明槓上"}), **DRAWN)[0] == 80
    assert rows_of(KONGS, {"R10": "selfdraw"}, words=frozenset({"大明槓上"}), **DRAWN)[0] == 86


def test_last_copies() -> None:
    line = "123m456p12s777p55s111z+3s"
    assert {"四絕 5", "真絕 15"} & rows_of(line, seen=("3s", "3s", "3s"))[1] == {"真絕 15"}
    two_sided = "123m456p23s777p55s111z+4s"
    assert {"四絕 5", "真絕 15"} & rows_of(two_sided, seen=("4s", "4s", "4s"))[1] == {"四絕 5"}
    assert not {"四絕 5", "真絕 15"} & rows_of(two_sided)[1]


def test_waits_leave_out_what_is_held_four_times() -> None:
    assert waits(tiles_of("123m456m789m123p456p5s")) == {"5s"}
    assert waits(tiles_of("123m456m789m2333p55s")) == set()
    assert waits(tiles_of("3456m"), (SlowMeld("concealed", "6m"), *[SlowMeld("pung", "1p")] * 3)) == {"3m"}
    assert waits(tiles_of("1122m3344p55667788s")) == set(tiles_of("12m34p5678s"))


def test_no_win_no_score() -> None:
    assert judge(hand("123m456m789m123p456p5s+6s")) is None
    assert judge(hand("123m456m789m123p456p55s5s+5s")) is None
    assert judge(hand("55555m123p456p789s11z1z+1z")) is None


def test_readings_are_all_told() -> None:
    score = judge(hand("111222333m456p78s55z+9s"))
    assert score is not None
    assert len(score.readings) == 2
    assert {reading.winning_group for reading in score.readings} == {"789s"}
