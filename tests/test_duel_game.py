"""Notation, deals, illegal acts, records and settlements of 疯狂对杀."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import analyzer.duel
from analyzer.cases import load_cases
from analyzer.duel.cases import DuelCase, read_case
from analyzer.duel.game import Game, shuffled, start, take
from analyzer.duel.notation import Card, parse_cards, parse_play, write_cards, write_counts
from analyzer.duel.opponent import choose
from analyzer.duel.record import act, judge, read_record, write_record
from analyzer.duel.rules import load_rules
from analyzer.duel.settlement import level, room_named, settle
from analyzer.errors import Refusal
from analyzer.messages import TEXTS, Lang

RULES = load_rules()
LANGS: tuple[Lang, ...] = ("zh", "en")


def refused(call: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value


def told(error: Refusal) -> tuple[str, str]:
    """The code of the first problem, and what the carets stand under."""
    problem = error.problems[0]
    return problem.code.removeprefix("duel."), "".join(error.line[start:end] for start, end in problem.spans)


# ---------------------------------------------------------------- notation


@pytest.mark.parametrize(
    "text",
    [
        "9TJQKA2BR",
        "9 10 J Q K A 2 小王 大王",
        "9tjqka2br",
        "９１０ＪＱＫＡ２ＢＲ",
        "910JQKA2小王大王",
        "9,T,J,Q、K，A,2,B,R",
    ],
)
def test_spellings(text: str) -> None:
    assert parse_cards(text, RULES).counts(RULES) == (1,) * 9


def test_suits() -> None:
    play = parse_play("♠9 ♡9\ufe0f♣10 J", RULES)
    assert play.cards == (Card(0, "♠"), Card(0, "♥"), Card(1, "♣"), Card(2))
    assert write_cards(play.cards, RULES) == "♠9 ♥9 ♣T J"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "empty", ""),
        (" , \ufeff", "empty", ""),
        (":pair", "colon", ":"),
        ("9TJ8", "unknown-card", "8"),
        ("9 1 J", "unknown-card", "1"),
        ("♠9♥", "suit-alone", ""),
        ("♠大王", "suit-alone", "大王"),
        ("9T=J", "stand-of-card", "="),
        ("9TJR=", "no-stand", ""),
        ("9TJQR=大王", "no-stand", "大王"),
        ("9TJ:", "colon", ""),
        ("9TJ:straight:", "colon", ":"),
        ("9TJBRR:flush", "unknown-kind", "flush"),
        ("RRR", "copies", "R"),
        ("99999 99999", "copies", "99"),
        ("♠9♠9♥9♠9", "copies", "♠9"),
        ("9" * 501, "too-long", ""),
    ],
)
def test_refusals_of_the_notation(text: str, code: str, place: str) -> None:
    assert told(refused(lambda: parse_play(text, RULES))) == (code, place)


@given(st.lists(st.sampled_from(range(9)), min_size=1, max_size=25))
def test_written_cards_read_back(ranks: list[int]) -> None:
    counts = tuple(min(ranks.count(rank), RULES.copies[rank]) for rank in range(9))
    assert parse_cards(write_counts(counts, RULES), RULES).counts(RULES) == counts


@given(st.text(alphabet="9TJQKA2BR10小大王♠♥=: ,xstraight順子\ud800\x1b", max_size=20) | st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    calls = (
        lambda: parse_play(text, RULES),
        lambda: read_record(text),
        lambda: judge(read_record(HEAD + "1: " + text)),
    )
    for call in calls:
        try:
            call()
        except Refusal as error:
            refusal = error
        else:
            continue
        assert all(refusal.render(lang) for lang in LANGS)


def test_every_problem_has_its_sentence_and_its_remedy() -> None:
    sources = "".join(path.read_text("utf-8") for path in Path(analyzer.duel.__file__).parent.glob("*.py"))
    codes = set(re.findall(r'Problem\(\s*"(duel\.[a-z-]+)"', sources))
    codes |= {f"duel.{code}" for code in re.findall(r'return "duel\.([a-z-]+)"', sources)}
    assert len(codes) > 30
    assert not [code for code in codes if code not in TEXTS or code + ".do" not in TEXTS]


# ---------------------------------------------------------------- deals


def test_a_deal_is_the_whole_deck_and_the_same_for_a_seed() -> None:
    leads = set()
    for seed in range(40):
        deal = shuffled(seed, RULES)
        everything = Counter([*deal.hands[0], *deal.hands[1], *deal.aside])
        assert [len(hand) for hand in (*deal.hands, deal.aside)] == [25, 25, 10]
        assert everything == Counter(
            [Card(rank, suit) for rank in range(7) for suit in "♠♥♣♦" * 2] + [Card(7), Card(8)] * 2
        )
        assert deal.face_up in deal.hands[deal.lead]
        assert shuffled(str(seed), RULES) == deal
        leads.add(deal.lead)
    assert leads == {0, 1}
    assert shuffled(1, RULES) != shuffled(2, RULES)


@pytest.mark.parametrize(
    ("hand", "cards", "left", "lacking"),
    [
        ("♠9 ♥9 T", "9", "♥9 T", ""),
        ("♠9 ♥9 T", "♥9", "♠9 T", ""),
        ("♠9 ♥9 T", "9 ♠9", "T", ""),  # the suit that is said first, the other card is the other nine
        ("♠9 ♥9 T", "♠9 ♠9", "♥9 T", "♠9"),
        ("9 9 T", "♠9", "9 T", ""),
        ("♠9 T", "9 9", "T", "9"),
    ],
)
def test_cards_without_suits(hand: str, cards: str, left: str, lacking: str) -> None:
    stays, lacks = take(parse_cards(hand, RULES).cards, parse_cards(cards, RULES).cards)
    assert (write_cards(stays, RULES), write_cards(lacks, RULES)) == (left, lacking)


# ---------------------------------------------------------------- records

ONE = "99999999TTTTTTTTJJJJJJJJQ"
TWO = "QQQQQQQKKKKKKKKAAAAAAAABR"
HEAD = f"hand 1: {ONE}\nhand 2: {TWO}\nfaceup 1: 9\n"


def stopped(acts: str, head: str = HEAD) -> tuple[int, str, str]:
    """The line of the first illegal act, the code of its reason, and what the carets stand under."""
    illegal = judge(read_record(head + acts)).illegal
    assert illegal is not None
    return (illegal.number, *told(illegal))


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        ("2: K", (4, "turn", "K")),
        ("1: pass", (4, "pass-leading", "pass")),
        ("1: 99\n1: TT", (5, "turn", "TT")),
        ("1: 9\n2: pass\n1: pass", (6, "pass-leading", "pass")),
        ("1: 9KT", (4, "not-held", "K")),
        ("1: 99TT", (4, "no-play", "99TT")),
        ("1: 9x", (4, "unknown-card", "x")),
        ("1: 99\n2: K", (5, "beaten.other-kind", "K")),
        ("1: Q\n2: Q", (5, "beaten.tie", "Q")),
        ("1: 9999\n2: RR", (5, "not-held", "R")),
        ("1: 9999\n2: AB", (5, "beaten.plain-under-bomb", "AB")),
        ("1: 99999\n2: KKKK  # four", (5, "beaten.stars-lower", "KKKK")),
        ("1: 99999999TTTTTTTTJJJJJJJJ\n2: pass\n1: Q\n2: K", (7, "over", "K")),
        ("1: 9\n2: KR=A", (5, "stated-wrong", "R")),
        ("1: 9\n2: ♠K\n1: pass\n2: ♠K♠K", (7, "record-deck", "♠K")),
    ],
)
def test_the_first_illegal_act(acts: str, expected: tuple[int, str, str]) -> None:
    assert stopped(acts + "\n2: 9\n2: nonsense") == expected


@pytest.mark.parametrize(
    ("text", "number", "code", "place"),
    [
        ("", 0, "record-missing", ""),
        (HEAD.replace("faceup 1: 9\n", ""), 0, "record-missing", ""),
        ("hand 3: 9", 1, "record-line", "3"),
        ("1: 9\n" + HEAD, 2, "record-late", ONE),
        (HEAD + "hand 1: 9", 4, "record-twice", "9"),
        (HEAD.replace("faceup 1: 9", "faceup 1: K"), 3, "record-face-up", "K"),
        (HEAD.replace(ONE, ONE[1:]), 1, "record-size", ONE[1:]),
        (HEAD.replace(ONE, ONE + "9"), 1, "copies", "9"),
        (HEAD.replace(TWO, "Q" + TWO[:-1]), 2, "record-deck", "Q" + TWO[:-1]),
        (HEAD + "aside: 2222222222", 4, "copies", "22"),
        (HEAD + "aside: 222222222R", 4, "copies", "2"),
        (HEAD + "aside: 22222222RR", 4, "record-deck", "22222222RR"),
        (HEAD + "room: 头等", 4, "unknown-room", "头等"),
        (HEAD + "coins: 8000 9000", 4, "record-coins", "8000 9000"),
        (HEAD + "coins: 8000\nroom: 初级", 4, "record-numbers", "8000"),
        (HEAD + "room: 初级\ncoins: 8000 7999", 5, "record-entry", "8000 7999"),
        (HEAD + "rulings: D3=yes D9=no", 4, "record-rulings", "D9=no"),
        (HEAD + "rulings: D3", 4, "record-rulings", "D3"),
        ("#\n" * 1001, 0, "record-long", ""),
    ],
)
def test_records_that_cannot_be(text: str, number: int, code: str, place: str) -> None:
    error = refused(lambda: read_record(text))
    assert (getattr(error, "number", 0), *told(error)) == (number, code, place)


def test_a_place_inside_a_line_is_told_by_its_column_in_the_line() -> None:
    error = refused(lambda: read_record(HEAD.replace(ONE, "9 x")))
    assert "“x” at column 11" in error.render("en")
    assert error.render("en").splitlines()[2] == "  " + " " * 10 + "^"


def test_a_chinese_record_is_the_same_record() -> None:
    chinese = HEAD.replace("hand", "手牌").replace("faceup", "明牌").replace(":", "：") + "\n1：9\n2：过\n"
    assert judge(read_record(chinese)).game == judge(read_record(HEAD + "1: 9\n2: pass")).game


def test_settings_go_before_the_rulings_of_a_record() -> None:
    head = HEAD + "rulings: D6=yes\n"
    assert judge(read_record(head + "1: Q\n2: Q")).illegal is None
    assert judge(read_record(head + "1: Q\n2: Q", {"D6": "no"})).illegal is not None


def test_a_game_to_its_end_with_coins_and_levels() -> None:
    """Player 1 sheds 24 cards at 8 + 3 = 11 星; player 2 keeps 25: 通杀 4 × 16 = 64 points, × 100 = 6400 coins."""
    head = HEAD + "room: 初级\ncoins: 8000 9000\npoints: 40 -3\n"
    verdict = judge(read_record(head + "1: 99999999TTTTTTTTJJJJJJJJ\n2: pass\n1: Q"))
    assert verdict.settlement is not None
    assert verdict.illegal is None
    assert (verdict.settlement.kill.printed, verdict.settlement.points, verdict.settlement.coins) == ("通杀", 64, 6400)
    assert verdict.balances == {"coins": ((8000, 14400), (9000, 2600)), "points": ((40, 104), (-3, -67))}
    assert [level(after, RULES).printed for _, after in verdict.balances["points"]] == ["一星", "小星"]


@pytest.mark.parametrize(("first", "stars", "multiplier"), [("99999999", 8, 6), ("9999", 4, 1)])
def test_only_what_the_winner_played_multiplies(first: str, stars: int, multiplier: int) -> None:
    """Player 2 plays eight aces, K and Q: 15 cards left, 狂杀; the best play of player 1 is the one that opens."""
    plays = ["9999"] * (len(first) == 4) + ["JJJJ", "JJJJ", "TTTT", "TTTT", "Q"]
    acts = [f"1: {first}", "2: AAAAAAAA", "1: pass", "2: K", "1: pass", "2: Q", "1: " + plays[0]]
    acts += [line for one in plays[1:] for line in ("2: pass", "1: " + one)]
    verdict = judge(read_record(HEAD + "\n".join(acts)))
    assert verdict.settlement is not None
    assert (verdict.settlement.left, verdict.settlement.kill.printed) == (15, "狂杀")
    assert (verdict.game.stars(0), verdict.game.stars(1)) == (stars, 8)
    assert verdict.settlement.multiplier == multiplier


def test_the_entry_covers_the_dearest_game() -> None:
    dearest = settle(25, max(RULES.multipliers), RULES)
    assert [room.entry for room in RULES.rooms] == [dearest.points * room.coefficient for room in RULES.rooms]
    assert room_named("experts", RULES) is room_named("专家场", RULES) is room_named("專家場", RULES)


def played(seed: int) -> Game:
    game = start(shuffled(seed, RULES), RULES)
    while game.winner is None:
        move = choose(game, game.turn)
        game = act(game, game.turn, move.text(RULES) if move else "")
    return game


@pytest.mark.parametrize("seed", range(8))
def test_a_game_of_two_opponents_is_legal_and_its_record_replays(seed: int) -> None:
    game = played(seed)
    verdict = judge(read_record(write_record(game)))
    assert verdict.illegal is None
    assert verdict.settlement is not None
    assert [(one.player, one.reading) for one in verdict.game.acts] == [(one.player, one.reading) for one in game.acts]
    winner = game.winner or 0
    assert verdict.settlement.left == game.left(1 - winner) == len(game.held(1 - winner)) > 0


# ---------------------------------------------------------------- cases

CASES = [case for case in load_cases() if isinstance(case, DuelCase)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: DuelCase) -> None:
    assert case.difference() == []


def test_every_setting_of_every_ruling_has_a_case() -> None:
    wanted = {(key, setting.value) for key, ruling in RULES.rulings.all.items() for setting in ruling.settings}
    shown = {(key, case.rulings.get(key, RULES.rulings.all[key].default)) for case in CASES for key in case.shows}
    assert shown == wanted


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"play": "9"}, "needs an id"),
        ({"id": "x"}, "write what is asked"),
        ({"id": "x", "play": "9"}, "write what is expected"),
        ({"id": "x", "play": "9", "kind": "single", "error": "y"}, "error alone"),
        ({"id": "x", "play": "9", "beats": True}, "unknown key beats"),
        ({"id": "x", "play": "9", "top": "9", "rulings": []}, "rulings are settings"),
    ],
)
def test_case_files_are_checked(raw: dict[str, object], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read_case(raw, "x.toml")


def test_a_wrong_case_says_what_differs() -> None:
    case = read_case({"id": "x", "play": "9TJQR", "top": "A", "stars": 0}, "x.toml")
    assert case.difference() == ["top K, expected A"]
    case = read_case({"id": "x", "play": "9T", "top": "A"}, "x.toml")
    assert case.difference() == ["top none, expected A"]
