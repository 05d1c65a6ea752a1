"""The facts of a match: what they are, how each is read from text, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any
from unicodedata import normalize

from analyzer.errors import Problem, Refusal
from analyzer.peak.messages import Lang, message
from analyzer.peak.table import PeakTable, load_peak_table, plain
from analyzer.rulings import Rulings

MATCH_FIELDS = ("round", "winner_score", "loser_score", "form_slays", "cards")
PLAYER_FIELDS = ("winner_rating", "winner_streak", "loser_rating", "loser_streak")
FIELDS = MATCH_FIELDS + PLAYER_FIELDS
EXAMPLES = {"round": "7", "winner_score": "3.5", "loser_score": "0", "form_slays": "0", "cards": "王靈形"}
EXAMPLES |= {"winner_rating": "1000", "loser_rating": "1000", "winner_streak": "0", "loser_streak": "0"}

# What keeps every sum exact and every line printable; no match comes near.
MOST_COUNT = 1_000_000  # rounds, slays, streaks, and a rating either way
MOST_DECIMALS = 4
MOST_CARD_TEXT = 200
LONGEST_QUOTE = 40

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_MINUS = str.maketrans({"−": "-", "–": "-"})
_TOKEN = re.compile(r"[A-Za-z]+|[^\s,，、·>→|/-]")

Value = int | Decimal | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where facts stand: a line or a match of a file; empty for facts given by hand."""

    file: str = ""
    number: int = 0
    of: str = "file"  # "line", "match" or "file"

    def text(self, lang: Lang) -> str:
        """For example ``season.csv, line 7``."""
        return message(f"peak.place.{self.of}", lang, file=self.file, number=self.number) if self.file else ""


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class FieldProblem(Problem):
    """A problem with the fact it is about, its place, and the line its spans point into."""

    field: str = ""
    place: Place = NOWHERE
    line: str = ""

    def text(self, lang: Lang = "en") -> str:
        """Place, fact and what is wrong, in one sentence."""
        name = message(f"peak.field.{self.field}", lang) if self.field else ""
        said = Problem.text(self, lang)  # not super(): a class with slots is made anew
        return message("peak.colon", lang).join(part for part in (self.place.text(lang), name, said) if part)

    def as_dict(self, lang: Lang = "en") -> dict[str, object]:
        """The problem as JSON holds it."""
        return {**Problem.as_dict(self, lang), "field": self.field, "place": self.place.text(lang)}


class PeakError(Refusal):
    """Facts that cannot be rated; each problem has its own line."""

    kind = "peak"

    def render(self, lang: Lang = "en") -> str:
        """Every problem with its caret line and its remedy."""
        return "\n".join(_block(problem, lang) for problem in self.problems)


def _block(problem: Problem, lang: Lang) -> str:
    line = problem.line if isinstance(problem, FieldProblem) else ""
    return Refusal([problem], line).render(lang)


@dataclass(frozen=True, slots=True)
class Cell:
    """A value as it was written: its text, and where it stands in which line."""

    text: str
    line: str = ""
    start: int = 0

    def spans(self, inner: Iterable[tuple[int, int]] = ()) -> tuple[tuple[int, int], ...]:
        """Where these parts of the text stand in the line; the whole text when none is given."""
        parts = tuple(inner) or ((0, len(self.text)),)
        return tuple((self.start + start, self.start + end) for start, end in parts) if self.line else ()


@dataclass(frozen=True, slots=True)
class Match:
    """What happened: 勝點 in steps of 0.5, ``cards`` the types the winner played, in order."""

    round: int
    winner_score: Decimal
    loser_score: Decimal
    form_slays: int
    cards: tuple[str, ...]

    def __str__(self) -> str:
        score = f"{plain(self.winner_score)}:{plain(self.loser_score)}"
        return f"round {self.round}, {score}, {''.join(self.cards)}, form slays {self.form_slays}"


@dataclass(frozen=True, slots=True)
class Player:
    """A player before or after a match: rating in points, and wins in a row."""

    rating: Decimal
    streak: int


def read_match(table: PeakTable | None = None, rulings: Mapping[str, str] | None = None, **facts: object) -> Match:
    """The match of these facts (``round=7``, ``winner_score="3.5"`` …); PeakError lists everything wrong with them."""
    table = table or load_peak_table()
    values, problems = read_facts(cells_of(facts), MATCH_FIELDS, table, table.rulings.set(rulings or {}))
    if problems:
        raise PeakError(problems)
    return match_of(values)


def read_player(rating: object = None, streak: object = None, table: PeakTable | None = None) -> Player:
    """A player before a match; without a rating or a streak as at the start."""
    table = table or load_peak_table()
    given = {"winner_rating": rating, "winner_streak": streak}
    cells = cells_of({name: value for name, value in given.items() if value is not None})
    values, problems = read_facts(cells, tuple(given), table, table.rulings)
    if problems:
        raise PeakError(problems)
    return player_of(values, "winner")


def match_of(values: Mapping[str, Value]) -> Match:
    """The match of checked values."""
    facts: dict[str, Any] = {name: values[name] for name in MATCH_FIELDS}
    return Match(**facts)


def player_of(values: Mapping[str, Value], side: str) -> Player:
    """The winner or the loser of checked values."""
    rating, streak = values[f"{side}_rating"], values[f"{side}_streak"]
    assert isinstance(rating, Decimal)
    assert isinstance(streak, int)
    return Player(rating, streak)


def cells_of(facts: Mapping[str, object]) -> dict[str, Cell]:
    """Facts given by name, each in a line ``name = value``."""
    cells = {}
    for name, value in facts.items():
        text = printable(written(value))
        cells[name] = Cell(text, f"{name} = {text}", len(name) + 3)
    return cells


def written(value: object) -> str:
    """A value of a data file as its text; a list of cards in one line."""
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        return " ".join(value)
    if isinstance(value, Decimal) and value.is_finite() and -20 < value.adjusted() < 20:
        return f"{value:f}"  # 1e2 is 100
    return str(value)


def read_facts(
    cells: Mapping[str, Cell], fields: tuple[str, ...], table: PeakTable, rulings: Rulings, place: Place = NOWHERE
) -> tuple[dict[str, Value], list[Problem]]:
    """The values of ``fields`` and everything that is wrong with them; what may be left out gets its default."""
    cells = {name: cell for name, cell in cells.items() if cell.text.strip() or name not in _defaults(table)}
    values: dict[str, Value] = {}
    problems: list[FieldProblem] = []
    for name in fields:
        if name not in cells:
            if name in _defaults(table):
                values[name] = _defaults(table)[name]
            else:
                problems.append(_problem("peak.missing", name, name=name, example=EXAMPLES[name]))
            continue
        value = _read(name, cells[name].text, table)
        if isinstance(value, FieldProblem):
            problems.append(value)
        else:
            values[name] = value
    problems += check(values, table, rulings)
    return values, [_placed(problem, cells.get(problem.field), place) for problem in problems]


def _defaults(table: PeakTable) -> dict[str, Value]:
    start: dict[str, Value] = {"rating": table.start_rating, "streak": table.start_streak}
    players = {f"{side}_{what}": value for side in ("winner", "loser") for what, value in start.items()}
    return {"form_slays": 0, **players}


def _problem(code: str, fact: str, spans: Iterable[tuple[int, int]] = (), /, **words: object) -> FieldProblem:
    return FieldProblem(code, words, tuple(spans), field=fact)


def _placed(problem: FieldProblem, cell: Cell | None, place: Place) -> FieldProblem:
    """The problem with its line; spans so far counted from the start of the value."""
    if cell is None:
        return replace(problem, place=place)
    return replace(problem, place=place, line=cell.line, spans=cell.spans(problem.spans))


def _read(name: str, text: str, table: PeakTable) -> Value | FieldProblem:
    if name == "cards":
        return read_cards(text, table)
    number = normalize("NFKC", text).strip().translate(_MINUS)
    if not _NUMBER.fullmatch(number):
        code = "peak.not-a-number" if number else "peak.missing"
        return _problem(code, name, text=short(text.strip()), name=name, example=EXAMPLES[name])
    if len(number) > 2 * len(str(MOST_COUNT)):
        return _problem("peak.too-large", name, text=short(number), most=MOST_COUNT)
    value = Decimal(number)
    if name.endswith(("score", "rating")):
        return value
    if value != value.to_integral_value():
        return _problem("peak.not-whole", name, text=plain(value), example=EXAMPLES[name])
    return int(value)


def printable(text: str) -> str:
    """The text with a blank for every character that a terminal does not show, or would obey."""
    return "".join(character if character.isprintable() else " " for character in text)


def short(text: str) -> str:
    """The text as a message quotes it."""
    return printable(text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…")


def read_cards(text: str, table: PeakTable) -> tuple[str, ...] | FieldProblem:
    """The card types of a line such as ``王靈形魔`` or ``king, spirit``; the problem when one is unknown."""
    if len(text) > MOST_CARD_TEXT:
        return _problem("peak.long-cards", "cards", [(0, 1)], length=len(text), most=MOST_CARD_TEXT)
    names = {name: card.name for card in table.cards for name in (card.name, card.english, *card.aliases)}
    tokens = list(_TOKEN.finditer(text))
    unknown = [token for token in tokens if token.group().lower() not in names]
    if unknown:
        return _problem(
            "peak.unknown-card",
            "cards",
            [token.span() for token in unknown],
            text=short(" ".join(token.group() for token in unknown)),
            known_zh="、".join(card.name for card in table.cards),
            known_en=", ".join(f"{card.name} {card.english}" for card in table.cards),
        )
    return tuple(names[token.group().lower()] for token in tokens)


def check(values: Mapping[str, Value], table: PeakTable, rulings: Rulings) -> list[FieldProblem]:
    """Everything wrong with values that have been read; each fact may be missing."""
    problems = [problem for name, value in values.items() for problem in _wrong(name, value, table, rulings)]
    winner, loser = values.get("winner_score"), values.get("loser_score")
    if isinstance(winner, Decimal) and isinstance(loser, Decimal) and winner <= loser:
        problems.append(_problem("peak.not-above", "winner_score", winner=plain(winner), loser=plain(loser)))
    return problems


def _wrong(name: str, value: Value, table: PeakTable, rulings: Rulings) -> Iterator[FieldProblem]:
    if isinstance(value, tuple):
        if not value:
            yield _problem("peak.no-cards", name)
    elif name == "round":
        first, last = table.bounds.first_round, table.bounds.last_round
        if not first <= value <= last:
            yield _problem("peak.round", name, text=value, first=first, last=last)
    elif name.endswith("rating"):
        yield from _wrong_rating(name, Decimal(value), rulings)
    elif value < 0:
        yield _problem("peak.negative", name, text=plain(value))
    elif value > MOST_COUNT:
        yield _problem("peak.too-large", name, text=plain(value), most=MOST_COUNT)
    elif name.endswith("score"):
        yield from _wrong_score(name, Decimal(value), table, rulings)


def _wrong_score(name: str, value: Decimal, table: PeakTable, rulings: Rulings) -> Iterator[FieldProblem]:
    step, highest = table.bounds.score_step, table.bounds.highest_score
    if value % step:
        below = value - value % step
        words = {"below": plain(below), "above": plain(below + step), "step": plain(step)}
        yield _problem("peak.grid", name, text=plain(value), **words)
    elif name == "winner_score" and value > highest and rulings["P3"] == "refused":
        yield _problem("peak.above-highest", name, text=plain(value), highest=plain(highest))


def _wrong_rating(name: str, value: Decimal, rulings: Rulings) -> Iterator[FieldProblem]:
    if abs(value) > MOST_COUNT:
        yield _problem("peak.too-large", name, text=plain(value), most=MOST_COUNT)
    elif value != round(value, MOST_DECIMALS):
        yield _problem("peak.too-fine", name, text=plain(value), most=MOST_DECIMALS)
    elif value < 0 and rulings["P2"] == "0":
        yield _problem("peak.below-floor", name, text=plain(value))
