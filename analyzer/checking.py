"""Whether a fan table can be used: every key, name, template and reason checked, all problems reported at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from analyzer.facts import FACTS
from analyzer.kindsets import kind_set
from analyzer.readings import FORM_NAMES
from analyzer.rulings import Rulings
from analyzer.table import EDGE_KEYS, TableProblem, cited
from analyzer.template import TemplateError, expand_pattern, read

Check = Callable[[Any], str | None]

SOURCE = re.compile(r"T|S0|K|Ex \d+|G([1-9]|[12]\d|30)|R\d+")


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


def _list_of(check: Check) -> Check:
    def checked(value: Any) -> str | None:
        if not isinstance(value, list):
            return "must be a list"
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


def _edges(value: Any) -> str | None:
    if isinstance(value, Mapping):
        return next(
            (f"{row}: the reason must be a text" for row, why in value.items() if not isinstance(why, str)), None
        )
    return _list_of(_text)(value)


CONDITIONS: dict[str, Check] = {
    "forms": _list_of(_one_of(*FORM_NAMES)),
    "groups": _text,
    "differ": _one_of("number", "group"),
    "made_of": _list_of(_text),
    "share": _number,
    "triplet": _flag,
    "tiles": _kinds,
    "has": _list_of(_kinds),
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
    "plain": _fields(beside=_list_of(_text), replaces=_list_of(_text), small=_list_of(_text), at_most=_number),
    "price": _price,
    "absorbs": _edges,
    "covers": _edges,
    "bars": _edges,
    "apart": _fields(set=_text, by=_text),
}
REQUIRED: dict[str, Check] = {
    "name": _name, "english": _name, "section": _text, "family": _text, "price": _price,
    "definition": _text, "definition_en": _text, "sources": _list_of(_text),
}  # fmt: skip
OPTIONAL: dict[str, Check] = {**CONDITIONS, "bonus": _flag, "aliases": _list_of(_name)}


PAYERS = ("each other", "player", "holder", "first discarder", "pot")


def _prices(value: Any) -> str | None:
    return _list_of(_number)(value) if isinstance(value, list) else _number(value)


REWARD: dict[str, Check] = {
    "name": _text, "english": _text, "section": _text, "price": _prices, "pays": _one_of(*PAYERS),
    "definition": _text, "definition_en": _text, "sources": _list_of(_text),
}  # fmt: skip
STREAK: dict[str, Check] = {"name": _text, "english": _text, "step": _number, "plus": _number}


def check_rows(data: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], rulings: Rulings) -> list[TableProblem]:
    """Everything wrong with a table: its head, each row by itself, and the rows among each other."""
    problems = list(_check_head(data))
    names = [str(row.get("name", "?")) for row in rows]
    for place, (name, row) in enumerate(zip(names, rows, strict=True), 1):
        label = f"row {name}" if name != "?" else f"row number {place}"
        problems += [TableProblem(label, what, remedy) for what, remedy in _check_row(row, set(names), rulings)]
    for name in sorted({name for name in names if names.count(name) > 1}):
        problems.append(TableProblem(f"row {name}", "the name stands twice", "give each row a name of its own"))
    problems += _check_cycles(rows)
    problems += _check_beside_rows(data, rulings)
    return problems


def _check_beside_rows(data: Mapping[str, Any], rulings: Rulings) -> Iterator[TableProblem]:
    """What is wrong with the rewards, the dealer's streak and the table's own settings of rulings."""
    for place, reward in enumerate(data.get("reward", []), 1):
        label = f"reward {reward.get('name', f'number {place}')}"
        yield from _check_against(REWARD, reward, label)
    if "streak" in data:
        yield from _check_against(STREAK, data["streak"], "[streak]")
    head = data.get("table")
    settings = head.get("rulings", {}) if isinstance(head, Mapping) else {}
    for ruling, value in settings.items():
        if ruling not in rulings.all or not rulings.all[ruling].accepts(str(value)):
            yield TableProblem("[table]", f"rulings: {ruling} = {value!r} is no setting", "see `yunlong rulings`")


def _check_against(checks: Mapping[str, Check], value: Mapping[str, Any], label: str) -> Iterator[TableProblem]:
    """Exactly these keys, each as it must be."""
    for key in checks.keys() - value.keys():
        yield TableProblem(label, f"{key} is missing", f"it has {', '.join(checks)}")
    for key, entry in value.items():
        problem = checks[key](entry) if key in checks else "is unknown"
        if problem:
            yield TableProblem(label, f"{key} {problem}", f"it has {', '.join(checks)}")


def _check_head(data: Mapping[str, Any]) -> Iterator[TableProblem]:
    head = data.get("table")
    for key, check in (("name", _text), ("english", _text), ("base", _number)):
        problem = check(head.get(key)) if isinstance(head, Mapping) else "is missing"
        if problem:
            yield TableProblem("[table]", f"{key} {problem}", f"write [table] with {key} = …")
    for key in data:
        if key not in ("table", "row", "reward", "streak"):
            yield TableProblem("file", f"unknown part {key!r}", "it holds [table], [[row]], [[reward]] and [streak]")


def _check_row(row: Mapping[str, Any], names: set[str], rulings: Rulings) -> Iterator[tuple[str, str]]:
    """(what, remedy) for one row."""
    for key in REQUIRED:
        if key not in row:
            yield f"{key} is missing", f"every row has {', '.join(REQUIRED)}"
    if row.get("sources") == []:
        yield "no source", "cite T, a general rule G7, an example Ex 40, S0, K or a ruling R7"
    yield from _check_keys({key: value for key, value in row.items() if key not in ("in", "under")})
    for source in row.get("sources", ()):
        if not SOURCE.fullmatch(str(source)) or (source[0] == "R" and source not in rulings.all):
            yield f"unknown source {source!r}", "cite T, a general rule G7, an example Ex 40, S0, K or a ruling R7"
    for overlay in _overlays(row):
        yield from _check_keys(overlay)
    for view in (row, *({**row, **overlay} for overlay in _overlays(row))):
        yield from _check_names(view, names)
        yield from _check_templates(view)
    yield from _check_citations(row, rulings)


def _check_keys(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in row.items():
        check = OPTIONAL.get(key) or REQUIRED.get(key)
        if check is None:
            yield f"unknown key {key!r}", "the keys are listed in fan_table/README.md"
        elif problem := check(value):
            yield f"{key}: {problem}", "see fan_table/README.md"


def _overlays(row: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from row.get("in", {}).values()
    for settings in row.get("under", {}).values():
        yield from settings.values()


def _named_rows(row: Mapping[str, Any]) -> Iterator[str]:
    for key in EDGE_KEYS:
        if _edges(row.get(key, [])) is None:
            yield from cited(row.get(key, []))
    for pair in row.get("made_of", ()):
        yield from (name.strip() for name in str(pair).split("+"))
    for choice in row.get("with", ()):
        yield from (name.strip() for name in str(choice).split("|"))
    plain = row.get("plain", {})
    if isinstance(plain, Mapping):
        for key in ("beside", "replaces", "small"):
            yield from plain.get(key, ())


def _check_names(row: Mapping[str, Any], names: set[str]) -> Iterator[tuple[str, str]]:
    for name in _named_rows(row):
        if name not in names:
            yield f"names the row {name!r}, which does not exist", "name a row of this table, as it is printed there"


def _check_templates(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if isinstance(row.get("groups"), str):
        try:
            for pattern in (pattern for alternative in read(row["groups"]) for pattern in alternative):
                expand_pattern(pattern)
        except TemplateError as error:
            yield f"bad template: {error}", "see Templates in fan_table/README.md"


def _citations(row: Mapping[str, Any]) -> Iterator[str]:
    for view in (row, *_overlays(row)):
        for key in EDGE_KEYS:
            if _edges(view.get(key, [])) is None:
                yield from cited(view.get(key, [])).values()
        if isinstance(view.get("apart"), Mapping):
            yield str(view["apart"].get("by", ""))
        if isinstance(view.get("price"), str):
            yield view["price"]
    for ruling, settings in row.get("under", {}).items():
        yield from (f"{ruling}={setting}" for setting in settings)


def _check_citations(row: Mapping[str, Any], rulings: Rulings) -> Iterator[tuple[str, str]]:
    for citation in _citations(row):
        ruling, _, setting = citation.partition("=")
        known = SOURCE.fullmatch(ruling) and (ruling[0] != "R" or ruling in rulings.all)
        if not known or (setting and not (ruling in rulings.all and rulings.all[ruling].accepts(setting))):
            yield (
                f"unknown reason {citation!r}",
                "cite T, K, S0, G1–G30, or a ruling and its setting such as R20=absorbed",
            )


def _check_cycles(rows: Sequence[Mapping[str, Any]]) -> Iterator[TableProblem]:
    """Absorption is an order; a row may not absorb itself by way of others."""
    absorbed = {
        str(row.get("name")): set(cited(row.get("absorbs", [])))
        for row in rows
        if _edges(row.get("absorbs", [])) is None
    }
    for name in absorbed:
        seen: set[str] = set()
        queue = list(absorbed[name])
        while queue:
            lower = queue.pop()
            if lower not in seen:
                seen.add(lower)
                queue += absorbed.get(lower, ())
        if name in seen:
            yield TableProblem(
                f"row {name}", "absorbs itself, by way of other rows", "let the dearer row absorb the cheaper"
            )
