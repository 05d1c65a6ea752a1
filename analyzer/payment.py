"""Who pays whom: a win, several wins on one discard, the dealer's streak, and the rewards and fines outside the hand.

The four accounts are the seats 東南西北; a fifth, 歸天, takes what goes to the pot. Every settlement sums to zero.
Source: rulebook sections 7 and 8; rules 8, 10 and 11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from analyzer import tiles
from analyzer.errors import Problem, Refusal
from analyzer.hand import Hand
from analyzer.messages import Lang, message
from analyzer.names import plain_name
from analyzer.rulings import Rulings
from analyzer.scoring import Score, score
from analyzer.table import Reward, Table, load_table

SEATS = "東南西北"
POT = "歸天"
ACCOUNTS = (*SEATS, POT)
_SEAT_NAMES = {
    **{seat: seat for seat in SEATS}, "东": "東",
    **dict(zip("ESWN", SEATS, strict=True)), **dict(zip(("EAST", "SOUTH", "WEST", "NORTH"), SEATS, strict=True)),
}  # fmt: skip
MULTIPLE = {2: "雙響", 3: "三響"}


class PaymentError(Refusal):
    """Who won, threw or dealt does not go together."""


def _refuse(code: str, **words: object) -> PaymentError:
    return PaymentError([Problem(code, words)])


def seat_named(name: str) -> str:
    """A seat by its Chinese or English name or letter; PaymentError for anything else."""
    seat = _SEAT_NAMES.get(name.strip().upper())
    if seat is None:
        raise _refuse("no-seat", name=name)
    return seat


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment in 翻 with its reason (a code of the messages ``pay.…`` and its words)."""

    payer: str
    payee: str
    amount: int
    reason: str
    words: Mapping[str, object]

    def why(self, lang: Lang = "en") -> str:
        """The reason in one sentence."""
        return message(f"pay.{self.reason}", lang, **self.words)


@dataclass(frozen=True)
class Win:
    """One winner and what the hand is worth."""

    winner: str
    score: Score


@dataclass(frozen=True)
class Settlement:
    """The payments of a deal or of a reward; ``deltas`` sums to zero over the five accounts."""

    transfers: tuple[Transfer, ...]
    wins: tuple[Win, ...] = ()
    notices: tuple[tuple[str, Mapping[str, object]], ...] = ()

    @property
    def deltas(self) -> dict[str, int]:
        """What each account gains (negative: loses), in 翻."""
        deltas = dict.fromkeys(ACCOUNTS, 0)
        for transfer in self.transfers:
            deltas[transfer.payer] -= transfer.amount
            deltas[transfer.payee] += transfer.amount
        return deltas

    def notes(self, lang: Lang = "en") -> list[str]:
        """What the reader should know besides."""
        return [message(f"notice.{code}", lang, **words) for code, words in self.notices]

    def as_dict(self, lang: Lang = "en") -> dict[str, object]:
        """The settlement as JSON holds it."""
        return {
            "deltas": self.deltas,
            "transfers": [
                {"payer": t.payer, "payee": t.payee, "amount": t.amount, "reason": t.reason, "why": t.why(lang)}
                for t in self.transfers
            ],
            "wins": [
                {"winner": win.winner, "hand": str(win.score.hand), "total": win.score.total} for win in self.wins
            ],
            "notices": self.notes(lang),
        }


def settle(
    wins: Sequence[tuple[str, Hand | str]],
    *,
    discarder: str | None = None,
    dealer: str = "東",
    streak: int | None = None,
    table: Table | None = None,
    rulings: Mapping[str, str] | None = None,
) -> Settlement:
    """The payments for one or more ``(winner, hand)``; ``discarder`` threw the tile, or the tile of the kong (G8).

    ``streak`` is how many deals the dealer has held, by default the line's 連 or 0. Raises PaymentError where the facts
    do not go together, HandError for a hand that cannot be scored.
    """
    from analyzer.notation import parse

    table = table or load_table()
    dealer = seat_named(dealer)
    discarder = None if discarder is None else seat_named(discarder)
    hands = [(seat_named(winner), parse(hand) if isinstance(hand, str) else hand) for winner, hand in wins]
    _check_winners([winner for winner, _ in hands], discarder)
    streak = _streak([hand for _, hand in hands], streak)
    _check_together([hand for _, hand in hands])
    hands, notices = _with_multiple(hands)
    chosen = table.rulings.set(rulings or {})
    for winner, hand in hands:
        _check_hand(winner, hand, discarder, dealer, chosen)
        if len(hands) > 1 and hand.self_drawn:
            raise _refuse("several-drew", winner=winner)
    scored = [Win(winner, score(hand, table=table, rulings=rulings)) for winner, hand in hands]
    transfers = [t for win in scored for t in _payments(win, discarder, dealer, streak, table)]
    return Settlement(tuple(transfers), tuple(scored), tuple(notices))


def _check_winners(winners: list[str], discarder: str | None) -> None:
    if not winners:
        raise _refuse("no-winner")
    if len(set(winners)) < len(winners):
        raise _refuse("winner-twice", winner=next(w for w in winners if winners.count(w) > 1))
    if len(winners) > 3:
        raise _refuse("too-many-winners")
    if discarder in winners:
        raise _refuse("winner-threw", winner=discarder)


def _check_together(hands: Sequence[Hand]) -> None:
    """Winners on one discard share that tile, and no more tiles and flowers than a set has."""
    if len({hand.win for hand in hands}) > 1:
        raise _refuse("tiles-differ", tiles="、".join(tiles.NAMES[hand.win] for hand in hands if hand.win is not None))
    for kind, name in enumerate(tiles.NAMES):
        shared = (len(hands) - 1) * (hands[0].win == kind)
        have = sum(hand.counts[kind] for hand in hands) - shared
        if have > 4:
            raise _refuse("too-many-copies", tile=name, have=have)
    flowers = [flower for hand in hands for flower in hand.flowers]
    if len(set(flowers)) < len(flowers):
        raise _refuse("flower-shared")


def _streak(hands: list[Hand], streak: int | None) -> int:
    """The dealer's streak as given, or as the lines say; they may not differ."""
    said = {hand.streak for hand in hands if hand.streak is not None} | ({streak} - {None})
    if len(said) > 1:
        raise _refuse(
            "streak-differs", values=", ".join(str(value) for value in sorted(v for v in said if v is not None))
        )
    value = next(iter(said), 0) or 0
    if not 0 <= value <= 99:
        raise _refuse("streak-range", value=value)
    return value


def _with_multiple(
    hands: list[tuple[str, Hand]],
) -> tuple[list[tuple[str, Hand]], list[tuple[str, Mapping[str, object]]]]:
    """Two winners make 雙響, three 三響, whether the lines say so or not."""
    word = MULTIPLE.get(len(hands))
    for winner, hand in hands:
        stated = hand.words & set(MULTIPLE.values())
        if stated - {word}:
            raise _refuse("multiple-differs", winner=winner, word=" ".join(stated - {word}), count=len(hands))
    if word is None:
        return hands, []
    added = [(winner, replace(hand, words=hand.words | {word})) for winner, hand in hands]
    return added, [] if added == hands else [("multiple-added", {"word": word})]


def _check_hand(winner: str, hand: Hand, discarder: str | None, dealer: str, rulings: Rulings) -> None:
    from analyzer.facts import is_drawn

    if is_drawn(hand, rulings):
        if discarder is not None:
            raise _refuse("drawn-and-thrown", winner=winner, discarder=discarder)
    elif discarder is None:
        raise _refuse("nobody-threw", winner=winner)
    wind = (SEATS.index(winner) - SEATS.index(dealer)) % 4
    is_dealer = winner == dealer
    if hand.seat is not None and hand.seat != wind:
        raise _refuse("wind-differs", winner=winner, said=SEATS[hand.seat], dealer=dealer, wind=SEATS[wind])
    if ("莊" in hand.words or "天胡" in hand.words) and not is_dealer:
        raise _refuse("not-dealer", winner=winner, dealer=dealer)
    if "地胡" in hand.words and is_dealer:
        raise _refuse("dealer-earth", winner=winner)


def _payments(win: Win, discarder: str | None, dealer: str, streak: int, table: Table) -> Iterator[Transfer]:
    """The shares of a win: one from the discarder, or one from each of the others; the streak beside each."""
    payers = [discarder] if discarder is not None else [seat for seat in SEATS if seat != win.winner]
    of_a_kong = bool(win.score.hand.words & {"搶槓", "大明槓上"})
    reason = "win" if discarder is None else "kong" if of_a_kong else "discard"
    for payer in payers:
        yield Transfer(payer, win.winner, win.score.total, reason, {})
        if dealer in (payer, win.winner) and table.streak:
            amount = int(table.streak["step"]) * streak + int(table.streak["plus"])
            words = {"dealer": dealer, "streak": streak, "amount": amount}
            yield Transfer(payer, win.winner, amount, "streak", words)


def find_reward(name: str, table: Table | None = None) -> Reward:
    """The reward of this name; PaymentError with the closest ones."""
    rewards = (table or load_table()).rewards
    for reward in rewards:
        names = (reward.name, reward.name.removesuffix("數牌"), reward.english)
        if plain_name(name) in map(plain_name, names):
            return reward
    raise _refuse("no-reward", name=name, closest="、".join(reward.name for reward in rewards))


def reward(
    name: str,
    player: str,
    *,
    count: int = 1,
    holder: str | None = None,
    table: Table | None = None,
    rulings: Mapping[str, str] | None = None,
) -> Settlement:
    """The payments of a reward or fine outside the hand, paid at once.

    ``player`` is the one it is about (for 追: the first discarder); ``count`` chooses among several prices (彩五 with
    so many tiles); ``holder`` pays 七搶一, the one who holds or draws the eighth flower.
    """
    table = table or load_table()
    found = find_reward(name, table)
    player = seat_named(player)
    if not 1 <= count <= len(found.prices):
        raise _refuse("reward-count", name=found.name, most=len(found.prices))
    price = found.prices[count - 1]
    others = [seat for seat in SEATS if seat != player]
    pairs = _reward_pairs(found, player, others, holder, table.rulings.set(rulings or {}))
    words = {"name": found.name, "english": found.english}
    return Settlement(tuple(Transfer(payer, payee, price, "reward", words) for payer, payee in pairs))


def _reward_pairs(
    found: Reward, player: str, others: list[str], holder: str | None, rulings: Rulings
) -> list[tuple[str, str]]:
    """(payer, payee) of each share."""
    if (holder is not None) != (found.pays == "holder"):
        raise _refuse("reward-holder" if holder is None else "reward-no-holder", name=found.name)
    if holder is not None:
        if seat_named(holder) == player:
            raise _refuse("reward-holder", name=found.name)
        return [(seat_named(holder), player)]
    if found.pays == "pot":
        return [(player, POT)]
    pays_others = found.pays == "player" or (found.pays == "first discarder" and rulings["R24"] == "discarder")
    return [(player, other) if pays_others else (other, player) for other in others]


def flower_rewards(flowers: frozenset[int], rulings: Rulings | None = None) -> list[str]:
    """The 即收 rewards that these flowers (0–7, 春夏秋冬梅蘭菊竹) earn: 一台花 for each full series, 一台草 for a run.

    一台草 needs the numbers 1-2-3-4 once each from either series and is paid once per full set, so eight flowers pay it
    twice; under R3 = plants only the plants make it. Source: rulebook section 2.
    """
    rulings = rulings or load_table().rulings
    seasons, plants = ({flower % 4 for flower in flowers if flower // 4 == series} for series in (0, 1))
    runs = sum(len(series) == 4 for series in (seasons, plants))
    if rulings["R3"] == "plants":
        grass = int(len(plants) == 4)
    else:
        grass = min(((number in seasons) + (number in plants)) for number in range(4))
    return ["一台花"] * runs + ["一台草"] * grass
