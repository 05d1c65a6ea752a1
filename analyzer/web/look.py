"""What the page shows while a hand is being entered: its tiles, the copies left, what is missing, what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyzer import legality, tiles
from analyzer.errors import HandError, ImpossibleHand, NotationError
from analyzer.hand import Hand
from analyzer.messages import Lang
from analyzer.notation import Honours, parse, parse_partial


def look(line: str, rulings: Mapping[str, str], z: Honours, lang: Lang) -> dict[str, Any]:
    """All that can be said about a line, finished or not.

    ``state``: ``empty``, ``short`` (tiles are missing), ``waiting`` (16 tiles, and one more for each kong),
    ``complete`` (17: ``score``, or ``error`` where it does not win), ``refused`` (``error``; ``tiles`` is null where
    the line does not read).
    """
    try:
        hand, problems = parse_partial(line, z=z)
    except NotationError as error:
        return {**_nothing(line), "state": "refused", "error": error.as_dict(lang)}
    answer = {"line": str(hand), "tiles": tiles_of(hand), "left": left_of(hand), "need": _need(hand)}
    try:
        if problems:
            raise ImpossibleHand(problems, line)
        return answer | _worth(hand, line, rulings, z, lang)
    except HandError as error:
        won_nothing = error.kind == "not-winning"
        return {**answer, "state": "complete" if won_nothing else "refused", "error": error.as_dict(lang)}


def _nothing(line: str) -> dict[str, Any]:
    return {"line": line, "tiles": None, "left": left_of(Hand(bytes(tiles.KINDS))), "need": legality.COMPLETE}


def _need(hand: Hand) -> int:
    """How many tiles a complete hand has more."""
    return max(0, legality.COMPLETE + hand.kongs - sum(hand.counts))


def _worth(hand: Hand, line: str, rulings: Mapping[str, str], z: Honours, lang: Lang) -> dict[str, Any]:
    """The state of a hand that is possible so far, with its waits or its score."""
    need = _need(hand)
    if need == 0:
        return _complete(line, rulings, z, lang)
    if need == 1 and hand.win is None:
        return _waiting(hand, rulings, lang)
    return {"state": "short" if hand != Hand(bytes(tiles.KINDS)) else "empty"}


def _complete(line: str, rulings: Mapping[str, str], z: Honours, lang: Lang) -> dict[str, Any]:
    from analyzer.scoring import score

    hand = parse(line, z=z)
    answer = {"line": str(hand), "tiles": tiles_of(hand), "state": "complete"}
    try:
        return {**answer, "score": score(hand, rulings=rulings).as_dict(lang)}
    except HandError as error:
        return {**answer, "error": error.as_dict(lang)}


def _waiting(hand: Hand, rulings: Mapping[str, str], lang: Lang) -> dict[str, Any]:
    from analyzer.discarding import standing
    from analyzer.waiting import waits

    found = [tile.as_dict(lang) for tile in waits(hand, rulings=rulings)]
    return {"state": "waiting", "waits": found, **standing(hand).as_dict()}


def tiles_of(hand: Hand) -> dict[str, Any]:
    """A hand tile by tile. ``concealed`` is without the winning tile; flowers, words and values are as in Hand."""
    winning_held = hand.win is not None and hand.concealed[hand.win] > 0
    undeclared = hand.held if winning_held else hand.concealed
    return {
        "concealed": [tiles.NAMES[kind] for kind, count in enumerate(undeclared) for _ in range(count)],
        "melds": [
            {
                "claim": meld.claim.name.lower(),
                "word": meld.claim.value,
                "tiles": [tiles.NAMES[kind] for kind in meld.kinds],
                "text": str(meld),
            }
            for meld in hand.melds
        ],
        "win": None if hand.win is None else tiles.NAMES[hand.win],
        "win_assumed": hand.win_assumed,
        "self_drawn": hand.self_drawn,
        "flowers": sorted(hand.flowers),
        "flower_count": hand.flower_count,
        "words": sorted(hand.words),
        "replacements": hand.replacements,
        "revenge": hand.revenge,
        "discards": hand.discards,
        "seen": [tiles.NAMES[kind] for kind in hand.seen],
        "seat": None if hand.seat is None else tiles.HONOURS_ZH[hand.seat],
        "prevailing": None if hand.prevailing is None else tiles.HONOURS_ZH[hand.prevailing],
        "streak": hand.streak,
    }


def left_of(hand: Hand) -> dict[str, int]:
    """How many copies of each kind are neither in the hand nor seen."""
    return {
        name: max(0, legality.COPIES - hand.counts[kind] - hand.seen.count(kind))
        for kind, name in enumerate(tiles.NAMES)
    }
