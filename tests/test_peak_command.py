"""``yunlong peak``: text and JSON tell the same, refusals end with exit code 2, charts are drawn."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from analyzer.cli import main

ROOT = Path(__file__).resolve().parent.parent
QUIET = ["--round", "4", "--winner-score", "2", "--loser-score", "1", "--cards", "王魔"]
SEASON = """winner,loser,round,winner_score,loser_score,form_slays,cards
甲,乙,7,4.5,0,0,王王王
乙,丙,10,3,2,2,王形
甲,乙,3,3.5,1,0,靈魔
"""  # 甲 +150, 乙 +100, 甲 +43: 甲 1193, 乙 907, 丙 900


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["peak", *map(str, arguments)])


def answer(*arguments: object) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def refused(*arguments: object) -> str:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stderr


@pytest.fixture
def season(tmp_path: Path) -> Path:
    path = tmp_path / "season.csv"
    path.write_text(SEASON, "utf-8")
    return path


# -- score


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_text_and_json_agree(lang: str) -> None:
    facts = [*QUIET, "--winner-streak", "2", "--loser-rating", "1450.5", "--loser-streak", "9", "--lang", lang]
    told, text = answer("score", *facts), run("score", *facts).stdout
    # 20 + 2 × 2 + 1 = 25; 25 × 1.2 = 30; 1450.5 − 30 = 1420.5
    assert (told["gain"], told["weight"], told["loss"]) == (25, 1.2, 30)
    assert told["winner"] == {"rating": 1000, "change": 25, "new_rating": 1025, "streak": 2, "new_streak": 3}
    assert told["loser"] == {"rating": 1450.5, "change": -30, "new_rating": 1420.5, "streak": 9, "new_streak": 0}
    for item in told["items"]:
        (line,) = (line for line in text.splitlines() if re.match(rf"\s*{item['points']}\s+{item['item']}\s", line))
        assert item["condition"] in line
        assert item["facts"] in line
        assert all(source in line for source in item["sources"])
    for line in (r"1000\s+\+25\s+1025\s+2 → 3", r"1450\.5\s+-30\s+1420\.5\s+9 → 0"):
        assert re.search(line, text)
    assert ("贏家得分 25" if lang == "zh" else "gain 25") in text


def test_settings_and_what_they_change() -> None:
    facts = ["score", *QUIET, "--winner-streak", "2", "--loser-rating", "1200"]  # 25 × 1.1 = 27.5
    assert answer(*facts)["loss"] == 27.5
    rounded = run(*facts, "--set", "P1=half-up").stdout
    assert "loss 28, rounded from 27.5 = 25 × 1.1" in rounded
    assert "P1=exact would leave the winner at 1025, the loser at 1172.5" in rounded
    assert "P1=half-up\n" in rounded
    assert "there is no ruling R1" in refused(*facts, "--set", "R1=none")
    assert "P1 has no setting “up”" in refused(*facts, "--set", "P1=up")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.toml", 'round = 4\nwinner_score = 2.0\nloser_score = 1\ncards = ["王", "魔"]\nwinner_streak = 2\n'),
        ("m.json", '{"round": 4, "winner_score": 2.0, "loser_score": "1", "cards": "王魔", "winner_streak": 2}'),
    ],
)
def test_a_file_says_what_options_say(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    assert answer("score", "--file", path) == answer("score", *QUIET, "--winner-streak", 2)
    assert answer("score", "--file", path, "--round", 3)["gain"] == 35  # 速勝 10 more
    path.write_text(text.replace("round", "runde"), "utf-8")
    assert f"{name}: there is no fact “runde”" in refused("score", "-f", path)


def test_a_refusal_names_every_fact_also_in_json() -> None:
    wrong = ["score", "--round", "0", "--winner-score", "2", "--loser-score", "x", "--cards", "王?"]
    assert re.findall(r"^(\w+): ", refused(*wrong), re.M) == ["loser_score", "cards", "round"]
    told = json.loads(run(*wrong, "--json").stdout)["error"]
    assert [problem["field"] for problem in told["problems"]] == ["loser_score", "cards", "round"]
    assert all(problem["remedy"] for problem in told["problems"])
    assert refused(*wrong, "--lang", "zh").startswith("敗方勝點：「x」不是數字")
    assert "winner_score: it is missing" in refused("score")
    assert "No such file" in refused("score", "--file", "absent.toml")


# -- season


def test_a_season_in_text_and_json(season: Path) -> None:
    told, text = answer("season", season), run("season", season).stdout
    assert [(one["rank"], one["player"], one["rating"]) for one in told["standings"]] == [
        (1, "甲", 1193),
        (2, "乙", 907),
        (3, "丙", 900),
    ]
    for one in told["standings"]:
        row = [
            one[key]
            for key in ("rank", "player", "rating", "wins", "losses", "streak", "longest_streak", "highest_rating")
        ]
        assert re.search(r"^\s*" + r"\s+".join(map(str, row)) + r"\s*$", text, re.M)
    assert [(step["match"], step["change"], step["rating"]) for step in told["histories"]["乙"]] == [
        (1, -150, 850),
        (2, 100, 950),
        (3, -43, 907),
    ]
    for player, steps in told["histories"].items():
        assert f"\n{player}\n" in text
        for step in steps:
            assert re.search(
                rf"{step['match']}\s+{step['opponent']}\s+{step['outcome']}\s+\+?{step['change']}\s+{step['rating']}",
                text,
            )
    assert told["matches"][2]["result"] == {
        "items": {"基礎": 20, "勝點總分": 10, "速勝": 10, "連勝加成": 3},
        "gain": 43,
        "weight": 1,
        "loss": 43,
    }
    assert told["notes"] == ["match 2: 2 form slays with 1 形 cards: each takes a 形, so one of the two may be a slip"]
    assert told["notes"][0] in text


def test_one_history_or_none(season: Path) -> None:
    assert list(answer("season", season, "--player", "乙")["histories"]) == ["乙"]
    only = run("season", season, "--player", "乙").stdout
    assert "\n乙\n" in only
    assert "\n甲\n" not in only
    assert "\n乙\n" not in run("season", season, "--no-histories").stdout
    assert "there is no player “戊”" in refused("season", season, "--player", "戊")


def test_a_list_of_players(season: Path) -> None:
    assert [one["player"] for one in answer("season", season, "--players", "甲,乙,丙,丁")["standings"]][1] == "丁"
    assert "line 3: loser: there is no player “丙”" in refused("season", season, "--players", "甲、乙")


# -- chart


def test_a_chart_is_drawn_and_drawn_alike(season: Path, tmp_path: Path) -> None:
    drawn = []
    for name in ("a.svg", "b.svg"):
        assert run("season", season, "--chart", tmp_path / name).exit_code == 0
        drawn.append((tmp_path / name).read_text("utf-8"))
    assert drawn[0] == drawn[1]
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn[0])
    assert {"1193  甲", "907  乙", "900  丙", "rating", "match"} <= set(texts)
    assert run("season", season, "--chart", tmp_path / "c.png").exit_code == 0
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")


def test_a_chart_that_cannot_be_drawn(season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "use .svg .png" in refused("season", season, "--chart", tmp_path / "a.gif")
    assert "cannot be written" in refused("season", season, "--chart", tmp_path / "absent" / "a.svg")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert 'pip install "yunlong-referee[chart]"' in refused("season", season, "--chart", tmp_path / "a.svg")
    assert run("season", season).exit_code == 0


def test_matplotlib_waits_until_a_chart_is_asked_for(season: Path) -> None:
    code = (
        "import sys; from click.testing import CliRunner; from analyzer.cli import main; "
        f"r = CliRunner().invoke(main, ['peak', 'season', {str(season)!r}]); "
        "print(r.exit_code, 'matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "0 False\n"


# -- rulings, docs


def test_rulings() -> None:
    text = run("rulings", "--set", "P2=0").stdout
    assert [line for line in text.splitlines() if "* P" in line and "P2=0" in line]
    assert "* P1=exact" in text
    told = answer("rulings", "p3")
    assert (told["ruling"], told["in_force"]) == ("P3", "refused")
    assert {"P3 refused", "P3 no-bonus"} <= set(told["cases"])
    assert "the rulings are P1 P2 P3" in refused("rulings", "P4")


def test_the_examples_of_the_documentation_run(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "peak.md").read_text("utf-8")
    match, season_toml = re.findall(r"```toml\n(.*?)```", text, re.S)
    (table,) = re.findall(r"```csv\n(.*?)```", text, re.S)
    for name, content in (("match.toml", match), ("season.toml", season_toml), ("season.csv", table)):
        (tmp_path / name).write_text(content, "utf-8")
    # 20 + 30 (輾壓) + 10 (3.5) + 10 (no 魔) + 10 (last 形) + 5 (streak 2) = 85; 85 × 1.2 = 102
    assert (
        answer("score", "-f", tmp_path / "match.toml")["gain"],
        answer("score", "-f", tmp_path / "match.toml")["loss"],
    ) == (85, 102)
    assert answer("season", tmp_path / "season.toml")["standings"][0]["rating"] == 1150
    assert answer("season", tmp_path / "season.csv")["standings"][0]["rating"] == 1193
    (line,) = re.findall(r"^\$ yunlong peak (score .*)$", text, re.M)
    assert run(*line.split()).exit_code == 0
