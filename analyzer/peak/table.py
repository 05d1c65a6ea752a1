"""The numbers of 雲端巔峰賽 (``fan_table/peak.toml``): items with their conditions, weights, bounds and rulings."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any

from analyzer.data import read_data
from analyzer.peak.messages import Lang, message
from analyzer.rulings import Rulings, read_rulings

_RANGE = re.compile(r"(?P<least>\d+(?:\.\d+)?)(?P<dash>-(?P<most>\d+(?:\.\d+)?)?)?")
RANGED = ("loser_score", "winner_score", "form_slays", "winner_streak", "round")  # facts a tier may give a range for
CARD_KEYS = ("every", "none", "last")  # what a tier may ask of the cards
_TIER_KEYS = frozenset([*RANGED, *CARD_KEYS, "points", "step"])


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from ``least`` to ``most``, both counted; no ``most``: without end."""

    least: Decimal
    most: Decimal | None

    def __contains__(self, value: Decimal | int) -> bool:
        return self.least <= value and (self.most is None or value <= self.most)

    def text(self, lang: Lang) -> str:
        """``7 or more``, ``2–3`` or ``6``."""
        if self.most is None:
            return message("peak.or-more", lang, least=plain(self.least))
        if self.most == self.least:
            return plain(self.least)
        return f"{plain(self.least)}–{plain(self.most)}"


@dataclass(frozen=True, slots=True)
class Tier:
    """One price of an item and all that must hold for it; ``step`` points more for each win of the streak."""

    points: Decimal
    step: Decimal = Decimal(0)
    ranges: Mapping[str, Range] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)

    def condition(self, lang: Lang) -> str:
        """What must hold, in words."""
        asked = [message(f"peak.when.{fact}", lang, range=span.text(lang)) for fact, span in self.ranges.items()]
        asked += [message(f"peak.when.{key}", lang, card=card) for key, card in self.cards.items()]
        return message("peak.and", lang).join(asked) or message("peak.when.always", lang)


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the rules; of its tiers that hold only the dearest is paid."""

    name: str
    english: str
    definition: str
    definition_en: str
    sources: tuple[str, ...]
    tiers: tuple[Tier, ...]


@dataclass(frozen=True, slots=True)
class Weight:
    """What a loss is multiplied by from a rating on; without ``least``: from the lowest."""

    least: Decimal | None
    times: Decimal
    source: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card type, its English name and other spellings."""

    name: str
    english: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a match can be."""

    first_round: int
    last_round: int
    score_step: Decimal
    highest_score: Decimal


@dataclass(frozen=True)
class PeakTable:
    """All numbers of the rules, the rulings at their defaults, and the hash of the content."""

    name: str
    english: str
    start_rating: Decimal
    start_streak: int
    bounds: Bounds
    cards: tuple[Card, ...]
    items: tuple[Item, ...]
    weights: tuple[Weight, ...]
    rulings: Rulings
    hash: str

    def weight(self, rating: Decimal) -> Weight:
        """The weight of the highest step that ``rating`` has reached."""
        reached = [weight for weight in self.weights if weight.least is None or weight.least <= rating]
        return max(reached, key=lambda weight: Decimal("-Infinity") if weight.least is None else weight.least)


def plain(number: Decimal | int) -> str:
    """A number without exponent and without needless zeros."""
    text = f"{number:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


@lru_cache(maxsize=1)
def load_peak_table() -> PeakTable:
    """The table of the package."""
    return read_table(read_data("fan_table", "peak.toml"))


def read_table(text: str) -> PeakTable:
    """The table of a TOML text; ValueError says which entry is wrong."""
    raw = tomllib.loads(text, parse_float=Decimal)
    bounds = {key: value for key, value in raw["bounds"].items() if key != "source"}
    return PeakTable(
        name=raw["name"],
        english=raw["english"],
        start_rating=Decimal(raw["start"]["rating"]),
        start_streak=raw["start"]["streak"],
        bounds=Bounds(**bounds),
        cards=tuple(Card(**{**card, "aliases": tuple(card.get("aliases", ()))}) for card in raw["card"]),
        items=tuple(_item(item) for item in raw["item"]),
        weights=_weights(raw["weight"]),
        rulings=read_rulings(raw["ruling"]),
        hash=hashlib.sha256(text.encode()).hexdigest()[:12],
    )


def _item(raw: Mapping[str, Any]) -> Item:
    tiers = tuple(_tier(raw["name"], tier) for tier in raw["tiers"])
    return Item(**{**raw, "sources": tuple(raw["sources"]), "tiers": tiers})


def _tier(item: str, raw: Mapping[str, Any]) -> Tier:
    if unknown := set(raw) - _TIER_KEYS:
        known = ", ".join(sorted(_TIER_KEYS))
        raise ValueError(f"item {item}: unknown key {', '.join(sorted(unknown))} → a tier may hold {known}")
    return Tier(
        points=Decimal(raw["points"]),
        step=Decimal(raw.get("step", 0)),
        ranges={fact: _range(item, str(raw[fact])) for fact in RANGED if fact in raw},
        cards={key: raw[key] for key in CARD_KEYS if key in raw},
    )


def _range(item: str, text: str) -> Range:
    match = _RANGE.fullmatch(text)
    if match is None:
        raise ValueError(f'item {item}: {text!r} is no range → write "6", "7-" or "2-3"')
    least = Decimal(match["least"])
    if match["dash"] is None:
        return Range(least, least)
    return Range(least, Decimal(match["most"]) if match["most"] else None)


def _weights(raw_weights: Iterable[Mapping[str, Any]]) -> tuple[Weight, ...]:
    weights = [
        Weight(Decimal(raw["from"]) if "from" in raw else None, Decimal(raw["times"]), raw["source"])
        for raw in raw_weights
    ]
    if all(weight.least is not None for weight in weights):
        raise ValueError("no weight for the lowest ratings → one [[weight]] has no from")
    return tuple(weights)
