"""A complete hand as the rows see it, whatever its reading: which rows its tiles and circumstances let live."""

from __future__ import annotations

from analyzer.facts import FACT_BIT, facts_of
from analyzer.hand import Claim, Hand
from analyzer.kindsets import HONOURS, SUIT_MASKS, numbers_present, present_kinds
from analyzer.readings import Form, waits
from analyzer.rules import ANY, FALSE_SINGLE_FORMS, FormRules, LiveRows, Rules, remember, row_bits

_NEVER = 1000  # more tiles than the rivers ever hold


class HandView:
    """A hand under rules. ``exact_waits`` off leaves open which of 獨獨 and 假獨 it is, where both pay the same."""

    __slots__ = ("_live", "_waits_left_open", "_waits_on_one", "drawn", "facts", "fours", "hand", "present", "rules")

    def __init__(self, hand: Hand, rules: Rules, *, exact_waits: bool = True) -> None:
        self.hand = hand
        self.rules = rules
        self.facts = facts_of(hand, rules.rulings)
        self.drawn = bool(self.facts & FACT_BIT["自摸"])
        counts = hand.counts
        self.present = present_kinds(counts)
        self.fours = self._fours(counts) if 4 in counts else []
        self._waits_left_open = rules.waits_pay_alike and not exact_waits
        self._waits_on_one: bool | None = None
        self._live: dict[Form, LiveRows] = {}

    def _fours(self, counts: bytes) -> list[int]:
        """Kinds with four copies outside kongs."""
        kongs = {meld.first for meld in self.hand.melds if meld.is_kong}
        return [kind for kind, count in enumerate(counts) if count == 4 and kind not in kongs]

    def waits_on_one(self, form: Form) -> bool:
        """Whether the 16 held tiles waited on exactly one kind, over all forms."""
        if self._waits_left_open and form in FALSE_SINGLE_FORMS:
            return True
        if self._waits_on_one is None:
            self._waits_on_one = len(waits(self.hand)) == 1
        return self._waits_on_one

    def fact(self, name: str) -> bool:
        """Whether this fact holds."""
        return bool(self.facts & FACT_BIT[name])

    def live(self, form: Form) -> LiveRows:
        """The rows whose conditions on tiles and circumstances hold in this form."""
        rows = self._live.get(form)
        if rows is None:
            form_rules = self.rules.forms[form]
            rows = form_rules.live(self._by_moment(form_rules) & self._by_tiles(form_rules))
            self._live[form] = rows
        return rows

    def allow_only(self, rows: int) -> None:
        """Let no other rows live (a fragment has those that look at melds)."""
        self._live = {form: self.rules.forms[form].live(self.live(form).bits & rows) for form in Form}

    def _by_moment(self, form_rules: FormRules) -> int:
        hand = self.hand
        melds = hand.melds
        moment = (
            self.facts,
            _NEVER if hand.discards is None else hand.discards,
            hand.replacements if self.drawn else 0,
            hand.revenge,
            hand.kongs if melds else 0,
            sum([meld.claim is not Claim.CONCEALED_KONG for meld in melds]) if melds else 0,
        )
        live = form_rules.moment_memo.get(moment)
        if live is None:
            tested = row_bits(test.row for test in form_rules.moment_tests if test.holds(*moment))
            live = remember(form_rules.moment_memo, moment, form_rules.untested_by_moment | tested)
        return live

    def _by_tiles(self, form_rules: FormRules) -> int:
        present = self.present
        suits = sum([1 for mask in SUIT_MASKS if present & mask])
        numbers = numbers_present(present).bit_count()
        live = form_rules.untested_by_tiles
        for row, forbidden, has, wanted_suits, wanted_numbers in form_rules.tile_tests[bool(present & HONOURS)]:
            if present & forbidden:
                continue
            if wanted_suits not in (ANY, suits) or wanted_numbers not in (ANY, numbers):
                continue
            for mask in has:
                if not present & mask:
                    break
            else:
                live |= 1 << row
        return live
