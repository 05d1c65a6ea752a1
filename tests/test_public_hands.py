"""Hands that other public tables scored, as real input: read, scored here, and judged by the slow evaluator.

`public-hands.tsv` holds facts only (tiles, what happened, what that table claimed); none of its totals is ours.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from analyzer.errors import HandError
from analyzer.notation import parse
from tests.test_against_reference import disagreement

FILE = Path(__file__).with_name("public-hands.tsv")
# Not whole hands as they stand, each with its reason.
NOT_WHOLE = {
    "B42": "the table itself says it does not win",
    "D06": "won on 5m where 2p or 5p is waited for",
    "D22": "one tile short",
    "D26": "two tiles short",
    "D28": "7888p waits for 6p 7p 9p; won on 8p",
    "D60": "678m 678m 678s 678s 678p 6p does not win on 7p",
    "D62": "11m 33m … 8s 8s holds a single 6s",
    "D76": "a fifth 1p",
    "E-h8": "天胡 by the dealer, who is said to sit West",
    "H11": "20 tiles",
    "K07": "a fragment",
}
WORDS = {
    "地胡": "地胡", "天胡": "天胡", "天聽": "天叮", "聽牌": "叮", "zimo": "自摸", "zimo on the pair": "自摸",
    "花上": "花上", "seat E": "門風=東", "seat S": "門風=南", "seat W": "門風=西", "seat N": "門風=北",
}  # fmt: skip


def _rows() -> list[tuple[str, str, str]]:
    with FILE.open(encoding="utf-8") as file:
        rows = csv.reader((line for line in file if not line.startswith("#")), delimiter="\t")
        next(rows)
        return [(row[0], row[1].replace(" ", ""), row[2]) for row in rows if row[1].strip()]


def _line(hand: str, happened: str) -> str:
    """The hand in our notation with what is said of the win; flowers by name, English notes passed over."""
    parts = [part.strip() for part in happened.split(";")]
    named = (part.split(" ", 1)[1].replace(" ", "") for part in parts if part.startswith(("flower ", "flowers ")))
    flowers = "".join(names for names in named if set(names) <= set("春夏秋冬梅蘭菊竹"))
    words = [WORDS[part] for part in parts if part in WORDS]
    if "花上" in words and not flowers:
        words.remove("花上")  # the source shows no flower tile
    return hand + (f"花{flowers}" if flowers else "") + ("|" + " ".join(words) if words else "")


WHOLE = [row for row in _rows() if row[0] not in NOT_WHOLE]


@pytest.mark.parametrize(("name", "hand", "happened"), WHOLE, ids=[row[0] for row in WHOLE])
def test_public_hand_is_paid_as_the_slow_evaluator_pays_it(name: str, hand: str, happened: str) -> None:
    assert not disagreement(parse(_line(hand, happened)), {})


@pytest.mark.parametrize("name", sorted(NOT_WHOLE))
def test_the_others_are_refused(name: str) -> None:
    from analyzer.scoring import score

    hand, happened = next((row[1], row[2]) for row in _rows() if row[0] == name)
    with pytest.raises(HandError):
        score(_line(hand, happened))


def test_the_file_is_used_nearly_whole() -> None:
    assert len(WHOLE) > 150
