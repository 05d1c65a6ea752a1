"""Commands that settle a dispute: ``why`` a row is paid or not, and ``judge`` a player's claim."""

from __future__ import annotations

import json
from pathlib import Path

import click

from analyzer.cli.options import (
    chosen_table,
    json_option,
    lang_option,
    read_settings,
    refuses,
    set_option,
    table_option,
    z_option,
)
from analyzer.explaining import explain
from analyzer.judging import judge as judge_claim
from analyzer.messages import Lang
from analyzer.notation import Honours, parse


@click.command()
@click.argument("line")
@click.argument("row")
@json_option
@set_option
@table_option
@z_option
@lang_option
@refuses
def why(
    line: str,
    row: str,
    as_json: bool,
    settings: tuple[str, ...],
    table_path: Path | None,
    z: Honours,
    lang: Lang,
) -> None:
    """Is ROW paid in the hand LINE? If so how often and by which groups; if not, what stops it or what is missing."""
    rulings = read_settings(settings)
    table = chosen_table(table_path, rulings)
    answer = explain(parse(line, z=z), row, table=table, rulings=rulings)
    if as_json:
        click.echo(json.dumps(answer.as_dict(lang), ensure_ascii=False))
    else:
        click.echo("\n".join(answer.lines(lang)))


@click.command()
@click.argument("line")
@click.option("--claim", required=True, metavar="'清龍, 三相逢×2, 63翻'", help="What the player claims.")
@json_option
@set_option
@table_option
@z_option
@lang_option
@refuses
def judge(
    line: str,
    claim: str,
    as_json: bool,
    settings: tuple[str, ...],
    table_path: Path | None,
    z: Honours,
    lang: Lang,
) -> None:
    """The verdict on a claim about the hand LINE: rows upheld, refused and forgotten, and the right total."""
    rulings = read_settings(settings)
    table = chosen_table(table_path, rulings)
    verdict = judge_claim(parse(line, z=z), claim, table=table, rulings=rulings)
    if as_json:
        click.echo(json.dumps(verdict.as_dict(lang), ensure_ascii=False))
    else:
        click.echo("\n".join(verdict.lines(lang)))
