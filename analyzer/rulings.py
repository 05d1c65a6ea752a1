"""The open questions of the rules as switches (``rulings.toml``), and the general rules (``general-rules.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from analyzer.data import read_data
from analyzer.errors import Problem, Refusal


class RulingError(Refusal):
    """A ruling or a setting that does not exist."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One answer to the question of a ruling."""

    value: str
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """An open question: its settings, the default first among equals, and the reason for the default."""

    id: str
    question: str
    question_en: str
    default: str
    reason: str
    reason_en: str
    settings: tuple[Setting, ...]
    number: bool = False

    def accepts(self, value: str) -> bool:
        """Whether ``value`` is a setting; a ruling that is a price takes any whole number."""
        if self.number and value.isascii() and value.isdigit() and len(value) <= 4:
            return True
        return any(setting.value == value for setting in self.settings)


@dataclass(frozen=True)
class Rulings:
    """All rulings and the setting each has."""

    all: Mapping[str, Ruling]
    chosen: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, ruling: str) -> str:
        return self.chosen.get(ruling, self.all[ruling].default)

    def with_defaults(self, defaults: Mapping[str, str]) -> Rulings:
        """The same questions with other defaults (a house table's)."""
        self._check(defaults)
        return Rulings({key: replace(r, default=str(defaults.get(key, r.default))) for key, r in self.all.items()})

    def set(self, settings: Mapping[str, str]) -> Rulings:
        """The same questions with these settings; RulingError names what does not exist."""
        self._check(settings)
        return Rulings(self.all, {**self.chosen, **settings})

    def _check(self, settings: Mapping[str, str]) -> None:
        for key, value in settings.items():
            if key not in self.all:
                raise RulingError([Problem("unknown-ruling", {"name": key, "closest": ", ".join(self.all)})])
            if not self.all[key].accepts(str(value)):
                known = ", ".join(setting.value for setting in self.all[key].settings)
                known += ", or any whole number" * self.all[key].number
                words = {"ruling": key, "value": value, "known": known}
                raise RulingError([Problem("unknown-setting", words)])


@lru_cache(maxsize=1)
def load_rulings() -> Rulings:
    """The rulings R1… of the package with their defaults."""
    return read_rulings(tomllib.loads(read_data("fan_table", "rulings.toml"))["ruling"])


def read_rulings(raw_rulings: Iterable[Mapping[str, Any]]) -> Rulings:
    """The rulings of a data file (``[[ruling]]``), all at their defaults."""
    rulings = [_ruling(raw) for raw in raw_rulings]
    return Rulings({ruling.id: ruling for ruling in rulings})


def _ruling(raw: Mapping[str, Any]) -> Ruling:
    try:
        return Ruling(**{**raw, "settings": tuple(Setting(**setting) for setting in raw["settings"])})
    except (KeyError, TypeError) as error:
        words = {"ruling": raw.get("id", "?"), "what": error}
        raise RulingError([Problem("broken-ruling", words)]) from None


@dataclass(frozen=True, slots=True)
class GeneralRule:
    """One of the 30 general rules: its printed text, where it is enforced, and what it bears on."""

    number: int
    text: str
    english: str
    bears_on: str
    enforced: str


@lru_cache(maxsize=1)
def load_general_rules() -> tuple[GeneralRule, ...]:
    """The general rules G1–G30 in order."""
    data = tomllib.loads(read_data("fan_table", "general-rules.toml"))
    return tuple(GeneralRule(**raw) for raw in data["rule"])
