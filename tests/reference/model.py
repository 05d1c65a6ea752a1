"""What the judge speaks of: tiles, hands, groups, readings, found rows; the prices and the rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

# ---------------------------------------------------------------- tiles

NUMBER_KINDS = tuple(f"{number}{suit}" for suit in "mps" for number in range(1, 10))
HONOUR_KINDS = tuple(f"{number}z" for number in range(1, 8))
KINDS = NUMBER_KINDS + HONOUR_KINDS
KIND_ORDER = {kind: place for place, kind in enumerate(KINDS)}
WINDS = ("1z", "2z", "3z", "4z")
DRAGONS = ("5z", "6z", "7z")
ORPHANS = ("1m", "9m", "1p", "9p", "1s", "9s", *HONOUR_KINDS)


def is_honour(tile: str) -> bool:
    return tile[1] == "z"


def number_of(tile: str) -> int:
    return int(tile[0])


def in_order(tiles: list[str]) -> list[str]:
    return sorted(tiles, key=KIND_ORDER.__getitem__)


# ---------------------------------------------------------------- what is asked, what is answered


@dataclass(frozen=True)
class SlowMeld:
    """A declared meld: kind is chow, pung, direct (大明槓), added (加槓) or concealed (暗槓)."""

    kind: str
    tile: str

    @property
    def shape(self) -> str:
        return self.kind if self.kind in ("chow", "pung") else "kong"


@dataclass(frozen=True)
class SlowHand:
    """A hand and what happened to it; concealed includes the winning tile."""

    concealed: tuple[str, ...]
    melds: tuple[SlowMeld, ...] = ()
    win: str = ""
    self_drawn: bool = False
    flowers: frozenset[int] = frozenset()
    words: frozenset[str] = frozenset()
    tail: int = 0
    revenge: int = 0
    discards: int | None = None
    seen: tuple[str, ...] = ()


RowKey = tuple[str, str, int]


class ReadingTotal(NamedTuple):
    """One reading with what it is worth, 底 not included."""

    form: str
    groups: tuple[str, ...]
    winning_group: str
    total: int


@dataclass(frozen=True)
class SlowScore:
    """The answer: the total with 底, the paid rows as (row, 明/暗/"", price) -> times, and every reading."""

    total: int
    rows: Counter[RowKey]
    readings: list[ReadingTotal]


# ---------------------------------------------------------------- groups and readings


@dataclass(frozen=True)
class Group:
    """One group of a reading: chow, pung, kong, eyes; in 嚦咕 pair, triplet; in 十三么, 不搭 single."""

    shape: str
    tile: str  # the lowest
    meld: str = ""  # kind of the declared meld, "" when it stands in the hand
    dark: bool = True  # 暗: neither claimed nor completed by a discard

    @property
    def tiles(self) -> tuple[str, ...]:
        if self.shape == "chow":
            return tuple(f"{number}{self.suit}" for number in range(self.number, self.number + 3))
        copies = {"single": 1, "eyes": 2, "pair": 2, "pung": 3, "triplet": 3, "kong": 4}
        return (self.tile,) * copies[self.shape]

    @property
    def suit(self) -> str:
        return self.tile[1]

    @property
    def number(self) -> int:
        """The lowest number; of an honour, its place in 東南西北白發中 (never looked at as a number)."""
        return int(self.tile[0])

    @property
    def honour(self) -> bool:
        return is_honour(self.tile)

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers the group holds; an honour has none."""
        return frozenset() if self.honour else frozenset(number_of(tile) for tile in self.tiles)

    @property
    def is_chow(self) -> bool:
        return self.shape == "chow"

    @property
    def is_pung(self) -> bool:
        """A kong stands wherever a pung may."""
        return self.shape in ("pung", "kong")

    @property
    def is_meld(self) -> bool:
        return self.is_chow or self.is_pung

    @property
    def is_eyes(self) -> bool:
        return self.shape == "eyes"

    @property
    def name(self) -> str:
        return "".join(tile[0] for tile in self.tiles) + self.suit

    @property
    def order(self) -> tuple[int, int]:
        return (KIND_ORDER[self.tile], len(self.tiles))


STANDARD, LIGU, ORPHAN_FORM, BUDA = "standard", "嚦咕", "十三么", "不搭"


@dataclass(frozen=True)
class Reading:
    """A form, its groups, and the place (index) of the group that the winning tile completed."""

    form: str
    groups: tuple[Group, ...]
    place: int

    @property
    def winning_group(self) -> Group:
        return self.groups[self.place]

    @property
    def melds(self) -> tuple[Group, ...]:
        return tuple(group for group in self.groups if group.is_meld)

    @property
    def eyes(self) -> Group:
        return next(group for group in self.groups if group.is_eyes)


@dataclass(frozen=True)
class Facts:
    """All that a row may look at."""

    hand: SlowHand
    reading: Reading
    rulings: Mapping[str, str]
    drawn: bool  # the win counts as self-drawn (G8 taken into account)
    waits: frozenset[str]
    tiles: tuple[str, ...]  # all of the hand, melds included


@dataclass(frozen=True)
class Found:
    """An instance of a row: concrete groups by position (none for a row about the whole hand)."""

    row: str
    price: int
    exposure: str = ""
    places: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()
    combination: tuple[object, ...] = ()  # 單式 compares these
    needs: tuple[Found, ...] = field(default=())  # other instances that must be paid too

    @property
    def key(self) -> RowKey:
        return (self.row, self.exposure, self.price)


# ---------------------------------------------------------------- the table: prices, in its order

BASE = 5
ONE_TO_TWELVE = ("一", "兩", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
RUN_SIZES = {3: "三", 4: "四", 5: "五", 6: "六", 7: "七", 8: "八"}


def tail_row(count: int) -> str:
    return f"尾牌連摸（{ONE_TO_TWELVE[count - 1]}連）"


PRICES: dict[str, int | tuple[int, int]] = {
    # 花字類
    "花": 2,
    "字": 2,
    "無花": 2,
    "無字": 2,
    "無字花": 8,
    # 字牌類
    "小三元": 40,
    "大三元": 80,
    "嚦咕 三元": 20,
    "小三風": 30,
    "大三風": 60,
    "嚦咕 三風": 15,
    "小四喜": 120,
    "大四喜": 200,
    "嚦咕 四喜": 60,
    "字一色": 200,
    # 么九數字類
    "斷么": 8,
    "缺五": 10,
    "缺斷三寳": 50,
    "全大": 50,
    "全小": 50,
    "混全大": 20,
    "混全小": 20,
    "混帶X（一數）": 30,
    "混帶X（兩數）": 50,
    "混帶X（三數）": 70,
    "全帶X": 100,
    "混單": 20,
    "混雙": 30,
    "全單": 40,
    "全雙": 60,
    "混帶么": 40,
    "全帶么": 80,
    "混老頭": 100,
    "清老頭": 300,
    "兩數": 100,
    "三數": 60,
    # 四歸般高類
    "四歸二": (5, 10),
    "四歸三": (15, 30),
    "四歸四": (30, 60),
    "八歸三": 10,
    "八歸四": 20,
    "十二歸四": 30,
    "一般高": 5,
    "三般高": 30,
    "四般高": 120,
    "雙般高": 20,
    # 時態類
    "自摸": 1,
    "門清": 5,
    "門清摸": 3,
    "叮": 5,
    "門清叮": 15,
    "叮即": 5,
    "叮銃": 5,
    "天叮": 70,
    "地叮": 60,
    "全求人": 40,
    "半求人": 20,
    "雙響": 5,
    "三響": 10,
    "反雪（雙響）": 10,
    "反雪（三響）": 20,
    "海底自摸": 20,
    "河底食出": 20,
    "天胡": 150,
    "地胡": 150,
    "人胡": 80,
    "四子": 60,
    "七子": 30,
    "十子": 15,
    "四絕": 5,
    "真絕": 15,
    # 順子相逢步高類
    "平糊": 5,
    "無字花大平": 20,
    "老少上": 3,
    "雙老少": 15,
    "相逢": 3,
    "三相逢": (10, 20),
    "雙相逢": 10,
    "全相逢": 20,
    "四同順": 20,
    "五同順": 40,
    "三色三步高": (5, 10),
    "三色五步高": (50, 60),
    "一色三步高": (15, 30),
    "一色五步高": (160, 220),
    "三色連環套": (3, 6),
    "三色金門橋": (10, 20),
    "一色連環套": (10, 20),
    "一色金門橋": (30, 60),
    "清龍": (10, 20),
    "雜龍": (8, 15),
    "雙龍出海": 10,
    "龍鳳呈祥": 15,
    # 牌型類
    "缺一門": 8,
    "小五門": 10,
    "大五門": 15,
    "小七門": 20,
    "大七門": 25,
    "混一色": 40,
    "清一色": 100,
    "綠一色": 300,
    "雞糊": 40,
    "鴨糊": 20,
    "嚦咕 八飛": 60,
    "嚦咕 單吊形": 50,
    "十三么": 150,
    "不搭雞": 60,
    "十六飛": 20,
    "三相": 20,
    "雜龍（不搭）": 20,
    "混全將": 0,  # R15
    # 刻子槓牌類
    "明槓": 1,
    "暗槓": 2,
    "三槓": 20,
    "四槓": 40,
    "五槓": 100,
    "兩暗刻": 5,
    "三暗刻": 15,
    "四暗刻": 30,
    "五暗刻": 100,
    "對對": 40,
    "老少（一色刻）": 5,
    "兩色雙老少": 20,
    "兩色同刻": 5,
    "小三色同刻": 15,
    "大三色同刻": 30,
    "連刻兩步": 5,
    "連刻小三步": 10,
    "連刻大三步": 20,
    "連刻小四步": 30,
    "連刻大四步": 40,
    "連刻小五步": 60,
    "連刻大五步": 100,
    "連刻六步": 160,
    "小三色三節": 8,
    "大三色三節": 15,
    "間間糊": 160,
    # 槓花摸類
    "槓上摸": 5,
    "花上摸": 3,
    tail_row(2): 10,
    tail_row(3): 20,
    tail_row(4): 30,
    tail_row(5): 40,
    tail_row(6): 50,
    tail_row(7): 60,
    tail_row(8): 70,
    tail_row(9): 80,
    tail_row(10): 90,
    tail_row(11): 100,
    tail_row(12): 110,
    "搶槓": 10,
    # 同色/雜色連對
    "同色連對（三）": 5,
    "同色連對（四）": 10,
    "同色連對（五）": 20,
    "同色連對（六）": 40,
    "同色連對（七）": 80,
    "同色連對（八）": 160,
    "雜色連對（三）": 2,
    "雜色連對（四）": 5,
    "雜色連對（五）": 10,
    "雜色連對（六）": 20,
    "雜色連對（七）": 40,
    "雜色連對（八）": 80,
    "雜色同對": 8,
    # 型式類
    "對碰": 2,
    "獨獨": 2,
    "假獨": 2,
    "將眼": 2,
}
ROW_ORDER = {row: place for place, row in enumerate(PRICES)}

# ---------------------------------------------------------------- rulings, section 9: the defaults

DEFAULT_RULINGS: Mapping[str, str] = {
    "R1": "family",
    "R2": "2",
    "R3": "either",
    "R4": "dearer",
    "R5": "dearest",
    "R6": "never",
    "R7": "free",
    "R8": "any",
    "R9": "replace",
    "R10": "discard",
    "R11": "implied",
    "R12": "counts",
    "R13": "triplet",
    "R14": "both",
    "R15": "0",
    "R16": "every",
    "R17": "kept",
    "R18": "adds",
    "R19": "no",
    "R20": "absorbed",
    "R21": "mixed",
    "R22": "counts",
    "R23": "absorbed",
    "R24": "discarder",
}
