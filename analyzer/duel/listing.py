"""Answers of ``duel`` as JSON holds them: the readings of a play, and whether one play beats another."""

from __future__ import annotations

from analyzer.duel.notation import Play, write_cards
from analyzer.duel.order import compare
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


def comparison_as_dict(play: Play, over: Play, rules: Rules, lang: Lang) -> dict[str, object]:
    """Whether one play beats another, by what rule, and the readings compared."""
    lying = counted(over, rules)
    answer = counted(play, rules, lying)
    comparison = compare(answer, lying, rules)
    return {
        "beats": comparison.beats,
        "rule": comparison.rule,
        "why": message(f"duel.beats.{comparison.rule}", lang),
        "play": reading_as_dict(write_reading(play, answer, rules), answer, rules),
        "over": reading_as_dict(write_reading(over, lying, rules), lying, rules),
    }
