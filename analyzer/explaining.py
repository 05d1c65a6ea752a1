"""Is this row paid here? The answer for any row of the table, with the groups, the rules and what is missing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.counting import Counted
from analyzer.errors import Problem, Refusal
from analyzer.evaluate import Verdict
from analyzer.hand import Hand
from analyzer.lacking import Lack, lacks
from analyzer.messages import Lang, message
from analyzer.names import plain_name
from analyzer.rules import rules_for
from analyzer.rulings import load_general_rules
from analyzer.scoring import DroppedRow, FoundRow, ReadingTotal, Score, found_row, reading_total, verdict_on
from analyzer.table import Row, Table, load_table


class UnknownRow(Refusal):
    """A name that no row of the table has."""


def row_named(table: Table, name: str, paid: Collection[Row] = ()) -> Row:
    """The row of this name, English name or alias; of tiers under one name the one that is ``paid``, else the first.

    UnknownRow names the closest, or says where a reward or the dealer's streak is paid.
    """
    if row := table.find(name):
        return row
    if tiers := table.tiers(name):
        return next((tier for tier in tiers if tier in paid), tiers[0])
    beside = [reward.name for reward in table.rewards] + [str(table.streak.get("name", ""))]
    if plain_name(name) in map(plain_name, filter(None, beside)):
        raise UnknownRow([Problem("beside-the-hand", {"name": name})])
    raise UnknownRow(
        [Problem("unknown-row", {"name": _shortened(name), "closest": "、".join(table.closest(name)) or "—"})]
    )


def _shortened(name: str) -> str:
    return name if len(name) <= 40 else name[:40] + "…"


@dataclass(frozen=True)
class Explanation:
    """Whether and why a row is paid.

    ``status``: ``paid``; ``stopped`` (found in the paid reading, but something stops it); ``elsewhere`` (found only in
    a reading that is not the dearest); ``missing`` (``lacks`` tells what, in the nearest reading).
    """

    row: Row
    status: str
    score: Score
    paid: tuple[FoundRow, ...] = ()
    stopped: tuple[DroppedRow, ...] = ()
    elsewhere: tuple[tuple[FoundRow, ReadingTotal], ...] = ()
    lacks: tuple[Lack, ...] = ()
    nearest: ReadingTotal | None = None

    def lines(self, lang: Lang = "en") -> list[str]:
        """The answer in sentences: the verdict first, then each instance, then the law behind it."""
        words = {"row": self.row.name, "english": self.row.english, "times": len(self.paid), "total": self.score.total}
        lines = [message(f"explain.{self.status}", lang, **words)]
        lines += [self._instance(found, found.why(lang), lang) for found in self.paid]
        not_paid = message("explain.not-paid", lang) if self.paid else ""
        lines += [self._instance(dropped.found, not_paid + dropped.why(lang), lang) for dropped in self.stopped]
        for found, reading in self.elsewhere:
            where = {
                "groups": " ".join(reading.groups),
                "winning": reading.winning_group or "—",
                "total": reading.total,
            }
            lines.append(self._instance(found, message("explain.reading", lang, **where), lang))
        lines += ["  " + lack.text(lang) for lack in self.lacks]
        if self.nearest is not None and len(self.score.readings) > 1:
            lines.append("  " + message("explain.nearest", lang, groups=" ".join(self.nearest.groups)))
        return lines + list(self._law(lang))

    def _instance(self, found: FoundRow, why: str, lang: Lang) -> str:
        exposure = message(f"exposure.{found.exposure}", lang)
        head = " ".join(filter(None, (str(found.price), exposure, " ".join(found.groups))))
        return f"  {head}：{why}" if lang == "zh" else f"  {head}: {why}"

    def _law(self, lang: Lang) -> Iterator[str]:
        """The table row, the general rules and the rulings behind the answer."""
        definition = self.row.definition if lang == "zh" else self.row.definition_en
        yield message("explain.law", lang, row=self.row.name, definition=definition)
        sources = [*self.row.sources, *(dropped.source.partition("=")[0] for dropped in self.stopped)]
        rules = {f"G{rule.number}": rule for rule in load_general_rules()}
        for source in dict.fromkeys(sources):
            if source in rules:
                yield f"  {source} {rules[source].text if lang == 'zh' else rules[source].english}"
            elif source in self.score.table.rulings.all:
                yield "  " + self._ruling(source, lang)

    def _ruling(self, name: str, lang: Lang) -> str:
        ruling = self.score.table.rulings.all[name]
        value = self.score.rulings.get(name, ruling.default)
        setting = next((s.zh if lang == "zh" else s.en for s in ruling.settings if s.value == value), value)
        question = ruling.question if lang == "zh" else ruling.question_en
        return f"{name}={value}: {question} {setting}"

    def as_dict(self, lang: Lang = "en") -> dict[str, Any]:
        """The explanation as JSON holds it."""
        return {
            "hand": str(self.score.hand),
            "row": self.row.name,
            "english": self.row.english,
            "status": self.status,
            "times": len(self.paid),
            "total": self.score.total,
            "lines": self.lines(lang),
            "lacks": [lack.text(lang) for lack in self.lacks],
            "sources": list(self.row.sources),
        }


def explain(
    hand: Hand | str, row: str, *, table: Table | None = None, rulings: Mapping[str, str] | None = None
) -> Explanation:
    """Whether ``row`` is paid in this hand, and why or why not.

    Raises HandError for a hand that cannot be scored, UnknownRow with the closest names for a row that does not exist.
    """
    table = table or load_table()
    row_named(table, row)  # a name that does not exist is told before a hand that does not win
    verdict = verdict_on(hand, rules_for(table, rulings))
    score = Score(verdict)
    return explain_row(verdict, score, row_named(table, row, {found.row for found in score.rows}))


def explain_row(verdict: Verdict, score: Score, row: Row) -> Explanation:
    """The explanation of one row of a hand already judged."""
    paid = tuple(found for found in score.rows if found.row.index == row.index)
    stopped = tuple(dropped for dropped in score.dropped if dropped.found.row.index == row.index)
    if paid:
        return Explanation(row, "paid", score, paid, stopped)
    if stopped:
        return Explanation(row, "stopped", score, stopped=stopped)
    elsewhere = tuple(_elsewhere(verdict, row))
    if elsewhere:
        return Explanation(row, "elsewhere", score, elsewhere=elsewhere)
    missing, nearest = _nearest(verdict, row)
    return Explanation(row, "missing", score, lacks=missing, nearest=reading_total(verdict, nearest))


def _elsewhere(verdict: Verdict, row: Row) -> Iterator[tuple[FoundRow, ReadingTotal]]:
    """The instances of the dearest reading that has the row."""
    others = [c for c in verdict.readings if any(instance.row == row.index for instance in c.found)]
    if others:
        counted = min(others, key=lambda one: one.key)
        for instance in counted.found:
            if instance.row == row.index:
                yield found_row(verdict, counted, instance), reading_total(verdict, counted)


def _nearest(verdict: Verdict, row: Row) -> tuple[tuple[Lack, ...], Counted]:
    """What is lacking in the reading that lacks least, the paid one before others."""
    judged = [(tuple(lacks(verdict.hand, counted, row.index)), counted) for counted in verdict.readings]
    # A form in which the row can never stand is no near miss.
    return min(
        judged,
        key=lambda pair: (
            any(lack.code == "form" for lack in pair[0]),
            len(pair[0]),
            pair[1] not in verdict.best,
            pair[1].key,
        ),
    )
