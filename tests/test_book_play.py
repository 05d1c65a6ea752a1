"""How a session goes on, the fixtures, and the log: pure, without a database."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.book.deal import BookError, Deal, Result, Won
from analyzer.book.fixtures import draw, load_match, pairings
from analyzer.book.log import Entry, latest, standing
from analyzer.book.play import Position, replay, totals
from analyzer.payment import SEATS, Transfer

MATCH = load_match()


def deal(result: Result, winners: str = "") -> Deal:
    wins = tuple(Won(seat, "", 0) for seat in winners)
    return Deal(result, wins, None, (), (), None, "", {})


@pytest.mark.parametrize(
    ("story", "dealer", "streak", "wind"),
    [
        ("", "東", 0, "東"),
        ("東", "東", 1, "東"),  # the dealer wins: he stays
        ("-", "東", 1, "東"),  # a draw: he stays
        ("東 - 東", "東", 3, "東"),
        ("東 - 南", "南", 0, "東"),  # another wins: the deal passes
        ("南 西", "西", 0, "東"),
        ("南 南", "南", 1, "東"),
        ("東南", "東", 1, "東"),  # 雙響, the dealer one of the two
        ("南西", "南", 0, "東"),
        ("南 西 北 東", "東", 0, "南"),  # four dealers: the next round
        ("南 西 北 北 東", "東", 0, "南"),
        ("- * *", "東", 1, "東"),  # a redeal moves nothing
        (" ".join(["南 西 北 東"] * 3), "東", 0, "北"),
        (" ".join(["南 西 北 東"] * 4), "東", 0, "東"),
    ],
)
def test_dealer_streak_and_round_follow(story: str, dealer: str, streak: int, wind: str) -> None:
    results: dict[str, Result] = {"-": "draw", "*": "redeal"}
    deals = [deal(results.get(word, "win"), "" if word in results else word) for word in story.split()]
    position = replay(enumerate(deals, 1))[1]
    assert (position.dealer, position.streak, position.prevailing) == (dealer, streak, wind)


def test_the_wind_of_a_seat_counts_from_the_dealer() -> None:
    assert [Position(passed=2).wind(seat) for seat in "西北東南"] == list("東南西北")


@given(st.lists(st.sampled_from(["-", "*", *SEATS, "東西", "南北", "東南北"]), max_size=60))
def test_position_agrees_with_a_dealer_who_is_moved_by_hand(story: list[str]) -> None:
    dealer, streak, rounds = 0, 0, 0
    deals = []
    for word in story:
        deals.append(deal("draw" if word == "-" else "redeal" if word == "*" else "win", word.strip("-*")))
        if word == "*":
            continue
        if word == "-" or "東南西北"[dealer] in word:
            streak += 1
            continue
        dealer, streak = dealer + 1, 0
        if dealer == 4:
            dealer, rounds = 0, rounds + 1
    position = replay(enumerate(deals, 1))[1]
    assert (position.dealer, position.streak) == ("東南西北"[dealer], streak)
    assert position.prevailing == "東南西北"[rounds % 4]


@given(st.lists(st.tuples(st.sampled_from(SEATS), st.sampled_from(SEATS), st.integers(0, 500)), max_size=30))
def test_totals_sum_to_zero(paid: list[tuple[str, str, int]]) -> None:
    payments = tuple(Transfer(payer, payee, amount, "win", {}) for payer, payee, amount in paid)
    played, _ = replay([(1, Deal("draw", (), None, (), payments, None, "", {}))])
    assert sum(totals(played).values()) == 0


# -- fixtures


def test_each_round_seats_every_team_once() -> None:
    rounds: defaultdict[int, list[int]] = defaultdict(list)
    for number, _, places in pairings(MATCH):
        rounds[number] += places
    assert list(rounds) == list(range(1, 57))
    assert all(sorted(places) == list(range(8)) for places in rounds.values())


@pytest.mark.parametrize(("rounds", "times"), [(7, 3), (28, 12), (35, 15), (56, 24)])
def test_every_two_teams_meet_equally_often(rounds: int, times: int) -> None:
    met = Counter(pair for n, _, four in pairings(MATCH) if n <= rounds for pair in combinations(sorted(four), 2))
    assert len(met) == 28
    assert set(met.values()) == {times}


def test_threes_and_fours_meet_as_evenly_as_can_be() -> None:
    threes = Counter(three for _, _, four in pairings(MATCH) for three in combinations(sorted(four), 3))
    fours = Counter(tuple(sorted(four)) for _, _, four in pairings(MATCH))
    assert len(threes) == 56
    assert set(threes.values()) == {8}
    assert len(fours) == 70  # all there are; 112 tables cannot share them more evenly than 1 or 2 each
    assert set(fours.values()) == {1, 2}


def test_seats_tables_and_neighbours_are_even() -> None:
    seats: Counter[tuple[int, int]] = Counter()
    desks: Counter[tuple[int, int]] = Counter()
    apart: Counter[tuple[int, int, int]] = Counter()
    for _, desk, four in pairings(MATCH):
        for seat, team in enumerate(four):
            seats[team, seat] += 1
            desks[team, desk] += 1
            apart.update((team, four[(seat + step) % 4], step) for step in (1, 2, 3))
    assert (len(seats), set(seats.values())) == (32, {14})
    assert (len(desks), set(desks.values())) == (16, {28})
    assert (len(apart), set(apart.values())) == (8 * 7 * 3, {8})


def test_players_of_a_team_share_its_rounds() -> None:
    teams = {f"t{number}": [f"t{number}p{player}" for player in range(3 + number % 2)] for number in range(8)}
    played: Counter[str] = Counter()
    seats: Counter[tuple[str, str]] = Counter()
    for fixture in draw(teams):
        for seat, player in fixture.players.items():
            assert player in teams[fixture.teams[seat]]
            played[player] += 1
            seats[player, seat] += 1
    for members in teams.values():
        times = [played[player] for player in members]
        assert sum(times) == 56
        assert max(times) - min(times) <= 1
        for player in members:
            assert max(seats[player, seat] for seat in SEATS) - min(seats[player, seat] for seat in SEATS) <= 3


# -- the log

ONE, TWO = deal("draw"), deal("win", "東")
GOOD = [
    Entry(1, "deal", 1, None, "", "", ONE),
    Entry(2, "deal", 2, None, "", "", ONE),
    Entry(3, "amend", 1, 1, "", "", TWO),
    Entry(4, "undo", 2, 2, "", "", None),
    Entry(5, "deal", 3, None, "", "", ONE),
]


def test_the_last_word_on_each_deal_stands() -> None:
    assert list(standing(GOOD)) == [(1, TWO), (3, ONE)]
    assert list(standing(GOOD[:2])) == [(1, ONE), (2, ONE)]
    assert list(standing([*GOOD, Entry(6, "amend", 2, 4, "", "", TWO)])) == [(1, TWO), (2, TWO), (3, ONE)]


@pytest.mark.parametrize(
    "wrong",
    [
        Entry(7, "deal", 4, None, "", "", ONE),  # a gap in the log
        Entry(6, "deal", 5, None, "", "", ONE),  # a gap in the deals
        Entry(6, "deal", 3, None, "", "", ONE),  # a deal that is there
        Entry(6, "amend", 4, None, "", "", ONE),  # one that is not
        Entry(6, "amend", 1, 1, "", "", ONE),  # a replaced entry replaced again
        Entry(6, "amend", 1, 3, "", "", None),
        Entry(6, "undo", 1, 3, "", "", ONE),
    ],
)
def test_a_log_that_does_not_hang_together_is_refused(wrong: Entry) -> None:
    with pytest.raises(BookError):
        latest([*GOOD, wrong])
