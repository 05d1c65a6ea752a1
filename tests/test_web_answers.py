"""The answers to requests: the JSON of the command line, what a line says so far, and requests that are none."""

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.cases import HandCase, load_cases
from analyzer.cli import main
from analyzer.table import load_table
from analyzer.tiles import NAMES
from analyzer.web.answers import ANSWERS, answer, respond

WAITING = "123m234p345s456m57p55z"
COMPLETE = WAITING + "+6p"
# name → request, and the words of the command line that ask the same
SAME = [
    ("score", {"line": COMPLETE}, ["score", COMPLETE]),
    ("score", {"line": COMPLETE, "lang": "zh"}, ["score", COMPLETE, "--lang", "zh"]),
    ("score", {"line": COMPLETE, "rulings": {"R9": "all"}}, ["score", COMPLETE, "--set", "R9=all"]),
    ("score", {"line": COMPLETE, "deciding": True}, ["score", COMPLETE, "--rulings"]),
    ("score", {"line": "123m66p789s555z11122s+2s", "z": "cn"}, ["score", "123m66p789s555z11122s+2s", "--z", "cn"]),
    ("count", {"line": "456p456456s"}, ["count", "456p456456s"]),
    ("waits", {"line": WAITING, "rulings": {"R9": "all"}}, ["waits", WAITING, "--set", "R9=all"]),
    ("waits", {"line": COMPLETE}, ["waits", COMPLETE]),
    ("discards", {"line": WAITING + "1z"}, ["discard", WAITING + "1z"]),
    ("why", {"line": COMPLETE, "row": "清龍"}, ["why", COMPLETE, "清龍"]),
    ("judge", {"line": COMPLETE, "claim": "平糊, 98翻"}, ["judge", COMPLETE, "--claim", "平糊, 98翻"]),
    (
        "settle",
        {"wins": [{"winner": "南", "line": COMPLETE}], "discarder": "西", "streak": 2},
        ["pay", COMPLETE, "--winner", "南", "--from", "西", "--streak", "2"],
    ),
    ("reward", {"name": "彩五", "player": "E", "count": 2}, ["reward", "彩五", "--player", "E", "--count", "2"]),
    (
        "reward",
        {"name": "七搶一", "player": "E", "holder": "南"},
        ["reward", "七搶一", "--player", "E", "--holder", "南"],
    ),
    ("duel-read", {"play": "9TJBR"}, ["duel", "read", "9TJBR"]),
    ("duel-beats", {"play": "TJQKA", "over": "9TJQR"}, ["duel", "beats", "TJQKA", "9TJQR"]),
    (
        "peak-score",
        {"round": 7, "winner_score": 3.5, "loser_score": "0", "cards": "王靈形"},
        ["peak", "score", "--round", "7", "--winner-score", "3.5", "--loser-score", "0", "--cards", "王靈形"],
    ),
]  # fmt: skip
REFUSED = [
    ("score", {"line": "123x"}, ["score", "123x"]),
    ("score", {"line": ""}, ["score", ""]),
    ("score", {"line": "1" * 3000}, ["score", "1" * 3000]),
    ("score", {"line": "11111m", "lang": "zh"}, ["score", "11111m", "--lang", "zh"]),
    ("score", {"line": WAITING + "+7p"}, ["score", WAITING + "+7p"]),
    ("score", {"line": "<script>alert(1)</script>"}, ["score", "<script>alert(1)</script>"]),
    ("score", {"line": "1m", "rulings": {"R99": "x"}}, ["score", "1m", "--set", "R99=x"]),
    ("count", {"line": "123m5p"}, ["count", "123m5p"]),
    ("waits", {"line": "123m"}, ["waits", "123m"]),
    ("discards", {"line": "123m"}, ["discard", "123m"]),
    ("why", {"line": COMPLETE, "row": "清"}, ["why", COMPLETE, "清"]),
    ("judge", {"line": COMPLETE, "claim": "，"}, ["judge", COMPLETE, "--claim", "，"]),
    ("settle", {"wins": [{"winner": "南", "line": COMPLETE}]}, ["pay", COMPLETE, "--winner", "南"]),
    ("reward", {"name": "暗槓", "player": "X"}, ["reward", "暗槓", "--player", "X"]),
    ("duel-read", {"play": "9TT"}, ["duel", "read", "9TT"]),
    ("duel-beats", {"play": "9", "over": "x"}, ["duel", "beats", "9", "x"]),
    ("peak-score", {"round": 99, "winner_score": 1, "loser_score": 0, "cards": "王"},
     ["peak", "score", "--round", "99", "--winner-score", "1", "--loser-score", "0", "--cards", "王"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "request_", "words"), SAME, ids=lambda value: value if isinstance(value, str) else "")
def test_the_json_of_the_command_line(name: str, request_: dict[str, Any], words: list[str]) -> None:
    said = CliRunner().invoke(main, [*words, "--json", *([] if "--lang" in words else ["--lang", "en"])])
    assert said.exit_code == 0, said.output
    assert answer(name, request_) == json.loads(said.stdout)


@pytest.mark.parametrize(
    ("name", "request_", "words"), REFUSED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_refusal_says_what_the_command_line_says(name: str, request_: dict[str, Any], words: list[str]) -> None:
    said = CliRunner().invoke(main, [*words, *([] if "--lang" in words else ["--lang", "en"])])
    assert said.exit_code == 2
    answered, text = respond(name, json.dumps(request_))
    assert not answered
    assert json.loads(text)["error"]["text"] == said.stderr.rstrip("\n")


@pytest.mark.parametrize(("name", "key"), [("table", "row"), ("rules", "rule"), ("rulings", "ruling")])
def test_the_data_is_that_of_the_command_line(name: str, key: str) -> None:
    said = CliRunner().invoke(main, [name, "--json", "--lang", "en"]).stdout.splitlines()
    printed = {one[key]: one for one in map(json.loads, said)}
    rows = {one[key]: one for one in answer(name, {})["rows"]}
    assert printed
    assert rows.keys() == printed.keys()
    for found, one in printed.items():
        assert rows[found] == rows[found] | one


def test_every_row_has_a_hand_that_shows_it() -> None:
    for row in answer("table", {})["rows"]:
        if row["row"] == "混全將":  # priced 0 unless ruling R15 says otherwise
            continue
        paid = [one["row"] for one in answer("score", {"line": row["example"]})["rows"]]
        assert row["row"] in paid, row["example"]


def test_rulings_in_force_follow_the_request() -> None:
    rows = answer("rulings", {"rulings": {"R9": "all"}})["rows"]
    changed = [row["ruling"] for row in rows if row["in_force"] != row["default"]]
    assert changed == ["R9"]


# ---------------------------------------------------------------- look


def look(line: str, **more: object) -> dict[str, Any]:
    return answer("look", {"line": line, **more})


@pytest.mark.parametrize(
    ("line", "state", "need"),
    [
        ("", "empty", 17),
        (" ｜ ", "empty", 17),
        ("|自摸", "short", 17),
        ("花春", "short", 17),
        ("123m", "short", 14),
        ("123m+3m", "short", 13),
        ("[1111m]|槓上 自摸", "short", 14),
        ("|槓上 自摸", "short", 17),  # the kong may still come
        (WAITING, "waiting", 1),
        ("147m258p369s1234567z", "waiting", 1),
        ("1m2m4m5m7m8m1p2p4p5p7p8p1s2s4s5s", "waiting", 1),  # 16 tiles that wait for nothing
        (COMPLETE, "complete", 0),
        (WAITING + "6p", "complete", 0),
        (WAITING + "+7p", "complete", 0),  # does not win
        (WAITING + "6p1z", "refused", 0),
        ("11111m", "refused", 12),
        ("1m|自摸 河底", "refused", 16),
        ("123x", "refused", 17),
    ],
)
def test_what_a_line_says_so_far(line: str, state: str, need: int) -> None:
    found = look(line)
    assert (found["state"], found["need"]) == (state, need)
    assert ("score" in found) == (line in (COMPLETE, WAITING + "6p"))
    assert ("waits" in found) == (state == "waiting")


def test_look_shows_the_tiles() -> None:
    found = look("(555+5p)[1111z](123m)4m5z花夏梅+6m|自摸 槓上 門風=南 見=9s9s 棄=20")
    assert found["line"] == "(555+5p)[1111z](123m)4m5z+6m花夏梅|自摸 槓上 棄=20 見=99s 門風=南"
    assert found["tiles"] == {
        "concealed": ["4m", "5z"],
        "melds": [
            {"claim": "added_kong", "word": "加槓", "tiles": ["5p"] * 4, "text": "(555+5p)"},
            {"claim": "concealed_kong", "word": "暗槓", "tiles": ["1z"] * 4, "text": "[1111z]"},
            {"claim": "chow", "word": "上", "tiles": ["1m", "2m", "3m"], "text": "(123m)"},
        ],
        "win": "6m",
        "win_assumed": False,
        "self_drawn": True,
        "flowers": [1, 4],
        "flower_count": 2,
        "words": ["槓上"],
        "replacements": 0,
        "revenge": 0,
        "discards": 20,
        "seen": ["9s", "9s"],
        "seat": "南",
        "prevailing": None,
        "streak": None,
    }
    left = {"5p": 0, "1z": 0, "1m": 3, "2m": 3, "3m": 3, "4m": 3, "6m": 3, "5z": 3, "9s": 2}
    assert found["left"] == dict.fromkeys(NAMES, 4) | left
    assert (found["state"], found["need"]) == ("short", 5)  # 17 and one more for each of two kongs, less 14


def test_look_gives_the_answers_of_score_and_waits() -> None:
    assert look(COMPLETE, lang="zh")["score"] == answer("score", {"line": COMPLETE, "lang": "zh"})
    assert look(WAITING)["waits"] == answer("waits", {"line": WAITING})["waits"]
    assert look(WAITING + "+7p", lang="zh")["error"]["kind"] == "not-winning"
    assert look(WAITING + "6p")["tiles"]["win_assumed"]


def test_look_shows_an_impossible_hand_with_its_faults() -> None:
    found = look("11111m", lang="zh")
    assert found["tiles"]["concealed"] == ["1m"] * 5
    assert found["left"]["1m"] == 0
    assert found["error"]["problems"][0]["spans"] == [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]
    assert look("123x")["tiles"] is None


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="123456789mpsz()[]+花春|自摸 槓上河底叮見=x", max_size=45))
def test_any_line_has_a_look(line: str) -> None:
    found = look(line)
    if found["state"] == "refused":
        assert found["error"]["problems"]
    else:
        tiles = found["tiles"]
        held = [*tiles["concealed"], *(tile for meld in tiles["melds"] for tile in meld["tiles"])]
        held += [tiles["win"]] if tiles["win"] else []
        kongs = sum(len(meld["tiles"]) == 4 for meld in tiles["melds"])
        assert found["need"] == 17 + kongs - len(held)
        counts = Counter([*held, *tiles["seen"]])
        assert found["left"] == {name: 4 - counts[name] for name in NAMES}
        assert look(found["line"]) == found | {"tiles": look(found["line"])["tiles"]}


@cache
def winning_hands() -> list[HandCase]:
    cases = [case for case in load_cases() if isinstance(case, HandCase)]
    return [case for case in cases if not (case.error or case.is_fragment)]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_hand_tapped_tile_by_tile_is_never_refused(data: st.DataObject) -> None:
    """Every part of a possible hand is possible; the last tile brings what ``score`` says."""
    case = data.draw(st.sampled_from(winning_hands()))
    whole = look(case.line, rulings=dict(case.rulings))
    assert whole["score"]["total"] == case.total
    tiles = whole["tiles"]
    melds = "".join(meld["text"] for meld in tiles["melds"])
    order = data.draw(st.permutations(tiles["concealed"]))
    before, bar, after = whole["line"].partition("|")
    flowers = "".join(before.partition("花")[1:])
    for count in range(len(order) + 1):
        part = look(f"{melds}{''.join(order[:count])}{flowers}{bar}{after}")
        assert part["state"] in ("empty", "short", "waiting"), part


# ---------------------------------------------------------------- requests that are none


@pytest.mark.parametrize(
    ("name", "body", "code"),
    [
        ("score", "", "request.no-json"),
        ("score", "{", "request.no-json"),
        ("score", "[" * 60_000, "request.no-json"),
        ("score", '{"line": NaN}', "request.no-json"),
        ("score", b"\xff\xfe", "request.no-json"),
        ("score", "[]", "request.no-object"),
        ("score", "null", "request.no-object"),
        ("score", "{}", "request.missing-field"),
        ("score", '{"line": 5}', "request.no-text"),
        ("score", '{"line": null}', "request.no-text"),
        ("score", r'{"line": "\ud800"}', "request.no-text"),
        ("score", json.dumps({"line": "1" * 5000}), "request.long-text"),
        ("score", '{"line": "1m", "deciding": 1}', "request.no-flag"),
        ("score", '{"line": "1m", "lang": "fr"}', "request.no-choice"),
        ("score", '{"line": "1m", "z": ["cn"]}', "request.no-choice"),
        ("score", '{"line": "1m", "rulngs": {}}', "request.unknown-field"),
        ("score", '{"line": "1m", "rulings": []}', "request.no-settings"),
        ("score", '{"line": "1m", "rulings": {"R9": 1}}', "request.no-settings"),
        ("settle", '{"wins": {}}', "request.no-list"),
        ("settle", '{"wins": ["東"]}', "request.no-object"),
        ("settle", '{"wins": [{"winner": "東"}]}', "request.missing-field"),
        ("settle", '{"wins": [], "streak": true}', "request.no-number"),
        ("settle", '{"wins": [], "streak": 1e3}', "request.no-number"),
        ("settle", '{"wins": [], "discarder": 3}', "request.no-text"),
        ("reward", '{"name": "暗槓", "player": "E", "count": 1' + "0" * 99 + "}", "request.no-number"),
        ("nothing", "{}", "request.no-such-name"),
    ],
)
def test_a_wrong_request_is_told(name: str, body: str | bytes, code: str) -> None:
    answered, text = respond(name, body)
    error = json.loads(text)["error"]
    assert not answered
    assert [problem["code"] for problem in error["problems"]] == [code]
    assert error["kind"] == "request"


def test_everything_wrong_with_a_request_is_told_at_once_in_its_language() -> None:
    answered, text = respond("settle", '{"wins": [{"winner": 1, "x": 2}], "dealer": 3, "lang": "zh"}')
    assert not answered
    problems = json.loads(text)["error"]["problems"]
    assert [problem["code"].removeprefix("request.") for problem in problems] == [
        "unknown-field",
        "no-text",
        "missing-field",
        "no-text",
    ]
    assert "wins[0].x" in problems[0]["text"]
    assert "不認識" in problems[0]["text"]


@given(
    st.sampled_from(sorted(ANSWERS)),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["line", "rulings", "lang", "play", "wins", "name"]) | st.text(max_size=3),
                inner,
                max_size=4,
            )
        ),
        max_leaves=8,
    ),
)
@settings(max_examples=200, deadline=None)
def test_any_value_is_answered_or_refused(name: str, value: Any) -> None:
    text = json.dumps(value)
    answered, found = respond(name, text)
    assert answered == ("error" not in json.loads(found))
    assert answered or json.loads(found)["error"]["problems"]


def test_the_hash_of_the_table_stands_in_the_answers() -> None:
    assert answer("table", {})["hash"] == answer("score", {"line": COMPLETE})["table"]["hash"] == load_table().hash
