"""Answers as text: the hand in tile pictures, the counted rows as a table, reasons and readings when asked."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from analyzer import tiles
from analyzer.deciding import Deciding
from analyzer.hand import Claim, Hand
from analyzer.messages import Lang, message
from analyzer.scoring import DroppedRow, FoundRow, Score

PIPE_WIDTH = 160  # columns when the output is no terminal


def console() -> Console:
    """Standard output; no colour codes unless it is a terminal."""
    if sys.stdout.isatty():
        return Console(highlight=False, markup=False)
    return Console(highlight=False, markup=False, color_system=None, force_terminal=False, width=PIPE_WIDTH)


def grid(*headings: str) -> Grid:
    """An empty table in the house style: no frame, a rule under the headings."""
    from rich import box

    table = Grid(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def hand_in_pictures(hand: Hand) -> str:
    """Declared melds, held tiles, the winning tile and the flowers, as Unicode tiles."""
    parts = [_meld_in_pictures(meld.claim, meld.kinds) for meld in hand.melds]
    held = [kind for kind, count in enumerate(hand.held) for _ in range(count)]
    parts.append(tiles.pictures(held))
    if hand.win is not None:
        parts.append("+" + tiles.pictures([hand.win]))
    if hand.flowers:
        parts.append("".join(tiles.FLOWER_PICTURES[flower] for flower in sorted(hand.flowers)))
    return " ".join(filter(None, parts))


def _meld_in_pictures(claim: Claim, kinds: tuple[int, ...]) -> str:
    opening, closing = "[]" if claim is Claim.CONCEALED_KONG else "()"
    return f"{opening}{tiles.pictures(kinds)}{closing}"


def print_score(
    score: Score,
    lang: Lang,
    *,
    why: bool = False,
    everything: bool = False,
    deciding: tuple[Deciding, ...] | None = None,
) -> None:
    """A score for a person."""
    out = console()
    out.print(Text(hand_in_pictures(score.hand)))
    out.print(Text(str(score.hand), style="dim"))
    out.print(_paid(score, lang))
    out.print(Text(message("out.total", lang, total=score.total), style="bold"))
    if why and score.dropped:
        out.print(Text("\n" + message("out.dropped", lang), style="bold"))
        out.print(_dropped(score.dropped, lang))
    if everything:
        out.print(Text("\n" + message("out.readings", lang), style="bold"))
        out.print(_readings(score, lang))
    if deciding is not None:
        out.print(Text("\n" + message("out.deciding" if deciding else "out.none-decide", lang), style="bold"))
        for one in deciding:
            out.print(Text("  " + one.text(lang)))
    for note in score.notes(lang):
        out.print(Text("※ " + note))
    changed = " ".join(f"{ruling}={setting}" for ruling, setting in score.rulings.items())
    title = score.table.name if lang == "zh" else score.table.english
    out.print(Text(f"{message('out.table', lang)} {title} #{score.table.hash} {changed}".rstrip(), style="dim"))
    out.print()


def row_title(found: FoundRow, lang: Lang) -> tuple[str, str]:
    """The printed name and, in English, its translation."""
    return found.name, found.row.english if lang == "en" else ""


def _headings(lang: Lang, *codes: str) -> list[str]:
    shown = codes if lang == "en" else [code for code in codes if code != "english"]
    return [message(f"out.{code}", lang) for code in shown]


def _cells(lang: Lang, name: str, english: str, *rest: str) -> list[str]:
    return [name, english, *rest] if lang == "en" else [name, *rest]


def _paid(score: Score, lang: Lang) -> Grid:
    table = grid(*_headings(lang, "price", "row", "english", "exposure", "groups", "sources"))
    table.columns[0].justify = "right"
    base = message("out.base", "zh")
    if score.base:
        table.add_row(str(score.base), *_cells(lang, base, message("out.base", "en"), "", "", "T"))
    form = "" if len(score.forms) > 1 else score.forms[0]
    for found in score.rows:
        if found.form != form:
            form = found.form
            table.add_row("", *_cells(lang, f"〔{message(f'form-short.{form}', lang)}〕", "", "", "", ""))
        name, english = row_title(found, lang)
        table.add_row(
            str(found.price),
            *_cells(
                lang,
                name,
                english,
                message(f"exposure.{found.exposure}", lang),
                " ".join(found.groups),
                " ".join(found.row.sources),
            ),
        )
    return table


def _dropped(dropped: tuple[DroppedRow, ...], lang: Lang) -> Grid:
    table = grid(*_headings(lang, "price", "row", "english", "groups", "reason", "sources"))
    table.columns[0].justify = "right"
    for one in dropped:
        name, english = row_title(one.found, lang)
        groups = " ".join(one.found.groups)
        table.add_row(str(one.found.price), *_cells(lang, name, english, groups, one.why(lang), one.source))
    return table


def _readings(score: Score, lang: Lang) -> Grid:
    table = grid(*(message(f"out.{code}", lang) for code in ("price", "form", "groups", "winning")))
    table.columns[0].justify = "right"
    for reading in score.readings:
        mark = "*" if reading.paid else ""
        form = message(f"form.{reading.form}", lang)
        table.add_row(f"{mark}{reading.total}", form, " ".join(reading.groups), reading.winning_group)
    return table
