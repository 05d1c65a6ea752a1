"""Readings of plays with jokers against the substitution of every rank for every joker; the star table; 12 星."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from analyzer.data import read_data
from analyzer.duel.notation import parse_play
from analyzer.duel.readings import Reading, counted, highest, readings, write_reading
from analyzer.duel.rules import load_rules
from tests.duel_reference import BIG, DEFAULTS, RANKS, Counts, Shape, may_count, multisets, shape, shapes

RULES = load_rules()
JOKERS = tuple(product(range(3), repeat=2))
NOT_DEFAULT = [{"D1": "listed"}, {"D2": "never"}, {"D3": "yes"}, {"D4": "average"}, {"D5": "equal"}, {"D7": "highest"}]


def plain(reading: Reading) -> Shape:
    place = {"three-jokers": -1, "four-jokers": 1}.get(reading.kind, 0)
    top = BIG if place else reading.top
    return Shape(reading.kind, reading.shown, top, reading.stars, place)


def check(counts: Counts, expected: set[Shape], counting: list[Shape], settings: dict[str, str] | None = None) -> None:
    rules = load_rules(settings)
    found = readings(counts, rules)
    assert len(found) == len(set(found)), counts
    assert {plain(one) for one in found} == expected, counts
    assert [plain(one) for one in highest(counts, rules)] == counting, counts
    assert not found or found[0] == highest(counts, rules)[0], counts


def test_every_play_of_up_to_ten_cards() -> None:
    """Which of 小王 and 大王 is there makes no difference beside other cards: each split has to give the same."""
    for size in range(1, 11):
        for own in multisets(size):
            for jokers in range(min(4, 10 - size) + 1):
                first, *others = [split for split in JOKERS if sum(split) == jokers]
                expected, counting = shapes(own + first), may_count(own + first)
                check(own + first, expected, counting)
                for split in others:
                    assert highest(own + split, RULES) == highest(own + first, RULES)


@pytest.mark.parametrize("settings", [{}, *NOT_DEFAULT], ids=str)
def test_jokers_only(settings: dict[str, str]) -> None:
    for split in JOKERS[1:]:
        counts = (0,) * RANKS + split
        check(counts, shapes(counts, DEFAULTS | settings), may_count(counts, DEFAULTS | settings), settings)


def big_plays(chance: Random, number: int) -> Iterator[Counts]:
    """Plays of 11 to 25 cards: chains, some with a card too many, from which jokers took up to four cards."""
    made = 0
    while made < number:
        first, each = chance.randrange(5), chance.choice([1, 2, 2, 3, 3, 4, 4, 5, 6, 7])
        last = chance.randrange(first, RANKS)
        cards = [rank for rank in range(first, last + 1) for _ in range(each)]
        cards += chance.choices(range(first, last + 1), k=chance.choice([0, 0, 1, 2, 4]))
        chance.shuffle(cards)
        jokers = chance.randrange(5)
        own = tuple(cards[jokers:].count(rank) for rank in range(RANKS))
        if 11 <= len(cards) <= 25 and max(own) <= 8 and any(own):
            made += 1
            yield (*own, jokers // 2, jokers - jokers // 2)


@pytest.mark.parametrize("settings", [{}, *NOT_DEFAULT], ids=str)
def test_plays_of_more_than_ten_cards(settings: dict[str, str]) -> None:
    kinds = set()
    for counts in big_plays(Random(1), 400):
        counting = may_count(counts, DEFAULTS | settings)
        kinds |= {one.kind for one in counting}
        check(counts, shapes(counts, DEFAULTS | settings), counting, settings)
    assert {"pairs", "triples", "chain-bomb"} <= kinds


@pytest.mark.parametrize("settings", NOT_DEFAULT, ids=str)
def test_small_plays_under_other_rulings(settings: dict[str, str]) -> None:
    for size in range(1, 5):
        for own in multisets(size):
            for split in ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2)):
                counting = may_count(own + split, DEFAULTS | settings)
                check(own + split, shapes(own + split, DEFAULTS | settings), counting, settings)


def test_twenty_plays_read_as_two_kinds_neither_of_which_is_higher() -> None:
    double = [
        own + split
        for size in range(2, 9)
        for own in multisets(size, copies=3)
        for first in ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2))
        if len(highest(own + first, RULES)) > 1
        for split in JOKERS
        if sum(split) == sum(first)
    ]
    assert len(double) == 20
    assert all(len(highest(counts, RULES)) == 2 for counts in double)
    one_kind = load_rules({"D7": "highest"})
    assert all(highest(counts, one_kind) == highest(counts, RULES)[:1] for counts in double)


# ---------------------------------------------------------------- stars

STAR_TABLE = {
    (4, 3): 7, (4, 4): 8, (4, 5): 9, (4, 6): 10,
    (5, 3): 8, (5, 4): 9, (5, 5): 10,
    (6, 3): 9, (6, 4): 10,
    (7, 3): 10,
    (8, 3): 11,
}  # fmt: skip


def test_the_star_table_is_every_equal_chain_that_fits_in_a_hand() -> None:
    found = {}
    for each, ranks in product(range(1, 9), range(2, RANKS)):
        counts = (each,) * ranks + (0,) * (RANKS + 2 - ranks)
        best = highest(counts, RULES) if each * ranks <= RULES.hand else ()
        if best and best[0].kind == "chain-bomb":
            found[each, ranks] = best[0].stars
    assert found == STAR_TABLE


def chains(ranks: int, cards: int) -> Iterator[tuple[int, ...]]:
    """Every way to have four cards or more of each of so many ranks, with so many cards in all at most."""
    if not ranks:
        yield ()
        return
    for here in range(4, cards - 4 * (ranks - 1) + 1):
        for rest in chains(ranks - 1, cards - here):
            yield (here, *rest)


@pytest.mark.parametrize("d3", ["no", "yes"])
@pytest.mark.parametrize("d4", ["shortest", "average"])
def test_only_eight_of_a_rank_with_four_jokers_has_twelve_stars(d3: str, d4: str) -> None:
    """Every bomb shows some of these cards, and its stars depend on what it shows only."""
    rules = load_rules({"D3": d3, "D4": d4})
    shown = [(0,) * rank + (each,) + (0,) * (6 - rank) for rank in range(RANKS) for each in range(4, 13)]
    for ranks in range(3, RANKS + 1):
        for first in range(RANKS - ranks + 1):
            shown += [(0,) * first + one + (0,) * (RANKS - first - ranks) for one in chains(ranks, RULES.hand)]
    twelve = set()
    for one in shown:
        own = tuple(min(number, 8) for number in one)
        jokers = sum(one) - sum(own)
        if jokers > 4:
            continue
        expected, best = shape(one, d3, d4), highest((*own, jokers // 2, jokers - jokers // 2), rules)
        assert max((reading.stars for reading in best), default=0) >= (expected.stars if expected else 0), one
        assert all(reading.stars <= 12 for reading in best), one
        twelve |= {(own, jokers) for reading in best if reading.stars == 12}
    assert twelve == {((0,) * rank + (8,) + (0,) * (6 - rank), 4) for rank in range(RANKS)}


# ---------------------------------------------------------------- statements


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9TJQR=K", "straight 9TJQR=K"),
        ("R=K 9TJQ", "straight 9TJQR=K"),
        ("9TJB=AR=QR=K", "straight 9TJB=QR=KR=A"),
        ("9TJB=9RR", "pairs 9TJB=9R=TR=J"),
        ("9TJBRR:順子", "straight 9TJB=QR=KR=A"),
        ("9TJBRR:连对", "pairs 9TJB=9R=TR=J"),
        ("9TJBRR:pair-chain", "pairs 9TJB=9R=TR=J"),
        ("KR:pair", "pair KR=K"),
        ("9999TTTTJJJJR=9", "chain-bomb 9999TTTTJJJJR=9"),  # worth as much as J, and said
        ("9999TTTTJJJJR", "chain-bomb 9999TTTTJJJJR=J"),
    ],
)
def test_what_is_stated_counts(text: str, expected: str) -> None:
    play = parse_play(text, RULES)
    reading = counted(play, RULES)
    assert f"{reading.kind} {write_reading(play, reading, RULES)}" == expected


def test_every_number_has_a_source() -> None:
    data = tomllib.loads(read_data("fan_table", "duel.toml"))
    for name, value in data.items():
        for one in value if isinstance(value, list) else [value]:
            assert one.get("source") or one.get("reason"), (name, one)
