"""The command ``cases``: run case files and print what differs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from analyzer.cases import load_cases, report
from analyzer.cli.options import chosen_table, lang_option, refuses, table_option
from analyzer.messages import Lang, message


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE...]")
@table_option
@lang_option
@refuses
def cases(files: tuple[Path, ...], table_path: Path | None, lang: Lang) -> None:
    """Run the cases of each FILE (yours or a club's), or those of the package; print what differs, row by row."""
    table = chosen_table(table_path, {})
    chosen = load_cases(files)
    differing = 0
    for case in chosen:
        lines = case.difference(table)
        if lines:
            differing += 1
            click.echo(report(case, lines, lang))
    code = "cases.differ" if differing else "cases.same"
    click.echo(message(code, lang, count=len(chosen), differ=differing))
    if differing:
        sys.exit(2)
