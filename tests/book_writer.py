"""A program that records deals until it is stopped: ``PLACE SESSION SEAT COUNT``; it prints each acknowledged deal.

With SEAT ``-`` it records a win and amends it, and prints both; else each deal is a win of that seat.
"""

from __future__ import annotations

import sys

from analyzer.book import Book, Outcome
from tests.books import BY_DISCARD


def main() -> None:
    place, session, seat, count = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    book = Book.open(place)
    mixed = seat == "-"
    winner = "南" if mixed else seat
    discarder = "西" if winner != "西" else "東"
    for _ in range(count):
        receipt = book.record(session, Outcome("win", ((winner, BY_DISCARD),), discarder))
        print(receipt.number, "deal", flush=True)
        if mixed:
            book.amend(session, receipt.number, Outcome("redeal"), reason="again")
            print(receipt.number, "amend", flush=True)


if __name__ == "__main__":
    main()
