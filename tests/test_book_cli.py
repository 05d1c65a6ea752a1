"""The command ``yunlong book``: what it answers, and that bad input is refused with exit code 2 and nothing written."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from analyzer.book import Book
from analyzer.cli import main
from tests.books import BY_DISCARD, SERVERS, new_place

FOUR = ("甲", "乙", "丙", "丁")


@pytest.fixture(params=SERVERS)
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    with new_place(request.param, tmp_path) as made:
        monkeypatch.setenv("YUNLONG_DB", made)
        monkeypatch.setenv("YUNLONG_LANG", "en")
        yield made


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["book", *arguments])


def done(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_an_evening(place: str, tmp_path: Path) -> None:
    done("new")
    done("player", *FOUR)
    assert "session 1" in done("open", *FOUR, "--name", "週五")
    first = json.loads(done("record", "1", "--win", "南", BY_DISCARD, "--from", "東", "--reward", "暗槓:西", "--json"))
    # 52 翻 (底 5, 門清 5, 無字花大平 20, 雙相逢 10, 清龍 10, 將眼 2), 莊連拉 1 beside it; 暗槓 5 from each.
    assert first["sheet"]["totals"] == {"東": -58, "南": 48, "西": 15, "北": -5, "歸天": 0}
    assert first["sheet"]["next"] == {"dealer": "南", "streak": 0, "round": "東"}
    done("record", "1", "--draw")
    assert "streak 2" in done("record", "1", "--draw", "--expect", "2")
    done("amend", "1", "2", "--win", "E", BY_DISCARD, "--from", "S", "--reason", "誤記")
    shown = done("show", "1", "--log", "--lang", "zh")
    assert "誤記" in shown
    assert "下一局：東圈，西（丙）莊，連 1" in shown
    assert "\x1b" not in shown
    done("undo", "1", "--reason", "重打")
    assert json.loads(done("show", "1", "--json"))["next"]["streak"] == 0
    assert "+老少上 3" in done("rescore", "--set", "R23=counts")
    ranks = json.loads(done("standings", "--json"))
    assert sum(one["points"] for one in ranks["players"]) + ranks["pot"] == 0
    assert len(done("export", "--deals").splitlines()) == 3
    assert len(done("export", "--standings").splitlines()) == 6
    done("export", "whole.json")
    other = str(tmp_path / "copy.sqlite")
    done("new", "--db", other)
    done("import", "whole.json", "--db", other)
    assert done("export", "--db", other) == Path("whole.json").read_text("utf-8")


@pytest.mark.parametrize("heading", ["An evening", "Teams and fixtures"])
def test_the_commands_of_the_page_answer(place: str, heading: str) -> None:
    page = (Path(__file__).parent.parent / "docs" / "book.md").read_text("utf-8")
    block = page.split(f"## {heading}\n")[1].split("```")[1]
    if heading != "An evening":
        done("new")
        for number in range(7):
            done("team", f"隊{number}", *(f"{name}{number}" for name in FOUR))
        block = block.replace("--substitute 南=丁", "")
    for line in block.strip().splitlines():
        program, command, *arguments = shlex.split(line, comments=True)
        assert (program, command) == ("yunlong", "book")
        done(*arguments)


def test_a_match(place: str) -> None:
    done("new")
    for number in range(8):
        done("team", f"隊{number}", *(f"{name}{number}" for name in FOUR[: 3 + number % 2]))
    assert "112" in done("fixtures", "--draw")
    fixture = json.loads(done("fixtures", "--json").splitlines()[0])
    spare = next(
        f"{name}{fixture['teams']['東'][1:]}"
        for name in FOUR
        if name + fixture["teams"]["東"][1:] != fixture["players"]["東"]
    )
    assert spare in done("open", "--fixture", "1/1", "--substitute", f"東={spare}")
    done("record", "1", "--redeal", "--reward", "詐糊:南")
    standings = json.loads(done("standings", "--match", "--json"))
    assert standings["pot"] == 150
    assert standings["teams"][-1]["name"] == fixture["teams"]["南"]
    assert json.loads(done("fixtures", "--json").splitlines()[0])["session"] == 1


BAD: list[list[str]] = [
    ["new"],
    ["player", "甲"],
    ["player", "=x"],
    ["team", "青龍", "子", "丑"],
    ["team", "青龍", "子", "--join"],
    ["team", "青龍", "子", "丑", "--join"],
    ["rename", "無", "有"],
    ["fixtures", "--draw"],
    ["open", "甲", "乙", "丙"],
    ["open"],
    ["open", "--fixture", "1"],
    ["open", "--fixture", "1/1"],
    ["open", "--fixture", "1/1", "--substitute", "東"],
    ["open", *FOUR, "--table", "absent.toml"],
    ["open", *FOUR, "--set", "R99=x"],
    ["open", *FOUR, "--set", "R9"],
    ["record", "1"],
    ["record", "2", "--draw"],
    ["record", "1", "--draw", "--redeal"],
    ["record", "1", "--draw", "--win", "東", BY_DISCARD],
    ["record", "1", "--win", "東", "123m"],
    ["record", "1", "--win", "東", BY_DISCARD],
    ["record", "1", "--win", "東", BY_DISCARD, "--from", "上"],
    ["record", "1", "--draw", "--reward", "暗槓"],
    ["record", "1", "--draw", "--reward", "彩五:東:99999999999999999999"],
    ["record", "1", "--draw", "--expect", "9"],
    ["amend", "1", "7", "--draw"],
    ["amend", "1", "1", "--draw", "--reason", "a\nb"],
    ["undo", "1", "7"],
    ["undo", "99999999999999999999"],
    ["show", "7"],
    ["rescore", "7"],
    ["rescore", "--table", "absent.toml"],
    ["export", "no/such/folder/x"],
    ["import", "absent.json"],
    ["import", "bad.json"],
    ["import", "--deals", "bad.json"],
    ["import", "deep.json"],
    ["import", "binary"],
    ["show", "1", "--db", "absent.sqlite"],
    ["show", "1", "--db", "nosuch://"],
]


def test_bad_input_is_refused(place: str) -> None:
    Path("bad.json").write_text("{", "utf-8")
    Path("deep.json").write_text("[" * 100_000, "utf-8")
    Path("binary").write_bytes(b"\xff\xfe\x00")
    done("new")
    done("player", *FOUR)
    done("open", *FOUR)
    done("record", "1", "--draw")
    book = Book.open(place)
    before = book.export()
    for arguments in BAD:
        results = [run(*arguments, "--lang", lang) for lang in ("zh", "en")]
        assert [(arguments, result.exit_code, type(result.exception)) for result in results] == [
            (arguments, 2, SystemExit),
            (arguments, 2, SystemExit),
        ]
        assert all(result.stderr.strip() and not result.stdout for result in results), arguments
        assert book.export() == before, arguments
    assert not Path("absent.sqlite").exists()
    book.close()


def test_without_sqlalchemy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("analyzer.book.") and not name.endswith("messages")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    result = run("sessions")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "yunlong-referee[book]" in result.stderr


def test_the_book_of_this_folder_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("YUNLONG_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    done("new")
    done("player", "遠")
    done("new", "--db", "yunlong-book.sqlite")
    done("player", "近")
    assert "近" in done("players")
    assert "遠" not in done("players")
