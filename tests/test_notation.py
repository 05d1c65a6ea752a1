"""The notation of hands: every spelling, every refusal with its place and its words, and the way there and back."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import tiles
from analyzer.errors import HandError, ImpossibleHand, NotationError, Problem
from analyzer.hand import VALUES, WORDS, Claim, Hand, Meld
from analyzer.legality import CLASHES, NEEDS, problems
from analyzer.messages import TEXTS
from analyzer.notation import LONGEST_LINE, MOST_PROBLEMS, parse, parse_fragment, parse_held, write_hand

Read = Callable[[str], Hand]
HAND = "12356789m123456p22s+4m"
KONGS = "(5555p)(666+6p)[7777p]123s22m78s+9s"  # one kong of each sort, and a chow


def refused(text: str, read: Read = parse) -> HandError:
    with pytest.raises(HandError) as caught:
        read(text)
    return caught.value


def codes(error: HandError) -> list[str]:
    return [problem.code for problem in error.problems]


def marked(text: str, problem: Problem) -> str:
    """What the carets stand under, pieces apart."""
    return " ".join(text[start:end] for start, end in problem.spans)


# ---------------------------------------------------------------- spellings

SPELLINGS = {
    # the whole hand
    "12356789m123456p22s+4m": HAND,
    "+4m22s123456p12356789m": HAND,
    "12356789m+4m123456p22s": HAND,
    "123 m 56789m 123 p 456p 22 s +4 m": HAND,
    "12356789w123456p22s+4w": HAND,
    "m12356789 p123456 s22 +m4": HAND,
    "m1m2m3m5m6m7m8m9p1p2p3p4p5p6s2s2+m4": HAND,
    "123萬 56萬 789萬 123筒 456筒 22索 食4萬": HAND,
    "123萬56789萬123456筒22索食出4萬": HAND,
    "12356789万123456饼22条+4万": HAND,
    "12356789萬123456餅22條+4萬": HAND,
    "一二三五六七八九萬一二三四五六筒二二索食四萬": HAND,
    "１２３５６７８９ｍ１２３４５６ｐ２２ｓ＋４ｍ": HAND,
    "12356789m\u3000123456p\u300022s\n\t+4m": HAND,
    "🀇🀈🀉🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀑🀑+🀊": HAND,
    "🀇\ufe0e🀈🀉🀋🀌🀍🀎🀏\ufe0f🀙🀚🀛🀜🀝🀞🀑🀑+🀊\ufe0e": HAND,
    "\ufeff12356789m\u200b123456p22s+4m": HAND,
    "自摸4萬 12356789m123456p22s": HAND + "|自摸",
    HAND + "|": HAND,
    # honours
    "EESSWWNNCCFFPP12m+1m": "12m11223344556677z+1m",
    "東東南南西西北北中中發發白白12萬+1萬": "12m11223344556677z+1m",
    "东东南南西西北北红中紅中发財發财白板白12萬+1m": "12m11223344556677z+1m",
    "1122334455667z7z12m+1m": "12m11223344556677z+1m",
    "🀀🀀🀁🀁🀂🀂🀃🀃🀄︎🀄︎🀅🀅🀆🀆12m+1m": "12m11223344556677z+1m",
    # melds
    "(123m)56789m123456p22s+4m": "(123m)56789m123456p22s+4m",
    "(321m)56789m123456p22s+4m": "(123m)56789m123456p22s+4m",
    "(1m2m3m)56789m123456p22s+4m": "(123m)56789m123456p22s+4m",
    "(🀇🀈🀉)56789m123456p22s+4m": "(123m)56789m123456p22s+4m",
    "（１２３萬）５６７８９萬123456p22s+4m": "(123m)56789m123456p22s+4m",
    "上123萬56789m123456p22s+4m": "(123m)56789m123456p22s+4m",
    "吃一萬二萬三萬56789m123456p22s+4m": "(123m)56789m123456p22s+4m",
    "碰東東東 南南123456789m11p+1p": "(111z)123456789m11p22z+1p",
    "碰1z1z1z南南123456789m11p+1p": "(111z)123456789m11p22z+1p",
    "[123m,1][999m,2][5555p]34m678sEE2m": "(123m)(999m)[5555p]34m678s11z+2m",
    "[5555p,3](666p+6p)[7777p]123s22m78s+9s": "(5555p)(666+6p)[7777p]22m12378s+9s",
    "[5555p,1][6666p,7][7777p]123s22m78s+9s": "(5555p)(666+6p)[7777p]22m12378s+9s",
    "(5555p)(666+6p)[7777p]123s22m78s+9s": "(5555p)(666+6p)[7777p]22m12378s+9s",
    "明槓5555筒加槓6666筒暗槓7777筒123索22萬78索+9索": "(5555p)(666+6p)[7777p]22m12378s+9s",
    "大明槓5555筒加杠6666筒暗杠7777筒123索22萬78索+9索": "(5555p)(666+6p)[7777p]22m12378s+9s",
    "(🀝🀝🀝🀝)(🀞🀞🀞+🀞)[🀟🀟🀟🀟]123s22m78s+9s": "(5555p)(666+6p)[7777p]22m12378s+9s",
    "(1111m)234p567p789s22s55s+5s": "(1111m)234567p2255789s+5s",
    # flowers
    HAND + "花春夏梅": HAND + "花春夏梅",
    HAND + " 花 竹 春": HAND + "花春竹",
    HAND + "花兰": HAND + "花蘭",
    "f1 f2 f5" + HAND: HAND + "花春夏梅",
    "f8f7f6f5" + HAND: HAND + "花梅蘭菊竹",
    "🀦🀧🀢" + HAND: HAND + "花春夏梅",
    "花春🀢f8" + HAND: HAND + "花春梅竹",
    "花3" + HAND: HAND + "花3",
    "花三" + HAND: HAND + "花3",
    "花3花春夏梅" + HAND: HAND + "花春夏梅",
    "花0" + HAND: HAND,
    # words
    HAND + "|叮 自摸": HAND + "|自摸 叮",
    HAND + "|叮,自摸": HAND + "|自摸 叮",
    HAND + "｜叮，自摸": HAND + "|自摸 叮",
    HAND + "|自摸叮即叮": HAND + "|自摸 叮 叮即",
    HAND + "|zimo ding instant": HAND + "|自摸 叮 叮即",
    HAND + "|Self-draw READY": HAND + "|自摸 叮",
    HAND + "|聽牌 听": HAND + "|叮",
    HAND + "|天聽": HAND + "|天叮",
    HAND + "|地听": HAND + "|地叮",
    HAND + "|heavenly-ready": HAND + "|天叮",
    HAND + "|earthly-ready": HAND + "|地叮",
    HAND + "|叮 天叮": HAND + "|天叮",
    HAND + "|ready-discard": HAND + "|叮銃",
    HAND + "|叮铳": HAND + "|叮銃",
    HAND + "|zimo last-tile": HAND + "|自摸 海底",
    HAND + "|last-discard": HAND + "|河底",
    HAND + "|rob-kong": HAND + "|搶槓",
    HAND + "|抢杠": HAND + "|搶槓",
    HAND + "|zimo heavenly-hand": HAND + "|自摸 天胡",
    HAND + "|地糊": HAND + "|地胡",
    HAND + "|earthly-hand": HAND + "|地胡",
    HAND + "|human-hand": HAND + "|人胡",
    HAND + "|人胡 自摸": HAND + "|自摸 人胡",
    HAND + "|double-win": HAND + "|雙響",
    HAND + "|三响": HAND + "|三響",
    HAND + "|triple-win": HAND + "|三響",
    HAND + "|fourth-visible 真绝": HAND + "|四絕 真絕",
    HAND + "|last-of-all": HAND + "|真絕",
    HAND + "|revenge=2": HAND + "|反雪=2",
    HAND + "|棄=5": HAND + "|棄=5",
    HAND + "|discards = 0": HAND + "|棄=0",
    HAND + "|見=4m4m4m 四絕": HAND + "|四絕 見=444m",
    HAND + "|seen=9m E三 萬 三響": HAND + "|三響 見=39m1z",
    HAND + "|門風=南 圈風=東": HAND + "|門風=南 圈風=東",
    HAND + "|round=east,seat=s": HAND + "|門風=南 圈風=東",
    HAND + "|门风=东 庄 連=2": HAND + "|門風=東 莊 連=2",
    HAND + "|dealer streak=0": HAND + "|莊 連=0",
    KONGS + "|自摸 kong-draw": "(5555p)(666+6p)[7777p]22m12378s+9s|自摸 槓上",
    KONGS + "|大明杠上": "(5555p)(666+6p)[7777p]22m12378s+9s|自摸 大明槓上",
    KONGS + "|direct-kong-draw": "(5555p)(666+6p)[7777p]22m12378s+9s|自摸 大明槓上",
    KONGS + "|尾牌=3 自摸": "(5555p)(666+6p)[7777p]22m12378s+9s|自摸 尾牌=3",
    HAND + "花1|flower-draw zimo": HAND + "花1|自摸 花上",
}


@pytest.mark.parametrize(("text", "canonical"), SPELLINGS.items())
def test_spelling(text: str, canonical: str) -> None:
    hand = parse(text)
    assert str(hand) == canonical
    assert parse(canonical) == hand


def test_honours_numbered_the_chinese_way() -> None:
    assert str(parse("555z666z77z234m567p99s+9s", z="cn")) == "234m567p99s55666777z+9s"


def test_a_hand_has_its_parts() -> None:
    hand = parse("(123m)[5555p]456s22z78m111m+9m花春夏|自摸 叮 見=4m4m 棄=12 門風=南")
    assert hand.melds == (Meld(Claim.CHOW, 0), Meld(Claim.CONCEALED_KONG, 13))
    assert (hand.win, hand.self_drawn, hand.words) == (8, True, frozenset({"叮"}))
    assert (hand.flowers, hand.flower_count) == (frozenset({0, 1}), 2)
    assert (hand.seen, hand.discards, hand.seat, hand.prevailing) == ((3, 3), 12, 1, None)
    assert sum(hand.counts) == 18
    assert hand.concealed[8] == 1
    assert not hand.win_assumed


def test_without_a_mark_the_last_tile_is_taken() -> None:
    hand = parse("112233s456m55z778899p 花3")
    assert (hand.win, hand.win_assumed) == (17, True)
    assert hand == parse(str(hand))
    assert not parse(str(hand)).win_assumed


def test_a_declared_meld_after_the_tiles_is_not_the_winning_tile() -> None:
    assert parse("56789m123456p22s4m(123m)").win == 3


@pytest.mark.parametrize(
    ("claim", "spelling"),
    [
        (Claim.CHOW, "(123m)"),
        (Claim.PUNG, "(111m)"),
        (Claim.DIRECT_KONG, "(1111m)"),
        (Claim.ADDED_KONG, "(111+1m)"),
        (Claim.CONCEALED_KONG, "[1111m]"),
    ],
)
def test_melds_as_written(claim: Claim, spelling: str) -> None:
    assert str(Meld(claim, 0)) == spelling
    assert parse_fragment(spelling).melds == (Meld(claim, 0),)


@pytest.mark.parametrize("text", ["12356789m123456p22s", "(123m)5689m123456p22s7m", "[1111m]2356789p12345s1z|叮"])
def test_held(text: str) -> None:
    hand = parse_held(text)
    assert hand.win is None
    assert parse_held(str(hand)) == hand
    assert sum(hand.held) + 3 * len(hand.melds) == 16


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("456 筒 456456索", "456p445566s"),
        ("123123萬 456筒 789索", "112233m456p789s"),
        ("123萬234筒345索456萬567筒", "123456m234567p345s"),
        ("(123m)[5555p]", "(123m)[5555p]"),
        ("111222333m444p555s花春", "111222333m444p555s花春"),
    ],
)
def test_fragment(text: str, canonical: str) -> None:
    hand = parse_fragment(text)
    assert str(hand) == canonical
    assert hand.win is None
    assert parse_fragment(canonical) == hand


# ---------------------------------------------------------------- refusals

# Text; the codes of its problems; what the carets of each mark; and words of the first message.
REFUSALS: list[tuple[str, list[str], list[str], str]] = [
    # signs
    ("", ["empty"], [""], "empty"),
    (" \t\u3000", ["empty"], [""], "empty"),
    ("|", ["empty"], [""], "empty"),
    ("123x", ["unknown-suit"], ["x"], "“x” at column 4 is no suit (in 123x)"),
    ("777h 22s", ["unknown-suit"], ["h"], "“h” at column 4 is no suit (in 777h)"),
    ("123M", ["unknown-suit"], ["M"], "“M” at column 4"),
    ("123t456p", ["ambiguous-suit"], ["t"], "does “t” at column 4 mean 筒 or 索"),
    ("123m 456b", ["ambiguous-suit"], ["b"], "does “b” at column 9 mean 筒 or 索"),
    ("t123", ["ambiguous-suit", "no-suit"], ["t", "123"], "does “t”"),
    ("123S", ["capital-suit"], ["S"], "the digits 123 have no suit"),
    ("222m 333 444p", ["no-suit"], ["333"], "the digits 333 at column 6 have no suit"),
    ("12m3", ["no-suit"], ["3"], "the digits 3 at column 4"),
    ("mE", ["no-number"], ["m"], "the suit “m” at column 1 has no number"),
    ("1m s 2m", ["no-number"], ["m"], "the suit “m” at column 7"),
    ("12z8z", ["no-such-honour"], ["8"], "there is no 8z"),
    ("406m", ["no-zero"], ["0"], "no tile has the number 0"),
    ("魚 1m 龜", ["unknown-character"] * 2, ["魚", "龜"], "“魚” at column 1 is no tile"),
    ("🀫", ["unknown-character"], ["🀫"], "“🀫” at column 1 is no tile"),
    ("\x1b[31m", ["unknown-character", "unclosed-meld"], ["\x1b", "["], "“U+001B”"),
    ("12m,3m", ["misplaced"], [","], "“,” cannot stand at column 4"),
    ("=", ["misplaced"], ["="], "“=” cannot stand"),
    (HAND + "海底", ["word-before-bar"], ["海底"], "“海底” stands before the |"),
    (HAND + "zimo", ["no-winning-tile"], ["zimo"], "no tile follows “zimo”"),
    (HAND + "|叮|自摸", ["not-a-word"], ["|"], "after the | stand words only"),
    (HAND + "|叮 5m", ["not-a-word"], ["5m"], "“5m” is none"),
    (HAND + "|食4m", ["not-a-word"], ["食4m"], "“食4m” is none"),
    (HAND + "|zimox", ["unknown-word"], ["zimox"], "“zimox” is not a known word"),
    (HAND + "|foo 叮 bar", ["unknown-word"] * 2, ["foo", "bar"], "“foo” is not a known word"),
    (HAND + "|棄", ["no-value"], ["棄"], "“棄” lacks its value"),
    (HAND + "|棄= 叮", ["no-value"], ["棄="], "“棄=” lacks its value"),
    (HAND + "|棄=x", ["no-value"], ["棄="], "“棄=” lacks its value"),
    (HAND + "|門風=中", ["no-value"], ["門風="], "“門風=” lacks its value"),
    (HAND + "|見=", ["no-value"], ["見="], "“見=” lacks its value"),
    (HAND + "|棄=5 棄=6", ["said-twice"], ["棄=5 棄=6"], "“棄” is given twice"),
    (HAND + "花3花4", ["said-twice"], ["3 4"], "“花” is given twice"),
    # melds
    ("(124m)56789m123456p22s+4m", ["no-chow"], ["1 2 4"], "124m is neither three in a row nor three of a kind"),
    ("(891m)23567m123456p22s+4m", ["no-chow"], ["8 9 1"], "891m is neither"),
    ("(ESW)56789m123456p22s+4m", ["honour-chow"], ["E S W"], "123z is no meld: honours make no chow"),
    ("(567z)56789m123456p22s+4m", ["honour-chow"], ["5 6 7"], "honours make no chow"),
    ("(12m3p)", ["meld-suits"], ["1 2 3"], "12m3p is no meld: its tiles are of different suits"),
    ("(EE1m)", ["meld-suits"], ["E E 1"], "11z1m is no meld"),
    ("(12m)", ["meld-size"], ["1 2"], "12m has 2 tiles"),
    ("(11111m)", ["meld-size"], ["1 1 1 1 1"], "11111m has 5 tiles"),
    ("(1112m)", ["unequal-four"], ["1 1 1 2"], "1112m is no kong"),
    ("(555+6p)", ["unequal-four"], ["5 5 5 6"], "5556p is no kong"),
    ("(555p+6p)", ["unequal-four"], ["5 5 5 6"], "5556p is no kong"),
    ("[555p]", ["not-a-kong"], ["5 5 5"], "555p is no kong"),
    ("[123m]", ["not-a-kong"], ["1 2 3"], "123m is no kong"),
    ("[123m,5]", ["not-a-kong"], ["1 2 3"], "123m is no kong"),
    ("暗槓555p", ["not-a-kong"], ["5 5 5"], "555p is no kong"),
    ("碰123m", ["not-a-pung"], ["1 2 3"], "123m is no pung"),
    ("上555m", ["not-a-chow"], ["5 5 5"], "555m is no chow"),
    ("碰東東東東", ["not-a-pung"], ["東 東 東 東"], "1111z is no pung"),
    ("(124m)(ESW)(12m3p)", ["no-chow", "honour-chow", "meld-suits"], ["1 2 4", "E S W", "1 2 3"], "124m"),
    ("()", ["empty-meld"], ["("], "no tiles"),
    ("(123m", ["unclosed-meld"], ["("], "“(” at column 1 is not closed"),
    ("[", ["unclosed-meld"], ["["], "not closed"),
    ("(123m|自摸", ["unclosed-meld"], ["("], "not closed"),
    ("123m)", ["stray-bracket"], [")"], "“)” at column 5 closes nothing"),
    ("(123m]", ["not-in-meld"], ["]"], "“]” cannot stand inside a meld"),
    ("(123m花1)", ["not-in-meld"], ["花"], "“花” cannot stand inside a meld"),
    ("(123魚)", ["unknown-suit"], ["魚"], "“魚” at column 5"),
    ("[123m,4]", ["no-giver"], [","], "after the comma"),
    ("碰", ["no-tiles-called"], ["碰"], "no tiles follow “碰”"),
    # winning tile, flowers
    (HAND + "+5m", ["two-wins"], ["4 5"], "2 winning tiles are marked"),
    ("12356789m123456p2s+24s", ["two-wins"], ["2 4"], "2 winning tiles are marked"),
    ("12356789m123456p2s+EE", ["two-wins"], ["E E"], "2 winning tiles are marked"),
    (HAND + "+", ["no-winning-tile"], ["+"], "no tile follows “+”"),
    ("12356789m123456p22s食4m|自摸", ["eaten-and-drawn"], ["食 自摸"], "both won by discard"),
    (HAND + "花", ["no-flower"], ["花"], "no flower follows"),
    (HAND + "花春夏春", ["flower-twice"], ["春 春"], "there is one 春 only"),
    (HAND + "f1🀦", ["flower-twice"], ["f1 🀦"], "there is one 春 only"),
    ("1m" * 137, ["more-than-a-set"], [" ".join("1" * 137)], "137 tiles are in this line"),
    # a possible line has the right tiles
    ("11111m234p567p789s22s+2s", ["fifth-copy"], ["1 1 1 1 1"], "4 copies of 1m are all there is: 5 here, in 11111m"),
    ("(111m)14m234p567p789s1m9s+1m", ["fifth-copy"], ["1 1 1 1 1 1"], "6 here, in (111m) 111m"),
    ("[1111m](123m)567p78999s11z+E", ["fifth-copy"], ["1 1 1 1 1"], "5 here, in [1111m] (123m)"),
    ("55555z123456m12345p+1p", ["fifth-copy"], ["5 5 5 5 5"], "4 copies of 5z 白"),
    ("12356789m123456p22s", ["too-few"], [""], "16 tiles are too few: 17 and one for each kong make 17 here"),
    (HAND + "9s9s", ["too-many"], [""], "19 tiles are too many"),
    (HAND + "4m", ["too-many"], [""], "18 tiles are too many"),
    ("[5555p]12356789m123p2s+4m", ["too-few"], [""], "make 18 here (kongs: 1)"),
    ("12356789m123456p222s+4m", ["win-not-held"], ["4"], "does not hold its winning tile 4m"),
    ("(123m)(123m)(123m)(456m)(456m)(789m)", ["melds", "too-many"], ["", ""], "6 melds are declared"),
    (HAND + "花9", ["flower-count"], ["9"], "there are eight flowers, not 9"),
    (HAND + "花3花春", ["flower-names"], ["3 春"], "1 flowers are named"),
    (HAND + "|見=2222s", ["seen-copies"], ["2 2 見=2222s"], "2 in the hand (22s) and 4 seen"),
    # and nothing that contradicts itself
    (HAND + "|天胡", ["needs-self-draw"], ["天胡"], "天胡 is a self-draw"),
    (HAND + "|海底", ["needs-self-draw"], ["海底"], "海底 is a self-draw"),
    (KONGS + "|槓上", ["needs-self-draw"], ["槓上"], "槓上 is a self-draw"),
    (HAND + "花1|花上", ["needs-self-draw"], ["花上"], "花上 is a self-draw"),
    (KONGS + "|尾牌=2", ["needs-self-draw"], ["尾牌=2"], "尾牌 is a self-draw"),
    (HAND + "|自摸 河底", ["needs-discard"], ["河底"], "河底 is a win by discard"),
    (HAND + "|自摸 搶槓", ["needs-discard"], ["搶槓"], "搶槓 is a win by discard"),
    (HAND + "|自摸 叮銃", ["needs-discard"], ["叮銃"], "叮銃 is a win by discard"),
    (HAND + "|自摸 雙響", ["needs-discard"], ["雙響"], "雙響 is a win by discard"),
    (HAND + "|自摸 三響", ["needs-discard"], ["三響"], "三響 is a win by discard"),
    (HAND + "|叮即", ["needs-ready"], ["叮即"], "叮即 needs 叮"),
    (HAND + "|海底 河底", ["two-endings"], ["海底 河底"], "海底 is the last tile drawn, 河底 the last discard"),
    (KONGS + "花1|自摸 槓上 花上", ["two-replacements"], ["槓上 花上"], "both name the one replacement"),
    (KONGS + "|自摸 槓上 大明槓上", ["two-replacements"], ["槓上 大明槓上"], "both name the one replacement"),
    (HAND + "|天叮 地叮", ["two-ready"], ["天叮 地叮"], "天叮 or 地叮"),
    (HAND + "|自摸 天胡 地胡", ["two-openings"], ["天胡 地胡"], "天胡 and 地胡 exclude each other"),
    (HAND + "|自摸 天胡 叮", ["opening-ready"], ["天胡 叮"], "before anyone could declare 叮"),
    (HAND + "|自摸 天胡 海底", ["opening-late"], ["天胡 海底"], "too early for 海底"),
    (HAND + "|人胡 搶槓", ["opening-late"], ["人胡 搶槓"], "too early for 搶槓"),
    (HAND + "|自摸 天胡 棄=1", ["opening-discards"], ["天胡 棄=1"], "at most 0 tiles lie in the rivers, not 1"),
    (HAND + "|地胡 棄=9", ["opening-discards"], ["地胡 棄=9"], "at most 3"),
    (HAND + "|雙響 三響", ["two-counts"], ["雙響 三響"], "not both"),
    (HAND + "|搶槓 河底", ["robbed-discard"], ["搶槓 河底"], "added to a pung, not discarded"),
    ("(123m)56789m123456p22s+4m|天叮", ["needs-no-claim"], ["天叮"], "with 天叮 nothing can have been claimed"),
    ("(123m)56789m123456p22s+4m|自摸 天胡", ["needs-no-claim"], ["天胡"], "with 天胡 nothing"),
    ("(5555p)12356789m123p22s+2s|地胡", ["needs-no-claim"], ["地胡"], "with 地胡 nothing"),
    (HAND + "|自摸 槓上", ["needs-kong"], ["槓上"], "槓上 needs a kong"),
    ("[5555p]12356789m123p22s4m+4m", ["too-many"], [""], "19 tiles"),
    ("[5555p]12356789m123p22s+2s|大明槓上", ["needs-direct-kong"], ["大明槓上"], "made at once from a discard"),
    (HAND + "|自摸 花上", ["needs-flower"], ["花上"], "花上 needs a flower"),
    (KONGS + "|自摸 尾牌=4", ["needs-replacements"], ["尾牌=4"], "kongs and flowers are 3 together"),
    ("(7777m)555m55p777s88s777z+8s|自摸 槓上", ["needs-own-kong"], ["槓上"], "every kong of the hand was made from a"),
    (HAND + "|自摸 天胡 見=4s", ["nothing-visible"], ["天胡"], "nothing can be seen"),
    (HAND + "|河底 棄=10", ["needs-river"], ["河底"], "more than ten tiles"),
    (HAND + "|人胡 莊", ["never-dealer"], ["人胡"], "the dealer cannot have 人胡"),
    (HAND + "|河底 棄=0", ["needs-river"], ["河底"], "the rivers are not empty"),
    (HAND + "|自摸 海底 棄=0", ["needs-river"], ["海底"], "the rivers are not empty"),
    (HAND + "|自摸 天胡 門風=南", ["dealer-only"], ["天胡"], "the dealer sits East"),
    (HAND + "|莊 門風=南", ["dealer-only"], ["莊"], "the dealer sits East"),
    (HAND + "|地胡 莊", ["never-dealer"], ["地胡"], "the dealer cannot have 地胡"),
    (HAND + "|地胡 門風=東", ["never-dealer"], ["地胡"], "the dealer cannot have 地胡"),
    ("12344m56789p123s22z1z+4m|搶槓", ["robbed-copy"], ["搶槓"], "the other three 4m"),
    ("12344m56789p123s22z1z+4m|四絕", ["hidden-copy"], ["四絕"], "the hand hides another"),
    (HAND + "|四絕 見=44m", ["three-visible"], ["四絕"], "three 4m must be visible"),
    (HAND + "|真絕 見=44m", ["copy-left"], ["真絕"], "a 4m left"),
    (HAND + "花1|尾牌=1 自摸", ["value"], ["尾牌=1"], "尾牌=1: it is 2 to 12"),
    (HAND + "|尾牌=0 自摸", ["value"], ["尾牌=0"], "尾牌=0: it is 2 to 12"),
    (HAND + "花8|尾牌=13 自摸", ["value", "needs-replacements"], ["尾牌=13", "尾牌=13"], "尾牌=13: it is 2 to 12"),
    (HAND + "|反雪=4", ["value"], ["反雪=4"], "反雪=4: it is 2 to 3"),
    (HAND + "|反雪=0", ["value"], ["反雪=0"], "反雪=0: it is 2 to 3"),
    (HAND + "|棄=-1", ["value"], ["棄=-1"], "棄=-1: it is 0 to 144"),
    (HAND + "|棄=145", ["value"], ["棄=145"], "棄=145: it is 0 to 144"),
    (HAND + "|連=-2", ["value"], ["連=-2"], "連=-2: it is 0 to 99"),
]


@pytest.mark.parametrize(("text", "expected", "places", "saying"), REFUSALS)
def test_refusal(text: str, expected: list[str], places: list[str], saying: str) -> None:
    error = refused(text)
    assert codes(error) == expected
    assert [marked(text, problem) for problem in error.problems] == places
    assert saying in error.problems[0].text("en")


@pytest.mark.parametrize("text", [row[0] for row in REFUSALS])
def test_refusals_say_what_would_do_in_both_languages(text: str) -> None:
    error = refused(text)
    for problem in error.problems:
        sentences = [problem.text("zh"), problem.text("en"), problem.remedy("zh"), problem.remedy("en")]
        assert len(set(sentences)) == 4
        assert all(sentence and "{" not in sentence for sentence in sentences)
        assert all(sentence in error.render("zh") + error.render("en") for sentence in sentences)


OTHER_REFUSALS: list[tuple[str, Read, list[str]]] = [
    ("12356789m123456p22s+4m", parse_held, ["win-unwanted"]),
    ("12356789m123456p2s", parse_held, ["too-few"]),
    ("12356789m123456p22s4m", parse_held, ["too-many"]),
    ("456p+7p", parse_fragment, ["win-unwanted"]),
    ("456p4s", parse_fragment, ["fragment-tiles"]),
    ("123456789m123456789p", parse_fragment, ["fragment-melds"]),
    ("花1", parse_fragment, ["fragment-melds"]),
    ("111m112m", parse_fragment, ["fifth-copy"]),
    ("", parse_fragment, ["empty"]),
]


@pytest.mark.parametrize(("text", "read", "expected"), OTHER_REFUSALS)
def test_refusals_of_held_hands_and_fragments(text: str, read: Read, expected: list[str]) -> None:
    assert codes(refused(text, read)) == expected


OFF_THE_LINE: list[tuple[dict[str, Any], str]] = [
    ({"win": None}, "no-win"),
    ({"win": 33}, "win-not-held"),
    ({"words": frozenset({"魚"})}, "no-such-word"),
    ({"words": frozenset({"叮", "天叮"})}, "two-ready"),
    ({"words": frozenset({"大明槓上"})}, "needs-self-draw"),
    ({"flower_count": -1}, "flower-count"),
    ({"seat": 4}, "value"),
]


@pytest.mark.parametrize(("change", "code"), OFF_THE_LINE)
def test_hands_that_no_line_gives_are_judged_too(change: dict[str, Any], code: str) -> None:
    assert code in [problem.code for problem in problems(replace(parse(HAND), **change))]


def test_every_reason_is_shown_by_a_refusal() -> None:
    shown = {code for _, expected, _, _ in REFUSALS for code in expected}
    shown |= {code for _, _, expected in OTHER_REFUSALS for code in expected} | {code for _, code in OFF_THE_LINE}
    reasons = {*CLASHES, *(code for code, _, _ in NEEDS)}
    assert reasons <= shown
    assert all(code in TEXTS and f"{code}.do" in TEXTS for code in shown)


def test_what_does_not_read_and_what_cannot_be_are_told_apart() -> None:
    assert isinstance(refused("123x"), NotationError)
    assert isinstance(refused("(124m)"), NotationError)
    assert isinstance(refused("1m"), ImpossibleHand)


def test_problems_come_in_the_order_of_the_line() -> None:
    error = refused("9z 777h 魚 (124m) 5")
    assert codes(error) == ["no-such-honour", "unknown-suit", "unknown-character", "no-chow", "no-suit"]


def test_not_more_problems_than_one_can_read() -> None:
    assert len(refused("x" * 100).problems) == MOST_PROBLEMS


def test_carets_stand_under_what_they_mean() -> None:
    lines = refused("魚 12筒 777h").render("en").splitlines()
    assert lines[1:3] == ["  魚 12筒 777h", "  ^^"]
    assert lines[5:7] == ["  魚 12筒 777h", "             ^"]


def test_a_terminal_is_never_given_control_characters() -> None:
    error = refused("\x1b[31m 1\u202em|\x07")
    assert all(sign.isprintable() or sign == "\n" for sign in error.render("zh") + error.render("en"))


# ---------------------------------------------------------------- there and back

MELDS = [Meld(Claim.CHOW, suit * 9 + number) for suit in range(3) for number in range(7)] + [
    Meld(claim, kind) for claim in Claim if claim is not Claim.CHOW for kind in range(tiles.KINDS)
]


def _changes() -> st.SearchStrategy[dict[str, Any]]:
    """One thing more that may have happened."""
    numbers = st.integers(0, 150)
    values: dict[str, st.SearchStrategy[Any]] = dict.fromkeys(VALUES, numbers)
    values["seat"] = values["prevailing"] = st.integers(0, 3)
    values["revenge"] = values["replacements"] = values["streak"] = st.integers(0, 9)
    values["seen"] = st.lists(st.integers(0, tiles.KINDS - 1), max_size=4).map(lambda seen: tuple(sorted(seen)))
    values["self_drawn"] = st.booleans()
    values["words"] = st.sampled_from(WORDS)
    return st.sampled_from(sorted(values)).flatmap(lambda name: st.fixed_dictionaries({name: values[name]}))


@st.composite
def hands(draw: st.DrawFn, size: int = 17) -> Hand:
    """Any hand that could be held, winning or not, with any circumstances that agree."""
    left = [4] * tiles.KINDS
    melds = []
    for meld in draw(st.lists(st.sampled_from(MELDS), max_size=5)):
        if all(left[kind] >= meld.kinds.count(kind) for kind in meld.kinds):
            melds.append(meld)
            for kind in meld.kinds:
                left[kind] -= 1
    wall = [kind for kind in range(tiles.KINDS) for _ in range(left[kind])]
    undeclared = Random(draw(st.integers(0, 2**32))).sample(wall, size - 3 * len(melds))
    flowers = frozenset(draw(st.sets(st.integers(0, 7))))
    hand = Hand(
        concealed=bytes(map(undeclared.count, range(tiles.KINDS))),
        melds=tuple(melds),
        win=undeclared[0] if size == 17 else None,
        flowers=flowers,
        flower_count=len(flowers) or draw(st.integers(0, 8)),
    )
    for change in draw(st.lists(_changes(), max_size=12)):
        if "words" in change:
            change = {"words": hand.words | {change["words"]}}
        changed = replace(hand, **change)
        hand = hand if problems(changed, size=size) else changed
    return hand


@given(hands())
def test_there_and_back(hand: Hand) -> None:
    assert not problems(hand)
    line = str(hand)
    assert parse(line) == hand
    assert write_hand(parse(line)) == line
    assert repr(hand) == f"<Hand {line}>"


@given(hands(size=16))
def test_there_and_back_of_held_hands(hand: Hand) -> None:
    assert parse_held(str(hand)) == hand


@given(hands(), st.randoms(use_true_random=False))
def test_the_order_of_items_does_not_matter(hand: Hand, random: Random) -> None:
    items = [tiles.NAMES[kind] for kind, count in enumerate(hand.held) for _ in range(count)]
    items += [f"+{tiles.NAMES[hand.win or 0]}", *(f"f{flower + 1}" for flower in hand.flowers)]
    random.shuffle(items)
    line = "".join(map(str, hand.melds)) + random.choice(["", " "]).join(items)
    assert parse(line) == parse(write_hand(replace(parse(line), win_assumed=False)))
    assert (parse(line).concealed, parse(line).win, parse(line).flowers) == (hand.concealed, hand.win, hand.flowers)


@given(hands())
def test_the_echo_has_the_tiles_of_the_line(hand: Hand) -> None:
    """MahjongRepository and others showed one tile less when the winning tile had a twin in the hand."""
    assert parse(str(hand)).counts == hand.counts


# ---------------------------------------------------------------- any text whatever


def check_problems(error: HandError, text: str) -> None:
    assert error.problems
    assert error.render("zh") != error.render("en")
    assert all(0 <= start < end <= len(text) for problem in error.problems for start, end in problem.spans)


def check(text: str) -> None:
    """A hand that reads back the same, or a HandError with messages in both languages."""
    for read in (parse, parse_held, parse_fragment):
        try:
            hand = read(text)
        except HandError as error:
            check_problems(error, text)
        else:
            assert read(str(hand)) == hand


SIGNS = (
    "123456789mpswz ESWNCFP()[]+,|=萬筒索一二三東南中發白板紅財花春梅f🀇🀀🀄🀦\ufe0e"
    "上碰明暗加大槓食自摸叮天地胡即銃海河底尾牌棄見門圈風莊連0-tb"
)


@given(st.text())
def test_any_text(text: str) -> None:
    check(text)


@given(st.text(alphabet=SIGNS))
def test_any_text_of_our_signs(text: str) -> None:
    check(text)


@given(hands(), st.data())
def test_a_hand_with_a_slip(hand: Hand, data: st.DataObject) -> None:
    line = str(hand)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(line)))
        removed = data.draw(st.integers(0, 2))
        line = line[:place] + data.draw(st.text(alphabet=SIGNS, max_size=2)) + line[place + removed :]
    check(line)


@pytest.mark.parametrize(
    "sign", ["\ud800", "\x00", "(", "[", "+", "1", "碰", "花", "|", "見=", "棄=9", "\u202e", "𝟙", "🀪"]
)
@pytest.mark.parametrize("length", [1, 2, 3, 1000])
def test_odd_texts(sign: str, length: int) -> None:
    check(sign * length)


def calls(text: str) -> int:
    """How many Python functions run while the line is read."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        parse(text)
    except HandError:
        pass
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("piece", ["1m", "(123m)", "花1", "+E", "x", "(", "碰", "1", "食", "m1 "])
def test_reading_takes_linear_time(piece: str) -> None:
    parse(HAND)  # builds the parser
    once, twice = (calls(piece * (length // len(piece))) for length in (900, 1800))
    assert twice <= 2.2 * once + 500


def test_a_text_too_long_is_refused_before_it_is_read() -> None:
    text = "1m" * LONGEST_LINE
    error = refused(text)
    assert codes(error) == ["too-long"]
    assert f"{len(text)} characters" in error.problems[0].text("en")
    assert len(error.render("en")) < 300
    assert calls(text * 1000) == calls(text) < 100


# ---------------------------------------------------------------- the parser behind it


def run(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parent.parent)


def test_lark_is_imported_on_first_use_only() -> None:
    run("import sys, analyzer.notation; assert 'lark' not in sys.modules")
    run(f"import sys; from analyzer.notation import parse; parse('{HAND}'); assert 'lark' in sys.modules")


@pytest.mark.parametrize(
    "cause",
    [
        "tempfile.tempdir = '/nowhere/at/all'",
        "tempfile.gettempdir = lambda: open('/nowhere/at/all')",
    ],
)
def test_reading_works_where_the_grammar_cannot_be_cached(cause: str) -> None:
    run(f"import tempfile; {cause}\nfrom analyzer.notation import parse\nassert str(parse('{HAND}')) == '{HAND}'")


# ---------------------------------------------------------------- hands that others have published

REFUSED_PUBLIC = {
    "D22": "too-few",  # 16 tiles and the winning one, but a kong makes it 18
    "D26": "too-few",  # three kongs and 17 tiles
    "D76": "fifth-copy",  # (111p) and the eyes 1p1p
    "H11": "too-many",  # 20 tiles
    "K07": "too-few",  # a fragment with eyes, shown without its further meld
}

# The number and the hand of every line in a collection of published hands.
PUBLIC = """
A01   (123m)56m234p999s678sEE +4m
A03   123m56m789m123p456p22s +4m
A05   123m56m234p678s789pEE +4m
A07   123m56m234p678s789pEE +4m
A09   111m111p111s999m999p9s +9s
A11   123m345p567s789m34p66s +2p
A13   1m9m1p9p1s9sEESWNCFP24m +3m
A15   EESSWWNNCCFFPP11m +E
A17   222m333p444s666m99p55s +9p
A19   23m789m333p333sFFFNN +1m
A21   23m789m333p333sFFFNN +1m
A23   23m(789m)333p(333s)FFFNN +1m
A25   [2222m]55p888s444m999p99s +5p
A27   (CCC)FFFPPP22m555p88s +2m
A29   CCCFFF222m555p999sP +P
B02   (123m)12p456p123s789s55m +3p
B04   (123m)111p999p55s789sCC +5s
B06   (123m)CCCFFFPP123p55s +P
B08   112233m45m77889999m +6m
B10   (123m)EEE123p123s78s55s +9s
B12   CCCFFFPP456m234p45s +6s
B14   EEESSSWWWNN456m23p +4p
B16   EEESSSWW456m234p67s +8s
B18   555m555p55s123m123p12s +3s
B20   444m555m666m123p12s77s +3s
B22   1m2222m3m123p123s78s55p +9s
B24   3m44m5555m666m77m12s55p +3s
B26   12345678m123p555s77p +9m
B28   123m555m222s456p78s11p +9s
B30   12m99m123p789p789s111s +3m
B32   123m789m234p456p33s55s +3s
B34   112233m123p789s44s55m +4s
B36   (123m)(123m)112233m44s55p +4s
B38   45m456p456s888m222p99s +6m
B40   12m123p999sSSSCCC55s +3m
B42   11m3m246p13579sES(789m) +W
C02   1111m23m4444m56m789m99m
C04   1111m23m456m789m234p55p
C06   1m2222m333m44m55m6m77m8m9m
C08   1111m22p33p44p55p66pCCC
C10   (999m)123p456p789p123s55p
C12   CCCFFFPPP123p456s55m
C14   19m19p19sESWNCFP1234m
C16   123p456p123s789m456m5s +5s
C18   123p456p123s789m22p12s +3s
C20   123p456p789p123s456s55p
C22   9999m8888m7777m6666m5m
D02   234m678m234s678s234p5p +5p
D04   123456m123s789s456p8p +8p
D06   123456789m234s22p34p +5m
D08   234m234s567pSSS88p23p +4p
D10   234m234s567pCCC88p23p +4p
D12   (123m)(123s)789m456p234s7s +7s
D14   (123m)(789m)(123s)(789s)456p8p +8p
D16   (222m)(222s)(456m)(567p)EEES +S
D18   (111s)(999s)234567m234p5p +5p
D20   234m678m234s678s234p5p +5p
D22   [5555p](234m)(678m)(234s)67s +8s
D24   (123m)(456s)789p555m234s2p +2p
D26   [2222m][6666s][3333p]EEECC8p +8p
D28   (123m)(123s)(123p)456m7888p +8p
D30   234m567m234s678s4455s +5s
D32   (123m)(456m)789m234s234p5p +5p
D34   (EEE)(234m)(567m)(234s)(567p)C +C
D36   (EEE)(234m)(567m)(234s)(567p)C +C
D38   123456m234s567s789s5p +5p
D40   (123m)(234m)(345m)234s678s5p +5p
D42   (333m)(444m)(555m)234s567p2p +2p
D44   (222m)(333s)(444p)(567m)(678s)5p +5p
D46   (234m)(567s)(345p)(678m)(222s)8p +8p
D48   (CCC)(FFF)(234m)(678s)234pP +P
D50   (222m)(333m)(444m)(567s)234p5m +5m
D52   (222m)(222s)(222p)(567m)567s8p +8p
D54   (123m)(123m)(123m)(123m)456m7m +7m
D56   (CCC)(234s)(567s)(789s)345s8s +8s
D58   (123m)(789s)(CCC)(999p)789m1p +1p
D60   678m678m678s678s678p6p +7p
D62   11m33m55m77m99m22s4s66s8s +1m
D64   (222m)(333m)(444m)(555m)(789s)6m +6m
D66   (222m)(333m)(444m)(555m)(666m)2s +2s
D68   (EEE)(SSS)(WWW)(NNN)234m5p +5p
D70   (EEE)(SSS)(WWW)(NNN)CCCF +F
D72   333m555m777m222s444s6p +6p
D74   111m444m777m222s555pP +P
D76   (111m)(111s)(111p)(CCC)(EEE)1p +1p
D78   (CCC)(FFF)(888s)222s555sP +P
D80   (123s)(234s)(345s)567s567s8s +8s
D82   (111m)(222m)(333s)(444p)(222p)4s +4s
D84   EESSWW11m22m11s22s5p5p +5p
D86   EESSWWNN11m22m11s5p5p +5p
D88   1111m2222m3333m44m55m +4m
D90   19m19p19sESWNCFPP12m +3m
D92   19m19p19sESWNCFPP4m5s +6p
D94   (222m)(666s)(NNN)(345m)(789s)P +P
D96   (123m)234s345p678m789s8p +8p
D98   (111m)(222m)(123m)234s67p99s +8p
D100  33m44m5555m66m77m111s2s +2s
E-e2  234m(456p)(678s)(EEE)(123p)6m +6m
E-e4  234m(456p)(678s)(CCC)(123p)6m +6m
E-e6  234m(456p)(678s)(EEE)(123p)6m +6m
E-e8  234m(456p)(678s)(EEE)(123p)6m +6m
E-m2  234m456p678sEEE123p6m +6m
E-m4  123m(456m)(789m)(EEE)(345p)6s +6s
E-m6  123m(789m)(567p)(EEE)(345s)9p +9p
E-m8  234m(CCC)(FFF)(567p)(345s)P +P
E-m10 234m(456p)(678m)(EEE)(123p)9m +9m
E-h2  123m(456m)(789m)(EEE)(CCC)6m +6m
E-h4  234m(CCC)(FFF)(PPP)(567p)6s +6s
E-h6  (234m)(456p)(678s)(EEE)(123p)6m +6m
E-h8  234m456p678sEEE123p6m +6m
E-h10 111s333p777sEEE999m6p +6p
F02   123m345p567p234s67s99p +8s
F04   19m19p19sESWNCCFP23s +4s
F06   (CCC)(123m)(FFF)PP234s78m +9m
G002  [EEEE][SSSS]123456789m22s
G004  123456789mEEE234p22s
G006  (EEE)123456789m234p22s
G008  (EEE)(SSS)123456789mWW
G010  (EEE)(SSS)(WWW)123456pNN
G012  (CCC)(FFF)123456789m22s
G014  (CCC)(FFF)(PPP)123456p22s
G016  123456789m123456pEE
G018  111m22m456p789p234s678s
G020  222s444s777s66s444mEEE
G022  123m456p789p678sEEECC
G024  123m456p789p678sEEECC
G026  678m789m678p789p678s99s
G028  123456789m234p567p22s
G030  12345679m234p567p22s +8m
G032  234m567m234p567p234s66s
G034  111m333m555m777m999m22p
G036  111m333m555m456p789s22s
G038  111m33m456p789p234s22s +3m
G040  (123m)(456m)(789m)(789m)234p22s
G042  123m123m456m789m789mCC
G044  (123m)234m456p567p789s99s
G046  123m123m789m789m456p22s
G048  111m999m456p789p234s22s
G050  123234345m333sEEE22p
G052  123m123s123mEEESSSWW
G054  123234m222234p123s22s
G056  123m789m123p789p123s99s
G058  111m999m111p999p999s11s
G060  (222m)123m777m999s777pEE
G062  234m234m345m456m777p99s
G064  123m123m456p789pEEE22s
G066  22334455mEEE789p789s
G068  123m123m678p678p456sSS
G070  123m234m345m345mEEE22s
G072  222m333m789p456s789sEE
G074  333m444m555m789pEEE22s
G076  111m222m444m555m33m789p
G078  123456789m123m456m22m
G080  (567m)567p567sEEESSSWW
G082  (456m)456m456p456sEEESS
G084  (234m)234m234p234p234sSS
G086  123m123s678p678sEEESS
G088  123m123m123p678s678pPP
G090  123p234s345p456m567mPP
G092  234p345m456s567m678pCC
G094  234p234p678p678p678p33p
G096  123m123m678m678m678m33m
G098  333m[3333s]456m789pEEE33p
G100  444p555s678mEEESSS33m
G102  (456p)567m678sEEEWWWSS
G104  123456m234567p34599s
G106  444m23s456s789sEEE44p +1s
G108  123m34m678pEEE789sSS +2m
G110  123456789m234p678p22s
G112  (EEE)(SSS)(123m)(456m)(789m)55p
G114  (123m)222s234p567p789sSS
G116  19m19p19sESWNCFPPPP1m
G118  19m19p19sESWNCFP99sP +9s
G120  11119m19p19sESWNCFPP
G122  147m147p258sESWNCFP +E
G124  159m159p159sESWNCFPP
G126  111m223344m5566777p +1m
G128  5555p7777p9999mEEPP +E
G130  1199m1199p1199sEECCC
G132  11223344555mEESSWW
G134  2255m88pEESSNNNPPFF
H01   (123m)(444p)(789s)(234s)(567m)E +E
H03   (EEE)123m456p789s234s5p +5p
H05   (CCC)234m567p888s123m1s +1s
H07   (111m)(222p)(333s)(444p)(888s)9m +9m
H09   (EEE)(123p)456p789p789pC +C
H11   (EEE)(SSS)(WWW)NN123m456m78m +9m
H13   111m222m333m444p555p6s +6s
H15   (123m)(234m)(345m)(456m)(567m)1s +1s
H19   1112345678999m234m +8m
K07   789m789s56789pEE +7p
I02   (123m)23p456p123s456sCC +1p
I04   (CCC)(FFF)(PPP)23m123p11s +1m
I06   (111m)23p456p123s456sCC +1p
J01   111m222p333sNNNPPPF +F
J03   111222333m444p55sFF +5s
J05   1123m1m222p333sNNNPP +1m
"""


@pytest.mark.parametrize(("name", "text"), [line.split(maxsplit=1) for line in PUBLIC.strip().splitlines()])
def test_public_hand(name: str, text: str) -> None:
    if name in REFUSED_PUBLIC:
        assert codes(refused(text)) == [REFUSED_PUBLIC[name]]
    else:
        hand = parse(text)
        assert parse(str(hand)) == hand
        assert hand.win_assumed == ("+" not in text)
