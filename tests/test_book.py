"""The match book as a library: what is recorded, what follows, what is refused, and that nothing is lost on the way."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import analyzer
from analyzer.book import Book, BookError, Call, Outcome, StaleWrite
from analyzer.book.exchange import standings_csv
from analyzer.data import read_data
from analyzer.errors import Refusal
from analyzer.messages import TEXTS
from analyzer.payment import ACCOUNTS, SEATS, reward, settle
from analyzer.scoring import score
from tests.books import BY_DISCARD, DRAWN, PLAYERS, SERVERS, enter_teams, new_book, open_table, random_outcome

WIN = Outcome("win", (("南", BY_DISCARD),), "西")
DRAW = Outcome("draw")


@pytest.fixture(params=SERVERS)
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Book]:
    with new_book(request.param, tmp_path) as made:
        yield made


@pytest.fixture(params=SERVERS, scope="module")
def still(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """A book with one session, for what is refused and so changes nothing."""
    with new_book(request.param, tmp_path_factory.mktemp("still")) as made:
        open_table(made)
        yield made


def refused(book: Book, code: str, act: Callable[[], object]) -> None:
    """``act`` is refused with this code, and the book is as it was."""
    before = book.export()
    with pytest.raises(Refusal) as caught:
        act()
    assert code in [problem.code.removeprefix("book.") for problem in caught.value.problems]
    assert all(caught.value.render(lang).strip() for lang in ("zh", "en"))
    assert book.export() == before


# -- deals


def test_a_deal_is_paid_with_the_streak(book: Book) -> None:
    session = open_table(book)
    total = score(BY_DISCARD).total
    book.record(session, DRAW)
    book.record(session, DRAW)
    receipt = book.record(
        session, Outcome("win", (("南", BY_DISCARD),), "東", (Call("暗槓", "西"), Call("詐糊", "北")))
    )
    # 2n+1 with n = 2 beside the total; 暗槓 5 from each of three; 詐糊 150 to the pot.
    expected = {"東": -total - 5 - 5, "南": total + 5 - 5, "西": 15, "北": -5 - 150, "歸天": 150}
    assert receipt.sheet.totals == expected == book.totals(session)
    assert (receipt.sheet.position.dealer, receipt.sheet.position.streak) == ("南", 0)


@pytest.mark.parametrize("seed", range(2))
def test_totals_are_those_of_settle_deal_by_deal(book: Book, seed: int) -> None:
    rnd = Random(seed)
    session = open_table(book)
    sums = dict.fromkeys(ACCOUNTS, 0)
    dealer, streak = 0, 0
    for _ in range(20):
        outcome = random_outcome(rnd)
        sheet = book.record(session, outcome).sheet
        settled = [reward(call.name, call.seat, count=call.count) for call in outcome.calls]
        if outcome.wins:
            settled.append(settle(outcome.wins, discarder=outcome.discarder, dealer=SEATS[dealer % 4], streak=streak))
        for one in settled:
            sums = {account: sums[account] + one.deltas[account] for account in ACCOUNTS}
        winners = [seat for seat, _ in outcome.wins]
        if outcome.result == "draw" or SEATS[dealer % 4] in winners:
            streak += 1
        elif winners:
            dealer, streak = dealer + 1, 0
        assert sheet.totals == sums
        assert sum(sums.values()) == 0


@pytest.mark.parametrize("seed", range(2))
def test_a_corrected_session_is_the_one_recorded_right_at_once(book: Book, seed: int) -> None:
    rnd = Random(100 + seed)
    session = open_table(book)
    right: dict[int, Outcome] = {}
    for number in range(1, 11):
        right[number] = random_outcome(rnd)
        book.record(session, right[number])
    for _ in range(12):
        number = rnd.randint(1, 10)
        if rnd.random() < 0.3 and number in right:
            book.undo(session, number, reason="誤記")
            del right[number]
        else:
            right[number] = random_outcome(rnd)
            book.amend(session, number, right[number], reason="更正")
    again = open_table(book)
    for _, outcome in sorted(right.items()):
        book.record(again, outcome)
    corrected, straight = book.sheet(session), book.sheet(again)
    assert [played.deltas for played in corrected.played] == [played.deltas for played in straight.played]
    assert corrected.position == straight.position
    assert len(corrected.entries) == 22


def test_the_log_keeps_what_was_replaced_with_time_and_reason(book: Book) -> None:
    session = open_table(book)
    book.record(session, WIN)
    book.amend(session, 1, DRAW, reason="看錯了")
    book.undo(session, reason="重打")
    log = book.sheet(session).entries
    assert [(e.number, e.kind, e.deal_number, e.replaces, e.reason) for e in log] == [
        (1, "deal", 1, None, ""),
        (2, "amend", 1, 1, "看錯了"),
        (3, "undo", 1, 2, "重打"),
    ]
    assert [e.deal.outcome if e.deal else None for e in log] == [WIN, DRAW, None]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", e.at) for e in log)
    book.amend(session, 1, WIN)
    assert [played.deal.outcome for played in book.sheet(session).played] == [WIN]


def test_a_deal_names_the_table_and_every_ruling_it_was_scored_under(book: Book) -> None:
    book.add_players(*PLAYERS)
    session = book.open_session(PLAYERS, settings={"R23": "counts"}).session.number
    deal = book.record(session, WIN).sheet.played[0].deal
    plain = score(BY_DISCARD)
    assert deal.table == plain.table.hash
    assert set(deal.rulings) == set(plain.table.rulings.all)
    assert deal.rulings["R23"] == "counts"
    assert deal.wins[0].total == plain.total + 3  # 老少上 inside the 清龍


def test_what_the_position_says_is_filled_in_and_kept_out_of_the_line(book: Book) -> None:
    session = open_table(book)
    book.record(session, WIN)
    receipt = book.record(session, Outcome("win", (("南", f"{BY_DISCARD}|門風=東 圈風=東 莊 連=0"),), "西"))
    assert receipt.sheet.played[-1].deal.wins[0].line == BY_DISCARD


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        ("wind-differs", Outcome("win", (("南", f"{BY_DISCARD}|門風=西"),), "西")),
        ("round-differs", Outcome("win", (("南", f"{BY_DISCARD}|圈風=南"),), "西")),
        ("streak-differs", Outcome("win", (("南", f"{BY_DISCARD}|連=3"),), "西")),
        ("not-dealer", Outcome("win", (("南", f"{BY_DISCARD}|莊"),), "西")),
        ("not-dealer", Outcome("win", (("南", f"{BY_DISCARD}|自摸 天胡"),))),
        ("nobody-threw", Outcome("win", (("南", BY_DISCARD),))),
        ("winner-threw", Outcome("win", (("南", BY_DISCARD),), "南")),
        ("no-win", Outcome("win")),
        ("win-in-draw", Outcome("draw", (("南", BY_DISCARD),), "西")),
        ("nobody-won-it", Outcome("draw", discarder="西")),
        ("no-seat", Outcome("win", (("中", BY_DISCARD),), "西")),
        ("not-winning", Outcome("win", (("南", "12356789m123456p2s3z+4m"),), "西")),
        ("unknown-character", Outcome("win", (("南", "?"),), "西")),
        ("no-reward", Outcome("draw", calls=(Call("大獎", "南"),))),
        ("reward-count", Outcome("draw", calls=(Call("彩五", "南", 7),))),
        ("tiles-differ", Outcome("win", (("南", BY_DISCARD), ("西", "123456m123456p22s55p+5p")), "東")),
        (
            "too-many-copies",
            Outcome("win", (("南", "456m111222333p22s45m+3m"), ("西", "456m111222333p22s45m+3m")), "東"),
        ),
        ("flower-shared", Outcome("win", (("南", f"{BY_DISCARD}花春"), ("西", f"{BY_DISCARD}花春")), "東")),
    ],
)
def test_a_deal_that_cannot_be_is_refused(still: Book, code: str, outcome: Outcome) -> None:
    refused(still, code, lambda: still.record(1, outcome))


def test_a_change_that_makes_a_later_line_impossible_is_refused(book: Book) -> None:
    session = open_table(book)
    book.record(session, WIN)
    heaven = Outcome("win", (("南", f"{BY_DISCARD}|自摸 天胡"),))
    book.record(session, heaven)  # 南 deals after a win of 南 off 東's deal
    refused(book, "later-deal", lambda: book.amend(session, 1, DRAW))
    refused(book, "later-deal", lambda: book.undo(session, 1))
    book.amend(session, 2, Outcome("win", (("南", f"{BY_DISCARD}|自摸"),)))
    book.amend(session, 1, DRAW)
    assert book.sheet(session).played[1].position.dealer == "東"


def test_revenge_is_told_when_the_deal_before_says_otherwise(book: Book) -> None:
    session = open_table(book)
    book.record(session, Outcome("win", (("南", BY_DISCARD), ("西", BY_DISCARD)), "北"))
    plain = book.record(session, Outcome("win", (("北", BY_DISCARD),), "東"))
    assert [note for note in plain.notes("zh") if "反雪=0" in note and "應為 2" in note]
    right = book.amend(session, 2, Outcome("win", (("北", f"{BY_DISCARD}|反雪=2"),), "東"))
    assert right.notes() == []
    assert right.sheet.played[1].deal.wins[0].total == plain.sheet.played[1].deal.wins[0].total + 10
    wrong = book.record(session, Outcome("win", (("北", f"{BY_DISCARD}|反雪=2"),), "東"))
    assert len(wrong.notes()) == 1


def test_no_such_session_or_deal(book: Book) -> None:
    session = open_table(book)
    refused(book, "no-session", lambda: book.record(9, DRAW))
    refused(book, "no-deal", lambda: book.undo(session))
    refused(book, "no-deal", lambda: book.amend(session, 1, DRAW))
    book.record(session, DRAW)
    book.undo(session, 1)
    refused(book, "no-deal", lambda: book.undo(session, 1))


def test_a_stale_write_is_refused(book: Book) -> None:
    session = open_table(book)
    seen = book.sheet(session).version
    book.record(session, DRAW, expected=seen)
    for act in (
        partial(book.record, session, WIN, expected=seen),
        partial(book.amend, session, 1, WIN, expected=seen),
        partial(book.undo, session, expected=seen),
    ):
        refused(book, "stale", act)
        with pytest.raises(StaleWrite):
            act()


# -- players, teams, fixtures, sessions


def test_players_and_teams(book: Book) -> None:
    book.add_players("甲", "乙")
    book.add_team("青龍", ["甲", "丙", "丁"])
    book.join_team("青龍", "乙")
    assert [(team.name, team.players) for team in book.teams()] == [("青龍", ("甲", "乙", "丙", "丁"))]
    refused(book, "team-size", lambda: book.join_team("青龍", "戊"))
    sizes: list[list[str]] = [[], ["戊", "己"], ["戊", "己", "庚", "辛", "壬"]]
    for members in sizes:
        refused(book, "team-size", partial(book.add_team, "白虎", members))
    refused(book, "in-team", lambda: book.add_team("白虎", ["戊", "己", "甲"]))
    refused(book, "player-twice", lambda: book.add_team("白虎", ["戊", "己", "己"]))
    refused(book, "name-taken", lambda: book.add_team("青龍", ["戊", "己", "庚"]))
    refused(book, "name-taken", lambda: book.add_players("戊", "甲"))
    refused(book, "no-team", lambda: book.join_team("玄武", "戊"))
    book.rename("甲", "子")
    book.rename("青龍", "蒼龍")
    assert book.players() == dict.fromkeys(("子", "乙", "丙", "丁"), "蒼龍")
    refused(book, "name-taken", lambda: book.rename("子", "乙"))
    refused(book, "no-player", lambda: book.rename("甲", "丑"))


@pytest.mark.parametrize("name", ["", "  ", "=1+1", "甲\n乙", "\x1b[31m", "x" * 41, "a\x00"])
def test_a_name_that_would_not_show_is_refused(still: Book, name: str) -> None:
    refused(still, "bad-name", lambda: still.add_players(name))


def test_fixtures_are_for_eight_teams_and_open_once(book: Book) -> None:
    enter_teams(book, 7)
    refused(book, "teams-for-draw", book.draw_fixtures)
    book.add_team("隊7", ["子", "丑", "寅", "卯"])
    drawn = book.draw_fixtures()
    assert (len(drawn), drawn) == (112, book.fixtures())
    fixture = drawn[4]
    team = fixture.teams["南"]
    other = next(p for p, t in book.players().items() if t == team and p != fixture.players["南"])
    refused(book, "not-of-team", lambda: book.open_fixture(3, 1, substitutes={"東": other}))
    sheet = book.open_fixture(3, 1, substitutes={"南": other})
    assert sheet.session.players == {**fixture.players, "南": other}
    assert sheet.session.teams == fixture.teams
    refused(book, "fixture-open", lambda: book.open_fixture(3, 1))
    refused(book, "no-fixture", lambda: book.open_fixture(57, 1))
    refused(book, "match-begun", book.draw_fixtures)


def test_a_session_seats_four_known_players(book: Book) -> None:
    book.add_players(*PLAYERS)
    refused(book, "four-players", lambda: book.open_session(["甲", "乙", "丙"]))
    refused(book, "four-players", lambda: book.open_session(["甲", "乙", "丙", "甲"]))
    refused(book, "no-player", lambda: book.open_session(["甲", "乙", "丙", "戊"]))
    refused(book, "unknown-setting", lambda: book.open_session(PLAYERS, settings={"R9": "perhaps"}))


def test_standings_of_players_and_teams(book: Book) -> None:
    enter_teams(book)
    book.draw_fixtures()
    rnd = Random(7)
    for number in range(1, 5):
        for desk in (1, 2):
            session = book.open_fixture(number, desk).session.number
            for _ in range(5):
                book.record(session, random_outcome(rnd))
    friendly = book.open_session(["甲0", "乙0", "甲1", "甲2"]).session.number
    book.record(friendly, WIN)
    everything, match = book.standings(), book.standings(match_only=True)
    for standing in (everything, match):
        assert sum(one.points for one in standing.players) + standing.pot == 0
        assert sum(one.points for one in standing.teams) + standing.pot == 0
        points = [one.points for one in standing.teams]
        assert points == sorted(points, reverse=True)
        teams = book.players()
        for team in standing.teams:
            assert team.points == sum(one.points for one in standing.players if teams[one.name] == team.name)
    assert {one.sessions for one in match.teams} == {4}
    gain = {one.name: one.points for one in everything.players}
    was = {one.name: one.points for one in match.players}
    total = score(BY_DISCARD).total
    assert (gain["乙0"] - was["乙0"], gain["甲1"] - was["甲1"]) == (total, -total)
    assert len(standings_csv(everything).splitlines()) == 1 + 28 + 8 + 1


def test_equal_points_share_a_rank(book: Book) -> None:
    book.record(open_table(book), Outcome("draw", calls=(Call("暗槓", "南"),)))
    assert [(one.rank, one.name) for one in book.standings().players] == [(1, "乙"), (2, "甲"), (2, "丙"), (2, "丁")]


# -- rescoring


def test_another_ruling_lists_what_changes_and_writes_nothing_unless_asked(book: Book) -> None:
    session = open_table(book)
    book.record(session, WIN)
    book.record(session, DRAW)
    book.record(session, Outcome("win", (("北", DRAWN),)))
    before = book.export()
    changes = book.rescore(settings={"R23": "counts"})
    # 老少上 123m 789m lies inside the 清龍 of the first hand; the second has none.
    assert [(c.before.number, c.rows) for c in changes] == [(1, {"南": ("+老少上 3",)})]
    assert [c.after.deltas["南"] - c.before.deltas["南"] for c in changes] == [3]
    assert book.export() == before
    assert book.rescore(settings={"R23": "counts"}, apply=True) == changes
    sheet = book.sheet(session)
    assert sheet.played[0].deal.wins[0].total == score(BY_DISCARD).total + 3
    assert {played.deal.rulings["R23"] for played in sheet.played} == {"counts"}
    assert [entry.kind for entry in sheet.entries] == ["deal"] * 3 + ["amend"] * 3
    assert book.rescore() == []
    assert book.record(session, WIN).sheet.played[-1].deal.wins[0].total == sheet.played[0].deal.wins[0].total


def test_another_table_is_kept_in_the_book(book: Book, tmp_path: Path) -> None:
    session = open_table(book)
    book.record(session, WIN)
    book.record(session, Outcome("draw", calls=(Call("暗槓", "南"),)))
    file = tmp_path / "house.toml"
    text = read_data("fan_table", "yunlong-s1.toml").replace("base = 5", "base = 7", 1)
    file.write_text(
        text.replace(
            'english = "concealed kong"\nsection = "即時賞罰"\nprice = 5',
            'english = "concealed kong"\nsection = "即時賞罰"\nprice = 6',
        ),
        "utf-8",
    )
    changes = book.rescore(table=str(file), apply=True)
    assert [(c.before.number, c.rows.get("南")) for c in changes] == [(1, ("-底 5", "+底 7")), (2, None)]
    assert changes[1].after.deltas["南"] == 18
    file.unlink()
    book.amend(session, 1, Outcome("win", (("西", BY_DISCARD),), "南"))
    sheet = book.record(session, WIN).sheet
    assert {played.deal.wins[0].total for played in sheet.played if played.deal.wins} == {score(BY_DISCARD).total + 2}
    assert len(set(book.export()["fan_tables"])) == 2
    assert {c.after.deal.wins[0].total for c in book.rescore(table="standard") if c.after.deal.wins} == {
        score(BY_DISCARD).total
    }


def test_a_deal_that_another_ruling_makes_impossible_stops_the_rescoring(book: Book) -> None:
    session = open_table(book)
    line = "(1111z)234m567p222888s5m+5m|自摸 大明槓上"
    book.record(session, Outcome("win", (("南", line),), "西"))  # as a discard (R10)
    refused(book, "later-deal", lambda: book.rescore(settings={"R10": "selfdraw"}, apply=True))


# -- files


def full_book(book: Book) -> None:
    """Teams, fixtures, corrected sessions under different rules."""
    enter_teams(book)
    book.add_players(*PLAYERS)
    book.draw_fixtures()
    rnd = Random(3)
    session = book.open_fixture(1, 2).session.number
    other = book.open_session(PLAYERS, name="友誼賽", settings={"R9": "all"}).session.number
    for number in (session, other, session, other, session):
        book.record(number, random_outcome(rnd))
    book.amend(session, 2, WIN, reason="更正")
    book.undo(other, reason="誤記")
    book.rescore(settings={"R23": "counts"}, apply=True)


@pytest.mark.parametrize("server", SERVERS)
def test_import_of_an_export_is_the_same_book(book: Book, server: str, tmp_path: Path) -> None:
    full_book(book)
    exported = book.export()
    with new_book(server, tmp_path) as other:
        other.import_(exported)
        assert other.export() == exported
        assert [sheet.as_dict() for sheet in other.sheets()] == [sheet.as_dict() for sheet in book.sheets()]
        assert other.standings() == book.standings()
        refused(other, "not-empty", lambda: other.import_(exported))
        other.record(other.open_fixture(1, 1).session.number, WIN)  # and it goes on


def _cut(*path: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        del data[path[-1]]

    return change


def _put(value: Any, *path: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    with new_book("sqlite", tmp_path_factory.mktemp("source")) as source:
        full_book(source)
        return source.export()


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with new_book("sqlite", tmp_path_factory.mktemp("target")) as made:
        yield made


DEAL = ("sessions", 0, "entries", 0, "deal")


@pytest.mark.parametrize(
    "spoil",
    [
        _cut("teams"),
        _cut("sessions", 0, "players", "南"),
        _cut("sessions", 0, "entries", 0),
        _cut("teams", 7),
        _put(2, "version"),
        _put("another", "format"),
        _put([], "fan_tables"),
        _put({}, "fan_tables"),
        _put({"0" * 12: "[table]"}, "fan_tables"),
        _put("隊1", "teams", 0),
        _put(None, "players", 0, "team"),
        _put("=x", "players", 0, "name"),
        _put("乙0", "players", 0, "name"),
        _put("無名", "sessions", 0, "players", "南"),
        _put(5, "sessions", 0, "number"),
        _put([1], "sessions", 0, "fixture"),
        _put("yesterday", "sessions", 0, "opened"),
        _put({"R9": 1}, "sessions", 0, "rulings"),
        lambda data: data["fan_tables"].update({"f" * 12: next(iter(data["fan_tables"].values()))}),
        _put("ffffffffffff", *DEAL, "table"),
        _put("won", *DEAL, "result"),
        _put("draw" * 2, *DEAL, "result"),
        _put(True, *DEAL, "streak"),
        _put(10**30, "sessions", 0, "entries", 0, "number"),
        _put(2, "sessions", 0, "entries", 0, "replaces"),
        _put("\x1b[2J", "sessions", 0, "entries", 0, "reason"),
        _put({"step": 2, "plus": "1"}, *DEAL, "streak"),
        _put(None, "sessions", 0, "entries", 0, "deal"),
        _put([{"payer": "東", "payee": "中", "amount": 1, "reason": "reward", "words": {}}], *DEAL, "payments"),
    ],
)
def test_a_spoiled_export_is_refused_and_nothing_written(
    exported: dict[str, Any], target: Book, spoil: Callable[[Any], None]
) -> None:
    data = copy.deepcopy(exported)
    spoil(data)
    with pytest.raises(BookError):
        target.import_(data)
    assert not target.players()
    assert not target.export()["fan_tables"]


def test_deals_from_csv_are_the_same_deals(book: Book) -> None:
    session = open_table(book)
    rnd = Random(11)
    for _ in range(15):
        book.record(session, random_outcome(rnd))
    text = book.deals_csv()
    again = open_table(book)
    moved = "\n".join(re.sub(f"^{session},", f"{again},", line) for line in text.splitlines())
    assert len(book.import_deals(moved)) == 15
    assert [p.deltas for p in book.sheet(again).played] == [p.deltas for p in book.sheet(session).played]
    doubled = book.deals_csv().splitlines()
    assert [line.split(",", 1)[1] for line in doubled[1:16]] == [line.split(",", 1)[1] for line in doubled[16:]]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("csv-columns", "session,deal\n1,1\n"),
        ("csv-empty", "session,result,winners,lines,discarder,calls\n"),
        ("csv-line", "session,result,winners,lines,discarder,calls\n1,draw\n"),
        ("csv-line", "session,result,winners,lines,discarder,calls\n1,draw,,,,,,\n"),
        ("csv-line", "session,result,winners,lines,discarder,calls\n1,lost,,,,\n"),
        ("csv-line", "session,result,winners,lines,discarder,calls\n1,win,南 西,x,,\n"),
        ("csv-line", 'session,result,winners,lines,discarder,calls\n1,draw,,,,"\n'),
        ("no-session", "session,result,winners,lines,discarder,calls\n1,draw,,,,\n7,draw,,,,\n"),
        ("reward-form", "session,result,winners,lines,discarder,calls\n1,draw,,,,暗槓\n"),
        ("csv-differs", "session,result,winners,lines,discarder,calls,dealer\n1,draw,,,,,東\n1,draw,,,,,南\n"),
    ],
)
def test_a_csv_that_does_not_read_is_refused_whole(still: Book, code: str, text: str) -> None:
    refused(still, code, lambda: still.import_deals(text))


# -- where the book is


def test_only_a_book_is_opened(tmp_path: Path) -> None:
    absent, text, foreign = tmp_path / "absent.sqlite", tmp_path / "text", tmp_path / "foreign.sqlite"
    text.write_text("not a database, but long enough to be looked at" * 50, "utf-8")
    import sqlite3

    with sqlite3.connect(foreign) as other:
        other.execute("CREATE TABLE mine (x)")
    for place in (str(absent), str(text), str(foreign), "sqlite://", "nosuch://x", "sqlite:///:memory:", "://"):
        with pytest.raises(BookError):
            Book.open(place)
    for place in (str(text), str(foreign)):
        was = Path(place).read_bytes()
        with pytest.raises(BookError):
            Book.open(place, create=True)
        assert Path(place).read_bytes() == was
    assert not absent.exists()
    with pytest.raises(BookError):
        Book.open("postgresql://nobody@127.0.0.1:1/none?connect_timeout=2")


def test_every_refusal_has_its_sentences() -> None:
    package = Path(analyzer.__file__).parent
    files = [*package.glob("book/*.py"), package / "cli" / "book.py"]
    sources = "".join(file.read_text("utf-8") for file in files)
    codes = set(re.findall(r'refused\(\s*"([a-z-]+)"', sources)) | set(
        re.findall(r'Problem\("book\.([a-z-]+)"', sources)
    )
    assert len(codes) > 40
    for code in codes:
        assert f"book.{code}" in TEXTS, code
        assert f"book.{code}.do" in TEXTS, code
