"""A fan table under a choice of rulings, compiled for looking hands up.

Every group template becomes the concrete combinations that satisfy it; they stand in a tree keyed by group, so that the
instances in a reading are found by walking the reading's groups once. Whole-hand conditions become masks over the 34
kinds, circumstances masks over the facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple, TypeVar

from analyzer import tiles
from analyzer.facts import FACT_BIT
from analyzer.kindsets import EVERY, HONOURS, groups_holding, groups_within, kind_set
from analyzer.readings import FORM_NAMES, Form
from analyzer.rulings import Rulings
from analyzer.table import Row, Table, cited
from analyzer.template import Combination, Pattern, expand_pattern, read

ANY = -1
FALSE_SINGLE_FORMS = (Form.STANDARD, Form.PAIRS)  # where a single wait that is not the only one has a row of its own
TILE_KEYS = frozenset({"tiles", "has", "suits", "numbers"})
GROUP_KEYS = frozenset(
    {"groups", "made_of", "each", "carries", "melds_in", "chows", "pungs", "claimed", "concealed_pungs", "returns"}
)
MELD_KEYS = frozenset({"groups", "made_of", "returns", "concealed_pungs", "kongs", "per", "exposure"})
PLACE_KEYS = frozenset({"completed", "wait", "unrelated", "exposure"})
MOMENT_KEYS = frozenset({"when", "discards", "replacements", "revenge", "kongs", "claimed", "per"})


class MomentTest(NamedTuple):
    """What a row asks of the circumstances; ANY where it asks nothing."""

    row: int
    facts: int
    discards: int
    replacements: int
    revenge: int
    kongs: int
    claimed: int

    def holds(self, facts: int, discards: int, replacements: int, revenge: int, kongs: int, claimed: int) -> bool:
        """Whether these circumstances let the row live."""
        return (
            not self.facts & ~facts
            and (self.discards == ANY or discards <= self.discards)
            and self.replacements in (ANY, replacements)
            and self.revenge in (ANY, revenge)
            and kongs >= self.kongs
            and claimed >= self.claimed
        )


class TileTest(NamedTuple):
    """What a row asks of the kinds present: none of ``forbidden``, one of each of ``has``."""

    row: int
    forbidden: int
    has: tuple[int, ...]
    suits: int
    numbers: int


class GroupTest(NamedTuple):
    """What a row asks of a reading's groups as a whole."""

    row: int
    each: int  # mask over groups
    carries: int
    numbered_melds: int
    melds_in: tuple[int, ...]  # masks over groups
    chows: int
    pungs: int


class PlaceTest(NamedTuple):
    """What a row asks of the winning tile's place."""

    row: int
    completed: str
    wait: str
    unrelated: str


class Composite(NamedTuple):
    """A row made of two others, or of two patterns joined by ``+``: which, and how they must differ or may share."""

    row: int
    pairs: tuple[tuple[int, int], ...]  # rows, or parts numbered on from the rows
    differ: str
    share: int


class PlainTest(NamedTuple):
    """What a row like 雞糊 lets stand beside it, what it replaces, and what it replaces when worth little; row bits."""

    row: int
    beside: int
    replaces: int
    small: int
    at_most: int


class Edge(NamedTuple):
    """Why two rows may not both be paid: ``kind`` is a key of the table, ``higher`` the row that has the key."""

    kind: str
    higher: int
    citation: str


def row_bits(rows: Iterable[int]) -> int:
    """Rows as bits."""
    return sum(1 << row for row in set(rows))


def rows_of(bits: int) -> list[int]:
    """The rows of a set of bits, in order."""
    rows = []
    while bits:
        lowest = bits & -bits
        rows.append(lowest.bit_length() - 1)
        bits ^= lowest
    return rows


Shape = tuple[int, int, int]  # row, mask over positions, numbers: an instance before 明/暗 and price


class Node(NamedTuple):
    """A place in the tree of combinations: the rows (or parts) that end here, with numbers, and what may follow."""

    ends: tuple[tuple[int, int], ...]
    below: dict[int, Node]  # by group


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def remember(memo: dict[_Key, _Value], key: _Key, value: _Value, most: int = 20_000) -> _Value:
    """Keep a value in a memo that starts anew when it holds ``most`` entries (a few MB)."""
    if len(memo) >= most:
        memo.clear()
    memo[key] = value
    return value


class Instance(NamedTuple):
    """One time a row is found: its groups as a mask over positions, its number combination, 明/暗 and price.

    Instances sort in the order of the table, then of the groups.
    """

    row: int
    mask: int
    numbers: int
    concealed: bool
    price: int


class LiveRows(NamedTuple):
    """The rows that a hand's tiles and circumstances let live in one form, by what else they ask."""

    bits: int
    alone: list[Instance]  # nothing else
    per: list[tuple[int, str]]
    group_tests: list[tuple[GroupTest, Instance]]
    returns: list[tuple[int, int, int]]  # row, kinds, groups
    concealed_pungs: list[tuple[int, int, str]]  # row, count, which kongs
    place_tests: list[PlaceTest]
    composites: list[Composite]
    with_rows: list[tuple[int, tuple[int, ...]]]  # row, row bits of each choice
    hidden: int  # rows of the tree that do not live


@dataclass
class FormRules:
    """The rows that can be paid in one form."""

    moment_tests: list[MomentTest]
    tile_tests: tuple[list[TileTest], list[TileTest]]  # for hands without and with honours
    untested_by_moment: int  # rows as bits that ask nothing of the circumstances
    untested_by_tiles: int
    alone: int  # rows as bits with no further condition
    group_tests: list[GroupTest]
    tree: dict[int, Node]  # by the first group of a combination
    tree_rows: int
    composites: list[Composite]
    returns: list[tuple[int, int, int]]
    concealed_pungs: list[tuple[int, int, str]]
    place_tests: list[PlaceTest]
    per: list[tuple[int, str]]
    with_rows: list[tuple[int, tuple[int, ...]]]
    prices: list[tuple[int, int]]  # by row: 明, 暗
    triplet_pairs: int  # rows as bits whose templates take the 嚦咕 triplet as a pair
    moment_memo: dict[tuple[int, ...], int] = field(default_factory=dict)
    live_memo: dict[int, LiveRows] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.first_part = len(self.prices)
        self.parts = frozenset(part for composite in self.composites for pair in composite.pairs for part in pair)
        self.fewest_concealed_pungs = min((count for _, count, _ in self.concealed_pungs), default=0)

    def live(self, bits: int) -> LiveRows:
        """These rows by what else they ask."""
        rows = self.live_memo.get(bits)
        return rows if rows is not None else remember(self.live_memo, bits, self._sorted_out(bits))

    def _sorted_out(self, bits: int) -> LiveRows:
        def lives(row: int) -> bool:
            return bool(bits >> row & 1)

        return LiveRows(
            bits=bits,
            alone=[self.fixed(row) for row in rows_of(bits & self.alone) if self.prices[row][1]],
            per=[entry for entry in self.per if lives(entry[0])],
            group_tests=[(test, self.fixed(test.row)) for test in self.group_tests if lives(test.row)],
            returns=[entry for entry in self.returns if lives(entry[0])],
            concealed_pungs=[entry for entry in self.concealed_pungs if lives(entry[0])],
            place_tests=[test for test in self.place_tests if lives(test.row)],
            composites=[composite for composite in self.composites if lives(composite.row)],
            with_rows=[entry for entry in self.with_rows if lives(entry[0])],
            hidden=self.tree_rows & ~bits,
        )

    def fixed(self, row: int) -> Instance:
        """The instance of a row that has no groups."""
        return Instance(row, 0, 0, True, self.prices[row][1])


class Rules:
    """A table under rulings: what :mod:`analyzer.counting` works with. Immutable once made."""

    def __init__(self, table: Table, rulings: Rulings) -> None:
        self.table = table
        self.rulings = rulings
        self.base = table.base
        self.rows = table.rows
        self.row_keys = [self._under(row) for row in table.rows]
        self.parts = self._parts()
        self.edges: dict[tuple[int, int], list[Edge]] = {}
        self.apart: dict[int, tuple[str, str]] = {}
        self._read_edges()
        self.rivals = self._rivals()
        self.returning = row_bits(row for row, keys in enumerate(self.row_keys) if "returns" in keys)
        self.moment_rows = row_bits(row for row, keys in enumerate(self.row_keys) if self._is_moment(keys))
        self.meld_rows = row_bits(row for row, keys in enumerate(self.row_keys) if self._is_about_melds(keys))
        self.exposure = {row: keys["exposure"] for row, keys in enumerate(self.row_keys) if "exposure" in keys}
        self.plain = [self._plain_test(row, keys["plain"]) for row, keys in enumerate(self.row_keys) if "plain" in keys]
        self.forms = tuple(self._form_rules(form) for form in Form)
        self.waits_pay_alike = self._waits_pay_alike()
        self.settled: dict[tuple[Any, ...], frozenset[Any]] = {}  # contests already decided
        self.two_priced = row_bits(row.index for row in table.rows if row.two_priced)

    def index(self, name: str) -> int:
        """The number of the row of this printed name."""
        return self.table.by_name[name].index

    def _under(self, row: Row) -> dict[str, Any]:
        """The row's keys with the overlays of the rulings in force."""
        keys = {"price": row.price, **row.keys}
        for ruling, settings in row.keys.get("under", {}).items():
            keys.update(settings.get(self.rulings[ruling], {}))
        return keys

    def _in_force(self, citation: str) -> bool:
        ruling, _, setting = citation.partition("=")
        return not setting or self.rulings[ruling] == setting

    def _read_edges(self) -> None:
        for row, keys in enumerate(self.row_keys):
            for kind in ("bars", "absorbs", "covers"):
                for name, citation in cited(keys.get(kind, {})).items():
                    if self._in_force(citation):
                        other = self.index(name)
                        for pair in {(row, other), (other, row)}:
                            self.edges.setdefault(pair, []).append(Edge(kind, row, citation))
            if "apart" in keys and self._in_force(keys["apart"]["by"]):
                self.apart[row] = (keys["apart"]["set"], keys["apart"]["by"])

    def _rivals(self) -> list[int]:
        """By row: the other rows, as bits, that may not stand beside it."""
        rivals = [0] * len(self.rows)
        for one, other in self.edges:
            rivals[one] |= 1 << other
        for one, other in product(self.apart, repeat=2):
            if one != other and self.apart[one] == self.apart[other]:
                rivals[one] |= 1 << other
        return rivals

    def _waits_pay_alike(self) -> bool:
        """Whether in the forms that tell 獨獨 from 假獨 both pay the same, and neither clashes with anything."""
        for form in FALSE_SINGLE_FORMS:
            tests = [test for test in self.forms[form].place_tests if test.wait]
            prices = {self.forms[form].prices[test.row] for test in tests}
            if tests and ({test.wait for test in tests} != {"only", "shape"} or len(tests) != 2 or len(prices) > 1):
                return False
            if any(self.rivals[test.row] for test in tests):
                return False
        return True

    def _plain_test(self, row: int, plain: Mapping[str, Any]) -> PlainTest:
        beside, replaces, small = (
            row_bits(self.index(name) for name in plain[key]) for key in ("beside", "replaces", "small")
        )
        return PlainTest(row, beside, replaces, small, plain["at_most"])

    def _choices(self, wanted: list[str]) -> tuple[int, ...]:
        return tuple(row_bits(self.index(name.strip()) for name in choice.split("|")) for choice in wanted)

    @staticmethod
    def _is_moment(keys: Mapping[str, Any]) -> bool:
        return not keys.keys() & (TILE_KEYS | GROUP_KEYS | PLACE_KEYS | {"with", "plain"}) and bool(
            keys.keys() & MOMENT_KEYS
        )

    @staticmethod
    def _is_about_melds(keys: Mapping[str, Any]) -> bool:
        """Whether melds alone decide the row, so that a fragment can have it."""
        asked = keys.keys() & (MOMENT_KEYS | TILE_KEYS | GROUP_KEYS | PLACE_KEYS | {"with", "plain", "numbered_melds"})
        return bool(asked) and asked <= MELD_KEYS and keys.get("per") != "flower"

    def forms_of(self, keys: Mapping[str, Any]) -> list[str]:
        """The names of the forms in which a row with these keys can be paid."""
        if "forms" in keys:
            return list(keys["forms"])
        if keys.keys() & (GROUP_KEYS | {"plain"}):
            return [FORM_NAMES[Form.STANDARD]]
        if keys.keys() & (TILE_KEYS | {"with"}):
            return [FORM_NAMES[Form.STANDARD], FORM_NAMES[Form.PAIRS]]
        return list(FORM_NAMES)

    def _form_rules(self, form: Form) -> FormRules:
        name = FORM_NAMES[form]
        keys_of = {
            row: {**keys, **keys.get("in", {}).get(name, {})}
            for row, keys in enumerate(self.row_keys)
            if name in self.forms_of(keys)
        }
        here = row_bits(iter(keys_of))
        moment = [made for row, keys in keys_of.items() if (made := _moment_test(row, keys))]
        tile = [tested for row, keys in keys_of.items() if (tested := _tile_test(row, keys))]
        conditional = GROUP_KEYS | PLACE_KEYS - {"exposure"} | {"with", "plain", "per"}
        return FormRules(
            moment_tests=moment,
            tile_tests=_by_honours(tile),
            untested_by_moment=here & ~row_bits(test.row for test in moment),
            untested_by_tiles=here & ~row_bits(test.row for test in tile),
            alone=row_bits(row for row, keys in keys_of.items() if not _narrowed(keys, conditional)),
            group_tests=[grouped for row, keys in keys_of.items() if (grouped := _group_test(row, keys))],
            tree=self._tree(keys_of),
            tree_rows=row_bits(row for row, keys in keys_of.items() if "groups" in keys),
            composites=[composite for row, keys in keys_of.items() if (composite := self._composite(row, keys))],
            returns=[
                (row, keys["returns"]["kinds"], keys["returns"]["groups"])
                for row, keys in keys_of.items()
                if "returns" in keys
            ],
            concealed_pungs=[
                (row, keys["concealed_pungs"]["count"], keys["concealed_pungs"]["kongs"])
                for row, keys in keys_of.items()
                if "concealed_pungs" in keys
            ],
            place_tests=[placed for row, keys in keys_of.items() if (placed := _place_test(row, keys))],
            with_rows=[(row, self._choices(keys["with"])) for row, keys in keys_of.items() if "with" in keys],
            per=[(row, keys["per"]) for row, keys in keys_of.items() if "per" in keys],
            prices=[self._price(keys_of.get(row, {"price": 0})) for row in range(len(self.rows))],
            triplet_pairs=row_bits(row for row, keys in keys_of.items() if keys.get("triplet")),
        )

    def _price(self, keys: Mapping[str, Any]) -> tuple[int, int]:
        price = keys["price"]
        if isinstance(price, str):
            price = int(self.rulings[price])
        return (price["exposed"], price["concealed"]) if isinstance(price, Mapping) else (price, price)

    def _parts(self) -> dict[Pattern, int]:
        """The patterns joined by ``+`` in any row, numbered on from the rows."""
        patterns = (
            pattern
            for keys in self.row_keys
            for alternative in read(keys.get("groups", "字字字"))
            if len(alternative) > 1
            for pattern in alternative
        )
        return {pattern: len(self.rows) + place for place, pattern in enumerate(dict.fromkeys(patterns))}

    def _composite(self, row: int, keys: Mapping[str, Any]) -> Composite | None:
        if "made_of" in keys:
            pairs = tuple(
                (self.index(one.strip()), self.index(other.strip())) for one, other in _pairs(keys["made_of"])
            )
            return Composite(row, pairs, "", keys.get("share", ANY_NUMBER))
        joined = [alternative for alternative in read(keys.get("groups", "字字字")) if len(alternative) > 1]
        if not joined:
            return None
        pairs = tuple((self.parts[one], self.parts[other]) for one, other in joined)
        return Composite(row, pairs, keys.get("differ", ""), 0)

    def _tree(self, keys_of: Mapping[int, Mapping[str, Any]]) -> dict[int, Node]:
        ends: dict[Combination, dict[int, int]] = {}
        for row, keys in keys_of.items():
            for alternative in read(keys["groups"]) if "groups" in keys else ():
                for pattern in alternative:
                    what = row if len(alternative) == 1 else self.parts[pattern]
                    for combination in expand_pattern(pattern):
                        ends.setdefault(combination, {})[what] = packed_numbers(combination)
        return _planted(ends)


ANY_NUMBER = 99


def _pairs(made_of: list[str]) -> list[list[str]]:
    return [pair.split("+") for pair in made_of]


def _planted(ends: Mapping[Combination, Mapping[int, int]]) -> dict[int, Node]:
    """The tree in which each combination is a path, its rows at the end of it."""
    root: dict[int, Node] = {}
    for combination in sorted(ends, key=len):
        for length in range(1, len(combination) + 1):
            path = combination[:length]
            below = root
            for group in path[:-1]:
                below = below[group].below
            if path[-1] not in below:
                below[path[-1]] = Node(tuple(ends.get(path, {}).items()), {})
    return root


_NUMBER_OF_GROUP = tuple(tiles.number_of(kinds[0]) for kinds in tiles.GROUP_TILES)


def packed_numbers(groups: Combination) -> int:
    """The number combination as one number: three bits for how often each of 0 (honours) to 9 comes."""
    return sum(1 << 3 * _NUMBER_OF_GROUP[group] for group in groups)


def _narrowed(keys: Mapping[str, Any], conditional: frozenset[str]) -> bool:
    """Whether more than tiles and circumstances decides; ``claimed`` and ``numbered_melds`` alone do not make it so."""
    return bool(keys.keys() & (conditional - {"claimed"})) or bool(keys.get("numbered_melds"))


def _moment_test(row: int, keys: Mapping[str, Any]) -> MomentTest | None:
    if not keys.keys() & (MOMENT_KEYS - {"per"}):
        return None
    facts = sum(FACT_BIT[fact] for fact in keys.get("when", ()))
    wanted = (keys.get(key, ANY) for key in ("discards", "replacements", "revenge", "kongs", "claimed"))
    return MomentTest(row, facts, *wanted)


def _tile_test(row: int, keys: Mapping[str, Any]) -> TileTest | None:
    if not keys.keys() & TILE_KEYS:
        return None
    forbidden = EVERY & ~kind_set(keys["tiles"]) if "tiles" in keys else 0
    has = tuple(kind_set(text) for text in keys.get("has", ()))
    return TileTest(row, forbidden, has, keys.get("suits", ANY), keys.get("numbers", ANY))


def _by_honours(tests: list[TileTest]) -> tuple[list[TileTest], list[TileTest]]:
    """Those that a hand without honours can pass, and those that a hand with honours can."""
    without = [test for test in tests if all(mask & ~HONOURS for mask in test.has)]
    return without, [test for test in tests if test.forbidden & HONOURS != HONOURS]


def _group_test(row: int, keys: Mapping[str, Any]) -> GroupTest | None:
    if not keys.keys() & {"each", "carries", "melds_in", "chows", "pungs"} and not keys.get("numbered_melds"):
        return None
    return GroupTest(
        row,
        groups_holding(kind_set(keys["each"])) if "each" in keys else 0,
        keys.get("carries", 0),
        keys.get("numbered_melds", 0),
        tuple(groups_within(kind_set(text)) & ((1 << tiles.FIRST_EYES) - 1) for text in keys.get("melds_in", ())),
        keys.get("chows", 0),
        keys.get("pungs", 0),
    )


def _place_test(row: int, keys: Mapping[str, Any]) -> PlaceTest | None:
    if not keys.keys() & {"completed", "wait", "unrelated"}:
        return None
    return PlaceTest(row, keys.get("completed", ""), keys.get("wait", ""), keys.get("unrelated", ""))


_compiled: dict[tuple[str, tuple[str, ...]], Rules] = {}
_at_defaults: dict[str, Rules] = {}  # by the table's hash, which covers its defaults


def rules_for(table: Table, settings: Mapping[str, str] | None = None) -> Rules:
    """The table under its rulings changed by ``settings``, compiled once; RulingError for what does not exist."""
    if not settings and (rules := _at_defaults.get(table.hash)):
        return rules
    rulings = table.rulings.set(settings or {})
    rules = _compiled.get(_key(table, rulings)) or keep(Rules(table, rulings))
    return rules if settings else remember(_at_defaults, table.hash, rules, most=64)


def keep(rules: Rules) -> Rules:
    """Let :func:`rules_for` answer with these."""
    return remember(_compiled, _key(rules.table, rules.rulings), rules, most=64)


def _key(table: Table, rulings: Rulings) -> tuple[str, tuple[str, ...]]:
    return table.hash, tuple([rulings[ruling] for ruling in rulings.all])
