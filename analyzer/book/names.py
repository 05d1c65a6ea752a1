"""Names and reasons as the book keeps them."""

from __future__ import annotations

import unicodedata
from datetime import datetime

from analyzer.book.deal import refused

MOST_IN_NAME = 40
MOST_IN_REASON = 400


def checked_name(name: str) -> str:
    """A name as the book keeps it; BookError for one that would not show or that a spreadsheet would run."""
    name = unicodedata.normalize("NFC", name).strip()
    if not name or len(name) > MOST_IN_NAME or not name.isprintable() or name[0] in "=+-@":
        raise refused("bad-name", name=name[:MOST_IN_NAME], most=MOST_IN_NAME)
    return name


def checked_text(text: str) -> str:
    """A reason or a title in one line."""
    text = text.strip()
    if len(text) > MOST_IN_REASON or not text.isprintable():
        raise refused("bad-text", most=MOST_IN_REASON)
    return text


def checked_moment(text: str) -> str:
    """A moment in ISO 8601, as the log has it."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise refused("malformed", what=repr(text)[:MOST_IN_NAME]) from None
    return text
