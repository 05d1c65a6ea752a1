"""Section 6: rows of the moment: 時態, 槓花摸."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .model import STANDARD, Facts, Found, Group, tail_row
from .rows_whole import row

CLAIMED = ("chow", "pung", "direct", "added")

MOMENT_ROWS_BY_WORD = ("叮即", "叮銃", "天叮", "地叮", "雙響", "三響", "天胡", "地胡", "人胡", "搶槓")


def all_claimed(facts: Facts) -> bool:
    """全求人, 半求人: all five melds claimed; exposed kongs are fine, a concealed one not (G16)."""
    melds = facts.hand.melds
    return len(melds) == 5 and all(meld.kind in CLAIMED for meld in melds)


def is_clean(facts: Facts) -> bool:
    """門清: no chow or pung claimed; a 大明槓 is fine (R17), a 加槓 not; never beside 全求人/半求人."""
    # choice: five 大明槓 and a win on the eyes are 全求人/半求人 and so no 門清, nor 門清摸, nor 門清叮
    fine = ("concealed", "direct") if facts.rulings["R17"] == "kept" else ("concealed",)
    return all(meld.kind in fine for meld in facts.hand.melds) and not all_claimed(facts)


def moment_rows(facts: Facts) -> Iterator[Found]:
    words = facts.hand.words
    yield from clean_rows(facts)
    for word in MOMENT_ROWS_BY_WORD:
        if word in words:
            yield row(word)
    if all_claimed(facts):
        yield row("半求人" if facts.drawn else "全求人")
    if facts.hand.revenge:
        yield row({2: "反雪（雙響）", 3: "反雪（三響）"}[facts.hand.revenge])
    # G8: where a draw counts as a discard, the last tile of the wall pays the discard twin
    if words & {"海底", "河底"}:
        yield row("海底自摸" if facts.drawn else "河底食出")
    if facts.hand.discards is not None:
        for most, name in ((4, "四子"), (7, "七子"), (10, "十子")):
            if facts.hand.discards <= most:
                yield row(name)
    yield from last_copy_rows(facts)
    yield from replacement_rows(facts)


def clean_rows(facts: Facts) -> Iterator[Found]:
    """自摸, 門清, 門清摸, 叮, 門清叮; which of them go together is in counting.py (R9)."""
    clean = is_clean(facts)
    # choice: 天叮 and 地叮 say by themselves that the hand was declared ready (they absorb 叮 and 門清叮)
    ready = bool(facts.hand.words & {"叮", "天叮", "地叮"})
    if facts.drawn:
        yield row("自摸")
    if clean and (facts.reading.form == STANDARD or facts.rulings["R11"] == "paid"):
        yield row("門清")
    if clean and facts.drawn:
        yield row("門清摸")
    if ready:
        yield row("叮")
    if ready and clean:
        yield row("門清叮")


def last_copy_rows(facts: Facts) -> Iterator[Found]:
    """四絕 (G18), 真絕 (G19): said in words, or to be seen from 見 and one's own tiles."""
    hand = facts.hand
    seen = Counter(hand.seen)
    exposed = Counter(
        tile for meld in hand.melds if meld.kind in CLAIMED for tile in Group(meld.shape, meld.tile).tiles
    )
    if "四絕" in hand.words or seen[hand.win] + exposed[hand.win] == 3:
        yield row("四絕")
    own = Counter(facts.tiles)
    own[hand.win] -= 1
    # choice: counted from one's own tiles even when no 見 is given
    left = sum(max(0, 4 - own[kind] - seen[kind]) for kind in facts.waits)
    if "真絕" in hand.words or left == 1:
        yield row("真絕")


def replacement_rows(facts: Facts) -> Iterator[Found]:
    """槓上摸, 花上摸, 尾牌連摸: none of them when the draw counts as a discard (G8)."""
    if not facts.drawn:
        return
    if facts.hand.words & {"槓上", "大明槓上"}:
        yield row("槓上摸")
    if "花上" in facts.hand.words:
        yield row("花上摸")
    if facts.hand.tail >= 2:
        yield row(tail_row(facts.hand.tail))
