"""What a reading is worth: of the instances found in it, the dearest set that may be paid together.

An instance is a row and the groups that make it (:mod:`analyzer.finding`). Two instances clash by 單式 (G28, G29) or by
an edge of the table; 高點法 takes the dearest set without a clash, of equal ones the one with the fewest rows, then by
the order of the table, then by the order of the groups.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from analyzer.finding import found_in
from analyzer.readings import Arrangement, Form
from analyzer.rules import Edge, Instance, Rules, remember, rows_of
from analyzer.view import HandView


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
    paid_elsewhere: list[Instance] = field(default_factory=list)  # R14: moved to the other form of a 雙食

    @property
    def key(self) -> tuple[int, int, list[int], list[int], Form, tuple[int, ...], int]:
        """Dearest first; then the fewest rows, the order of the table, the order of the groups."""
        rows, masks = order_of(sorted(self.paid))
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
    readings = []
    for place, exposed, found in found_in(hand, arrangement):
        paid = select(hand.rules, found)
        readings.append(Counted(arrangement, place, exposed, paid, found, sum([one.price for one in paid])))
    return readings


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
    """The dearest instances without a clash among them."""
    present = twice = 0
    for instance in found:
        bit = 1 << instance.row
        twice |= present & bit
        present |= bit
    rivals = rules.rivals
    contested = [instance for instance in found if rivals[instance.row] & present or twice >> instance.row & 1]
    if len(contested) < 2:
        return found
    contested.sort()
    contest = tuple(contested)
    lost = rules.settled.get(contest)
    if lost is None:
        lost = remember(rules.settled, contest, _losers(rules, contest))
    return [instance for instance in found if instance not in lost] if lost else found


def _losers(rules: Rules, contested: tuple[Instance, ...]) -> frozenset[Instance]:
    """The contested instances that are not in the dearest set. Equal ones never clash: they stay or go together."""
    clashes = _clashes(rules, contested)
    if rules.rulings["R26"] == "higher":
        kept = _higher_first(rules, contested, clashes)
        return frozenset(instance for place, instance in enumerate(contested) if not kept >> place & 1)
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


def _higher_first(rules: Rules, contested: tuple[Instance, ...], clashes: list[int]) -> int:
    """R26: the dearest set in which no row is kept out by its own parts alone."""
    barred = 0
    while True:
        kept = _dearest([p for p in range(len(contested)) if not barred >> p & 1], clashes, contested)
        for place, instance in enumerate(contested):
            blockers = rows_of(kept & clashes[place])
            if blockers and not barred >> place & 1 and all(_is_part(rules, instance, contested[b]) for b in blockers):
                barred |= clashes[place]
                break
        else:
            return kept


def _is_part(rules: Rules, higher: Instance, lower: Instance) -> bool:
    why = clash(rules, higher, lower)
    return why is not None and why.kind in ("absorbs", "covers") and why.higher == higher.row


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
