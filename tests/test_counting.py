"""Counting: the dearest set, the compiled templates, what paid and dropped rows show, and hands worked out by hand."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest

from analyzer import tiles
from analyzer.counting import Counted, clash
from analyzer.data import data_root
from analyzer.evaluate import Verdict, evaluate
from analyzer.hand import Claim, Hand, Meld
from analyzer.notation import parse
from analyzer.readings import Form, arrangements
from analyzer.rules import Instance, Rules, rules_for
from analyzer.scoring import DroppedRow, FoundRow, ReadingTotal, Score, count, score
from analyzer.table import Row, load_table
from tests.random_hands import random_hand
from tests.reference.model import Group
from tests.reference.rows_groups import PATTERNS

RULINGS: list[dict[str, str]] = [{}, {"R1": "none"}, {"R6": "single", "R5": "all"}]


def random_hands(seed: int, count: int) -> list[Hand]:
    random = Random(seed)
    return [random_hand(random) for _ in range(count)]


def told(hand: Hand, rules: Rules) -> Verdict:
    verdict = evaluate(hand, rules)
    assert verdict is not None
    return verdict


# ---------------------------------------------------------------- the dearest set


def free_sets(clashes: list[set[int]], place: int, taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every set of instances without a clash, one by one."""
    if place == len(clashes):
        yield taken
        return
    yield from free_sets(clashes, place + 1, taken)
    if not clashes[place] & set(taken):
        yield from free_sets(clashes, place + 1, (*taken, place))


def worth(instances: Sequence[Instance]) -> tuple[int, int, list[int]]:
    """Smaller is better: dearest, fewest rows, then the order of the table."""
    return -sum(one.price for one in instances), len(instances), sorted(one.row for one in instances)


@pytest.mark.parametrize("rulings", RULINGS)
def test_the_paid_rows_are_the_dearest_set_without_a_clash(rulings: dict[str, str]) -> None:
    rules = rules_for(load_table(), rulings)
    tried = Counter[int]()
    for hand in random_hands(61, 500):
        verdict = told(hand, rules)
        for reading in verdict.readings if verdict.plain is None else ():
            pairs = [pair for pair in combinations(reading.found, 2) if clash(rules, *pair)]
            contested = [one for one in reading.found if any(one in pair for pair in pairs)]
            if len(contested) > 18:
                continue
            clashes = [{place for place, two in enumerate(contested) if clash(rules, one, two)} for one in contested]
            for place, others in enumerate(clashes):
                others.discard(place)
            best = min(worth([contested[place] for place in chosen]) for chosen in free_sets(clashes, 0, ()))
            assert worth([one for one in reading.paid if one in contested]) == best
            assert [one for one in reading.paid if one not in contested] == [
                one for one in reading.found if one not in contested
            ]
            tried[min(len(contested) // 6, 2)] += 1
    assert min(tried[0], tried[1], tried[2]) > 10


def test_the_dearest_reading_is_paid() -> None:
    """1.6 between readings: the dearest, then the fewest rows, then the order of the table; one for each of 雙食."""
    rules = rules_for(load_table())
    several = 0
    for hand in [*random_hands(62, 400), *double_hands(63, 80)]:
        verdict = told(hand, rules)
        if verdict.plain is not None:
            continue
        assert verdict.total == rules.base + sum(best.total for best in verdict.best)
        for best in verdict.best:
            rivals = [one for one in verdict.readings if one.arrangement.form == best.arrangement.form]
            assert worth(best.paid) == min(worth(one.paid) for one in rivals)
            several += len(rivals) > 1
        assert [best.arrangement.form for best in verdict.best] == sorted(
            {one.arrangement.form for one in verdict.readings}
        )
    assert several > 60


def double_hands(seed: int, count: int) -> Iterator[Hand]:
    """雙食: two chows twice each, a pung and eyes."""
    random = Random(seed)
    while count:
        chows = random.choices(range(tiles.CHOWS), k=2)
        kinds = [kind for chow in chows for kind in tiles.GROUP_TILES[chow] * 2]
        kinds += [random.randrange(34)] * 3 + [random.randrange(34)] * 2
        counts = bytes(kinds.count(kind) for kind in range(34))
        hand = Hand(counts, win=random.choice(kinds), self_drawn=random.random() < 0.5)
        if max(counts) <= 4 and {one.form for one in arrangements(hand)} == {Form.STANDARD, Form.PAIRS}:
            count -= 1
            yield hand


# ---------------------------------------------------------------- the tree against the text of the templates

Shape = tuple[str, int]  # chow, pung or eyes, and its lowest kind
CLASSES = {"字": range(27, 34), "風": range(27, 31), "元": range(31, 34)}


def shape_of(group: int) -> Shape:
    kinds = tiles.GROUP_TILES[group]
    return ("eyes" if len(kinds) == 2 else "pung" if kinds[0] == kinds[2] else "chow"), kinds[0]


@cache
def form_of(term: str) -> str:
    """What a term asks for: 字字字 and 111a a pung, 元元 and 11a eyes, 123a a chow."""
    signs = term if term[0] in CLASSES else term.strip("=")[:-1]
    return "eyes" if len(signs) == 2 else "pung" if len(set(signs)) == 1 else "chow"


def fits(terms: Sequence[str], shapes: Sequence[Shape], suits: dict[str, int], low: int | None) -> bool:
    """Whether the terms of a pattern can be laid over these groups, one over each."""
    if not terms:
        return True
    term, *rest = terms
    for place, (shape, kind) in enumerate(shapes):
        others = [*shapes[:place], *shapes[place + 1 :]]
        if shape != form_of(term):
            continue
        if term[0] in CLASSES:
            alone = all(kind != other for _, other in others)  # each honour of a template is a different one
            if kind in CLASSES[term[0]] and alone and fits(rest, others, suits, low):
                return True
        elif kind < 27 and (bound := bind(term, kind, suits, low)) and fits(rest, others, *bound):
            return True
    return False


def bind(term: str, kind: int, suits: dict[str, int], low: int | None) -> tuple[dict[str, int], int | None] | None:
    """The letters' suits, and where the 1 of the pattern lies, once a numbered term lies here; None if it cannot."""
    letter, (suit, number) = term[-1], divmod(kind, 9)
    if suits.get(letter, suit) != suit or (letter not in suits and suit in suits.values()):
        return None
    base = number + 1 - int(term.strip("=")[0])
    if term[0] == "=":
        return ({**suits, letter: suit}, low) if base == 0 else None
    return ({**suits, letter: suit}, base) if low in (None, base) else None


@cache
def patterns_of(text: str) -> list[list[list[str]]]:
    """Alternatives, each a list of joined patterns, each a list of terms."""
    return [[pattern.split() for pattern in alternative.split("+")] for alternative in text.split("|")]


def matches(text: str, differ: str, shapes: Sequence[Shape]) -> bool:
    """Whether some alternative of a template fits exactly these groups."""
    forms = sorted(shape for shape, _ in shapes)
    for patterns in patterns_of(text):
        if sorted(form_of(term) for pattern in patterns for term in pattern) != forms:
            continue
        if len(patterns) == 1 and fits(patterns[0], shapes, {}, None):
            return True
        if len(patterns) == 2 and matches_joined(patterns, differ, shapes):
            return True
    return False


def matches_joined(patterns: list[list[str]], differ: str, shapes: Sequence[Shape]) -> bool:
    """Two patterns with letters and numbers of their own, over groups that differ in number, or in group at least."""
    for places in combinations(range(len(shapes)), len(patterns[0])):
        one = [shapes[place] for place in places]
        two = [shape for place, shape in enumerate(shapes) if place not in places]
        if differ == "number" and {kind % 9 for _, kind in one} & {kind % 9 for _, kind in two}:
            continue
        if differ == "group" and sorted(one) == sorted(two):
            continue
        if fits(patterns[0], one, {}, None) and fits(patterns[1], two, {}, None):
            return True
    return False


def matched_sets(keys: dict[str, object], groups: tuple[int, ...], pairs: bool) -> set[frozenset[int]]:
    """The sets of positions over which a template fits; where a row allows it the 嚦咕 triplet also as a pair."""
    shapes = [shape_of(group) for group in groups]
    as_pair = [("eyes", kind) for _, kind in shapes[:1]] + shapes[1:]
    text, differ = str(keys["groups"]), str(keys.get("differ", ""))
    found = set()
    for size in {sum(map(len, patterns)) for patterns in patterns_of(text)}:
        for places in combinations(range(len(shapes)), size):
            if matches(text, differ, [shapes[place] for place in places]) or (
                pairs and keys.get("triplet") and matches(text, differ, [as_pair[place] for place in places])
            ):
                found.add(frozenset(places))
    return found


def found_sets(reading: Counted, row: int) -> list[frozenset[int]]:
    masks = [one.mask for one in reading.found if one.row == row]
    return [frozenset(place for place in range(8) if mask >> place & 1) for mask in masks]


BUILT = {"groups", "made_of"}


@pytest.mark.parametrize("rulings", [{}, {"R8": "ABCA", "R13": "pairs", "R21": "same"}])
def test_the_compiled_templates_find_what_their_text_says(rulings: dict[str, str]) -> None:
    rules = rules_for(load_table(), rulings)
    hits = Counter[str]()
    hands = [*map(parse, case_hands()), *random_hands(64, 60), *chow_hands(65, 40), *double_hands(66, 8)]
    for hand in hands[:: 4 if rulings else 1]:
        for reading in told(hand, rules).readings:
            form = reading.arrangement.form
            if form not in (Form.STANDARD, Form.PAIRS):
                continue
            texts: dict[str, set[frozenset[int]]] = {}
            for row, keys in enumerate(rules.row_keys):
                here = keys.get("forms", ["standard"])
                if "groups" in keys and ["standard", "嚦咕"][form] in here:
                    name = rules.rows[row].name
                    texts[name] = matched_sets(keys, reading.arrangement.groups, form == Form.PAIRS)
                    found = found_sets(reading, row)
                    assert len(set(found)) == len(found)
                    assert set(found) == texts[name], (str(hand), name)
                    hits[name] += len(found)
            if form == Form.STANDARD:
                for name, expected in made_of_two(texts, rulings.get("R21") == "same").items():
                    assert sorted(map(sorted, found_sets(reading, rules.index(name)))) == sorted(map(sorted, expected))
                    hits[name] += len(expected)
    built = {rules.rows[row].name for row, keys in enumerate(rules.row_keys) if keys.keys() & BUILT}
    assert set(+hits) == built or rulings


def made_of_two(texts: dict[str, set[frozenset[int]]], same: bool) -> dict[str, set[frozenset[int]]]:
    """雙龍出海: two dragons that share one chow at most; 龍鳳呈祥: a dragon and a 三相逢."""
    pure, mixed = texts["清龍"], texts["雜龍"]
    kinds = [(pure, pure), (mixed, mixed), *([] if same else [(pure, mixed)])]
    twins = {one | two for ones, twos in kinds for one in ones for two in twos if one != two and len(one & two) < 2}
    return {"雙龍出海": twins, "龍鳳呈祥": {one | two for one in pure | mixed for two in texts["三相逢"]}}


def chow_hands(seed: int, count: int) -> Iterator[Hand]:
    """Five chows and eyes from few numbers, in every suit: dragons, steps, bridges, 相逢."""
    random = Random(seed)
    while count:
        numbers = random.choice(((0, 3, 6), (0, 2, 4, 6), (0, 1, 2, 3, 4, 5, 6), (1, 2, 3), (0, 6), (2, 4)))
        claimed = random.randrange(3)
        chows = [random.choice(numbers) + 9 * random.randrange(3) for _ in range(5)]
        kinds = [first + step for first in chows[claimed:] for step in range(3)] + [random.randrange(34)] * 2
        counts = bytes(kinds.count(kind) for kind in range(34))
        hand = Hand(counts, tuple(Meld(Claim.CHOW, first) for first in chows[:claimed]), random.choice(kinds))
        if max(hand.counts) <= 4:
            count -= 1
            yield hand


# ---------------------------------------------------------------- what a paid row shows


def read_group(name: str, form: str) -> Group:
    """A shown group for the predicates: 123m, (456p) claimed, [5555s] a concealed kong."""
    (claimed, digits, suit), *_ = re.findall(r"^([(\[]?)(\d+)([mpsz])[)\]]?$", name)
    shape = "chow" if len(set(digits)) == 3 else {2: "eyes", 3: "pung", 4: "kong"}[len(digits)]
    if form == "嚦咕":
        shape = {"eyes": "pair", "pung": "triplet"}[shape]
    return Group(shape, digits[0] + suit, {"(": "claimed", "[": "concealed"}.get(claimed, ""))


Groups = tuple[Group, ...]
DRAGONS, WINDS = {"5z", "6z", "7z"}, {"1z", "2z", "3z", "4z"}
BY_PATTERN: dict[str, Callable[[Groups], bool]] = {name: holds for name, _, holds in PATTERNS}


def honour_set(groups: Groups, kinds: set[str], size: int) -> bool:
    """嚦咕: so many of these honours, one of them the triplet."""
    shapes = sorted(group.shape for group in groups)
    return len({group.tile for group in groups} & kinds) == len(groups) == size and shapes.count("triplet") == 1


def gathered(groups: Groups, kinds: int) -> bool:
    """歸: so many kinds, all four copies in these groups, no group without one of them, no kong."""
    copies = Counter(tile for group in groups for tile in group.tiles)
    fours = {tile for tile, times in copies.items() if times == 4}
    return any(
        all(set(chosen) & set(group.tiles) and group.shape != "kong" for group in groups)
        for chosen in combinations(fours, kinds)
    )


def union_of(groups: Groups, one: Sequence[str], two: Sequence[str], most_shared: int) -> bool:
    """Two patterns, over these groups and no others, that share so many at most."""
    halves = [
        [set(places) for places in combinations(range(len(groups)), 3)
         if any(BY_PATTERN[name](tuple(groups[place] for place in places)) for name in names)]
        for names in (one, two)
    ]  # fmt: skip
    everything = set(range(len(groups)))
    return any(first | second == everything and len(first & second) <= most_shared and first != second
               for first in halves[0] for second in halves[1])  # fmt: skip


def pair_run(groups: Groups, mixed: bool) -> bool:
    """連對: consecutive numbers in one suit, or in three in a repeating order; 3 or 4 of them without the triplet."""
    run = sorted(groups, key=lambda group: group.number)
    if [group.number for group in run] != [*range(run[0].number, run[0].number + len(run))]:
        return False
    if any(group.honour for group in run) or (len(run) < 5 and any(group.shape == "triplet" for group in run)):
        return False
    suits = [group.suit for group in run]
    orders = permutations("mps") if mixed else ("mmm", "ppp", "sss")
    return any(suits == [order[place % 3] for place in range(len(suits))] for order in orders)


def pungs(groups: Groups, least: int) -> bool:
    """暗刻: pungs that are not claimed, and kongs of any sort."""
    hidden = [group for group in groups if group.shape == "kong" or (group.shape == "pung" and not group.meld)]
    return len(hidden) == len(groups) >= least


def is_jiang(group: Group) -> bool:
    """將眼: eyes, or in 嚦咕 a pair, of 2, 5 or 8."""
    return group.shape in ("eyes", "pair") and bool(group.numbers & {2, 5, 8})


def same_pairs(groups: Groups) -> bool:
    """雜色同對: a pair of one number in each suit."""
    numbers = {group.number for group in groups if group.shape == "pair"}
    return {group.suit for group in groups} == {"m", "p", "s"} and len(numbers) == 1 and groups[0].number in numbers


def is_single_wait(group: Group) -> bool:
    """The shapes that 獨獨 and 假獨 complete."""
    return group.shape in ("chow", "eyes", "pair") and not group.meld


RUNS = list(enumerate("三四五六七八", 3))


OWN: dict[str, tuple[int, Callable[[Groups], bool]]] = {
    "字": (1, lambda groups: groups[0].honour and groups[0].shape in ("pung", "kong", "triplet")),
    "將眼": (1, lambda groups: is_jiang(groups[0])),
    "嚦咕 三元": (3, lambda groups: honour_set(groups, DRAGONS, 3)),
    "嚦咕 三風": (3, lambda groups: honour_set(groups, WINDS, 3)),
    "嚦咕 四喜": (4, lambda groups: honour_set(groups, WINDS, 4)),
    "四歸二": (2, lambda groups: gathered(groups, 1)),
    "四歸三": (3, lambda groups: gathered(groups, 1)),
    "四歸四": (4, lambda groups: gathered(groups, 1)),
    "八歸三": (3, lambda groups: gathered(groups, 2)),
    "八歸四": (4, lambda groups: gathered(groups, 2)),
    "十二歸四": (4, lambda groups: gathered(groups, 3)),
    "雙龍出海": (5, lambda groups: union_of(groups, ("清龍", "雜龍"), ("清龍", "雜龍"), 1)),
    "龍鳳呈祥": (5, lambda groups: union_of(groups, ("清龍", "雜龍"), ("三相逢",), 3)),
    "明槓": (1, lambda groups: groups[0].shape == "kong" and groups[0].meld == "claimed"),
    "暗槓": (1, lambda groups: groups[0].shape == "kong" and groups[0].meld == "concealed"),
    "兩暗刻": (2, lambda groups: pungs(groups, 2)),
    "三暗刻": (3, lambda groups: pungs(groups, 3)),
    "四暗刻": (4, lambda groups: pungs(groups, 4)),
    "五暗刻": (5, lambda groups: pungs(groups, 5)),
    "間間糊": (5, lambda groups: pungs(groups, 5) and all(group.shape == "pung" for group in groups)),
    "對碰": (1, lambda groups: groups[0].shape == "pung" and not groups[0].meld),
    "獨獨": (1, lambda groups: is_single_wait(groups[0])),
    "假獨": (1, lambda groups: is_single_wait(groups[0])),
    "嚦咕 八飛": (1, lambda groups: groups[0].shape == "triplet"),
    "嚦咕 單吊形": (1, lambda groups: groups[0].shape == "pair"),
    "十六飛": (1, lambda groups: groups[0].shape == "eyes"),
    "雜色同對": (3, same_pairs),
    **{f"同色連對（{many}）": (size, lambda groups: pair_run(groups, mixed=False)) for size, many in RUNS},
    **{f"雜色連對（{many}）": (size, lambda groups: pair_run(groups, mixed=True)) for size, many in RUNS},
}
PREDICATES = {name: (size, holds) for name, size, holds in PATTERNS} | OWN
WINNING_GROUP = {"對碰", "獨獨", "假獨", "嚦咕 八飛", "嚦咕 單吊形", "十六飛"}
SHOWS_GROUPS = {"groups", "made_of", "returns", "concealed_pungs", "completed", "wait"}


def test_every_row_about_groups_has_a_predicate() -> None:
    about = {row.name for row in load_table().rows if SHOWS_GROUPS & row.keys.keys()}
    kongs = {row.name for row in load_table().rows if "kong" in row.keys.get("per", "")}
    assert about | kongs == set(PREDICATES)


@cache
def case_hands() -> list[str]:
    """The complete hands of the case files that are scored by the table as it stands."""
    texts = [file.read_text("utf-8") for file in data_root("cases").iterdir() if file.name.endswith(".toml")]
    cases = [case for text in texts for case in tomllib.loads(text).get("case", [])]
    unusual = {"rulings", "error", "table"}
    return [str(case["hand"]) for case in cases if "hand" in case and not unusual & case.keys()]


@cache
def scores() -> list[Score]:
    """Every case and some hundred random hands, scored."""
    hands = [*random_hands(67, 500), *chow_hands(68, 100), *double_hands(69, 40)]
    return [*map(score, hands), *map(score, case_hands())]


def winning_groups(told: Score) -> dict[str, str]:
    """By form the group that the winning tile completed in the paid reading."""
    return {reading.form: reading.winning_group for reading in told.readings if reading.paid}


def test_the_groups_of_each_paid_row_make_it() -> None:
    shown = set()
    for told in scores():
        for row in told.rows:
            if not row.groups:
                # a row about the whole hand; or a single wait of 十三么 or 不搭, which completes no group
                assert row.name not in PREDICATES or row.form in ("十三么", "不搭")
                continue
            size, holds = PREDICATES[row.name]
            groups = tuple(read_group(name, row.form) for name in row.groups)
            assert len(groups) == size or row.name.endswith("暗刻"), (str(told.hand), row.name)
            assert holds(groups), (str(told.hand), row.name, row.groups)
            if row.name in WINNING_GROUP:
                assert row.groups == (winning_groups(told)[row.form],)
            shown.add(row.name)
    assert shown == set(PREDICATES)


def discarded(told: Score) -> bool:
    """G8: the replacement for a 大明槓 counts as a discard."""
    return not told.hand.self_drawn or "大明槓上" in told.hand.words


def test_exposure_and_price_follow_from_the_shown_groups() -> None:
    """1.3: 明 when a meld was claimed, or completed by the discard; else 暗; single prices have neither."""
    seen = Counter[str]()
    for told in scores():
        for row in told.rows:
            price = row.row.price
            if not isinstance(price, dict):
                assert row.exposure == ""
                continue
            assert row.price == price[row.exposure]
            by_claim = any(name.startswith("(") for name in row.groups)
            by_discard = discarded(told) and winning_groups(told)[row.form] in row.groups
            expected = exposure_of(told, row, by_claim, by_discard)
            assert row.exposure in expected, (str(told.hand), row)
            seen[row.exposure] += 1
    assert min(seen["exposed"], seen["concealed"]) > 100


def exposure_of(told: Score, row: FoundRow, by_claim: bool, by_discard: bool) -> set[str]:
    """What it may be: of two equal groups either may be the one that the discard completed."""
    if row.form == "嚦咕":
        return {"exposed" if by_discard else "concealed"}
    completed = winning_groups(told)[row.form]
    if by_claim or (by_discard and len(completed) > 3):
        whole = next(reading.groups for reading in told.readings if reading.paid and reading.form == row.form)
        if not by_claim and whole.count(completed) > row.groups.count(completed):
            return {"exposed", "concealed"}
        return {"exposed"}
    return {"concealed"}


def in_tiles(name: str) -> list[str]:
    digits, suit = name.strip("()[]")[:-1], name.strip("()[]")[-1]
    return [digit + suit for digit in digits]


def test_the_groups_of_each_reading_are_the_tiles_of_the_hand() -> None:
    orphans = [f"{number}{suit}" for suit in "mps" for number in "19"] + [f"{number}z" for number in "1234567"]
    for told in scores():
        whole = Counter({tiles.NAMES[kind]: held for kind, held in enumerate(told.hand.counts) if held})
        for reading in told.readings:
            shown = Counter(tile for name in reading.groups for tile in in_tiles(name))
            if reading.form == "十三么":
                shown += Counter(set(orphans) - {in_tiles(reading.groups[-1])[0]})
            if reading.form == "不搭":
                shown |= Counter(dict.fromkeys(whole, 1))
            assert shown == whole
            assert not reading.winning_group or reading.winning_group in reading.groups
            assert not reading.winning_group or tiles.NAMES[told.hand.win or 0] in in_tiles(reading.winning_group)


def test_no_reading_is_told_twice() -> None:
    for told in scores():
        readings = [(one.form, one.groups, one.winning_group) for one in told.readings]
        assert sorted(set(readings)) == sorted(readings), str(told.hand)


def test_the_total_is_the_base_and_the_prices() -> None:
    for told in scores():
        assert told.total == told.base + sum(row.price for row in told.rows)
        assert told.base == load_table().base
        assert all(row.price > 0 and row.row.sources for row in told.rows)


def test_one_reading_of_each_form_is_paid_never_a_union() -> None:
    """The paid rows are those of the dearest reading, of 雙食 those of two; never rows of two readings (reports, 7)."""
    several = doubles = 0
    for told in scores():
        paid = [reading for reading in told.readings if reading.paid]
        assert tuple(reading.form for reading in sorted(paid, key=order_of_form)) == told.forms
        for reading in paid:
            own = sum(row.price for row in told.rows if row.form == reading.form)
            assert reading.total == told.base + own
            rivals = [other.total for other in told.readings if other.form == reading.form]
            assert reading.total == max(rivals)
            several += len(rivals) > 1
            for row in told.rows:
                if row.form == reading.form:
                    assert not Counter(row.groups) - Counter(reading.groups)
        doubles += len(paid) > 1
    assert several > 60
    assert doubles > 30


def order_of_form(reading: ReadingTotal) -> int:
    return ["standard", "嚦咕", "十三么", "不搭"].index(reading.form)


# ---------------------------------------------------------------- what stopped a dropped row


def named_edge(higher: Row, lower: Row, kind: str, source: str) -> bool:
    """Whether the table's row names the other under this key for this reason; a bare list cites R1."""
    named = higher.keys.get(kind, {})
    reasons = named if isinstance(named, dict) else dict.fromkeys(named, "R1=family")
    tiers = kind == "bars" and higher.section == lower.section and higher.family == lower.family
    return reasons.get(lower.name) == source or (tiers and lower.name not in reasons)


def lows(row: FoundRow) -> Counter[int]:
    return Counter(int(in_tiles(name)[0][0]) for name in row.groups if name.strip("()[]")[-1] != "z")


def half_shared(lower: FoundRow, higher: FoundRow) -> bool:
    """As many groups are alike as would be shared at the least."""
    return not lower.groups or not higher.groups or 2 * (alike(lower, higher)) >= len(lower.groups)


def alike(one: FoundRow, two: FoundRow) -> int:
    return sum((Counter(one.groups) & Counter(two.groups)).values())


def edge_exists(dropped: DroppedRow) -> bool:
    found, by = dropped.found, dropped.by
    if dropped.reason == "單式":
        return found.name == by.name and lows(found) == lows(by) and half_shared(found, by) and dropped.source == "G28"
    if dropped.reason == "apart":
        apart = found.row.keys["apart"]
        return bool(apart == by.row.keys["apart"] and apart["by"] == dropped.source and alike(found, by))
    if dropped.reason == "plain":
        return by.name in ("雞糊", "鴨糊") and found.name in ("花", "無花", "自摸")
    higher, lower = (found, by) if dropped.reason == "dearer" else (by, found)
    for kind in ("bars", "absorbs", "covers") if dropped.reason == "dearer" else (dropped.reason,):
        if named_edge(higher.row, lower.row, kind, dropped.source):
            among = kind != "absorbs" or set(lows(lower)) <= set(lows(higher)) or not higher.groups
            return kind == "bars" or (half_shared(lower, higher) and among)
    return False


def test_a_dropped_row_names_a_paid_one_and_an_edge_of_the_table() -> None:
    reasons = Counter[str]()
    for told in scores():
        for dropped in told.dropped:
            assert dropped.by in told.rows, (str(told.hand), dropped.found.name)
            assert edge_exists(dropped), (str(told.hand), dropped)
            assert dropped.why("en") != dropped.why("zh") != ""
            reasons[dropped.reason] += 1
    assert set(reasons) == {"bars", "absorbs", "covers", "apart", "單式", "dearer", "plain"}


def test_moment_rows_of_the_second_form_name_the_first() -> None:
    """R14 once: a row of the moment that both forms of 雙食 have is paid in the first, which stops the second."""
    once = Counter[str]()
    for hand in double_hands(75, 20):
        answer = score(hand, rulings={"R14": "once"})
        for dropped in answer.dropped:
            assert dropped.by in answer.rows
            if dropped.reason == "once":
                assert (dropped.by.name, dropped.by.form, dropped.source) == (dropped.found.name, "standard", "R14")
                assert dropped.found.form == "嚦咕"
                once[dropped.found.name] += 1
    assert {"無花", "門清摸"} & set(once)


def test_found_rows_are_paid_or_dropped() -> None:
    for hand in random_hands(70, 100):
        verdict = told(hand, rules_for(load_table()))
        answer = score(hand)
        found = Counter(verdict.hand.rules.rows[one.row].name for best in verdict.best for one in best.found)
        listed = Counter(row.name for row in answer.rows) + Counter(row.found.name for row in answer.dropped)
        assert listed - found == Counter(row.name for row in answer.rows if row.name in ("雞糊", "鴨糊"))
        assert not found - listed


# ---------------------------------------------------------------- the same answer again


def without_line(answer: Score) -> dict[str, object]:
    return {key: value for key, value in answer.as_dict().items() if key != "hand"}


def test_melds_in_another_order_and_rules_made_anew_answer_the_same() -> None:
    random = Random(71)
    fresh = Rules(load_table(), load_table().rulings)
    permuted = 0
    for hand in [*random_hands(72, 400), *chow_hands(73, 60)]:
        answer = without_line(score(hand))
        assert told(hand, fresh).best == told(hand, rules_for(load_table())).best
        if len(hand.melds) > 1:
            melds = tuple(random.sample(hand.melds, k=len(hand.melds)))
            assert without_line(score(replace(hand, melds=melds))) == answer
            permuted += melds != hand.melds
    assert permuted > 40


def test_another_process_with_another_hash_seed_answers_the_same() -> None:
    lines = [str(hand) for hand in random_hands(74, 40)]
    outputs = [in_process(lines, seed) for seed in ("0", "1")]
    assert outputs[0] == outputs[1]
    assert [json.loads(line)["total"] for line in outputs[0].splitlines()] == [score(line).total for line in lines]


def in_process(lines: list[str], hash_seed: str) -> str:
    command = [sys.executable, "-c", "from analyzer.cli import main; main()", "score", "--json", "--lang", "en", "-"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "YUNLONG_CACHE": "off", "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(command, input="\n".join(lines), env=environment, capture_output=True, text=True, check=True)
    return run.stdout


# ---------------------------------------------------------------- hands worked out by hand (user reports)


def written(row: FoundRow) -> str:
    exposure = {"": "", "exposed": "明 ", "concealed": "暗 "}[row.exposure]
    return f"{row.name} {exposure}{row.price}"


def paid(line: str, **rulings: str) -> tuple[int, Counter[str]]:
    answer = score(line, rulings=rulings)
    return answer.total, Counter(map(written, answer.rows))


def listed(text: str) -> Counter[str]:
    """``門清 5, 相逢 3 ×2`` as a count of rows."""
    parts = [part.partition(" ×") for part in text.split(", ")]
    return Counter({name: int(times or 1) for name, _, times in parts})


# The comment above each hand is the derivation; the total is 底 5 and the rows.
WORKED = [
    # A1: 678s 678s 789s with 8s drawn. In 678s 8 is two-sided; in 789s it is 嵌張 (79), and since 5s wins too, 假獨 2.
    # One pair of chows: 一般高 5. 南 2, 門清 5 + 門清摸 3, 無花 2. 5 + 19.
    ("66777889s234m222z99p+8s|自摸", 24, "一般高 5, 字 2, 門清 5, 門清摸 3, 無花 2, 假獨 2"),
    # A2: 111222333s 44s read as pungs. 1s by discard: 111s is 明, four concealed pungs remain (30), 對對 40.
    # 連刻小四步 111 222 333 44 = 30, as dear as 大三步 20 + 小三步 (222 333 44) 10, and one row fewer.
    # 字 2, 無花 2, 門清 5, 對碰 2 (11s was a pair). 5 + 111.
    ("1122233344s222z555p+1s", 116, "四暗刻 30, 對對 40, 連刻小四步 30, 字 2, 無花 2, 門清 5, 對碰 2"),
    # A3: 111222333s read as chows. Five chows on 1 in three suits: 五同順 40 and 三般高 30; 123m 123p 123s once (the
    # three choices of 123s share two of three): 三相逢, 明 by the 3p, 10, which leaves no 相逢. Every group holds 1
    # or 9: 全帶么 80; no 5: 缺五 10 (R22). 平糊 without honours and flowers: 無字花大平 20. 門清 5. 12+3 alone: 獨獨 2.
    # 5 + 197.
    (
        "111222333s123m12p99m+3p",
        202,
        "五同順 40, 三般高 30, 三相逢 明 10, 全帶么 80, 缺五 10, 無字花大平 20, 門清 5, 獨獨 2",
    ),
    # A6: 567m 567p 34455566777s: 345 456 567 77 is the only way. 三相逢 567 暗 20; 一色三步高 with the 3s, 明 15; only
    # 3 to 7: 斷么 8; 無字花大平 20, 門清 5; 45+3 is two-sided. 5 + 68.
    ("567m567p4455566777s+3s", 73, "三相逢 暗 20, 一色三步高 明 15, 斷么 8, 無字花大平 20, 門清 5"),
    # A9: five chows whose tiles hold the pungs 333 444 555 too (which would pay 三暗刻 15 + 連刻大三步 20 + 無字花 8 =
    # 43): 三般高 30 + 無字花大平 20 = 50. 門清 5; 67+8 is two-sided. 5 + 55.
    ("333444555s123m67p99p+8p", 60, "三般高 30, 無字花大平 20, 門清 5"),
    # C22: eight pairs and the third tile of one: 八飛 60. As 嚦咕 no wait row; 112233m and 445566p 同色連對 5 each,
    # 22m and 55p 將眼, 無字花 8: 82. As chows: 雙般高 20, 無字花 8, 門清 5, 77s + 7s 對碰 2: 35. 5 + 117.
    (
        "112233m445566p7799s+7s",
        122,
        "嚦咕 八飛 60, 同色連對（三） 5 ×2, 將眼 2 ×2, 無字花 8 ×2, 雙般高 20, 門清 5, 對碰 2",
    ),
    # C17: 77789m waits on 7m (777 and 89+7) and, with 77m as eyes, on 白. With the 7m in 789m 777m is 暗: 兩暗刻 with
    # 南 5. Four 7m in two groups, one of them 明: 5. All five gates: 小五門 10. 字 2, 門清 5, 無花 2, 假獨 2. 5 + 31.
    ("77789m123p567s222z55z+7m", 36, "兩暗刻 5, 四歸二 明 5, 小五門 10, 字 2, 門清 5, 無花 2, 假獨 2"),
    # C17: 78889m waits on 8m (888 + 7_9) and on 白 likewise.
    ("78889m123p567s222z55z+8m", 36, "兩暗刻 5, 四歸二 明 5, 小五門 10, 字 2, 門清 5, 無花 2, 假獨 2"),
    # C17: without the pung beside it 89m waits on 7m alone: 獨獨.
    # 南 and 西 pungs 兩暗刻 5, 字 2 ×2, 小五門 10, 門清 5, 無花 2. 5 + 28.
    ("89m123p567s222333z55z+7m", 33, "兩暗刻 5, 字 2 ×2, 小五門 10, 門清 5, 無花 2, 獨獨 2"),
    # C17: 1234m waits on 1m and 4m for the eyes: 假獨. No dragon, so no 五門. 5 + 18.
    ("1234m456p567s222333z+4m", 23, "兩暗刻 5, 字 2 ×2, 門清 5, 無花 2, 假獨 2"),
    # D25: 778899m 778899p: two pairs of equal chows are one 雙般高 20 (no 一般高), and 789m-789p twice: 相逢 3 ×2, on
    # one number, so no 雙相逢; four chows on 7 in two suits 四同順 20. Every group holds 1, 9 or 白: 混帶么 40. Five
    # chows 平糊 5. 門清 5, 無花 2, 單吊 獨獨 2. 5 + 100.
    (
        "778899m778899p123s5z+5z",
        105,
        "雙般高 20, 相逢 3 ×2, 四同順 20, 混帶么 40, 平糊 5, 門清 5, 無花 2, 獨獨 2",
    ),
    # D27: three wind pungs and the eyes of the fourth: 小四喜 120 alone, no 三風 and no 字. 混一色 40, 三暗刻 15,
    # 門清 5, 無花 2, 單吊 獨獨 2. 5 + 184.
    ("111222333z456m789m4z+4z", 189, "小四喜 120, 混一色 40, 三暗刻 15, 門清 5, 無花 2, 獨獨 2"),
    # D27: the same of the dragons: 大三元 80 alone. 5 + 144.
    ("555666777z456m789m4z+4z", 149, "大三元 80, 混一色 40, 三暗刻 15, 門清 5, 無花 2, 獨獨 2"),
    # E38: nothing but two flowers: no 雞糊 (they are worth 4), and no refusal either. 5 + 4.
    ("(123m)56m234p999s567s11z+4m花春夏", 9, "花 2 ×2"),
]


@pytest.mark.parametrize(("line", "total", "rows"), WORKED)
def test_worked_by_hand(line: str, total: int, rows: str) -> None:
    assert paid(line) == (total, listed(rows))


def test_the_closed_wait_is_named_and_the_two_sided_one_listed() -> None:
    """A1, A5: both sets that can hold the 8s are tried."""
    readings = score("66777889s234m222z99p+8s|自摸").readings
    assert [(reading.winning_group, reading.total, reading.paid) for reading in readings] == [
        ("789s", 24, True),
        ("678s", 22, False),
    ]


def test_every_way_to_part_a_hand_is_listed() -> None:
    """A2: 1 222 333 44 + 1s as pungs, as three chows, and with 11s as eyes."""
    readings = score("1122233344s222z555p+1s").readings
    ours = {tuple(name for name in reading.groups if name.endswith("s")) for reading in readings}
    assert ours == {("111s", "222s", "333s", "44s"), ("123s", "123s", "123s", "44s"), ("123s", "234s", "234s", "11s")}


@pytest.mark.parametrize(
    ("kong", "rows"),
    [
        # B14, B15: every kong counts among the concealed pungs (G16), each row once; 加槓 breaks 門清 (R17)
        ("[1111m]", "暗槓 2, 兩暗刻 5, 門清 5"),
        ("(1111m)", "明槓 1, 兩暗刻 5, 門清 5"),
        ("(111+1m)", "明槓 1, 兩暗刻 5"),
        ("(111m)", ""),
        ("111m", "兩暗刻 5, 門清 5"),
    ],
)
def test_kongs(kong: str, rows: str) -> None:
    """Beside: 456m 789p 222s 567s and 東 as eyes: 無花 2, 單吊 獨獨 2."""
    expected = listed(f"無花 2, 獨獨 2{', ' * bool(rows)}{rows}")
    assert paid(f"{kong}456m789p222s567s1z+1z")[1] == expected


@pytest.mark.parametrize(
    ("melds", "rows"),
    [
        # D30: of equal chows one row, never pairs of pairs; 3 + 2 are 三般高 and 一般高 (R6)
        ("(123m)(123m)", "一般高 5"),
        ("(123m)(123m)(123m)", "三般高 30"),
        ("(123m)(123m)(123m)(123m)", "四般高 120"),
        ("(123m)(123m)(456m)(456m)", "雙般高 20"),
        ("(123m)(123m)(123s)(123s)", "雙般高 20"),
        ("(123m)(123m)(123m)(789p)(789p)", "三般高 30, 一般高 5"),
        ("(123m)(123s)", ""),
    ],
)
def test_equal_chows(melds: str, rows: str) -> None:
    family = [written(row) for row in count(melds).rows if row.name.endswith("般高")]
    assert Counter(family) == (listed(rows) if rows else Counter())


@pytest.mark.parametrize("wind", "東南西北")
def test_a_wind_pung_pays_alike_on_every_seat(wind: str) -> None:
    """E33: 字 2 whichever the seat and the round."""
    totals = set()
    for seat in "東南西北":
        for prevailing in "東南西北":
            answer = score(f"123m456p789s567m{wind * 3}5z+5z|門風={seat} 圈風={prevailing}")
            assert [(row.price, row.groups) for row in answer.rows if row.name == "字"] == [
                (2, (f"{'東南西北'.index(wind) + 1}" * 3 + "z",))
            ]
            totals.add(answer.total)
    assert len(totals) == 1


@pytest.mark.parametrize("honour", "東南西北白發中")
def test_each_honour_by_name_as_pung_kong_and_eyes(honour: str) -> None:
    """E34: a pung and every kong is 字 once; eyes are none."""
    tile = f"{'東南西北白發中'.index(honour) + 1}z"
    for melds, group in (
        (f"{honour * 3}", tile[0] * 3 + "z"),
        (f"({honour * 3})", f"({tile[0] * 3}z)"),
        (f"({honour * 4})", f"({tile[0] * 4}z)"),
        (f"({tile[0] * 3}+{tile})", f"({tile[0] * 4}z)"),
        (f"[{honour * 4}]", f"[{tile[0] * 4}z]"),
    ):
        answer = score(f"{melds}123m456p789s567m5p+5p")
        assert [row.groups for row in answer.rows if row.name == "字"] == [(group,)]
    assert score(f"222p123m456p789s567m{honour}+{honour}").times("字") == 0


@pytest.mark.parametrize("flowers", range(9))
def test_flowers(flowers: int) -> None:
    """E35: 花 2 each, whichever the seat; 無花 2 without.

    雜龍 暗 15 (123m 456p 789s), 字 2, 門清 5, 單吊 獨獨 2, and nothing of 七門 without a dragon. 5 + 24.
    """
    for seat in "東南西北":
        line = f"123m456p789s567m222z3z+3z花{'春夏秋冬梅蘭菊竹'[:flowers]}|門風={seat}".replace("花|", "|")
        expected = listed("雜龍 暗 15, 字 2, 門清 5, 獨獨 2") + Counter({"花 2": flowers} if flowers else {"無花 2": 1})
        assert paid(line) == (29 + 2 * (flowers or 1), expected)


def test_the_json_names_for_every_row_its_groups_and_its_sources() -> None:
    """G53, G54: the shown rows sum to the total; each says what makes it and where it is written."""
    for line in case_hands():
        told = score(line).as_dict("zh")
        assert told["total"] == told["base"] + sum(row["price"] for row in told["rows"])
        assert all(row["sources"] and row["why"] and row["english"] for row in told["rows"])
