"""The judge: every reading of a hand counted by the rulebook, the dearest paid (sections 1.6-1.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from .counting import dearest
from .model import (
    BASE,
    DEFAULT_RULINGS,
    KINDS,
    LIGU,
    ROW_ORDER,
    STANDARD,
    Facts,
    Found,
    Reading,
    ReadingTotal,
    SlowHand,
    SlowMeld,
    SlowScore,
    tail_row,
)
from .readings import all_readings, held_tiles, waits
from .rows_groups import group_rows
from .rows_moment import moment_rows
from .rows_whole import row, whole_rows

__all__ = ["SlowHand", "SlowMeld", "SlowScore", "judge", "waits"]

NO_RULINGS: Mapping[str, str] = MappingProxyType({})

# section 6: these may stand beside 雞糊 and are added to it
EXEMPT = frozenset(
    {
        *("叮", "叮即", "叮銃", "四子", "七子", "十子", "海底自摸", "河底食出"),
        *("雙響", "三響", "反雪（雙響）", "反雪（三響）"),
    }
)
FLOWER_ROWS = frozenset({"花", "無花"})

# R14 "once": rows that tell of the flowers and of the moment, not of the form
# choice: 花, 無花 and all of 時態類 and 槓花摸類; 無字 and 無字花 are rows of the tiles and count in both
MOMENT_ROWS = frozenset(
    {
        *("花", "無花", "自摸", "門清", "門清摸", "叮", "門清叮", "叮即", "叮銃", "天叮", "地叮"),
        *("全求人", "半求人"),
        *("雙響", "三響", "反雪（雙響）", "反雪（三響）", "海底自摸", "河底食出", "天胡", "地胡", "人胡"),
        *("四子", "七子", "十子", "四絕", "真絕", "槓上摸", "花上摸", "搶槓"),
        *(tail_row(count) for count in range(2, 13)),
    }
)


class Counted:
    """A reading with all that was found in it and what of it is paid."""

    def __init__(self, facts: Facts) -> None:
        self.reading = facts.reading
        # choice: a row that a ruling prices at 0 is no row (無字 under R2, 混全將 under R15)
        self.found = [one for one in (*whole_rows(facts), *group_rows(facts), *moment_rows(facts)) if one.price > 0]
        self.paid = dearest(self.found, facts.rulings)

    @property
    def form(self) -> str:
        return self.reading.form

    @property
    def total(self) -> int:
        return sum(one.price for one in self.paid)

    @property
    def rank(self) -> tuple[object, ...]:
        """Smaller is better: section 1.6."""
        order = sorted(ROW_ORDER[one.row] for one in self.paid)
        groups = [group.order for group in self.reading.groups]
        return (-self.total, len(self.paid), order, groups, self.reading.place)

    def described(self) -> ReadingTotal:
        names = tuple(group.name for group in sorted(self.reading.groups, key=lambda group: group.order))
        return ReadingTotal(self.form, names, self.reading.winning_group.name, self.total)


def counts_as_drawn(hand: SlowHand, rulings: Mapping[str, str]) -> bool:
    """G8: a draw after a 大明槓 counts as a discard (R10), 搶槓 always does."""
    if "大明槓上" in hand.words:
        return rulings["R10"] == "selfdraw"
    return hand.self_drawn and "搶槓" not in hand.words


def is_well_formed(hand: SlowHand) -> bool:
    # choice: a hand that cannot be (a fifth copy, no winning tile in it) is no winning hand: None, no error
    held = Counter(held_tiles(hand.concealed, hand.melds))
    return hand.win in hand.concealed and set(held) <= set(KINDS) and max(held.values()) <= 4


def judge(hand: SlowHand, rulings: Mapping[str, str] = NO_RULINGS) -> SlowScore | None:
    """The score of a hand, or None when it is not a winning hand."""
    if not is_well_formed(hand):
        return None
    rules = {**DEFAULT_RULINGS, **rulings}
    drawn = counts_as_drawn(hand, rules)
    readings = all_readings(hand.concealed, hand.melds, hand.win, drawn)
    if not readings:
        return None
    before = list(hand.concealed)
    before.remove(hand.win)
    waited = frozenset(waits(before, hand.melds))
    tiles = tuple(held_tiles(hand.concealed, hand.melds))

    def count(reading: Reading) -> Counted:
        return Counted(Facts(hand, reading, rules, drawn, waited, tiles))

    counted = [count(reading) for reading in readings]
    if is_chicken(counted):
        for one in counted:
            # choice: every reading of a 雞糊 is told with what the 雞糊 pays
            one.paid = chicken_rows(one.found, drawn, rules)
    paid = paid_rows(counted, rules)
    return SlowScore(
        total=BASE + sum(one.price for one in paid),
        rows=Counter(one.key for one in paid),
        readings=[one.described() for one in counted],
    )


def paid_rows(counted: list[Counted], rulings: Mapping[str, str]) -> list[Found]:
    """The dearest reading; 雙食: the best standard and the best 嚦咕 reading together (section 1.8)."""
    standard = [one for one in counted if one.form == STANDARD]
    ligu = [one for one in counted if one.form == LIGU]
    if not standard or not ligu:
        return best(counted).paid
    first, second = best(standard).paid, best(ligu).paid
    if rulings["R14"] == "once":
        # choice: each reading is chosen by its full count, then what both pay of the moment is paid once
        told = {one.row for one in first if one.row in MOMENT_ROWS}
        second = [one for one in second if one.row not in told]
    return first + second


def best(counted: list[Counted]) -> Counted:
    return min(counted, key=lambda one: one.rank)


def is_chicken(counted: list[Counted]) -> bool:
    """雞糊/鴨糊: no reading has any row but 花/無花 (2 at most), 自摸 and the exempt ones."""
    for one in counted:
        if one.form != STANDARD or any(f.row not in EXEMPT | FLOWER_ROWS | {"自摸"} for f in one.found):
            return False
        if sum(f.price for f in one.found if f.row in FLOWER_ROWS) > 2:
            return False
    return True


def chicken_rows(found: list[Found], drawn: bool, rulings: Mapping[str, str]) -> list[Found]:
    exempt = [one for one in found if one.row in EXEMPT]
    return [row("鴨糊" if drawn else "雞糊"), *dearest(exempt, rulings)]
