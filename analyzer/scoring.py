"""The answer: what a hand is worth, row by row with the reason for each, and every row that was found but not paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer import tiles
from analyzer.counting import Clash, Counted, clash
from analyzer.errors import NotWinning, Problem
from analyzer.evaluate import Verdict, evaluate, evaluate_fragment
from analyzer.hand import Hand
from analyzer.messages import Lang, message
from analyzer.readings import FORM_NAMES, NOWHERE, Arrangement, Form
from analyzer.rules import Instance, Rules, rules_for
from analyzer.table import Row, Table, load_table


@dataclass(frozen=True, slots=True)
class FoundRow:
    """One time a row is found: price in 翻, the groups that make it, ``exposure`` for rows of two prices."""

    row: Row
    price: int
    exposure: str  # "exposed", "concealed", or "" where the price does not depend on it
    groups: tuple[str, ...]
    form: str
    claimed: tuple[str, ...] = ()  # of its groups those that were claimed
    completed: str = ""  # the one of its groups that the winning discard completed

    @property
    def name(self) -> str:
        """The row's printed name."""
        return self.row.name

    def why(self, lang: Lang = "en") -> str:
        """What makes the row, and why it is 明 or 暗."""
        definition = self.row.definition if lang == "zh" else self.row.definition_en
        parts = [definition]
        if self.exposure == "concealed":
            parts.append(message("why.concealed", lang))
        if self.exposure == "exposed":
            if self.claimed:
                parts.append(message("why.claimed", lang, groups=" ".join(self.claimed)))
            if self.completed:
                parts.append(message("why.completed", lang, group=self.completed))
        return message("why.join", lang).join(parts)


# What stopped a row, as JSON says it.
REASONS = {
    "absorbs": "absorbed", "covers": "absorbed", "bars": "excluded", "apart": "shared", "單式": "單式",
    "dearer": "dearer", "plain": "replaced", "once": "once",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DroppedRow:
    """A row that was found but not paid, what stopped it and why (``reason``: a code of the messages ``stop.…``)."""

    found: FoundRow
    by: FoundRow
    reason: str
    source: str
    shared: int = 0

    def why(self, lang: Lang = "en") -> str:
        """What stopped the row, in one sentence."""
        return message(
            f"stop.{self.reason}",
            lang,
            by=_stopper_name(self.by, lang),
            shared=self.shared,
            size=len(self.found.groups),
            source=self.source,
        )


def _stopper_name(by: FoundRow, lang: Lang) -> str:
    groups = " ".join(by.groups)
    if lang == "zh":
        return f"{by.name}（{groups}）" if groups else by.name
    return " ".join(filter(None, (f"{by.name} ({by.row.english})", groups)))


@dataclass(frozen=True, slots=True)
class ReadingTotal:
    """One reading: form, groups, the group that the winning tile completed, and its total in 翻 with 底."""

    form: str
    groups: tuple[str, ...]
    winning_group: str
    total: int
    paid: bool


@dataclass(frozen=True, eq=False)
class Score:
    """What a hand is worth; ``total`` = ``base`` + the prices of ``rows``, all in 翻.

    Rows, reasons and readings are put into words when they are asked for.
    """

    verdict: Verdict

    @property
    def hand(self) -> Hand:
        """The hand that was scored."""
        return self.verdict.hand.hand

    @property
    def total(self) -> int:
        """What the hand is worth in 翻."""
        return self.verdict.total

    @property
    def base(self) -> int:
        """底 in 翻; 0 for a fragment."""
        return self.verdict.base

    @property
    def table(self) -> Table:
        """The fan table."""
        return self.verdict.hand.rules.table

    @property
    def rulings(self) -> dict[str, str]:
        """The rulings that are not at the table's default."""
        rulings = self.verdict.hand.rules.rulings
        return {key: rulings[key] for key in rulings.all if rulings[key] != self.table.rulings[key]}

    @property
    def forms(self) -> tuple[str, ...]:
        """The form that is paid; for 雙食 both."""
        return tuple(FORM_NAMES[counted.arrangement.form] for counted in self.verdict.best)

    @cached_property
    def rows(self) -> tuple[FoundRow, ...]:
        """The rows that are paid, one entry for each time."""
        best = self.verdict.best
        return tuple(found_row(self.verdict, counted, one) for counted in best for one in sorted(counted.paid))

    @cached_property
    def dropped(self) -> tuple[DroppedRow, ...]:
        """The rows that were found in the paid reading but are not paid."""
        return tuple(dropped for counted in self.verdict.best for dropped in _dropped(self.verdict, counted))

    @cached_property
    def readings(self) -> tuple[ReadingTotal, ...]:
        """Every reading, the paid ones first, then the dearest."""
        return tuple(_readings(self.verdict))

    @cached_property
    def notices(self) -> tuple[tuple[str, Mapping[str, object]], ...]:
        """Codes (``notice.…`` of the messages) and words of what the reader should know besides."""
        return tuple(_notices(self.verdict))

    def __repr__(self) -> str:
        return f"<Score {self.total} {self.hand}>"

    def notes(self, lang: Lang = "en") -> list[str]:
        """What the reader should know besides: what was assumed, what could not be told."""
        return [message(f"notice.{code}", lang, **words) for code, words in self.notices]

    def times(self, name: str) -> int:
        """How many times the row of this name, English name or alias is paid."""
        row = self.table.find(name)
        return sum(found.row is row for found in self.rows)

    def as_dict(self, lang: Lang = "en") -> dict[str, Any]:
        """The score as JSON holds it; see the README for an example."""
        return {
            "hand": str(self.hand),
            "total": self.total,
            "base": self.base,
            "forms": list(self.forms),
            "rows": [
                {**_found_as_dict(found), "sources": list(found.row.sources), "why": found.why(lang)}
                for found in self.rows
            ],
            "dropped": [
                {
                    **_found_as_dict(dropped.found),
                    "by": dropped.by.name,
                    "by_groups": list(dropped.by.groups),
                    "reason": REASONS[dropped.reason],
                    "sources": [dropped.source.partition("=")[0]],
                    "why": dropped.why(lang),
                }
                for dropped in self.dropped
            ],
            "readings": [
                {
                    "form": reading.form,
                    "groups": list(reading.groups),
                    "winning_group": reading.winning_group,
                    "total": reading.total,
                    "paid": reading.paid,
                }
                for reading in self.readings
            ],
            "notices": self.notes(lang),
            "table": {"name": self.table.name, "hash": self.table.hash},
            "rulings": self.rulings,
        }


def _found_as_dict(found: FoundRow) -> dict[str, Any]:
    return {
        "row": found.name,
        "english": found.row.english,
        "price": found.price,
        "exposure": found.exposure or None,
        "groups": list(found.groups),
        "form": found.form,
    }


def score(hand: Hand | str, *, table: Table | None = None, rulings: Mapping[str, str] | None = None) -> Score:
    """What a complete hand is worth under ``table`` (default: 雲龍盃) and these rulings (``{"R9": "all"}``).

    A text is parsed first. Raises HandError (NotationError, ImpossibleHand or NotWinning) for what cannot be scored,
    RulingError for a ruling or a setting that does not exist. Source: rulebook, section 1.
    """
    return Score(verdict_on(hand, rules_for(table or load_table(), rulings)))


def verdict_on(hand: Hand | str, rules: Rules) -> Verdict:
    """The verdict on a complete hand, a text parsed first; HandError for what cannot be scored."""
    if isinstance(hand, str):
        from analyzer.notation import parse

        hand = parse(hand)
    if not isinstance(hand, Hand):
        raise TypeError(f"a hand is a line of text or a Hand, not {type(hand).__name__}")
    verdict = evaluate(hand, rules)
    if verdict is None:
        from analyzer.refusal import not_winning

        raise not_winning(hand)
    return verdict


def count(fragment: Hand | str, *, table: Table | None = None, rulings: Mapping[str, str] | None = None) -> Score:
    """What the melds of a fragment are worth, without 底: the rows of the table that look at melds alone.

    A text is parsed first. Raises HandError for what does not part into melds. Source: examples 36–41.
    """
    if isinstance(fragment, str):
        from analyzer.notation import parse_fragment

        fragment = parse_fragment(fragment)
    verdict = evaluate_fragment(fragment, rules_for(table or load_table(), rulings))
    if verdict is None:
        raise NotWinning([Problem("no-melds")], str(fragment))
    return Score(verdict)


def group_name(arrangement: Arrangement, place: int) -> str:
    """A group as people write it: ``123m``, ``(456p)`` when claimed, ``[5555s]`` for a concealed kong."""
    group = arrangement.groups[place]
    name = tiles.GROUP_NAMES[group]
    bit = 1 << place
    if arrangement.kongs & bit:
        name = name[0] + name
    if arrangement.exposed & bit:
        return f"({name})"
    return f"[{name}]" if arrangement.concealed_kongs & bit else name


def _names(arrangement: Arrangement, mask: int) -> tuple[str, ...]:
    return tuple(group_name(arrangement, place) for place in range(len(arrangement.groups)) if mask >> place & 1)


def found_row(verdict: Verdict, counted: Counted, instance: Instance) -> FoundRow:
    """An instance in words."""
    rules = verdict.hand.rules
    row = rules.rows[instance.row]
    arrangement = counted.arrangement
    exposure = ("concealed" if instance.concealed else "exposed") if row.two_priced else ""
    by_discard = instance.mask & counted.exposed & ~arrangement.exposed
    if arrangement.form == Form.PAIRS and exposure == "exposed" and counted.place != NOWHERE:
        by_discard = 1 << counted.place
    return FoundRow(
        row=row,
        price=instance.price,
        exposure=exposure,
        groups=_names(arrangement, instance.mask),
        form=FORM_NAMES[arrangement.form],
        claimed=_names(arrangement, instance.mask & arrangement.exposed),
        completed=" ".join(_names(arrangement, by_discard)),
    )


def _dropped(verdict: Verdict, counted: Counted) -> Iterator[DroppedRow]:
    """Every instance that was found but not paid, with the paid one that stopped it."""
    for instance in sorted(counted.found):
        if instance in counted.paid:
            continue
        if instance in counted.paid_elsewhere:
            stopper, reason = instance, Clash("once", instance.row, "R14")
        else:
            stopper, reason = _stopper(verdict, counted, instance)
        shared = (stopper.mask & instance.mask).bit_count()
        by = _as_paid(verdict, counted, stopper)
        yield DroppedRow(found_row(verdict, counted, instance), by, reason.kind, reason.citation, shared)


def _as_paid(verdict: Verdict, counted: Counted, instance: Instance) -> FoundRow:
    """A paid instance in words; where R14 moved it to the first form of a 雙食, the one that is paid there."""
    if instance in counted.paid_elsewhere:
        counted = verdict.best[0]
        instance = next(one for one in counted.paid if one.row == instance.row)
    return found_row(verdict, counted, instance)


_MOST_TELLING = ("bars", "absorbs", "covers", "apart", "單式", "dearer")


def _stopper(verdict: Verdict, counted: Counted, instance: Instance) -> tuple[Instance, Clash]:
    """The instance that tells best why this one is not paid: one that it clashes with, else 雞糊."""
    found = []
    for paid in (*counted.paid, *counted.paid_elsewhere):
        why = clash(verdict.hand.rules, paid, instance)
        if why is not None:
            # An edge read from below: the paid row is the lower one, and the choice of the dearer decided.
            kind = why.kind if why.kind in ("apart", "單式") or why.higher == paid.row else "dearer"
            found.append((_MOST_TELLING.index(kind), -paid.price, paid.row, paid.mask, paid, why._replace(kind=kind)))
    if found:
        *_, paid, why = min(found, key=lambda entry: entry[:4])
        return paid, why
    if verdict.plain is None:
        raise AssertionError(f"{instance} is not paid, and nothing stops it")
    return verdict.plain, Clash("plain", verdict.plain.row, "S0")


def _readings(verdict: Verdict) -> Iterator[ReadingTotal]:
    """Every reading, the dearest first; the paid ones marked."""
    for counted in sorted(verdict.readings, key=lambda one: (one not in verdict.best, one.key)):
        yield reading_total(verdict, counted)


def reading_total(verdict: Verdict, counted: Counted) -> ReadingTotal:
    """A reading in words."""
    arrangement = counted.arrangement
    everything = (1 << len(arrangement.groups)) - 1
    winning = "" if counted.place == NOWHERE else group_name(arrangement, counted.place)
    return ReadingTotal(
        FORM_NAMES[arrangement.form],
        _names(arrangement, everything),
        winning,
        verdict.base + counted.total,
        any(counted is best for best in verdict.best),
    )


def _notices(verdict: Verdict) -> Iterator[tuple[str, Mapping[str, object]]]:
    seen = verdict.hand
    hand = seen.hand
    if hand.win_assumed and hand.win is not None:
        yield "win-assumed", {"tile": tiles.NAMES[hand.win]}
    if hand.flower_count and not hand.flowers and hand.flower_count < 5:
        yield "flowers-unnamed", {"count": hand.flower_count}
    if hand.self_drawn and not seen.drawn:
        yield "as-discard", {}
    if "搶槓" in hand.words and not seen.fact("四絕") and not seen.fact("真絕"):
        yield "robbed-last", {}
    if len(verdict.best) > 1:
        yield "double", {}
