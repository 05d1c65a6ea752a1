"""The match book for the eye: sheets, the log, standings and changes as tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from rich.text import Text

from analyzer.cli.render import console, grid
from analyzer.messages import Lang, message

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from analyzer.book import Receipt
    from analyzer.book.play import Played
    from analyzer.book.rescore import Change
    from analyzer.book.sheet import Sheet, Standing


def say(code: str, lang: Lang, **words: object) -> None:
    """Print one sentence of the book."""
    click.echo(message(f"book.out.{code}", lang, **words))


def print_json(value: object) -> None:
    """Print one JSON object on one line."""
    click.echo(json.dumps(value, ensure_ascii=False))


def headings(lang: Lang, *codes: str) -> list[str]:
    """The headings of a table by their codes."""
    return [message(f"book.out.{code}", lang) for code in codes]


def print_receipt(receipt: Receipt, as_json: bool, lang: Lang) -> None:
    """What was written, and where the session stands now."""
    sheet = receipt.sheet
    if as_json:
        print_json({"deal": receipt.number, "notices": receipt.notes(lang), "sheet": sheet.as_dict()})
        return
    code = "undone" if receipt.valued is None else "recorded"
    say(code, lang, session=sheet.session.number, number=receipt.number, version=sheet.version)
    printed = deals_grid(lang)
    for played in sheet.played:
        if played.number == receipt.number:
            printed.add_row(*deal_cells(played, lang))
    printed.add_row(*total_cells(sheet, lang))
    console().print(printed)
    for note in receipt.notes(lang):
        click.echo("※ " + note)
    say_next(sheet, lang)


def deals_grid(lang: Lang) -> Grid:
    """An empty sheet: a deal a row, an account a column."""
    from analyzer.payment import ACCOUNTS

    printed = grid(*headings(lang, "deal", "round", "dealer", "streak", "result"), *ACCOUNTS)
    for column in printed.columns[5:]:
        column.justify = "right"
    return printed


def deal_cells(played: Played, lang: Lang) -> list[str | Text]:
    """The row of one deal."""
    position = played.position
    deltas = [f"{delta:+}" if delta else "0" for delta in played.deltas.values()]
    result = Text("\n".join(_results(played, lang)))
    return [str(played.number), position.prevailing, position.dealer, str(position.streak), result, *deltas]


def _results(played: Played, lang: Lang) -> Iterator[str]:
    """How a deal ended, a line for each winner and each reward."""
    from analyzer.book.worth import at_position
    from analyzer.notation import parse

    deal = played.deal
    if deal.result != "win":
        yield message(f"book.result.{deal.result}", lang)
    for win in deal.wins:
        line = at_position(parse(win.line), win.seat, played.position)
        yield f"{win.seat} ← {deal.discarder or message('book.out.self_drawn', lang)}  {win.total}  {line}"
    yield from map(str, deal.calls)


def total_cells(sheet: Sheet, lang: Lang) -> list[str | Text]:
    """The row of the running total."""
    return [message("book.out.total", lang), "", "", "", "", *(f"{total:+}" for total in sheet.totals.values())]


def log_grid(sheet: Sheet, lang: Lang) -> Grid:
    """Every entry ever made, also those that were replaced."""
    printed = grid(*headings(lang, "entry", "kind", "deal", "replaces", "at", "reason", "result", "rules"))
    for entry in sheet.entries:
        deal = entry.deal
        wins = [] if deal is None else [f"{win.seat} {win.total} {win.line}" for win in deal.wins]
        if deal is not None and not wins:
            wins = [message(f"book.result.{deal.result}", lang)]
        printed.add_row(
            str(entry.number),
            message(f"book.kind.{entry.kind}", lang),
            str(entry.deal_number),
            str(entry.replaces or ""),
            entry.at,
            Text(entry.reason),
            Text("\n".join(wins)),
            "" if deal is None else f"#{deal.table}",
        )
    return printed


def seated(sheet: Sheet) -> str:
    """Who sits where, and for which team."""
    names = sheet.session.players
    teams = sheet.session.teams
    return "  ".join(f"{seat} {names[seat]}" + (f"（{teams[seat]}）" if teams[seat] else "") for seat in names)


def say_next(sheet: Sheet, lang: Lang) -> None:
    """Print who deals next."""
    position = sheet.position
    names = sheet.session.players
    words = {"dealer": position.dealer, "player": names[position.dealer], "streak": position.streak}
    say("next", lang, wind=position.prevailing, **words)


def standing_grid(standing: tuple[Standing, ...], what: str, lang: Lang) -> Grid:
    """Players or teams by rank."""
    printed = grid(*headings(lang, "rank", what, "points", "sessions", "deals", "wins", "self_drawn", "thrown"))
    for column in printed.columns[2:]:
        column.justify = "right"
    for one in standing:
        counts = (one.sessions, one.deals, one.wins, one.self_drawn, one.thrown)
        printed.add_row(str(one.rank), Text(one.name), f"{one.points:+}", *map(str, counts))
    return printed


def changes_grid(changes: list[Change], lang: Lang) -> Grid:
    """What a rescoring changes, deal by deal."""
    from analyzer.payment import ACCOUNTS

    printed = grid(*headings(lang, "session", "deal", "was", "is", "rows"), *ACCOUNTS)
    for change in changes:
        before, after = change.before.deal.wins, change.after.deal.wins
        deltas = [(old, change.after.deltas[account]) for account, old in change.before.deltas.items()]
        printed.add_row(
            str(change.session),
            str(change.before.number),
            "\n".join(f"{win.seat} {win.total}" for win in before),
            "\n".join(f"{win.seat} {win.total}" for win in after),
            Text("\n".join("  ".join(rows) for rows in change.rows.values())),
            *(f"{old:+}" if old == new else f"{old:+} → {new:+}" for old, new in deltas),
        )
    return printed
