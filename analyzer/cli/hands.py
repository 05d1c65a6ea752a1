"""Commands that take a hand: ``score`` and ``count``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import click

from analyzer.cli.options import Options, hand_options, refuse
from analyzer.deciding import deciding as deciding_rulings
from analyzer.errors import HandError
from analyzer.messages import message
from analyzer.notation import parse, parse_fragment
from analyzer.scoring import Score
from analyzer.scoring import count as count_fragment
from analyzer.scoring import score as score_hand


class Show(NamedTuple):
    """What is shown beside the rows that are paid."""

    why: bool = False
    everything: bool = False
    deciding: bool = False


class Line(NamedTuple):
    """A hand as it was given: its text, and its number where it came from a list."""

    text: str
    number: int


def read_lines(arguments: tuple[str, ...], file: Path | None) -> Iterator[Line]:
    """The lines of the arguments, of the file, and for ``-`` of standard input, as they come.

    Blank lines and lines that begin with ``#`` are passed over in files and on standard input.
    """
    number = 0
    for argument in arguments:
        if argument == "-" and sys.stdin is None:
            refuse("standard input is closed → give the hands as arguments, or --file FILE")
        elif argument == "-":
            for text in _content(sys.stdin.buffer):
                number += 1
                if text.strip() and not text.lstrip().startswith("#"):
                    yield Line(text, number)
        else:
            number += 1
            yield Line(argument, number)
    if file is not None:
        try:
            with file.open("rb") as stream:
                for place, text in enumerate(_content(stream), 1):
                    if text.strip() and not text.lstrip().startswith("#"):
                        yield Line(text, place)
        except OSError as error:
            refuse(f"{file}: {error.strerror} → give the path of a file with one hand a line")


def _content(stream: Iterable[bytes]) -> Iterator[str]:
    for raw in stream:
        yield raw.decode("utf-8", "replace").rstrip("\r\n").removeprefix("\ufeff")


@click.command()
@click.argument("lines", nargs=-1, metavar="LINE...")
@click.option("--file", "-f", "file", type=click.Path(path_type=Path), help="A file with one hand a line.")
@click.option("--why", is_flag=True, help="Also the rows found but not paid, and what stopped each.")
@click.option("--rulings", "deciding", is_flag=True, help="Also every ruling whose other setting changes the total.")
@click.option("--all", "everything", is_flag=True, help="Also every reading with its total.")
@hand_options
def score(
    lines: tuple[str, ...], file: Path | None, why: bool, deciding: bool, everything: bool, options: Options
) -> None:
    """What each hand LINE is worth, row by row.

    LINE is a hand such as '123m234p345s456m57p55z+6p|自摸'; - reads standard input, one hand a line.
    """
    if not lines and file is None:
        raise click.UsageError("give a hand, --file FILE, or - for standard input")

    def answer(text: str) -> Score:
        return score_hand(parse(text, z=options.z), table=options.table, rulings=options.rulings)

    _answer_each(lines, file, answer, Show(why, everything, deciding), options)


@click.command()
@click.argument("fragments", nargs=-1, required=True, metavar="FRAGMENT...")
@click.option("--why", is_flag=True, help="Also the rows found but not paid, and what stopped each.")
@hand_options
def count(fragments: tuple[str, ...], why: bool, options: Options) -> None:
    """What the melds of each FRAGMENT are worth, without 底: '123123萬 456筒 789索'."""

    def answer(text: str) -> Score:
        return count_fragment(parse_fragment(text, z=options.z), table=options.table, rulings=options.rulings)

    _answer_each(fragments, None, answer, Show(why), options)


def _answer_each(
    lines: tuple[str, ...], file: Path | None, answer: Callable[[str], Score], show: Show, options: Options
) -> None:
    """One answer for each line, in order; refusals to standard error, and exit code 2 at the end if there was one."""
    refused = False
    many = file is not None or len(lines) > 1 or "-" in lines
    for line in read_lines(lines, file):
        try:
            _print_answer(answer(line.text), show, options)
        except HandError as error:
            refused = True
            if options.as_json:
                found = {"line": line.text, "number": line.number, "error": error.as_dict(options.lang)}
                options.print_json(found)
            prefix = message("line", options.lang, number=line.number) if many else ""
            click.echo(prefix + error.render(options.lang), err=True)
    if refused:
        sys.exit(2)


def _print_answer(result: Score, show: Show, options: Options) -> None:
    rulings = deciding_rulings(result.hand, table=result.table, rulings=result.rulings) if show.deciding else None
    if options.as_json:
        extra = {} if rulings is None else {"deciding": [one.as_dict() for one in rulings]}
        options.print_json({**result.as_dict(options.lang), **extra})
        return
    from analyzer.cli.render import print_score

    print_score(result, options.lang, why=show.why, everything=show.everything, deciding=rulings)
