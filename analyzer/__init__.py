"""The referee of Hong Kong 16-tile mahjong (港式台牌, 雲龍盃 table).

>>> import analyzer
>>> score = analyzer.score("112233456778899m5p+5p")
>>> score.total
127
>>> score.times("清龍")
2

Each name is loaded when it is first used, so that importing the package stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.discarding import discards as discards
    from analyzer.errors import HandError as HandError
    from analyzer.errors import YunlongError as YunlongError
    from analyzer.explaining import explain as explain
    from analyzer.hand import Hand as Hand
    from analyzer.judging import judge as judge
    from analyzer.notation import parse as parse
    from analyzer.payment import settle as settle
    from analyzer.scoring import Score as Score
    from analyzer.scoring import count as count
    from analyzer.scoring import score as score
    from analyzer.table import load_table as load_table
    from analyzer.waiting import waits as waits

_PLACES = {
    "Hand": "hand",
    "HandError": "errors",
    "Score": "scoring",
    "YunlongError": "errors",
    "count": "scoring",
    "discards": "discarding",
    "explain": "explaining",
    "judge": "judging",
    "load_table": "table",
    "parse": "notation",
    "score": "scoring",
    "settle": "payment",
    "waits": "waiting",
}
__all__ = list(_PLACES)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'analyzer' has no attribute {name!r}")
    return getattr(import_module(f"analyzer.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
