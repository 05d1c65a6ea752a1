"""What may be asked: the fields of each request, and how a request is read from what JSON holds.

The classes are the only description of the requests; the OpenAPI schema of the server is made from them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin, get_type_hints

from analyzer.errors import Problem, Refusal
from analyzer.messages import Lang, extend
from analyzer.notation import Honours

LONGEST_TEXT = 4_000  # a line of a hand has a bound of its own
MOST_ENTRIES = 100
LARGEST_NUMBER = 10**9

# For the schema: no other fields, no "1" for 1. What is read here keeps to it by itself.
STRICT: dict[str, object] = {"extra": "forbid", "strict": True}

_R = TypeVar("_R")


class RequestError(Refusal):
    """A request that is not what its name asks for: a field is missing, unknown or of another type."""

    kind = "request"


@dataclass(frozen=True)
class Request:
    """What every request may carry: the language of names and messages, and settings of rulings (``{"R9": "all"}``)."""

    __pydantic_config__: ClassVar[dict[str, object]] = STRICT

    lang: Lang = "en"
    rulings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Line(Request):
    """A hand in one line; ``z`` says what 5z 6z 7z mean: 白發中 (tenhou) or 中發白 (cn)."""

    line: str
    z: Honours = "tenhou"


@dataclass(frozen=True, kw_only=True)
class ScoreLine(Line):
    """A complete hand; ``deciding`` asks for the rulings that would change its total too."""

    deciding: bool = False


@dataclass(frozen=True, kw_only=True)
class RowOfLine(Line):
    """A complete hand and the name of a row."""

    row: str


@dataclass(frozen=True, kw_only=True)
class ClaimOnLine(Line):
    """A complete hand and what the player claims: ``清龍, 三相逢×2, 63翻``."""

    claim: str


@dataclass(frozen=True, kw_only=True)
class WinOfDeal:
    """Who won (東 南 西 北 or E S W N), and with which hand."""

    __pydantic_config__: ClassVar[dict[str, object]] = STRICT

    winner: str
    line: str


@dataclass(frozen=True, kw_only=True)
class Deal(Request):
    """One win, or several on one discard; ``discarder`` is null for a self-draw."""

    wins: list[WinOfDeal]
    discarder: str | None = None
    dealer: str = "東"
    streak: int | None = None
    z: Honours = "tenhou"


@dataclass(frozen=True, kw_only=True)
class RewardOfPlayer(Request):
    """An instant reward or fine by its name, and the player it is about."""

    name: str
    player: str
    count: int = 1
    holder: str | None = None


@dataclass(frozen=True, kw_only=True)
class PlayOfCards(Request):
    """A play of duel: ``9TJQR=K``."""

    play: str


@dataclass(frozen=True, kw_only=True)
class PlayOverPlay(PlayOfCards):
    """A play of duel, and the play that lies there."""

    over: str


@dataclass(frozen=True, kw_only=True)
class PeakMatch(Request):
    """The facts of a match of peak. Ratings and streaks not given are a new player's."""

    round: int | str
    winner_score: int | float | str
    loser_score: int | float | str
    cards: str
    form_slays: int | str = 0
    winner_rating: int | float | str | None = None
    winner_streak: int | str | None = None
    loser_rating: int | float | str | None = None
    loser_streak: int | str | None = None


# ---------------------------------------------------------------- reading


def read_request(kind: type[_R], raw: object) -> _R:
    """The request that ``raw`` holds; RequestError with everything that is wrong with it."""
    problems: list[Problem] = []
    values = _read_object(kind, raw, "", problems)
    if problems:
        raise RequestError(problems)
    return kind(**values)


def language_of(raw: object) -> Lang:
    """The language a request asks for, whatever else is wrong with it."""
    return "zh" if isinstance(raw, Mapping) and raw.get("lang") == "zh" else "en"


@cache
def _types(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _read_object(kind: Any, raw: object, path: str, problems: list[Problem]) -> dict[str, Any]:
    """The values of the fields, as far as they can be read."""
    if not isinstance(raw, Mapping):
        problems.append(Problem("request.no-object", {"field": path.rstrip(".") or "request"}))
        return {}
    known: dict[str, Field[Any]] = {one.name: one for one in fields(kind)}
    for name in raw.keys() - known.keys():
        words = {"field": path + _short(name), "known": ", ".join(known)}
        problems.append(Problem("request.unknown-field", words))
    values = {}
    for name, one in known.items():
        if name in raw:
            values[name] = _read(_types(kind)[name], raw[name], path + name, problems)
        elif one.default is MISSING and one.default_factory is MISSING:
            problems.append(Problem("request.missing-field", {"field": path + name}))
    return values


def _read(wanted: Any, raw: object, path: str, problems: list[Problem]) -> Any:
    """The value of a field of this type; a problem is noted where it is of another."""
    if get_origin(wanted) is list:
        return _read_list(get_args(wanted)[0], raw, path, problems)
    if is_dataclass(wanted) and isinstance(wanted, type):
        found: list[Problem] = []
        values = _read_object(wanted, raw, path + ".", found)
        problems += found
        return None if found else wanted(**values)
    code = _misfit(wanted, raw)
    if code:
        known = ", ".join(map(str, get_args(wanted))) if get_origin(wanted) is Literal else ""
        words = {"field": path, "known": known, "most": LONGEST_TEXT, "entries": MOST_ENTRIES}
        problems.append(Problem(code, words))
    return raw


def _read_list(wanted: Any, raw: object, path: str, problems: list[Problem]) -> list[Any]:
    if not isinstance(raw, list) or len(raw) > MOST_ENTRIES:
        problems.append(Problem("request.no-list", {"field": path, "entries": MOST_ENTRIES}))
        return []
    return [_read(wanted, one, f"{path}[{place}]", problems) for place, one in enumerate(raw)]


def _misfit(wanted: Any, raw: object) -> str:
    """The code of what is wrong with a value; "" where it fits."""
    if isinstance(wanted, UnionType):
        codes = {one: _misfit(one, raw) for one in get_args(wanted)}
        if "" in codes.values():
            return ""
        return codes[str] if isinstance(raw, str) and str in codes else next(iter(codes.values()))
    if get_origin(wanted) is Literal:
        return "" if isinstance(raw, str) and raw in get_args(wanted) else "request.no-choice"
    if get_origin(wanted) is dict:
        return _misfit_settings(raw)
    return _PLAIN[wanted](raw)


def _misfit_text(raw: object) -> str:
    if not isinstance(raw, str) or any("\ud800" <= sign <= "\udfff" for sign in raw):
        return "request.no-text"
    return "request.long-text" if len(raw) > LONGEST_TEXT else ""


def _misfit_number(raw: object) -> str:
    right = isinstance(raw, int) and not isinstance(raw, bool) and abs(raw) <= LARGEST_NUMBER
    return "" if right else "request.no-number"


def _misfit_decimal(raw: object) -> str:
    return "" if isinstance(raw, float) and abs(raw) <= LARGEST_NUMBER else "request.no-number"


def _misfit_settings(raw: object) -> str:
    """What is wrong with settings of rulings."""
    if not isinstance(raw, Mapping) or len(raw) > MOST_ENTRIES:
        return "request.no-settings"
    texts = [*raw.keys(), *raw.values()]
    return next(filter(None, map(_misfit_text, texts)), "") and "request.no-settings"


_PLAIN: dict[Any, Callable[[object], str]] = {
    str: _misfit_text,
    int: _misfit_number,
    float: _misfit_decimal,
    bool: lambda raw: "" if isinstance(raw, bool) else "request.no-flag",
    type(None): lambda raw: "" if raw is None else "request.no-number",
}


def _short(name: object) -> str:
    """A name nobody knows, as a message may show it."""
    text = "".join(sign if sign.isprintable() else "?" for sign in str(name))
    return text if len(text) <= 30 else text[:30] + "…"


extend(
    {
        "gate.request": ("要求有誤：", "Request: "),
        "request.no-such-name": ("沒有「{name}」這項查詢", "there is no request “{name}”"),
        "request.no-such-name.do": ("可用：{known}", "there are {known}"),
        "request.no-json": ("內容不是 JSON", "the body is no JSON"),
        "request.no-json.do": ('傳送例如 {{"line": "…"}}', 'send for example {{"line": "…"}}'),
        "request.no-object": ("「{field}」不是物件", "“{field}” is no object"),
        "request.no-object.do": ('寫成例如 {{"line": "…"}}', 'write for example {{"line": "…"}}'),
        "request.missing-field": ("缺少「{field}」", "“{field}” is missing"),
        "request.missing-field.do": ("補上「{field}」", "give “{field}”"),
        "request.unknown-field": ("不認識「{field}」", "“{field}” is no known field"),
        "request.unknown-field.do": ("可有：{known}", "there are {known}"),
        "request.no-text": ("「{field}」不是文字", "“{field}” is no text"),
        "request.no-text.do": ('寫成文字 "…"', 'write a text, "…"'),
        "request.long-text": ("「{field}」太長", "“{field}” is too long"),
        "request.long-text.do": ("最多 {most} 個字符", "give at most {most} characters"),
        "request.no-number": ("「{field}」不是合用的數", "“{field}” is no number that can be meant"),
        "request.no-number.do": ("寫成數字，例如 2", "write a number, for example 2"),
        "request.no-flag": ("「{field}」不是 true 或 false", "“{field}” is neither true nor false"),
        "request.no-flag.do": ("寫 true 或 false", "write true or false"),
        "request.no-choice": ("「{field}」沒有這個選擇", "“{field}” has no such choice"),
        "request.no-choice.do": ("可選 {known}", "choose one of {known}"),
        "request.no-settings": ("「{field}」不是裁定的設定", "“{field}” is no settings of rulings"),
        "request.no-settings.do": ('寫成例如 {{"R9": "all"}}', 'write for example {{"R9": "all"}}'),
        "request.no-list": ("「{field}」不是列表（最多 {entries} 項）", "“{field}” is no list of at most {entries}"),
        "request.no-list.do": ("寫成 [ … ]", "write [ … ]"),
        # -- what the server itself refuses
        "request.too-large": ("內容太大（最多 {most} 位元組）", "the body is too large (at most {most} bytes)"),
        "request.too-large.do": ("一次只問一手牌", "ask about one hand at a time"),
        "request.too-slow": ("未能在 {seconds} 秒內回答", "no answer within {seconds} seconds"),
        "request.too-slow.do": ("稍後再試，或用指令行", "try again later, or use the command line"),
        "request.no-token": ("寫入比賽簿需要權杖", "writing to the book needs the token"),
        "request.no-token.do": (
            "用 X-Yunlong-Token 附上 yunlong serve 顯示的權杖",
            "send the token that `yunlong serve` printed as X-Yunlong-Token",
        ),
        "request.no-book": ("這裏沒有比賽簿", "there is no match book here"),
        "request.no-book.do": ("以 yunlong serve --db 開啟", "start it with yunlong serve --db"),
        "request.failed": ("程式出錯，未能回答", "the program failed on this request"),
        "request.failed.do": ("請回報這項查詢", "please report what was asked"),
        "request.no-page": ("沒有這一頁", "there is nothing at this address"),
        "request.no-page.do": ("由首頁開始", "begin at the first page"),
        "request.no-method": ("這個地址不接受這種方法", "this address does not take that method"),
        "request.no-method.do": ("查詢用 POST", "requests are sent by POST"),
    }
)
