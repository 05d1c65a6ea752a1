"""What a play may be read as, with jokers as anything, and which reading counts.

A reading is a kind and the cards it shows: ``shown`` counts every rank with the jokers put where they stand. Two
fillings that show the same cards are one reading, whichever joker stands where.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from analyzer.duel.notation import Play, PlayError, write_counts
from analyzer.duel.rules import Counts, Kind, Rules, Window, load_rules
from analyzer.errors import Problem

BELOW, AMONG, ABOVE = -1, 0, 1  # where a bomb stands among those of its stars
PLACES = {"lowest": BELOW, "": AMONG, "highest": ABOVE}


class Reading(NamedTuple):
    """One way to read a play. ``top`` orders plays of its kind; it is a place in the order of ranks."""

    kind: str
    shown: Counts
    size: int
    top: int
    stars: int = 0

    @property
    def ranks(self) -> int:
        """How many different ranks it shows."""
        return sum(1 for number in self.shown if number)


def readings(counts: Counts, rules: Rules) -> tuple[Reading, ...]:
    """Every reading of these cards, the highest first; empty when they are no play."""
    found = [*_of_jokers(counts, rules)]
    if not found:
        naturals, jokers = _split(counts, rules)
        for kind in rules.kinds.values():
            for window in rules.windows.get(kind.id, ()):
                found += [
                    _reading(kind, shown, window, rules) for shown in _fillings(naturals, jokers, kind, window, rules)
                ]
    return tuple(sorted(found, key=lambda reading: strength(reading, rules), reverse=True))


def top_sign(reading: Reading, rules: Rules) -> str:
    """The highest card it shows."""
    return rules.signs[max(place for place, number in enumerate(reading.shown) if number)]


def _split(counts: Counts, rules: Rules) -> tuple[Counts, int]:
    natural = len(rules.ranks)
    return counts[:natural], sum(counts[natural:])


def _of_jokers(counts: Counts, rules: Rules) -> Iterator[Reading]:
    """A play of jokers only: they stand for themselves."""
    natural = len(rules.ranks)
    if any(counts[:natural]):
        return
    size, held = sum(counts), [place for place, number in enumerate(counts) if number]
    for kind in rules.kinds.values():
        if kind.jokers == size or (kind.of_jokers and kind.each == size):
            top = held[-1] if kind.jokers or size == 1 else _top_of_joker_pair(counts, rules)
            yield Reading(kind.id, counts, size, top, kind.fixed_stars)


def _top_of_joker_pair(counts: Counts, rules: Rules) -> int:
    """小王小王, 大王小王, 大王大王 in this order above every rank, or all alike (D5)."""
    natural = len(rules.ranks)
    return natural if rules.rulings["D5"] == "equal" else natural + counts[-1]


def _fillings(naturals: Counts, jokers: int, kind: Kind, window: Window, rules: Rules) -> Iterator[Counts]:
    """Every way to put all jokers into the ranks of the window that makes this kind."""
    room = _room(naturals, jokers, kind, window, rules)
    if room is None:
        return
    least, spare = room
    first, end = window
    for extra in _distributions(spare, end - first):
        inside = tuple(number + more for number, more in zip(least, extra, strict=True))
        yield _shown(inside, window, rules)


def _room(naturals: Counts, jokers: int, kind: Kind, window: Window, rules: Rules) -> tuple[Counts, int] | None:
    """The cards of each rank of the window when it just is of the kind, and the jokers then left; None if it is not."""
    first, end = window
    inside = naturals[first:end]
    if sum(inside) != sum(naturals) or (jokers and kind.id not in rules.wild):
        return None
    least = tuple([number if number > kind.each else kind.each for number in inside])
    spare = jokers + sum(inside) - sum(least)
    if spare < 0 or ("each" not in kind.or_more and (spare or max(inside) > kind.each)):
        return None
    return least, spare


def _distributions(spare: int, ranks: int) -> Iterator[Counts]:
    if ranks == 1:
        yield (spare,)
        return
    for here in range(spare + 1):
        for rest in _distributions(spare - here, ranks - 1):
            yield (here, *rest)


def _shown(inside: Counts, window: Window, rules: Rules) -> Counts:
    first, end = window
    return (0,) * first + inside + (0,) * (len(rules.signs) - end)


def _reading(kind: Kind, shown: Counts, window: Window, rules: Rules) -> Reading:
    first, end = window
    return Reading(kind.id, shown, sum(shown), end - 1, _stars(kind, shown[first:end], rules))


def _stars(kind: Kind, inside: Counts, rules: Rules) -> int:
    """X of the shortest rank, or on average (D4), and in a chain the number of ranks besides."""
    if not kind.stars:
        return 0
    if not kind.is_chain:
        return inside[0]
    alike = sum(inside) // len(inside) if rules.rulings["D4"] == "average" else min(inside)
    return alike + len(inside)


# ---------------------------------------------------------------- the reading that counts


def bomb_order(reading: Reading, rules: Rules) -> tuple[int, ...]:
    """Bombs compare by this: more stars; 天王 above and 三王 below the others; fewer cards; the higher top rank."""
    return reading.stars, PLACES[rules.kinds[reading.kind].place], -reading.size, reading.top


def strength(reading: Reading, rules: Rules) -> tuple[object, ...]:
    """Readings of one play compare by this: bombs first, then the top rank (5(4)), then the higher cards (D7)."""
    order = bomb_order(reading, rules) if reading.stars else (0, AMONG, -reading.size, reading.top)
    return *order, reading.shown[::-1]


@lru_cache(maxsize=65536)
def highest(counts: Counts, rules: Rules) -> tuple[Reading, ...]:
    """The highest reading of each kind that may count, the highest first; several only where D7 leaves a choice."""
    found = [*_of_jokers(counts, rules)]
    if not found:
        naturals, jokers = _split(counts, rules)
        for kind in rules.kinds.values():
            best = _best(naturals, jokers, kind, rules)
            if best is not None:
                found.append(best)
    return tuple(_that_count(found, rules))


def _that_count(found: list[Reading], rules: Rules) -> list[Reading]:
    if len(found) < 2:
        return found
    found = sorted(found, key=lambda reading: strength(reading, rules), reverse=True)
    return found[:1] if found[0].stars or rules.rulings["D7"] == "highest" else found


def _best(naturals: Counts, jokers: int, kind: Kind, rules: Rules) -> Reading | None:
    """The highest reading of a kind, without making the others."""
    best: Reading | None = None
    for window in rules.windows.get(kind.id, ()):
        room = _room(naturals, jokers, kind, window, rules)
        if room is None:
            continue
        reading = _reading(kind, _shown(_spread(*room, rules), window, rules), window, rules)
        if best is None or strength(reading, rules) > strength(best, rules):
            best = reading
    return best


def _spread(least: Counts, spare: int, rules: Rules) -> Counts:
    """The spare jokers where they raise the shortest rank, what is left on the top rank."""
    inside = list(least)
    if rules.rulings["D4"] == "shortest":
        level = min(inside)
        while (cost := sum(level + 1 - number for number in inside if number <= level)) <= spare and spare:
            inside = [max(number, level + 1) for number in inside]
            spare -= cost
            level += 1
    inside[-1] += spare
    return tuple(inside)


def counted(play: Play, rules: Rules, over: Reading | None = None) -> Reading:
    """The reading that counts when the play is led, or answers ``over``; PlayError when it is no play or misstated."""
    counts = play.counts(rules)
    choices = highest(counts, rules)
    if not choices:
        raise PlayError("play", [_no_play(play, rules)], play.text)
    if play.kind or play.stands:
        return _stated(play, choices, rules)
    return fitting(choices, over)


def fitting(choices: tuple[Reading, ...], over: Reading | None) -> Reading:
    """Of the readings that may count the one of the kind on the table, else the highest (D7)."""
    if over is not None:
        for choice in choices:
            if (choice.kind, choice.size) == (over.kind, over.size):
                return choice
    return choices[0]


def stand_ins(play: Play, reading: Reading, rules: Rules) -> Counts:
    """How many jokers stand for each rank in this reading of the play."""
    naturals, _ = _split(play.counts(rules), rules)
    return tuple(shown - own for shown, own in zip(reading.shown, naturals, strict=False))


def as_stated(play: Play, reading: Reading, rules: Rules) -> bool:
    """Whether the reading agrees with what the play says of its kind and its jokers."""
    if play.kind and play.kind != reading.kind:
        return False
    stood = stand_ins(play, reading, rules)
    return all(
        sum(1 for _, said in play.stands if said == rank) <= stood[rank] for rank in {said for _, said in play.stands}
    )


def _stated(play: Play, choices: tuple[Reading, ...], rules: Rules) -> Reading:
    """The stated reading, which has to be one of those that count, or their equal."""
    agreeing = [one for one in readings(play.counts(rules), rules) if as_stated(play, one, rules)]
    for one in agreeing:
        if any((one.kind, one.top, one.stars) == (choice.kind, choice.top, choice.stars) for choice in choices):
            return one
    place = ((play.text.find(":"), len(play.text)),) if play.kind and not play.stands else joker_spans(play, rules)
    words = {"counting": write_reading(play, choices[0], rules), "kind": choices[0].kind}
    code = "duel.stated-lower" if agreeing else "duel.stated-wrong"
    raise PlayError("play", [Problem(code, words, place)], play.text)


def joker_spans(play: Play, rules: Rules) -> tuple[tuple[int, int], ...]:
    """Where the jokers stand in the text."""
    return tuple(span for card, span in zip(play.cards, play.spans, strict=False) if card.rank >= len(rules.ranks))


def write_reading(play: Play, reading: Reading, rules: Rules) -> str:
    """The cards with what each joker stands for, 小王 before 大王 on the lower rank: ``9TJQR=K``."""
    return write_filled(play.counts(rules), reading, rules)


def write_filled(counts: Counts, reading: Reading, rules: Rules) -> str:
    """As :func:`write_reading`, from counts."""
    naturals, _ = _split(counts, rules)
    if not any(naturals):
        return write_counts(counts, rules)
    text = write_counts(naturals + (0,) * len(rules.jokers), rules)
    jokers = [sign for sign, number in zip(rules.jokers, counts[len(naturals) :], strict=True) for _ in range(number)]
    missing = [
        rank for rank, own, shown in zip(rules.ranks, naturals, reading.shown, strict=False) for _ in range(shown - own)
    ]
    return text + "".join(f"{joker}={rank}" for joker, rank in zip(jokers, missing, strict=True))


def _no_play(play: Play, rules: Rules) -> Problem:
    """Why cards are no play, as far as that can be told: another ruling, a 2 in a chain, or nothing fits."""
    counts = play.counts(rules)
    for ruling in ("D1", "D2", "D3"):
        for setting in rules.rulings.all[ruling].settings:
            if readings(counts, load_rules({**rules.rulings.chosen, ruling: setting.value})):
                return Problem("duel.no-play-ruling", {"setting": f"{ruling}={setting.value}"})
    two = len(rules.ranks) - 1
    if counts[two] and sum(1 for number in counts[: two + 1] if number) > 1:
        spans = tuple(span for card, span in zip(play.cards, play.spans, strict=False) if card.rank == two)
        return Problem("duel.no-play-two", {"card": rules.ranks[two]}, spans)
    return Problem("duel.no-play", {"size": sum(counts)})


def why_it_counts(play: Play, reading: Reading, rules: Rules) -> str:
    """The code of the reason why this reading of the play counts (``duel.why.…``)."""
    if play.kind or play.stands:
        return "stated"
    others = [one for one in readings(play.counts(rules), rules) if one != reading]
    if not others:
        return "only"
    if reading.stars:
        if any(not one.stars for one in others):
            return "bomb"
        if any(one.stars < reading.stars for one in others):
            return "stars"
    elif any(one.kind != reading.kind for one in others):
        return "choice"
    return "top" if any(one.top < reading.top for one in others) else "same"
