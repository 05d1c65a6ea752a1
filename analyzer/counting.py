"""What a reading is worth: the instances found in it, and the dearest set of them that may be paid together.

An instance is a row and the groups that make it. Two instances clash by 單式 (G28, G29) or by an edge of the table;
高點法 takes the dearest set without a clash, of equal ones the one with the fewest rows, then by the order of the
table, then by the order of the groups.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from analyzer import tiles
from analyzer.kindsets import GROUP_MASKS, HONOURS, one
from analyzer.readings import NOWHERE, Arrangement, Form
from analyzer.rules import (
    LEAF,
    Composite,
    Edge,
    FormRules,
    GroupTest,
    Node,
    PlaceTest,
    Rules,
    Shape,
    packed_numbers,
    remember,
    rows_of,
)
from analyzer.view import HandView

_NUMBERED = sum(1 << group for group, mask in enumerate(GROUP_MASKS) if not mask & HONOURS)
_GROUP_NUMBERS = tuple(frozenset(tiles.number_of(kind) for kind in kinds) - {0} for kinds in tiles.GROUP_TILES)


class Instance(NamedTuple):
    """One time a row is found: its groups as a mask over positions, its number combination, 明/暗 and price.

    Instances sort in the order of the table, then of the groups.
    """

    row: int
    mask: int
    numbers: int
    concealed: bool
    price: int


_new = tuple.__new__  # an Instance without the cost of its keyword arguments


class Clash(NamedTuple):
    """Why two instances may not both be paid: ``單式``, ``apart`` or a kind of edge; the row and the source."""

    kind: str
    higher: int
    citation: str


@dataclass(slots=True)
class Counted:
    """A reading with its rows: the instances paid and all that were found; ``total`` in 翻 without 底."""

    arrangement: Arrangement
    place: int
    exposed: int  # positions that are 明
    paid: list[Instance]
    found: list[Instance]
    total: int

    @property
    def key(self) -> tuple[int, int, list[int], list[int], Form, tuple[int, ...], int]:
        """Dearest first; then the fewest rows, the order of the table, the order of the groups."""
        rows, masks = order_of(self.paid)
        arrangement = self.arrangement
        return -self.total, len(self.paid), rows, masks, arrangement.form, arrangement.groups, self.place


def order_of(instances: Iterable[Instance]) -> tuple[list[int], list[int]]:
    """How a set of instances ranks among equals: by its rows in the order of the table, then by its groups."""
    rows, masks = [], []
    for instance in instances:
        rows.append(instance.row)
        masks.append(instance.mask)
    return rows, masks


def count_arrangement(hand: HandView, arrangement: Arrangement) -> list[Counted]:
    """Every reading of an arrangement (each place of the winning tile), counted."""
    shapes = _shapes(hand, arrangement)
    readings = []
    for place in arrangement.places:
        exposed = arrangement.exposed
        if not hand.drawn and place != NOWHERE and arrangement.groups[place] < tiles.FIRST_EYES:
            exposed |= 1 << place
        found = _found(hand, arrangement, place, exposed, shapes)
        paid = select(hand.rules, found)
        readings.append(Counted(arrangement, place, exposed, paid, found, sum([one.price for one in paid])))
    return readings


# --- instances that the winning tile's place does not change ------------------------------------------------


def _shapes(hand: HandView, arrangement: Arrangement) -> list[Shape]:
    form_rules = hand.rules.forms[arrangement.form]
    live = hand.live_rows(arrangement.form)
    shapes = form_rules.alone_shapes(live)
    if arrangement.kongs or hand.hand.flower_count:
        for row, of_what in form_rules.per:
            if live >> row & 1:
                shapes += _per(row, of_what, hand, arrangement)
    tests = form_rules.live_group_tests(live)
    if tests:
        summary = _summary(arrangement)
        chows, pungs = summary.chows, summary.pungs
        for test in tests:
            if chows >= test.chows and pungs >= test.pungs and _fits(test, summary):
                shapes.append((test.row, 0, 0))
    if hand.fours and form_rules.returns:
        shapes += _returns(form_rules, hand.fours, arrangement)
    return shapes + _templates(form_rules, arrangement, live)


def _per(row: int, of_what: str, hand: HandView, arrangement: Arrangement) -> list[Shape]:
    if of_what == "flower":
        return [(row, 0, 0)] * hand.hand.flower_count
    mask = arrangement.concealed_kongs
    if of_what == "exposed kong":
        mask ^= arrangement.kongs
    return [(row, 1 << place, 0) for place in rows_of(mask)]


class _Summary(NamedTuple):
    """What the group tests ask of a reading."""

    form: Form
    bits: int  # groups as bits
    chows: int
    pungs: int
    numbered: list[int]  # melds of numbers; in 嚦咕 pairs
    eyes: int


def _summary(arrangement: Arrangement) -> _Summary:
    # In 十三么 only the meld is looked at.
    groups = arrangement.groups[:1] if arrangement.form == Form.ORPHANS else arrangement.groups
    bits = 0
    for group in groups:
        bits |= 1 << group
    chows = bisect_left(groups, tiles.FIRST_PUNG)
    pungs = bisect_left(groups, tiles.FIRST_EYES) - chows
    melds = groups[chows + pungs :] if arrangement.form == Form.PAIRS else groups[: chows + pungs]
    return _Summary(
        arrangement.form, bits, chows, pungs, [group for group in melds if _NUMBERED >> group & 1], groups[-1]
    )


def _fits(test: GroupTest, summary: _Summary) -> bool:
    if test.each and summary.bits & ~test.each:
        return False
    if len(summary.numbered) < test.numbered_melds and summary.form != Form.ORPHANS:
        return False
    if test.carries and not _carries(test.carries, summary.numbered, summary.eyes):
        return False
    return not test.melds_in or all(summary.bits & melds for melds in test.melds_in)


def _carries(count: int, numbered: list[int], eyes: int) -> bool:
    """So many numbers are in every numbered meld; the eyes are honours, or for one number that number."""
    if not numbered:
        return False
    common = frozenset.intersection(*[_GROUP_NUMBERS[group] for group in numbered])
    if _NUMBERED >> eyes & 1:
        return count == 1 and bool(common & _GROUP_NUMBERS[eyes])
    return len(common) >= count


def _returns(form_rules: FormRules, fours: list[int], arrangement: Arrangement) -> list[Shape]:
    """The 歸 rows: so many kinds, all four copies of each, together in so many groups."""
    holders = []
    for kind in fours:
        mask = 0
        for place, group in enumerate(arrangement.groups):
            if GROUP_MASKS[group] & one(kind):
                mask |= 1 << place
        holders.append(mask)
    shapes = []
    for row, kinds, groups in form_rules.returns:
        for chosen in combinations(holders, kinds):
            mask = 0
            for holder in chosen:
                mask |= holder
            if mask.bit_count() == groups:
                shapes.append((row, mask, 0))
    return shapes


def _templates(form_rules: FormRules, arrangement: Arrangement, live: int) -> list[Shape]:
    """The instances of rows with templates, and of rows made of two such."""
    if not live & form_rules.composite_rows:
        return _walk(form_rules, arrangement, live)
    found = _walk(form_rules, arrangement, live | form_rules.parts)
    shapes = [shape for shape in found if live >> shape[0] & 1]
    parts = [shape for shape in found if form_rules.parts >> shape[0] & 1]
    if len(parts) > 1:
        for composite in form_rules.composites:
            if live >> composite.row & 1:
                shapes += _joined(composite, parts, arrangement.groups)
    return shapes


def _joined(composite: Composite, parts: list[Shape], groups: tuple[int, ...]) -> list[Shape]:
    """Every two parts of a composite row that differ and share as it asks, each set of groups once."""
    masks = set()
    for wanted in composite.pairs:
        for (row1, mask1, numbers1), (row2, mask2, numbers2) in combinations(parts, 2):
            if (row1, row2) != wanted and (row2, row1) != wanted:
                continue
            if (mask1 & mask2).bit_count() > composite.share:
                continue
            if composite.differ == "number" and _numbers_meet(numbers1, numbers2):
                continue
            if composite.differ == "group" and _groups_at(groups, mask1) == _groups_at(groups, mask2):
                continue
            masks.add(mask1 | mask2)
    return [(composite.row, mask, packed_numbers(_groups_at(groups, mask))) for mask in sorted(masks)]


def _groups_at(groups: tuple[int, ...], mask: int) -> tuple[int, ...]:
    return tuple([groups[place] for place in rows_of(mask)])


def _numbers_meet(one: int, other: int) -> bool:
    """Whether a number is in both combinations."""
    return any(one >> place & 7 and other >> place & 7 for place in range(0, 30, 3))


def _walk(form_rules: FormRules, arrangement: Arrangement, live: int) -> list[Shape]:
    """Every combination of the reading's groups that stands in the template tree."""
    shapes: list[Shape] = []
    if arrangement.form == Form.PAIRS:
        triplet = arrangement.groups[0]
        # The triplet may stand as a pair too, in the rows that allow it.
        pair = triplet - tiles.FIRST_PUNG + tiles.FIRST_EYES
        groups = (*arrangement.groups, pair)
        order = sorted(range(len(groups)), key=groups.__getitem__)
        bits = [1 << (place if place < len(arrangement.groups) else 0) for place in order]
        _descend(form_rules.tree, [groups[place] for place in order], bits, 0, 0, live, shapes)
        return [shape for shape in shapes if not _wrong_triplet(form_rules, shape, arrangement)]
    _descend(form_rules.tree, arrangement.groups, _BITS, 0, 0, live, shapes)
    return shapes


_BITS = tuple(1 << place for place in range(8))


def _descend(
    node: Node,
    groups: tuple[int, ...] | list[int],
    bits: tuple[int, ...] | list[int],
    start: int,
    mask: int,
    live: int,
    shapes: list[Shape],
) -> None:
    count = len(groups)
    for place in range(start, count):
        child = node.get(groups[place])
        if child is None:
            continue
        bit = bits[place]
        if mask & bit:
            continue
        leaf = child.get(LEAF)
        if leaf is not None:
            for row, numbers in leaf:
                if live >> row & 1:
                    shapes.append((row, mask | bit, numbers))
            if len(child) == 1:
                continue
        place += 1
        if place < count:
            _descend(child, groups, bits, place, mask | bit, live, shapes)


def _wrong_triplet(form_rules: FormRules, shape: Shape, arrangement: Arrangement) -> bool:
    """Whether a template took the triplet as a pair although its row does not let it."""
    row, mask, _ = shape
    if not mask & 1 or form_rules.triplet_pairs >> row & 1:
        return False
    node = form_rules.tree
    for place in rows_of(mask):
        node = node.get(arrangement.groups[place], {})
    return all(found != row for found, _ in node.get(LEAF, ()))


# --- a reading's instances ----------------------------------------------------------------------------------


def _found(hand: HandView, arrangement: Arrangement, place: int, exposed: int, shapes: list[Shape]) -> list[Instance]:
    """The instances of a reading with 明/暗 and price, those of its place added, in the order of table and groups."""
    rules = hand.rules
    form_rules = rules.forms[arrangement.form]
    live = hand.live_rows(arrangement.form)
    prices = form_rules.prices
    found = []
    for row, mask, numbers in shapes:
        concealed = not mask & exposed
        price = prices[row][concealed]
        if price:
            found.append(_new(Instance, (row, mask, numbers, concealed, price)))
    if arrangement.form == Form.PAIRS and not hand.drawn:
        found = [_pairs_exposure(hand, arrangement, instance, prices) for instance in found]
    if live & form_rules.concealed_pung_rows and _pung_count(arrangement) >= form_rules.fewest_concealed_pungs:
        found += _concealed_pungs(form_rules, arrangement, exposed, live)
    what = completed(arrangement, place)
    for test in form_rules.place_tests:
        if live >> test.row & 1 and test.completed in ("", what) and _placed(test, hand, arrangement, place):
            mask = 1 << place if place != NOWHERE and not test.unrelated else 0
            found.append(Instance(test.row, mask, 0, True, prices[test.row][1]))
    if rules.exposure:
        found = [one for one in found if _exposure_fits(rules.exposure.get(one.row), one, exposed)]
    if live & rules.with_row_bits:
        found += _with_others(rules, form_rules, live, found)
    found.sort()
    return found


def _pairs_exposure(
    hand: HandView, arrangement: Arrangement, instance: Instance, prices: list[tuple[int, int]]
) -> Instance:
    """In 嚦咕 a row of two prices is 明 when the winning tile, by discard, is of its kind."""
    if not hand.rules.two_priced >> instance.row & 1:
        return instance
    win = hand.hand.win
    concealed = all(win not in tiles.GROUP_TILES[arrangement.groups[place]] for place in rows_of(instance.mask))
    return instance._replace(concealed=concealed, price=prices[instance.row][concealed])


def _pung_count(arrangement: Arrangement) -> int:
    return bisect_left(arrangement.groups, tiles.FIRST_EYES) - bisect_left(arrangement.groups, tiles.FIRST_PUNG)


def _concealed_pungs(form_rules: FormRules, arrangement: Arrangement, exposed: int, live: int) -> list[Instance]:
    """The rows of so many concealed pungs; which kongs count among them is the row's."""
    pungs = 0
    for place, group in enumerate(arrangement.groups):
        if tiles.FIRST_PUNG <= group < tiles.FIRST_EYES:
            pungs |= 1 << place
    own = pungs & ~(exposed | arrangement.kongs)
    found = []
    for row, count, which in form_rules.concealed_pungs:
        if live >> row & 1:
            mask = own | _counting_kongs(arrangement, which)
            if mask.bit_count() >= count:
                found.append(Instance(row, mask, 0, True, form_rules.prices[row][1]))
    return found


def _counting_kongs(arrangement: Arrangement, which: str) -> int:
    if which == "every":
        return arrangement.kongs
    if which == "none":
        return 0
    return arrangement.concealed_kongs | (arrangement.direct_kongs if which == "direct" else 0)


def _exposure_fits(wanted: str | None, instance: Instance, exposed: int) -> bool:
    if wanted is None:
        return True
    hidden = not (instance.mask & exposed if instance.mask else exposed)
    return hidden == (wanted == "concealed")


def _with_others(rules: Rules, form_rules: FormRules, live: int, found: list[Instance]) -> list[Instance]:
    """The rows that ask for other rows in the same reading."""
    rows = 0
    for instance in found:
        rows |= 1 << instance.row
    added = []
    for row, choices in rules.with_rows:
        if live >> row & 1 and all(rows & choice for choice in choices):
            rows |= 1 << row
            added.append(Instance(row, 0, 0, True, form_rules.prices[row][1]))
    return added


# --- the winning tile ---------------------------------------------------------------------------------------


def completed(arrangement: Arrangement, place: int) -> str:
    """What the winning tile completed: chow, pung, eyes; in the special forms pair, triplet, single."""
    if place == NOWHERE:
        return "single"
    group = arrangement.groups[place]
    if arrangement.form != Form.STANDARD:
        return "pair" if group >= tiles.FIRST_EYES else "triplet"
    return "chow" if group < tiles.FIRST_PUNG else "pung" if group < tiles.FIRST_EYES else "eyes"


def single_shape(arrangement: Arrangement, place: int, win: int | None) -> bool:
    """邊張, 嵌張 or 單吊; in the special forms anything but 八飛 and 十六飛."""
    what = completed(arrangement, place)
    if arrangement.form == Form.STANDARD:
        return what == "eyes" or (what == "chow" and chow_wait(arrangement.groups[place], win) != "兩面")
    if arrangement.form == Form.UNRELATED:
        return what != "pair"
    return what != "triplet"


def chow_wait(group: int, win: int | None) -> str:
    """The wait shape of a chow completed by ``win``: 嵌張, 邊張 or 兩面."""
    first, middle, last = tiles.GROUP_TILES[group]
    if win == middle:
        return "嵌張"
    edge = (win == last and tiles.number_of(first) == 1) or (win == first and tiles.number_of(last) == 9)
    return "邊張" if edge else "兩面"


def _placed(test: PlaceTest, hand: HandView, arrangement: Arrangement, place: int) -> bool:
    if test.unrelated and not _unrelated(test.unrelated, hand.present):
        return False
    if not test.wait:
        return True
    if not single_shape(arrangement, place, hand.hand.win):
        return False
    if test.wait == "only":
        return hand.waits_on_one
    return not hand.waits_on_one and arrangement.form in (Form.STANDARD, Form.PAIRS)


def _unrelated(what: str, present: int) -> bool:
    suits = [[number for number in range(9) if present & one(suit * 9 + number)] for suit in range(3)]
    if what == "same":
        return suits[0] == suits[1] == suits[2]
    return sorted(suits) == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]


# --- the dearest set ----------------------------------------------------------------------------------------


def clash(rules: Rules, one: Instance, other: Instance) -> Clash | None:
    """Why the two may not both be paid, or None."""
    shared = (one.mask & other.mask).bit_count()
    if one.row == other.row:
        return _clash_with_itself(rules, one, other, shared)
    apart = rules.apart.get(one.row)
    if shared and apart is not None and rules.apart.get(other.row) == apart:
        return Clash("apart", one.row, apart[1])
    for edge in rules.edges.get((one.row, other.row), ()):
        higher, lower = (one, other) if edge.higher == one.row else (other, one)
        if _edge_holds(edge, higher, lower, shared):
            return Clash(*edge)
    return None


def _clash_with_itself(rules: Rules, one: Instance, other: Instance, shared: int) -> Clash | None:
    if shared and one.row in rules.apart:
        return Clash("apart", one.row, rules.apart[one.row][1])
    for edge in rules.edges.get((one.row, one.row), ()):
        return Clash(*edge)
    if rules.returning >> one.row & 1 or one.numbers != other.numbers or not one.mask:
        return None
    return Clash("單式", one.row, "G28") if 2 * shared >= one.mask.bit_count() else None


def _edge_holds(edge: Edge, higher: Instance, lower: Instance, shared: int) -> bool:
    if edge.kind == "bars" or not higher.mask or not lower.mask:
        return True
    if 2 * shared < lower.mask.bit_count():
        return False
    return edge.kind == "covers" or _among(lower.numbers, higher.numbers)


def _among(lower: int, higher: int) -> bool:
    """Whether every number of the one combination is among the other's."""
    return all(higher >> place & 7 for place in range(0, 30, 3) if lower >> place & 7)


def select(rules: Rules, found: list[Instance]) -> list[Instance]:
    """The dearest instances without a clash among them; ``found`` in the order of table and groups."""
    present = twice = 0
    for instance in found:
        bit = 1 << instance.row
        twice |= present & bit
        present |= bit
    rivals = rules.rivals
    contested = tuple([instance for instance in found if rivals[instance.row] & present or twice >> instance.row & 1])
    if len(contested) < 2:
        return found
    lost = rules.settled.get(contested)
    if lost is None:
        lost = remember(rules.settled, contested, _losers(rules, contested))
    return [instance for instance in found if instance not in lost] if lost else found


def _losers(rules: Rules, contested: tuple[Instance, ...]) -> frozenset[Instance]:
    """The contested instances that are not in the dearest set. Equal ones never clash: they stay or go together."""
    clashes = _clashes(rules, contested)
    lost = 0
    rest = (1 << len(contested)) - 1
    while rest:
        part = _component(clashes, rest & -rest)
        rest &= ~part
        if part & (part - 1):
            lost |= part & ~_dearest(rows_of(part), clashes, contested)
    return frozenset(contested[place] for place in rows_of(lost))


def _clashes(rules: Rules, contested: tuple[Instance, ...]) -> list[int]:
    """By instance: those it clashes with, as bits."""
    clashes = [0] * len(contested)
    for (place1, first), (place2, second) in combinations(enumerate(contested), 2):
        if (first.row == second.row or rules.rivals[first.row] >> second.row & 1) and clash(rules, first, second):
            clashes[place1] |= 1 << place2
            clashes[place2] |= 1 << place1
    return clashes


def _component(clashes: list[int], seed: int) -> int:
    """Everything that clashes with the seed, directly or by way of others."""
    part, edge = seed, seed
    while edge:
        place = edge.bit_length() - 1
        edge &= ~(1 << place)
        fresh = clashes[place] & ~part
        part |= fresh
        edge |= fresh
    return part


def _dearest(members: list[int], clashes: list[int], contested: tuple[Instance, ...]) -> int:
    """The dearest independent set of members; of equals the smallest, then the first by :func:`order_of`."""
    prices = [instance.price for instance in contested]
    left = [0] * (len(members) + 1)
    for step in range(len(members) - 1, -1, -1):
        left[step] = left[step + 1] + prices[members[step]]
    best, best_total, best_size = 0, -1, 0

    def search(step: int, taken: int, barred: int, total: int, size: int) -> None:
        nonlocal best, best_total, best_size
        if step == len(members):
            if total > best_total or (
                total == best_total and (size < best_size or (size == best_size and goes_before(taken, best)))
            ):
                best, best_total, best_size = taken, total, size
            return
        if total + left[step] < best_total or (total + left[step] == best_total and size >= best_size):
            return
        place = members[step]
        if not barred >> place & 1:
            search(step + 1, taken | 1 << place, barred | clashes[place], total + prices[place], size + 1)
        search(step + 1, taken, barred, total, size)

    def goes_before(one: int, other: int) -> bool:
        return order_of(contested[place] for place in rows_of(one)) < order_of(
            contested[place] for place in rows_of(other)
        )

    search(0, 0, 0, 0, 0)
    return best
