"""Seasons of 雲端巔峰賽: a replay is the fold of its matches, in whichever format; bad files are refused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.peak import Match, PeakError, Player, load_peak_table, read_match, replay, score
from analyzer.peak.facts import FieldProblem
from analyzer.peak.files import read_match_file, read_season_file
from analyzer.peak.season import Entry, Season

from .test_peak import matches

TABLE = load_peak_table()
HEAD = "winner,loser,round,winner_score,loser_score,form_slays,cards\n"
QUIET = read_match(round=4, winner_score=2, loser_score=1, cards="王魔")  # gain 20 and the streak

pairs = st.permutations("甲乙丙丁").map(lambda names: names[:2])
entries = st.builds(lambda pair, match: Entry(pair[0], pair[1], match), pairs, matches)
seasons = st.lists(entries, max_size=25)


def read(path: Path, content: str | bytes, players: Sequence[str] = ()) -> Season:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    found, known = read_season_file(path, TABLE, TABLE.rulings, players)
    return replay(found, known)


def refused(path: Path, content: str | bytes, players: Sequence[str] = ()) -> list[tuple[str, str, int]]:
    """Code, field and line or match of each problem; the message reads in both languages."""
    with pytest.raises(PeakError) as caught:
        read(path, content, players)
    assert caught.value.render("zh") != caught.value.render("en")
    problems = [problem for problem in caught.value.problems if isinstance(problem, FieldProblem)]
    assert len(problems) == len(caught.value.problems)
    return [(problem.code, problem.field, problem.place.number) for problem in problems]


# -- the replay


@given(seasons, st.sampled_from(["exact", "half-up"]))
def test_a_replay_is_the_fold_of_its_matches(season: list[Entry], rounding: str) -> None:
    now: dict[str, Player] = {}
    start = Player(Decimal(1000), 0)
    for entry in season:
        one = score(entry.match, now.get(entry.winner, start), now.get(entry.loser, start), rulings={"P1": rounding})
        now[entry.winner], now[entry.loser] = one.winner_after, one.loser_after
    replayed = replay(season, rulings={"P1": rounding})
    assert {one.player: Player(one.rating, one.streak) for one in replayed.standings} == now
    assert sum(one.wins for one in replayed.standings) == sum(one.losses for one in replayed.standings) == len(season)
    for player, steps in replayed.histories.items():
        assert 1000 + sum(step.change for step in steps) == now[player].rating
        assert [step.number for step in steps] == [
            number for number, entry in enumerate(season, 1) if player in (entry.winner, entry.loser)
        ]


@given(seasons, st.data())
def test_neighbours_without_a_common_player_may_change_places(season: list[Entry], data: st.DataObject) -> None:
    free = [
        place
        for place in range(len(season) - 1)
        if not {season[place].winner, season[place].loser} & {season[place + 1].winner, season[place + 1].loser}
    ]
    if not free:
        return
    place = data.draw(st.sampled_from(free))
    swapped = [*season[:place], season[place + 1], season[place], *season[place + 2 :]]
    assert _ratings(replay(swapped)) == _ratings(replay(season))


def _ratings(season: Season) -> dict[str, Decimal]:
    return {one.player: one.rating for one in season.standings}


def test_order_matters_through_streaks() -> None:
    """甲 wins twice: +20, then 20 + 3. With 丙's win over 甲 between, the second win is again a first: +20."""
    first, second, loss = Entry("甲", "乙", QUIET), Entry("甲", "乙", QUIET), Entry("丙", "甲", QUIET)
    assert _ratings(replay([first, second, loss])) == {"甲": 1023, "乙": 957, "丙": 1020}
    assert _ratings(replay([first, loss, second])) == {"甲": 1020, "乙": 960, "丙": 1020}


def test_order_matters_through_weights() -> None:
    """A 219-point win lifts 甲 above 1200, so the later loss of 20 weighs 1.1; before it, it weighs 1."""
    huge = read_match(round=10, winner_score=4.5, loser_score=0, cards="王" * 10)  # 20+30+60+30+10+30+30 = 210
    win, loss = Entry("甲", "乙", huge), Entry("丙", "甲", QUIET)
    assert _ratings(replay([win, loss]))["甲"] == 1000 + 210 - 22
    assert _ratings(replay([loss, win]))["甲"] == 1000 - 20 + 210


def test_standings_share_a_rank_and_keep_their_order() -> None:
    """甲 1020, 乙 980, 丙 1020, 丁 980, 戊 1000 without a match."""
    season = replay([Entry("甲", "乙", QUIET), Entry("丙", "丁", QUIET)], ["戊"])
    assert [(one.rank, one.player, int(one.rating)) for one in season.standings] == [
        (1, "甲", 1020),
        (1, "丙", 1020),
        (3, "戊", 1000),
        (4, "乙", 980),
        (4, "丁", 980),
    ]
    long = replay([Entry("甲", "乙", QUIET)] * 3 + [Entry("乙", "甲", QUIET)])  # 甲 1020, 1043, 1068, 1048
    best = long.standings[0]
    assert (best.wins, best.losses, best.streak, best.longest, int(best.highest)) == (3, 1, 0, 3, 1068)


def test_a_replay_checks_what_it_is_given() -> None:
    with pytest.raises(PeakError, match="cannot play against themselves"):
        replay([Entry("甲", "甲", QUIET)])
    with pytest.raises(PeakError, match="no round 99"):
        replay([Entry("甲", "乙", Match(99, Decimal(2), Decimal(1), 0, ("王",)))])


# -- formats


def test_every_format_tells_the_same_season(tmp_path: Path) -> None:
    rows = [
        ("甲", "乙", 7, "4.5", 0, 0, "王王王"),
        ("乙", "Li, Bo", 10, 3, 2, 2, "王,形,形"),
        ("甲", "乙", 3, "3.5", 1, 0, "靈魔"),
    ]
    names = HEAD.strip().split(",")
    records = [dict(zip(names, row, strict=True)) for row in rows]
    table = [",".join(f'"{value}"' for value in row) for row in rows]
    chinese = "勝方,敗方,回合,勝方勝點,敗方勝點,形斬次數,出牌\r\n"
    toml = "\n".join(
        "[[match]]\n" + "\n".join(f"{k} = {json.dumps(v, ensure_ascii=False)}" for k, v in r.items()) for r in records
    )
    texts: dict[str, str | bytes] = {
        "a.csv": HEAD + "\n".join(table),
        "b.csv": b"\xef\xbb\xbf" + (chinese + "\r\n".join(table) + "\r\n\r\n").encode(),
        "c.toml": toml,
        "d.json": json.dumps({"match": records}),
    }
    read_back = [read(tmp_path / name, text) for name, text in texts.items()]
    # 甲 over 乙: 20 + 30 (輾壓) + 60 + 30 + 10 = 150.
    # 乙 over Li: 20 + 10 (無魔) + 10 (slays) + 30 (last 形) + 30 (round 10) = 100.
    # 甲 over 乙: 20 + 10 (3.5) + 10 (速勝) + 3 (streak 1) = 43. 甲 1193, 乙 1000 − 150 + 100 − 43 = 907, Li 900.
    for season in read_back:
        assert _ratings(season) == {"甲": 1193, "乙": 907, "Li, Bo": 900}


def test_columns_may_stand_in_any_order_with_free_ones_among_them(tmp_path: Path) -> None:
    text = "note,cards,Winner Score,loser score,round,date,loser,winner,id\nok,王魔,2,1,4,2024-05-01,乙,甲,M1\n"
    season = read(tmp_path / "s.csv", text)
    assert season.entries == (Entry("甲", "乙", QUIET, "M1", season.entries[0].place),)
    assert season.entries[0].place.text("en") == "s.csv, line 2"


def test_numbers_stay_exact(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text("winner_rating = 1000.1\nround = 1e1\n")
    cells = read_match_file(path)
    assert (cells["winner_rating"].text, cells["round"].text) == ("1000.1", "10")


# -- refusals


@pytest.mark.parametrize(
    ("row", "code", "field"),
    [
        ("甲,乙,11,2,1,0,王魔", "peak.round", "round"),
        ("甲,乙,4,2.2,1,0,王魔", "peak.grid", "winner_score"),
        ("甲,乙,4,1,1,0,王魔", "peak.not-above", "winner_score"),
        ("甲,乙,4,two,1,0,王魔", "peak.not-a-number", "winner_score"),
        ("甲,乙,4,2,1,-1,王魔", "peak.negative", "form_slays"),
        ("甲,乙,4,2,1,0,王鬼", "peak.unknown-card", "cards"),
        ("甲,乙,4,2,1,0,", "peak.no-cards", "cards"),
        ("甲,乙,,2,1,0,王", "peak.missing", "round"),
        ("甲,甲,4,2,1,0,王魔", "peak.same-player", "loser"),
        (" ,乙,4,2,1,0,王魔", "peak.no-name", "winner"),
        ("甲,乙,4,2,1,0,王,魔", "peak.cells", ""),
        ("甲,乙,4,2,1,0", "peak.cells", ""),
        ('甲,"乙,4,2,1,0,王', "peak.syntax", ""),
    ],
)
def test_a_bad_row_is_refused_with_its_line(tmp_path: Path, row: str, code: str, field: str) -> None:
    assert refused(tmp_path / "s.csv", f"{HEAD}甲,乙,4,2,1,0,王魔\n\n{row}\n") == [(code, field, 4)]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("", [("peak.empty-file", "", 0)]),
        (" \n\n", [("peak.empty-file", "", 0)]),
        (HEAD, [("peak.no-matches", "", 0)]),
        (HEAD.encode() + "甲,乙,4,2,1,0,王魔\n".encode("big5"), [("peak.encoding", "", 0)]),
        (HEAD.encode("utf-16"), [("peak.encoding", "", 0)]),
        ("winner,loser,round\n", [("peak.no-column", "", 1)]),
        (HEAD.replace("round", "winner_rating"), [("peak.unknown-column", "", 1), ("peak.no-column", "", 1)]),
        (HEAD.replace("form_slays", "round"), [("peak.key-twice", "", 1)]),
        (HEAD.replace("form_slays", "回合"), [("peak.key-twice", "", 1)]),
        (HEAD.replace(",", ";"), [("peak.unknown-column", "", 1), ("peak.no-column", "", 1)]),
    ],
)
def test_a_bad_csv_is_refused(tmp_path: Path, content: str | bytes, found: list[tuple[str, str, int]]) -> None:
    assert refused(tmp_path / "s.csv", content) == found


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("s.toml", "[[match]\n", "peak.syntax"),
        ("s.toml", "match = 3\n", "peak.shape"),
        ("s.toml", "players = '甲'\n", "peak.shape"),
        ("s.toml", "players = ['甲', ' 甲 ']\n", "peak.player-twice"),
        ("s.toml", "players = ['']\n", "peak.no-name"),
        ("s.toml", "games = []\n", "peak.unknown-field"),
        ("s.toml", "players = ['甲']\n", "peak.no-matches"),
        ("s.json", "[]", "peak.shape"),
        ("s.json", "{", "peak.syntax"),
        ("s.json", "[" * 100_000, "peak.syntax"),
        ("s.json", '{"match": [], "match": []}', "peak.key-twice"),
        ("s.json", '{"match": [{"winner": "\\ud800", "loser": "\\u001b[31m"}]}', "peak.no-name"),
        ("s.txt", "x", "peak.suffix"),
    ],
)
def test_a_bad_data_file_is_refused(tmp_path: Path, name: str, content: str, code: str) -> None:
    assert code in [found for found, _, _ in refused(tmp_path / name, content)]


def test_a_season_tells_everything_at_once_in_its_order(tmp_path: Path) -> None:
    text = (
        "id,winner,loser,round,winner_score,loser_score,cards\n"
        "1,甲,乙,4,2,1,王魔\n"
        "1,甲,乙,12,2,1,王魔\n"
        "2,甲,乙,4,2,1\n"
        "3,戊,乙,4,2,1.2,龍\n"
    )
    assert refused(tmp_path / "s.csv", text, ["甲", "乙", "丙"]) == [
        ("peak.id-twice", "id", 3),
        ("peak.round", "round", 3),
        ("peak.cells", "", 4),
        ("peak.unknown-player", "winner", 5),
        ("peak.unknown-card", "cards", 5),
        ("peak.grid", "loser_score", 5),
    ]


def test_the_caret_stands_under_the_cell(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text(HEAD + '"Li, Bo",乙,4,2,1,0,"王,X"\n', "utf-8")
    with pytest.raises(PeakError) as caught:
        read_season_file(path, TABLE, TABLE.rulings)
    assert str(caught.value).splitlines() == [
        "s.csv, line 2: cards: “X” is no card type",
        '  "Li, Bo",乙,4,2,1,0,"王,X"',
        "                          ^",
        "  → the types are 王 king, 靈 spirit, 形 form, 魔 demon",
    ]


def test_a_data_file_names_the_match(tmp_path: Path) -> None:
    good = (
        '[[match]]\nwinner = "甲"\nloser = "乙"\nround = 4\nwinner_score = 2\nloser_score = 1\ncards = ["王", "魔"]\n'
    )
    bad = good.replace("round = 4", "round = 40\nwinner_rating = 1000")
    assert refused(tmp_path / "s.toml", good + bad) == [
        ("peak.unknown-column", "", 2),
        ("peak.round", "round", 2),
    ]
    assert [code for code, _, _ in refused(tmp_path / "t.toml", 'players = ["丙"]\n' + good)] == [
        "peak.unknown-player"
    ] * 2


@given(st.binary(max_size=120))
def test_no_content_ends_in_anything_but_a_refusal(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.getbasetemp()
    for name in ("fuzz.csv", "fuzz.toml", "fuzz.json"):
        try:
            read(folder / name, HEAD.encode() + content if name == "fuzz.csv" else content)
        except PeakError as error:
            said = error.render("zh").replace("\n", "")
        else:
            said = ""
        assert said.isprintable()
