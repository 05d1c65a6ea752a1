"""Records of games (``grammar/record.lark``): read, written, replayed and judged.

A record says who holds what, then every act in order. Replaying stops at the first illegal act.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from analyzer.data import read_data
from analyzer.duel.game import PLAYERS, Deal, Game, pass_, play, start
from analyzer.duel.notation import FULL_WIDTH, Card, copies_problems, parse_cards, parse_play, printable, write_cards
from analyzer.duel.rules import Room, Rules, load_rules
from analyzer.duel.settlement import Settlement, room_named, settle
from analyzer.errors import Problem, Refusal
from analyzer.messages import Lang, message

if TYPE_CHECKING:
    from lark import Lark

MOST_LINES = 1000
NEEDED = ("hand 1", "hand 2", "faceup")  # without these lines nobody can play


class RecordError(Refusal):
    """A record that cannot be read; ``number`` is the line where reading stopped, 0 for the record as a whole."""

    kind = "record"

    def __init__(self, problems: Iterable[Problem], line: str = "", number: int = 0, kind: str = "record") -> None:
        self.number, self.kind = number, kind
        super().__init__(tuple(problems), line)

    def render(self, lang: Lang = "en") -> str:
        """The message, after the number of its line."""
        place = message("duel.record-stops", lang, number=self.number) if self.number else ""
        return place + super().render(lang)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a record: what it says, its value and where that begins."""

    number: int
    line: str
    name: str
    value: str
    player: int = 0
    column: int = 0
    passes: bool = False


@dataclass(frozen=True)
class Record:
    """A game as it was written down, its acts not yet judged."""

    deal: Deal
    rules: Rules
    acts: tuple[Entry, ...] = ()
    room: Room | None = None
    coins: tuple[int, int] | None = None
    points: tuple[int, int] | None = None


@dataclass(frozen=True)
class Verdict:
    """What replaying a record gave: the game so far, what stopped it, and the settlement of a game that is over."""

    record: Record
    game: Game
    illegal: RecordError | None = None
    settlement: Settlement | None = None
    balances: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)  # coins, points: before and after


# ---------------------------------------------------------------- reading


def read_record(text: str, settings: Mapping[str, str] | None = None) -> Record:
    """The record of a text; ``settings`` of rulings go before those it gives. RecordError names line and place."""
    heads: dict[str, Entry] = {}
    acts: list[Entry] = []
    for entry in _entries(text):
        if entry.name == "act":
            acts.append(entry)
            continue
        if acts:
            raise _error(entry, Problem("duel.record-late", {"what": entry.name}))
        if entry.name in heads:
            raise _error(entry, Problem("duel.record-twice", {"what": entry.name}))
        heads[entry.name] = entry
    return replace(_from_heads(heads, settings or {}), acts=tuple(acts))


def _entries(text: str) -> Iterable[Entry]:
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise RecordError([Problem("duel.record-long", {"have": len(lines), "most": MOST_LINES})])
    for number, line in enumerate(lines, 1):
        content = line.translate(FULL_WIDTH).partition("#")[0].rstrip()
        if content.strip():
            yield _entry(content, line, number)


def _entry(content: str, line: str, number: int) -> Entry:
    from lark.exceptions import UnexpectedInput

    try:
        tree: Any = _parser().parse(content)
    except UnexpectedInput as error:
        token: Any = getattr(error, "token", None)
        ended = token is not None and token.type == "$END"
        place = len(content) if ended else error.pos_in_stream or 0
        raise RecordError([Problem("duel.record-line", {}, ((place, place + 1),))], line, number) from None
    said = {token.type: token for token in tree.children}
    value = said.get("TEXT") or said["PASS"]
    player = int(said["PLAYER"]) - 1 if "PLAYER" in said else 0
    name = {"hand": f"hand {player + 1}", "face_up": "faceup"}.get(tree.data, str(tree.data))
    return Entry(number, line, name, str(value), player, value.start_pos, "PASS" in said)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark

    return Lark(read_data("grammar", "record.lark"), parser="lalr", start="line")


def _error(entry: Entry, *problems: Problem, kind: str = "record") -> RecordError:
    """The refusal of a line; places in its value become places in the line, a problem without one marks the value."""
    return RecordError([_placed(entry, problem) for problem in problems], entry.line, entry.number, kind)


def _placed(entry: Entry, problem: Problem) -> Problem:
    begin = entry.column
    spans = problem.spans or ((0, max(len(entry.value), 1)),)
    words = dict(problem.words)
    if isinstance(column := words.get("column"), int):
        words["column"] = begin + column
    return replace(problem, words=words, spans=tuple((begin + start, begin + end) for start, end in spans))


def _from_heads(heads: Mapping[str, Entry], settings: Mapping[str, str]) -> Record:
    for needed in NEEDED:
        if needed not in heads:
            raise RecordError([Problem("duel.record-missing", {"what": needed if needed != "faceup" else "faceup 1"})])
    rules = _rules(heads.get("rulings"), settings)
    hands = (_cards(heads["hand 1"], rules, rules.hand), _cards(heads["hand 2"], rules, rules.hand))
    aside = _cards(heads["aside"], rules, rules.aside) if "aside" in heads else ()
    _check_deck(heads, (*hands, aside), rules)
    deal = Deal(hands, _face_up(heads["faceup"], hands, rules), heads["faceup"].player, aside)
    room = _room(heads.get("room"), rules)
    record = Record(deal, rules, (), room, _numbers(heads.get("coins")), _numbers(heads.get("points")))
    _check_entry(record, heads)
    return record


def _rules(entry: Entry | None, settings: Mapping[str, str]) -> Rules:
    if entry is None:
        return load_rules(settings)
    given = {}
    for match in re.finditer(r"[^\s,]+", entry.value):
        ruling, equals, value = match.group().partition("=")
        given[ruling.upper()] = value
        known = load_rules().rulings.all.get(ruling.upper())
        if not equals or known is None or not known.accepts(value):
            raise _error(entry, Problem("duel.record-rulings", {"text": printable(match.group())}, (match.span(),)))
    return load_rules({**given, **settings})


def _cards(entry: Entry, rules: Rules, need: int) -> tuple[Card, ...]:
    try:
        cards = parse_cards(entry.value, rules, most=sum(rules.copies)).cards
    except Refusal as error:
        raise _error(entry, *error.problems, kind=error.kind) from None
    if len(cards) != need:
        raise _error(entry, Problem("duel.record-size", {"have": len(cards), "need": need}))
    return cards


def _check_deck(heads: Mapping[str, Entry], parts: tuple[tuple[Card, ...], ...], rules: Rules) -> None:
    """No card more often than in the deck, all parts together; told at the first part that holds one too many."""
    for end, entry in enumerate((heads["hand 1"], heads["hand 2"], heads.get("aside")), 1):
        problems = copies_problems([card for part in parts[:end] for card in part], rules)
        if problems and entry is not None:
            raise _error(entry, *(replace(problem, code="duel.record-deck") for problem in problems), kind="cards")


def _face_up(entry: Entry, hands: tuple[tuple[Card, ...], ...], rules: Rules) -> Card:
    cards = _cards(entry, rules, 1)
    if not any(
        own == cards[0] or (own.rank == cards[0].rank and not (own.suit and cards[0].suit))
        for own in hands[entry.player]
    ):
        words = {"player": entry.player + 1, "card": printable(entry.value)}
        raise _error(entry, Problem("duel.record-face-up", words))
    return cards[0]


def _room(entry: Entry | None, rules: Rules) -> Room | None:
    if entry is None:
        return None
    try:
        return room_named(entry.value, rules)
    except Refusal as error:
        raise _error(entry, *error.problems) from None


def _numbers(entry: Entry | None) -> tuple[int, int] | None:
    if entry is None:
        return None
    match = re.fullmatch(r"(-?[0-9]{1,12})[\s,]+(-?[0-9]{1,12})", entry.value)
    if match is None:
        raise _error(entry, Problem("duel.record-numbers", {"text": printable(entry.value)}))
    return int(match[1]), int(match[2])


def _check_entry(record: Record, heads: Mapping[str, Entry]) -> None:
    """Who plays for coins has what the room asks for."""
    if record.coins is None:
        return
    if record.room is None:
        raise _error(heads["coins"], Problem("duel.record-coins"))
    room = record.room
    problems = [
        Problem("duel.record-entry", {"player": player + 1, "coins": coins, "room": room.printed, "entry": room.entry})
        for player, coins in enumerate(record.coins)
        if coins < room.entry
    ]
    if problems:
        raise _error(heads["coins"], *problems)


# ---------------------------------------------------------------- judging


def judge(record: Record) -> Verdict:
    """Replay the acts up to the first illegal one, and settle a game that is over."""
    game, illegal = start(record.deal, record.rules), None
    for entry in record.acts:
        try:
            game = act(game, entry.player, "" if entry.passes else entry.value)
        except Refusal as error:
            illegal = _error(entry, *error.problems, kind=error.kind)
            break
    if game.winner is None:
        return Verdict(record, game, illegal)
    return Verdict(record, game, illegal, *_settled(record, game))


def act(game: Game, player: int, text: str) -> Game:
    """The game after the play of this text, or after a pass when the text is empty."""
    if not text:
        return pass_(game, player, text)
    return play(game, player, parse_play(text, game.rules))


def settlement_of(game: Game, room: Room | None = None) -> Settlement:
    """What a game that is over is worth."""
    winner = next(player for player in PLAYERS if player == game.winner)
    return settle(game.left(1 - winner), game.stars(winner), game.rules, room)


def _settled(record: Record, game: Game) -> tuple[Settlement, dict[str, tuple[tuple[int, int], ...]]]:
    settlement = settlement_of(game, record.room)
    balances = {}
    for name, before, change in (
        ("coins", record.coins, settlement.coins),
        ("points", record.points, settlement.points),
    ):
        if before is not None:
            balances[name] = tuple(
                (own, own + change if player == game.winner else own - change) for player, own in enumerate(before)
            )
    return settlement, balances


# ---------------------------------------------------------------- writing


def write_deal(deal: Deal, rules: Rules, room: Room | None = None) -> str:
    """The head of a record: who holds what, and who leads."""
    lines = [f"rulings: {rules.changed()}"] if rules.changed() else []
    lines += [f"room: {room.printed}"] if room else []
    lines += [f"hand {player + 1}: {write_cards(deal.hands[player], rules)}" for player in PLAYERS]
    if deal.aside:
        lines.append(f"aside: {write_cards(deal.aside, rules)}")
    lines.append(f"faceup {deal.lead + 1}: {write_cards([deal.face_up], rules)}")
    return "\n".join(lines) + "\n"


def write_record(game: Game, room: Room | None = None) -> str:
    """The whole record of a game, finished or not."""
    acts = [f"{one.player + 1}: {one.play.text.strip() if one.play else 'pass'}" for one in game.acts]
    return write_deal(game.deal, game.rules, room) + "\n" + "\n".join(acts) + "\n"
