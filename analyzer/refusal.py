"""Why a hand does not win: how far each form is, and which tiles it lacks."""

from __future__ import annotations

from analyzer import tiles
from analyzer.distance import distances
from analyzer.errors import NotWinning, Problem
from analyzer.hand import Hand
from analyzer.readings import FORM_NAMES


def not_winning(hand: Hand) -> NotWinning:
    """The refusal of a possible hand that wins in no form, the closest form first."""
    closest, *others = distances(hand)
    words = {
        "form": FORM_NAMES[closest.form],
        "missing": closest.missing,
        "tiles": tiles.write(closest.lacking),
        "others": "; ".join(f"{FORM_NAMES[far.form]} {far.missing} ({tiles.write(far.lacking)})" for far in others),
    }
    return NotWinning([Problem("not-winning" if others else "not-winning-alone", words)], str(hand))
