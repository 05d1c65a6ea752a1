"""The game at the terminal: two people, or one against the simple opponent; it ends well at the end of input."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from analyzer.cli.duel_render import print_moves, reading_title, settlement_lines
from analyzer.duel.game import Game, shuffled, start
from analyzer.duel.moves import moves
from analyzer.duel.notation import write_cards
from analyzer.duel.opponent import choose
from analyzer.duel.readings import write_reading
from analyzer.duel.record import Record, RecordError, Verdict, act, settlement_of, write_record
from analyzer.duel.rules import Room, Rules
from analyzer.errors import Problem, YunlongError
from analyzer.messages import Lang, message

PASSES = frozenset(["pass", "p", "-", "過", "过", "不出", "不要"])
HELPS = frozenset(["", "?", "help", "h", "說明", "说明"])
QUITS = frozenset(["quit", "exit", "離開", "离开"])
LISTS = frozenset(["moves", "m", "出法"])


class _LeftEarly(Exception):
    """The end of input, or a player who quits."""


def sit_down(seed: str, rules: Rules, lang: Lang, *, two: bool, room: Room | None, file: Path | None) -> None:
    """Deal, play to the end or until somebody leaves, settle, and keep the record."""
    _check_new(file)
    game = start(shuffled(seed, rules), rules)
    lead = {"card": write_cards([game.deal.face_up], rules), "player": game.deal.lead + 1}
    click.echo(message("duel.lead", lang, **lead))
    try:
        while game.winner is None:
            game = _person(game, lang, two) if two or game.turn == 0 else _program(game)
            _tell(game, lang)
    except (_LeftEarly, KeyboardInterrupt):
        click.echo("\n" + message("duel.table.left-early", lang))
    else:
        _settle(game, room, lang)
    _keep(game, room, file, lang)


def _check_new(file: Path | None) -> None:
    """A record never overwrites a file, and its folder is there: better said before the game than after it."""
    if file is None:
        return
    if file.exists() or not file.absolute().parent.is_dir():
        code = "duel.table.exists" if file.exists() else "duel.table.no-folder"
        raise RecordError([Problem(code, {"file": str(file)})])


def _program(game: Game) -> Game:
    move = choose(game, game.turn)
    return act(game, game.turn, move.text(game.rules) if move else "")


def _person(game: Game, lang: Lang, two: bool) -> Game:
    """Ask until the answer is a legal act."""
    if two and game.acts and sys.stdout.isatty():
        _ask(message("duel.table.handover", lang, player=game.turn + 1))
        click.clear()
        _tell(game, lang)
    _show(game, lang)
    while True:
        text = _ask(message("duel.table.prompt", lang)).strip()
        word = text.casefold()
        if word in QUITS:
            raise _LeftEarly
        if word in HELPS:
            click.echo(message("duel.table.help", lang))
        elif word in LISTS:
            print_moves(moves(game.counts(game.turn), game.rules, game.over), game.rules, lang)
        else:
            try:
                return act(game, game.turn, "" if word in PASSES else text)
            except YunlongError as error:
                click.echo(error.render(lang))


def _ask(prompt: str) -> str:
    click.echo(f"{prompt}> ", nl=False)
    line = sys.stdin.buffer.readline()
    if not line:
        raise _LeftEarly
    return line.decode("utf-8", "replace")


def _show(game: Game, lang: Lang) -> None:
    other = game.left(1 - game.turn)
    lying = next((one for one in reversed(game.acts) if one.play), None)
    if game.over is None or lying is None or lying.play is None:
        click.echo(message("duel.table.lead", lang, left=other))
    else:
        over = f"{write_reading(lying.play, game.over, game.rules)} ({reading_title(game.over, game.rules, lang)})"
        click.echo(message("duel.table.over", lang, over=over, left=other))
    words = {
        "player": game.turn + 1,
        "left": game.left(game.turn),
        "hand": write_cards(game.held(game.turn), game.rules),
    }
    click.echo(message("duel.table.your-hand", lang, **words))


def _tell(game: Game, lang: Lang) -> None:
    """What the last act was."""
    last = game.acts[-1]
    if last.play is None or last.reading is None:
        click.echo(message("duel.table.passes", lang, player=last.player + 1))
        return
    words = {
        "player": last.player + 1,
        "play": write_reading(last.play, last.reading, game.rules),
        "reading": reading_title(last.reading, game.rules, lang),
        "left": game.left(last.player),
    }
    click.echo(message("duel.table.plays", lang, **words))


def _settle(game: Game, room: Room | None, lang: Lang) -> None:
    verdict = Verdict(Record(game.deal, game.rules, room=room), game, None, settlement_of(game, room))
    click.echo("\n".join(settlement_lines(verdict, lang)))


def _keep(game: Game, room: Room | None, file: Path | None, lang: Lang) -> None:
    text = write_record(game, room)
    if file is None:
        click.echo("\n" + text, nl=False)
        return
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        click.echo(message("duel.table.not-saved", lang, file=file, error=error.strerror), err=True)
        click.echo("\n" + text, nl=False)
        sys.exit(2)
    click.echo(message("duel.table.saved", lang, file=file))
