"""What 16 held tiles wait for: each winning tile, how many are left of it, and what it pays either way.

The winning tile of a complete hand is set aside first. A kind of which the player holds all four is no wait; one whose
last copies lie elsewhere (見) is a wait that nobody can win on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from analyzer import legality, tiles
from analyzer.errors import HandError, ImpossibleHand
from analyzer.evaluate import Verdict, evaluate
from analyzer.hand import VALUES, Hand
from analyzer.messages import Lang, message
from analyzer.notation import Honours, parse, parse_held
from analyzer.readings import waits as waiting_kinds
from analyzer.rules import Rules, rules_for
from analyzer.table import Table, load_table


@dataclass(frozen=True, slots=True)
class ShortRow:
    """A paid row in short: how many times it is paid, and for how much in all (翻)."""

    name: str
    english: str
    times: int
    price: int

    def text(self, lang: Lang = "en") -> str:
        """``清龍×2 40``."""
        times = f"×{self.times}" if self.times > 1 else ""
        return f"{self.name if lang == 'zh' else self.english}{times} {self.price}"


@dataclass(frozen=True, slots=True)
class Win:
    """What a winning tile pays one way, 底 included; ``without`` are the words of the line that cannot go with it."""

    total: int
    rows: tuple[ShortRow, ...]
    without: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """As JSON holds it."""
        rows = [{"row": row.name, "english": row.english, "times": row.times, "price": row.price} for row in self.rows]
        return {"total": self.total, "rows": rows, "without": list(self.without)}


@dataclass(frozen=True, slots=True)
class WinningTile:
    """A tile that completes the hand, the copies of it that may still come, and what it pays by discard and drawn.

    Where no win is possible both are None, and ``obstacle`` is the code of the reason.
    """

    tile: str
    left: int
    by_discard: Win | None
    self_drawn: Win | None
    obstacle: str = ""

    @property
    def best(self) -> int:
        """The dearer of the two totals; 0 where no win is possible."""
        return max((win.total for win in (self.by_discard, self.self_drawn) if win), default=0)

    def why_not(self, lang: Lang = "en") -> str:
        """Why no win is possible; "" where it is."""
        return message(f"waits.{self.obstacle}", lang, tile=self.tile) if self.obstacle else ""

    def as_dict(self, lang: Lang = "en") -> dict[str, Any]:
        """As JSON holds it."""
        return {
            "tile": self.tile,
            "left": self.left,
            "by_discard": self.by_discard and self.by_discard.as_dict(),
            "self_drawn": self.self_drawn and self.self_drawn.as_dict(),
            "why_not": self.why_not(lang) or None,
        }


def waits(
    hand: Hand | str, *, table: Table | None = None, rulings: Mapping[str, str] | None = None
) -> tuple[WinningTile, ...]:
    """Every tile that completes the 16 held tiles, the dearest first; () where the hand is not ready.

    A text is parsed first. Each way of winning is counted under those words of the line that can go with it.
    Raises HandError for a hand that cannot be, RulingError for a ruling or a setting that does not exist.
    """
    held = read_held(hand) if isinstance(hand, str) else held_of(hand)
    rules = rules_for(table or load_table(), rulings)
    found = [_winning_tile(held, kind, rules) for kind in waiting_kinds(held)]
    return tuple(sorted(found, key=lambda tile: (-tile.best, -tile.left)))


def read_held(text: str, *, z: Honours = "tenhou") -> Hand:
    """The 16 held tiles of a line that waits, or of one that is complete."""
    try:
        return parse_held(text, z=z)
    except HandError as error:
        if not _looks_complete(error):
            raise
    return held_of(parse(text, z=z))


def _looks_complete(error: HandError) -> bool:
    """Whether what keeps a line from being a hand that waits is its winning tile."""
    return any(
        problem.code == "win-unwanted" or (problem.code == "too-many" and problem.words["off"] == 1)
        for problem in error.problems
    )


def held_of(hand: Hand) -> Hand:
    """A hand without its winning tile; ImpossibleHand for what no table could show."""
    problems = legality.problems(hand, size=legality.HELD if hand.win is None else legality.COMPLETE)
    if problems:
        raise ImpossibleHand(problems, str(hand))
    return replace(hand, concealed=hand.held, win=None, win_assumed=False)


def copies_left(hand: Hand, kind: int) -> int:
    """How many copies of a kind are neither among one's own tiles nor seen."""
    return legality.COPIES - hand.counts[kind] - hand.seen.count(kind)


# ---------------------------------------------------------------- one winning tile


def _winning_tile(held: Hand, kind: int, rules: Rules) -> WinningTile:
    name, left = tiles.NAMES[kind], copies_left(held, kind)
    if not left:
        return WinningTile(name, left, None, None, "exhausted")
    return WinningTile(name, left, _win(held, kind, False, rules), _win(held, kind, True, rules))


def _win(held: Hand, kind: int, drawn: bool, rules: Rules) -> Win | None:
    counts = bytearray(held.concealed)
    counts[kind] += 1
    complete = replace(held, concealed=bytes(counts), win=kind, self_drawn=drawn)
    without = tuple(dict.fromkeys(_unfit_words(complete)))
    verdict = evaluate(_without(complete, without), rules)
    return None if verdict is None else Win(verdict.total, tuple(short_rows(verdict)), without)


def _unfit_words(complete: Hand) -> Iterator[str]:
    """The words of the line that cannot go with this tile, or with this way of winning."""
    if complete.words or complete.replacements:
        for problem in legality.problems(complete):
            yield str(problem.words["word"])


def _without(hand: Hand, words: tuple[str, ...]) -> Hand:
    if not words:
        return hand
    unsaid = {field: getattr(Hand, field) for field, word in VALUES.items() if word in words}
    return replace(hand, words=hand.words.difference(words), **unsaid)


def short_rows(verdict: Verdict) -> Iterator[ShortRow]:
    """The paid rows in the order of the table, each once."""
    times: dict[int, int] = {}
    prices: dict[int, int] = {}
    for counted in verdict.best:
        for instance in counted.paid:
            times[instance.row] = times.get(instance.row, 0) + 1
            prices[instance.row] = prices.get(instance.row, 0) + instance.price
    for row in sorted(times):
        told = verdict.hand.rules.rows[row]
        yield ShortRow(told.name, told.english, times[row], prices[row])
