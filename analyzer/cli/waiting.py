"""Commands for a hand that has not won yet: what it ``waits`` for, and what to ``discard``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

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
from analyzer.discarding import Discard, Standing, discards, standing
from analyzer.hand import Hand
from analyzer.messages import Lang, message
from analyzer.notation import Honours, parse
from analyzer.table import Table
from analyzer.waiting import Win, WinningTile, read_held
from analyzer.waiting import waits as waits_of


@click.command()
@click.argument("line")
@json_option
@set_option
@table_option
@z_option
@lang_option
@refuses
def waits(
    line: str,
    as_json: bool,
    settings: tuple[str, ...],
    table_path: Path | None,
    z: Honours,
    lang: Lang,
) -> None:
    """What the 16 held tiles of LINE wait for: how many are left, and what each pays, the dearest first.

    The winning tile of a complete hand is set aside. 見=… takes what lies on the table off the counts.
    """
    rulings = read_settings(settings)
    table = chosen_table(table_path, rulings)
    held = read_held(line, z=z)
    found = waits_of(held, table=table, rulings=rulings)
    stands = standing(held)
    if as_json:
        answer = {**stands.as_dict(), "waits": [tile.as_dict(lang) for tile in found]}
        _print_json(held, answer, table, rulings)
    else:
        _print_waits(held, stands, found, lang)


@click.command()
@click.argument("line")
@json_option
@set_option
@table_option
@z_option
@lang_option
@refuses
def discard(
    line: str,
    as_json: bool,
    settings: tuple[str, ...],
    table_path: Path | None,
    z: Honours,
    lang: Lang,
) -> None:
    """What to discard of the 17 tiles of LINE: how far each discard leaves the hand, and which tiles then help."""
    rulings = read_settings(settings)
    table = chosen_table(table_path, rulings)
    hand = parse(line, z=z)
    found = discards(hand, table=table, rulings=rulings)
    won = standing(hand).won
    if as_json:
        _print_json(hand, {"won": won, "discards": [one.as_dict(lang) for one in found]}, table, rulings)
    else:
        _print_discards(hand, won, found, lang)


def _print_json(hand: Hand, answer: Mapping[str, Any], table: Table, rulings: Mapping[str, str]) -> None:
    changed = {ruling: setting for ruling, setting in rulings.items() if setting != table.rulings[ruling]}
    source = {"table": {"name": table.name, "hash": table.hash}, "rulings": changed}
    click.echo(json.dumps({"hand": str(hand), **answer, **source}, ensure_ascii=False))


def _print_waits(held: Hand, stands: Standing, found: tuple[WinningTile, ...], lang: Lang) -> None:
    from analyzer.cli.render import console, grid, hand_in_pictures

    out = console()
    out.print(f"{hand_in_pictures(held)}\n{held}", markup=False)
    if not found:
        shown = {"kinds": len(stands.accepted), "left": stands.accepted_left, "tiles": _accepted(stands)}
        out.print(message("waits.not-ready", lang, shanten=stands.shanten, forms=_forms(stands, lang)), markup=False)
        out.print(message("waits.accepted", lang, **shown), markup=False)
        return
    printed = grid(*(message(f"out.{code}", lang) for code in ("tile", "left", "way", "price", "rows")))
    for tile in found:
        name, left = tile.tile, str(tile.left)
        for way, win in (("by-discard", tile.by_discard), ("self-drawn", tile.self_drawn)):
            if win:
                printed.add_row(name, left, message(f"out.{way}", lang), str(win.total), _rows(win, lang))
                name = left = ""
        if tile.obstacle:
            printed.add_row(name, left, "", "", tile.why_not(lang))
    out.print(printed)
    out.print(message("waits.sum", lang, kinds=len(found), left=sum(tile.left for tile in found)), style="bold")


def _rows(win: Win, lang: Lang) -> str:
    rows = ("、" if lang == "zh" else ", ").join(row.text(lang) for row in win.rows)
    return rows + (" " + message("waits.without", lang, words=" ".join(win.without)) if win.without else "")


def _print_discards(hand: Hand, won: bool, found: Iterable[Discard], lang: Lang) -> None:
    from analyzer.cli.render import console, grid, hand_in_pictures

    out = console()
    out.print(f"{hand_in_pictures(hand)}\n{hand}", markup=False)
    if won:
        out.print(message("discard.won", lang), style="bold")
    printed = grid(*(message(f"out.{code}", lang) for code in ("cut", "shanten", "left", "accepted", "forms")))
    for one in found:
        stands = one.standing
        useful = " ".join(map(_valued, one.waits)) if one.waits else _accepted(stands)
        printed.add_row(one.tile, str(stands.shanten), str(stands.accepted_left), useful, _forms(stands, lang))
    out.print(printed)


def _accepted(stands: Standing) -> str:
    return " ".join(f"{useful.tile}×{useful.left}" for useful in stands.accepted)


def _valued(tile: WinningTile) -> str:
    """``5p×3:127/130``, by discard and self-drawn."""
    totals = "/".join(str(win.total) for win in (tile.by_discard, tile.self_drawn) if win)
    return f"{tile.tile}×{tile.left}" + (f":{totals}" if totals else "")


def _forms(stands: Standing, lang: Lang) -> str:
    return " ".join(f"{message(f'form-short.{form}', lang)} {shanten}" for form, shanten in stands.forms.items())
