"""Reads cards and plays of 疯狂对杀 (``grammar/play.lark``) and writes them in the one canonical way.

A card is a place in the order of ranks (``9`` … ``2``, then 小王 ``B`` and 大王 ``R``) and maybe a suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.data import read_data
from analyzer.duel.rules import Counts, Rules
from analyzer.errors import Problem, Refusal

if TYPE_CHECKING:
    from lark import Lark
    from lark.exceptions import UnexpectedInput

Span = tuple[int, int]

LONGEST_LINE = 500
LONGEST_QUOTE = 30
FULL_WIDTH = {ord("\u3000"): " ", **{0xFF00 + code: chr(0x20 + code) for code in range(1, 95)}}
SUIT_SIGNS = dict(zip("♤♡♧♢", "♠♥♣♦", strict=True))
BLANKS = " \t\r\n,、，\ufe0e\ufe0f\u200b\ufeff"  # what parts nothing, as in the grammar
JOKER_SIGNS = {"小王": "B", "大王": "R"}


class PlayError(Refusal):
    """Text that is no play, or no cards of this deck; ``kind`` names the gate: notation, cards, play or illegal."""

    def __init__(self, kind: str, problems: Iterable[Problem], line: str = "") -> None:
        self.kind = kind
        super().__init__(tuple(problems), line)


class Card(NamedTuple):
    """A card: its place in the order of ranks, and its suit where it is said."""

    rank: int
    suit: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """Cards put down together, and what is said about them."""

    cards: tuple[Card, ...]
    stands: tuple[tuple[int, int], ...] = ()  # (joker, the rank it is said to stand for)
    kind: str = ""
    text: str = ""
    spans: tuple[Span, ...] = ()  # of each card in the text

    def counts(self, rules: Rules) -> Counts:
        """How many of each rank."""
        return count(self.cards, rules)


def count(cards: Iterable[Card], rules: Rules) -> Counts:
    """How many of each rank these cards are."""
    counts = [0] * len(rules.signs)
    for card in cards:
        counts[card.rank] += 1
    return tuple(counts)


# ---------------------------------------------------------------- writing


def write_counts(counts: Counts, rules: Rules) -> str:
    """Cards without suits, low to high: ``9TTBR``."""
    return "".join(sign * number for sign, number in zip(rules.signs, counts, strict=True))


def write_cards(cards: Iterable[Card], rules: Rules) -> str:
    """Cards with their suits, low to high: ``♠9 ♥9 T B``."""
    return " ".join(card.suit + rules.signs[card.rank] for card in sorted(cards, key=lambda card: _order(card, rules)))


def _order(card: Card, rules: Rules) -> tuple[int, int]:
    return card.rank, rules.suits.find(card.suit)


def printable(text: str) -> str:
    """A piece of input as it can be quoted: not too long, and nothing in it that a terminal would obey."""
    shown = "".join(character if character.isprintable() else "�" for character in text)
    return shown if len(shown) <= LONGEST_QUOTE else shown[:LONGEST_QUOTE] + "…"


# ---------------------------------------------------------------- reading


def parse_play(text: str, rules: Rules) -> Play:
    """One play, for example ``9TJQR=K`` or ``9TJBRR:straight``; PlayError says what cannot be read."""
    play = _read(text, rules, "play")
    return _possible(play, rules, most=rules.hand)


def parse_cards(text: str, rules: Rules, *, most: int | None = None) -> Play:
    """Cards that are held, ``most`` at the most (as many as a hand has); nothing may be said about them."""
    play = _read(text, rules, "hand")
    return _possible(play, rules, most=rules.hand if most is None else most)


def _read(text: str, rules: Rules, start: str) -> Play:
    if len(text) > LONGEST_LINE:
        raise PlayError("notation", [Problem("duel.too-long", {"length": len(text), "most": LONGEST_LINE})])
    if not text.strip(BLANKS):
        raise PlayError("notation", [Problem("duel.empty")])
    from lark.exceptions import UnexpectedInput

    readable = text.translate(FULL_WIDTH)
    try:
        tree = _parser().parse(readable, start=start)
    except UnexpectedInput as error:
        raise PlayError("notation", [_fault(readable, error, start)], text) from None
    return replace(_play(tree.children, rules, text), text=text)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark

    return Lark(read_data("grammar", "play.lark"), parser="lalr", start=["play", "hand"], maybe_placeholders=True)


def _fault(text: str, error: UnexpectedInput, start: str) -> Problem:
    """The place where reading stopped, and what is wrong there."""
    token: Any = getattr(error, "token", None)
    ended = token is not None and token.type == "$END"
    place = len(text) if ended else error.pos_in_stream or 0
    sign = "" if ended else text[place : place + 2] if text[place : place + 2] in JOKER_SIGNS else text[place]
    before = text[:place].rstrip(BLANKS)[-1:]
    code = _fault_code(sign, before, start, text[:place])
    words = {"text": printable(sign), "column": place + 1}
    return Problem(code, words, ((place, place + max(len(sign), 1)),))


def _fault_code(sign: str, before: str, start: str, read: str) -> str:
    if before and before in "♠♥♣♦♤♡♧♢":
        return "duel.suit-alone"
    if start == "hand" and sign in ("=", ":"):
        return "duel.said-of-hand"
    if before == "=":
        return "duel.no-stand"
    if sign == "=":
        return "duel.stand-of-card"
    if before == ":" or ":" in read or sign == ":":
        return "duel.colon"
    return "duel.unknown-card"


def _play(children: Iterable[Any], rules: Rules, text: str) -> Play:
    cards, stands, spans, kind = [], [], [], ""
    for child in children:
        if child is None:
            continue
        if not hasattr(child, "children"):
            kind = _kind(child, rules, text)
            continue
        first, second = child.children
        sign = second if child.data == "plain" else first
        spans.append(((first or sign).start_pos, sign.end_pos))
        if child.data == "plain":
            cards.append(Card(_rank(sign, rules), SUIT_SIGNS.get(first, str(first)) if first else ""))
        else:
            cards.append(Card(rules.signs.index(JOKER_SIGNS.get(sign, str(sign).upper()))))
            if second is not None:
                stands.append((cards[-1].rank, _rank(second, rules)))
    return Play(tuple(cards), tuple(stands), kind, spans=tuple(spans))


def _rank(sign: str, rules: Rules) -> int:
    return rules.ranks.index("T" if sign == "10" else str(sign).upper())


def _kind(word: Any, rules: Rules, text: str) -> str:
    kind = rules.kind_named(str(word))
    if kind is None:
        known = " ".join(one.id for one in rules.kinds.values() if one.ranks)
        problem = Problem(
            "duel.unknown-kind", {"text": printable(word), "known": known}, ((word.start_pos, word.end_pos),)
        )
        raise PlayError("notation", [problem], text)
    return kind.id


def _possible(play: Play, rules: Rules, most: int) -> Play:
    problems = copies_problems(play.cards, rules, play.spans)
    if len(play.cards) > most:
        problems.append(Problem("duel.too-many", {"have": len(play.cards), "most": most}, play.spans[most:]))
    if problems:
        raise PlayError("cards", problems, play.text)
    return play


def copies_problems(cards: Iterable[Card], rules: Rules, spans: tuple[Span, ...] = ()) -> list[Problem]:
    """A problem for every card of which there are more than the deck has, at the copies that are too many."""
    seen: Counter[Card] = Counter()
    beyond: dict[tuple[Card, int], list[Span]] = {}
    for place, card in enumerate(cards):
        for face, most in _limits(card, rules):
            seen[face] += 1
            if seen[face] > most:
                beyond.setdefault((face, most), []).extend(spans[place : place + 1])
    return [
        Problem(
            "duel.copies",
            {"card": face.suit + rules.signs[face.rank], "have": seen[face], "most": most},
            tuple(places),
        )
        for (face, most), places in beyond.items()
    ]


def _limits(card: Card, rules: Rules) -> list[tuple[Card, int]]:
    limits = [(Card(card.rank), rules.copies[card.rank])]
    return [(card, rules.decks), *limits] if card.suit else limits
