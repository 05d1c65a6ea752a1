"""The command ``yunlong`` as people meet it: answers, refusals, languages, streams."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sysconfig
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import IO, Any

import pytest
from click.testing import CliRunner, Result

from analyzer.cli import COMMANDS, main
from analyzer.rulings import load_general_rules, load_rulings
from analyzer.table import load_table

HAND = "112233456778899m5p+5p"
LADDER = "123m234p345s456m57p55z+6p"
TWICE = "456p456p456s456s111m9s+9s"  # 嚦咕 and standard
READY = "222z12356m234p789p66s+7m|自摸 叮"  # 27, and 38 under R9=all
ENGLISH = {"LC_ALL": "en_US.UTF-8", "YUNLONG_LANG": ""}


def run(*arguments: str, stdin: str | bytes = "", env: dict[str, str] | None = None) -> Result:
    result = CliRunner().invoke(main, arguments, input=stdin, env=ENGLISH | (env or {}))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def answers(*arguments: str, stdin: str = "") -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*arguments, "--json", stdin=stdin).stdout.splitlines()]


# -- score: the worked hands


def _expected(rows: str) -> Counter[tuple[str, str, int]]:
    """``底 5, 清龍 暗 20 ×2`` as (row, 明/暗, price) → times."""
    counted: Counter[tuple[str, str, int]] = Counter()
    for text in rows.split(", "):
        match = re.fullmatch(r"(.+?)(?: ([明暗]))? (\d+)(?: ×(\d))?", text)
        assert match
        counted[match[1], match[2] or "", int(match[3])] += int(match[4] or 1)
    return counted


WORKED = {
    HAND: (
        127, "底 5, 無字花大平 20, 門清 5, 清龍 暗 20 ×2, 雙龍出海 10, 雙老少 15, 雙般高 20, 缺一門 8, 將眼 2, 獨獨 2",
    ),
    LADDER: (
        97,
        "底 5, 平糊 5, 門清 5, 無花 2, 三色三步高 暗 10 ×2, 三色三步高 明 5, 三色五步高 明 50, 三色連環套 明 3, 獨獨 2",
    ),
    f"{LADDER}|自摸": (
        118,
        "底 5, 平糊 5, 門清 5, 門清摸 3, 無花 2, 三色三步高 暗 10 ×3, 三色五步高 暗 60, 三色連環套 暗 6, 獨獨 2",
    ),
    "(123m)56m234p999s567s11z+4m": (45, "底 5, 雞糊 40"),
    "(123m)56m234p999s567s11z 花春 +4m": (45, "底 5, 雞糊 40"),
    "(123m)56m234p999s567s11z+4m|自摸": (25, "底 5, 鴨糊 20"),
    "(123m)56m234p999s678s11z+4m": (10, "底 5, 三色連環套 明 3, 無花 2"),
    "1133m5577p99s113355z+5z": (101, "底 5, 嚦咕 八飛 60, 混單 20, 小五門 10, 無花 2, 字 2, 將眼 2"),
    "19m19p19s11234567z24m+3m": (159, "底 5, 十三么 150, 無花 2, 獨獨 2"),
    "147m147p147s1234567z+1z": (107, "底 5, 不搭雞 60, 十六飛 20, 三相 20, 無花 2"),
    "222m444p777s888s111z5p+5p|自摸": (
        178, "底 5, 間間糊 160, 連刻兩步 5, 字 2, 無花 2, 將眼 2, 假獨 2",
    ),
    "(1111m)(222p+2p)[3333s]456m555z9p+9p|自摸": (
        81, "底 5, 四暗刻 30, 三槓 20, 大三色三節 15, 明槓 1 ×2, 暗槓 2, 字 2, 無花 2, 獨獨 2, 自摸 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("line", "total", "rows"), [(line, *worth) for line, worth in WORKED.items()], ids=WORKED)
def test_worked_hands(line: str, total: int, rows: str) -> None:
    (answer,) = answers("score", line)
    sides = {"exposed": "明", "concealed": "暗", None: ""}
    found = Counter([(row["row"], sides[row["exposure"]], row["price"]) for row in answer["rows"]])
    found["底", "", answer["base"]] += 1
    assert found == _expected(rows)
    assert answer["total"] == total
    assert total == sum(price * times for (_, _, price), times in found.items())


def test_a_hand_in_two_forms_is_paid_for_both() -> None:
    (answer,) = answers("score", TWICE)
    by_form: Counter[str] = Counter()
    for row in answer["rows"]:
        by_form[row["form"]] += row["price"]
    assert (answer["total"], answer["base"], by_form) == (140, 5, {"standard": 61, "嚦咕": 74})
    paid = {reading["form"]: reading["total"] for reading in answer["readings"] if reading["paid"]}
    assert paid == {"standard": 66, "嚦咕": 79}


# -- score: refusals

REFUSED = {
    "": "notation",
    "123x": "notation",
    "11111m234p345s456m5z+5z": "impossible",
    "123m234p345s456m57p55z": "impossible",
    "123m234p345s456m567p55z1s": "impossible",
    "(124m)56m234p999s567s11z+4m": "notation",
    "123m234p345s456m567p55z+9s": "impossible",
    f"{LADDER}花春春": "notation",
    f"{LADDER}|天胡": "impossible",
    f"{LADDER}|叮即": "impossible",
    "[1111m]33m5577p99s11335z+5z": "not-winning",
    "1357m1357p159s12345z+2s": "not-winning",
}


def test_each_refusal_has_its_own_message() -> None:
    messages = []
    for lang in ("zh", "en"):
        for line, kind in REFUSED.items():
            result = run("score", line, "--lang", lang)
            assert (result.exit_code, result.stdout) == (2, "")
            assert "→" in result.stderr
            (answer,) = answers("score", line)
            assert (answer["line"], answer["error"]["kind"]) == (line, kind)
            assert {"code", "text", "remedy", "spans"} == set(answer["error"]["problems"][0])
            messages.append("\n".join(part for part in result.stderr.splitlines() if part.lstrip(" ") != line))
    assert len(set(messages)) == len(messages)


def test_a_refusal_points_at_the_place() -> None:
    lines = run("score", f"{LADDER}|叮即").stderr.splitlines()
    assert lines[1] == f"  {LADDER}|叮即"
    assert lines[2] == "  " + " " * (len(LADDER) + 1) + "^^^^"


# -- score: several lines


def test_several_lines_are_answered_in_order() -> None:
    result = run("score", HAND, "123x", LADDER)
    assert result.exit_code == 2
    assert [line for line in result.stdout.splitlines() if line.startswith("total")] == ["total 127 翻", "total 97 翻"]
    assert result.stderr.startswith("line 2: Notation: ")
    assert run("score", HAND, LADDER).exit_code == 0


def test_json_is_one_object_a_line_in_order() -> None:
    result = run("score", HAND, "123x", LADDER, "", "--json")
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert [one.get("total") for one in objects] == [127, None, 97, None]
    assert [(one["line"], one["number"]) for one in objects if "error" in one] == [("123x", 2), ("", 4)]
    assert set(objects[0]) == {
        "hand", "total", "base", "forms", "rows", "dropped", "readings", "notices", "table", "rulings",
    }  # fmt: skip
    for one in (objects[0], objects[2]):
        assert one["total"] == one["base"] + sum(row["price"] for row in one["rows"])


def test_a_file_of_hands(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_bytes(f"\ufeff# two hands\r\n\r\n{HAND}\r\n123x\r\n{LADDER}".encode())
    result = run("score", "--file", str(file), "--json")
    assert result.exit_code == 2
    objects = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one.get("total", one.get("number")) for one in objects] == [127, 4, 97]
    assert result.stderr.startswith("line 4: ")
    assert [one["total"] for one in answers("score", HAND, "-f", str(file)) if "total" in one] == [127, 127, 97]


@pytest.mark.parametrize("name", ["none.txt", "."])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    result = run("score", "--file", str(tmp_path / name))
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(r": .+ → .+", result.stderr)


def test_standard_input() -> None:
    result = run("score", "-", stdin=f"{HAND}\n# a remark\n\n123x\n{LADDER}\n")
    assert result.exit_code == 2
    assert re.findall(r"total (\d+)", result.stdout) == ["127", "97"]
    assert result.stderr.startswith("line 4: ")
    assert (run("score", "-").exit_code, run("score", "-").stdout) == (0, "")


def test_standard_input_that_is_not_utf_8() -> None:
    result = run("score", "-", "--json", stdin=b"123\xff\n" + HAND.encode() + b"\n")
    refused, answered = [json.loads(line) for line in result.stdout.splitlines()]
    assert (result.exit_code, refused["error"]["kind"], answered["total"]) == (2, "notation", 127)
    assert "line 1: " in result.stderr


def test_no_hand_is_a_usage_error() -> None:
    result = run("score")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage" in result.stderr


# -- score: what is shown


def test_the_answer_names_rows_prices_groups_and_sources() -> None:
    text = run("score", LADDER).stdout
    assert text.splitlines()[:2] == ["🀇🀈🀉🀊🀋🀌🀚🀛🀜🀝🀟🀒🀓🀔🀆🀆 +🀞", "123456m23457p345s55z+6p"]
    rows = {line.split()[1]: line for line in text.splitlines() if re.match(r" *\d+ ", line)}
    for words in ("三色五步高", "50", "five mixed shifted chows", "明", "123m 456m 234p 567p 345s", "T G7 Ex 40"):
        assert words in rows["三色五步高"]
    assert "base" in rows["底"]
    assert f"#{load_table().hash}" in text


def test_why_tells_what_was_not_paid() -> None:
    plain, why = run("score", HAND), run("score", HAND, "--why")
    assert why.stdout.startswith(plain.stdout.split("total")[0])
    assert "found but not paid" not in plain.stdout
    unpaid = why.stdout.split("found but not paid")[1]
    assert re.search(r"2 +無花 .*absorbed by 無字花大平", unpaid)
    assert re.search(r"3 +老少上 .*123m 789m .*absorbed by", unpaid)
    assert re.search(r"20 +清龍 .*單式: shares 2 of its 3 groups", unpaid)
    assert re.search(r"清龍.*已用|單式.*清龍", run("score", HAND, "--why", "--lang", "zh").stdout.split("有而不計")[1])


def test_every_unpaid_row_has_its_reason() -> None:
    for line in (*WORKED, TWICE):
        for lang in ("zh", "en"):
            for answer in answers("score", line, "--lang", lang):
                for dropped in answer["dropped"]:
                    assert dropped["by"] in [row["row"] for row in answer["rows"]]
                    assert dropped["why"]
                    assert "（）" not in dropped["why"]
                    assert dropped["why"] == dropped["why"].strip()
                    assert dropped["sources"]


def test_all_lists_every_reading() -> None:
    plain, every = run("score", TWICE), run("score", TWICE, "--all")
    assert "readings" not in plain.stdout
    listed = every.stdout.split("readings")[1]
    (answer,) = answers("score", TWICE)
    for reading in answer["readings"]:
        assert re.search(rf"\b{reading['total']} .*{re.escape(' '.join(reading['groups']))}", listed)
    assert re.search(r"\*66 +standard", listed)
    assert re.search(r"\*79 +嚦咕", listed)
    assert "底 once" in every.stdout


def test_notices_tell_what_was_assumed() -> None:
    text = run("score", HAND.replace("+5p", "5p")).stdout
    assert "※ no winning tile is marked: the last one, 5p, was taken" in text
    assert "※" not in run("score", HAND).stdout


def test_languages() -> None:
    zh, en = run("score", HAND, "--lang", "zh").stdout, run("score", HAND, "--lang", "en").stdout
    assert "共 127 翻" in zh
    assert "pure straight" not in zh
    assert "total 127 翻" in en
    assert "pure straight" in en
    assert "清龍" in en
    assert run("score", "123x", "--lang", "zh").stderr.startswith("寫法錯誤：")
    (answer,) = answers("score", HAND, "--lang", "zh")
    assert "暗：" in " ".join(row["why"] for row in answer["rows"])
    assert run("score", HAND, "--lang", "fr").exit_code == 2


@pytest.mark.parametrize(
    ("env", "total"),
    [
        ({"LC_ALL": "zh_HK.UTF-8"}, "共 127 翻"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_TW.UTF-8"}, "共 127 翻"),
        ({"LC_ALL": "", "LC_MESSAGES": "zh_HK.UTF-8", "LANG": "en_GB.UTF-8"}, "共 127 翻"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "zh_TW.UTF-8"}, "total 127 翻"),
        ({"LC_ALL": "C"}, "total 127 翻"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, "total 127 翻"),
        ({"YUNLONG_LANG": "zh", "LC_ALL": "en_GB.UTF-8"}, "共 127 翻"),
    ],
)
def test_the_language_comes_from_the_locale(env: dict[str, str], total: str) -> None:
    assert total in run("score", HAND, env=env).stdout


def test_numbered_dragons_by_either_custom() -> None:
    tenhou, chinese = answers("score", "123m234p345s456m57p55z+6p") + answers("score", LADDER, "--z", "cn")
    assert "55z" in tenhou["hand"]
    assert "77z" in chinese["hand"]
    assert tenhou["total"] == chinese["total"]
    assert run("score", LADDER, "--z", "us").exit_code == 2
    assert answers("count", "555z", "--z", "cn")[0]["hand"] == "777z"


# -- score: rulings and tables


@pytest.mark.parametrize(
    ("settings", "total", "changed"),
    [
        ((), 27, {}),
        (("R9=replace",), 27, {}),
        (("R9=all",), 38, {"R9": "all"}),
        (("r9=all",), 38, {"R9": "all"}),
        (("R9=all", "R2=0"), 38, {"R9": "all", "R2": "0"}),
        (("R9=all,R2=0",), 38, {"R9": "all", "R2": "0"}),
        (("R9=all", "R9=replace"), 27, {}),
    ],
)
def test_settings_of_rulings(settings: tuple[str, ...], total: int, changed: dict[str, str]) -> None:
    options = [option for setting in settings for option in ("--set", setting)]
    (answer,) = answers("score", READY, *options)
    assert (answer["total"], answer["rulings"]) == (total, changed)
    last = run("score", READY, *options).stdout.rstrip().splitlines()[-1]
    assert all(f"{ruling}={setting}" in last for ruling, setting in changed.items())


@pytest.mark.parametrize("command", ["score", "count", "rulings"])
@pytest.mark.parametrize("setting", ["R9", "R9=", "R9:all", "=all", "R99=all", "R9=maybe", "R2=two", "R2=-1", "R2=9.5"])
def test_bad_settings_are_refused(command: str, setting: str) -> None:
    result = run(command, *([HAND] if command != "rulings" else []), "--set", setting)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(r"R\d|there is no ruling", result.stderr)


HOUSE = """
[table]
name = "街坊"
english = "neighbours"
base = 1
[[row]]
name = "大平"
english = "grand all chows"
section = "順子"
family = "平"
price = 33
chows = 5
definition = "五副順子"
definition_en = "five chows"
sources = ["T"]
aliases = ["平糊"]
"""


def test_another_table(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, "utf-8")
    (answer,) = answers("score", HAND, "--table", str(file))
    assert (answer["total"], answer["table"]["name"]) == (34, "街坊")
    text = run("score", HAND, "--table", str(file)).stdout
    assert "total 34 翻" in text
    assert f"neighbours #{answer['table']['hash']}" in text
    assert [row["row"] for row in answers("table", "--table", str(file))] == ["大平"]


def test_brackets_in_a_table_are_text(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE.replace("grand all chows", "grand [/all] chows [x]"), "utf-8")
    for command in (("score", HAND), ("table",), ("table", "大平")):
        assert "grand [/all] chows [x]" in run(*command, "--table", str(file)).stdout


@pytest.mark.parametrize("command", [("score", HAND), ("count", "456p"), ("table",), ("rulings",), ("cases",)])
def test_a_broken_or_missing_table_is_refused(tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE.replace("base = 1", "").replace("chows = 5", "chow = 5"), "utf-8")
    broken = run(*command, "--table", str(file))
    assert (broken.exit_code, broken.stdout) == (2, "")
    assert "house.toml: [table]: base" in broken.stderr
    assert "house.toml: row 大平: unknown key 'chow' → " in broken.stderr
    missing = run(*command, "--table", str(tmp_path / "none.toml"))
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert "none.toml: " in missing.stderr


# -- count


def test_count_pays_the_melds_of_a_fragment() -> None:
    one, two = answers("count", "456p456456s", "123123萬 456456筒 789索")
    assert (one["total"], one["base"]) == (8, 0)
    assert Counter(row["row"] for row in one["rows"]) == {"相逢": 1, "一般高": 1}
    assert Counter(row["row"] for row in two["rows"]) == {"雜龍": 2, "雙龍出海": 1, "雙般高": 1}
    assert two["total"] == 15 * 2 + 10 + 20
    text = run("count", "456p456456s", "--why").stdout
    assert "底" not in text
    assert "單式: shares 1 of its 2 groups" in text.split("found but not paid")[1]


@pytest.mark.parametrize(
    ("fragment", "kind"), [("", "notation"), ("45p", "impossible"), ("456p457s", "not-winning"), ("55p", "impossible")]
)
def test_count_refuses_what_is_no_melds(fragment: str, kind: str) -> None:
    result = run("count", "456p", fragment)
    assert result.exit_code == 2
    assert "total" in result.stdout
    assert result.stderr.startswith("line 2: ")
    assert answers("count", fragment)[0]["error"]["kind"] == kind


# -- table, rules, rulings


@pytest.mark.parametrize("row", load_table().rows, ids=lambda row: str(row.name))
def test_table_finds_a_row_by_each_of_its_names(row: Any) -> None:
    for name in (row.name, row.english, row.english.upper(), row.name.replace(" ", ""), *row.aliases):
        (found,) = answers("table", name)
        assert (found["row"], found["price"], found["bonus"]) == (row.name, row.price, row.bonus)
    text = run("table", row.name, "--lang", "zh").stdout
    assert text.startswith(f"{row.name}  {row.english}  ")
    assert row.definition in text
    for source in row.sources:
        assert source in text


def test_the_whole_table() -> None:
    table = load_table()
    assert [row["row"] for row in answers("table")] == [row.name for row in table.rows]
    text = run("table").stdout
    places = [text.find(f" {row.name} ") for row in table.rows]
    assert -1 not in places
    assert f"{table.name} #{table.hash}" in text
    assert {row.section for row in table.rows} <= set(text.split())
    assert re.search(r"(?m)^B50 / 60 +三色五步高 +five mixed shifted chows +five chows", text)
    chinese = run("table", "--lang", "zh").stdout
    assert all(row.definition in chinese for row in table.rows if len(row.definition) < 30)


@pytest.mark.parametrize(
    ("name", "closest"), [("三相縫", "三相逢"), ("pure strait", "清龍"), ("一色五步", "一色五步高")]
)
def test_an_unknown_row_is_refused_with_the_closest(name: str, closest: str) -> None:
    for lang in ("zh", "en"):
        result = run("table", name, "--lang", lang)
        assert (result.exit_code, result.stdout) == (2, "")
        first, second = result.stderr.splitlines()
        assert name in first
        assert closest in second


def test_a_row_like_none_is_refused() -> None:
    result = run("table", "zzzz")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "zzzz" in result.stderr


def test_rules() -> None:
    every = answers("rules")
    assert [rule["rule"] for rule in every] == [f"G{number}" for number in range(1, 31)]
    for rule, printed in zip(load_general_rules(), every, strict=True):
        assert rule.text == printed["text"]
        assert printed["cases"] or rule.bears_on != "score"
    assert answers("rules", "7") == answers("rules", "g7") == [every[6]]
    text = run("rules", "7").stdout
    for words in ("G7", "三色五步高必須跟從ABCAB的順序", "must follow the order ABCAB", "Ex40 fragment"):
        assert words in text
    assert "must follow" not in run("rules", "7", "--lang", "zh").stdout


@pytest.mark.parametrize("name", ["0", "31", "seven", "", "-1"])
def test_an_unknown_rule_is_refused(name: str) -> None:
    result = run("rules", "--", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "1" in result.stderr.splitlines()[-1]
    assert "30" in result.stderr.splitlines()[-1]


def test_rulings() -> None:
    every = answers("rulings")
    assert [ruling["ruling"] for ruling in every] == list(load_rulings().all)
    for ruling in every:
        assert ruling["in_force"] == ruling["default"]
        assert all(ruling[key] for key in ("question", "question_en", "reason", "reason_en"))
    assert answers("rulings", "r9") == [every[8]]
    (changed,) = answers("rulings", "R9", "--set", "R9=all")
    assert (changed["default"], changed["in_force"]) == ("replace", "all")
    assert re.search(r"\* R9=replace", run("rulings", "R9").stdout)
    assert re.search(r"\* R9=all", run("rulings", "R9", "--set", "R9=all").stdout)
    assert re.search(r"\* R2=12", run("rulings", "R2", "--set", "R2=12").stdout)
    assert "全部相加" in run("rulings", "R9", "--lang", "zh").stdout


def test_an_unknown_ruling_is_refused() -> None:
    result = run("rulings", "R99")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "R99" in result.stderr
    assert "R24" in result.stderr


def test_help_and_version() -> None:
    text = run("--help").stdout
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", text, re.MULTILINE)
        assert run(command, "--help").exit_code == 0
    assert re.fullmatch(r"yunlong, version \d+\.\d+\.\d+\n", run("--version").stdout)
    unknown = run("scores")
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert "scores" in unknown.stderr


# -- the program itself: pipes and streams

YUNLONG = str(shutil.which("yunlong", path=sysconfig.get_path("scripts")))
OUTSIDE = {**os.environ, **ENGLISH, "PYTHONIOENCODING": "", "FORCE_COLOR": "1", "TERM": "xterm-256color"}


@pytest.mark.parametrize(
    "arguments", [("score", HAND, "123x", "--why", "--all"), ("table",), ("table", "清龍"), ("rulings", "R9")]
)
def test_a_pipe_carries_no_colour(arguments: tuple[str, ...]) -> None:
    ended = subprocess.run([YUNLONG, *arguments], capture_output=True, env=OUTSIDE, timeout=60, check=False)
    assert ended.returncode == (2 if "123x" in arguments else 0)
    assert "清龍" in ended.stdout.decode() or "門清" in ended.stdout.decode()
    assert b"\x1b" not in ended.stdout + ended.stderr


@contextmanager
def _reading_standard_input(*options: str) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]]:
    """The program with its standard input and output; ended after half a minute, whatever happens."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([YUNLONG, "score", "-", *options], stdin=pipe, stdout=pipe, stderr=pipe, env=OUTSIDE)
    watch = Timer(30, process.kill)
    watch.start()
    try:
        assert process.stdin
        assert process.stdout
        yield process, process.stdin, process.stdout
    finally:
        process.kill()
        watch.cancel()


@pytest.mark.parametrize("options", [("--json",), ()])
def test_standard_input_is_answered_as_it_comes(options: tuple[str, ...]) -> None:
    with _reading_standard_input(*options) as (process, given, answered):
        for _ in range(2):
            given.write(f"{HAND}\n".encode())
            given.flush()
            assert any(b"127" in line for line in answered)  # no end of the stream: standard input is still open
        _, errors = process.communicate()
        assert (process.returncode, errors) == (0, b"")


@pytest.mark.parametrize("options", [("--json",), ()])
def test_a_reader_that_leaves_makes_no_noise(options: tuple[str, ...]) -> None:
    with _reading_standard_input(*options) as (process, given, answered):
        given.write(f"{HAND}\n".encode())
        given.flush()
        assert answered.readline()
        answered.close()
        with suppress(BrokenPipeError):
            given.write(f"{HAND}\n".encode() * 200)
            given.close()
        assert process.stderr
        assert process.stderr.read() == b""
        assert process.wait() in (0, 1)


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_an_argument_that_is_not_utf_8_is_refused(options: tuple[str, ...]) -> None:
    command = [YUNLONG.encode(), b"score", b"123\xff", *map(os.fsencode, options)]
    ended = subprocess.run(command, capture_output=True, env=OUTSIDE, timeout=60, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"Notation: ")
