"""Tiles and hands to and from other programs: ``mahjong``'s arrays and strings, PyMahjongGB's tuples, GB lines.

Pure functions; none of those packages is needed. Tiles are kinds 0–33 (:mod:`analyzer.tiles`), sorted on the way in.
There are no red fives here: the ids 16, 52 and 88 of the 136, and ``0`` or ``r`` in a string, are plain fives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypedDict

from analyzer import legality, tiles
from analyzer.errors import ImpossibleHand, NotationError, Problem, Refusal
from analyzer.hand import Claim, Hand, Meld

Kinds = tuple[int, ...]

IDS = tiles.KINDS * legality.COPIES


def _refuse(problem: str, **words: object) -> Refusal:
    return Refusal([Problem(f"interchange-{problem}", words)])


def _possible(kinds: Iterable[int]) -> Kinds:
    """The kinds sorted; refused where one has a fifth copy."""
    found = tuple(sorted(kinds))
    for kind in dict.fromkeys(found):
        if (copies := found.count(kind)) > legality.COPIES:
            raise _refuse("copies", tile=legality.label(kind), copies=copies)
    return found


# ---------------------------------------------------------------- mahjong


def to_34(kinds: Iterable[int]) -> list[int]:
    """How many of each kind: the 34 array of ``mahjong``, which has the tiles in our order."""
    found = _possible(kinds)
    return [found.count(kind) for kind in range(tiles.KINDS)]


def from_34(counts: Sequence[int]) -> Kinds:
    """The tiles of a 34 array."""
    if len(counts) != tiles.KINDS:
        raise _refuse("length", have=len(counts), need=tiles.KINDS)
    for kind, count in enumerate(counts):
        if not isinstance(count, int) or not 0 <= count <= legality.COPIES:
            raise _refuse("copies", tile=legality.label(kind), copies=count)
    return tuple(kind for kind, count in enumerate(counts) for _ in range(count))


def to_136(kinds: Iterable[int]) -> list[int]:
    """Tile by tile its id in the 136, of each kind the first copies, as ``mahjong`` does it."""
    return [kind * legality.COPIES + copy for kind, count in enumerate(to_34(kinds)) for copy in range(count)]


def from_136(ids: Iterable[int]) -> Kinds:
    """The tiles of these ids; a red five is a plain one."""
    found = list(ids)
    for one in found:
        if not isinstance(one, int) or not 0 <= one < IDS:
            raise _refuse("id", id=one, last=IDS - 1)
        if found.count(one) > 1:
            raise _refuse("id-twice", id=one)
    return tuple(sorted(one // legality.COPIES for one in found))


class Digits(TypedDict):
    """The arguments of ``TilesConverter.string_to_136_array(**…)`` and its kin."""

    man: str
    pin: str
    sou: str
    honors: str


def to_digits(kinds: Iterable[int]) -> Digits:
    """The tiles as one string of digits a suit."""
    found = _possible(kinds)
    man, pin, sou, honors = (
        "".join(tiles.NAMES[kind][0] for kind in found if tiles.suit_of(kind) == suit) for suit in range(4)
    )
    return Digits(man=man, pin=pin, sou=sou, honors=honors)


def from_digits(*, man: str = "", pin: str = "", sou: str = "", honors: str = "") -> Kinds:
    """The tiles of such strings; ``0`` and ``r`` are plain fives."""
    kinds = []
    for suit, digits in zip("mpsz", (man, pin, sou, honors), strict=True):
        for digit in digits if suit == "z" else re.sub("[0r]", "5", digits):
            if digit + suit not in tiles.KIND:
                raise _refuse("digit", digit=digit, most=7 if suit == "z" else 9)
            kinds.append(tiles.KIND[digit + suit])
    return _possible(kinds)


# ---------------------------------------------------------------- PyMahjongGB

_GB_CODES = tuple(
    [f"{suit}{number}" for suit in "WBT" for number in range(1, 10)]
    + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]  # J1 J2 J3 are 中發白
)
_GB_KINDS = {code: kind for kind, code in enumerate(_GB_CODES)}
_GB_PACKS = {"CHI": Claim.CHOW, "PENG": Claim.PUNG, "GANG": Claim.DIRECT_KONG}
_GB_NAMES = {claim: name for name, claim in _GB_PACKS.items()} | {
    Claim.ADDED_KONG: "GANG",
    Claim.CONCEALED_KONG: "GANG",
}

GBPack = tuple[str, str, int]


class GBHand(NamedTuple):
    """The arguments of ``MahjongGB.MahjongFanCalculator(*…)``, in its order."""

    pack: tuple[GBPack, ...]
    hand: tuple[str, ...]  # the undeclared tiles without the winning one
    win_tile: str
    flower_count: int = 0
    self_drawn: bool = False
    fourth_tile: bool = False
    about_kong: bool = False
    wall_last: bool = False
    seat_wind: int = 0
    prevalent_wind: int = 0


def to_gb_codes(kinds: Iterable[int]) -> tuple[str, ...]:
    """The tiles as PyMahjongGB names them: W1 萬, B1 筒, T1 索, F1–F4 東南西北, J1–J3 中發白."""
    return tuple(_GB_CODES[kind] for kind in _possible(kinds))


def from_gb_codes(codes: Iterable[str]) -> Kinds:
    """The tiles of such names."""
    return _possible(_gb_kind(code) for code in codes)


def _gb_kind(code: str) -> int:
    if code not in _GB_KINDS:
        raise _refuse("gb-code", name=code)
    return _GB_KINDS[code]


def to_gb(hand: Hand) -> GBHand:
    """A hand for PyMahjongGB.

    What a Hand does not know is filled in: the claimed tile is the first of its chow, a pung or kong came from the
    player on the left, and an unknown wind is East. 加槓 goes over as any exposed kong.
    """
    return GBHand(
        tuple(_to_pack(meld) for meld in hand.melds),
        tuple(_GB_CODES[kind] for kind, count in enumerate(hand.held) for _ in range(count)),
        "" if hand.win is None else _GB_CODES[hand.win],
        hand.flower_count,
        *_circumstances(hand),
        hand.seat or 0,
        hand.prevailing or 0,
    )


def _to_pack(meld: Meld) -> GBPack:
    middle = meld.kinds[1]  # the tile that names a chow
    return _GB_NAMES[meld.claim], _GB_CODES[middle], int(meld.claim is not Claim.CONCEALED_KONG)


def from_gb(given: GBHand) -> Hand:
    """A hand of PyMahjongGB, whatever its size (theirs has 14 tiles); an exposed kong is read as 大明槓."""
    held = [_gb_kind(code) for code in given.hand]
    win = _gb_kind(given.win_tile) if given.win_tile else None
    concealed = held if win is None else [*held, win]
    hand = Hand(
        concealed=bytes(concealed.count(kind) for kind in range(tiles.KINDS)),
        melds=tuple(_from_pack(*pack) for pack in given.pack),
        win=win,
        self_drawn=given.self_drawn,
        flower_count=given.flower_count,
        words=_words(given.self_drawn, given.fourth_tile, given.about_kong, given.wall_last),
        seat=given.seat_wind,
        prevailing=given.prevalent_wind,
    )
    if problems := legality.problems(hand, size=None):
        raise ImpossibleHand(problems)
    return hand


def _from_pack(name: str, code: str, offer: int) -> Meld:
    kind = _gb_kind(code)
    middle_of_chow = kind < tiles.FIRST_HONOUR and 0 < kind % 9 < 8
    if name not in _GB_PACKS or offer not in range(4) or (name == "CHI" and not middle_of_chow):
        raise _refuse("gb-pack", pack=(name, code, offer))
    if name == "CHI":
        return Meld(Claim.CHOW, kind - 1)
    return Meld(Claim.CONCEALED_KONG if name == "GANG" and not offer else _GB_PACKS[name], kind)


def _circumstances(hand: Hand) -> tuple[bool, bool, bool, bool]:
    """Self-drawn, the fourth tile, about a kong, the last of the wall."""
    words = hand.words
    kong = not words.isdisjoint(("槓上", "大明槓上", "搶槓"))
    return hand.self_drawn, "四絕" in words, kong, not words.isdisjoint(("海底", "河底"))


def _words(self_drawn: bool, fourth: bool, kong: bool, last: bool) -> frozenset[str]:
    said = {"四絕": fourth, "槓上" if self_drawn else "搶槓": kong, "海底" if self_drawn else "河底": last}
    return frozenset(word for word, holds in said.items() if holds)


# ---------------------------------------------------------------- GB lines

_HONOUR_LETTERS = "ESWNPFC"
# 圈風, 門風, and yes or no for 自摸, the fourth tile, the last of the wall, about a kong; then flowers a–h.
_GB_TAIL = re.compile(r"(?P<round>[ESWN])(?P<seat>[ESWN])(?P<flags>[01]{4})(\|(?P<flowers>[a-h]{0,8}))?")
_YES = "1"


def to_gb_line(hand: Hand) -> str:
    """A line of GB notation, ``[123m,1][5555p]34m678sEE2m|ES1000``, the winning tile last.

    The part after the bar asks for both winds, and is left out where one is unknown. Who gave a meld is not known
    here: 1, for an added kong 5. Flowers go over by number.
    """
    held = [kind for kind, count in enumerate(hand.held) for _ in range(count)]
    line = "".join(map(_gb_meld, hand.melds)) + _gb_tiles(held)
    if hand.win is not None:
        line += _gb_tiles([hand.win])
    if hand.seat is None or hand.prevailing is None:
        return line
    drawn, fourth, kong, last = _circumstances(hand)
    flags = "".join(str(int(flag)) for flag in (drawn, fourth, last, kong))
    flowers = "|" + "abcdefgh"[: hand.flower_count] if hand.flower_count else ""
    return f"{line}|{_HONOUR_LETTERS[hand.prevailing]}{_HONOUR_LETTERS[hand.seat]}{flags}{flowers}"


def _gb_meld(meld: Meld) -> str:
    giver = {Claim.CONCEALED_KONG: "", Claim.ADDED_KONG: ",5"}.get(meld.claim, ",1")
    return f"[{_gb_tiles(meld.kinds)}{giver}]"


def _gb_tiles(kinds: Sequence[int]) -> str:
    numbered = [kind for kind in kinds if kind < tiles.FIRST_HONOUR]
    honours = (_HONOUR_LETTERS[kind - tiles.FIRST_HONOUR] for kind in kinds if kind >= tiles.FIRST_HONOUR)
    return tiles.write(numbered) + "".join(honours)


def from_gb_line(line: str) -> Hand:
    """The complete hand of a line of GB notation: 17 tiles and one more for each kong. Raises HandError."""
    from analyzer.notation import parse

    shown, bar, tail = line.strip().partition("|")
    if not bar:
        return parse(shown)
    match = _GB_TAIL.fullmatch(tail)
    if match is None:
        raise NotationError([Problem("interchange-gb-tail", {"tail": tail})])
    drawn, fourth, last, kong = (flag == _YES for flag in match["flags"])
    winds = dict(zip(_HONOUR_LETTERS, "東南西北", strict=False))
    said = sorted(_words(drawn, fourth, kong, last)) + ["自摸"] * drawn
    said += [f"門風={winds[match['seat']]}", f"圈風={winds[match['round']]}"]
    flowers = f"花{len(match['flowers'])}" if match["flowers"] else ""
    return parse(f"{shown}{flowers}|{' '.join(said)}")
