"""The command line ``yunlong``: each command is loaded when it is asked for, so that the first answer comes quickly."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper

import click

# command → module of analyzer.cli that defines it, in the order of the help page
COMMANDS = {
    "score": "hands",
    "count": "hands",
    "waits": "waiting",
    "discard": "waiting",
    "why": "disputes",
    "judge": "disputes",
    "pay": "payment",
    "reward": "payment",
    "table": "tables",
    "rules": "tables",
    "rulings": "tables",
    "cases": "cases",
    "book": "book",
    "duel": "duel",
    "peak": "peak",
    "serve": "web",
    "site": "web",
}


class _Lazy(click.Group):
    """A group whose commands are imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"analyzer.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="yunlong-referee", prog_name="yunlong")
def main() -> None:
    """The referee of Hong Kong 16-tile mahjong (港式台牌, 雲龍盃 table): what a hand is worth, and why.

    Exit code 0: answered. 2: refused, with the reason on standard error.
    """
    # A terminal whose encoding lacks the tiles shows question marks in their place.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def run() -> None:
    """The command ``yunlong``: what cannot be written or read ends with a message, never with a traceback."""
    if sys.stdout is None or sys.stderr is None:
        sys.exit(2)
    try:
        main()
    except OSError as error:
        click.echo(f"yunlong: {error.strerror or error}", err=True)
        # What is left in the buffer cannot be written either: let it go nowhere at the interpreter's end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
