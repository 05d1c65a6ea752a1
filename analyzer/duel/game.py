"""A game of two players: the seeded deal, what each act does, and why an act is illegal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from analyzer.duel.notation import Card, Play, PlayError, count, write_cards
from analyzer.duel.order import compare
from analyzer.duel.readings import Reading, counted, write_reading
from analyzer.duel.rules import Counts, Rules
from analyzer.errors import Problem

Hand = tuple[Card, ...]
PLAYERS = (0, 1)  # people call them 1 and 2


@dataclass(frozen=True, slots=True)
class Deal:
    """What the players got. ``lead`` got the face-up card and leads."""

    hands: tuple[Hand, Hand]
    face_up: Card
    lead: int
    aside: Hand = ()


@dataclass(frozen=True, slots=True)
class Act:
    """A play with the reading that counted, or a pass."""

    player: int
    play: Play | None = None
    reading: Reading | None = None


@dataclass(frozen=True)
class Game:
    """A game after some acts."""

    deal: Deal
    rules: Rules
    turn: int
    acts: tuple[Act, ...] = ()
    over: Reading | None = None  # what has to be beaten; None: whoever has the turn leads

    def held(self, player: int) -> Hand:
        """The cards the player still has."""
        return take(self.deal.hands[player], self.played(player))[0]

    def left(self, player: int) -> int:
        """How many they are."""
        return len(self.deal.hands[player]) - len(self.played(player))

    def counts(self, player: int) -> Counts:
        """How many of each rank they are."""
        return count(self.held(player), self.rules)

    def stars(self, player: int) -> int:
        """The most stars the player has played in one play."""
        return max((act.reading.stars for act in self.acts if act.player == player and act.reading), default=0)

    @property
    def winner(self) -> int | None:
        """Who has no cards left."""
        return next((player for player in PLAYERS if not self.left(player)), None)

    def played(self, player: int) -> list[Card]:
        """The cards the player has put down."""
        return [card for act in self.acts if act.player == player and act.play for card in act.play.cards]


def start(deal: Deal, rules: Rules) -> Game:
    """The game before its first act."""
    return Game(deal, rules, deal.lead)


def shuffled(seed: int | str, rules: Rules) -> Deal:
    """The deal of a seed, the same on every machine: ten cards aside, 25 each, one of the 50 face up."""
    chance = Random(str(seed))
    deck = [Card(rank, suit) for rank in range(len(rules.ranks)) for suit in rules.suits] * rules.decks
    deck += [Card(rank) for rank in range(len(rules.ranks), len(rules.signs))] * rules.decks
    chance.shuffle(deck)
    aside, dealt = deck[: rules.aside], deck[rules.aside :]
    place = chance.randrange(len(dealt))
    first, second = (tuple(sorted(part)) for part in (dealt[: rules.hand], dealt[rules.hand :]))
    return Deal((first, second), dealt[place], 0 if place < rules.hand else 1, tuple(sorted(aside)))


def take(hand: Iterable[Card], cards: Iterable[Card]) -> tuple[Hand, Hand]:
    """What stays in the hand without these cards, and those of them that it does not hold.

    A card written without its suit is any card of its rank; suits that are said are served first.
    """
    held, lacking = Counter(hand), []
    for card in sorted(cards, key=lambda card: not card.suit):
        fitting = [own for own in (card, Card(card.rank)) if held[own]]
        if not card.suit:
            fitting += [own for own in held if own.rank == card.rank and held[own]]
        if fitting:
            held[fitting[0]] -= 1
        else:
            lacking.append(card)
    return tuple(sorted(held.elements())), tuple(lacking)


# ---------------------------------------------------------------- acts


def play(game: Game, player: int, put: Play) -> Game:
    """The game after a play; PlayError says why it is illegal."""
    _check_turn(game, player, put.text)
    _check_held(game, player, put)
    _check_suits(game, player, put)
    reading = counted(put, game.rules, game.over)
    if game.over is not None:
        _check_beats(game, put, reading, game.over)
    return replace(game, turn=1 - player, acts=(*game.acts, Act(player, put, reading)), over=reading)


def pass_(game: Game, player: int, text: str = "") -> Game:
    """The game after a pass: the other player leads."""
    _check_turn(game, player, text)
    if game.over is None:
        raise PlayError("illegal", [Problem("duel.pass-leading", {"player": player + 1})], text)
    return replace(game, turn=1 - player, acts=(*game.acts, Act(player)), over=None)


def _check_turn(game: Game, player: int, text: str) -> None:
    if game.winner is not None:
        raise PlayError("illegal", [Problem("duel.over", {"winner": game.winner + 1})], text)
    if player != game.turn:
        raise PlayError("illegal", [Problem("duel.turn", {"turn": game.turn + 1, "player": player + 1})], text)


def _check_held(game: Game, player: int, put: Play) -> None:
    _, lacking = take(game.deal.hands[player], [*game.played(player), *put.cards])
    if not lacking:
        return
    words = {
        "player": player + 1,
        "cards": write_cards(lacking, game.rules),
        "held": write_cards(game.held(player), game.rules),
    }
    raise PlayError("illegal", [Problem("duel.not-held", words, _places(put, lacking))], put.text)


def _check_suits(game: Game, player: int, put: Play) -> None:
    """Where a hand does not say its suits, the plays do: no card more often than the deck has it."""
    known: Counter[Card] = Counter(game.deal.aside)
    for one in PLAYERS:
        known += (Counter(game.played(one)) + Counter(put.cards if one == player else ())) | Counter(
            game.deal.hands[one]
        )
    problems = []
    for card in dict.fromkeys(card for card in put.cards if card.suit):
        if (beyond := known[card] - game.rules.decks) > 0:
            words = {"card": write_cards([card], game.rules), "have": known[card], "most": game.rules.decks}
            problems.append(Problem("duel.record-deck", words, _places(put, [card] * beyond)))
    if problems:
        raise PlayError("cards", problems, put.text)


def _places(put: Play, lacking: Iterable[Card]) -> tuple[tuple[int, int], ...]:
    """Where the lacking cards stand in the play: the last ones that are written so, or else of their rank."""
    open_places = list(zip(put.cards, put.spans, strict=True))[::-1]
    found = []
    for card in lacking:
        chosen = next((pair for pair in open_places if pair[0] == card), None)
        chosen = chosen or next((pair for pair in open_places if pair[0].rank == card.rank), None)
        if chosen is not None:
            open_places.remove(chosen)
            found.append(chosen[1])
    return tuple(sorted(found))


def _check_beats(game: Game, put: Play, reading: Reading, over: Reading) -> None:
    comparison = compare(reading, over, game.rules)
    if comparison.beats:
        return
    lying = next(act.play for act in reversed(game.acts) if act.play)
    words = {
        "play": write_reading(put, reading, game.rules),
        "over": write_reading(lying, over, game.rules),
    }
    problem = Problem(f"duel.beaten.{comparison.rule}", words, ((0, len(put.text)),))
    raise PlayError("illegal", [problem], put.text)
