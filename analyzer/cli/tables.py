"""Commands that print the data: ``table``, ``rules`` and ``rulings``."""

from __future__ import annotations

import json
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
from analyzer.cli.rulings import show_rulings
from analyzer.explaining import row_named
from analyzer.listing import row_as_dict, rule_as_dict, shown_by
from analyzer.messages import Lang
from analyzer.rulings import Rulings, load_general_rules
from analyzer.table import EDGE_KEYS, Row, Table, cited


def price_text(row: Row, rulings: Rulings) -> str:
    """A price as the table prints it: ``10 / 20`` for 明 and 暗, ``B20`` for a bonus."""
    if isinstance(row.price, str):
        price = f"{rulings[row.price]} ({row.price})"
    else:
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
        rows = tuple(chosen.tiers(row)) if chosen.find(row) is None else ()
        rows = rows or (row_named(chosen, row),)
    if as_json:
        for one in rows:
            click.echo(json.dumps(row_as_dict(one), ensure_ascii=False))
    elif row is None:
        _print_table(chosen, lang)
    else:
        for one in rows:
            _print_row(one, chosen.rulings, lang)


def _print_table(chosen: Table, lang: Lang) -> None:
    from analyzer.cli.render import console, grid

    out = console()
    for section in dict.fromkeys(row.section for row in chosen.rows):
        printed = grid(section, "", "", "")
        for row in (row for row in chosen.rows if row.section == section):
            definition = row.definition if lang == "zh" else row.definition_en
            printed.add_row(price_text(row, chosen.rulings), row.name, row.english if lang == "en" else "", definition)
        out.print(printed)
        out.print()
    out.print(f"{chosen.name} #{chosen.hash}", style="dim")


def _print_row(row: Row, rulings: Rulings, lang: Lang) -> None:
    from analyzer.cli.render import console, grid

    out = console()
    out.print(f"{row.name}  {row.english}  {price_text(row, rulings)} 翻", style="bold")
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
        printed.add_row(
            f"G{rule.number}",
            text,
            "\n".join([rule.enforced, " · ".join(case.id for case in shown_by(f"G{rule.number}"))]),
        )
    console().print(printed, markup=False)


@click.command()
@click.argument("ruling", required=False)
@json_option
@set_option
@table_option
@lang_option
@refuses
def rulings(ruling: str | None, as_json: bool, settings: tuple[str, ...], table_path: Path | None, lang: Lang) -> None:
    """The open questions of the rules: each RULING's settings, the one in force marked, and the reason."""
    show_rulings(chosen_table(table_path, {}).rulings.set(read_settings(settings)), ruling, as_json, lang)
