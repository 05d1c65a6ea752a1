"""The log of a session: entries are only ever added; an amendment and an undo point at the entry they replace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args

from analyzer.book.deal import Deal, of_type, one_of, read_deal, record, refused

Kind = Literal["deal", "amend", "undo"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: ``number`` counts from 1 in the session, ``replaces`` is an earlier entry's number."""

    number: int
    kind: Kind
    deal_number: int
    replaces: int | None
    at: str  # UTC, ISO 8601
    reason: str
    deal: Deal | None  # None for an undo

    def as_dict(self) -> dict[str, Any]:
        """The entry as JSON holds it; :func:`read_entry` reads it back."""
        return {
            "number": self.number,
            "kind": self.kind,
            "deal_number": self.deal_number,
            "replaces": self.replaces,
            "at": self.at,
            "reason": self.reason,
            "deal": None if self.deal is None else self.deal.as_dict(),
        }


def read_entry(raw: object) -> Entry:
    """The entry that :meth:`Entry.as_dict` wrote; BookError for anything else."""
    whole = record(raw, "number", "kind", "deal_number", "replaces", "at", "reason", "deal")
    return Entry(
        number=of_type(whole["number"], int),
        kind=one_of(whole["kind"], KINDS),
        deal_number=of_type(whole["deal_number"], int),
        replaces=None if whole["replaces"] is None else of_type(whole["replaces"], int),
        at=of_type(whole["at"], str),
        reason=of_type(whole["reason"], str),
        deal=None if whole["deal"] is None else read_deal(whole["deal"]),
    )


def latest(entries: Iterable[Entry]) -> dict[int, Entry]:
    """The last entry of each deal, in the order of the deals; BookError for a log that does not hang together."""
    last: dict[int, Entry] = {}
    for number, entry in enumerate(entries, 1):
        before = last.get(entry.deal_number)
        fits = (
            entry.number == number
            and (entry.deal is None) == (entry.kind == "undo")
            and entry.replaces == (before.number if before else None)
            and (before is None) == (entry.kind == "deal")
            and (before is not None or entry.deal_number == len(last) + 1)
        )
        if not fits:
            raise refused("malformed", what=f"entry {number}")
        last[entry.deal_number] = entry
    return last


def standing(entries: Iterable[Entry]) -> Iterator[tuple[int, Deal]]:
    """The deals that stand, with their numbers: the last word on each, the undone ones left out."""
    for number, entry in latest(entries).items():
        if entry.deal is not None:
            yield number, entry.deal
