"""The match book: players, teams, fixtures, tables and their deals, kept so that nothing recorded is lost.

``play`` says how dealer, streak and round wind follow; ``deal`` and ``log`` what is recorded, ``worth`` its price,
``sheet`` what a session comes to; ``store`` and ``rows`` where it is kept; ``book`` is the face for programs.
It needs SQLAlchemy (``pip install 'yunlong-referee[book]'``), which is loaded with the first name that is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from analyzer.book import messages as messages

if TYPE_CHECKING:
    from analyzer.book.book import Book as Book
    from analyzer.book.book import Receipt as Receipt
    from analyzer.book.deal import BookError as BookError
    from analyzer.book.deal import Call as Call
    from analyzer.book.deal import Outcome as Outcome
    from analyzer.book.deal import StaleWrite as StaleWrite

_PLACES = {
    "Book": "book",
    "BookError": "deal",
    "Call": "deal",
    "Outcome": "deal",
    "Receipt": "book",
    "StaleWrite": "deal",
}
__all__ = list(_PLACES)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'analyzer.book' has no attribute {name!r}")
    return getattr(import_module(f"analyzer.book.{_PLACES[name]}"), name)
