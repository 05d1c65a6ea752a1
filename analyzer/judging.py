"""The verdict on a player's claim: each claimed row upheld or refused, what was forgotten, the right total."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.errors import Problem, Refusal
from analyzer.explaining import Explanation, explain_row, row_named
from analyzer.hand import Hand
from analyzer.messages import Lang, message
from analyzer.rules import rules_for
from analyzer.scoring import FoundRow, Score, verdict_on
from analyzer.table import Row, Table, load_table

_TIMES = re.compile(r"(?P<name>.+?)\s*[×xX*✕]\s*(?P<times>\d+)\s*")
_TOTAL = re.compile(r"(?:共|total\s*)?\s*(?P<total>\d+)\s*(?:翻|番|台|fan|points?|tai)?", re.IGNORECASE)
_PRICED = re.compile(r"(?P<name>.*?\D)\s+(?P<exposure>[明暗]\s*)?\d+")
BASE = "底"


class ClaimError(Refusal):
    """A claim that cannot be read."""


@dataclass(frozen=True)
class Claim:
    """What a player says the hand has: rows with how often, and maybe the total in 翻."""

    rows: Mapping[Row, int]
    total: int | None


@dataclass(frozen=True)
class ClaimedRow:
    """One claimed row: how often it was claimed and is paid, and why."""

    row: Row
    claimed: int
    paid: int
    explanation: Explanation

    @property
    def upheld(self) -> bool:
        """Whether it is paid at least as often as claimed."""
        return self.paid >= self.claimed


@dataclass(frozen=True)
class Judgement:
    """The verdict: ``claimed`` row by row, ``forgotten`` rows that are paid but were not claimed (or not often enough).

    ``difference`` is the right total less the claimed one, None when no total was claimed; ``payment_difference`` what
    that makes over all who pay: once by discard, three times for a self-draw.
    """

    score: Score
    claimed: tuple[ClaimedRow, ...]
    forgotten: tuple[tuple[FoundRow, int], ...]
    claimed_total: int | None
    payers: int

    @property
    def upheld(self) -> bool:
        """Whether the claim is right in every point."""
        return all(one.upheld for one in self.claimed) and not self.forgotten and not self.difference

    @property
    def difference(self) -> int | None:
        """The right total less the claimed one, in 翻."""
        return None if self.claimed_total is None else self.score.total - self.claimed_total

    @property
    def payment_difference(self) -> int | None:
        """What the winner gets more (or less) than claimed, over all who pay."""
        return None if self.difference is None else self.difference * self.payers

    def lines(self, lang: Lang = "en") -> list[str]:
        """The verdict in sentences."""
        lines = [message("judge.upheld" if self.upheld else "judge.refused", lang)]
        for one in self.claimed:
            code = "yes" if one.upheld else "fewer" if one.paid else "no"
            words = {"row": one.row.name, "english": one.row.english, "claimed": one.claimed, "paid": one.paid}
            lines.append(message(f"judge.row-{code}", lang, **words))
            if not one.upheld:
                lines += ["  " + line for line in one.explanation.lines(lang)[1:]]
        for found, times in self.forgotten:
            words = {"row": found.name, "english": found.row.english, "times": times, "price": found.price}
            lines.append(message("judge.forgotten", lang, **words, groups=" ".join(found.groups)))
        lines.append(message("judge.total", lang, total=self.score.total))
        if self.claimed_total is not None:
            words = {"claimed": self.claimed_total, "difference": f"{self.difference:+d}", "payers": self.payers}
            lines.append(message("judge.difference", lang, **words, payment=f"{self.payment_difference:+d}"))
        return lines

    def as_dict(self, lang: Lang = "en") -> dict[str, Any]:
        """The verdict as JSON holds it."""
        return {
            "hand": str(self.score.hand),
            "upheld": self.upheld,
            "rows": [
                {
                    "row": one.row.name,
                    "english": one.row.english,
                    "claimed": one.claimed,
                    "paid": one.paid,
                    "upheld": one.upheld,
                    "why": one.explanation.lines(lang),
                }
                for one in self.claimed
            ],
            "forgotten": [
                {"row": found.name, "english": found.row.english, "times": times, "price": found.price}
                for found, times in self.forgotten
            ],
            "total": self.score.total,
            "claimed_total": self.claimed_total,
            "difference": self.difference,
            "payment_difference": self.payment_difference,
            "lines": self.lines(lang),
        }


def read_claim(text: str, table: Table | None = None) -> Claim:
    """A claim such as ``清龍, 三相逢×2, 63翻``; UnknownRow names the closest rows, ClaimError what does not read."""
    table = table or load_table()
    rows: Counter[Row] = Counter()
    total = None
    for part in filter(None, (part.strip() for part in re.split(r"[,，、;；\n]+", text))):
        if match := _TOTAL.fullmatch(part):
            if total is not None:
                raise ClaimError([Problem("claim-totals", {"one": total, "other": match["total"]})])
            total = int(match["total"])
            continue
        match = _TIMES.fullmatch(part)
        name, times = (match["name"], int(match["times"])) if match else (part, 1)
        if not 1 <= times <= 99:
            raise ClaimError([Problem("claim-times", {"part": part})])
        if name.strip() != BASE:
            rows[_claimed_row(table, name)] += times
    if not rows and total is None:
        raise ClaimError([Problem("claim-empty")])
    return Claim(rows, total)


def _claimed_row(table: Table, name: str) -> Row:
    """The row of a claimed name; a price or 明/暗 written behind it is passed over."""
    if table.find(name) is None and (match := _PRICED.fullmatch(name)):
        name = match["name"]
    stripped = name.strip().removesuffix("明").removesuffix("暗").removeprefix("明").removeprefix("暗")
    if table.find(name) is None and table.find(stripped) is not None:
        name = stripped
    return row_named(table, name)


def judge(
    hand: Hand | str, claim: str | Claim, *, table: Table | None = None, rulings: Mapping[str, str] | None = None
) -> Judgement:
    """The verdict on a claim about a hand.

    Raises HandError for a hand that cannot be scored, UnknownRow or ClaimError for a claim that cannot be read.
    """
    table = table or load_table()
    said = read_claim(claim, table) if isinstance(claim, str) else claim
    verdict = verdict_on(hand, rules_for(table, rulings))
    score = Score(verdict)
    paid = Counter(found.row for found in score.rows)
    claimed = tuple(
        ClaimedRow(row, times, paid[row], explain_row(verdict, score, row)) for row, times in said.rows.items()
    )
    forgotten = tuple(
        (next(found for found in score.rows if found.row is row), times - said.rows.get(row, 0))
        for row, times in paid.items()
        if times > said.rows.get(row, 0)
    )
    payers = 3 if verdict.hand.drawn else 1
    return Judgement(score, claimed, forgotten, said.total, payers)
