"""Commands for who pays whom: ``pay`` a win, ``reward`` outside the hand."""

from __future__ import annotations

import json
from pathlib import Path

import click

from analyzer import payment
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
from analyzer.messages import Lang, message
from analyzer.notation import Honours, parse
from analyzer.payment import Settlement, settle


@click.command()
@click.argument("lines", nargs=-1, required=True, metavar="LINE...")
@click.option("--winner", "winners", multiple=True, required=True, help="Who won: 東 南 西 北; once for each LINE.")
@click.option("--from", "discarder", help="Who threw the tile, or the tile of the kong that was robbed or drawn on.")
@click.option("--dealer", default="東", show_default=True, help="Who deals.")
@click.option("--streak", type=int, help="How many deals the dealer has held (莊連拉 2n+1).")
@json_option
@set_option
@table_option
@z_option
@lang_option
@refuses
def pay(
    lines: tuple[str, ...],
    winners: tuple[str, ...],
    discarder: str | None,
    dealer: str,
    streak: int | None,
    as_json: bool,
    settings: tuple[str, ...],
    table_path: Path | None,
    z: Honours,
    lang: Lang,
) -> None:
    """Who pays what for the hand LINE; several winners on one discard give several LINEs and --winner options."""
    if len(lines) != len(winners):
        raise click.UsageError(f"{len(lines)} hands and {len(winners)} winners: give --winner once for each LINE")
    rulings = read_settings(settings)
    wins = [(winner, parse(line, z=z)) for winner, line in zip(winners, lines, strict=True)]
    table = chosen_table(table_path, rulings)
    _print(settle(wins, discarder=discarder, dealer=dealer, streak=streak, table=table, rulings=rulings), as_json, lang)


@click.command()
@click.argument("name")
@click.option("--player", required=True, help="Who it is about: 東 南 西 北 (for 追: the first discarder).")
@click.option("--count", default=1, show_default=True, help="How many tiles, for 彩五.")
@click.option("--holder", help="Who holds or draws the eighth flower, for 七搶一.")
@json_option
@set_option
@table_option
@lang_option
@refuses
def reward(
    name: str,
    player: str,
    count: int,
    holder: str | None,
    as_json: bool,
    settings: tuple[str, ...],
    table_path: Path | None,
    lang: Lang,
) -> None:
    """Who pays what for the instant reward or fine NAME: 暗槓, 追番子, 一台花, 七搶一, 詐糊 …."""
    rulings = read_settings(settings)
    table = chosen_table(table_path, rulings)
    _print(payment.reward(name, player, count=count, holder=holder, table=table, rulings=rulings), as_json, lang)


def _print(settlement: Settlement, as_json: bool, lang: Lang) -> None:
    if as_json:
        click.echo(json.dumps(settlement.as_dict(lang), ensure_ascii=False))
        return
    from analyzer.cli.render import console, grid

    out = console()
    for win in settlement.wins:
        out.print(f"{win.winner}  {win.score.hand}  {message('out.total', lang, total=win.score.total)}", markup=False)
    printed = grid(*(message(f"out.{code}", lang) for code in ("payer", "payee", "amount", "reason")))
    for transfer in settlement.transfers:
        printed.add_row(transfer.payer, transfer.payee, str(transfer.amount), transfer.why(lang))
    out.print(printed)
    totals = grid(*(message(f"out.{code}", lang) for code in ("account", "delta")))
    for account, delta in settlement.deltas.items():
        if delta or account != payment.POT:
            totals.add_row(account, f"{delta:+d}")
    out.print(totals)
    for note in settlement.notes(lang):
        out.print(f"※ {note}", markup=False)
