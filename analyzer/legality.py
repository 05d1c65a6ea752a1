"""What no table could ever show: a fifth copy, 18 tiles, circumstances that contradict each other.

The gate after ``notation``: the line reads, now the hand must be possible. Whether it wins is asked later.
The contradictions are three tables: ``CLASHES`` (two words that exclude each other), ``NEEDS`` (a word and what
must hold with it) and ``RANGES`` (values). A new one is one entry there, and its sentences in ``messages``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

from analyzer import tiles
from analyzer.errors import Problem
from analyzer.hand import READY, VALUES, WORDS, Claim, Hand

COMPLETE = 17  # tiles of a hand without kongs, the winning tile among them
HELD = COMPLETE - 1
MOST_MELDS = 5
COPIES = 4

OPENING = ("天胡", "地胡", "人胡")  # won within the first go-around
ENDING = ("海底", "河底")
# With the wall empty some forty tiles were discarded at least, of which twenty at most were claimed.
FEWEST_AT_THE_END = 11
REPLACEMENT = ("槓上", "大明槓上", "花上")


# ---------------------------------------------------------------- what a circumstance may ask of a hand


def _unclaimed(hand: Hand) -> bool:
    return all(meld.claim is Claim.CONCEALED_KONG for meld in hand.melds)


def _has_direct_kong(hand: Hand) -> bool:
    return any(meld.claim is Claim.DIRECT_KONG for meld in hand.melds)


def _own_kongs(hand: Hand) -> int:
    """Kongs made on one's own turn."""
    return sum(meld.is_kong and meld.claim is not Claim.DIRECT_KONG for meld in hand.melds)


def _replacements_in_a_row(hand: Hand) -> int:
    """The most that can follow each other: one 大明槓 begins a row at best, as each needs a discard of its own."""
    return _own_kongs(hand) + hand.flower_count + min(1, hand.kongs - _own_kongs(hand))


def _of_winning_kind(hand: Hand, *places: tuple[int, ...] | bytes) -> int:
    """How many tiles of the winning kind lie in ``places``."""
    return sum(place.count(hand.win) for place in places if hand.win is not None)


def _robbed_alone(hand: Hand) -> bool:
    """Whoever robs a kong holds the winning tile alone: the other three are the pung that was to become the kong."""
    return hand.win is None or hand.counts[hand.win] <= 1


def _no_copy_hidden(hand: Hand) -> bool:
    return hand.win is None or hand.concealed[hand.win] <= 1


def _three_visible(hand: Hand) -> bool:
    exposed = [meld.kinds for meld in hand.melds if meld.claim is not Claim.CONCEALED_KONG]
    return not hand.seen or hand.win is None or _of_winning_kind(hand, hand.seen, *exposed) == COPIES - 1


def _none_left(hand: Hand) -> bool:
    return not hand.seen or hand.win is None or hand.counts[hand.win] + hand.seen.count(hand.win) == COPIES


# ---------------------------------------------------------------- the tables

# Two words that cannot both be true, by the reason.
CLASHES: dict[str, tuple[tuple[str, str], ...]] = {
    "two-endings": (ENDING,),
    "two-replacements": tuple(combinations(REPLACEMENT, 2)),
    "two-ready": tuple(combinations(READY, 2)),
    "two-openings": tuple(combinations(OPENING, 2)),
    # 地胡 and 人胡 may come after 天叮; whoever has 天胡 has declared nothing
    "opening-ready": tuple(product(("天胡",), READY)),
    "opening-late": tuple(product(OPENING, (*ENDING, "搶槓"))),
    "two-counts": (("雙響", "三響"),),
    "robbed-discard": (("搶槓", "河底"), ("搶槓", "叮銃")),
}

# A reason, the words it is about, and what must hold where one of them is said.
NEEDS: tuple[tuple[str, tuple[str, ...], Callable[[Hand], bool]], ...] = (
    # how a hand that still waits will win is open
    ("needs-self-draw", ("天胡", "海底", "槓上", "花上", "尾牌"), lambda hand: hand.self_drawn or hand.win is None),
    ("needs-self-draw", ("大明槓上",), lambda hand: hand.self_drawn),
    ("needs-discard", ("河底", "搶槓", "叮銃", "雙響", "三響"), lambda hand: not hand.self_drawn),
    ("needs-ready", ("叮即",), lambda hand: not hand.words.isdisjoint(READY)),
    ("needs-no-claim", (*OPENING, "天叮"), _unclaimed),
    ("needs-kong", ("槓上",), lambda hand: hand.kongs > 0),
    ("needs-own-kong", ("槓上",), lambda hand: not hand.kongs or _own_kongs(hand) > 0),
    ("needs-direct-kong", ("大明槓上",), _has_direct_kong),
    ("needs-flower", ("花上",), lambda hand: hand.flower_count > 0),
    ("needs-replacements", ("尾牌",), lambda hand: hand.replacements <= _replacements_in_a_row(hand)),
    ("needs-river", ENDING, lambda hand: hand.discards is None or hand.discards >= FEWEST_AT_THE_END),
    ("nothing-visible", ("天胡",), lambda hand: not hand.seen and "四絕" not in hand.words),
    ("dealer-only", ("天胡", "莊"), lambda hand: hand.seat in (None, 0)),
    ("never-dealer", ("地胡", "人胡"), lambda hand: not hand.is_dealer),
    ("robbed-copy", ("搶槓",), _robbed_alone),
    ("hidden-copy", ("四絕",), _no_copy_hidden),
    ("three-visible", ("四絕",), _three_visible),
    ("copy-left", ("真絕",), _none_left),
)

# The values a word may have.
RANGES = {
    "尾牌": range(2, 13),
    "反雪": range(2, 4),
    "棄": range(145),  # there are 144 tiles
    "門風": range(4),
    "圈風": range(4),
    "連": range(100),
}

# How many tiles can lie in the rivers: none yet; one of each other player; and, as usage differs, one of each.
MOST_DISCARDS = {"天胡": 0, "地胡": 3, "人胡": 4}


# ---------------------------------------------------------------- the gate


def problems(hand: Hand, *, size: int | None = COMPLETE) -> list[Problem]:
    """Everything that makes ``hand`` impossible; an empty list for a possible one.

    ``size`` is the number of tiles without kongs: 17 with the winning tile, 16 held, None not to count them.
    """
    return [
        *_copies(hand),
        *_size(hand, size),
        *_winning_tile(hand, size),
        *_flowers(hand),
        *_values(hand),
        *_circumstances(hand),
    ]


def fragment_problems(hand: Hand) -> list[Problem]:
    """What keeps the tiles of ``hand`` from being a bare list of melds."""
    undeclared = sum(hand.concealed)
    melds = len(hand.melds) + undeclared // 3
    if undeclared % 3:
        return [Problem("fragment-tiles", {"have": undeclared})]
    if not 1 <= melds <= MOST_MELDS:
        return [Problem("fragment-melds", {"have": melds, "most": MOST_MELDS})]
    return []


def bad_value(word: str, value: int) -> Problem | None:
    """What is wrong with ``word=value``, if anything is."""
    allowed = RANGES[word]
    if value in allowed:
        return None
    return Problem("value", {"word": word, "value": value, "least": allowed[0], "most": allowed[-1]})


def label(kind: int) -> str:
    """A tile as messages name it: ``1m``, ``5z 白``."""
    name = tiles.NAMES[kind]
    return name if kind < tiles.FIRST_HONOUR else f"{name} {tiles.NAMES_ZH[kind]}"


def _copies(hand: Hand) -> Iterator[Problem]:
    for kind, held in enumerate(hand.counts):
        seen = hand.seen.count(kind)
        if held + seen <= COPIES:
            continue
        words = {"kind": kind, "tile": label(kind), "where": _where(hand, kind), "held": held, "seen": seen}
        if held > COPIES:
            yield Problem("fifth-copy", {**words, "extra": held - COPIES})
        else:
            yield Problem("seen-copies", {**words, "most": COPIES - held, "word": VALUES["seen"]})


def _where(hand: Hand, kind: int) -> str:
    """The melds that hold the tile, then its undeclared copies: ``(111m) 11m``."""
    places = [str(meld) for meld in hand.melds if kind in meld.kinds]
    if hand.concealed[kind]:
        places.append(tiles.write([kind] * hand.concealed[kind]))
    return " ".join(places)


def _size(hand: Hand, size: int | None) -> Iterator[Problem]:
    if len(hand.melds) > MOST_MELDS:
        yield Problem("melds", {"have": len(hand.melds), "most": MOST_MELDS})
    if size is None:
        return
    have, need = sum(hand.counts), size + hand.kongs
    if have != need:
        words = {"have": have, "need": need, "size": size, "kongs": hand.kongs, "off": abs(have - need)}
        yield Problem("too-few" if have < need else "too-many", words)


def _winning_tile(hand: Hand, size: int | None) -> Iterator[Problem]:
    if hand.win is not None and not hand.concealed[hand.win]:
        yield Problem("win-not-held", {"win": hand.win, "tile": label(hand.win)})
    if hand.win is None and size == COMPLETE and sum(hand.counts) == size + hand.kongs:
        yield Problem("no-win")


def _flowers(hand: Hand) -> Iterator[Problem]:
    words = {"word": "花", "count": hand.flower_count, "named": len(hand.flowers)}
    if not 0 <= hand.flower_count <= len(tiles.FLOWERS_ZH):
        yield Problem("flower-count", words)
    elif hand.flowers and len(hand.flowers) != hand.flower_count:
        yield Problem("flower-names", words)


def _values(hand: Hand) -> Iterator[Problem]:
    for attribute, word in VALUES.items():
        value = getattr(hand, attribute)
        if word in RANGES and value != getattr(Hand, attribute) and (problem := bad_value(word, value)):
            yield problem
    for word, most in MOST_DISCARDS.items():
        if word in hand.words and hand.discards is not None and hand.discards > most:
            yield Problem("opening-discards", {"word": word, "other": "棄", "value": hand.discards, "most": most})
    for word in sorted(hand.words.difference(WORDS)):
        yield Problem("no-such-word", {"word": word})


def _circumstances(hand: Hand) -> Iterator[Problem]:
    """The clashes, then what is missing; a word that clashes is not asked for more."""
    said = _said(hand)
    clashing: set[str] = set()
    for code, pairs in CLASHES.items():
        for word, other in pairs:
            if word in said and other in said:
                clashing |= {word, other}
                yield Problem(code, {"word": word, "other": other})
    for code, words, holds in NEEDS:
        for word in words:
            if word in said - clashing and not holds(hand):
                yield Problem(code, {"word": word, **_facts(hand)})


def _said(hand: Hand) -> set[str]:
    valued = {word for attribute, word in VALUES.items() if getattr(hand, attribute) != getattr(Hand, attribute)}
    return valued | hand.words


def _facts(hand: Hand) -> dict[str, object]:
    """What the sentences of ``NEEDS`` quote."""
    return {
        "tile": "" if hand.win is None else label(hand.win),
        "replacements": hand.replacements,
        "had": hand.kongs + hand.flower_count,
    }
