"""Where a book is kept: the tables of the database, and transactions that are whole or not at all.

SQLite by default; any database that SQLAlchemy knows. A commit is on the disk before it is acknowledged.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Engine,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    inspect,
    select,
    text,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, NoSuchModuleError, OperationalError

from analyzer.book.deal import refused

FORMAT = 1
FILE_NAME = "yunlong-book.sqlite"
BUSY_SECONDS = 15
_CREATION_LOCK = 0x59554E4C  # any number, the same in every program that creates a book

metadata = MetaData()
book = Table("book", metadata, Column("format", Integer, primary_key=True, autoincrement=False))
fan_tables = Table(
    "fan_tables",
    metadata,
    Column("hash", String(12), primary_key=True),
    Column("text", Text, nullable=False),
)
teams = Table(
    "teams",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False, unique=True),
)
players = Table(
    "players",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False, unique=True),
    Column("team", ForeignKey("teams.number")),
)
fixtures = Table(
    "fixtures",
    metadata,
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("desk", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(1), primary_key=True),
    Column("team", ForeignKey("teams.number"), nullable=False),
    Column("player", ForeignKey("players.number"), nullable=False),
)
sessions = Table(
    "sessions",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("opened", String(32), nullable=False),
    Column("round", Integer),
    Column("desk", Integer),
    Column("table_hash", ForeignKey("fan_tables.hash"), nullable=False),
    Column("rulings", JSON, nullable=False),
    UniqueConstraint("round", "desk"),
)
seats = Table(
    "seats",
    metadata,
    Column("session", ForeignKey("sessions.number"), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("player", ForeignKey("players.number"), nullable=False),
    Column("team", ForeignKey("teams.number")),
    UniqueConstraint("session", "player"),
)
# The log: rows are added and never changed. (session, number) makes a second writer of the same entry fail.
entries = Table(
    "entries",
    metadata,
    Column("session", ForeignKey("sessions.number"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(5), nullable=False),
    Column("deal_number", Integer, nullable=False),
    Column("replaces", Integer),
    Column("at", String(32), nullable=False),
    Column("reason", Text, nullable=False),
    Column("deal", JSON(none_as_null=True)),
    ForeignKeyConstraint(["session", "replaces"], ["entries.session", "entries.number"]),
)


def default_place() -> str:
    """``$YUNLONG_DB``, else the book in this folder if there is one, else the one in the user's data folder."""
    if place := os.environ.get("YUNLONG_DB"):
        return place
    return FILE_NAME if Path(FILE_NAME).exists() else str(_data_folder() / FILE_NAME)


def _data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "yunlong"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "yunlong"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "yunlong"


def read_place(place: str) -> URL:
    """A SQLAlchemy URL, or the path of a SQLite file, as a URL."""
    if "://" not in place:
        return URL.create("sqlite", database=place)
    try:
        url = make_url(place)
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise refused("bad-url", url=place, why=_first_line(error)) from None
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise refused("in-memory")
    return url


class Store:
    """A book's database. Safe to use from several threads: each transaction has a connection of its own."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self._engine = _engine(url)
        snapshot = {"isolation_level": "REPEATABLE READ"} if url.get_backend_name() == "postgresql" else {}
        self._reader = self._engine.execution_options(**snapshot)
        self._writer = self._engine.execution_options(writes=True)

    @classmethod
    def open(cls, place: str) -> Store:
        """The book that is there; BookError if none is."""
        url = read_place(place)
        store = cls(url)
        if store.is_sqlite and not Path(url.database or "").is_file():
            raise refused("no-book", place=store.place)
        store._check_format()
        return store

    @classmethod
    def create(cls, place: str) -> Store:
        """A new, empty book; BookError where a book or other tables are already."""
        url = read_place(place)
        store = cls(url)
        if store.is_sqlite:
            store._prepare_file(Path(url.database or ""))
        with store.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _CREATION_LOCK})
            there = inspect(connection).get_table_names()
            if there:
                raise refused("already", place=store.place)
            metadata.create_all(connection)
            connection.execute(book.insert().values(format=FORMAT))
        return store

    @property
    def place(self) -> str:
        """Where the book is, without a password."""
        return str(self.url.database) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees the book at one moment."""
        with self._translated(), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is written whole when the block ends, or not at all."""
        with self._translated(), self._writer.begin() as connection:
            yield connection

    def lock(self, connection: Connection, session: int | None = None) -> None:
        """Let no other writer into this session, or into the rest of the book, until the transaction ends."""
        rows = select(book.c.format) if session is None else select(sessions.c.number).where(_is(session))
        connection.execute(rows.with_for_update())

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()

    def _check_format(self) -> None:
        with self.reading() as connection:
            if not inspect(connection).has_table(book.name):
                raise refused("no-book", place=self.place)
            found = connection.execute(select(book.c.format)).scalar()
        if found != FORMAT:
            raise refused("format", found=found, known=FORMAT)

    def _prepare_file(self, file: Path) -> None:
        """The folder and the journal: a write-ahead log lets readers read while one writer writes."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise refused("unreachable", place=self.place, why=error.strerror) from None
        if file.exists() and file.stat().st_size:
            return
        with self._translated():
            raw = self._engine.raw_connection()
            try:
                raw.cursor().execute("PRAGMA journal_mode=WAL")
            finally:
                raw.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """What the database refuses, as a refusal of the book."""
        try:
            yield
        except IntegrityError as error:
            raise refused("conflict", why=_first_line(error.orig)) from None
        except (OverflowError, DataError) as error:
            raise refused("too-large", why=_first_line(error)) from None
        except OperationalError as error:
            code = "busy" if "locked" in str(error.orig) else "unreachable"
            raise refused(code, place=self.place, why=_first_line(error.orig)) from None
        except DBAPIError as error:
            raise refused("unreachable", place=self.place, why=_first_line(error.orig)) from None


def _is(session: int) -> Any:
    return sessions.c.number == session


def _first_line(error: BaseException | None) -> str:
    return str(error).strip().split("\n")[0]


def _engine(url: URL) -> Engine:
    """An engine whose SQLite connections write through to the disk and leave BEGIN to us."""
    try:
        if url.get_backend_name() != "sqlite":
            return create_engine(url, pool_pre_ping=True)
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
    except ImportError as error:
        raise refused("no-driver", why=_first_line(error)) from None

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: object) -> None:
        connection.isolation_level = None  # Python's sqlite3 would begin late, and never IMMEDIATE
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
