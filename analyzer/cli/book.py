"""The command ``book``: the match book from the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from analyzer.cli.book_view import (
    changes_grid,
    deal_cells,
    deals_grid,
    headings,
    log_grid,
    print_json,
    print_receipt,
    say,
    say_next,
    seated,
    standing_grid,
    total_cells,
)
from analyzer.cli.options import Decorator, json_option, lang_option, read_settings, refuse, refuses, set_option
from analyzer.cli.render import console, grid
from analyzer.messages import Lang

if TYPE_CHECKING:
    from analyzer.book import Book, Outcome

db_option: Decorator = click.option(
    "--db",
    "place",
    metavar="FILE|URL",
    help="The book: a SQLite file or any SQLAlchemy URL. Default: $YUNLONG_DB, ./yunlong-book.sqlite, "
    "or the one in your data folder.",
)
expect_option: Decorator = click.option(
    "--expect", type=int, metavar="VERSION", help="Refuse if the session is no longer at this version."
)
reason_option: Decorator = click.option("--reason", default="", help="Why; it stays in the log.")
file_option: Decorator = click.option(
    "--table", "table_file", metavar="FILE", help="A fan table of your own (TOML); `standard` is the 雲龍盃 table."
)


@contextmanager
def opened(place: str | None) -> Iterator[Book]:
    """The book of ``--db``, closed afterwards."""
    book = _library().open(place)
    try:
        yield book
    finally:
        book.close()


def _library() -> type[Book]:
    """The library face; it needs SQLAlchemy, which a plain installation does not bring."""
    try:
        from analyzer.book import Book
    except ModuleNotFoundError as error:
        refuse(f"{error.name}: pip install 'yunlong-referee[book]'")
    return Book


@click.group()
def book() -> None:
    """The match book: players, teams, fixtures, and every deal of every table. See docs/book.md.

    Each change is written whole or not at all, and is on the disk when the command answers.
    """


@book.command()
@db_option
@lang_option
@refuses
def new(place: str | None, lang: Lang) -> None:
    """Begin a new, empty book."""
    say("new", lang, place=_library().create(place).place)


@book.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@db_option
@lang_option
@refuses
def player(names: tuple[str, ...], place: str | None, lang: Lang) -> None:
    """Enter players who are in no team."""
    with opened(place) as found:
        found.add_players(*names)
    say("entered", lang, names="、".join(names))


@book.command()
@click.argument("name")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option("--join", is_flag=True, help="The team is entered already: PLAYER joins it.")
@db_option
@lang_option
@refuses
def team(name: str, players: tuple[str, ...], join: bool, place: str | None, lang: Lang) -> None:
    """Enter a team NAME of three or four players."""
    with opened(place) as found:
        if not join:
            found.add_team(name, players)
        elif len(players) == 1:
            found.join_team(name, players[0])
        else:
            raise click.UsageError("--join takes one player")
    say("entered", lang, names=f"{name}：{'、'.join(players)}")


@book.command()
@click.argument("old")
@click.argument("new_name", metavar="NEW")
@db_option
@lang_option
@refuses
def rename(old: str, new_name: str, place: str | None, lang: Lang) -> None:
    """Correct the name of a player or a team."""
    with opened(place) as found:
        found.rename(old, new_name)
    say("renamed", lang, old=old, new=new_name)


@book.command()
@json_option
@db_option
@lang_option
@refuses
def players(as_json: bool, place: str | None, lang: Lang) -> None:
    """Every team and its players, and the players without a team."""
    with opened(place) as found:
        entered = found.players()
    teams: dict[str, list[str]] = {}
    for name, of_team in entered.items():
        teams.setdefault(of_team or "", []).append(name)
    if as_json:
        for name, of_team in entered.items():
            print_json({"player": name, "team": of_team})
        return
    printed = grid(*headings(lang, "team", "players"))
    for name, members in teams.items():
        printed.add_row(Text(name), Text("、".join(members)))
    console().print(printed)


@book.command()
@click.option("--draw", "do_draw", is_flag=True, help="Draw them: 8 teams, 56 rounds of two tables.")
@json_option
@db_option
@lang_option
@refuses
def fixtures(do_draw: bool, as_json: bool, place: str | None, lang: Lang) -> None:
    """The fixtures: who plays whom on which seat, round by round."""
    with opened(place) as found:
        drawn = found.draw_fixtures() if do_draw else found.fixtures()
        open_as = {session.fixture: session.number for session in found.sessions()}
    if as_json:
        for one in drawn:
            head = {"round": one.round, "desk": one.desk, "session": open_as.get((one.round, one.desk))}
            print_json({**head, "teams": dict(one.teams), "players": dict(one.players)})
        return
    printed = grid(*headings(lang, "fixture"), *"東南西北", *headings(lang, "session"))
    for one in drawn:
        places = [Text(f"{one.players[seat]}（{one.teams[seat]}）") for seat in one.players]
        printed.add_row(f"{one.round}/{one.desk}", *places, str(open_as.get((one.round, one.desk), "")))
    console().print(printed)
    if do_draw:
        say("drawn", lang, count=len(drawn))


@book.command("open")
@click.argument("players", nargs=-1, metavar="[東 南 西 北]")
@click.option("--fixture", metavar="ROUND/TABLE", help="The players of this fixture, for example 3/1.")
@click.option("--substitute", multiple=True, metavar="SEAT=PLAYER", help="Another player of the same team plays.")
@click.option("--name", default="", help="What the session is called.")
@file_option
@set_option
@db_option
@lang_option
@refuses
def open_(
    players: tuple[str, ...],
    fixture: str | None,
    substitute: tuple[str, ...],
    name: str,
    table_file: str | None,
    settings: tuple[str, ...],
    place: str | None,
    lang: Lang,
) -> None:
    """Open a session: four players on 東 南 西 北, or those of a fixture."""
    if (fixture is None) == (not players) or (substitute and fixture is None) or (name and fixture is not None):
        raise click.UsageError("give four players (and --name), or --fixture (and --substitute)")
    with opened(place) as found:
        table, rulings = table_file or "standard", read_settings(settings)
        if fixture is None:
            sheet = found.open_session(players, name=name, table=table, settings=rulings)
        else:
            number, desk = _read_fixture(fixture)
            seats = _substitutes(substitute)
            sheet = found.open_fixture(number, desk, substitutes=seats, table=table, settings=rulings)
    say("opened", lang, number=sheet.session.number, players=seated(sheet))


def _read_fixture(text: str) -> tuple[int, int]:
    number, _, desk = text.partition("/")
    if not (number.isdecimal() and desk.isdecimal() and len(text) < 10):
        from analyzer.book.deal import refused

        raise refused("fixture-form", text=text)
    return int(number), int(desk)


def _substitutes(given: tuple[str, ...]) -> dict[str, str]:
    pairs = [text.partition("=") for text in given]
    if not all(equals and name for _, equals, name in pairs):
        raise click.BadParameter("write for example 南=甲", param_hint="--substitute")
    return {seat: name.strip() for seat, _, name in pairs}


def outcome_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say how a deal ended."""
    for option in (
        click.option(
            "--reward", "rewards", multiple=True, metavar="NAME:SEAT", help="An instant reward: 暗槓:南, 彩五:東:3."
        ),
        click.option("--redeal", is_flag=True, help="The deal is played again: only rewards and fines count."),
        click.option("--draw", is_flag=True, help="Nobody won (流局)."),
        click.option("--from", "discarder", metavar="SEAT", help="Who threw the tile; none if self-drawn."),
        click.option("--win", "wins", nargs=2, multiple=True, metavar="SEAT LINE", help="A winner and the hand."),
    ):
        command = option(command)
    return command


def _outcome(
    wins: tuple[tuple[str, str], ...], discarder: str | None, draw: bool, redeal: bool, rewards: tuple[str, ...]
) -> Outcome:
    from analyzer.book import Outcome
    from analyzer.book.deal import read_call

    if draw and redeal:
        raise click.UsageError("--draw or --redeal, not both")
    result: Any = "draw" if draw else "redeal" if redeal else "win"
    return Outcome(result, wins, discarder, tuple(map(read_call, rewards)))


@book.command()
@click.argument("session", type=int)
@outcome_options
@expect_option
@json_option
@db_option
@lang_option
@refuses
def record(
    session: int,
    wins: tuple[tuple[str, str], ...],
    discarder: str | None,
    draw: bool,
    redeal: bool,
    rewards: tuple[str, ...],
    expect: int | None,
    as_json: bool,
    place: str | None,
    lang: Lang,
) -> None:
    """Record the next deal of SESSION; dealer, streak and round wind are known."""
    with opened(place) as found:
        outcome = _outcome(wins, discarder, draw, redeal, rewards)
        print_receipt(found.record(session, outcome, expected=expect), as_json, lang)


@book.command()
@click.argument("session", type=int)
@click.argument("deal", type=int)
@outcome_options
@reason_option
@expect_option
@json_option
@db_option
@lang_option
@refuses
def amend(
    session: int,
    deal: int,
    wins: tuple[tuple[str, str], ...],
    discarder: str | None,
    draw: bool,
    redeal: bool,
    rewards: tuple[str, ...],
    reason: str,
    expect: int | None,
    as_json: bool,
    place: str | None,
    lang: Lang,
) -> None:
    """Put another outcome in place of a DEAL of SESSION, also of an undone one; the later deals follow."""
    with opened(place) as found:
        outcome = _outcome(wins, discarder, draw, redeal, rewards)
        print_receipt(found.amend(session, deal, outcome, reason=reason, expected=expect), as_json, lang)


@book.command()
@click.argument("session", type=int)
@click.argument("deal", type=int, required=False)
@reason_option
@expect_option
@json_option
@db_option
@lang_option
@refuses
def undo(
    session: int, deal: int | None, reason: str, expect: int | None, as_json: bool, place: str | None, lang: Lang
) -> None:
    """Take a DEAL of SESSION out, by default the last; the log keeps it."""
    with opened(place) as found:
        print_receipt(found.undo(session, deal, reason=reason, expected=expect), as_json, lang)


@book.command()
@json_option
@db_option
@lang_option
@refuses
def sessions(as_json: bool, place: str | None, lang: Lang) -> None:
    """Every session: its players and its running total."""
    with opened(place) as found:
        sheets = found.sheets()
    if as_json:
        for sheet in sheets:
            print_json(sheet.as_dict())
        return
    printed = grid(*headings(lang, "session", "fixture", "name", "opened-at"), *"東南西北", *headings(lang, "deals"))
    for sheet in sheets:
        one = sheet.session
        fixture = "" if one.fixture is None else "/".join(map(str, one.fixture))
        seats = [Text(f"{one.players[seat]} {sheet.totals[seat]:+}") for seat in one.players]
        printed.add_row(str(one.number), fixture, Text(one.name), one.opened, *seats, str(len(sheet.played)))
    console().print(printed)


@book.command()
@click.argument("session", type=int)
@click.option("--log", "with_log", is_flag=True, help="Also every entry ever made, with time and reason.")
@json_option
@db_option
@lang_option
@refuses
def show(session: int, with_log: bool, as_json: bool, place: str | None, lang: Lang) -> None:
    """The sheet of SESSION: every deal, the payments, the running total and who deals next."""
    with opened(place) as found:
        sheet = found.sheet(session)
    if as_json:
        log = {"log": [entry.as_dict() for entry in sheet.entries]} if with_log else {}
        print_json({**sheet.as_dict(), **log})
        return
    click.echo(seated(sheet))
    printed = deals_grid(lang)
    for played in sheet.played:
        printed.add_row(*deal_cells(played, lang))
    printed.add_section()
    printed.add_row(*total_cells(sheet, lang))
    console().print(printed)
    if with_log:
        console().print(log_grid(sheet, lang))
    say_next(sheet, lang)


@book.command()
@click.option("--match", "match_only", is_flag=True, help="Only the sessions of fixtures.")
@json_option
@db_option
@lang_option
@refuses
def standings(match_only: bool, as_json: bool, place: str | None, lang: Lang) -> None:
    """The standings of teams and players."""
    with opened(place) as found:
        result = found.standings(match_only=match_only)
    if as_json:
        print_json(result.as_dict())
        return
    out = console()
    if result.teams:
        out.print(standing_grid(result.teams, "team", lang))
        out.print()
    out.print(standing_grid(result.players, "player", lang))
    if result.pot:
        say("pot", lang, pot=result.pot)


@book.command()
@click.argument("numbers", nargs=-1, type=int, metavar="[SESSION...]")
@file_option
@set_option
@click.option("--apply", is_flag=True, help="Amend the deals, and go on under these rules.")
@json_option
@db_option
@lang_option
@refuses
def rescore(
    numbers: tuple[int, ...],
    table_file: str | None,
    settings: tuple[str, ...],
    apply: bool,
    as_json: bool,
    place: str | None,
    lang: Lang,
) -> None:
    """What changes when the deals are scored under another table or other rulings; all sessions, or those named.

    Without --table each session keeps its own. Nothing is written without --apply.
    """
    with opened(place) as found:
        changes = found.rescore(table=table_file, settings=read_settings(settings), sessions=numbers, apply=apply)
    if as_json:
        for change in changes:
            print_json(change.as_dict())
        return
    if not changes:
        say("unchanged", lang)
        return
    console().print(changes_grid(changes, lang))
    say("changed-done" if apply else "changed", lang, count=len(changes))


@book.command("export")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), default="-")
@click.option("--deals", "what", flag_value="deals", help="The deals as CSV.")
@click.option("--standings", "what", flag_value="standings", help="The standings as CSV.")
@db_option
@lang_option
@refuses
def export_(file: Path, what: str | None, place: str | None, lang: Lang) -> None:
    """The whole book as JSON (or deals or standings as CSV) to FILE; - is standard output."""
    from analyzer.book.exchange import standings_csv

    with opened(place) as found:
        if what == "deals":
            text = found.deals_csv()
        elif what == "standings":
            text = standings_csv(found.standings())
        else:
            text = json.dumps(found.export(), ensure_ascii=False, indent=1) + "\n"
    if str(file) == "-":
        click.echo(text, nl=False)
    else:
        _write(file, text)


def _write(file: Path, text: str) -> None:
    from analyzer.book.deal import refused

    try:
        file.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise refused("file", file=file, why=error.strerror) from None


@book.command("import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--deals", is_flag=True, help="FILE is a CSV of deals, to be recorded in open sessions.")
@db_option
@lang_option
@refuses
def import_(file: Path, deals: bool, place: str | None, lang: Lang) -> None:
    """Fill an empty book from the JSON of `export`, or record the deals of a CSV."""
    with opened(place) as found:
        text = _read(file)
        if deals:
            say("imported-deals", lang, count=len(found.import_deals(text)))
            return
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            from analyzer.book.deal import refused

            raise refused("bad-json", file=file, why=error) from None
        found.import_(data)
    say("imported", lang)


def _read(file: Path) -> str:
    from analyzer.book.deal import refused

    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return raw.decode("utf-8")
    except OSError as error:
        raise refused("file", file=file, why=error.strerror) from None
    except UnicodeDecodeError as error:
        raise refused("file", file=file, why=error) from None
