"""A season: matches replayed in the order given, every player from the start; standings and histories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analyzer.peak.facts import MATCH_FIELDS, NOWHERE, FieldProblem, Match, PeakError, Place, Player, check
from analyzer.peak.messages import Lang, message
from analyzer.peak.scoring import EXACT, Result, number, rate
from analyzer.peak.table import PeakTable, load_peak_table
from analyzer.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Entry:
    """A match of a season: who won, who lost, what happened, and where it is written."""

    winner: str
    loser: str
    match: Match
    id: str = ""
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Step:
    """One match of a player's history: ``number`` counts the season's matches from 1."""

    number: int
    id: str
    opponent: str
    won: bool
    change: Decimal
    rating: Decimal
    streak: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end; equal ratings share a rank."""

    rank: int
    player: str
    rating: Decimal
    wins: int
    losses: int
    streak: int
    longest: int
    highest: Decimal


@dataclass(frozen=True)
class Season:
    """The matches with their results, and each player's history in order of first appearance."""

    entries: tuple[Entry, ...]
    results: tuple[Result, ...]
    histories: Mapping[str, tuple[Step, ...]]
    table: PeakTable
    rulings: Rulings

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Highest rating first; among equals in order of first appearance."""
        start = self.table.start_rating
        last = {player: steps[-1].rating if steps else start for player, steps in self.histories.items()}
        ordered = sorted(last, key=lambda player: -last[player])
        above = {player: sum(rating > last[player] for rating in last.values()) for player in ordered}
        return tuple(self._standing(player, above[player] + 1) for player in ordered)

    def _standing(self, player: str, rank: int) -> Standing:
        steps = self.histories[player]
        ratings = [self.table.start_rating, *(step.rating for step in steps)]
        streaks = [self.table.start_streak, *(step.streak for step in steps)]
        wins = sum(step.won for step in steps)
        return Standing(rank, player, ratings[-1], wins, len(steps) - wins, streaks[-1], max(streaks), max(ratings))

    def notes(self, lang: Lang) -> list[str]:
        """The doubts about each match."""
        return [
            message("peak.note.match", lang, number=number, note=note)
            for number, result in enumerate(self.results, 1)
            for note in result.doubts(lang)
        ]

    def as_dict(self, lang: Lang = "en", players: Sequence[str] = ()) -> dict[str, object]:
        """The season as JSON holds it, with the histories of ``players`` or of all."""
        return {
            "standings": [_standing_as_dict(standing) for standing in self.standings],
            "histories": {
                player: [_step_as_dict(step) for step in self.histories[player]] for player in players or self.histories
            },
            "matches": [
                {"id": entry.id, "winner": entry.winner, "loser": entry.loser, "result": _brief(result)}
                for entry, result in zip(self.entries, self.results, strict=True)
            ],
            "notes": self.notes(lang),
            "rulings": {ruling: self.rulings[ruling] for ruling in self.rulings.all},
            "table": self.table.hash,
        }


def replay(
    entries: Iterable[Entry],
    players: Iterable[str] = (),
    *,
    table: PeakTable | None = None,
    rulings: Mapping[str, str] | None = None,
) -> Season:
    """Rate the matches in order; ``players`` begin the standings even without a match."""
    table = table or load_peak_table()
    chosen = table.rulings.set(rulings or {})
    new = Player(table.start_rating, table.start_streak)
    now: dict[str, Player] = {}
    histories: dict[str, list[Step]] = {player: [] for player in players}
    given, results = tuple(entries), []
    for place, entry in enumerate(given, 1):
        result = _rated(entry, now.get(entry.winner, new), now.get(entry.loser, new), table, chosen)
        results.append(result)
        now[entry.winner], now[entry.loser] = result.winner_after, result.loser_after
        for player, step in _steps(place, entry, result).items():
            histories.setdefault(player, []).append(step)
    return Season(given, tuple(results), {name: tuple(steps) for name, steps in histories.items()}, table, chosen)


def _rated(entry: Entry, winner: Player, loser: Player, table: PeakTable, rulings: Rulings) -> Result:
    problems = check({name: getattr(entry.match, name) for name in MATCH_FIELDS}, table, rulings)
    if entry.winner == entry.loser:
        problems.append(FieldProblem("peak.same-player", {"name": entry.winner}, field="loser"))
    if problems:
        raise PeakError([replace(problem, place=entry.place) for problem in problems])
    return rate(entry.match, winner, loser, table, rulings)


def _steps(place: int, entry: Entry, result: Result) -> dict[str, Step]:
    """The match as each of its two players has it."""
    after = {entry.winner: result.winner_after, entry.loser: result.loser_after}
    before = {entry.winner: result.winner, entry.loser: result.loser}
    opponent = {entry.winner: entry.loser, entry.loser: entry.winner}
    return {
        player: Step(
            place,
            entry.id,
            opponent[player],
            player == entry.winner,
            EXACT.subtract(after[player].rating, before[player].rating),
            after[player].rating,
            after[player].streak,
        )
        for player in (entry.winner, entry.loser)
    }


def _standing_as_dict(standing: Standing) -> dict[str, object]:
    return {
        "rank": standing.rank,
        "player": standing.player,
        "rating": number(standing.rating),
        "wins": standing.wins,
        "losses": standing.losses,
        "streak": standing.streak,
        "longest_streak": standing.longest,
        "highest_rating": number(standing.highest),
    }


def _step_as_dict(step: Step) -> dict[str, object]:
    return {
        "match": step.number,
        "id": step.id,
        "opponent": step.opponent,
        "outcome": "won" if step.won else "lost",
        "change": number(step.change),
        "rating": number(step.rating),
        "streak": step.streak,
    }


def _brief(result: Result) -> dict[str, object]:
    """A result of the list of matches: the items that give points, without their words."""
    return {
        "items": {line.item.name: number(line.points) for line in result.paid},
        "gain": number(result.gain),
        "weight": number(result.weight.times),
        "loss": number(result.loss),
    }
