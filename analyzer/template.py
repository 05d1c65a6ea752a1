"""Row templates: ``123a 234b 345c`` read by ``grammar/template.lark`` and expanded to concrete groups.

A *combination* is a sorted tuple of group numbers (:mod:`analyzer.tiles`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer import tiles
from analyzer.data import read_data

if TYPE_CHECKING:
    from lark import Lark

Combination = tuple[int, ...]

HONOUR_CLASSES = {"字": tuple(range(tiles.FIRST_HONOUR, tiles.KINDS)), "元": tiles.DRAGONS, "風": tiles.WINDS}


class Numbered(NamedTuple):
    """A chow, pung or pair of numbers in a suit named by letter; relative to the lowest number unless absolute."""

    numbers: tuple[int, ...]
    letter: str
    absolute: bool


class Honours(NamedTuple):
    """A pung or pair of a class of honours."""

    honours: str
    size: int


Pattern = tuple[Numbered | Honours, ...]


class TemplateError(ValueError):
    """A template that cannot be read or can never fit."""


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark

    return Lark(read_data("grammar", "template.lark"), parser="lalr", start="template", maybe_placeholders=True)


@lru_cache(maxsize=1024)
def read(text: str) -> tuple[tuple[Pattern, ...], ...]:
    """The alternatives of a template, each a tuple of patterns joined by ``+``; TemplateError if it is none."""
    from lark.exceptions import UnexpectedInput

    try:
        tree: Any = _parser().parse(text)
    except UnexpectedInput as error:
        column = getattr(error, "column", 1)
        raise TemplateError(f"column {column}: {text!r} is no template such as '123a 234b' or '元元元 元元'") from None
    return tuple(
        tuple(tuple(_term(term) for term in pattern.children) for pattern in alternative.children)
        for alternative in tree.children
    )


def _term(tree: Any) -> Numbered | Honours:
    if tree.data == "honours":
        text = str(tree.children[0])
        return Honours(text[0], len(text))
    absolute, numbers, letter = tree.children
    return Numbered(tuple(int(digit) for digit in str(numbers)), str(letter), absolute is not None)


def _group(numbers: tuple[int, ...], suit: int) -> int:
    """The group of these numbers in a suit; -1 beyond 9."""
    first = suit * 9 + numbers[0] - 1
    if numbers[-1] > 9:
        return -1
    if len(set(numbers)) == 1:
        return tiles.eyes(first) if len(numbers) == 2 else tiles.pung(first)
    if numbers == tuple(range(numbers[0], numbers[0] + 3)):
        return tiles.chow(first)
    raise TemplateError(f"{''.join(map(str, numbers))} is neither a chow, a pung nor a pair")


def _expand_pattern(pattern: Pattern) -> set[Combination]:
    """Every combination that fits one pattern: each suit assignment, each lowest number, each choice of honours."""
    letters = sorted({term.letter for term in pattern if isinstance(term, Numbered)})
    relative = any(isinstance(term, Numbered) and not term.absolute for term in pattern)
    found: set[Combination] = set()
    for suits in permutations(range(3), len(letters)):
        suit = dict(zip(letters, suits, strict=True))
        for shift in range(9) if relative else (0,):
            partial: set[Combination] = {()}
            for term in pattern:
                choices = _choices(term, suit, shift)
                partial = {
                    grown
                    for combination, group in product(partial, choices)
                    if group >= 0 and _possible(grown := tuple(sorted((*combination, group))))
                }
            found |= partial
    return found


def _choices(term: Numbered | Honours, suit: dict[str, int], shift: int) -> tuple[int, ...]:
    if isinstance(term, Honours):
        make = tiles.eyes if term.size == 2 else tiles.pung
        return tuple(make(kind) for kind in HONOUR_CLASSES[term.honours])
    numbers = term.numbers if term.absolute else tuple(number + shift for number in term.numbers)
    return (_group(numbers, suit[term.letter]),)


def _possible(groups: Iterable[int]) -> bool:
    """No honour or pung twice, no kind five times."""
    counts: dict[int, int] = {}
    for group in groups:
        for kind in tiles.GROUP_TILES[group]:
            counts[kind] = counts.get(kind, 0) + 1
    return max(counts.values()) <= 4 and all(count <= 3 for kind, count in counts.items() if kind >= tiles.FIRST_HONOUR)


def numbers_of(groups: Iterable[int]) -> tuple[int, ...]:
    """The number combination: the lowest number of each group, sorted; honours have none and give 0."""
    return tuple(sorted(tiles.number_of(tiles.GROUP_TILES[group][0]) for group in groups))


@lru_cache(maxsize=1024)
def expand_pattern(pattern: Pattern) -> frozenset[Combination]:
    """Every combination of groups that fits one pattern; TemplateError if there is none."""
    found = _expand_pattern(pattern)
    if not found:
        raise TemplateError("it fits no groups at all")
    return frozenset(found)
