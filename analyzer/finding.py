"""What is found in a reading: every instance of every row, before any is dropped for another.

Some instances are the same for every place of the winning tile; the others depend on it, or on what it leaves 明.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from analyzer import tiles
from analyzer.kindsets import GROUP_MASKS, kind_mask
from analyzer.readings import NOWHERE, Arrangement, Form
from analyzer.rules import (
    FALSE_SINGLE_FORMS,
    Composite,
    FormRules,
    GroupTest,
    Instance,
    LiveRows,
    Node,
    PlaceTest,
    Shape,
    packed_numbers,
    rows_of,
)
from analyzer.view import HandView

_EVERY_NUMBER = (1 << 10) - 1
# By group: its numbers as bits; honours have none.
_GROUP_NUMBERS = tuple(
    sum({1 << tiles.number_of(kind) for kind in kinds if kind < tiles.FIRST_HONOUR}) for kinds in tiles.GROUP_TILES
)


_new = tuple.__new__  # an Instance without the cost of its keyword arguments


def found_in(hand: HandView, arrangement: Arrangement) -> Iterator[tuple[int, int, list[Instance]]]:
    """For each place of the winning tile: the place, the positions that are 明, and the instances of that reading."""
    live = hand.live(arrangement.form)
    fixed = _fixed(live, arrangement)
    shapes = _shapes(hand, live, arrangement)
    for place in arrangement.places:
        exposed = arrangement.exposed
        if not hand.drawn and place != NOWHERE and arrangement.groups[place] < tiles.FIRST_EYES:
            exposed |= 1 << place
        found = fixed + _found(hand, live, arrangement, place, exposed, shapes)
        if hand.rules.exposure:
            found = [one for one in found if _exposure_fits(hand.rules.exposure.get(one.row), one, exposed)]
        if live.with_rows:
            found += _with_others(hand.rules.forms[arrangement.form], live, found)
        yield place, exposed, found


# --- instances that the winning tile's place does not change ------------------------------------------------


def _fixed(live: LiveRows, arrangement: Arrangement) -> list[Instance]:
    """The rows about the whole hand or all groups: they have no groups of their own and one price."""
    if not live.group_tests:
        return live.alone
    summary = _summary(arrangement)
    chows, pungs = summary.chows, summary.pungs
    return live.alone + [
        instance
        for test, instance in live.group_tests
        if chows >= test.chows and pungs >= test.pungs and _fits(test, summary)
    ]


def _shapes(hand: HandView, live: LiveRows, arrangement: Arrangement) -> list[Shape]:
    """The instances whose price may depend on 明/暗."""
    shapes = _templates(hand.rules.forms[arrangement.form], live, arrangement)
    if arrangement.kongs or hand.hand.flower_count:
        for row, of_what in live.per:
            shapes += _per(row, of_what, hand, arrangement)
    if hand.fours and live.returns:
        shapes += _returns(live, hand.fours, arrangement)
    return shapes


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
    numbered: int  # how many melds (in 嚦咕 pairs) are of numbers
    common: int  # the numbers, as bits, that are in all of those
    eyes: int  # the numbers of the eyes


def _summary(arrangement: Arrangement) -> _Summary:
    # In 十三么 only the meld is looked at.
    groups = arrangement.groups[:1] if arrangement.form == Form.ORPHANS else arrangement.groups
    bits = 0
    for group in groups:
        bits |= 1 << group
    chows = bisect_left(groups, tiles.FIRST_PUNG)
    pungs = bisect_left(groups, tiles.FIRST_EYES) - chows
    melds = groups[chows + pungs :] if arrangement.form == Form.PAIRS else groups[: chows + pungs]
    numbered, common = 0, _EVERY_NUMBER
    for group in melds:
        if _GROUP_NUMBERS[group]:
            numbered += 1
            common &= _GROUP_NUMBERS[group]
    return _Summary(arrangement.form, bits, chows, pungs, numbered, common, _GROUP_NUMBERS[groups[-1]])


def _fits(test: GroupTest, summary: _Summary) -> bool:
    if test.each and summary.bits & ~test.each:
        return False
    if summary.numbered < test.numbered_melds and summary.form != Form.ORPHANS:
        return False
    if test.carries and not _carries(test.carries, summary):
        return False
    return not test.melds_in or all(summary.bits & melds for melds in test.melds_in)


def _carries(count: int, summary: _Summary) -> bool:
    """So many numbers are in every numbered meld; the eyes are honours, or for one number that number."""
    if not summary.numbered:
        return False
    if summary.eyes:
        return count == 1 and bool(summary.common & summary.eyes)
    return summary.common.bit_count() >= count


def _returns(live: LiveRows, fours: list[int], arrangement: Arrangement) -> list[Shape]:
    """The 歸 rows: so many kinds, all four copies of each, together in so many groups."""
    holders = []
    for kind in fours:
        mask = 0
        for place, group in enumerate(arrangement.groups):
            if GROUP_MASKS[group] & kind_mask(kind):
                mask |= 1 << place
        holders.append(mask)
    shapes = []
    for row, kinds, groups in live.returns:
        for chosen in combinations(holders, kinds):
            mask = 0
            for holder in chosen:
                mask |= holder
            if mask.bit_count() == groups:
                shapes.append((row, mask, 0))
    return shapes


def _templates(form_rules: FormRules, live: LiveRows, arrangement: Arrangement) -> list[Shape]:
    """The instances of rows with templates, and of rows made of two such."""
    shapes: list[Shape] = []
    parts: dict[int, list[Shape]] = {}
    for shape in _walk(form_rules, arrangement):
        row = shape[0]
        if row < form_rules.first_part:
            shapes.append(shape)
        if row in form_rules.parts:
            parts.setdefault(row, []).append(shape)
    if parts:
        for composite in live.composites:
            shapes += _joined(composite, parts, arrangement.groups)
    if live.hidden:
        return [shape for shape in shapes if not live.hidden >> shape[0] & 1]
    return shapes


def _joined(composite: Composite, parts: dict[int, list[Shape]], groups: tuple[int, ...]) -> list[Shape]:
    """Every two parts of a composite row that differ and share as it asks, each set of groups once."""
    masks = set()
    for one, other in composite.pairs:
        if one in parts and other in parts:
            pairs = combinations(parts[one], 2) if one == other else product(parts[one], parts[other])
            for (_, mask1, numbers1), (_, mask2, numbers2) in pairs:
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


def _walk(form_rules: FormRules, arrangement: Arrangement) -> list[Shape]:
    """Every combination of the reading's groups that stands in the template tree; parts are numbered on from rows."""
    shapes: list[Shape] = []
    if arrangement.form == Form.PAIRS:
        triplet = arrangement.groups[0]
        # The triplet may stand as a pair too, in the rows that allow it.
        pair = triplet - tiles.FIRST_PUNG + tiles.FIRST_EYES
        entries = sorted([*zip(arrangement.groups, _BITS, strict=False), (pair, _BITS[0])])
        _descend(form_rules.tree, [g for g, _ in entries], [bit for _, bit in entries], 0, 0, shapes)
        return [shape for shape in shapes if not _wrong_triplet(form_rules, shape, arrangement)]
    _descend(form_rules.tree, arrangement.groups, _BITS, 0, 0, shapes)
    return shapes


_BITS = tuple(1 << place for place in range(8))


def _descend(
    nodes: dict[int, Node],
    groups: Sequence[int],
    bits: Sequence[int],
    start: int,
    mask: int,
    shapes: list[Shape],
) -> None:
    """Go on from the groups of ``mask`` with every later group that some combination goes on with."""
    for place in range(start, len(groups)):
        node = nodes.get(groups[place])
        if node is not None and not mask & bits[place]:
            taken = mask | bits[place]
            ends, below = node
            for row, numbers in ends:
                shapes.append((row, taken, numbers))
            if below:
                _descend(below, groups, bits, place + 1, taken, shapes)


def _wrong_triplet(form_rules: FormRules, shape: Shape, arrangement: Arrangement) -> bool:
    """Whether a template took the triplet as a pair although its row does not let it."""
    row, mask, _ = shape
    if not mask & 1 or form_rules.triplet_pairs >> row & 1:
        return False
    nodes = form_rules.tree
    ends: tuple[tuple[int, int], ...] = ()
    for place in rows_of(mask):
        node = nodes.get(arrangement.groups[place])
        if node is None:
            return True
        ends, nodes = node
    return all(found != row for found, _ in ends)


# --- a reading's instances ----------------------------------------------------------------------------------


def _found(
    hand: HandView, live: LiveRows, arrangement: Arrangement, place: int, exposed: int, shapes: list[Shape]
) -> list[Instance]:
    """The instances of a reading that depend on 明/暗 or on the winning tile's place."""
    form_rules = hand.rules.forms[arrangement.form]
    prices = form_rules.prices
    found = []
    for row, mask, numbers in shapes:
        concealed = not mask & exposed
        price = prices[row][concealed]
        if price:
            found.append(_new(Instance, (row, mask, numbers, concealed, price)))
    if arrangement.form == Form.PAIRS and not hand.drawn:
        found = [_pairs_exposure(hand, arrangement, instance, prices) for instance in found]
    if live.concealed_pungs and _pung_count(arrangement) >= form_rules.fewest_concealed_pungs:
        found += _concealed_pungs(form_rules, live, arrangement, exposed)
    what = completed(arrangement, place)
    for test in live.place_tests:
        if test.completed in ("", what) and _placed(test, hand, arrangement, place):
            mask = 1 << place if place != NOWHERE and not test.unrelated else 0
            found.append(Instance(test.row, mask, 0, True, prices[test.row][1]))
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


def _concealed_pungs(form_rules: FormRules, live: LiveRows, arrangement: Arrangement, exposed: int) -> list[Instance]:
    """The rows of so many concealed pungs; which kongs count among them is the row's."""
    pungs = 0
    for place, group in enumerate(arrangement.groups):
        if tiles.FIRST_PUNG <= group < tiles.FIRST_EYES:
            pungs |= 1 << place
    own = pungs & ~(exposed | arrangement.kongs)
    found = []
    for row, count, which in live.concealed_pungs:
        mask = own | _counting_kongs(arrangement, which) if arrangement.kongs else own
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


def _with_others(form_rules: FormRules, live: LiveRows, found: list[Instance]) -> list[Instance]:
    """The rows that ask for other rows in the same reading."""
    rows = 0
    for instance in found:
        rows |= 1 << instance.row
    added = []
    for row, choices in live.with_rows:
        for choice in choices:
            if not rows & choice:
                break
        else:
            rows |= 1 << row
            added.append(form_rules.fixed(row))
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
        return hand.waits_on_one(arrangement.form)
    return arrangement.form in FALSE_SINGLE_FORMS and not hand.waits_on_one(arrangement.form)


def _unrelated(what: str, present: int) -> bool:
    suits = [[number for number in range(9) if present & kind_mask(suit * 9 + number)] for suit in range(3)]
    if what == "same":
        return suits[0] == suits[1] == suits[2]
    return sorted(suits) == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
