"""The fan table as data: loading, checking and addressing the files of ``fan_table/``.

Nothing here knows how a hand is scored; :mod:`analyzer.rules` compiles a table for that.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from analyzer.data import read_data
from analyzer.errors import YunlongError
from analyzer.names import plain_name
from analyzer.rulings import Rulings, load_rulings

STANDARD_TABLE = "yunlong-s1.toml"
EDGE_KEYS = ("absorbs", "covers", "bars")


@dataclass(frozen=True, slots=True)
class TableProblem:
    """One thing wrong with a table: which row, what, and what would do."""

    row: str
    what: str
    remedy: str


class TableError(YunlongError):
    """A table that cannot be used; ``problems`` lists everything that is wrong with it."""

    def __init__(self, file: str, problems: list[TableProblem]) -> None:
        self.file = file
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{file}: {p.row}: {p.what} → {p.remedy}" for p in problems))


@dataclass(frozen=True, eq=False)
class Row:
    """One priced row, a tier of a printed row counting as a row of its own. ``keys`` are as in fan_table/README.md."""

    index: int
    name: str
    english: str
    section: str
    family: str
    price: int | dict[str, int] | str
    definition: str
    definition_en: str
    sources: tuple[str, ...]
    bonus: bool = False
    aliases: tuple[str, ...] = ()
    keys: Mapping[str, Any] = field(default_factory=dict)

    @property
    def two_priced(self) -> bool:
        """Whether 明 and 暗 have prices of their own."""
        return isinstance(self.price, dict)


@dataclass(frozen=True)
class Reward:
    """A payment outside the hand: price by count, who pays, definition."""

    name: str
    english: str
    section: str
    prices: tuple[int, ...]
    pays: str
    definition: str
    definition_en: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A fan table: base (底, 翻), rows in printed order, rewards, the dealer's streak, and the hash of its content."""

    name: str
    english: str
    base: int
    rows: tuple[Row, ...]
    rewards: tuple[Reward, ...]
    streak: Mapping[str, Any]
    rulings: Rulings
    hash: str

    @cached_property
    def _by_plain_name(self) -> dict[str, Row]:
        names = {plain_name(name): row for row in self.rows for name in (row.english, *row.aliases)}
        return names | {plain_name(row.name): row for row in self.rows}

    @cached_property
    def by_name(self) -> dict[str, Row]:
        """Rows by their printed name."""
        return {row.name: row for row in self.rows}

    def find(self, name: str) -> Row | None:
        """The row of this name, English name or alias, whatever the spaces, brackets and simplified characters."""
        return self._by_plain_name.get(plain_name(name))

    def tiers(self, name: str) -> list[Row]:
        """The rows that are printed as one name with a part in brackets: 混帶X for 混帶X（一數） and its like."""
        return [
            row for row in self.rows if "（" in row.name and plain_name(row.name.partition("（")[0]) == plain_name(name)
        ]

    def closest(self, name: str, count: int = 3) -> list[str]:
        """The printed names most like ``name``."""
        from difflib import get_close_matches

        matches = get_close_matches(plain_name(name), self._by_plain_name, n=3 * count, cutoff=0.3)
        return list(dict.fromkeys(self._by_plain_name[match].name for match in matches))[:count]


def load_table(path: str | Path | None = None) -> Table:
    """The table of a file, or the 雲龍盃 table; TableError lists everything wrong with it.

    The file holds rows and may name rulings' defaults in ``[table] rulings``; the rulings themselves are the package's.
    """
    if path is None:
        return _standard_table()
    file = Path(path)
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        remedy = "give the path of a readable UTF-8 TOML file"
        raise TableError(str(path), [TableProblem("file", str(error), remedy)]) from None
    return read_table(text, str(path))


@lru_cache(maxsize=1)
def _standard_table() -> Table:
    from analyzer.cache import kept
    from analyzer.rules import Rules, keep, rules_for

    text = read_data("fan_table", STANDARD_TABLE)
    compiled = kept(
        "table",
        text + read_data("fan_table", "rulings.toml") + read_data("grammar", "template.lark"),
        lambda: rules_for(read_table(text, STANDARD_TABLE)),
        Rules,
    )
    keep(compiled)
    return compiled.table


def read_table(text: str, file: str = "table") -> Table:
    """The table written in ``text``; TableError names ``file``."""
    from analyzer.checking import check_rows, check_shape

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TableError(file, [TableProblem("file", str(error), "mend the TOML at that place")]) from None
    if problems := check_shape(data):
        raise TableError(file, problems)
    rulings = load_rulings()
    raw_rows = list(_tiers_apart(data.get("row", [])))
    if problems := check_rows(data, raw_rows, rulings):
        raise TableError(file, problems)
    head = data["table"]
    rows = tuple(_row(index, raw) for index, raw in enumerate(raw_rows))
    return Table(
        name=head["name"],
        english=head["english"],
        base=head["base"],
        rows=rows,
        rewards=tuple(_reward(raw) for raw in data.get("reward", [])),
        streak=data.get("streak", {}),
        rulings=rulings.with_defaults(head.get("rulings", {})),
        hash=_content_hash(data),
    )


def _content_hash(data: Mapping[str, Any]) -> str:
    """Twelve hex digits that change with any value of the table, not with comments or layout."""
    canonical = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()[:12]


def _tiers_apart(raw_rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each tier as a row of its own; with ``highest`` a dearer tier bars the cheaper ones for that reason."""
    for raw in raw_rows:
        if "tiers" not in raw:
            yield raw
            continue
        shared = {key: value for key, value in raw.items() if key not in ("tiers", "highest")}
        for tier in raw["tiers"]:
            row = {**shared, **tier}
            if "highest" in raw:
                cheaper = [other["name"] for other in raw["tiers"] if other["price"] < tier["price"]]
                row["bars"] = {**cited(row.get("bars", {})), **dict.fromkeys(cheaper, raw["highest"])}
            yield row


def cited(edges: list[str] | Mapping[str, str]) -> dict[str, str]:
    """Row → reason; a bare list cites the family absorption of R1."""
    return dict(edges) if isinstance(edges, Mapping) else dict.fromkeys(edges, "R1=family")


_FIELDS = ("name", "english", "section", "family", "price", "definition", "definition_en", "bonus")


def _row(index: int, raw: Mapping[str, Any]) -> Row:
    fields = {key: raw[key] for key in _FIELDS if key in raw}
    keys = {key: value for key, value in raw.items() if key not in (*_FIELDS, "sources", "aliases")}
    return Row(index, sources=tuple(raw["sources"]), aliases=tuple(raw.get("aliases", ())), keys=keys, **fields)


def _reward(raw: Mapping[str, Any]) -> Reward:
    price = raw["price"]
    return Reward(
        raw["name"], raw["english"], raw["section"], tuple(price) if isinstance(price, list) else (price,),
        raw["pays"], raw["definition"], raw["definition_en"], tuple(raw["sources"]),
    )  # fmt: skip
