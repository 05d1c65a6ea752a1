"""The data of the rules as JSON holds it: rows, rewards, general rules, rulings, and hands that show them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from analyzer.cases import Case, HandCase, load_cases
from analyzer.rulings import GeneralRule, Ruling, Rulings
from analyzer.table import Reward, Row


def row_as_dict(row: Row) -> dict[str, Any]:
    """A row as JSON holds it: the keys of the table file."""
    return {
        "row": row.name,
        "english": row.english,
        "section": row.section,
        "family": row.family,
        "price": row.price,
        "bonus": row.bonus,
        "definition": row.definition,
        "definition_en": row.definition_en,
        "sources": list(row.sources),
        "aliases": list(row.aliases),
        **row.keys,
    }


def reward_as_dict(reward: Reward) -> dict[str, Any]:
    """A reward outside the hand as JSON holds it; ``prices`` by count."""
    return {
        "reward": reward.name,
        "english": reward.english,
        "section": reward.section,
        "prices": list(reward.prices),
        "pays": reward.pays,
        "definition": reward.definition,
        "definition_en": reward.definition_en,
        "sources": list(reward.sources),
    }


def rule_as_dict(rule: GeneralRule) -> dict[str, Any]:
    """A general rule as JSON holds it."""
    name = f"G{rule.number}"
    return {
        "rule": name,
        "text": rule.text,
        "english": rule.english,
        "bears_on": rule.bears_on,
        "enforced": rule.enforced,
        "cases": [case.id for case in shown_by(name)],
    }


def ruling_as_dict(ruling: Ruling, rulings: Rulings) -> dict[str, Any]:
    """A ruling as JSON holds it."""
    return {
        "ruling": ruling.id,
        "question": ruling.question,
        "question_en": ruling.question_en,
        "default": ruling.default,
        "in_force": rulings[ruling.id],
        "reason": ruling.reason,
        "reason_en": ruling.reason_en,
        "number": ruling.number,
        "settings": [{"value": s.value, "zh": s.zh, "en": s.en} for s in ruling.settings],
        "cases": [case.id for case in shown_by(ruling.id)],
    }


@lru_cache(maxsize=1)
def _cases() -> tuple[Case, ...]:
    return tuple(load_cases())


def shown_by(what: str) -> Iterator[Case]:
    """The cases that show a row, a rule or a ruling."""
    return (case for case in _cases() if what in case.shows)


def example_of(row: str) -> str | None:
    """The first documented whole hand in which this row is paid under the default rulings."""
    hands = (case for case in shown_by(row) if isinstance(case, HandCase) and not case.is_fragment)
    paid = (case.line for case in hands if not case.rulings and any(name == row for name, _, _ in case.rows))
    return next(paid, None)


def example_for(what: str) -> str | None:
    """The first documented hand that shows a rule or a ruling."""
    return next((case.line for case in shown_by(what) if isinstance(case, HandCase)), None)
