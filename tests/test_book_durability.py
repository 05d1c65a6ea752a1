"""The book under programs that are killed, and under several writers at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from analyzer.book import Book, BookError, Outcome, StaleWrite
from analyzer.book.log import latest
from tests.books import BY_DISCARD, PLAYERS, SERVERS, new_place, open_table

KILLS = 5
DRAW = Outcome("draw")


@pytest.fixture(params=SERVERS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with new_place(request.param, tmp_path) as made:
        yield made


def writer(place: str, session: int, seat: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.book_writer", place, str(session), seat, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)


def test_every_acknowledged_deal_survives_a_kill(place: str) -> None:
    book = Book.create(place)
    session = open_table(book)
    rnd = Random()
    acknowledged: list[tuple[int, str]] = []
    for _ in range(KILLS):
        program = writer(place, session, "-", 10_000)
        assert program.stdout is not None
        lines = [program.stdout.readline()]
        time.sleep(rnd.uniform(0, 0.15))
        os.killpg(program.pid, signal.SIGKILL)
        lines += program.stdout.readlines()
        assert program.wait() == -signal.SIGKILL
        acknowledged += [(int(line.split()[0]), line.split()[1]) for line in lines if line.endswith("\n")]
        again = Book.open(place)
        entries = again.sheet(session).entries
        again.close()
        latest(entries)  # whole, in order, each amendment beside its deal
        written = [(entry.deal_number, entry.kind) for entry in entries]
        assert [one for one in written if one in acknowledged] == acknowledged
        # A kill may fall between a commit and its acknowledgement: at most one entry more for each.
        assert len(written) - len(acknowledged) <= KILLS
    assert len(acknowledged) > KILLS
    sheet = book.sheet(session)
    assert sum(sheet.totals.values()) == 0
    assert book.record(session, DRAW).number == len(latest(sheet.entries)) + 1
    book.close()


def test_two_programs_write_one_session_without_loss(place: str) -> None:
    book = Book.create(place)
    session = open_table(book)
    count = 25
    programs = {seat: writer(place, session, seat, count) for seat in "東西"}
    said = {seat: program.communicate(timeout=60)[0].split()[::2] for seat, program in programs.items()}
    assert all(program.returncode == 0 for program in programs.values())
    played = book.sheet(session).played
    assert [one.number for one in played] == list(range(1, 2 * count + 1))
    for seat, numbers in said.items():
        assert [str(one.number) for one in played if one.deal.wins[0].seat == seat] == numbers
        assert len(numbers) == count
    book.close()


def test_threads_share_one_book(place: str) -> None:
    book = Book.create(place)
    sessions = [open_table(book), open_table(book)]

    def write(number: int) -> int:
        return book.record(sessions[number % 2], Outcome("win", (("南", BY_DISCARD),), "西")).number

    with ThreadPoolExecutor(8) as threads:
        numbers = list(threads.map(write, range(40)))
    assert sorted(numbers[::2]) == sorted(numbers[1::2]) == list(range(1, 21))
    assert [len(sheet.played) for sheet in book.sheets()] == [20, 20]
    book.close()


def test_of_writers_who_saw_the_same_sheet_one_is_taken(place: str) -> None:
    book = Book.create(place)
    session = open_table(book)

    def write(_: int) -> bool:
        try:
            book.record(session, DRAW, expected=0)
        except StaleWrite:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        taken = list(threads.map(write, range(8)))
    assert taken.count(True) == 1
    assert book.sheet(session).version == 1
    book.close()


def test_several_programs_may_create_the_book_at_once(place: str) -> None:
    with ThreadPoolExecutor(6) as threads:
        books = list(threads.map(lambda _: Book.open(place, create=True), range(6)))
    books[0].add_players(*PLAYERS)
    assert all(list(book.players()) == list(PLAYERS) for book in books)
    for book in books:
        book.close()


def test_a_locked_file_is_told_and_not_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sqlite3

    from analyzer.book import store

    monkeypatch.setattr(store, "BUSY_SECONDS", 0.2)
    file = tmp_path / "book.sqlite"
    book = Book.create(str(file))
    session = open_table(book)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(BookError) as caught:
        book.record(session, DRAW)
    assert [problem.code for problem in caught.value.problems] == ["book.busy"]
    assert book.sheet(session).version == 0  # and readers are not kept waiting
    other.execute("ROLLBACK")
    assert book.record(session, DRAW).number == 1
    book.close()
    other.close()


def test_sqlite_writes_through_to_the_disk(tmp_path: Path) -> None:
    book = Book.create(str(tmp_path / "book.sqlite"))
    with book._store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    book.close()
