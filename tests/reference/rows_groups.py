"""Rows that are combinations of groups: sections 3, 4 and 5, standard form, a predicate a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from .model import DRAGONS, STANDARD, WINDS, Facts, Found, Group
from .rows_whole import consecutive, row_at

Groups = tuple[Group, ...]


# ---------------------------------------------------------------- words the predicates use


def chows(groups: Groups) -> bool:
    return all(group.is_chow for group in groups)


def numbered_pungs(groups: Groups) -> bool:
    return all(group.is_pung and not group.honour for group in groups)


def pungs_and_eyes(groups: Groups) -> bool:
    """All numbered, one of them the eyes, the others pungs."""
    if any(group.honour or group.is_chow for group in groups):
        return False
    return sum(group.is_eyes for group in groups) == 1


def by_number(groups: Groups) -> list[Group]:
    return sorted(groups, key=lambda group: group.number)


def numbers(groups: Groups) -> list[int]:
    return [group.number for group in by_number(groups)]


def suits(groups: Groups | list[Group]) -> int:
    """How many suits there are."""
    return len({group.suit for group in groups})


def one_number(groups: Groups) -> bool:
    return len({group.number for group in groups}) == 1


def steps(groups: Groups, step: int) -> bool:
    """Chows that rise by the same step."""
    lows = numbers(groups)
    return chows(groups) and all(lows[i + 1] - lows[i] == step for i in range(len(lows) - 1))


def two_pairs(groups: Groups, is_pair: Callable[[Groups], bool]) -> Iterator[tuple[Groups, Groups]]:
    """The ways to part four groups into two that both satisfy the predicate."""
    first, *others = groups
    for partner in range(3):
        one = (first, others[partner])
        two = tuple(group for place, group in enumerate(others) if place != partner)
        if is_pair(one) and is_pair(two):
            yield one, two


# ---------------------------------------------------------------- section 3: 三元, 三風, 四喜


def honour_set(groups: Groups, kinds: tuple[str, ...], pungs: int) -> bool:
    """Different honours among these kinds, so many of them pungs, the rest the eyes."""
    fitting = all(group.tile in kinds for group in groups) and len({g.tile for g in groups}) == len(groups)
    return fitting and sum(group.is_pung for group in groups) == pungs


def small_dragons(groups: Groups) -> bool:
    return honour_set(groups, DRAGONS, 2)


def big_dragons(groups: Groups) -> bool:
    return honour_set(groups, DRAGONS, 3)


def small_three_winds(groups: Groups) -> bool:
    return honour_set(groups, WINDS, 2)


def big_three_winds(groups: Groups) -> bool:
    return honour_set(groups, WINDS, 3)


def small_four_winds(groups: Groups) -> bool:
    return honour_set(groups, WINDS, 3)


def big_four_winds(groups: Groups) -> bool:
    return honour_set(groups, WINDS, 4)


# ---------------------------------------------------------------- section 3: 般高


def identical(groups: Groups) -> bool:
    """一般高, 三般高, 四般高: 123a 123a (123a (123a))."""
    return chows(groups) and suits(groups) == 1 and one_number(groups)


def double_identical(groups: Groups) -> bool:
    """雙般高: two 一般高 that differ in suit or number."""
    return not identical(groups) and any(True for _ in two_pairs(groups, identical))


# ---------------------------------------------------------------- section 4


def old_young(groups: Groups) -> bool:
    """老少上: =123a =789a."""
    return chows(groups) and suits(groups) == 1 and numbers(groups) == [1, 7]


def double_old_young(groups: Groups) -> bool:
    return any(True for _ in two_pairs(groups, old_young))


def meeting(groups: Groups) -> bool:
    """相逢, 三相逢: 123a 123b (123c)."""
    return chows(groups) and one_number(groups) and suits(groups) == len(groups)


def double_meeting(groups: Groups) -> bool:
    """雙相逢: two 相逢 on different numbers."""
    return any(one[0].number != two[0].number for one, two in two_pairs(groups, meeting))


def full_meeting(groups: Groups) -> bool:
    """全相逢: 3 chows on one number, 2 on another in different suits; all may be identical (G6)."""
    if not chows(groups) or len({group.number for group in groups}) != 2:
        return False
    lowest = numbers(groups)[0]
    halves = (
        tuple(group for group in groups if group.number == lowest),
        tuple(group for group in groups if group.number != lowest),
    )
    two, three = sorted(halves, key=len)
    return len(two) == 2 and (meeting(two) or identical(three))


def same_number_chows(groups: Groups) -> bool:
    """四同順, 五同順: chows on one number in at least two suits."""
    return chows(groups) and one_number(groups) and suits(groups) >= 2


def three_steps(groups: Groups) -> bool:
    """三色三步高: 123a 234b 345c."""
    return steps(groups, 1) and suits(groups) == 3


def five_steps(groups: Groups) -> bool:
    """三色五步高: 123a 234b 345c 456a 567b (G7)."""
    if not steps(groups, 1):
        return False
    one, two, three, four, five = by_number(groups)
    return suits((one, two, three)) == 3 and four.suit == one.suit and five.suit == two.suit


def pure_steps(groups: Groups) -> bool:
    """一色三步高, 一色五步高."""
    return steps(groups, 1) and suits(groups) == 1


def linked(groups: Groups) -> bool:
    """三色連環套: 123a 345b 567c."""
    return steps(groups, 2) and suits(groups) == 3


def pure_linked(groups: Groups) -> bool:
    """一色連環套, and with four chows (1-3-5-7 is the only one) 一色金門橋."""
    return steps(groups, 2) and suits(groups) == 1


def bridge(groups: Groups) -> bool:
    """三色金門橋: 123, 345, 567, 789 in exactly three suits."""
    return steps(groups, 2) and suits(groups) == 3


def bridge_abca(groups: Groups) -> bool:
    """三色金門橋 under R8 "ABCA": the first and the last share the suit."""
    ordered = by_number(groups)
    return bridge(groups) and suits(ordered[:3]) == 3 and ordered[0].suit == ordered[3].suit


def pure_dragon(groups: Groups) -> bool:
    """清龍: =123a =456a =789a."""
    return chows(groups) and numbers(groups) == [1, 4, 7] and suits(groups) == 1


def mixed_dragon(groups: Groups) -> bool:
    """雜龍: =123a =456b =789c."""
    return chows(groups) and numbers(groups) == [1, 4, 7] and suits(groups) == 3


# ---------------------------------------------------------------- section 5: 刻子


def old_young_pungs(groups: Groups) -> bool:
    """老少（一色刻）: =111a =999a."""
    return numbered_pungs(groups) and suits(groups) == 1 and numbers(groups) == [1, 9]


def two_suit_old_young_pungs(groups: Groups) -> bool:
    """兩色雙老少: =111a =999a =111b =999b."""
    return any(True for _ in two_pairs(groups, old_young_pungs)) and suits(groups) == 2


def same_pungs(groups: Groups) -> bool:
    """兩色同刻, 大三色同刻: 111a 111b (111c)."""
    return numbered_pungs(groups) and one_number(groups) and suits(groups) == len(groups)


def same_pungs_small(groups: Groups) -> bool:
    """小三色同刻: 111a 111b 11c."""
    return pungs_and_eyes(groups) and one_number(groups) and suits(groups) == 3


def run_of_pungs(groups: Groups) -> bool:
    """連刻 兩步, 大三步 …: consecutive pungs of one suit."""
    return numbered_pungs(groups) and suits(groups) == 1 and consecutive(by_number(groups))


def run_of_pungs_and_eyes(groups: Groups) -> bool:
    """連刻 小三步 …, 六步: the same with one of them as eyes."""
    return pungs_and_eyes(groups) and suits(groups) == 1 and consecutive(by_number(groups))


def knots(groups: Groups) -> bool:
    """三色三節 大: 111a 222b 333c."""
    return numbered_pungs(groups) and suits(groups) == 3 and consecutive(by_number(groups))


def knots_small(groups: Groups) -> bool:
    """三色三節 小: with one of the three as eyes."""
    return pungs_and_eyes(groups) and suits(groups) == 3 and consecutive(by_number(groups))


PATTERNS: tuple[tuple[str, int, Callable[[Groups], bool]], ...] = (
    ("小三元", 3, small_dragons),
    ("大三元", 3, big_dragons),
    ("小三風", 3, small_three_winds),
    ("大三風", 3, big_three_winds),
    ("小四喜", 4, small_four_winds),
    ("大四喜", 4, big_four_winds),
    ("一般高", 2, identical),
    ("三般高", 3, identical),
    ("四般高", 4, identical),
    ("雙般高", 4, double_identical),
    ("老少上", 2, old_young),
    ("雙老少", 4, double_old_young),
    ("相逢", 2, meeting),
    ("三相逢", 3, meeting),
    ("雙相逢", 4, double_meeting),
    ("全相逢", 5, full_meeting),
    ("四同順", 4, same_number_chows),
    ("五同順", 5, same_number_chows),
    ("三色三步高", 3, three_steps),
    ("三色五步高", 5, five_steps),
    ("一色三步高", 3, pure_steps),
    ("一色五步高", 5, pure_steps),
    ("三色連環套", 3, linked),
    ("三色金門橋", 4, bridge),
    ("一色連環套", 3, pure_linked),
    ("一色金門橋", 4, pure_linked),
    ("清龍", 3, pure_dragon),
    ("雜龍", 3, mixed_dragon),
    ("老少（一色刻）", 2, old_young_pungs),
    ("兩色雙老少", 4, two_suit_old_young_pungs),
    ("兩色同刻", 2, same_pungs),
    ("小三色同刻", 3, same_pungs_small),
    ("大三色同刻", 3, same_pungs),
    ("連刻兩步", 2, run_of_pungs),
    ("連刻小三步", 3, run_of_pungs_and_eyes),
    ("連刻大三步", 3, run_of_pungs),
    ("連刻小四步", 4, run_of_pungs_and_eyes),
    ("連刻大四步", 4, run_of_pungs),
    ("連刻小五步", 5, run_of_pungs_and_eyes),
    ("連刻大五步", 5, run_of_pungs),
    ("連刻六步", 6, run_of_pungs_and_eyes),
    ("小三色三節", 3, knots_small),
    ("大三色三節", 3, knots),
)


def group_rows(facts: Facts) -> Iterator[Found]:
    """Every instance of every pattern, then the rows built on counted instances, then the 歸 rows."""
    if facts.reading.form != STANDARD:
        return
    found = list(pattern_rows(facts))
    yield from found
    yield from dragon_rows(facts, found)
    yield from return_rows(facts)


def pattern_rows(facts: Facts) -> Iterator[Found]:
    groups = facts.reading.groups
    for name, size, holds in PATTERNS:
        if name == "三色金門橋" and facts.rulings["R8"] == "ABCA":
            holds = bridge_abca
        for places in combinations(range(len(groups)), size):
            if holds(tuple(groups[place] for place in places)):
                yield row_at(name, facts, places)


def dragon_rows(facts: Facts, found: list[Found]) -> Iterator[Found]:
    """雙龍出海: two counted dragons that pass 單式; 龍鳳呈祥: a counted dragon and 三相逢 (G30)."""
    dragons = [one for one in found if one.row in ("清龍", "雜龍")]
    for one, two in combinations(dragons, 2):
        same_kind = one.row == two.row
        if len(one.places & two.places) < 3 / 2 and (same_kind or facts.rulings["R21"] == "mixed"):
            yield built_on("雙龍出海", facts, one, two)
    for dragon in dragons:
        for phoenix in found:
            if phoenix.row == "三相逢":
                yield built_on("龍鳳呈祥", facts, dragon, phoenix)


def built_on(name: str, facts: Facts, one: Found, two: Found) -> Found:
    found = row_at(name, facts, one.places | two.places)
    return Found(name, found.price, "", found.places, found.numbers, found.combination, (one, two))


# ---------------------------------------------------------------- section 3: 四歸, 八歸, 十二歸


def return_rows(facts: Facts) -> Iterator[Found]:
    """Four of a kind over two, three, four groups; in no 歸 row does a kong take part."""
    groups = facts.reading.groups
    holders: dict[str, frozenset[int]] = {}
    for tile in sorted(set(facts.tiles)):
        holding = [place for place, g in enumerate(groups) if tile in g.tiles and g.shape != "kong"]
        if sum(groups[place].tiles.count(tile) for place in holding) == 4:
            holders[tile] = frozenset(holding)
    for tile, places in holders.items():
        name = {2: "四歸二", 3: "四歸三", 4: "四歸四"}[len(places)]
        yield return_row(name, facts, places, (tile,))
    for several, size, name in ((2, 3, "八歸三"), (2, 4, "八歸四"), (3, 4, "十二歸四")):
        for kinds in combinations(holders, several):
            together = frozenset[int]().union(*(holders[kind] for kind in kinds))
            if len(together) == size:
                yield return_row(name, facts, together, kinds)


def return_row(name: str, facts: Facts, places: frozenset[int], kinds: tuple[str, ...]) -> Found:
    # the number combination of a 歸 row is its kinds
    # choice: so it is for 八歸 and 十二歸 too (matters under R5 "all" only)
    found = row_at(name, facts, places)
    return Found(name, found.price, found.exposure, found.places, found.numbers, kinds)
