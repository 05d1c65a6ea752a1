"""Whether a fan table can be used: its shape, each key, then names, templates and reasons; all problems at once.

Three gates: what stands where (:func:`check_shape`), each row's keys by themselves, the rows among each other. A row
that fails at its keys is not looked at among the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from analyzer.facts import FACTS
from analyzer.kindsets import kind_set
from analyzer.names import plain_name
from analyzer.readings import FORM_NAMES
from analyzer.rulings import Rulings
from analyzer.table import EDGE_KEYS, TableProblem, cited
from analyzer.template import TemplateError, expand_pattern, read

Check = Callable[[Any], str | None]

SOURCE = re.compile(r"T|S0|K|H|Ex (3[6-9]|4[01])|G([1-9]|[12]\d|30)|R\d+")
SEE = "see fan_table/README.md"
CITE = "cite T, a general rule G7, an example Ex 40, S0, K, a ruling R7, or H for a rule of the house"


def _text(value: Any) -> str | None:
    return None if isinstance(value, str) and value.strip() else "must be a text that is not empty"


def _name(value: Any) -> str | None:
    """A text that can stand in a claim, where commas part the rows."""
    return _text(value) or ("may hold no comma" if set(value) & set(",，、;；") else None)


def _number(value: Any) -> str | None:
    return None if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else "must be a whole number"


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def _kinds(value: Any) -> str | None:
    try:
        kind_set(value if isinstance(value, str) else "?")
    except ValueError as error:
        return str(error)
    return None


def _list_of(check: Check, *, least: int = 1) -> Check:
    def checked(value: Any) -> str | None:
        if not isinstance(value, list) or len(value) < least:
            return "must be a list" + " that is not empty" * least
        return next((problem for problem in map(check, value) if problem), None)

    return checked


def _one_of(*choices: str) -> Check:
    return lambda value: None if value in choices else f"{value!r} is none of {', '.join(choices)}"


def _fields(**checks: Check) -> Check:
    """A table with exactly these keys."""

    def checked(value: Any) -> str | None:
        if not isinstance(value, Mapping) or set(value) != set(checks):
            return f"must be {{ {', '.join(checks)} }}"
        problems = ((key, check(value[key])) for key, check in checks.items())
        return next((f"{key}: {problem}" for key, problem in problems if problem), None)

    return checked


def _price(value: Any) -> str | None:
    if isinstance(value, Mapping):
        return _fields(exposed=_number, concealed=_number)(value)
    if isinstance(value, str):
        return None if re.fullmatch(r"R\d+", value) else f"{value!r} is neither a price nor a ruling"
    return _number(value)


_names = _list_of(_text, least=0)


def _edges(value: Any) -> str | None:
    if isinstance(value, Mapping):
        return next(
            (f"{row}: the reason must be a text" for row, why in value.items() if not isinstance(why, str)), None
        )
    return _names(value)


def _template(value: Any) -> str | None:
    if not isinstance(value, str):
        return "must be a template"
    try:
        for alternative in read(value):
            if len(alternative) > 2:
                return f"bad template: {value!r} joins more than two patterns by +"
            for pattern in alternative:
                expand_pattern(pattern)
    except TemplateError as error:
        return f"bad template: {error} (in {value!r})"
    return None


def _pair(value: Any) -> str | None:
    return None if isinstance(value, str) and value.count("+") == 1 else "must name two rows: 清龍 + 雜龍"


CONDITIONS: dict[str, Check] = {
    "forms": _list_of(_one_of(*FORM_NAMES)),
    "groups": _template,
    "differ": _one_of("number", "group"),
    "made_of": _list_of(_pair),
    "share": _number,
    "triplet": _flag,
    "tiles": _kinds,
    "has": _list_of(_kinds, least=0),
    "suits": _number,
    "numbers": _number,
    "each": _kinds,
    "carries": _number,
    "numbered_melds": _number,
    "melds_in": _list_of(_kinds),
    "chows": _number,
    "pungs": _number,
    "kongs": _number,
    "claimed": _number,
    "concealed_pungs": _fields(count=_number, kongs=_one_of("none", "concealed", "direct", "every")),
    "returns": _fields(kinds=_number, groups=_number),
    "completed": _one_of("pung", "chow", "eyes", "pair", "triplet", "single"),
    "wait": _one_of("only", "shape"),
    "unrelated": _one_of("same", "dragon"),
    "when": _list_of(_one_of(*FACTS)),
    "discards": _number,
    "replacements": _number,
    "revenge": _number,
    "per": _one_of("flower", "exposed kong", "concealed kong"),
    "with": _list_of(_text),
    "exposure": _one_of("exposed", "concealed"),
    "plain": _fields(beside=_names, replaces=_names, small=_names, at_most=_number),
    "price": _price,
    "absorbs": _edges,
    "covers": _edges,
    "bars": _edges,
    "apart": _fields(set=_text, by=_text),
}
# What a row may rest on: one of these, as each makes instances of its own. Tiles and circumstances go with any of them.
KINDS_OF_ROW = (
    ("groups",), ("made_of",), ("returns",), ("concealed_pungs",), ("per",), ("with",), ("plain",),
    ("each", "carries", "numbered_melds", "melds_in", "chows", "pungs"), ("completed", "wait"), ("unrelated",),
)  # fmt: skip

REQUIRED: dict[str, Check] = {
    "name": _name, "english": _name, "section": _text, "family": _text, "price": _price,
    "definition": _text, "definition_en": _text, "sources": _names,
}  # fmt: skip
OPTIONAL: dict[str, Check] = {**CONDITIONS, "bonus": _flag, "aliases": _list_of(_name, least=0)}
OVERLAYS = ("in", "under")
PAYERS = ("each other", "player", "holder", "first discarder", "pot")


def _prices(value: Any) -> str | None:
    return _list_of(_number)(value) if isinstance(value, list) else _number(value)


HEAD: dict[str, Check] = {"name": _text, "english": _text, "base": _number}
REWARD: dict[str, Check] = {
    "name": _text, "english": _text, "section": _text, "price": _prices, "pays": _one_of(*PAYERS),
    "definition": _text, "definition_en": _text, "sources": _list_of(_text),
}  # fmt: skip
STREAK: dict[str, Check] = {"name": _text, "english": _text, "step": _number, "plus": _number}


# --- gate 1: what stands where ------------------------------------------------------------------------


def check_shape(data: Mapping[str, Any]) -> list[TableProblem]:
    """Whether the parts of the file are what they must be, so that rows can be read at all."""
    problems = [TableProblem(where, what, SEE) for where, what in _shape_problems(data)]
    for key in data:
        if key not in ("table", "row", "reward", "streak"):
            remedy = "it holds [table], [[row]], [[reward]] and [streak]"
            problems.append(TableProblem("file", f"unknown part {key!r}", remedy))
    return problems


def _shape_problems(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key in ("table", "streak"):
        if not isinstance(data.get(key, {}), Mapping):
            yield f"[{key}]", "must be a table"
    head = data.get("table", {})
    if isinstance(head, Mapping) and not isinstance(head.get("rulings", {}), Mapping):
        yield "[table]", "rulings must be settings such as { R9 = 'all' }"
    for key in ("row", "reward"):
        entries = data.get(key, [])
        if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
            yield key, f"must stand as [[{key}]]"
        else:
            for place, entry in enumerate(entries, 1):
                for what in _entry_shape(entry):
                    yield _label(key, entry, place), what


def _label(kind: str, entry: Mapping[str, Any], place: int) -> str:
    name = entry.get("name")
    return f"{kind} {name}" if isinstance(name, str) and name else f"{kind} number {place}"


def _entry_shape(row: Mapping[str, Any]) -> Iterator[str]:
    if "tiers" in row:
        tiers = row["tiers"]
        if not isinstance(tiers, list) or not tiers or not all(isinstance(tier, Mapping) for tier in tiers):
            yield "tiers must be a list of { name, english, price, … }"
        elif "highest" in row and not all(
            _text(t.get("name")) is None and _number(t.get("price")) is None for t in tiers
        ):
            yield "with highest each tier has a name and one price"
    if not _nested(row.get("in", {}), 2):
        yield 'in must be [row.in."十三么"] with other keys'
    if not _nested(row.get("under", {}), 3):
        yield "under must be [row.under.R8.ABCA] with other keys"


def _nested(value: Any, depth: int) -> bool:
    """Tables within tables, so many deep."""
    return isinstance(value, Mapping) and (depth == 1 or all(_nested(entry, depth - 1) for entry in value.values()))


# --- gates 2 and 3 ------------------------------------------------------------------------------------


def check_rows(data: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], rulings: Rulings) -> list[TableProblem]:
    """Everything wrong with a table whose shape is right: its head, each row by itself, the rows among each other."""
    problems = list(_check_head(data.get("table", {}), rulings))
    by_name = {str(row.get("name")): row for row in rows}
    sound = []
    for place, row in enumerate(rows, 1):
        found = list(_check_keys_of(row, rulings))
        if not found:
            sound.append(row)
            found = [*_check_kind(row), *_check_citations(row, rulings), *_check_names(row, by_name)]
        problems += [TableProblem(_label("row", row, place), what, remedy) for what, remedy in found]
    problems += _check_twice(rows, "row")
    problems += _check_aliases(sound)
    problems += _check_cycles(sound)
    problems += _check_beside_rows(data, rulings)
    return problems


def _check_head(head: Mapping[str, Any], rulings: Rulings) -> Iterator[TableProblem]:
    for key, check in HEAD.items():
        problem = check(head[key]) if key in head else "is missing"
        if problem:
            yield TableProblem("[table]", f"{key} {problem}", f"write [table] with {key} = …")
    for key in head:
        if key not in (*HEAD, "source", "version", "rulings"):
            yield TableProblem(
                "[table]", f"unknown key {key!r}", "it has name, english, base, source, version, rulings"
            )
    for ruling, value in head.get("rulings", {}).items():
        if ruling not in rulings.all or not rulings.all[ruling].accepts(str(value)):
            yield TableProblem("[table]", f"rulings: {ruling} = {value!r} is no setting", "see `yunlong rulings`")


def _check_beside_rows(data: Mapping[str, Any], rulings: Rulings) -> Iterator[TableProblem]:
    """What is wrong with the rewards and the dealer's streak."""
    rewards = data.get("reward", [])
    for place, reward in enumerate(rewards, 1):
        label = _label("reward", reward, place)
        yield from _check_against(REWARD, reward, label)
        if REWARD["sources"](reward.get("sources")) is None:
            for what, remedy in _check_sources(reward["sources"], rulings):
                yield TableProblem(label, what, remedy)
    yield from _check_twice(rewards, "reward")
    if "streak" in data:
        yield from _check_against(STREAK, data["streak"], "[streak]")


def _check_against(checks: Mapping[str, Check], value: Mapping[str, Any], label: str) -> Iterator[TableProblem]:
    """Exactly these keys, each as it must be."""
    for key in [*checks, *(key for key in value if key not in checks)]:
        if key not in checks:
            problem: str | None = "is unknown"
        else:
            problem = checks[key](value[key]) if key in value else "is missing"
        if problem:
            yield TableProblem(label, f"{key} {problem}", f"it has {', '.join(checks)}")


def _check_twice(entries: Sequence[Mapping[str, Any]], kind: str) -> Iterator[TableProblem]:
    """Names that are the same but for spaces, brackets and variant characters."""
    names = [str(entry["name"]) for entry in entries if "name" in entry]
    plain = [plain_name(name) for name in names]
    for name in sorted({name for name in names if plain.count(plain_name(name)) > 1}):
        yield TableProblem(f"{kind} {name}", "the name stands twice", f"give each {kind} a name of its own")


def _check_aliases(rows: Sequence[Mapping[str, Any]]) -> Iterator[TableProblem]:
    """An alias or an English name that is another row's name too."""
    owners: dict[str, str] = {plain_name(row["name"]): row["name"] for row in rows}
    for row in rows:
        for alias in (row["english"], *row.get("aliases", ())):
            owner = owners.setdefault(plain_name(alias), row["name"])
            if owner != row["name"]:
                what = f"{alias!r} names the row {owner!r} already"
                yield TableProblem(f"row {row['name']}", what, "give it to one row only")


def _check_keys_of(row: Mapping[str, Any], rulings: Rulings) -> Iterator[tuple[str, str]]:
    """(what, remedy) for each key of one row by itself."""
    for key in REQUIRED:
        if key not in row:
            yield f"{key} is missing", f"every row has {', '.join(REQUIRED)}"
    yield from _check_values({k: v for k, v in row.items() if k not in OVERLAYS}, {**REQUIRED, **OPTIONAL})
    if row.get("sources") == []:
        yield "no source", CITE
    elif isinstance(row.get("sources"), list):
        yield from _check_sources(row["sources"], rulings)
    for form in row.get("in", {}):
        if form not in FORM_NAMES:
            yield f"in: {form!r} is no form", f"the forms are {', '.join(FORM_NAMES)}"
    for overlay in _overlays(row):
        yield from _check_values(overlay, CONDITIONS)


def _check_values(row: Mapping[str, Any], checks: Mapping[str, Check]) -> Iterator[tuple[str, str]]:
    for key, value in row.items():
        if key not in checks:
            yield f"unknown key {key!r}", "the keys are listed in fan_table/README.md"
        elif problem := checks[key](value):
            yield f"{key}: {problem}", SEE


def _check_kind(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """A row rests on one kind of condition beside tiles and circumstances."""
    every = {key for view in (row, *_overlays(row)) for key in view}
    used = [next(key for key in keys if key in every) for keys in KINDS_OF_ROW if not every.isdisjoint(keys)]
    if len(used) > 1:
        yield f"{' and '.join(used)} cannot go together", "rest the row on one of them, or make two rows joined by with"


def _check_sources(sources: Sequence[Any], rulings: Rulings) -> Iterator[tuple[str, str]]:
    for source in sources:
        if not SOURCE.fullmatch(str(source)) or (source[0] == "R" and source not in rulings.all):
            yield f"unknown source {source!r}", CITE


def _overlays(row: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from row.get("in", {}).values()
    for settings in row.get("under", {}).values():
        yield from settings.values()


# --- the rows among each other; their keys are sound ---------------------------------------------------


def _named_rows(row: Mapping[str, Any]) -> Iterator[str]:
    for view in (row, *_overlays(row)):
        for key in EDGE_KEYS:
            yield from cited(view.get(key, []))
        yield from _parts_of(view)
        for choice in view.get("with", ()):
            yield from (name.strip() for name in choice.split("|"))
        for names in view.get("plain", {}).values():
            yield from names if isinstance(names, list) else ()


def _parts_of(row: Mapping[str, Any]) -> Iterator[str]:
    for pair in row.get("made_of", ()):
        yield from (name.strip() for name in pair.split("+"))


def _check_names(row: Mapping[str, Any], rows: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for name in dict.fromkeys(_named_rows(row)):
        if name not in rows:
            yield f"names the row {name!r}, which does not exist", "name a row of this table, as it is printed there"
    for view in (row, *_overlays(row)):
        for name in _parts_of(view):
            if name in rows and "groups" not in rows[name]:
                yield f"made_of: {name!r} has no groups", "a row can be made of rows with a template only"


def _citations(row: Mapping[str, Any]) -> Iterator[str]:
    for view in (row, *_overlays(row)):
        for key in EDGE_KEYS:
            yield from cited(view.get(key, [])).values()
        if "apart" in view:
            yield view["apart"]["by"]
    for ruling, settings in row.get("under", {}).items():
        yield from (f"{ruling}={setting}" for setting in settings)


def _check_citations(row: Mapping[str, Any], rulings: Rulings) -> Iterator[tuple[str, str]]:
    for citation in _citations(row):
        ruling, _, setting = citation.partition("=")
        known = SOURCE.fullmatch(ruling) and (ruling[0] != "R" or ruling in rulings.all)
        if not known or (setting and not (ruling in rulings.all and rulings.all[ruling].accepts(setting))):
            remedy = "cite T, K, S0, H, G1–G30, or a ruling and its setting such as R20=absorbed"
            yield f"unknown reason {citation!r}", remedy
    for view in (row, *_overlays(row)):
        price = view.get("price")
        if isinstance(price, str) and not (price in rulings.all and rulings.all[price].number):
            yield (
                f"price {price!r} is no ruling that is a number",
                "write a price, or a ruling such as R2 whose setting is one",
            )


def _check_cycles(rows: Sequence[Mapping[str, Any]]) -> Iterator[TableProblem]:
    """Absorption is an order; a row may not absorb itself by way of others."""
    absorbed = {row["name"]: set(cited(row.get("absorbs", []))) for row in rows}
    for name in absorbed:
        seen: set[str] = set()
        queue = list(absorbed[name])
        while queue:
            lower = queue.pop()
            if lower not in seen:
                seen.add(lower)
                queue += absorbed.get(lower, ())
        if name in seen:
            remedy = "let the dearer row absorb the cheaper"
            yield TableProblem(f"row {name}", "absorbs itself, by way of other rows", remedy)
