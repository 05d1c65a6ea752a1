"""Every documented case holds, everything documented has its cases, and ``yunlong cases`` says what differs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from analyzer.cases import EXPOSURES, Case, HandCase, RowKey, load_cases, write_row
from analyzer.cli import main
from analyzer.data import data_root, read_data
from analyzer.rulings import load_general_rules, load_rulings
from analyzer.table import STANDARD_TABLE, load_table, read_table

CASES = load_cases()
HANDS = [case for case in CASES if isinstance(case, HandCase)]
NAMES = [row.name for row in load_table().rows]
SHOWN = {what for case in CASES for what in case.shows}
LEDGER_RULINGS = {"R3", "R24"}  # they bear on payments, not on a hand
FRAGMENT_EXAMPLES = [*(f"Ex{number}" for number in range(36, 42)), "G28", "G29"]


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case_holds(case: Case) -> None:
    assert case.difference() == []


# -- what the case files must hold


def test_ids_are_unique() -> None:
    ids = [case.id for case in CASES]
    assert sorted(ids) == sorted(set(ids))


def test_totals_are_the_sum_of_base_and_rows() -> None:
    base = load_table().base
    for case in HANDS:
        if not case.error:
            rows = sum(price * times for (_, _, price), times in case.rows.items())
            assert case.total == rows + (0 if case.is_fragment else base), case.id


def test_every_case_has_a_source_and_a_reason() -> None:
    assert [case.id for case in HANDS if not case.error and not (case.source and case.why)] == []


def test_every_gate_has_a_line_that_it_stops() -> None:
    assert {case.error for case in HANDS} == {"", "notation", "impossible", "not-winning"}


def test_every_expectation_is_derived_in_a_comment_above_it() -> None:
    """A comment stands above each case of a hand, and arrives at the total."""
    for file in data_root("cases").iterdir():
        lines = file.read_text("utf-8").splitlines() if file.name.endswith(".toml") else []
        for place, line in enumerate(lines):
            if line == "[[case]]":
                derivation = _comment_above(lines, place)
                expected = next(words for words in lines[place:] if re.match(r"(total|error)\s*=", words))
                total = re.search(r"total\s*=\s*(\d+)", expected)
                assert derivation, f"{file.name}:{place + 1}"
                assert not total or re.search(rf"(?<!\d){total[1]}(?!\d)", derivation), f"{file.name}:{place + 1}"


def _comment_above(lines: list[str], place: int) -> str:
    start = place
    while start and lines[start - 1].startswith("#"):
        start -= 1
    return "\n".join(lines[start:place])


def test_what_cases_name_exists() -> None:
    """A misspelt row in ``lacks`` would never be found, and so never fail."""
    known = {*NAMES, *load_rulings().all, *(f"G{rule.number}" for rule in load_general_rules())}
    examples = {f"Ex{number}" for number in range(36, 42)}
    named = {what for case in HANDS for what in (*case.shows, *case.lacks, *case.rulings)}
    assert named - known - examples == set()


def test_every_row_has_a_case_that_pays_it() -> None:
    paid = {name for case in HANDS for name, _, _ in case.rows}
    assert [name for name in NAMES if name not in paid] == []


def test_every_row_has_a_near_miss() -> None:
    lacked = {name for case in HANDS if not case.rulings for name in case.lacks}
    assert [name for name in NAMES if name not in lacked] == []


def test_both_prices_of_a_row_have_a_case() -> None:
    paid = {(name, exposure) for case in HANDS for name, exposure, _ in case.rows}
    wanted = {(row.name, exposure) for row in load_table().rows if row.two_priced for exposure in "明暗"}
    assert wanted - paid == set()


def test_every_general_rule_about_scoring_has_a_case() -> None:
    rules = [f"G{rule.number}" for rule in load_general_rules() if rule.bears_on == "score"]
    assert [rule for rule in rules if rule not in SHOWN] == []


@pytest.mark.parametrize("example", FRAGMENT_EXAMPLES)
def test_examples_are_shown_alone_and_in_a_hand(example: str) -> None:
    assert {case.is_fragment for case in HANDS if example in case.shows} == {True, False}


@pytest.mark.parametrize("ruling", sorted(set(load_rulings().all) - LEDGER_RULINGS))
def test_every_setting_of_a_ruling_changes_a_documented_hand(ruling: str) -> None:
    """For each setting a pair of cases: the same hand under it and under the default, with another total."""
    shown = [case for case in HANDS if ruling in case.shows]
    changed = {
        one.rulings[ruling]
        for one in shown
        for other in shown
        if ruling in one.rulings
        and one.line == other.line
        and one.total != other.total
        and other.rulings == {key: value for key, value in one.rulings.items() if key != ruling}
    }
    settings = load_rulings().all[ruling]
    if settings.number:
        assert changed
    assert {setting.value for setting in settings.settings} - {settings.default} <= changed


# -- a case that cannot fail proves nothing


@lru_cache(maxsize=1)
def _table_text() -> str:
    return read_data("fan_table", STANDARD_TABLE)


def _dearer(name: str) -> str:
    """The table with one fan more for one row (明 where it has two prices)."""
    price = rf'(name = "{re.escape(name)}",?\s.*?\bprice = (?:\{{ exposed = )?)(\d+)'
    text, changed = re.subn(price, _one_more, _table_text(), count=1, flags=re.DOTALL)
    assert changed == 1
    return text


def _one_more(match: re.Match[str]) -> str:
    return match[1] + str(int(match[2]) + 1)


@pytest.mark.parametrize("name", ["花", "混帶X（兩數）", "三色三步高", "十三么", "獨獨"])
def test_another_price_is_noticed(name: str) -> None:
    table = read_table(_dearer(name))
    assert table.hash != load_table().hash
    paying = [case for case in HANDS if any(paid == name and side != "暗" for paid, side, _ in case.rows)]
    assert paying
    for case in paying:
        assert any(line.startswith(f"- {name} ") for line in case.difference(table)), case.id


def test_each_price_is_held_by_a_case() -> None:
    """With every price one fan higher, some case misses the old price of each row, 明 and 暗."""
    table = read_table(re.sub(r"(\b(?:price|exposed|concealed) = )(\d+)", _one_more, _table_text()))
    missed = {line.split(" ×")[0] for case in HANDS for line in case.difference(table)}
    assert {f"- {write_row(key, 1)}" for key in _printed_prices()} <= missed


def _printed_prices() -> Iterator[RowKey]:
    for row in load_table().rows:
        if isinstance(row.price, int):
            yield row.name, "", row.price
        elif isinstance(row.price, dict):
            yield from ((row.name, EXPOSURES[side], price) for side, price in row.price.items())


@pytest.mark.parametrize(
    ("edge", "without"),
    [
        ('absorbs = ["無花", "無字"]', ""),
        ('covers = ["雙相逢"]', ""),
        ('bars = { "缺五" = "G12" }', ""),
        ('apart = { set = "般高", by = "R6=never" }', ""),
        ('tiles = "2-8"', 'tiles = "1-8"'),
        ("share = 1", "share = 2"),
        ('groups = "123a 345b 567c"', 'groups = "123a 345b 567a"'),
        ('completed = "triplet"', ""),
        ("at_most = 2", "at_most = 4"),
        ('highest = "T"', ""),
    ],
)
def test_another_condition_is_noticed(edge: str, without: str) -> None:
    text = _table_text()
    assert edge in text
    table = read_table(text.replace(edge, without))
    assert any(case.difference(table) for case in HANDS)


# -- the command


HAND = "112233456778899m5p+5p"
ROWS = [
    "無字花大平 20", "門清 5", "清龍 暗 20 ×2", "雙龍出海 10", "雙老少 15", "雙般高 20", "缺一門 8", "將眼 2", "獨獨 2",
]  # fmt: skip


def _case(rows: list[str], total: int, more: str = "") -> str:
    return f'[[case]]\nid = "mine"\nhand = "{HAND}"\nrows = {rows}\ntotal = {total}\n{more}\n'


def _run(tmp_path: Path, text: str | bytes, *options: str) -> Result:
    file = tmp_path / "club.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return CliRunner().invoke(main, ["cases", str(file), "--lang", "en", *options])


def test_cases_runs_the_package_s_own() -> None:
    result = CliRunner().invoke(main, ["cases", "--lang", "en"])
    assert (result.exit_code, result.stdout) == (0, f"{len(CASES)} cases, all as expected\n")


def test_cases_runs_a_file(tmp_path: Path) -> None:
    result = _run(tmp_path, _case(ROWS, 127, 'lacks = ["雜龍"]'))
    assert (result.exit_code, result.stdout) == (0, "1 cases, all as expected\n")


@pytest.mark.parametrize(
    ("rows", "total", "more", "lines"),
    [
        (ROWS[:-1], 127, "", ["+ 獨獨 2"]),
        ([*ROWS, "雜龍 暗 15"], 127, "", ["- 雜龍 暗 15"]),
        ([row.replace(" ×2", "") for row in ROWS], 127, "", ["+ 清龍 暗 20"]),
        ([row.replace("×2", "×4") for row in ROWS], 127, "", ["- 清龍 暗 20 ×2"]),
        ([row.replace("暗 20", "明 10") for row in ROWS], 127, "", ["- 清龍 明 10 ×2", "+ 清龍 暗 20 ×2"]),
        (ROWS, 126, "", ["total 127, expected 126"]),
        (ROWS, 127, 'lacks = ["清龍"]', ["has 清龍, which it should lack"]),
        (ROWS, 127, 'rulings = { R2 = "9" }', []),
        (ROWS, 127, 'rulings = { R99 = "x" }', ["there is no ruling R99"]),
        (ROWS, 127, 'error = "notation"', ["should be refused (notation), but is worth 127"]),
    ],
)
def test_cases_tells_what_differs(tmp_path: Path, rows: list[str], total: int, more: str, lines: list[str]) -> None:
    result = _run(tmp_path, _case(rows, total, more))
    assert result.exit_code == (2 if lines else 0)
    assert not lines or f"club.toml: mine: {HAND}\n" in result.stdout
    for line in lines:
        assert f"    {line}\n" in result.stdout


def test_cases_are_counted_under_their_rulings(tmp_path: Path) -> None:
    case = _case(["無花 2", "字 2", "門清摸 3", "門清叮 15"], 27).replace(HAND, "222z12356m234p789p66s+7m|自摸 叮")
    assert _run(tmp_path, case).exit_code == 0
    assert "total 38, expected 27" in _run(tmp_path, case + 'rulings = { R9 = "all" }').stdout


def test_cases_counts_those_that_differ(tmp_path: Path) -> None:
    result = _run(tmp_path, _case(ROWS, 127) + _case(ROWS, 126).replace("mine", "other"))
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (2, "cases: 2, differing: 1")
    assert "other" in result.stdout
    assert "mine" not in result.stdout


def test_cases_expects_refusals(tmp_path: Path) -> None:
    refused = '[[case]]\nid = "a"\nhand = "123x"\nerror = "notation"\n[[case]]\nid = "b"\nhand = "1m"\nerror = "{}"\n'
    assert _run(tmp_path, refused.format("impossible")).exit_code == 0
    wrong = _run(tmp_path, refused.format("not-winning"))
    assert wrong.exit_code == 2
    assert "refused (impossible): 1 tiles are too few" in wrong.stdout


def test_cases_under_another_table(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(_dearer("缺一門"), "utf-8")
    result = _run(tmp_path, _case(ROWS, 127), "--table", str(table))
    assert result.exit_code == 2
    for line in ("- 缺一門 8", "+ 缺一門 9", "total 128, expected 127"):
        assert f"    {line}\n" in result.stdout


BROKEN = {
    "broken TOML": ("[[case]\n", "line 1"),
    "not UTF-8": (b'[[case]]\nid = "\xff"\n', "utf-8"),
    "unknown part": ('[[hand]]\nid = "mine"\n', "hand"),
    "unknown key": (_case(ROWS, 127, "totals = 3"), "case mine: unknown key totals"),
    "no id": (_case(ROWS, 127).replace('id = "mine"', ""), "case number 1: needs an id"),
    "no hand": (_case(ROWS, 127).replace("hand", "#"), "case mine: needs an id and either hand or fragment"),
    "hand and fragment": (_case(ROWS, 127, 'fragment = "456p"'), "case mine: needs an id and either hand"),
    "no rows": (_case(ROWS, 127).replace("rows", "#"), "case mine: needs rows and total"),
    "no total": (_case(ROWS, 127).replace("total", "#"), "case mine: needs rows and total"),
    "row without price": (_case(["清龍 暗"], 127), "case mine: '清龍 暗' is no row"),
    "row with words": (_case(["清龍 暗 twenty"], 127), "case mine: '清龍 暗 twenty' is no row"),
    "rows not a list": (_case(ROWS, 127).replace(str(ROWS), '"清龍 暗 20"'), "case mine: rows must be a list"),
    "rows not texts": (_case(ROWS, 127).replace(str(ROWS), "[20]"), "case mine: rows must be a list"),
    "lacks not a list": (_case(ROWS, 127, 'lacks = "清龍"'), "case mine: lacks must be a list"),
    "shows not a list": (_case(ROWS, 127, "shows = 1"), "case mine: shows must be a list"),
    "rulings not settings": (_case(ROWS, 127, 'rulings = "R9=all"'), "case mine: rulings must be settings"),
    "total not a number": (_case(ROWS, 127).replace("127", '"many"'), "case mine: "),
    "one case, not a list": (_case(ROWS, 127).replace("[[case]]", "[case]"), "case"),
    "case no table": ("case = 5\n", "case"),
    "unknown error": ('[[case]]\nid = "mine"\nhand = "123x"\nerror = "notatoin"\n', "notatoin"),
    "lacks an unknown row": (_case(ROWS, 127, 'lacks = ["三相縫"]'), "三相縫"),
}


@pytest.mark.parametrize(("text", "told"), BROKEN.values(), ids=BROKEN)
def test_cases_refuses_a_bad_file(tmp_path: Path, text: str | bytes, told: str) -> None:
    result = _run(tmp_path, text)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 2
    assert "club.toml: " in result.output
    assert told in result.output


def test_cases_refuses_a_missing_file(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["cases", str(tmp_path / "none.toml")])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "none.toml" in result.stderr
    assert "→" in result.stderr
