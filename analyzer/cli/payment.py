"""Commands for who pays whom: ``pay`` a win, ``reward`` outside the hand."""

from __future__ import annotations

import click

from analyzer import payment
from analyzer.cli.options import Options, hand_options
from analyzer.messages import message
from analyzer.notation import parse
from analyzer.payment import Settlement, settle


@click.command()
@click.argument("lines", nargs=-1, required=True, metavar="LINE...")
@click.option("--winner", "winners", multiple=True, required=True, help="Who won: 東 南 西 北; once for each LINE.")
@click.option("--from", "discarder", help="Who threw the tile, or the tile of the kong that was robbed or drawn on.")
@click.option("--dealer", default="東", show_default=True, help="Who deals.")
@click.option("--streak", type=int, help="How many deals the dealer has held (莊連拉 2n+1).")
@hand_options
def pay(
    lines: tuple[str, ...],
    winners: tuple[str, ...],
    discarder: str | None,
    dealer: str,
    streak: int | None,
    options: Options,
) -> None:
    """Who pays what for the hand LINE; several winners on one discard give several LINEs and --winner options."""
    if len(lines) != len(winners):
        raise click.UsageError(f"{len(lines)} hands and {len(winners)} winners: give --winner once for each LINE")
    wins = [(winner, parse(line, z=options.z)) for winner, line in zip(winners, lines, strict=True)]
    table, rulings = options.table, options.rulings
    settled = settle(wins, discarder=discarder, dealer=dealer, streak=streak, table=table, rulings=rulings)
    _print(settled, options)


@click.command()
@click.argument("name", required=False)
@click.option("--player", help="Who it is about: 東 南 西 北 (for 追: the first discarder).")
@click.option("--count", default=1, show_default=True, help="How many tiles, for 彩五.")
@click.option("--holder", help="Who holds or draws the eighth flower, for 七搶一.")
@hand_options
def reward(name: str | None, player: str | None, count: int, holder: str | None, options: Options) -> None:
    """Who pays what for the instant reward or fine NAME: 暗槓, 追番子, 七搶一, 詐糊 …; without NAME all are listed."""
    if name is None:
        _list_rewards(options)
        return
    if player is None:
        raise click.UsageError("give --player, who it is about: 東 南 西 北")
    table, rulings = options.table, options.rulings
    settled = payment.reward(name, player, count=count, holder=holder, table=table, rulings=rulings)
    _print(settled, options)


def _list_rewards(options: Options) -> None:
    from analyzer.cli.render import console, grid
    from analyzer.listing import reward_as_dict

    if options.as_json:
        for one in options.table.rewards:
            options.print_json(reward_as_dict(one))
        return
    printed = grid("", "", "", "")
    printed.show_header = False
    for one in options.table.rewards:
        definition = one.definition if options.lang == "zh" else one.definition_en
        english = "" if options.lang == "zh" else one.english
        printed.add_row("/".join(map(str, one.prices)), one.name, english, definition)
    console().print(printed)


def _print(settlement: Settlement, options: Options) -> None:
    lang = options.lang
    if options.as_json:
        options.print_json(settlement.as_dict(lang))
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
