"""``yunlong duel …`` as a user types it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from analyzer.cli import main
from analyzer.duel.game import shuffled, start
from analyzer.duel.opponent import choose
from analyzer.duel.record import act
from analyzer.duel.rules import load_rules


def run(*words: str, stdin: str | bytes = "", lang: str = "en") -> Result:
    return CliRunner(env={"YUNLONG_LANG": lang}).invoke(main, ["duel", *words], input=stdin)


def answered(*words: str, stdin: str = "", lang: str = "en") -> str:
    result = run(*words, stdin=stdin, lang=lang)
    assert result.exit_code == 0, result.output
    return result.output


def as_json(*words: str, stdin: str = "") -> Any:
    return json.loads(answered(*words, "--json", stdin=stdin))


def refused(*words: str, stdin: str = "", lang: str = "en") -> list[str]:
    result = run(*words, stdin=stdin, lang=lang)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    return result.stderr.splitlines()


# ---------------------------------------------------------------- read, beats, moves


@pytest.mark.parametrize(
    ("play", "why"),
    [
        ("KK", "the only reading"),
        ("9BBRR", "a bomb is higher than any other reading"),
        ("TJQKR", "of its kind it has the highest top rank (rule 五(4))"),
        ("9999TTTTJJJJR", "others are worth the same; this one shows the higher cards"),
        ("9TJQR=K", "as it is stated"),
        ("99999999TTTTTTTTJJJJJJBBRR", "cards"),
    ],
)
def test_why_a_reading_counts(play: str, why: str) -> None:
    if why == "cards":
        assert "26 cards; at most 25" in refused("read", play)[0]
    else:
        assert as_json("read", play)["why"] == why


def test_read_lists_every_reading_and_marks_those_that_may_count() -> None:
    lines = answered("read", "9TJBRR").splitlines()
    assert [line.split() for line in lines[2:4]] == [
        ["*", "straight", "9TJB=QR=KR=A", "6", "A"],
        ["+", "pair", "chain", "9TJB=9R=TR=J", "6", "J"],
    ]
    assert "neither higher (D7)" in lines[4]
    assert "\x1b" not in "".join(lines)
    only = answered("read", "9TJBRR", "--set", "D7=highest")
    assert "+" not in only
    assert "rulings D7=highest" in only


def test_read_in_chinese() -> None:
    assert "算作 順子 K：唯一的讀法" in answered("read", "9TJQ大王", lang="zh")


def test_beats() -> None:
    assert answered("beats", "KKKKKK", "RRB").splitlines() == [
        "KKKKKK (bomb K · 6 星) over BRR (three-joker bomb R · 6 星)",
        "yes: of equal stars 天王炸弹 is the highest bomb, 三王炸弹 the lowest",
    ]
    assert answered("beats", "KK", "RK", lang="zh").splitlines()[1] == "大不過：一樣大，不算大過（D6）"
    found = as_json("beats", "TJQBRR", "99TTJJ")
    assert (found["beats"], found["rule"], found["play"]["kind"]) == (True, "top-higher", "pairs")
    assert as_json("beats", "TJQBRR", "99TTJJ", "--set", "D7=highest")["rule"] == "other-kind"


def test_moves() -> None:
    assert as_json("moves", "♠9♥9大王")["count"] == 5
    found = as_json("moves", "Q K K 2 R", "JJ")
    assert [move["play"] for move in found["moves"]] == ["QR", "KR", "KK", "2R"]
    assert found["moves"][0]["reading"] == "QR=Q"
    assert answered("moves", "QKK2R", "JJ").endswith("4 plays beat JJ\n")
    assert "2R" not in answered("moves", "QKK2R", "JJ", "--set", "D1=listed")


@pytest.mark.parametrize(
    ("words", "lang", "expected"),
    [
        (
            ["read", "9TJx"],
            "en",
            ["Notation: “x” at column 4 is no card", "  9TJx", "     ^"],
        ),
        (["beats", "KK", "RRR"], "en", ["Impossible cards: there are 2 of R in the deck, 3 here", "  RRR", "    ^"]),
        (
            ["read", "TJQKR=9"],
            "zh",
            ["不成牌型：這樣讀得通，但不是算數的讀法：取最大值（五(4)）", "  TJQKR=9", "      ^"],
        ),
        (["moves", "9TJ:straight"], "en", ["Notation: “:” cannot stand among the cards of a hand", "  9TJ:straight"]),
        (["read", "KR", "--set", "D1=listed"], "en", ["No such play: under this ruling these cards make no play"]),
        (["read", "9", "--set", "D3=perhaps"], "en", ["D3 has no setting “perhaps”", "  → it has no, yes"]),
        (["rulings", "D9"], "en", ["there is no ruling D9"]),
        (["settle", "--left", "26"], "en", ["the loser cannot have 26 cards left", "  → write 1 to 25"]),
        (["settle", "--left", "5", "--stars", "13"], "zh", ["沒有 13 星的牌", "  → 寫 0 至 12"]),
        (["deal", "--room", "moon"], "en", ["there is no room “moon”"]),
        (["read", "x9TJ"], "en", ["Notation: “x” at column 1 is no card", "  x9TJ", "  ^"]),
        (["read", "\x1b[31m"], "en", ["Notation: “�” at column 1 is no card"]),
    ],
)
def test_refusals(words: list[str], lang: str, expected: list[str]) -> None:
    assert refused(*words, lang=lang)[: len(expected)] == expected


def test_settle_levels_and_rulings() -> None:
    assert answered("settle", "--left", "24", "--stars", "8", "--room", "初级").splitlines()[-1] == (
        "beginners: 4 × 6 × 100 = 2400 coins"
    )
    assert as_json("settle", "--left", "5")["coins"] is None
    assert answered("levels", "99", lang="zh").split() == ["0", "小星"]
    assert answered("levels", "-3").split() == ["0", "little", "star"]
    assert len(answered("levels").splitlines()) == 18
    assert "* D3=yes" in answered("rulings", "d3", "--set", "D3=yes")
    assert as_json("rulings", "D7")["cases"]


# ---------------------------------------------------------------- deal, play, referee


def test_a_deal_is_the_head_of_a_record() -> None:
    text = answered("deal", "--seed", "5", "--room", "experts", "--set", "D3=yes")
    assert text == answered("deal", "--seed", "5", "--room", "专家", "--set", "d3=yes")
    assert "not finished: cards of player 1: 25, of player 2: 25" in answered("referee", "-", stdin=text)
    assert as_json("referee", "-", stdin=text)["rulings"]["D3"] == "yes"
    assert answered("deal") != answered("deal")


def inputs(seed: str, *, both: bool) -> tuple[str, int]:
    """What people type who play as the simple opponent does, and who wins."""
    rules = load_rules()
    game, typed = start(shuffled(seed, rules), rules), []
    while game.winner is None:
        move = choose(game, game.turn)
        text = move.text(rules) if move else ""
        if both or game.turn == 0:
            typed.append(text or "pass")
        game = act(game, game.turn, text)
    return "\n".join(typed) + "\n", game.winner + 1


@pytest.mark.parametrize("seed", ["1", "2", "pear"])
def test_a_game_against_the_program_is_written_down(seed: str, tmp_path: Path) -> None:
    typed, winner = inputs(seed, both=False)
    file = tmp_path / "game.txt"
    said = answered("play", "--seed", seed, "--room", "初级", "--record", str(file), stdin=typed)
    assert f"player {winner} wins" in said
    replayed = as_json("referee", str(file))
    assert (replayed["winner"], replayed["illegal"]) == (winner, None)
    assert f"= {replayed['settlement']['coins']} coins" in said
    assert "player 2 (cards" not in said  # the program's hand is not shown


def test_two_people() -> None:
    typed, winner = inputs("3", both=True)
    said = answered("play", "--two", "--seed", "3", stdin=typed, lang="zh")
    assert f"玩家 {winner} 勝" in said
    record = said[said.index("hand 1:") :]
    assert as_json("referee", "-", stdin=record)["winner"] == winner


def test_illegal_answers_are_explained_and_asked_again() -> None:
    leads = next(seed for seed in map(str, range(9)) if shuffled(seed, load_rules()).lead == 0)
    said = answered("play", "--seed", leads, stdin="pass\nzz\n?\nmoves\nquit\n")
    assert "Illegal: player 1 leads and may not pass" in said
    assert "Notation: “z” at column 1 is no card" in said
    assert "moves lists what may be played" in said
    assert "single" in said
    assert said.count("> ") == 5
    assert "left before the end" in said
    assert "hand 1:" in said


@pytest.mark.parametrize("stdin", ["", "\n", "9", b"\xff\xfe\n"])
def test_the_end_of_input_ends_the_game_and_keeps_the_record(stdin: str | bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = run("play", "--two", "--seed", "1", "--record", str(file), stdin=stdin)
    assert (result.exit_code, result.exception) == (0, None)
    assert as_json("referee", str(file))["winner"] is None


def test_a_record_never_overwrites_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("mine")
    assert "exists already" in refused("play", "--record", str(file))[0]
    assert file.read_text() == "mine"
    assert "there is no folder" in refused("play", "--record", str(tmp_path / "no" / "game.txt"))[0]


RECORD = """\
# 11 星
hand 1: 99999999TTTTTTTTJJJJJJJJQ
hand 2: QQQQQQQKKKKKKKKAAAAAAAABR
faceup 1: 9
1: 99999999TTTTTTTTJJJJJJJJ
2: pass
1: Q
"""


def test_the_referee_settles_with_its_reasons() -> None:
    lines = answered("referee", "-", stdin=RECORD.replace("# 11 星", "room: 初级\ncoins: 8000 8000\n")).splitlines()
    assert [line.split() for line in lines if line.startswith(("7 ", "8 "))] == [
        ["7", "1", *"99999999TTTTTTTTJJJJJJJJ", "99999999TTTTTTTTJJJJJJJJ", "chain", "bomb", "J", "·", "11", "星", "1"],
        ["8", "2", "pass", "25"],
    ]
    assert lines[-6:] == [
        "cards left to the loser: 25 (21–25): total kill, base 4",
        "the winner's highest play has 11 stars: ×16",
        "points: 4 × 16 = 64, gained by the winner, lost by the loser",
        "beginners: 4 × 16 × 100 = 6400 coins",
        "player 1: 8000 → 14400 coins",
        "player 2: 8000 → 1600 coins",
    ]


def test_the_referee_stops_at_the_first_illegal_act() -> None:
    text = RECORD.replace("2: pass", "2: KKKKKKKK").replace("1: Q", "1: nonsense")
    result = run("referee", "-", stdin=text)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "line 6: Illegal: KKKKKKKK does not beat 99999999TTTTTTTTJJJJJJJJ: it has fewer stars",
        "  2: KKKKKKKK",
        "     ^^^^^^^^",
        "  → play a higher one of the same kind and size or a higher bomb, or pass",
    ]
    assert "99999999TTTTTTTTJJJJJJJJ  chain bomb J · 11 星" in result.stdout
    assert "wins" not in result.stdout
    found = json.loads(run("referee", "-", "--json", stdin=text).stdout)
    assert found["illegal"]["line"] == 6
    assert found["illegal"]["problems"][0]["code"] == "duel.beaten.stars-lower"
    assert (len(found["acts"]), found["settlement"], found["left"]) == (1, None, [1, 25])


def test_an_act_after_the_end_is_illegal_and_the_game_is_settled() -> None:
    result = run("referee", "-", stdin=RECORD + "2: K\n", lang="zh")
    assert result.exit_code == 2
    assert "第 8 行：違規：牌局已完，玩家 1 已出完" in result.stderr
    assert "4 × 16 = 64 分" in result.stdout


def test_a_record_that_is_not_there() -> None:
    assert refused("referee", "/nowhere/game.txt")[0] == "Record: /nowhere/game.txt: No such file or directory"
