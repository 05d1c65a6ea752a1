"""Commands that print the data: ``table``, ``rules`` and ``rulings``."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import click

from analyzer.cli.options import (
    chosen_table,
    json_option,
    lang_option,
    read_settings,
    refuse_unknown,
    refuses,
    set_option,
    table_option,
)
from analyzer.messages import Lang
from analyzer.rulings import GeneralRule, Ruling, Rulings, load_general_rules
from analyzer.table import EDGE_KEYS, Row, Table, cited


def price_text(row: Row) -> str:
    """A price as the table prints it: ``10 / 20`` for 明 and 暗, ``B20`` for a bonus."""
    price = f"{row.price['exposed']} / {row.price['concealed']}" if isinstance(row.price, dict) else str(row.price)
    return f"B{price}" if row.bonus else price


@click.command()
@click.argument("row", required=False)
@json_option
@table_option
@lang_option
@refuses
def table(row: str | None, as_json: bool, table_path: Path | None, lang: Lang) -> None:
    """The whole fan table, or everything about one ROW (by its Chinese or English name, or an alias)."""
    chosen = chosen_table(table_path, {})
    if row is None:
        rows = chosen.rows
    else:
        found = chosen.find(row)
        if found is None:
            refuse_unknown("unknown-row", lang, name=row, closest="、".join(chosen.closest(row)) or "—")
        rows = (found,)
    if as_json:
        for one in rows:
            click.echo(json.dumps(row_as_dict(one), ensure_ascii=False))
    elif row is None:
        _print_table(chosen, lang)
    else:
        _print_row(rows[0], lang)


def row_as_dict(row: Row) -> dict[str, object]:
    """A row as JSON holds it: the keys of the table file."""
    head = {"row": row.name, "english": row.english, "section": row.section, "family": row.family}
    return {
        **head,
        "price": row.price,
        "bonus": row.bonus,
        "definition": row.definition,
        "definition_en": row.definition_en,
        "sources": list(row.sources),
        "aliases": list(row.aliases),
        **row.keys,
    }


def _print_table(chosen: Table, lang: Lang) -> None:
    from analyzer.cli.render import console, grid

    out = console()
    for section in dict.fromkeys(row.section for row in chosen.rows):
        printed = grid(section, "", "", "")
        for row in (row for row in chosen.rows if row.section == section):
            definition = row.definition if lang == "zh" else row.definition_en
            printed.add_row(price_text(row), row.name, row.english if lang == "en" else "", definition)
        out.print(printed)
        out.print()
    out.print(f"{chosen.name} #{chosen.hash}", style="dim")


def _print_row(row: Row, lang: Lang) -> None:
    from analyzer.cli.render import console, grid

    out = console()
    out.print(f"{row.name}  {row.english}  {price_text(row)} 翻", style="bold")
    out.print(row.definition if lang == "zh" else row.definition_en)
    printed = grid("", "")
    printed.show_header = False
    shown: dict[str, object] = {"section": row.section, "family": row.family, **row.keys}
    for key in EDGE_KEYS:
        if key in shown:
            shown[key] = "  ".join(f"{name} ({why})" for name, why in cited(row.keys[key]).items())
    shown |= {"sources": " · ".join(row.sources), "aliases": " · ".join(row.aliases)}
    for key, value in shown.items():
        if value:
            printed.add_row(key, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    out.print(printed, markup=False)


@click.command()
@click.argument("number", required=False)
@json_option
@lang_option
@refuses
def rules(number: str | None, as_json: bool, lang: Lang) -> None:
    """The 30 general rules of the source, or rule NUMBER: its text, where it is enforced, the cases that show it."""
    chosen = [rule for rule in load_general_rules() if number is None or str(rule.number) == number.upper().lstrip("G")]
    if not chosen:
        refuse_unknown("unknown-rule", lang, name=number)
    if as_json:
        for rule in chosen:
            click.echo(json.dumps(rule_as_dict(rule), ensure_ascii=False))
        return
    from analyzer.cli.render import console, grid

    printed = grid("", "", "")
    printed.show_header = False
    for rule in chosen:
        text = rule.text if lang == "zh" else f"{rule.text}\n{rule.english}"
        printed.add_row(f"G{rule.number}", text, "\n".join([rule.enforced, " · ".join(_shown_by(f"G{rule.number}"))]))
    console().print(printed, markup=False)


@lru_cache(maxsize=1)
def _cases_by_what_they_show() -> dict[str, list[str]]:
    from analyzer.cases import load_cases

    shown: dict[str, list[str]] = {}
    for case in load_cases():
        for what in case.shows:
            shown.setdefault(what, []).append(case.id)
    return shown


def _shown_by(what: str) -> list[str]:
    """The ids of the cases that show a rule or a ruling."""
    return _cases_by_what_they_show().get(what, [])


def rule_as_dict(rule: GeneralRule) -> dict[str, object]:
    """A general rule as JSON holds it."""
    return {
        "rule": f"G{rule.number}",
        "text": rule.text,
        "english": rule.english,
        "bears_on": rule.bears_on,
        "enforced": rule.enforced,
        "cases": _shown_by(f"G{rule.number}"),
    }


@click.command()
@click.argument("ruling", required=False)
@json_option
@set_option
@table_option
@lang_option
@refuses
def rulings(ruling: str | None, as_json: bool, settings: tuple[str, ...], table_path: Path | None, lang: Lang) -> None:
    """The open questions of the rules: each RULING's settings, the one in force marked, and the reason."""
    all_rulings = chosen_table(table_path, {}).rulings.set(read_settings(settings))
    chosen = [one for one in all_rulings.all.values() if ruling is None or one.id == ruling.upper()]
    if not chosen:
        refuse_unknown("unknown-ruling", lang, name=ruling, closest=" ".join(all_rulings.all))
    if as_json:
        for one in chosen:
            click.echo(json.dumps(ruling_as_dict(one, all_rulings), ensure_ascii=False))
        return
    from analyzer.cli.render import console, grid

    printed = grid("", "", "", "")
    printed.show_header = False
    for one in chosen:
        in_force = all_rulings[one.id]
        answers = [
            f"{mark(setting.value == in_force)} {one.id}={setting.value}: {setting.zh if lang == 'zh' else setting.en}"
            for setting in one.settings
        ]
        if in_force not in [setting.value for setting in one.settings]:
            answers.append(f"* {one.id}={in_force}")
        question, reason = (one.question, one.reason) if lang == "zh" else (one.question_en, one.reason_en)
        printed.add_row(one.id, question, "\n".join(answers), reason)
    console().print(printed, markup=False)


def mark(in_force: bool) -> str:
    """A star before the setting in force."""
    return "*" if in_force else " "


def ruling_as_dict(ruling: Ruling, rulings: Rulings) -> dict[str, object]:
    """A ruling as JSON holds it."""
    return {
        "ruling": ruling.id,
        "question": ruling.question,
        "question_en": ruling.question_en,
        "default": ruling.default,
        "in_force": rulings[ruling.id],
        "reason": ruling.reason,
        "reason_en": ruling.reason_en,
        "settings": [{"value": s.value, "zh": s.zh, "en": s.en} for s in ruling.settings],
        "cases": _shown_by(ruling.id),
    }
