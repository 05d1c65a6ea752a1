"""Options that several commands share, and how they report refusals."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

import click

from analyzer.errors import YunlongError
from analyzer.messages import Lang, message
from analyzer.table import Table, load_table

if TYPE_CHECKING:
    from analyzer.notation import Honours

P = ParamSpec("P")
R = TypeVar("R")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def default_language() -> Lang:
    """Chinese in a Chinese locale, else English."""
    for variable in ("YUNLONG_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


lang_option: Decorator = click.option(
    "--lang",
    type=click.Choice(["zh", "en"]),
    default=default_language,
    show_default="the locale's",
    help="Language of names and messages.",
)
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
table_option: Decorator = click.option(
    "--table",
    "table_path",
    type=click.Path(path_type=Path),
    help="A fan table of your own (TOML) in place of the 雲龍盃 table.",
)
z_option: Decorator = click.option(
    "--z",
    type=click.Choice(["tenhou", "cn"]),
    default="tenhou",
    show_default=True,
    help="What 5z 6z 7z mean: 白發中 (tenhou) or 中發白 (cn).",
)
set_option: Decorator = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="R9=all",
    help="Another setting of a ruling; see `yunlong rulings`. May be given several times.",
)


@dataclass(frozen=True, slots=True)
class Options:
    """What the options shared by all commands about hands say."""

    table: Table
    rulings: Mapping[str, str]
    z: Honours
    as_json: bool
    lang: Lang

    def print_json(self, value: object) -> None:
        """One object on one line."""
        click.echo(json.dumps(value, ensure_ascii=False))


def hand_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command about a hand: --json, --set, --table, --z and --lang, handed on as ``options``; it refuses clearly."""

    @wraps(command)
    def guarded(
        *, as_json: bool, settings: tuple[str, ...], table_path: Path | None, z: Honours, lang: Lang, **rest: Any
    ) -> None:
        with refusals(lang):
            rulings = read_settings(settings)
            command(options=Options(chosen_table(table_path, rulings), rulings, z, as_json, lang), **rest)

    decorated: Callable[..., None] = guarded
    for option in (lang_option, z_option, table_option, set_option, json_option):
        decorated = option(decorated)
    return decorated


def read_settings(settings: tuple[str, ...]) -> dict[str, str]:
    """``("R9=all",)`` as a mapping; a usage error for anything else."""
    chosen = {}
    for setting in (part for text in settings for part in text.replace(",", " ").split()):
        ruling, equals, value = setting.partition("=")
        if not equals or not value:
            raise click.BadParameter(f"{setting!r} is no setting; write for example R9=all", param_hint="--set")
        chosen[ruling.strip().upper()] = value.strip()
    return chosen


def chosen_table(path: Path | None, settings: Mapping[str, str]) -> Table:
    """The table of the options, the settings checked against its rulings."""
    table = load_table(path)
    table.rulings.set(settings)
    return table


def refuse(text: str) -> NoReturn:
    """Say why on standard error and end with exit code 2."""
    click.echo(text, err=True)
    sys.exit(2)


@contextmanager
def refusals(lang: Lang) -> Iterator[None]:
    """Every error of the package becomes its message and exit code 2."""
    try:
        yield
    except YunlongError as error:
        refuse(error.render(lang))


def refuses(command: Callable[P, R]) -> Callable[P, R]:
    """A command whose package errors become messages; it has a ``lang`` parameter."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        with refusals("zh" if kwargs.get("lang") == "zh" else "en"):
            return command(*args, **kwargs)

    return guarded


def refuse_unknown(code: str, lang: Lang, **words: object) -> NoReturn:
    """Refuse a name that does not exist, with what does."""
    refuse(f"{message(code, lang, **words)}\n  → {message(code + '.do', lang, **words)}")
