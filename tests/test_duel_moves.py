"""Legal plays of a hand against trying everything that can be put down."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import perf_counter

import pytest

from analyzer.duel.moves import moves
from analyzer.duel.notation import count
from analyzer.duel.readings import highest
from analyzer.duel.rules import load_rules
from tests.duel_reference import DEFAULTS, RANKS, Counts, Shape, answer, may_count, parts
from tests.test_duel_readings import plain

RULES = load_rules()
DECK = [rank for rank, copies in enumerate(RULES.copies) for _ in range(copies)]


def hand(chance: Random, size: int, ranks: int = RANKS) -> Counts:
    """Some cards of the lowest so many ranks, with jokers more often than by chance."""
    jokers = chance.choice([0, 1, 2, 3, 4])
    pool = [rank for rank in DECK if rank < ranks]
    cards = chance.sample(DECK[-4:], jokers) + chance.sample(pool, size - jokers)
    return tuple(cards.count(rank) for rank in range(RANKS + 2))


def ours(counts: Counts, settings: dict[str, str], over: Counts | None = None) -> list[tuple[Counts, Shape]]:
    rules = load_rules(settings)
    lying = highest(over, rules)[0] if over else None
    return sorted((move.cards, plain(move.reading)) for move in moves(counts, rules, lying))


def theirs(counts: Counts, settings: dict[str, str], over: Counts | None = None) -> list[tuple[Counts, Shape]]:
    chosen = DEFAULTS | settings
    if over is None:
        return sorted((part, one) for part in parts(counts) for one in may_count(part, chosen))
    lying = may_count(over, chosen)[0]
    answered = ((part, answer(part, lying, chosen)) for part in parts(counts))
    return sorted((part, one) for part, one in answered if one)


@pytest.mark.parametrize("settings", [{}, {"D1": "listed"}, {"D2": "never"}, {"D7": "highest"}], ids=str)
def test_leads_of_small_hands(settings: dict[str, str]) -> None:
    chance = Random(4)
    for _ in range(25 if settings else 60):
        counts = hand(chance, chance.randrange(5, 11), chance.choice([3, 4, RANKS]))
        assert ours(counts, settings) == theirs(counts, settings), counts


@pytest.mark.parametrize("settings", [{}, {"D3": "yes", "D4": "average"}], ids=str)
def test_leads_of_hands_with_chain_bombs(settings: dict[str, str]) -> None:
    counts = (0, 0, 0, 3, 4, 4, 3, 1, 1)
    found = ours(counts, settings)
    assert found == theirs(counts, settings)
    assert any(one.kind == "chain-bomb" for _, one in found)


@pytest.mark.parametrize("settings", [{}, {"D6": "yes"}, {"D7": "highest"}], ids=str)
def test_answers_of_small_hands(settings: dict[str, str]) -> None:
    chance, answered = Random(5), 0
    for _ in range(60):
        counts = hand(chance, 10, chance.choice([4, RANKS]))
        _, over = chance.choice([(one, part) for part, one in theirs(hand(chance, 7, 4), settings)])
        found = ours(counts, settings, over)
        assert found == theirs(counts, settings, over), (counts, over)
        answered += bool(found)
    assert answered > 30


def test_no_two_moves_are_the_same() -> None:
    found = moves(hand(Random(6), 25), RULES)
    assert max(Counter((move.cards, move.reading.kind) for move in found).values()) == 1
    texts = [move.text(RULES) for move in found]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    "counts",
    [
        (3, 3, 3, 3, 3, 3, 3, 2, 2),
        (5, 5, 5, 6, 0, 0, 0, 2, 2),
        (7, 7, 7, 0, 0, 0, 0, 2, 2),
        (4, 4, 4, 4, 4, 1, 0, 2, 2),
    ],
)
def test_a_whole_hand_with_four_jokers_is_fast(counts: Counts) -> None:
    highest.cache_clear()
    began = perf_counter()
    found = moves(counts, RULES)
    assert perf_counter() - began < 1
    assert len(found) > 1000


def test_every_move_is_held_and_the_whole_hand_may_be_one() -> None:
    for seed in range(5):
        counts = hand(Random(seed), 25)
        assert all(all(a <= b for a, b in zip(move.cards, counts, strict=True)) for move in moves(counts, RULES))
    bomb = count([], RULES)[:3] + (8,) + (0,) * 3 + (2, 2)
    assert moves(bomb, RULES)[-1].reading.kind == "four-jokers"
    assert [move.reading.stars for move in moves(bomb, RULES) if move.cards == bomb] == [12]
