"""What a match is worth: each item with its reason, the gain, the loss, and both players afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, DivisionByZero, Inexact, InvalidOperation

from analyzer.peak.facts import Match, PeakError, Player, Value, check
from analyzer.peak.messages import Lang, message
from analyzer.peak.table import CARD_KEYS, RANGED, Item, PeakTable, Tier, Weight, load_peak_table, plain
from analyzer.rulings import Rulings

EXACT = Context(prec=60, traps=[Inexact, InvalidOperation, DivisionByZero])  # a sum that would lose a digit fails

SLAYER = "形"  # the card that a 形斬 is made with


@dataclass(frozen=True, slots=True)
class Line:
    """An item, what it gives in this match, and the tier that gave it (none when no tier holds)."""

    item: Item
    points: Decimal
    tier: Tier | None


@dataclass(frozen=True, slots=True)
class Result:
    """A rated match. ``loss`` follows the formula; the floor (P2) may take less, see :attr:`loser_change`."""

    match: Match
    winner: Player
    loser: Player
    winner_after: Player
    loser_after: Player
    lines: tuple[Line, ...]
    gain: Decimal
    weight: Weight
    exact_loss: Decimal
    loss: Decimal
    table: PeakTable
    rulings: Rulings

    @property
    def paid(self) -> tuple[Line, ...]:
        """The items that give points."""
        return tuple(line for line in self.lines if line.points)

    @property
    def loser_change(self) -> Decimal:
        """What the match does to the loser's rating, 0 or less."""
        return EXACT.subtract(self.loser_after.rating, self.loser.rating)

    def condition(self, line: Line, lang: Lang) -> str:
        """What was asked: of a paid item the tier that holds, else the whole item."""
        if line.tier is not None:
            return line.tier.condition(lang)
        return line.item.definition if lang == "zh" else line.item.definition_en

    def facts(self, line: Line, lang: Lang) -> str:
        """What happened in this match, as far as the item asks for it."""
        values = _values(self.match, self.winner, self.loser)
        asked = {key for tier in line.item.tiers for key in (*tier.ranges, *tier.cards)}
        said = [message(f"peak.when.{key}", lang, range=_text(values[key])) for key in RANGED if key in asked]
        if asked & set(CARD_KEYS):
            said.append(message("peak.when.cards", lang, range="".join(self.match.cards)))
        if line.tier is not None and line.tier.step:
            step, points = plain(line.tier.step), plain(line.tier.points)
            said.append(message("peak.formula", lang, step=step, streak=self.winner.streak, points=points))
        return message("peak.and", lang).join(said)

    def doubts(self, lang: Lang) -> list[str]:
        """A fact that may be a slip, and what the floor took less."""
        return list(_doubts(self, lang))

    def notes(self, lang: Lang) -> list[str]:
        """What a person should know beside the numbers: the doubts, and the rulings that would change the match."""
        return list(_notes(self, lang))

    def as_dict(self, lang: Lang = "en") -> dict[str, object]:
        """The result as JSON holds it; every number is exact as it is written."""
        return {
            "match": _match_as_dict(self.match),
            "items": [_line_as_dict(self, line, lang) for line in self.lines],
            "gain": number(self.gain),
            "weight": number(self.weight.times),
            "loss": number(self.loss),
            "winner": _player_as_dict(self.winner, self.winner_after),
            "loser": _player_as_dict(self.loser, self.loser_after),
            "rulings": {ruling: self.rulings[ruling] for ruling in self.rulings.all},
            "notes": self.notes(lang),
            "table": self.table.hash,
        }


def score(
    match: Match,
    winner: Player | None = None,
    loser: Player | None = None,
    *,
    table: PeakTable | None = None,
    rulings: Mapping[str, str] | None = None,
) -> Result:
    """Rate a match; players not given are new. PeakError lists what is wrong with the facts."""
    table = table or load_peak_table()
    new = Player(table.start_rating, table.start_streak)
    winner, loser = winner or new, loser or new
    chosen = table.rulings.set(rulings or {})
    if problems := check(_values(match, winner, loser), table, chosen):
        raise PeakError(problems)
    return rate(match, winner, loser, table, chosen)


def rate(match: Match, winner: Player, loser: Player, table: PeakTable, rulings: Rulings) -> Result:
    """Rate facts that have been checked."""
    values = _values(match, winner, loser)
    lines = tuple(_line(item, values, match.cards, winner.streak) for item in table.items)
    gain = Decimal(0)
    for line in lines:
        gain = EXACT.add(gain, line.points)
    weight = table.weight(loser.rating)
    exact = EXACT.multiply(gain, weight.times)
    loss = exact.quantize(Decimal(1), ROUND_HALF_UP) if rulings["P1"] == "half-up" else exact
    left = EXACT.subtract(loser.rating, loss)
    if rulings["P2"] == "0":
        left = max(left, Decimal(0))
    winner_after = Player(EXACT.add(winner.rating, gain), winner.streak + 1)
    return Result(match, winner, loser, winner_after, Player(left, 0), lines, gain, weight, exact, loss, table, rulings)


def _line(item: Item, values: Mapping[str, Value], cards: tuple[str, ...], streak: int) -> Line:
    """The item with the dearest tier that holds."""
    holding = [(_points(tier, streak), tier) for tier in item.tiers if _holds(tier, values, cards)]
    points, best = max(holding, key=lambda pair: pair[0], default=(Decimal(0), None))
    return Line(item, points, best)


def _points(tier: Tier, streak: int) -> Decimal:
    return EXACT.add(tier.points, EXACT.multiply(tier.step, Decimal(streak)))


def _holds(tier: Tier, values: Mapping[str, Value], cards: tuple[str, ...]) -> bool:
    for fact, span in tier.ranges.items():
        value = values[fact]
        if isinstance(value, tuple) or value not in span:
            return False
    return all(_cards_hold(key, card, cards) for key, card in tier.cards.items())


def _cards_hold(key: str, card: str, cards: tuple[str, ...]) -> bool:
    if key == "every":
        return set(cards) == {card}
    if key == "none":
        return card not in cards
    return cards[-1] == card


def _values(match: Match, winner: Player, loser: Player) -> dict[str, Value]:
    """All facts by name."""
    return {
        "round": match.round,
        "winner_score": match.winner_score,
        "loser_score": match.loser_score,
        "form_slays": match.form_slays,
        "cards": match.cards,
        "winner_streak": winner.streak,
        "loser_streak": loser.streak,
        "winner_rating": winner.rating,
        "loser_rating": loser.rating,
    }


def _text(value: Value) -> str:
    return "".join(value) if isinstance(value, tuple) else plain(value)


def _notes(result: Result, lang: Lang) -> Iterator[str]:
    yield from result.doubts(lang)
    for ruling in result.rulings.all.values():
        for setting in ruling.settings:
            if setting.value != result.rulings[ruling.id]:
                yield from _other(result, ruling.id, setting.value, lang)


def _doubts(result: Result, lang: Lang) -> Iterator[str]:
    forms = result.match.cards.count(SLAYER)
    if result.match.form_slays > forms:
        yield message("peak.note.slays", lang, slays=result.match.form_slays, forms=forms)
    if -result.loser_change != result.loss:
        words = {"taken": plain(-result.loser_change), "loss": plain(result.loss)}
        yield message("peak.note.floor", lang, **words)


def _other(result: Result, ruling: str, setting: str, lang: Lang) -> Iterator[str]:
    """What another setting would make of the match, when that is different."""
    chosen = {key: result.rulings[key] for key in result.rulings.all} | {ruling: setting}
    rulings = result.table.rulings.set(chosen)
    if check(_values(result.match, result.winner, result.loser), result.table, rulings):
        yield message("peak.note.refused", lang, ruling=ruling, setting=setting)
        return
    other = rate(result.match, result.winner, result.loser, result.table, rulings)
    if (other.winner_after, other.loser_after) != (result.winner_after, result.loser_after):
        winner, loser = plain(other.winner_after.rating), plain(other.loser_after.rating)
        yield message("peak.note.ruling", lang, ruling=ruling, setting=setting, winner=winner, loser=loser)


def number(value: Decimal) -> int | float:
    """A Decimal as a JSON number; fifteen digits, more than any rating has, are written exactly."""
    return int(value) if value == value.to_integral_value() else float(value)


def _match_as_dict(match: Match) -> dict[str, object]:
    return {
        "round": match.round,
        "winner_score": number(match.winner_score),
        "loser_score": number(match.loser_score),
        "form_slays": match.form_slays,
        "cards": list(match.cards),
    }


def _line_as_dict(result: Result, line: Line, lang: Lang) -> dict[str, object]:
    return {
        "item": line.item.name,
        "english": line.item.english,
        "points": number(line.points),
        "condition": result.condition(line, lang),
        "facts": result.facts(line, lang),
        "sources": list(line.item.sources),
    }


def _player_as_dict(before: Player, after: Player) -> dict[str, object]:
    return {
        "rating": number(before.rating),
        "change": number(EXACT.subtract(after.rating, before.rating)),
        "new_rating": number(after.rating),
        "streak": before.streak,
        "new_streak": after.streak,
    }
