"""Reads a hand from a line of text in any usual notation, and writes it as the one canonical line.

``grammar/hand.lark`` says how a line is spelled; this module says what the spellings mean. Reading never guesses:
every fault of a line is told with its place, and then there is no hand. The parser is built on first use, so that
importing this module stays cheap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from analyzer import legality, tiles
from analyzer.cache import cache_folder
from analyzer.data import read_data
from analyzer.errors import ImpossibleHand, NotationError, Problem
from analyzer.hand import KONGS, VALUES, WORDS, Claim, Hand, Meld

if TYPE_CHECKING:
    from lark import Lark, Token
    from lark.exceptions import UnexpectedInput

Honours = Literal["tenhou", "cn"]
Span = tuple[int, int]

LONGEST_LINE = 2_000
LONGEST_QUOTE = 30
MOST_PROBLEMS = 10
SET_OF_TILES = tiles.KINDS * legality.COPIES
# What a hand lacks only until its last tiles are entered.
_MAY_STILL_COME = frozenset(
    {
        "needs-kong",
        "needs-own-kong",
        "needs-direct-kong",
        "needs-flower",
        "needs-replacements",
        "three-visible",
        "copy-left",
    }
)


# ---------------------------------------------------------------- the ways to read a line


def parse(text: str, *, z: Honours = "tenhou") -> Hand:
    """A complete hand: 17 tiles and one more for each kong.

    Where no winning tile is marked, the last undeclared tile as written is taken and ``win_assumed`` says so.
    ``z="cn"`` reads 5z 6z 7z as 中發白. Raises NotationError or ImpossibleHand.
    """
    line = _read(text, z)
    hand = line.hand(assume_win=True)
    return _possible(hand, line, legality.problems(hand))


def parse_held(text: str, *, z: Honours = "tenhou") -> Hand:
    """A hand that waits: 16 tiles and one more for each kong, without a winning tile."""
    line = _read(text, z, win_allowed=False)
    hand = line.hand()
    return _possible(hand, line, legality.problems(hand, size=legality.HELD))


def parse_fragment(text: str, *, z: Honours = "tenhou") -> Hand:
    """A bare list of one to five melds, or of tiles that could form them, without eyes or winning tile."""
    line = _read(text, z, win_allowed=False)
    hand = line.hand()
    return _possible(hand, line, legality.problems(hand, size=None) + legality.fragment_problems(hand))


def parse_partial(text: str, *, z: Honours = "tenhou") -> tuple[Hand, tuple[Problem, ...]]:
    """A hand that is still being entered, of any number of tiles, and what makes it impossible already.

    Nothing is assumed about the winning tile; a blank text is the empty hand. What further tiles could still bring (the
    kong of a 槓上) is no problem here. Raises NotationError for what does not read.
    """
    if text.translate(FULL_WIDTH).strip() in ("", "|"):
        return Hand(bytes(tiles.KINDS)), ()
    line = _read(text, z)
    hand = line.hand()
    found = [problem for problem in legality.problems(hand, size=None) if problem.code not in _MAY_STILL_COME]
    return hand, tuple(line.located(problem) for problem in found)


def _possible(hand: Hand, line: _Line, problems: Sequence[Problem]) -> Hand:
    if problems:
        raise ImpossibleHand([line.located(problem) for problem in problems], line.text)
    return hand


# ---------------------------------------------------------------- writing


def write_hand(hand: Hand) -> str:
    """The canonical line: melds, undeclared tiles, winning tile, flowers, and after a bar what happened."""
    undeclared = list(hand.concealed_kinds())
    if hand.win in undeclared:
        undeclared.remove(hand.win)
    winning = "" if hand.win is None else "+" + tiles.NAMES[hand.win]
    line = "".join(map(str, hand.melds)) + tiles.write(undeclared) + winning + _write_flowers(hand)
    words = _write_words(hand)
    return f"{line}|{words}" if words else line


def _write_flowers(hand: Hand) -> str:
    names = "".join(tiles.FLOWERS_ZH[flower] for flower in sorted(hand.flowers))
    if not names and not hand.flower_count:
        return ""
    return "花" + (names or str(hand.flower_count))


ORDER = ("自摸", *(word for word in (*WORDS, *VALUES.values()) if word not in ("莊", "連")), "莊", "連")


def _write_words(hand: Hand) -> str:
    said = {word: word for word in hand.words}
    if hand.self_drawn:
        said["自摸"] = "自摸"
    for attribute, word in VALUES.items():
        value = getattr(hand, attribute)
        if value != getattr(Hand, attribute):
            said[word] = f"{word}={_write_value(attribute, value)}"
    return " ".join(said[word] for word in ORDER if word in said)


def _write_value(attribute: str, value: Any) -> str:
    if attribute == "seen":
        return tiles.write(value)
    return tiles.HONOURS_ZH[value] if attribute in WINDS else str(value)


# ---------------------------------------------------------------- what the signs of the grammar mean

FULL_WIDTH = {ord("\u3000"): " ", ord("、"): ",", **{0xFF00 + code: chr(0x20 + code) for code in range(1, 95)}}

DIGIT = {
    sign: number
    for number, signs in enumerate(zip("0123456789", "0" + tiles.NUMBERS_ZH, strict=True))
    for sign in signs
}
SUIT = {sign: suit for suit, signs in enumerate(("mw萬万", "p筒餅饼", "s索條条")) for sign in signs}
HONOUR_NUMBERS = {"tenhou": "東南西北白發中", "cn": "東南西北中發白"}
HONOUR = {
    sign: kind
    for kind, signs in enumerate(("E東东", "S南", "W西", "N北", "P白", "F發发", "C中"), tiles.FIRST_HONOUR)
    for sign in signs
}
PICTURE = {picture: kind for kind, picture in enumerate(tiles.PICTURES)}
FLOWER = {
    sign: flower
    for flower, signs in enumerate(zip(tiles.FLOWERS_ZH, tiles.FLOWER_PICTURES, strict=True))
    for sign in (*signs, f"f{flower + 1}")
} | {"兰": tiles.FLOWERS_ZH.index("蘭")}

SHAPE = {claim: "kong" if claim in KONGS else claim.name.lower() for claim in Claim}
CLAIMED = {"chow": Claim.CHOW, "pung": Claim.PUNG, "kong": Claim.DIRECT_KONG}
ADDED_GIVERS = "567"  # in GB notation 1–3 gave the meld, 5–7 the pung that a drawn tile made a kong
TILES = ("numbered", "honours", "pictures")

CIRCUMSTANCE = {
    "SELF_DRAWN": "自摸",
    "READY": "叮",
    "HEAVENLY_READY": "天叮",
    "EARTHLY_READY": "地叮",
    "INSTANT": "叮即",
    "READY_DISCARD": "叮銃",
    "LAST_TILE": "海底",
    "LAST_DISCARD": "河底",
    "KONG_DRAW": "槓上",
    "DIRECT_KONG_DRAW": "大明槓上",
    "FLOWER_DRAW": "花上",
    "ROBBED_KONG": "搶槓",
    "HEAVENLY_HAND": "天胡",
    "EARTHLY_HAND": "地胡",
    "HUMAN_HAND": "人胡",
    "DOUBLE_WIN": "雙響",
    "TRIPLE_WIN": "三響",
    "FOURTH_VISIBLE": "四絕",
    "LAST_OF_ALL": "真絕",
    "DEALER": "莊",
}
WINDS = ("seat", "prevailing")  # the values of Hand that are winds; the terminals are called as the fields


# ---------------------------------------------------------------- reading


class _Tile(NamedTuple):
    kind: int
    span: Span


def _read(text: str, z: Honours, *, win_allowed: bool = True) -> _Line:
    """What the line says; NotationError with everything in it that cannot be read."""
    if len(text) > LONGEST_LINE:
        raise NotationError([Problem("too-long", {"length": len(text), "most": LONGEST_LINE})])
    items, problems = _items(text)
    if not items and not problems:
        raise NotationError([Problem("empty")])
    line = _Line(text, HONOUR_NUMBERS[z])
    line.read(items)
    if len(line.wins) > win_allowed:
        code = "two-wins" if win_allowed else "win-unwanted"
        line.refuse(code, *(tile.span for tile in line.wins), have=len(line.wins))
    if problems := sorted([*problems, *line.problems], key=lambda problem: problem.spans):
        raise NotationError(problems, text)
    return line


class _Line:
    """Gathers what a line says, item by item, each thing with its place; one method for each rule of the grammar."""

    def __init__(self, text: str, honour_numbers: str) -> None:
        self.text = text
        self.problems: list[Problem] = []
        self.undeclared: list[_Tile] = []
        self.declared: list[_Tile] = []
        self.melds: list[Meld] = []
        self.wins: list[_Tile] = []
        self.flowers: dict[int, Span] = {}
        self.values: dict[str, Any] = {}  # fields of Hand
        self.places: dict[str, list[Span]] = {}  # of every word
        self._honour_numbers = honour_numbers
        self._call: tuple[Token, list[_Tile]] | None = None  # 上 碰 槓 and its tiles, while some are wanting

    def read(self, items: Sequence[Any]) -> None:
        """Take in every item, then look at the line as a whole."""
        for item in items:
            rule = getattr(item, "data", None)
            if rule is None:
                self._circumstance(item)
            elif rule in TILES:
                self._loose(self._tiles(item))
            else:
                self._end_call()
                getattr(self, f"_{rule}")(*item.children)
        self._end_call()
        self._check()

    def refuse(self, code: str, *spans: Span, **words: object) -> None:
        """Note a problem; ``text`` is what stands at its place."""
        text = _quoted(self.text[spans[0][0] : spans[-1][1]])
        self.problems.append(Problem(code, {"text": text, **words}, spans))

    def located(self, problem: Problem) -> Problem:
        """A problem of the hand with the places of the tile and the words it is about."""
        spans = [span for key in ("word", "other") for span in self.places.get(str(problem.words.get(key)), ())]
        kind, win = problem.words.get("kind"), problem.words.get("win")
        spans += [tile.span for tile in (*self.undeclared, *self.declared, *self.wins) if tile.kind == kind]
        spans += [tile.span for tile in self.wins if tile.kind == win]
        return replace(problem, spans=tuple(sorted(spans)))

    def hand(self, *, assume_win: bool = False) -> Hand:
        """The hand that the line describes, possible or not."""
        undeclared = [tile.kind for tile in self.undeclared]
        assumed = assume_win and not self.wins and bool(undeclared)
        win = self.wins[0].kind if self.wins else undeclared[-1] if assumed else None
        if self.wins and not self._complete_without(self.wins[0].kind):
            undeclared.append(self.wins[0].kind)
        return Hand(
            concealed=bytes(map(undeclared.count, range(tiles.KINDS))),
            melds=tuple(self.melds),
            win=win,
            flowers=frozenset(self.flowers),
            words=frozenset(self.places).intersection(WORDS) - self._redundant(),
            self_drawn=not self.places.keys().isdisjoint(("自摸", "大明槓上")),
            win_assumed=assumed,
            **{"flower_count": len(self.flowers), **self.values},
        )

    def _complete_without(self, win: int) -> bool:
        """Whether the other tiles are a whole hand already, with no tile that ``win`` could point at."""
        have = len(self.undeclared) + len(self.declared)
        need = legality.COMPLETE + sum(meld.is_kong for meld in self.melds)
        return have == need and all(tile.kind != win for tile in self.undeclared)

    def _redundant(self) -> set[str]:
        """天叮 and 地叮 say 叮 too."""
        return set() if self.places.keys().isdisjoint(("天叮", "地叮")) else {"叮"}

    # ------------------------------------------------------------ tiles and melds

    def _tiles(self, *items: Any) -> list[_Tile]:
        return [tile for item in items for tile in getattr(self, f"_{item.data}")(*item.children)]

    def _numbered(self, *signs: Token) -> Iterator[_Tile]:
        digits, suit = sorted(signs, key=lambda sign: sign.type)  # DIGITS goes before SUIT
        return self._suited(digits, suit)

    def _suited(self, digits: Token, suit: Token) -> Iterator[_Tile]:
        for place, digit in enumerate(digits, _span(digits)[0]):
            number = DIGIT[digit]
            if number == 0:
                self.refuse("no-zero", (place, place + 1))
            elif suit != "z":
                yield _Tile(SUIT[suit] * 9 + number - 1, (place, place + 1))
            elif number <= len(self._honour_numbers):
                yield _Tile(HONOUR[self._honour_numbers[number - 1]], (place, place + 1))
            else:
                self.refuse("no-such-honour", (place, place + 1))

    def _honours(self, signs: Token) -> Iterator[_Tile]:
        for match in re.finditer("[紅红]?(.)[板財财]?", signs):
            yield _Tile(HONOUR[match[1]], _span(signs, match))

    def _pictures(self, signs: Token) -> Iterator[_Tile]:
        for match in re.finditer("(.)[\ufe0e\ufe0f]?", signs):
            yield _Tile(PICTURE[match[1]], _span(signs, match))

    def _loose(self, found: list[_Tile]) -> None:
        """Tiles that stand alone: they belong to the call before them while that wants tiles."""
        if self._call:
            self._call[1].extend(found)
            self._end_call(unless_short=True)
        else:
            self.undeclared += found

    def _called(self, word: Token, item: Any) -> None:
        self._call = (word, self._tiles(item))
        self._end_call(unless_short=True)

    def _end_call(self, *, unless_short: bool = False) -> None:
        if self._call is None:
            return
        word, found = self._call
        claim = Claim[word.type]
        if unless_short and len(found) < (4 if claim in KONGS else 3):
            return
        self._call = None
        self._declare(found, {SHAPE[claim]: claim})

    def _claimed(self, *items: Any) -> None:
        self._declare(self._tiles(*items), CLAIMED)

    def _added(self, *items: Any) -> None:
        if isinstance(items[0], str):  # 555+5p: the digits, the fourth one, and the suit of both
            *digits, suit = items
            found = [tile for run in digits for tile in self._suited(run, suit)]
        else:
            found = self._tiles(*items)
        self._declare(found, {"kong": Claim.ADDED_KONG})

    def _concealed(self, *items: Any) -> None:
        self._declare(self._tiles(*items), {"kong": Claim.CONCEALED_KONG})

    def _given(self, *items: Any) -> None:
        *items_of_meld, giver = items
        added = giver in ADDED_GIVERS
        self._declare(self._tiles(*items_of_meld), {"kong": Claim.ADDED_KONG} if added else CLAIMED)

    def _declare(self, found: list[_Tile], claims: Mapping[str, Claim]) -> None:
        """Declare the meld that ``found`` makes; ``claims`` says which shapes may stand here, and as what."""
        if not found:  # every one of them was refused already
            return
        kinds = sorted(tile.kind for tile in found)
        shape = _shape(kinds)
        if shape in claims:
            self.declared += found
            self.melds.append(Meld(claims[shape], kinds[0]))
            return
        wanted = next(iter(claims))
        code = f"not-a-{wanted}" if shape in SHAPE.values() else shape
        meld = tiles.write(tile.kind for tile in found)
        self.refuse(code, *(tile.span for tile in found), meld=meld, have=len(found))

    # ------------------------------------------------------------ winning tile, flowers, words

    def _won(self, item: Any) -> None:
        self.wins += self._tiles(item)

    def _eaten(self, word: Token, item: Any) -> None:
        self._say("食", word)
        self._won(item)

    def _drawn(self, word: Token, item: Any) -> None:
        self._say("自摸", word)
        self._won(item)

    def _flowers(self, *signs: Token) -> None:
        for sign in signs:
            flower, span = FLOWER[sign], _span(sign)
            if flower in self.flowers:
                self.refuse("flower-twice", self.flowers[flower], span, flower=tiles.FLOWERS_ZH[flower])
            self.flowers[flower] = span
            self._say("花", sign)

    def _flower_count(self, count: Token) -> None:
        self._value("flower_count", "花", DIGIT[count], _span(count))

    def _circumstance(self, word: Token) -> None:
        self._say(CIRCUMSTANCE[word.type], word)

    def _valued(self, word: Token, *said: Any) -> None:
        attribute = word.type.lower()
        if attribute == "seen":
            value: Any = tuple(sorted(tile.kind for tile in self._tiles(*said)))
        else:
            value = HONOUR[said[0][0].upper()] - tiles.EAST if attribute in WINDS else int(said[0])
        *_, last = said[-1].children if attribute == "seen" else said
        self._value(attribute, VALUES[attribute], value, (_span(word)[0], _span(last)[1]))

    def _value(self, attribute: str, word: str, value: Any, span: Span) -> None:
        if self.values.setdefault(attribute, value) != value:
            self.refuse("said-twice", *self.places[word], span, word=word)
        self.places.setdefault(word, []).append(span)
        # 尾牌=0 is what Hand holds where nothing is said: only here it can still be told from that.
        if word in legality.RANGES and value == 0 and (problem := legality.bad_value(word, value)):
            self.problems.append(replace(problem, spans=(span,)))

    def _say(self, word: str, sign: Token) -> None:
        self.places.setdefault(word, []).append(_span(sign))

    def _check(self) -> None:
        """What only the whole line shows."""
        drawn = [*self.places.get("自摸", ()), *self.places.get("大明槓上", ())]
        if "食" in self.places and drawn:
            self.refuse("eaten-and-drawn", *self.places["食"], *drawn)
        everything = [*self.undeclared, *self.declared, *self.wins]
        have = len(everything) + len(self.values.get("seen", ()))
        if have > SET_OF_TILES:
            self.refuse("more-than-a-set", *(tile.span for tile in everything), have=have, most=SET_OF_TILES)


def _shape(kinds: Sequence[int]) -> str:
    """Of sorted tiles: chow, pung or kong, or else the code that says why they are none."""
    if len(kinds) not in (3, 4):
        return "meld-size"
    if kinds[0] == kinds[-1]:
        return "pung" if len(kinds) == 3 else "kong"
    if len(kinds) == 4:
        return "unequal-four"
    if tiles.suit_of(kinds[0]) != tiles.suit_of(kinds[-1]):
        return "meld-suits"
    if kinds[0] >= tiles.FIRST_HONOUR:
        return "honour-chow"
    return "chow" if (kinds[1], kinds[2]) == (kinds[0] + 1, kinds[0] + 2) else "no-chow"


def _span(sign: Token, match: re.Match[str] | None = None) -> Span:
    """The place of a sign in the line, or of a part of it."""
    start = sign.start_pos or 0
    return (start + match.start(), start + match.end()) if match else (start, start + len(sign))


def _quoted(text: str) -> str:
    """A piece of the line as a message may show it: short, and nothing that a terminal would obey."""
    shown = "".join(sign if sign.isprintable() else f"U+{ord(sign):04X}" for sign in text[:LONGEST_QUOTE])
    return shown + "…" if len(text) > LONGEST_QUOTE else shown


# ---------------------------------------------------------------- the parser, and what its errors mean


@cache
def _parser() -> Lark:
    from lark import Lark

    folder = cache_folder()
    cache = str(folder / "hand-grammar.pickle") if folder else False
    return Lark(read_data("grammar", "hand.lark"), start="line", parser="lalr", maybe_placeholders=False, cache=cache)


def _items(text: str) -> tuple[Sequence[Any], list[Problem]]:
    """The items of a line, and the problems of the pieces that do not read.

    Such a piece is blanked out and the line read again, so that the next one is found too.
    """
    from lark.exceptions import UnexpectedInput

    problems: list[Problem] = []
    readable = text.translate(FULL_WIDTH)
    while len(problems) < MOST_PROBLEMS:
        try:
            return _parser().parse(readable).children, problems
        except UnexpectedInput as error:
            fault = _Fault(readable, error)
            problems.append(fault.problem())
            start, end = fault.piece()
            readable = readable[:start] + " " * (end - start) + readable[end:]
    return [], problems


# The sign that begins something, or goes before something: what is missing when the line does not go on with it.
WANTING = {
    "LPAR": "empty-meld",
    "LSQB": "empty-meld",
    "COMMA": "no-giver",
    "DIGITS": "no-suit",
    "FLOWERS": "no-flower",
    "EQUAL": "no-value",
    "SUIT": "no-number",
    **dict.fromkeys(("PLUS", "EATEN", "SELF_DRAWN"), "no-winning-tile"),
    **dict.fromkeys((claim.name for claim in Claim), "no-tiles-called"),
    **dict.fromkeys((attribute.upper() for attribute in VALUES), "no-value"),
}

WORD_SIGNS = frozenset({*CIRCUMSTANCE, *(attribute.upper() for attribute in VALUES), "COMMA", "$END"})
STRAY = {**dict.fromkeys(WORD_SIGNS - {"COMMA"}, "word-before-bar"), "RPAR": "stray-bracket", "RSQB": "stray-bracket"}


class _Fault:
    """A place where the parser could not go on: what is wrong there, and the piece of the line it spoils."""

    def __init__(self, text: str, error: UnexpectedInput) -> None:
        parser: Any = error.interactive_parser
        self.text = text
        self.expected: set[str] = parser.accepts()
        signs: list[Token] = [value for value in parser.parser_state.value_stack if hasattr(value, "type")]
        self.after_bar = any(sign.type == "VBAR" for sign in signs)
        # The signs of an item that is begun and not ended; a line may end wherever there is none.
        self.begun = [] if "$END" in self.expected else [sign for sign in signs if sign.type != "VBAR"]
        self.last = self.begun[-1].type if self.begun else ""
        self.sign: Token | None = getattr(error, "token", None)  # None: no sign begins with this character
        self.type = self.sign.type if self.sign is not None else ""
        self.place = len(text) if self.type == "$END" else error.pos_in_stream or 0

    def problem(self) -> Problem:
        """What is wrong, at the signs that a person should look at."""
        code = self._unknown_character() if self.sign is None else self._misplaced_sign(self.sign)
        start, end = self._span(code)
        digits = self.begun[-1] if self.last == "DIGITS" else ""
        words = {"text": _quoted(self.text[start:end]), "digits": _quoted(digits), "column": start + 1}
        return Problem(code, words, ((start, end),))

    def piece(self) -> Span:
        """All that must be left out for the line to go on."""
        start = _span(self.begun[0])[0] if self.begun else self.place
        if self._in_meld():
            return start, start + len(re.split(r"(?<=[)\]])|(?=\|)", self.text[start:], maxsplit=1)[0])
        if self.sign is None or (self.after_bar and not self.begun):
            return min(start, self._word()[0]), self._word()[1]
        if self.begun and (self.last != "EQUAL" or self.type in WORD_SIGNS):
            return start, _span(self.begun[-1])[1]
        return start, _span(self.sign)[1]

    def _in_meld(self) -> bool:
        return bool(self.begun) and self.begun[0].type in ("LPAR", "LSQB")

    def _unknown_character(self) -> str:
        ambiguous = self.text[self.place] in "tb"
        if self.last == "DIGITS":
            return "ambiguous-suit" if ambiguous else "unknown-suit"
        if WANTING.get(self.last) == "no-value":
            return "no-value"
        if self.after_bar:
            return "unknown-word"
        return "ambiguous-suit" if ambiguous else "unknown-character"

    def _misplaced_sign(self, sign: Token) -> str:
        if self._in_meld() and sign.type in ("$END", "VBAR"):
            return "unclosed-meld"
        if self.expected & {"RPAR", "RSQB"}:
            return "not-in-meld"
        if self.last == "DIGITS" and sign.type == "HONOURS" and sign[0] in "SWP":
            return "capital-suit"
        if self.begun:
            return WANTING.get(self.last, "misplaced")
        if self.after_bar:
            return "not-a-word"
        return STRAY.get(sign.type, "misplaced")

    def _span(self, code: str) -> Span:
        if code == "unclosed-meld":
            return _span(self.begun[0])
        if code == "no-value":
            return _span(self.begun[0])[0], _span(self.begun[-1])[1]
        if self.sign is None or code == "not-a-word":
            return self._word()
        if self.begun and code not in ("not-in-meld", "capital-suit"):
            return _span(self.begun[-1])
        return _span(self.sign)

    def _word(self) -> Span:
        """The place where reading stopped: before the bar one character, after it the whole word."""
        if not self.after_bar:
            return self.place, self.place + 1
        before, after = self.text[: self.place], self.text[self.place :]
        letters = re.search(r"[a-z-]*$", before, re.IGNORECASE)
        length = len(re.split(r"[\s,|]", after, maxsplit=1)[0]) or 1
        return self.place - len(letters[0] if letters else ""), self.place + length
