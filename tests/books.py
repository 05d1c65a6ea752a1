"""Match books for tests: on SQLite always, and on PostgreSQL when ``YUNLONG_TEST_POSTGRES`` names a server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from uuid import uuid4

from sqlalchemy import create_engine, text

from analyzer.book import Book, Call, Outcome

POSTGRES = os.environ.get("YUNLONG_TEST_POSTGRES", "")
SERVERS = ["sqlite", *(["postgresql"] if POSTGRES else [])]

BY_DISCARD = "12356789m123456p22s+4m"
DRAWN = "123m(555p)789s55z22678m+2m|自摸"
LINES = (
    "12356789m123456p22s+4m",
    "123m(555p)789s55z22678m+2m",
    "112233456778899m5p+5p",
    "[1111z](234m)567p222888s5m+5m",
)
PLAYERS = ("甲", "乙", "丙", "丁")


@contextmanager
def new_place(server: str, folder: Path) -> Iterator[str]:
    """Where an empty book can be made: a file of its own, or a schema of its own."""
    if server == "sqlite":
        yield str(folder / f"{uuid4().hex}.sqlite")
        return
    schema = f"test_{uuid4().hex}"
    engine = create_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
        joint = "&" if "?" in POSTGRES else "?"
        yield f"{POSTGRES}{joint}options=-csearch_path%3D{schema}"
        connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    engine.dispose()


@contextmanager
def new_book(server: str, folder: Path) -> Iterator[Book]:
    """An empty book."""
    with new_place(server, folder) as place:
        book = Book.create(place)
        yield book
        book.close()


def open_table(book: Book) -> int:
    """A session of 甲乙丙丁; its number."""
    if PLAYERS[0] not in book.players():
        book.add_players(*PLAYERS)
    return book.open_session(PLAYERS).session.number


def enter_teams(book: Book, count: int = 8) -> None:
    """So many teams, of three and four players in turn."""
    for number in range(count):
        book.add_team(f"隊{number}", [f"{name}{number}" for name in PLAYERS[: 3 + number % 2]])


def random_outcome(rnd: Random) -> Outcome:
    """Any way a deal may end: a draw, a redeal, a win by discard or self-drawn, two winners; rewards beside it."""
    calls = tuple(
        rnd.choice(
            [Call("暗槓", seat), Call("詐糊", seat), Call("彩五", seat, rnd.randint(1, 6)), Call("追番子", seat)]
        )
        for seat in rnd.sample("東南西北", rnd.randint(0, 2))
    )
    kind = rnd.randint(0, 9)
    if kind == 0:
        return Outcome("redeal", calls=calls)
    if kind < 3:
        return Outcome("draw", calls=calls)
    first, second, third = rnd.sample("東南西北", 3)
    if kind == 3:
        return Outcome("win", ((first, BY_DISCARD), (second, BY_DISCARD)), third, calls)
    line = rnd.choice(LINES)
    if kind < 6:
        return Outcome("win", ((first, f"{line}|自摸"),), None, calls)
    return Outcome("win", ((first, line),), second, calls)
