"""What happened around a hand, as the facts that rows ask for: self-drawn, concealed, the last of its kind …."""

from __future__ import annotations

from dataclasses import replace

from analyzer.hand import Claim, Hand
from analyzer.readings import waits
from analyzer.rulings import Rulings

FACTS = (
    "自摸", "打出", "門清", "叮", "天叮", "地叮", "叮即", "叮銃", "雙響", "三響", "海底", "河底", "天胡", "地胡",
    "人胡", "四絕", "真絕", "槓上", "花上", "搶槓", "無花", "兩系花",
)  # fmt: skip
FACT_BIT = {fact: 1 << place for place, fact in enumerate(FACTS)}
_DRAWN, _BY_DISCARD, _CONCEALED, _NO_FLOWER = (FACT_BIT[fact] for fact in ("自摸", "打出", "門清", "無花"))
_AS_THEY_ARE = ("天叮", "地叮", "叮即", "叮銃", "雙響", "三響", "天胡", "地胡", "人胡", "花上", "搶槓")
_READY = frozenset({"叮", "天叮", "地叮"})
_SERIES = frozenset(range(4)), frozenset(range(4, 8))
_CLAIMS = frozenset({Claim.CHOW, Claim.PUNG, Claim.ADDED_KONG})


def is_drawn(hand: Hand, rulings: Rulings) -> bool:
    """Whether the win counts as self-drawn: the replacement for a 大明槓 counts as a discard (G8, R10)."""
    return hand.self_drawn and not ("大明槓上" in hand.words and rulings["R10"] == "discard")


def facts_of(hand: Hand, rulings: Rulings) -> int:
    """Every fact that holds, as bits of :data:`FACT_BIT`."""
    drawn = is_drawn(hand, rulings) if hand.words else hand.self_drawn
    facts = _DRAWN if drawn else _BY_DISCARD
    if not hand.melds or _is_concealed(hand, rulings):
        facts |= _CONCEALED
    if not hand.flower_count:
        facts |= _NO_FLOWER
    elif hand.flower_count > 4 or all(hand.flowers & series for series in _SERIES):
        facts |= FACT_BIT["兩系花"]
    if hand.words:
        facts |= _stated(hand, drawn)
    return facts | _last_tiles(hand, robbed_shows=rulings["R25"] == "shown")


def _is_concealed(hand: Hand, rulings: Rulings) -> bool:
    """No chow and no pung claimed; whether a 大明槓 breaks it is R17."""
    direct_breaks = rulings["R17"] == "broken"
    return not any(meld.claim in _CLAIMS or (direct_breaks and meld.claim is Claim.DIRECT_KONG) for meld in hand.melds)


def _stated(hand: Hand, drawn: bool) -> int:
    words = hand.words
    facts = sum(FACT_BIT[word] for word in _AS_THEY_ARE if word in words)
    if words & _READY:
        facts |= FACT_BIT["叮"]
    if "海底" in words or "河底" in words:
        facts |= FACT_BIT["海底"] if drawn else FACT_BIT["河底"]
    if drawn and ("槓上" in words or "大明槓上" in words):
        facts |= FACT_BIT["槓上"]
    return facts


def _last_tiles(hand: Hand, *, robbed_shows: bool) -> int:
    """四絕 and 真絕, stated or shown by the visible tiles (G18, G19); R25: the pung of a robbed kong shows three."""
    win = hand.win
    if win is not None and robbed_shows and "搶槓" in hand.words:
        hand = replace(hand, seen=(*(kind for kind in hand.seen if kind != win), win, win, win))
    facts = sum([FACT_BIT[word] for word in ("四絕", "真絕") if word in hand.words]) if hand.words else 0
    # Both need every other copy of the winning kind to be accounted for.
    if win is None or hand.counts[win] + hand.seen.count(win) < 4:
        return facts
    visible = hand.seen.count(win) + sum(
        meld.kinds.count(win) for meld in hand.melds if meld.claim is not Claim.CONCEALED_KONG
    )
    if visible == 3:
        facts |= FACT_BIT["四絕"]
    if _left(hand) == 1:
        facts |= FACT_BIT["真絕"]
    return facts


def _left(hand: Hand) -> int:
    """How many tiles were left that could win, the winning one included."""
    known = bytearray(hand.counts)
    for kind in hand.seen:
        known[kind] += 1
    if hand.win is not None:
        known[hand.win] -= 1
    return sum(4 - known[kind] for kind in waits(hand))
