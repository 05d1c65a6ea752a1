"""Commands that settle a dispute: ``why`` a row is paid or not, and ``judge`` a player's claim."""

from __future__ import annotations

import click

from analyzer.cli.options import Options, hand_options
from analyzer.explaining import Explanation, explain
from analyzer.judging import Judgement
from analyzer.judging import judge as judge_claim
from analyzer.notation import parse


@click.command()
@click.argument("line")
@click.argument("row")
@hand_options
def why(line: str, row: str, options: Options) -> None:
    """Is ROW paid in the hand LINE? If so how often and by which groups; if not, what stops it or what is missing."""
    _print(explain(parse(line, z=options.z), row, table=options.table, rulings=options.rulings), options)


@click.command()
@click.argument("line")
@click.option("--claim", required=True, metavar="'清龍, 三相逢×2, 63翻'", help="What the player claims.")
@hand_options
def judge(line: str, claim: str, options: Options) -> None:
    """The verdict on a claim about the hand LINE: rows upheld, refused and forgotten, and the right total."""
    _print(judge_claim(parse(line, z=options.z), claim, table=options.table, rulings=options.rulings), options)


def _print(answer: Explanation | Judgement, options: Options) -> None:
    if options.as_json:
        options.print_json(answer.as_dict(options.lang))
    else:
        click.echo("\n".join(answer.lines(options.lang)))
