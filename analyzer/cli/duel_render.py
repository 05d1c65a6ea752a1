"""Answers of ``duel`` as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rich.text import Text

from analyzer.cli.render import console, grid
from analyzer.duel.game import Act, Deal, Game
from analyzer.duel.listing import Answered, reading_as_dict
from analyzer.duel.moves import Move
from analyzer.duel.notation import Play, write_cards
from analyzer.duel.readings import (
    Reading,
    counted,
    highest,
    readings,
    top_sign,
    why_it_counts,
    write_filled,
    write_reading,
)
from analyzer.duel.record import RecordError, Verdict
from analyzer.duel.rules import Rules
from analyzer.duel.settlement import level
from analyzer.messages import Lang, message


def _headings(lang: Lang, *codes: str) -> list[str]:
    return [message(f"duel.{code}", lang) if code else "" for code in codes]


def reading_title(reading: Reading, rules: Rules, lang: Lang) -> str:
    """The kind with its top rank, and its stars if it has some: ``straight K``, ``bomb 9 · 5 星``."""
    title = f"{rules.kinds[reading.kind].name(lang)} {top_sign(reading, rules)}"
    return f"{title} · {reading.stars} 星" if reading.stars else title


# ---------------------------------------------------------------- read, beats


def print_readings(play: Play, rules: Rules, lang: Lang) -> None:
    """Every reading, ``*`` the one that counts, ``+`` another that may be said."""
    counting = counted(play, rules)
    choices = highest(play.counts(rules), rules)
    printed = grid(*_headings(lang, "", "kind", "reading", "cards", "top", "stars"))
    for one in readings(play.counts(rules), rules):
        mark = "*" if one == counting else "+" if one in choices else ""
        stars = str(one.stars) if one.stars else ""
        title = rules.kinds[one.kind].name(lang)
        printed.add_row(mark, title, write_reading(play, one, rules), str(one.size), top_sign(one, rules), stars)
    out = console()
    out.print(printed)
    why = message(f"duel.why.{why_it_counts(play, counting, rules)}", lang)
    out.print(Text(message("duel.counts", lang, reading=reading_title(counting, rules, lang), why=why)))
    _print_rulings_in_force(rules, lang)


def _print_rulings_in_force(rules: Rules, lang: Lang) -> None:
    if changed := rules.changed():
        console().print(Text(message("duel.under", lang, rulings=changed), style="dim"))


def print_answer(answered: Answered, rules: Rules, lang: Lang) -> None:
    """Both readings, then yes or no with the rule."""
    play, over = (f"{text} ({reading_title(one, rules, lang)})" for text, one in (answered.play, answered.over))
    why = message(f"duel.beats.{answered.comparison.rule}", lang)
    out = console()
    out.print(Text(message("duel.compared", lang, play=play, over=over)))
    out.print(Text(message("duel.yes" if answered.comparison.beats else "duel.no", lang, why=why), style="bold"))


# ---------------------------------------------------------------- moves


def move_as_dict(move: Move, rules: Rules) -> dict[str, object]:
    """A legal play with the reading that counts."""
    return {
        "play": move.text(rules),
        **reading_as_dict(write_filled(move.cards, move.reading, rules), move.reading, rules),
    }


def print_moves(moves: Iterable[Move], rules: Rules, lang: Lang) -> None:
    """Legal plays, a line for those that count alike."""
    printed = grid(*_headings(lang, "kind", "cards", "top", "stars", "count", "plays"))
    for (kind, size, top, stars), alike in groupby(moves, key=lambda move: _group(move.reading, rules)):
        texts = [move.text(rules) for move in alike]
        title = rules.kinds[kind].name(lang)
        printed.add_row(title, str(size), top, str(stars or ""), str(len(texts)), " ".join(texts))
    console().print(printed)


def _group(reading: Reading, rules: Rules) -> tuple[str, int, str, int]:
    return reading.kind, reading.size, top_sign(reading, rules), reading.stars


# ---------------------------------------------------------------- deals, games


def deal_as_dict(deal: Deal, rules: Rules) -> dict[str, object]:
    """A deal as JSON holds it; the cards as they are written."""
    return {
        "hands": [write_cards(hand, rules) for hand in deal.hands],
        "aside": write_cards(deal.aside, rules),
        "face_up": write_cards([deal.face_up], rules),
        "lead": deal.lead + 1,
    }


def _act_as_dict(act: Act, line: int, left: int, rules: Rules) -> dict[str, object]:
    head: dict[str, object] = {"line": line, "player": act.player + 1, "left": left}
    if act.play is None or act.reading is None:
        return {**head, "pass": True}
    text = write_reading(act.play, act.reading, rules)
    return {**head, "play": write_cards(act.play.cards, rules), **reading_as_dict(text, act.reading, rules)}


def lefts(game: Game) -> list[int]:
    """After each act, how many cards its player has left."""
    left = [len(hand) for hand in game.deal.hands]
    after = []
    for act in game.acts:
        left[act.player] -= len(act.play.cards) if act.play else 0
        after.append(left[act.player])
    return after


def verdict_as_dict(verdict: Verdict, lang: Lang) -> dict[str, object]:
    """A replayed record as JSON holds it."""
    game, rules = verdict.game, verdict.record.rules
    entries = zip(game.acts, verdict.record.acts, lefts(game), strict=False)
    return {
        "acts": [_act_as_dict(act, entry.number, left, rules) for act, entry, left in entries],
        "left": [game.left(0), game.left(1)],
        "turn": game.turn + 1 if game.winner is None else None,
        "winner": None if game.winner is None else game.winner + 1,
        "illegal": _illegal_as_dict(verdict.illegal, lang),
        "settlement": verdict.settlement.as_dict() if verdict.settlement else None,
        **{name: [list(pair) for pair in pairs] for name, pairs in verdict.balances.items()},
        "rulings": {key: rules.rulings[key] for key in rules.rulings.all},
    }


def _illegal_as_dict(error: RecordError | None, lang: Lang) -> dict[str, object] | None:
    if error is None:
        return None
    problems = [
        {
            "code": one.code,
            "text": one.text(lang),
            "remedy": one.remedy(lang),
            "spans": [list(span) for span in one.spans],
        }
        for one in error.problems
    ]
    return {"line": error.number, "kind": error.kind, "problems": problems}


def print_verdict(verdict: Verdict, lang: Lang) -> None:
    """The acts with what they counted as, then how the game stands or what it is worth."""
    game, rules, out = verdict.game, verdict.record.rules, console()
    lead = {"card": write_cards([game.deal.face_up], rules), "player": game.deal.lead + 1}
    out.print(Text(message("duel.lead", lang, **lead)))
    printed = grid(*_headings(lang, "", "player", "play", "reading", "left"))
    for act, entry, left in zip(game.acts, verdict.record.acts, lefts(game), strict=False):
        if act.play is None or act.reading is None:
            cells = [message("duel.pass", lang), ""]
        else:
            text = write_reading(act.play, act.reading, rules)
            cells = [write_cards(act.play.cards, rules), f"{text}  {reading_title(act.reading, rules, lang)}"]
        printed.add_row(str(entry.number), str(act.player + 1), *cells, str(left))
    out.print(printed)
    if verdict.settlement is not None:
        for line in settlement_lines(verdict, lang):
            out.print(Text(line))
    elif verdict.illegal is None:
        words = {"one": game.left(0), "two": game.left(1), "turn": game.turn + 1}
        out.print(Text(message("duel.unfinished", lang, **words)))
    _print_rulings_in_force(rules, lang)


def settlement_lines(verdict: Verdict, lang: Lang) -> list[str]:
    """Who wins, every step of the settlement, and what each player then has."""
    if verdict.settlement is None or verdict.game.winner is None:
        return []
    lines = [message("duel.wins", lang, winner=verdict.game.winner + 1), *verdict.settlement.reasons(lang)]
    for player, (before, after) in enumerate(verdict.balances.get("coins", ())):
        lines.append(message("duel.settle.balance", lang, player=player + 1, before=before, after=after))
    for player, (before, after) in enumerate(verdict.balances.get("points", ())):
        words = {"before": before, "after": after, "level": level(after, verdict.record.rules).name(lang)}
        lines.append(message("duel.settle.level", lang, player=player + 1, **words))
    return lines


# ---------------------------------------------------------------- rulings
