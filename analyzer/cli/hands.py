"""Commands that take a hand: ``score`` and ``count``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import click

from analyzer.cli.options import (
    chosen_table,
    json_option,
    lang_option,
    read_settings,
    refuse,
    refuses,
    set_option,
    table_option,
    z_option,
)
from analyzer.deciding import deciding as deciding_rulings
from analyzer.errors import HandError, Refusal
from analyzer.messages import Lang, message
from analyzer.notation import Honours, parse, parse_fragment
from analyzer.scoring import Score
from analyzer.scoring import count as count_fragment
from analyzer.scoring import score as score_hand


class Show(NamedTuple):
    """How an answer is shown."""

    lang: Lang
    as_json: bool = False
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
        if argument == "-":
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
@json_option
@set_option
@table_option
@z_option
@lang_option
@refuses
def score(
    lines: tuple[str, ...],
    file: Path | None,
    why: bool,
    deciding: bool,
    everything: bool,
    as_json: bool,
    settings: tuple[str, ...],
    table_path: Path | None,
    z: Honours,
    lang: Lang,
) -> None:
    """What each hand LINE is worth, row by row.

    LINE is a hand such as '123m234p345s456m57p55z+6p|自摸'; - reads standard input, one hand a line.
    """
    if not lines and file is None:
        raise click.UsageError("give a hand, --file FILE, or - for standard input")
    rulings = read_settings(settings)
    table = chosen_table(table_path, rulings)

    def answer(text: str) -> Score:
        return score_hand(parse(text, z=z), table=table, rulings=rulings)

    _answer_each(lines, file, answer, Show(lang, as_json, why, everything, deciding))


@click.command()
@click.argument("fragments", nargs=-1, required=True, metavar="FRAGMENT...")
@click.option("--why", is_flag=True, help="Also the rows found but not paid, and what stopped each.")
@json_option
@set_option
@table_option
@z_option
@lang_option
@refuses
def count(
    fragments: tuple[str, ...],
    why: bool,
    as_json: bool,
    settings: tuple[str, ...],
    table_path: Path | None,
    z: Honours,
    lang: Lang,
) -> None:
    """What the melds of each FRAGMENT are worth, without 底: '123123萬 456筒 789索'."""
    rulings = read_settings(settings)
    table = chosen_table(table_path, rulings)

    def answer(text: str) -> Score:
        return count_fragment(parse_fragment(text, z=z), table=table, rulings=rulings)

    _answer_each(fragments, None, answer, Show(lang, as_json, why))


def _answer_each(
    lines: tuple[str, ...],
    file: Path | None,
    answer: Callable[[str], Score],
    show: Show,
) -> None:
    """One answer for each line, in order; refusals to standard error, and exit code 2 at the end if there was one."""
    refused = False
    many = file is not None or len(lines) > 1 or "-" in lines
    for line in read_lines(lines, file):
        try:
            _print_answer(answer(line.text), show)
        except HandError as error:
            refused = True
            if show.as_json:
                _print_json({"line": line.text, "number": line.number, "error": error_as_dict(error, show.lang)})
            prefix = message("line", show.lang, number=line.number) if many else ""
            click.echo(prefix + error.render(show.lang), err=True)
    if refused:
        sys.exit(2)


def _print_answer(result: Score, show: Show) -> None:
    rulings = deciding_rulings(result.hand, table=result.table, rulings=result.rulings) if show.deciding else None
    if show.as_json:
        extra = {} if rulings is None else {"deciding": [one.as_dict() for one in rulings]}
        _print_json({**result.as_dict(show.lang), **extra})
        return
    from analyzer.cli.render import print_score

    print_score(result, show.lang, why=show.why, everything=show.everything, deciding=rulings)


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


def error_as_dict(error: Refusal, lang: Lang) -> dict[str, object]:
    """A refusal as JSON holds it."""
    return {
        "kind": error.kind,
        "text": error.render(lang),
        "problems": [
            {
                "code": problem.code,
                "text": problem.text(lang),
                "remedy": problem.remedy(lang),
                "spans": [list(span) for span in problem.spans],
            }
            for problem in error.problems
        ],
    }
