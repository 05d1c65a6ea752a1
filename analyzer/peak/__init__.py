"""雲端巔峰賽: what a match is worth to its winner and costs its loser, and the ratings of a season.

>>> from analyzer.peak import read_match, score
>>> result = score(read_match(round=7, winner_score="3.5", loser_score=0, cards="王靈形"))
>>> result.gain, result.loss
(Decimal('80'), Decimal('80'))
"""

from __future__ import annotations

from analyzer.peak.facts import Match, PeakError, Player, read_match, read_player
from analyzer.peak.scoring import Result, score
from analyzer.peak.season import Season, replay
from analyzer.peak.table import PeakTable, load_peak_table

__all__ = [
    "Match",
    "PeakError",
    "PeakTable",
    "Player",
    "Result",
    "Season",
    "load_peak_table",
    "read_match",
    "read_player",
    "replay",
    "score",
]
