"""Answers of ``duel`` as JSON holds them: the readings of a play, and whether one play beats another."""

from __future__ import annotations

from typing import NamedTuple

from analyzer.duel.notation import Play, write_cards
from analyzer.duel.order import Comparison, compare
from analyzer.duel.readings import Reading, counted, readings, top_sign, why_it_counts, write_reading
from analyzer.duel.rules import Rules
from analyzer.messages import Lang, message


def reading_as_dict(text: str, reading: Reading, rules: Rules) -> dict[str, object]:
    """A reading; ``text`` are the cards with what each joker stands for."""
    return {
        "kind": reading.kind,
        "printed": rules.kinds[reading.kind].printed,
        "reading": text,
        "size": reading.size,
        "ranks": reading.ranks,
        "top": top_sign(reading, rules),
        "stars": reading.stars,
    }


def readings_as_dict(play: Play, rules: Rules, lang: Lang) -> dict[str, object]:
    """Every reading, the one that counts, and why."""
    counting = counted(play, rules)
    return {
        "play": write_cards(play.cards, rules),
        "counts": reading_as_dict(write_reading(play, counting, rules), counting, rules),
        "why": message(f"duel.why.{why_it_counts(play, counting, rules)}", lang),
        "readings": [
            reading_as_dict(write_reading(play, one, rules), one, rules) for one in readings(play.counts(rules), rules)
        ],
    }


class Answered(NamedTuple):
    """One play over another: the readings that count, as they are written, and what came of it."""

    play: tuple[str, Reading]
    over: tuple[str, Reading]
    comparison: Comparison


def answer(play: Play, over: Play, rules: Rules) -> Answered:
    """The play as an answer to the other one, which was led."""
    lying = counted(over, rules)
    reading = counted(play, rules, lying)
    return Answered(
        (write_reading(play, reading, rules), reading),
        (write_reading(over, lying, rules), lying),
        compare(reading, lying, rules),
    )


def comparison_as_dict(answered: Answered, rules: Rules, lang: Lang) -> dict[str, object]:
    """Whether one play beats another, by what rule, and the readings compared."""
    return {
        "beats": answered.comparison.beats,
        "rule": answered.comparison.rule,
        "why": message(f"duel.beats.{answered.comparison.rule}", lang),
        "play": reading_as_dict(*answered.play, rules),
        "over": reading_as_dict(*answered.over, rules),
    }
