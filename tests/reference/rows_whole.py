"""Rows about the whole hand: sections 2, 3 and 5 but for the patterns, and the special forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise, permutations

from .model import (
    BUDA,
    DRAGONS,
    LIGU,
    ORPHAN_FORM,
    PRICES,
    RUN_SIZES,
    STANDARD,
    WINDS,
    Facts,
    Found,
    Group,
    is_honour,
    number_of,
)


def row(name: str, price: int | None = None) -> Found:
    """A row that looks at no particular group."""
    listed = PRICES[name]
    assert isinstance(listed, int)
    return Found(name, listed if price is None else price)


def row_at(name: str, facts: Facts, places: Iterable[int], exposure: str = "") -> Found:
    """A row over the groups at these places."""
    here = frozenset(places)
    groups = [facts.reading.groups[place] for place in here]
    listed = PRICES[name]
    if isinstance(listed, tuple):
        # 明/暗 (section 1.3): 暗 when all its melds are 暗; eyes never matter
        exposure = exposure or ("暗" if all(group.dark for group in groups if group.is_meld) else "明")
        price = listed[0] if exposure == "明" else listed[1]
    else:
        price = listed
    lowest = sorted(group.number for group in groups if not group.honour)
    return Found(name, price, exposure, here, frozenset(lowest), tuple(lowest))


def whole_rows(facts: Facts) -> Iterator[Found]:
    """All rows of this module, for any form."""
    form = facts.reading.form
    yield from flower_rows(facts)
    if form in (STANDARD, LIGU):
        yield from number_rows(facts)
        yield from suit_rows(facts)
    if form == STANDARD:
        yield from carried_number_rows(facts)
        yield from carried_end_rows(facts)
        yield from pung_count_rows(facts)
        yield from eyes_rows(facts)
    elif form == LIGU:
        yield from ligu_rows(facts)
    elif form == ORPHAN_FORM:
        yield from orphan_rows(facts)
    elif form == BUDA:
        yield from buda_rows(facts)
    yield from wait_rows(facts)


# ---------------------------------------------------------------- section 2: 花字類


def flower_rows(facts: Facts) -> Iterator[Found]:
    flowers = facts.hand.flowers
    no_honour = not any(is_honour(tile) for tile in facts.tiles)
    for _ in flowers:
        yield row("花")
    for place, group in enumerate(facts.reading.groups):
        if group.honour and (group.is_pung or group.shape == "triplet"):
            yield row_at("字", facts, [place])
    if not flowers:
        yield row("無花")
    if no_honour:
        yield row("無字", int(facts.rulings["R2"]))
    if no_honour and not flowers:
        yield row("無字花")
        if is_even_hand(facts):
            yield row("無字花大平")


def is_even_hand(facts: Facts) -> bool:
    """平糊 (section 4): five chows, eyes free; under R7 "restrict" its mark 明 asks for a 明 meld."""
    reading = facts.reading
    if reading.form != STANDARD or not all(meld.is_chow for meld in reading.melds):
        return False
    return facts.rulings["R7"] == "free" or not all(meld.dark for meld in reading.melds)


# ---------------------------------------------------------------- section 3: whole-hand number rows


def number_rows(facts: Facts) -> Iterator[Found]:
    """字一色 … 三數: rows about which numbers and honours the tiles show, standard form and 嚦咕."""
    numbers = {number_of(tile) for tile in facts.tiles if not is_honour(tile)}
    if not numbers:
        yield row("字一色")
    elif any(is_honour(tile) for tile in facts.tiles):
        yield from mixed_number_rows(facts, numbers)
    else:
        yield from pure_number_rows(facts, numbers)


def pure_number_rows(facts: Facts, numbers: set[int]) -> Iterator[Found]:
    """No honour."""
    conditions = {
        "斷么": numbers <= set(range(2, 9)),
        "缺五": 5 not in numbers,
        # G20: on top of the three; 全大/全小, which lack the 5 too, stand in for 缺五
        "缺斷三寳": not numbers & {1, 5, 9} and lacks_one_suit(facts),
        "全大": numbers <= {6, 7, 8, 9},
        "全小": numbers <= {1, 2, 3, 4},
        "全單": all(number % 2 == 1 for number in numbers),
        "全雙": all(number % 2 == 0 for number in numbers),
        "清老頭": numbers <= {1, 9},
        "兩數": len(numbers) == 2,
        "三數": len(numbers) == 3,
    }
    yield from (row(name) for name, holds in conditions.items() if holds)


def mixed_number_rows(facts: Facts, numbers: set[int]) -> Iterator[Found]:
    """Honours and numbers."""
    # choice: "at least one numbered meld (嚦咕: pair)": a numbered triplet alone does not do in 嚦咕
    carried = any(not g.honour and (g.is_meld or g.shape == "pair") for g in facts.reading.groups)
    conditions = {
        "混全大": carried and numbers <= {6, 7, 8, 9},
        "混全小": carried and numbers <= {1, 2, 3, 4},
        "混單": all(number % 2 == 1 for number in numbers),
        "混雙": all(number % 2 == 0 for number in numbers),
        "混老頭": numbers <= {1, 9},
    }
    yield from (row(name) for name, holds in conditions.items() if holds)
    if facts.reading.form == LIGU and numbers <= {2, 5, 8}:
        yield row("混全將", int(facts.rulings["R15"]))


def carried_number_rows(facts: Facts) -> Iterator[Found]:
    """混帶X, 全帶X: standard form only."""
    reading = facts.reading
    honours = any(is_honour(tile) for tile in facts.tiles)
    numbered = [meld for meld in reading.melds if not meld.honour]
    if not numbered:
        return
    carried = frozenset(range(1, 10)).intersection(*(meld.numbers for meld in numbered))
    eyes = reading.eyes
    if honours:
        if carried and (eyes.honour or eyes.number in carried):
            yield row("混帶X（一數）")
        if len(carried) >= 2 and len(numbered) >= 2 and eyes.honour:
            yield row("混帶X（兩數）")
        if len(carried) >= 3 and len(numbered) >= 3 and eyes.honour:
            yield row("混帶X（三數）")
    elif eyes.number in carried:
        yield row("全帶X")


def carried_end_rows(facts: Facts) -> Iterator[Found]:
    """混帶么, 全帶么: standard form, with at least one numbered meld."""
    reading = facts.reading
    if not all(group.honour or group.numbers & {1, 9} for group in reading.groups):
        return
    if all(meld.honour for meld in reading.melds):
        return
    yield row("混帶么" if any(group.honour for group in reading.groups) else "全帶么")


# ---------------------------------------------------------------- section 5: 牌型


def suits_present(facts: Facts) -> set[str]:
    return {tile[1] for tile in facts.tiles if not is_honour(tile)}


def lacks_one_suit(facts: Facts) -> bool:
    """缺一門: exactly two suits, no honour."""
    if len(suits_present(facts)) != 2 or any(is_honour(tile) for tile in facts.tiles):
        return False
    # choice: under R7 "restrict" 暗 asks for every meld to be 暗; a 嚦咕 has no melds and keeps the row
    return facts.rulings["R7"] == "free" or all(meld.dark for meld in facts.reading.melds)


def gate(tile: str) -> str:
    """Which of the five gates 萬 筒 索 風 元 a tile belongs to."""
    if tile in WINDS:
        return "風"
    return "元" if tile in DRAGONS else tile[1]


def suit_rows(facts: Facts) -> Iterator[Found]:
    reading = facts.reading
    suits = suits_present(facts)
    honours = any(is_honour(tile) for tile in facts.tiles)
    if is_even_hand(facts):
        yield row("平糊")
    if lacks_one_suit(facts):
        yield row("缺一門")
    both_families = bool(facts.hand.flowers & {1, 2, 3, 4}) and bool(facts.hand.flowers & {5, 6, 7, 8})
    if len({gate(tile) for tile in facts.tiles}) == 5:
        yield row("小五門")
        if both_families:
            yield row("小七門")
    if len({gate(meld.tile) for meld in reading.melds}) == 5:
        yield row("大五門")
        if both_families:
            yield row("大七門")
    if len(suits) == 1:
        yield row("混一色" if honours else "清一色")
    if set(facts.tiles) <= {"2s", "3s", "4s", "6s", "8s", "6z"}:
        yield row("綠一色")


# ---------------------------------------------------------------- section 5: 槓, 暗刻, 對對, 間間糊


def concealed_pungs(facts: Facts) -> int:
    """暗刻: concealed pungs, and every kong (G16, R16)."""
    count = 0
    for group in facts.reading.groups:
        if group.shape == "pung":
            count += group.dark
        elif group.shape == "kong":
            count += facts.rulings["R16"] == "every" or group.meld != "added"
    return count


def is_all_hidden(facts: Facts) -> bool:
    """間間糊: five concealed pungs, self-drawn, no kong (R19: or a concealed one)."""
    for group in facts.reading.melds:
        hidden_kong = group.meld == "concealed" and facts.rulings["R19"] == "yes"
        if not ((group.shape == "pung" and group.dark) or hidden_kong):
            return False
    return facts.drawn


def pung_count_rows(facts: Facts) -> Iterator[Found]:
    groups = facts.reading.groups
    for place, group in enumerate(groups):
        if group.shape == "kong":
            yield row_at("暗槓" if group.meld == "concealed" else "明槓", facts, [place])
    kongs = sum(group.shape == "kong" for group in groups)
    for least, name in ((3, "三槓"), (4, "四槓"), (5, "五槓")):
        if kongs >= least:
            yield row(name)
    hidden = concealed_pungs(facts)
    for least, name in ((2, "兩暗刻"), (3, "三暗刻"), (4, "四暗刻"), (5, "五暗刻")):
        if hidden >= least:
            yield row(name)
    if all(meld.is_pung for meld in facts.reading.melds):
        yield row("對對")
    if is_all_hidden(facts):
        yield row("間間糊")


def eyes_rows(facts: Facts) -> Iterator[Found]:
    for place, group in enumerate(facts.reading.groups):
        if group.is_eyes and group.numbers & {2, 5, 8}:
            yield row_at("將眼", facts, [place])


# ---------------------------------------------------------------- section 5: 嚦咕


def ligu_rows(facts: Facts) -> Iterator[Found]:
    groups = facts.reading.groups
    # the 16 tiles held were eight pairs exactly when the winning tile made the triplet
    yield row("嚦咕 八飛" if facts.reading.winning_group.shape == "triplet" else "嚦咕 單吊形")
    for place, group in enumerate(groups):
        if group.shape == "pair" and group.numbers & {2, 5, 8}:
            yield row_at("將眼", facts, [place])
    yield from ligu_honour_rows(facts)
    yield from ligu_return_rows(facts)
    yield from ligu_run_rows(facts)
    pairs = [place for place, group in enumerate(groups) if group.shape == "pair" and not group.honour]
    for three in combinations(pairs, 3):
        if len({groups[p].suit for p in three}) == 3 and len({groups[p].number for p in three}) == 1:
            yield row_at("雜色同對", facts, three)


def ligu_honour_rows(facts: Facts) -> Iterator[Found]:
    """嚦咕 三元 / 三風 / 四喜: 7, 7, 9 tiles with the triplet among them (R13: pairs suffice)."""
    groups = facts.reading.groups
    honours = [place for place, group in enumerate(groups) if group.honour]
    for name, kinds, size in (("嚦咕 三元", DRAGONS, 3), ("嚦咕 三風", WINDS, 3), ("嚦咕 四喜", WINDS, 4)):
        for places in combinations(honours, size):
            picked = [groups[place] for place in places]
            different = len({group.tile for group in picked}) == size
            enough = facts.rulings["R13"] == "pairs" or any(group.shape == "triplet" for group in picked)
            if different and enough and all(group.tile in kinds for group in picked):
                yield row_at(name, facts, places)


def ligu_return_rows(facts: Facts) -> Iterator[Found]:
    """四歸二 in 嚦咕: two pairs of a kind; 明 when the winning tile, by discard, is of that kind."""
    groups = facts.reading.groups
    for tile, copies in Counter(facts.tiles).items():
        if copies == 4:
            exposure = "明" if tile == facts.hand.win and not facts.drawn else "暗"
            places = [place for place, group in enumerate(groups) if group.tile == tile]
            found = row_at("四歸二", facts, places, exposure)
            yield Found(found.row, found.price, exposure, found.places, found.numbers, (tile,))


def ligu_run_rows(facts: Facts) -> Iterator[Found]:
    """同色連對, 雜色連對; a run of 3 or 4 may not include the triplet, 5 or more may."""
    groups = facts.reading.groups
    numbered = [place for place, group in enumerate(groups) if not group.honour]
    for size, written in RUN_SIZES.items():
        for places in combinations(numbered, size):
            run = sorted((groups[place] for place in places), key=lambda group: group.number)
            if not consecutive(run) or (size < 5 and any(group.shape == "triplet" for group in run)):
                continue
            suits = [group.suit for group in run]
            if len(set(suits)) == 1:
                yield row_at(f"同色連對（{written}）", facts, places)
            if any(suits == [order[step % 3] for step in range(size)] for order in permutations("mps")):
                yield row_at(f"雜色連對（{written}）", facts, places)


def consecutive(groups: list[Group]) -> bool:
    return all(after.number == before.number + 1 for before, after in pairwise(groups))


# ---------------------------------------------------------------- section 5: 十三么, 不搭


def orphan_rows(facts: Facts) -> Iterator[Found]:
    """The form, and 混帶么 at half when its meld holds a 1, a 9 or is of honours (G2)."""
    yield row("十三么")
    meld = facts.reading.melds[0]
    if meld.honour or meld.numbers & {1, 9}:
        price = PRICES["混帶么"]
        assert isinstance(price, int)
        yield row("混帶么", price // 2)


def buda_rows(facts: Facts) -> Iterator[Found]:
    # choice: 將眼 looks at the number of the pair, so 十三么 and 不搭 do not take it
    yield row("不搭雞")
    if facts.reading.winning_group.is_eyes:
        yield row("十六飛")
    triads = {frozenset(number_of(tile) for tile in facts.tiles if tile[1] == suit) for suit in "mps"}
    if len(triads) == 1:
        yield row("三相")
    if triads == {frozenset({1, 4, 7}), frozenset({2, 5, 8}), frozenset({3, 6, 9})}:
        yield row("雜龍（不搭）")


# ---------------------------------------------------------------- section 5: 對碰, 獨獨, 假獨


def is_single_shape(group: Group, win: str) -> bool:
    """邊張 (12+3, 89+7), 嵌張 or 單吊."""
    if group.is_eyes:
        return True
    if not group.is_chow:
        return False
    position = group.tiles.index(win)
    edge = (group.number == 1 and position == 2) or (group.number == 7 and position == 0)
    return position == 1 or edge


def wait_rows(facts: Facts) -> Iterator[Found]:
    reading = facts.reading
    only = len(facts.waits) == 1
    if reading.form == STANDARD:
        if reading.winning_group.is_pung:
            yield row("對碰")
        if is_single_shape(reading.winning_group, facts.hand.win):
            yield row("獨獨" if only else "假獨")
    elif reading.form == LIGU:
        if reading.winning_group.shape != "triplet":  # 八飛 is no single wait
            yield row("獨獨" if only else "假獨")
    elif reading.form == ORPHAN_FORM:
        if only:
            yield row("獨獨")
    elif only and not reading.winning_group.is_eyes:  # 十六飛 is no single wait
        yield row("獨獨")
