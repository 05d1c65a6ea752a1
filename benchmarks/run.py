"""Speed as ratios in one run: this package against `mahjong`, and against PyMahjongGB and riichienv where they install.

    python benchmarks/run.py [--hands 2000] [--seed 1]

Every figure is a ratio to the time `mahjong` takes for a hand in the same run (its hands have 14 tiles, ours 17).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

from analyzer import tiles
from analyzer.evaluate import evaluate
from analyzer.hand import Hand
from analyzer.notation import parse
from analyzer.rules import rules_for
from analyzer.scoring import score
from analyzer.table import load_table

REPEATS = 5


def random_counts(random: Random, melds: int) -> bytes:
    """The 34 counts of a random standard hand: chows mostly, some pungs."""
    while True:
        counts = bytearray(tiles.KINDS)
        for _ in range(melds):
            group = (
                random.randrange(tiles.CHOWS) if random.random() < 0.7 else tiles.pung(random.randrange(tiles.KINDS))
            )
            for kind in tiles.GROUP_TILES[group]:
                counts[kind] += 1
        counts[random.randrange(tiles.KINDS)] += 2
        if max(counts) <= 4:
            return bytes(counts)


def our_hands(random: Random, count: int) -> list[Hand]:
    """Complete concealed hands of 17 tiles."""
    hands = []
    for _ in range(count):
        counts = random_counts(random, 5)
        win = random.choice([kind for kind in range(tiles.KINDS) if counts[kind]])
        hands.append(Hand(counts, (), win, random.random() < 0.4))
    return hands


def their_hands(random: Random, count: int) -> list[tuple[list[int], int]]:
    """Complete concealed hands of 14 tiles as 136-numbers, and the winning tile."""
    hands = []
    for _ in range(count):
        counts = random_counts(random, 4)
        ids = [kind * 4 + copy for kind in range(tiles.KINDS) for copy in range(counts[kind])]
        hands.append((ids, random.choice(ids)))
    return hands


def per_hand(work: Callable[[Any], object], items: Sequence[Any]) -> float:
    """Microseconds an item, the best of several rounds over items made fresh by the caller."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        for item in items:
            work(item)
        best = min(best, (time.perf_counter() - start) / len(items) * 1e6)
    return best


def fresh(hands: Sequence[Hand]) -> list[Hand]:
    """The same hands with nothing remembered in them."""
    return [Hand(hand.concealed, hand.melds, hand.win, hand.self_drawn) for hand in hands]


def worst_over_mean(work: Callable[[Hand], object], hands: Sequence[Hand]) -> float:
    """The slowest hand over the mean, each the best of several rounds."""
    times = []
    for hand in hands:
        best = float("inf")
        for again in fresh([hand] * REPEATS):
            start = time.perf_counter()
            work(again)
            best = min(best, time.perf_counter() - start)
        times.append(best)
    return max(times) / (sum(times) / len(times))


def start_up(code: str) -> float:
    """Milliseconds of a fresh interpreter that runs ``code``."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best * 1000


def others(random: Random, count: int) -> dict[str, float]:
    """Microseconds a hand of other scorers, where they are installed."""
    makers = {"PyMahjongGB (C++)": _py_mahjong_gb, "riichienv (Rust)": _riichienv}
    found = {}
    for label, maker in makers.items():
        try:
            prepare, run = maker()
        except ImportError:
            continue
        found[label] = per_hand(run, [prepare(ids, win) for ids, win in their_hands(random, count)])
    return found


Scorer = tuple[Callable[[list[int], int], Any], Callable[[Any], object]]


def _py_mahjong_gb() -> Scorer:
    calculate = import_module("MahjongGB").MahjongFanCalculator
    honours = ("F1", "F2", "F3", "F4", "J3", "J2", "J1")

    def name(kind: int) -> str:
        return f"{'WBT'[kind // 9]}{kind % 9 + 1}" if kind < tiles.FIRST_HONOUR else honours[kind - tiles.FIRST_HONOUR]

    def prepare(ids: list[int], win: int) -> tuple[tuple[str, ...], str]:
        held = [tile for tile in ids if tile != win]
        return tuple(name(tile // 4) for tile in held), name(win // 4)

    return prepare, lambda hand: calculate((), hand[0], hand[1], 0, False, False, False, False, 0, 0)


def _riichienv() -> Scorer:
    module = import_module("riichienv")
    conditions = module.Conditions(tsumo=True)
    return lambda ids, win: (ids, win), lambda hand: module.HandEvaluator(hand[0]).calc(hand[1], conditions=conditions)


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--hands", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    random = Random(chosen.seed)
    rules = rules_for(load_table())
    hands = our_hands(random, chosen.hands)
    calculator, config = HandCalculator(), HandConfig(is_tsumo=True)
    theirs = per_hand(
        lambda hand: calculator.estimate_hand_value(hand[0], hand[1], config=config), their_hands(random, chosen.hands)
    )
    lines = [str(hand) for hand in hands]

    def total(hand: Hand) -> None:
        evaluate(hand, rules, exact_waits=False)

    figures = {
        "tiles → best total": (per_hand(total, fresh(hands)), "target 0.35"),
        "tiles → answer with reasons": (per_hand(score, fresh(hands)), ""),
        "text → hand": (per_hand(parse, lines), ""),
        "text → answer with reasons": (per_hand(score, lines), "target 2"),
    }
    print(f"mahjong, 14 tiles: {theirs:.1f} µs a hand = 1.00")
    for label, (micros, target) in figures.items():
        print(f"{label:32s} {micros:8.1f} µs   {micros / theirs:6.2f}   {target}")
    for label, micros in others(random, chosen.hands).items():
        print(f"{label:32s} {micros:8.1f} µs   {micros / theirs:6.2f}")
    print(f"{'worst hand / mean':32s} {worst_over_mean(total, hands):24.1f}   target 10")
    bare = start_up("pass")
    print(f"{'import analyzer, over bare Python':32s} {start_up('import analyzer') - bare:8.1f} ms   target 60")
    first = start_up("from analyzer.cli import main; main(['score', '112233456778899m5p+5p'], standalone_mode=False)")
    print(f"{'first answer of the command line':32s} {first:8.1f} ms   target 150")


if __name__ == "__main__":
    main()
