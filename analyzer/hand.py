"""A hand as the rules see it: the tiles, the declared melds, the winning tile and everything that happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from analyzer import tiles


class Claim(Enum):
    """How a declared meld came about; the value is its Chinese word."""

    CHOW = "上"
    PUNG = "碰"
    DIRECT_KONG = "明槓"  # 大明槓: made at once from a discard
    ADDED_KONG = "加槓"
    CONCEALED_KONG = "暗槓"


KONGS = frozenset({Claim.DIRECT_KONG, Claim.ADDED_KONG, Claim.CONCEALED_KONG})


@dataclass(frozen=True, slots=True, order=False)
class Meld:
    """A declared meld: how it came about and its lowest tile."""

    claim: Claim
    first: int

    @property
    def is_kong(self) -> bool:
        """True for any kong."""
        return self.claim in KONGS

    @property
    def group(self) -> int:
        """Its group number; a kong stands where a pung does."""
        return tiles.chow(self.first) if self.claim is Claim.CHOW else tiles.pung(self.first)

    @property
    def kinds(self) -> tuple[int, ...]:
        """Its tiles, three or four."""
        return (self.first,) * 4 if self.is_kong else tiles.GROUP_TILES[self.group]

    def __str__(self) -> str:
        """As it stands in a line: ``(123m)`` ``(555p)`` ``(5555p)`` ``(555+5p)`` ``[5555p]``."""
        if self.claim is Claim.ADDED_KONG:
            return f"({tiles.write((self.first,) * 3)[:3]}+{tiles.NAMES[self.first]})"
        opening, closing = "[]" if self.claim is Claim.CONCEALED_KONG else "()"
        return opening + tiles.write(self.kinds) + closing


READY = ("叮", "天叮", "地叮")
# The circumstances that are simply so or not, in canonical order; those with a value are fields of Hand.
WORDS = (
    *READY, "叮即", "叮銃", "海底", "河底", "槓上", "大明槓上", "花上", "搶槓",
    "天胡", "地胡", "人胡", "雙響", "三響", "四絕", "真絕", "莊",
)  # fmt: skip
# The circumstances with a value: the field of Hand that holds it, and its word, in canonical order.
VALUES = {
    "replacements": "尾牌",
    "revenge": "反雪",
    "discards": "棄",
    "seen": "見",
    "seat": "門風",
    "prevailing": "圈風",
    "streak": "連",
}


@dataclass(frozen=True)
class Hand:
    """A complete hand of 17 tiles and one more for each kong, or 16 held tiles when ``win`` is None.

    ``concealed`` counts the undeclared tiles by kind, the winning tile among them. ``flowers`` holds the known
    flowers 0–7 (春夏秋冬梅蘭菊竹); ``flower_count`` is their number, which may be known alone.
    Reversible: ``parse(str(hand)) == hand`` for every legal hand.
    """

    concealed: bytes
    melds: tuple[Meld, ...] = ()
    win: int | None = None
    self_drawn: bool = False
    flowers: frozenset[int] = frozenset()
    flower_count: int = 0
    words: frozenset[str] = frozenset()
    replacements: int = 0  # 尾牌=n
    revenge: int = 0  # 反雪=2|3
    discards: int | None = None  # 棄=n
    seen: tuple[int, ...] = ()  # 見=…, sorted
    seat: int | None = None  # 門風 0–3
    prevailing: int | None = None  # 圈風 0–3
    streak: int | None = None  # 連=n
    win_assumed: bool = field(default=False, compare=False)  # no winning tile was marked: the last one was taken

    @cached_property
    def held(self) -> bytes:
        """The undeclared tiles without the winning one."""
        counts = bytearray(self.concealed)
        if self.win is not None:
            counts[self.win] -= 1
        return bytes(counts)

    @cached_property
    def counts(self) -> bytes:
        """Every tile of the hand by kind, declared ones and the fourth of a kong included."""
        if not self.melds:
            return self.concealed
        counts = bytearray(self.concealed)
        for meld in self.melds:
            for kind in meld.kinds:
                counts[kind] += 1
        return bytes(counts)

    @property
    def kongs(self) -> int:
        """How many kongs are declared."""
        return sum(meld.is_kong for meld in self.melds)

    @property
    def is_dealer(self) -> bool:
        """Whether the line says so: 莊, or 門風=東, which means the same."""
        return "莊" in self.words or self.seat == 0

    def concealed_kinds(self) -> Iterator[int]:
        """The undeclared tiles one by one, sorted."""
        for kind, count in enumerate(self.concealed):
            for _ in range(count):
                yield kind

    def __str__(self) -> str:
        from analyzer.notation import write_hand

        return write_hand(self)

    def __repr__(self) -> str:
        return f"<Hand {self}>"
