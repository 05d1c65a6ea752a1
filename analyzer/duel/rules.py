"""The numbers and switches of 疯狂对杀 (``fan_table/duel.toml``), as the other modules use them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal

from analyzer.data import read_data
from analyzer.messages import Lang
from analyzer.rulings import Rulings, read_rulings

Counts = tuple[int, ...]  # cards of each rank, lowest first; after the ranks the jokers
Window = tuple[int, int]  # consecutive ranks, the last one excluded


@dataclass(frozen=True, slots=True)
class Named:
    """A thing of the table with its name as printed, in Traditional Chinese and in English."""

    printed: str
    zh: str
    en: str

    def name(self, lang: Lang) -> str:
        """Its name for a person."""
        return self.zh if lang == "zh" else self.en


@dataclass(frozen=True, slots=True)
class Kind(Named):
    """A kind of play: ``each`` cards of a rank over ``ranks`` consecutive ranks, or ``jokers`` only."""

    id: str
    source: str
    each: int = 0
    ranks: int = 0
    or_more: tuple[str, ...] = ()
    wild: bool = False
    of_jokers: bool = False
    stars: Literal["", "each", "each + ranks"] = ""
    jokers: int = 0
    fixed_stars: int = 0
    place: Literal["", "lowest", "highest"] = ""
    aliases: tuple[str, ...] = ()

    @property
    def is_bomb(self) -> bool:
        """Whether it has stars, and so beats whatever has none."""
        return bool(self.stars or self.fixed_stars)

    @property
    def is_chain(self) -> bool:
        """Whether it goes over several ranks."""
        return "ranks" in self.or_more

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every word that names it after a colon, in small letters."""
        return tuple(
            word.casefold().replace(" ", "-") for word in (self.id, self.printed, self.zh, self.en, *self.aliases)
        )


@dataclass(frozen=True, slots=True)
class Kill(Named):
    """A size of victory, by the cards the loser has left."""

    least: int
    most: int
    points: int
    source: str


@dataclass(frozen=True, slots=True)
class Room(Named):
    """A room for coins: what a point costs there, and the coins one must have to enter."""

    coefficient: int
    entry: int
    source: str


@dataclass(frozen=True, slots=True)
class Level(Named):
    """A level, and the points at which it is reached."""

    points: int


@dataclass(frozen=True, eq=False)
class Rules:
    """The whole table with a setting for each ruling. Compared by identity: :func:`load_rules` makes one of each."""

    ranks: tuple[str, ...]
    jokers: tuple[str, ...]
    suits: str
    decks: int
    top_of_chains: int
    aside: int
    hand: int
    kinds: Mapping[str, Kind]
    kills: tuple[Kill, ...]
    multipliers: Mapping[int, int]
    rooms: tuple[Room, ...]
    levels: tuple[Level, ...]
    rulings: Rulings
    sources: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """What each place of :data:`Counts` is written as."""
        return self.ranks + self.jokers

    @cached_property
    def copies(self) -> Counts:
        """How many of each there are in the whole deck."""
        return (len(self.suits) * self.decks,) * len(self.ranks) + (self.decks,) * len(self.jokers)

    @cached_property
    def windows(self) -> Mapping[str, tuple[Window, ...]]:
        """For each kind with ranks, the runs of ranks it may stand on."""
        return {kind.id: tuple(self._windows(kind)) for kind in self.kinds.values() if kind.ranks}

    def _windows(self, kind: Kind) -> list[Window]:
        if not kind.is_chain:
            return [(rank, rank + 1) for rank in range(len(self.ranks))]
        end = self.top_of_chains + 1
        if kind.is_bomb and self.rulings["D3"] == "yes":
            end = len(self.ranks)
        return [(first, last) for first in range(end) for last in range(first + kind.ranks, end + 1)]

    @cached_property
    def wild(self) -> frozenset[str]:
        """The kinds in which jokers may stand in for cards (D1, D2)."""
        return frozenset(kind.id for kind in self.kinds.values() if kind.ranks and self._is_wild(kind))

    def _is_wild(self, kind: Kind) -> bool:
        if kind.is_bomb and self.rulings["D2"] == "never":
            return False
        return kind.wild or self.rulings["D1"] == "every"

    def kind_named(self, word: str) -> Kind | None:
        """The kind of this name in any spelling."""
        wanted = word.casefold()
        return next((kind for kind in self.kinds.values() if wanted in kind.spellings), None)

    def room_named(self, word: str) -> Room | None:
        """The room of this name: 初级, 初級場, beginners."""
        wanted = word.strip().casefold()
        for room in self.rooms:
            if wanted in {
                name.casefold() for name in (room.printed, room.printed + "场", room.zh, room.zh[:-1], room.en)
            }:
                return room
        return None

    def changed(self) -> str:
        """The settings that differ from the defaults, as they are written after ``--set``."""
        chosen = self.rulings
        return " ".join(f"{key}={chosen[key]}" for key, ruling in chosen.all.items() if chosen[key] != ruling.default)


def load_rules(settings: Mapping[str, str] | None = None) -> Rules:
    """The rules with these settings (``{"D3": "yes"}``); RulingError names what does not exist."""
    table = _load()
    table.rulings.set(settings or {})
    given = {key: value for key, value in (settings or {}).items() if value != table.rulings.all[key].default}
    return _with(tuple(sorted(given.items()))) if given else table


@lru_cache(maxsize=64)
def _with(settings: tuple[tuple[str, str], ...]) -> Rules:
    from dataclasses import replace

    table = _load()
    return replace(table, rulings=table.rulings.set(dict(settings)))


@lru_cache(maxsize=1)
def _load() -> Rules:
    data = tomllib.loads(read_data("fan_table", "duel.toml"))
    deck, deal, multiplier = data["deck"], data["deal"], dict(data["multiplier"])
    sources = {"deck": deck["source"], "deal": deal["source"], "multiplier": multiplier.pop("source")}
    return Rules(
        ranks=tuple(deck["ranks"]),
        jokers=tuple(deck["jokers"]),
        suits=deck["suits"],
        decks=deck["decks"],
        top_of_chains=deck["ranks"].index(deck["top_of_chains"]),
        aside=deal["aside"],
        hand=deal["hand"],
        kinds={raw["id"]: _kind(raw) for raw in data["kind"]},
        kills=tuple(Kill(**raw) for raw in data["kill"]),
        multipliers={int(stars): factor for stars, factor in multiplier.items()},
        rooms=tuple(Room(**raw) for raw in data["room"]),
        levels=tuple(Level(**raw) for raw in data["levels"]["reached"]),
        rulings=read_rulings(data["ruling"]),
        sources={**sources, "levels": data["levels"]["source"]},
    )


def _kind(raw: Mapping[str, Any]) -> Kind:
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}
    return Kind(**fields)
