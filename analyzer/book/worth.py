"""What an outcome is worth at its position in the session: the hands scored, the rewards priced, both as payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from analyzer.book.deal import Call, Deal, Outcome, Streak, Won, refused
from analyzer.book.play import Position
from analyzer.data import read_data
from analyzer.errors import Problem
from analyzer.hand import Hand
from analyzer.messages import Lang
from analyzer.notation import parse
from analyzer.payment import SEATS, Settlement, find_reward, reward, seat_named, settle
from analyzer.table import STANDARD_TABLE, Table, load_table, read_table

STANDARD = "standard"


@dataclass(frozen=True)
class HouseRules:
    """A fan table with its text, and the setting of every ruling."""

    table: Table
    text: str
    rulings: Mapping[str, str]


@dataclass(frozen=True)
class Valued:
    """A deal as it may be recorded, and what its scoring would have the reader know."""

    deal: Deal
    settlement: Settlement | None

    def notes(self, lang: Lang = "en") -> list[str]:
        """What was assumed, in sentences."""
        if self.settlement is None:
            return []
        each = [f"{win.winner}: {note}" for win in self.settlement.wins for note in win.score.notes(lang)]
        return self.settlement.notes(lang) + each


def house_rules(table: Table, text: str, settings: Mapping[str, str]) -> HouseRules:
    """The table with these settings, every ruling named: a default of tomorrow does not change a deal of today."""
    chosen = table.rulings.set(settings)
    return HouseRules(table, text, {ruling: chosen[ruling] for ruling in chosen.all})


def rules_from_file(place: str | Path, settings: Mapping[str, str]) -> HouseRules:
    """The rules of a table file, or of the 雲龍盃 table for ``standard``; TableError or RulingError if wrong."""
    if place == STANDARD:
        return house_rules(load_table(), read_data("fan_table", STANDARD_TABLE), settings)
    table = load_table(place)
    return house_rules(table, Path(place).read_text("utf-8"), settings)


@lru_cache(maxsize=16)
def table_from_text(text: str, table_hash: str) -> Table:
    """The fan table that the book keeps as ``text``."""
    standard = load_table()
    return standard if standard.hash == table_hash else read_table(text, f"#{table_hash}")


def value(outcome: Outcome, position: Position, rules: HouseRules) -> Valued:
    """The outcome scored; a Refusal where the facts do not go together or a hand cannot be scored."""
    if (outcome.result == "win") != bool(outcome.wins):
        raise refused("no-win" if outcome.result == "win" else "win-in-draw")
    if outcome.discarder is not None and not outcome.wins:
        raise refused("nobody-won-it", discarder=outcome.discarder)
    settlement = _settled(outcome, position, rules) if outcome.wins else None
    calls = tuple(_named(call, rules.table) for call in outcome.calls)
    payments = [] if settlement is None else [t for t in settlement.transfers if t.reason != "streak"]
    for call in calls:
        paid = reward(
            call.name, call.seat, count=call.count, holder=call.holder, table=rules.table, rulings=rules.rulings
        )
        payments += paid.transfers
    price = rules.table.streak
    deal = Deal(
        result=outcome.result,
        wins=() if settlement is None else tuple(
            Won(win.winner, str(bare(win.score.hand)), win.score.total) for win in settlement.wins
        ),
        discarder=None if outcome.discarder is None else seat_named(outcome.discarder),
        calls=calls,
        payments=tuple(payments),
        streak=Streak(int(price["step"]), int(price["plus"])) if price else None,
        table=rules.table.hash,
        rulings=rules.rulings,
    )  # fmt: skip
    return Valued(deal, settlement)


def revenge_notes(before: Deal | None, deal: Deal) -> Iterator[Problem]:
    """Where a line and the deal before differ on 反雪: whether the winner was hit by 雙響 or 三響."""
    for win in deal.wins:
        said = parse(win.line).revenge
        due = len(before.wins) if before and before.discarder == win.seat and len(before.wins) > 1 else 0
        if said != due:
            yield Problem("book.revenge", {"seat": win.seat, "said": said, "due": due})


def bare(hand: Hand) -> Hand:
    """The hand without what its position says, so that it stays true when the position changes."""
    return replace(hand, seat=None, prevailing=None, streak=None, words=hand.words - {"莊"})


def at_position(hand: Hand, seat: str, position: Position) -> Hand:
    """The hand with 門風, 圈風, 莊 and 連 of its position, where it does not say them itself."""
    return replace(
        hand,
        seat=SEATS.index(position.wind(seat)) if hand.seat is None else hand.seat,
        prevailing=SEATS.index(position.prevailing) if hand.prevailing is None else hand.prevailing,
        streak=position.streak if hand.streak is None else hand.streak,
        words=hand.words | ({"莊"} if seat == position.dealer else set()),
    )


def _settled(outcome: Outcome, position: Position, rules: HouseRules) -> Settlement:
    hands = [(seat_named(seat), parse(line)) for seat, line in outcome.wins]
    for seat, hand in hands:
        if hand.prevailing not in (None, SEATS.index(position.prevailing)):
            raise refused("round-differs", seat=seat, said=SEATS[hand.prevailing or 0], wind=position.prevailing)
    placed = [(seat, at_position(hand, seat, position)) for seat, hand in hands]
    settlement = settle(
        placed,
        discarder=outcome.discarder,
        dealer=position.dealer,
        streak=position.streak,
        table=rules.table,
        rulings=rules.rulings,
    )
    for _, hand in placed:
        parse(str(hand))  # 天胡, 人胡 …: refused where the position does not allow them
    return settlement


def _named(call: Call, table: Table) -> Call:
    """The call with its name and its seats as they are printed."""
    name = find_reward(call.name, table).name
    return Call(name, seat_named(call.seat), call.count, call.holder and seat_named(call.holder))
