"""Which rulings decide a dispute: those whose other setting would change this hand's total."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analyzer.evaluate import evaluate
from analyzer.hand import Hand
from analyzer.messages import Lang, message
from analyzer.rules import rules_for
from analyzer.rulings import Ruling
from analyzer.scoring import verdict_on
from analyzer.table import Table, load_table


@dataclass(frozen=True, slots=True)
class Deciding:
    """A ruling that matters here: the setting in force and the total, the other setting and its total (翻)."""

    ruling: Ruling
    setting: str
    total: int
    other: str
    other_total: int

    def text(self, lang: Lang = "en") -> str:
        """The question, and both answers with their totals."""
        question = self.ruling.question if lang == "zh" else self.ruling.question_en
        words = {"ruling": self.ruling.id, "question": question, "setting": self.setting, "total": self.total}
        return message("decides", lang, **words, other=self.other, other_total=self.other_total)

    def as_dict(self) -> dict[str, object]:
        """As JSON holds it."""
        return {
            "ruling": self.ruling.id,
            "setting": self.setting,
            "total": self.total,
            "other": self.other,
            "other_total": self.other_total,
        }


def deciding(
    hand: Hand | str, *, table: Table | None = None, rulings: Mapping[str, str] | None = None
) -> tuple[Deciding, ...]:
    """Every ruling whose other setting would change the total of this hand, with both totals.

    Raises HandError for a hand that cannot be scored.
    """
    table = table or load_table()
    chosen = table.rulings.set(rulings or {})
    verdict = verdict_on(hand, rules_for(table, rulings))
    found = []
    for ruling in chosen.all.values():
        for other in other_settings(ruling, chosen[ruling.id]):
            changed = evaluate(verdict.hand.hand, rules_for(table, {**(rulings or {}), ruling.id: other}))
            if changed is not None and changed.total != verdict.total:
                found.append(Deciding(ruling, chosen[ruling.id], verdict.total, other, changed.total))
    return tuple(found)


def other_settings(ruling: Ruling, setting: str) -> list[str]:
    """The settings that are not in force; for a price that has only 0, the price 1 stands for any."""
    others = [one.value for one in ruling.settings if one.value != setting]
    return others or (["1"] if ruling.number else [])
