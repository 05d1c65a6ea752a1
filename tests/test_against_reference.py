"""Thousands of random hands under random rulings: the package and the slow evaluator pay the same rows."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from analyzer.evaluate import Verdict, evaluate
from analyzer.hand import Hand
from analyzer.readings import waits
from analyzer.rules import rules_for
from analyzer.table import load_table
from analyzer.tiles import NAMES
from tests.random_hands import random_hand, slow_hand
from tests.reference import slow

HANDS_A_SEED = 400
SETTINGS = {
    "R1": ["none"], "R2": ["0"], "R4": ["both"], "R5": ["all"], "R6": ["single"], "R7": ["restrict"], "R8": ["ABCA"],
    "R9": ["all"], "R10": ["selfdraw"], "R11": ["paid"], "R12": ["not"], "R13": ["pairs"], "R14": ["once"],
    "R15": ["40"], "R16": ["direct"], "R17": ["broken"], "R18": ["replaced"], "R19": ["yes"], "R20": ["adds"],
    "R21": ["same"], "R22": ["implied"], "R23": ["counts"],
}  # fmt: skip


def paid_rows(verdict: Verdict) -> Counter[tuple[str, str, int]]:
    rows = verdict.hand.rules.rows
    return Counter(
        (rows[one.row].name, ("暗" if one.concealed else "明") if rows[one.row].two_priced else "", one.price)
        for counted in verdict.best
        for one in counted.paid
    )


def random_rulings(random: Random) -> dict[str, str]:
    chosen = random.sample(sorted(SETTINGS), k=random.choice((0, 0, 1, 2)))
    return {ruling: random.choice(SETTINGS[ruling]) for ruling in chosen}


def disagreement(hand: Hand, rulings: dict[str, str]) -> str:
    """Empty when both pay the same rows for the same total."""
    verdict = evaluate(hand, rules_for(load_table(), rulings))
    judged = slow.judge(slow_hand(hand), rulings)
    assert verdict is not None
    assert judged is not None
    ours, theirs = paid_rows(verdict), judged.rows
    if verdict.total == judged.total and ours == theirs:
        return ""
    return f"{hand} {rulings}: {verdict.total} {ours - theirs} ≠ {judged.total} {theirs - ours}"


@pytest.mark.parametrize("seed", range(5))
def test_random_hands_agree_with_the_slow_evaluator(seed: int) -> None:
    random = Random(seed)
    wrong = [disagreement(random_hand(random), random_rulings(random)) for _ in range(HANDS_A_SEED)]
    assert not list(filter(None, wrong))


def test_waits_agree_with_the_slow_evaluator() -> None:
    random = Random(99)
    for _ in range(60):
        hand = random_hand(random)
        judged = slow_hand(hand)
        held = list(judged.concealed)
        held.remove(judged.win)
        assert {NAMES[kind] for kind in waits(hand)} == slow.waits(tuple(held), judged.melds)
