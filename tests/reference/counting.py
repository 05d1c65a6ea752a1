"""Sections 1.4-1.6: which found instances may not both be paid, and the dearest set that may."""

from __future__ import annotations

from collections.abc import Mapping

from .model import ROW_ORDER, Found, tail_row

# ---------------------------------------------------------------- what absorbs what

TAILS = tuple(tail_row(count) for count in range(2, 13))
TIERS = (
    ("十子", "七子", "四子"),
    ("兩暗刻", "三暗刻", "四暗刻", "五暗刻"),
    ("兩色同刻", "小三色同刻", "大三色同刻"),
    (
        "連刻兩步",
        "連刻小三步",
        "連刻大三步",
        "連刻小四步",
        "連刻大四步",
        "連刻小五步",
        "連刻大五步",
        "連刻六步",
    ),
    ("小五門", "大五門", "小七門", "大七門"),
)

# the column "absorbs", where no ruling of its own and no general rule governs it: R1 switches it
FAMILY: dict[str, tuple[str, ...]] = {
    "無字花": ("無花", "無字"),
    "無字花大平": ("平糊", "無字花", "無花", "無字"),
    "大三元": ("小三元",),
    "大三風": ("小三風",),
    "小四喜": ("小三風", "大三風"),
    "大四喜": ("小三風", "大三風", "小四喜"),
    "嚦咕 四喜": ("嚦咕 三風",),
    "雙般高": ("一般高",),
    "三般高": ("一般高",),
    "四般高": ("三般高", "雙般高", "一般高"),
    "雙老少": ("老少上",),
    "雙相逢": ("相逢",),
    "三相逢": ("相逢",),
    "三色金門橋": ("三色連環套",),
    "一色金門橋": ("一色連環套",),
    "兩色雙老少": ("老少（一色刻）",),
    "天叮": ("叮", "門清叮", "門清"),
    "地叮": ("叮", "門清叮", "門清"),
    "天胡": ("四子", "七子", "十子"),
    "地胡": ("四子", "七子", "十子"),
    "人胡": ("四子", "七子", "十子"),
    "真絕": ("四絕",),
    **dict.fromkeys(TAILS, ("槓上摸", "花上摸")),
    **{tier[high]: tier[:high] for tier in TIERS for high in range(1, len(tier))},
}

HIDDEN_PUNGS = ("兩暗刻", "三暗刻", "四暗刻", "五暗刻")
KONG_TIERS = ("三槓", "四槓", "五槓")
CARRIED = ("混帶X（一數）", "混帶X（兩數）", "混帶X（三數）")
IDENTICAL = ("一般高", "三般高", "四般高", "雙般高")
RETURN_BONUSES = ("八歸三", "八歸四", "十二歸四")
DRAWN_OTHERWISE = ("半求人", "槓上摸", "花上摸", "海底自摸", "天胡", *TAILS)
HONOUR_SETS = (
    *("小三元", "大三元", "嚦咕 三元"),
    *("小三風", "大三風", "嚦咕 三風"),
    *("小四喜", "大四喜", "嚦咕 四喜"),
)

# general rules and the page's own words: always in force
EXCLUDED: dict[str, tuple[str, ...]] = {
    "全大": ("缺五",),  # G12
    "全小": ("缺五",),
    "混全大": CARRIED,  # G13
    "混全小": CARRIED,
    "混老頭": ("混單",),
    "清老頭": ("全單",),
    "五暗刻": ("對對",),  # G21
    "間間糊": ("對對", *HIDDEN_PUNGS, "門清", "自摸", "門清摸"),  # T 全包, G21
    "五同順": ("四同順",),  # section 1.5: only the highest of one row's B-tiers
}


RowPairs = dict[str, tuple[str, ...]]


def excluded_by_ruling(rulings: Mapping[str, str]) -> RowPairs:
    """Pairs of rows that a ruling keeps apart, whatever their groups."""
    pairs: RowPairs = {}
    if rulings["R4"] == "dearer":
        pairs |= {"混帶么": CARRIED, "全帶么": ("全帶X",)}
    if rulings["R9"] == "replace":
        pairs |= {"門清摸": ("自摸",), "門清叮": ("叮", "門清")}
    if rulings["R12"] == "not":
        pairs |= {"全求人": ("獨獨", "假獨"), "半求人": ("獨獨", "假獨")}
    if rulings["R18"] == "replaced":
        # choice: 門清摸 is not 自摸 and stays beside them
        pairs |= {"自摸": DRAWN_OTHERWISE}
    if rulings["R22"] == "implied":
        pairs |= {"缺五": ("全帶么", "清老頭")}
    return pairs


# ---------------------------------------------------------------- conflicts


def shared(one: Found, two: Found) -> int:
    return len(one.places & two.places)


def against_single_form(one: Found, two: Found) -> bool:
    """單式: the same row on the same number combination, sharing half of its groups or more."""
    same = one.row == two.row and one.combination == two.combination and bool(one.places)
    return same and 2 * shared(one, two) >= len(one.places)


def inside(lower: Found, higher: Found) -> bool:
    """The lower numbers are among the higher ones, and half or more of the lower groups are shared."""
    return lower.numbers <= higher.numbers and 2 * shared(lower, higher) >= len(lower.places)


def absorbs(higher: Found, lower: Found, rulings: Mapping[str, str]) -> bool:
    # choice: R1 "none" switches off the column "absorbs" (the tiers of one row too), not EXCLUDED;
    # an absorption that has a ruling of its own follows that ruling, the others follow R1
    if higher.row in HONOUR_SETS and lower.row == "字":
        return rulings["R20"] == "absorbed" and inside(lower, higher)
    if higher.row == "清龍" and lower.row == "老少上":
        return rulings["R23"] == "absorbed" and inside(lower, higher)
    if rulings["R1"] != "family":
        return False
    if higher.row == "三相逢" and lower.row == "雙相逢":
        return holds_half(higher, lower)
    return lower.row in FAMILY.get(higher.row, ()) and inside(lower, higher)


def holds_half(triple: Found, double: Found) -> bool:
    """One of the two 相逢 of a 雙相逢 lies inside the 三相逢.

    The two are on different numbers, so two shared chows are the one on the number of the 三相逢.
    """
    return shared(triple, double) == 2


def apart(one: Found, two: Found, rulings: Mapping[str, str], by_ruling: RowPairs) -> bool:
    """Exclusions that are no absorption: general rules, one-of rows, pairs that serve once."""
    for first, second in ((one, two), (two, one)):
        if second.row in EXCLUDED.get(first.row, ()) or second.row in by_ruling.get(first.row, ()):
            return True
    both = {one.row, two.row}
    if both <= set(KONG_TIERS) or both <= set(CARRIED):
        return True  # choice: of these tiers the highest only, under R1 "none" too
    if both <= set(RETURN_BONUSES) and rulings["R5"] == "dearest":
        return True
    overlap = shared(one, two) > 0
    if both <= set(IDENTICAL) and rulings["R6"] == "never":
        return overlap
    if all("連對" in row for row in both) or both == {"雜色同對"}:
        return overlap  # G5: a pair serves one only
    return False


Graph = dict[int, set[int]]


def conflicts(found: list[Found], rulings: Mapping[str, str]) -> Graph:
    by_ruling = excluded_by_ruling(rulings)
    graph: Graph = {index: set() for index in range(len(found))}
    for i, one in enumerate(found):
        for j in range(i + 1, len(found)):
            two = found[j]
            if (
                against_single_form(one, two)
                or apart(one, two, rulings, by_ruling)
                or absorbs(one, two, rulings)
                or absorbs(two, one, rulings)
            ):
                graph[i].add(j)
                graph[j].add(i)
    return graph


# ---------------------------------------------------------------- 高點法: the dearest set

Rank = tuple[int, int, list[int], list[list[int]]]


def rank(paid: list[Found]) -> Rank:
    """Smaller is better: dearest, then fewest rows, then order of the table, then order of the groups."""
    listed = sorted((ROW_ORDER[one.row], sorted(one.places)) for one in paid)
    order = [row for row, _ in listed]
    places = [place for _, place in listed]
    return (-sum(one.price for one in paid), len(paid), order, places)


def dearest(found: list[Found], rulings: Mapping[str, str]) -> list[Found]:
    """The dearest set of instances of which no two are in conflict and whose needs are all in it."""
    graph = conflicts(found, rulings)
    needs = {index: {found.index(need) for need in one.needs} for index, one in enumerate(found) if one.needs}
    paid: list[Found] = []
    for component in components(graph, needs):
        paid += Search(found, graph, needs).run(component)
    return paid


def components(graph: Graph, needs: Graph) -> list[set[int]]:
    linked = {index: set(others) for index, others in graph.items()}
    for index, wanted in needs.items():
        for want in wanted:
            linked[index].add(want)
            linked[want].add(index)
    parts: list[set[int]] = []
    unseen = set(linked)
    while unseen:
        part: set[int] = set()
        edge = {min(unseen)}
        while edge:
            part |= edge
            edge = set().union(*(linked[index] for index in edge)) - part
        parts.append(part)
        unseen -= part
    return parts


class Search:
    """Plain branching over one component: every instance is taken or left."""

    def __init__(self, found: list[Found], graph: Graph, needs: Graph) -> None:
        self.found = found
        self.graph = graph
        self.needs = needs
        self.best: list[Found] = []

    def run(self, component: set[int]) -> list[Found]:
        self.best = []
        self.branch(set(), component)
        return self.best

    def worth(self, indices: set[int]) -> int:
        return sum(self.found[index].price for index in indices)

    def branch(self, taken: set[int], free: set[int]) -> None:
        best_worth = sum(one.price for one in self.best)
        if self.worth(taken) + self.worth(free) < best_worth:
            return
        dependent = sorted(free & set(self.needs))
        if dependent:
            index = dependent[0]
            wanted = {index} | self.needs[index]
            if wanted <= taken | free and not any(self.graph[one] & wanted for one in wanted):
                self.take(wanted, taken, free)
            self.branch(taken, free - {index})
            return
        index = max(sorted(free), key=lambda one: len(self.graph[one] & free), default=-1)
        if index < 0 or not self.graph[index] & free:
            paid = [self.found[one] for one in sorted(taken | free)]
            if rank(paid) < rank(self.best):
                self.best = paid
            return
        self.take({index}, taken, free)
        self.branch(taken, free - {index})

    def take(self, wanted: set[int], taken: set[int], free: set[int]) -> None:
        beaten = set().union(*(self.graph[one] for one in wanted))
        self.branch(taken | wanted, free - wanted - beaten)
