"""The commands ``duel …``: plays, answers, moves, deals, the referee, the game at the terminal, and the numbers."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from analyzer.cli.options import json_option, lang_option, read_settings, refuses
from analyzer.duel.notation import parse_cards, parse_play
from analyzer.duel.rules import Rules, load_rules
from analyzer.errors import Problem
from analyzer.messages import Lang, message

set_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="D3=yes",
    help="Another setting of a ruling; see `yunlong duel rulings`. May be given several times.",
)
room_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--room",
    metavar="ROOM",
    help="Play for coins: 初级, 中级, 高级, 专家 or beginners, intermediate, advanced, experts.",
)


@click.group()
def duel() -> None:
    """The card game 疯狂对杀: plays, answers, moves, a referee, a game.

    Cards are 9 10 (or T) J Q K A 2, 小王 大王 (or B R), with a suit before them or without: '9TJQR', '♠9 ♥9'.
    A joker may be stated, R=K, and a kind, ':straight'.
    """


def _rules(settings: tuple[str, ...]) -> Rules:
    return load_rules(read_settings(settings))


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


@duel.command()
@click.argument("play")
@json_option
@set_option
@lang_option
@refuses
def read(play: str, as_json: bool, settings: tuple[str, ...], lang: Lang) -> None:
    """Every reading of PLAY with jokers as anything, and the one that counts."""
    from analyzer.cli import duel_render
    from analyzer.duel.listing import readings_as_dict

    rules = _rules(settings)
    put = parse_play(play, rules)
    if as_json:
        _print_json(readings_as_dict(put, rules, lang))
    else:
        duel_render.print_readings(put, rules, lang)


@duel.command()
@click.argument("play")
@click.argument("over")
@json_option
@set_option
@lang_option
@refuses
def beats(play: str, over: str, as_json: bool, settings: tuple[str, ...], lang: Lang) -> None:
    """Whether PLAY beats OVER, and by what rule."""
    from analyzer.cli import duel_render
    from analyzer.duel.listing import answer, comparison_as_dict

    rules = _rules(settings)
    answered = answer(parse_play(play, rules), parse_play(over, rules), rules)
    if as_json:
        _print_json(comparison_as_dict(answered, rules, lang))
    else:
        duel_render.print_answer(answered, rules, lang)


@duel.command()
@click.argument("hand")
@click.argument("over", required=False)
@json_option
@set_option
@lang_option
@refuses
def moves(hand: str, over: str | None, as_json: bool, settings: tuple[str, ...], lang: Lang) -> None:
    """Every legal play of HAND, led or over the play OVER; suits do not multiply them."""
    from analyzer.cli import duel_render
    from analyzer.duel.moves import moves as all_moves
    from analyzer.duel.readings import counted, write_reading

    rules = _rules(settings)
    held = parse_cards(hand, rules).counts(rules)
    table = parse_play(over, rules) if over else None
    reading = counted(table, rules) if table else None
    found = all_moves(held, rules, reading)
    if as_json:
        _print_json({"count": len(found), "moves": [duel_render.move_as_dict(move, rules) for move in found]})
        return
    duel_render.print_moves(found, rules, lang)
    lying = write_reading(table, reading, rules) if table and reading else ""
    click.echo(message("duel.moves-over" if lying else "duel.moves", lang, count=len(found), over=lying))


@duel.command()
@click.option("--seed", metavar="SEED", help="The same seed deals the same cards. Default: one by chance.")
@room_option
@json_option
@set_option
@lang_option
@refuses
def deal(seed: str | None, room: str | None, as_json: bool, settings: tuple[str, ...], lang: Lang) -> None:
    """Deal a game: the head of a record, to which acts are added."""
    from analyzer.cli import duel_render
    from analyzer.duel.game import shuffled
    from analyzer.duel.record import write_deal
    from analyzer.duel.settlement import room_named

    rules = _rules(settings)
    chosen = room_named(room, rules) if room else None
    seed = seed or str(secrets.randbelow(10**9))
    dealt = shuffled(seed, rules)
    if as_json:
        _print_json({"seed": seed, **duel_render.deal_as_dict(dealt, rules)})
        return
    click.echo(f"# yunlong duel deal --seed {' '.join(seed.split())}")
    click.echo(write_deal(dealt, rules, chosen), nl=False)


@duel.command()
@click.argument("file", metavar="FILE")
@json_option
@set_option
@lang_option
@refuses
def referee(file: str, as_json: bool, settings: tuple[str, ...], lang: Lang) -> None:
    """Replay the record in FILE (- for standard input) up to the first illegal act, and settle it.

    Exit code 2 when an act is illegal.
    """
    from analyzer.cli import duel_render
    from analyzer.duel.record import judge, read_record

    verdict = judge(read_record(_content(file), read_settings(settings)))
    if as_json:
        _print_json(duel_render.verdict_as_dict(verdict, lang))
    else:
        duel_render.print_verdict(verdict, lang)
    if verdict.illegal is not None:
        click.echo(verdict.illegal.render(lang), err=True)
        sys.exit(2)


def _content(file: str) -> str:
    from analyzer.duel.record import RecordError

    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RecordError([Problem("duel.record-file", {"file": file, "error": reason})]) from None
    return raw.decode("utf-8", "replace")


@duel.command()
@click.option("--seed", metavar="SEED", help="The same seed deals the same cards. Default: one by chance.")
@click.option("--two", is_flag=True, help="Two people at one terminal; else the program is player 2.")
@click.option("--record", "file", type=click.Path(path_type=Path), help="Write the record there; else it is printed.")
@room_option
@set_option
@lang_option
@refuses
def play(
    seed: str | None, two: bool, file: Path | None, room: str | None, settings: tuple[str, ...], lang: Lang
) -> None:
    """Play a game at the terminal, against a simple opponent or with two people, and keep its record."""
    from analyzer.cli.duel_table import sit_down
    from analyzer.duel.settlement import room_named

    rules = _rules(settings)
    chosen = room_named(room, rules) if room else None
    sit_down(seed or str(secrets.randbelow(10**9)), rules, lang, two=two, room=chosen, file=file)


@duel.command()
@click.option("--left", type=int, required=True, help="Cards the loser has left.")
@click.option("--stars", type=int, default=0, show_default=True, help="The most 星 the winner played in one play.")
@room_option
@json_option
@lang_option
@refuses
def settle(left: int, stars: int, room: str | None, as_json: bool, lang: Lang) -> None:
    """What a game is worth: kill, multiplier, points, and coins in a room."""
    from analyzer.duel.settlement import room_named
    from analyzer.duel.settlement import settle as settled

    rules = load_rules()
    settlement = settled(left, stars, rules, room_named(room, rules) if room else None)
    if as_json:
        _print_json(settlement.as_dict())
    else:
        click.echo("\n".join(settlement.reasons(lang)))


@duel.command(context_settings={"ignore_unknown_options": True})
@click.argument("points", type=int, required=False)
@json_option
@lang_option
@refuses
def levels(points: int | None, as_json: bool, lang: Lang) -> None:
    """All levels, or the level of so many POINTS."""
    from analyzer.duel.settlement import level

    rules = load_rules()
    shown = rules.levels if points is None else (level(points, rules),)
    for one in shown:
        if as_json:
            _print_json({"level": one.printed, "english": one.en, "points": one.points})
        else:
            click.echo(f"{one.points:>7}  {one.name(lang)}")


@duel.command()
@click.argument("ruling", required=False)
@json_option
@set_option
@lang_option
@refuses
def rulings(ruling: str | None, as_json: bool, settings: tuple[str, ...], lang: Lang) -> None:
    """The open questions of the rules: each RULING's settings, the one in force marked, and the reason."""
    from analyzer.cli.rulings import show_rulings

    show_rulings(_rules(settings).rulings, ruling, as_json, lang)
