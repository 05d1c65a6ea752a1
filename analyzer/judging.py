"""The verdict on a player's claim: each claimed row upheld or refused, what was forgotten, the right total."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from analyzer.errors import Problem, Refusal
from analyzer.explaining import Explanation, explain_row, row_named
from analyzer.hand import Hand
from analyzer.messages import Lang, message
from analyzer.rules import rules_for
from analyzer.scoring import FoundRow, Score, verdict_on
from analyzer.table import Row, Table, load_table

_TOTAL = re.compile(r"(?:共|total\s*)?\s*(?P<total>\d{1,6})\s*(?:翻|番|台|fan|points?|tai)?", re.IGNORECASE)
# What may stand behind the name of a row: 明 or 暗 (in brackets or not), the price of one, how often.
_TAIL = re.compile(
    r"(?P<name>.+?)\s*(?:[（(]?\s*(?P<exposure>[明暗])\s*[）)]?)?"
    r"(?:(?<=[\s明暗）)])\s*(?P<price>\d{1,6})\s*(?:翻|番)?)?"
    r"(?:\s*[×✕*]\s*(?P<times>\d{1,6})|[xX](?P<times2>\d{1,6}))?"
    r"\s*(?:[（(]?\s*(?P<exposure2>[明暗])\s*[）)]?)?\s*(?:(?<=[\s明暗）)])(?P<price2>\d{1,6})\s*(?:翻|番)?)?"
)
BASE = "底"
_EXPOSURES = {"明": "exposed", "暗": "concealed"}


class ClaimError(Refusal):
    """A claim that cannot be read."""


@dataclass(frozen=True, slots=True)
class RowClaim:
    """One claimed row: how often, and where the player says so 明/暗 and the price of one."""

    row: Row
    times: int = 1
    exposure: str = ""
    price: int | None = None

    def fits(self, found: FoundRow) -> bool:
        """Whether a paid row is what is claimed."""
        return (
            found.row is self.row
            and self.exposure in ("", found.exposure or self.exposure)
            and self.price in (None, found.price)
        )


@dataclass(frozen=True)
class Claim:
    """What a player says the hand has: rows, and maybe the total in 翻."""

    rows: tuple[RowClaim, ...]
    total: int | None


@dataclass(frozen=True)
class ClaimedRow:
    """One claimed row: how often it was claimed and is paid as claimed, how it is paid really, and why."""

    row: Row
    claimed: int
    paid: int
    paid_as: tuple[FoundRow, ...]
    explanation: Explanation

    @property
    def upheld(self) -> bool:
        """Whether it is paid, as it was claimed, at least as often as claimed."""
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
        """Whether the claim is right in every point it makes."""
        return all(one.upheld for one in self.claimed) and not self.difference

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
        verdict = "refused" if not self.upheld else "incomplete" if self.forgotten else "upheld"
        lines = [message(f"judge.{verdict}", lang)]
        for one in self.claimed:
            code = "yes" if one.upheld else "fewer" if one.paid else "otherwise" if one.paid_as else "no"
            words = {"row": one.row.name, "english": one.row.english, "claimed": one.claimed, "paid": one.paid}
            prices = ", ".join(_price(found, lang) for found in one.paid_as)
            lines.append(message(f"judge.row-{code}", lang, **words, prices=prices))
            if not one.upheld:
                lines += ["  " + line for line in one.explanation.lines(lang)[1:]]
        for found, times in self.forgotten:
            words = {"row": found.name, "english": found.row.english, "times": times, "price": found.price}
            lines.append(
                message("judge.forgotten", lang, **words, groups="".join(f" {group}" for group in found.groups))
            )
        lines.append(message("judge.total", lang, total=self.score.total))
        if self.difference:
            words = {"claimed": self.claimed_total, "difference": abs(self.difference), "payers": self.payers}
            words["payment"] = abs(self.difference) * self.payers
            lines.append(message("judge.too-little" if self.difference > 0 else "judge.too-much", lang, **words))
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


def _price(found: FoundRow, lang: Lang) -> str:
    exposure = message(f"exposure.{found.exposure}", lang)
    return f"{exposure} {found.price}".strip()


def read_claim(text: str, table: Table | None = None, paid: Collection[Row] = ()) -> Claim:
    """A claim such as ``清龍 暗 20, 三相逢×2, 63翻``; of tiers under one name (混帶X) the ``paid`` one is meant.

    UnknownRow names the closest rows, ClaimError what does not read.
    """
    table = table or load_table()
    rows: list[RowClaim] = []
    total = None
    for part in filter(None, (part.strip() for part in re.split(r"[,，、;；\n]+", text))):
        if match := _TOTAL.fullmatch(part):
            if total is not None:
                raise ClaimError([Problem("claim-totals", {"one": total, "other": match["total"]})])
            total = int(match["total"])
        elif part.split()[0].strip("0123456789×*翻番") != BASE:
            rows.append(_row_claim(table, part, paid))
    if not rows and total is None and BASE not in text:
        raise ClaimError([Problem("claim-empty")])
    return Claim(tuple(_together(rows)), total)


def _row_claim(table: Table, part: str, paid: Collection[Row]) -> RowClaim:
    if table.find(part) or table.tiers(part):
        return RowClaim(row_named(table, part, paid))
    match = _TAIL.fullmatch(part)
    if match is None:
        return RowClaim(row_named(table, part, paid))
    times = int(match["times"] or match["times2"] or 1)
    if not 1 <= times <= 99:
        raise ClaimError([Problem("claim-times", {"part": part})])
    exposure = _EXPOSURES.get(match["exposure"] or match["exposure2"] or "", "")
    price = match["price"] or match["price2"]
    name = match["name"]
    if table.find(name) is None and name[:1] in _EXPOSURES and table.find(name[1:]):
        exposure, name = _EXPOSURES[name[0]], name[1:]
    return RowClaim(row_named(table, name, paid), times, exposure, None if price is None else int(price))


def _together(rows: Iterable[RowClaim]) -> Iterator[RowClaim]:
    """The same claim made twice is one claim of both."""
    times: Counter[RowClaim] = Counter()
    for claim in rows:
        times[replace(claim, times=1)] += claim.times
    return (replace(claim, times=count) for claim, count in times.items())


def judge(
    hand: Hand | str, claim: str | Claim, *, table: Table | None = None, rulings: Mapping[str, str] | None = None
) -> Judgement:
    """The verdict on a claim about a hand; a claim of the total alone is judged by the total alone.

    Raises HandError for a hand that cannot be scored, UnknownRow or ClaimError for a claim that cannot be read.
    """
    table = table or load_table()
    if isinstance(claim, str):
        read_claim(claim, table)  # a claim that cannot be read is told before a hand that does not win
    verdict = verdict_on(hand, rules_for(table, rulings))
    score = Score(verdict)
    said = read_claim(claim, table, {found.row for found in score.rows}) if isinstance(claim, str) else claim
    claimed = tuple(
        ClaimedRow(
            one.row,
            one.times,
            sum(one.fits(found) for found in score.rows),
            tuple({_price(found, "en"): found for found in score.rows if found.row is one.row}.values()),
            explain_row(verdict, score, one.row),
        )
        for one in said.rows
    )
    payers = 3 if verdict.hand.drawn else 1
    return Judgement(score, claimed, tuple(_forgotten(score, said)) if said.rows else (), said.total, payers)


def _forgotten(score: Score, said: Claim) -> Iterator[tuple[FoundRow, int]]:
    """The rows that are paid more often than the claim has them at all."""
    claimed: Counter[Row] = Counter()
    for one in said.rows:
        claimed[one.row] += one.times
    paid = Counter(found.row for found in score.rows)
    for row, times in paid.items():
        if times > claimed[row]:
            yield next(found for found in score.rows if found.row is row), times - claimed[row]
