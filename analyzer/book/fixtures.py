"""The fixtures of a match: which teams meet in which round, who sits where, and which player of each team plays.

The figures stand in ``fan_table/match.toml``, with what they balance.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any

from analyzer.data import read_data
from analyzer.payment import SEATS


@dataclass(frozen=True, slots=True)
class Match:
    """The size of a match: teams, rounds, how many players a team may have, and the figures of the draw."""

    teams: int
    rounds: int
    players: tuple[int, ...]
    figures: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # two desks of four places; the hub is the last place

    @property
    def circle(self) -> int:
        """How many teams turn; the one in the middle does not."""
        return self.teams - 1


@dataclass(frozen=True, slots=True)
class Fixture:
    """One table of one round: the team and the player on each seat."""

    round: int
    desk: int
    teams: Mapping[str, str]
    players: Mapping[str, str]


@lru_cache(maxsize=1)
def load_match() -> Match:
    """The match of ``fan_table/match.toml``."""
    data = tomllib.loads(read_data("fan_table", "match.toml"))
    head = data["match"]
    hub = head["teams"] - 1

    def places(raw: Sequence[Any]) -> tuple[int, ...]:
        return tuple(hub if place == "hub" else int(place) for place in raw)

    figures = tuple((places(figure["first"]), places(figure["second"])) for figure in data["figure"])
    return Match(head["teams"], head["rounds"], tuple(head["players"]), figures)


def pairings(match: Match) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """(round, desk, teams by number on 東南西北) for the whole match."""
    for number in range(match.rounds):
        figure, turn = divmod(number, match.circle)
        for desk, places in enumerate(match.figures[figure], 1):
            yield number + 1, desk, tuple(_turned(place, turn, match.circle) for place in places)


def _turned(place: int, turn: int, circle: int) -> int:
    return place if place == circle else (place + turn) % circle


@dataclass
class _Tally:
    """How often each player has played, had each seat, and met each other one."""

    played: Counter[str] = field(default_factory=Counter)
    sat: Counter[tuple[str, str]] = field(default_factory=Counter)
    met: Counter[frozenset[str]] = field(default_factory=Counter)

    def pick(self, team: Sequence[str], seat: str, others: Sequence[str]) -> str:
        """The player who has played least; of those who has had the seat least, and met the others least."""

        def burden(player: str) -> tuple[int, int, int]:
            meetings = sum(self.met[frozenset((player, other))] for other in others)
            return self.played[player], self.sat[player, seat], meetings

        return min(team, key=burden)

    def note(self, players: Sequence[str]) -> None:
        """These four have played on 東南西北."""
        self.played.update(players)
        self.sat.update(zip(players, SEATS, strict=True))
        self.met.update(frozenset(pair) for pair in combinations(players, 2))


def draw(teams: Mapping[str, Sequence[str]], match: Match | None = None) -> list[Fixture]:
    """The fixtures for these teams with their players, in the order given; each plays as often as his team mates."""
    names = list(teams)
    tally = _Tally()
    fixtures = []
    for number, desk, places in pairings(match or load_match()):
        seated = [names[place] for place in places]
        players: list[str] = []
        for seat, team in zip(SEATS, seated, strict=True):
            players.append(tally.pick(teams[team], seat, players))
        tally.note(players)
        by_seat = dict(zip(SEATS, seated, strict=True)), dict(zip(SEATS, players, strict=True))
        fixtures.append(Fixture(number, desk, *by_seat))
    return fixtures
