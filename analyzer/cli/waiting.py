"""Commands for a hand that has not won yet: what it ``waits`` for, and what to ``discard``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click

from analyzer.cli.options import Options, hand_options
from analyzer.discarding import Discard, Standing, discards, standing
from analyzer.hand import Hand
from analyzer.messages import Lang, message
from analyzer.notation import parse
from analyzer.waiting import Win, WinningTile, read_held
from analyzer.waiting import waits as waits_of


@click.command()
@click.argument("line")
@hand_options
def waits(line: str, options: Options) -> None:
    """What the 16 held tiles of LINE wait for: how many are left, and what each pays, the dearest first.

    The winning tile of a complete hand is set aside. 見=… takes what lies on the table off the counts.
    """
    held = read_held(line, z=options.z)
    found = waits_of(held, table=options.table, rulings=options.rulings)
    stands = standing(held)
    if options.as_json:
        _print_json(held, {**stands.as_dict(), "waits": [tile.as_dict(options.lang) for tile in found]}, options)
    else:
        _print_waits(held, stands, found, options.lang)


@click.command()
@click.argument("line")
@hand_options
def discard(line: str, options: Options) -> None:
    """What to discard of the 17 tiles of LINE: how far each discard leaves the hand, and which tiles then help."""
    hand = parse(line, z=options.z)
    found = discards(hand, table=options.table, rulings=options.rulings)
    won = standing(hand).won
    if options.as_json:
        _print_json(hand, {"won": won, "discards": [one.as_dict(options.lang) for one in found]}, options)
    else:
        _print_discards(hand, won, found, options.lang)


def _print_json(hand: Hand, answer: Mapping[str, Any], options: Options) -> None:
    table = options.table
    changed = {ruling: setting for ruling, setting in options.rulings.items() if setting != table.rulings[ruling]}
    source = {"table": {"name": table.name, "hash": table.hash}, "rulings": changed}
    options.print_json({"hand": str(hand), **answer, **source})


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
