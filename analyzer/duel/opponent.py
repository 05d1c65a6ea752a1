"""A simple opponent: it knows its own cards, what lies on the table, and how many cards the other has."""

from __future__ import annotations

from analyzer.duel.game import Game
from analyzer.duel.moves import Move, moves
from analyzer.duel.rules import Rules

SCARED = 8  # cards of the other player at which it spends bombs and high cards


def choose(game: Game, player: int) -> Move | None:
    """The play it makes; None to pass."""
    hand = game.counts(player)
    possible = moves(hand, game.rules, game.over)
    if not possible:
        return None
    whole = [move for move in possible if move.cards == hand]
    if whole:
        return whole[0]
    rules = game.rules
    scared = game.left(1 - player) <= SCARED
    plain = [move for move in possible if not move.reading.stars]
    if game.over is None:
        # Shed many cards and keep what wins later; against one card never lead a single if anything else is there.
        return min(plain or list(possible), key=lambda move: _lead_cost(move, rules, game.left(1 - player)))
    if plain and (scared or _spares(plain, rules)):
        return min(_spares(plain, rules) or plain, key=lambda move: _cost(move, rules))
    bombs = [move for move in possible if move.reading.stars]
    return min(bombs, key=lambda move: _cost(move, rules)) if bombs and scared else None


def _jokers(move: Move, rules: Rules) -> int:
    return sum(move.cards[len(rules.ranks) :])


def _spares(plain: list[Move], rules: Rules) -> list[Move]:
    """Answers that spend no joker."""
    return [move for move in plain if not _jokers(move, rules)]


def _cost(move: Move, rules: Rules) -> tuple[int, ...]:
    return _jokers(move, rules), move.reading.stars, move.reading.top


def _lead_cost(move: Move, rules: Rules, left: int) -> tuple[int, ...]:
    shortest = 1 if move.reading.size == 1 and left == 1 else 0
    return shortest, _jokers(move, rules), move.reading.top - 2 * move.reading.size, move.reading.top
