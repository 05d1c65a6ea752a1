"""The command group ``peak``: rate a match of 雲端巔峰賽, replay a season, list the rulings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from analyzer.cli.options import json_option, lang_option, read_settings, refuses
from analyzer.peak.facts import (
    FIELDS,
    Cell,
    FieldProblem,
    PeakError,
    Place,
    cells_of,
    match_of,
    player_of,
    read_facts,
)
from analyzer.peak.messages import Lang, message
from analyzer.peak.scoring import Result, rate
from analyzer.peak.season import Season, replay
from analyzer.peak.table import load_peak_table, plain

if TYPE_CHECKING:
    from rich.table import Table as Grid

P = ParamSpec("P")
R = TypeVar("R")

set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="P1=half-up",
    help="Another setting of a ruling; see `yunlong peak rulings`. May be given several times.",
)


def refuses_in_json(command: Callable[P, R]) -> Callable[P, R]:
    """A command that with ``--json`` also prints its refusal as an object."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except PeakError as error:
            if kwargs.get("as_json"):
                _print_json({"error": error.as_dict("zh" if kwargs.get("lang") == "zh" else "en")})
            raise

    return guarded


@click.group()
def peak() -> None:
    """雲端巔峰賽: what a match is worth, the ratings of a season, and the open questions."""


@peak.command()
@click.option("--file", "-f", "file", type=click.Path(path_type=Path), help="The facts in a TOML or JSON file.")
@click.option("--round", metavar="1-10", help="The round the match ended in.")
@click.option("--winner-score", metavar="4.5", help="The winner's 勝點, in steps of 0.5.")
@click.option("--loser-score", metavar="0", help="The loser's 勝點.")
@click.option("--cards", metavar="王靈形魔", help="The types the winner played, in order.")
@click.option("--form-slays", metavar="0", help="How often a 形 beat a 王 (形斬); 0 when not given.")
@click.option("--winner-rating", metavar="1000", help="Before the match; 1000 when not given.")
@click.option("--loser-rating", metavar="1000", help="Before the match; 1000 when not given.")
@click.option("--winner-streak", metavar="0", help="Wins in a row before the match; 0 when not given.")
@click.option("--loser-streak", metavar="0", help="Wins in a row before the match; 0 when not given.")
@json_option
@set_option
@lang_option
@refuses
@refuses_in_json
def score(file: Path | None, as_json: bool, settings: tuple[str, ...], lang: Lang, **facts: str | None) -> None:
    """What a match gives its winner and takes from its loser, item by item.

    The facts are options, or stand in --file; an option then replaces the fact of the file.

    For example: yunlong peak score --round 7 --winner-score 3.5 --loser-score 0 --cards 王靈形
    """
    table = load_peak_table()
    rulings = table.rulings.set(read_settings(settings))
    values, problems = read_facts(_cells(file, facts), FIELDS, table, rulings, Place(str(file) if file else ""))
    if problems:
        raise PeakError(problems)
    result = rate(match_of(values), player_of(values, "winner"), player_of(values, "loser"), table, rulings)
    if as_json:
        _print_json(result.as_dict(lang))
    else:
        print_result(result, lang)


def _cells(file: Path | None, facts: Mapping[str, str | None]) -> dict[str, Cell]:
    from analyzer.peak.files import read_match_file

    given = {name: value for name, value in facts.items() if value is not None}
    return {**(read_match_file(file) if file else {}), **cells_of(given)}


@peak.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--chart", type=click.Path(path_type=Path), help="Also draw the ratings: a .svg or .png file.")
@click.option("--player", "shown", multiple=True, metavar="NAME", help="Only this player's history (several times).")
@click.option("--players", metavar="NAME,NAME", help="The list of players; a match of anybody else is refused.")
@click.option("--histories/--no-histories", default=True, help="Each player's matches after the standings.")
@json_option
@set_option
@lang_option
@refuses
@refuses_in_json
def season(
    file: Path,
    chart: Path | None,
    shown: tuple[str, ...],
    players: str | None,
    histories: bool,
    as_json: bool,
    settings: tuple[str, ...],
    lang: Lang,
) -> None:
    """Replay the matches of FILE (.csv, .toml or .json) in order from 1000: standings and histories."""
    from analyzer.peak.files import read_season_file

    table = load_peak_table()
    settings_read = read_settings(settings)
    roster = players.replace("、", ",").replace("，", ",").split(",") if players is not None else []
    if chart is not None:
        from analyzer.peak.chart import check_chart

        check_chart(chart)
    entries, known = read_season_file(file, table, table.rulings.set(settings_read), roster)
    result = replay(entries, known, table=table, rulings=settings_read)
    chosen = _chosen(shown, result)
    notes = _draw(result, chart, lang) if chart is not None else []
    if as_json:
        _print_json(result.as_dict(lang, chosen))
    else:
        print_season(result, chosen if histories or shown else (), lang)
    for note in notes:
        click.echo(f"※ {note}", err=True)


def _chosen(shown: tuple[str, ...], season: Season) -> tuple[str, ...]:
    """The players whose histories are wanted, the best first."""
    from analyzer.peak.files import clean

    wanted = [clean(name) for name in shown]
    unknown = [name for name in wanted if name not in season.histories]
    if unknown:
        known = ", ".join(season.histories)
        raise PeakError([FieldProblem("peak.unknown-player", {"name": name, "known": known}) for name in unknown])
    return tuple(wanted) or tuple(standing.player for standing in season.standings)


def _draw(season: Season, path: Path, lang: Lang) -> list[str]:
    from analyzer.peak.chart import write_chart

    return [*write_chart(season, path, lang), message("peak.chart.written", lang, file=path)]


@peak.command()
@click.argument("ruling", required=False)
@json_option
@set_option
@lang_option
@refuses
def rulings(ruling: str | None, as_json: bool, settings: tuple[str, ...], lang: Lang) -> None:
    """What the published rules leave open: each RULING's settings, the one in force marked, and the reason."""
    from analyzer.cli.rulings import show_rulings

    show_rulings(load_peak_table().rulings.set(read_settings(settings)), ruling, as_json, lang)


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


def _grid(*headings: str, right: tuple[int, ...] = ()) -> Grid:
    from analyzer.cli.render import grid

    table = grid(*headings)
    for column in right:
        table.columns[column].justify = "right"
    return table


def _signed(change: object) -> str:
    text = str(change)
    return text if text.startswith("-") or text == "0" else f"+{text}"


def print_result(result: Result, lang: Lang) -> None:
    """A rated match for a person."""
    from rich.text import Text

    from analyzer.cli.render import console

    out = console()
    out.print(_items(result, lang))
    words = {
        "gain": plain(result.gain),
        "loss": plain(result.loss),
        "weight": plain(result.weight.times),
        "rating": plain(result.loser.rating),
        "exact": plain(result.exact_loss),
    }
    out.print(Text(message("peak.out.gain", lang, **words), style="bold"))
    code = "peak.out.loss" if result.loss == result.exact_loss else "peak.out.rounded"
    out.print(Text(message(code, lang, **words), style="bold"))
    out.print()
    out.print(_players(result, lang))
    for note in result.notes(lang):
        out.print(Text("※ " + note))
    out.print(Text(_footer(result, lang), style="dim"))


def _items(result: Result, lang: Lang) -> Grid:
    from rich.text import Text

    columns = ["points", "item", "english", "condition", "facts", "sources"]
    if lang == "zh":
        columns.remove("english")
    table = _grid(*(message(f"peak.out.{column}", lang) for column in columns), right=(0,))
    for line in result.lines:
        cells = {
            "points": plain(line.points),
            "item": line.item.name,
            "english": line.item.english,
            "condition": result.condition(line, lang),
            "facts": result.facts(line, lang),
            "sources": " · ".join(line.item.sources),
        }
        style = "" if line.points else "dim"
        table.add_row(*(Text(cells[column], style=style) for column in columns))
    return table


def _players(result: Result, lang: Lang) -> Grid:
    columns = ("side", "rating", "change", "new", "streak")
    table = _grid(*(message(f"peak.out.{column}", lang) for column in columns), right=(1, 2, 3))
    sides = (("winner", result.winner, result.winner_after), ("loser", result.loser, result.loser_after))
    for side, before, after in sides:
        table.add_row(
            message(f"peak.out.{side}", lang),
            plain(before.rating),
            _signed(plain(after.rating - before.rating)),
            plain(after.rating),
            f"{before.streak} → {after.streak}",
        )
    return table


def _footer(answer: Result | Season, lang: Lang) -> str:
    title = answer.table.name if lang == "zh" else answer.table.english
    changed = " ".join(f"{ruling}={setting}" for ruling, setting in answer.rulings.chosen.items())
    return f"{message('peak.out.table', lang)} {title} #{answer.table.hash} {changed}".rstrip()


def print_season(season: Season, players: tuple[str, ...], lang: Lang) -> None:
    """Standings and histories for a person."""
    from rich.text import Text

    from analyzer.cli.render import console

    out = console()
    out.print(_standings(season, lang))
    for player in players:
        out.print()
        out.print(Text(player, style="bold"))
        out.print(_history(season, player, lang))
    out.print()
    out.print(Text(message("peak.out.matches", lang, count=len(season.entries))))
    for note in season.notes(lang):
        out.print(Text("※ " + note))
    out.print(Text(_footer(season, lang), style="dim"))


def _standings(season: Season, lang: Lang) -> Grid:
    from rich.text import Text

    columns = ("rank", "player", "rating", "wins", "losses", "streak", "longest", "highest")
    table = _grid(*(message(f"peak.out.{column}", lang) for column in columns), right=(0, 2, 3, 4, 5, 6, 7))
    for one in season.standings:
        table.add_row(
            str(one.rank),
            Text(one.player),
            plain(one.rating),
            str(one.wins),
            str(one.losses),
            str(one.streak),
            str(one.longest),
            plain(one.highest),
        )
    return table


def _history(season: Season, player: str, lang: Lang) -> Grid:
    from rich.text import Text

    columns = ["match", "id", "opponent", "outcome", "change", "rating", "streak"]
    if not any(entry.id for entry in season.entries):
        columns.remove("id")
    right = tuple(place for place, column in enumerate(columns) if column in ("match", "change", "rating", "streak"))
    table = _grid(*(message(f"peak.out.{column}", lang) for column in columns), right=right)
    for step in season.histories[player]:
        cells = {
            "match": str(step.number),
            "id": step.id,
            "opponent": step.opponent,
            "outcome": message("peak.outcome.won" if step.won else "peak.outcome.lost", lang),
            "change": _signed(plain(step.change)),
            "rating": plain(step.rating),
            "streak": str(step.streak),
        }
        table.add_row(*(Text(cells[column]) for column in columns))
    return table
