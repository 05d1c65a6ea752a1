"""Discards: shanten and the tiles that help, against brute force and two other programs; their order; the command."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from time import perf_counter

import pytest
from click.testing import CliRunner, Result
from mahjong.shanten import Shanten

from analyzer import tiles
from analyzer.cli import main
from analyzer.discarding import Discard, Standing, discards, standing
from analyzer.distance import distances
from analyzer.errors import HandError, ImpossibleHand, YunlongError
from analyzer.hand import Claim, Hand, Meld
from analyzer.interchange import to_34, to_gb_codes
from analyzer.notation import parse
from analyzer.readings import wins
from analyzer.waiting import waits
from tests.random_hands import random_hand

DRAGONS = "112233456778899m5p"  # ready, for 5p


def by_tile(line: Hand | str) -> dict[str, Discard]:
    return {one.tile: one for one in discards(line)}


def drawn(hand: Hand, kind: int) -> Hand:
    counts = bytearray(hand.concealed)
    counts[kind] += 1
    return Hand(bytes(counts), hand.melds)


def thrown(hand: Hand, kind: int) -> Hand:
    counts = bytearray(hand.concealed)
    counts[kind] -= 1
    return Hand(bytes(counts), hand.melds)


def free(hand: Hand) -> Iterator[int]:
    return (kind for kind in range(tiles.KINDS) if hand.counts[kind] < 4)


def held_kinds(hand: Hand) -> set[int]:
    return set(hand.concealed_kinds())


def changed(random: Random, times: int) -> Hand:
    """The 16 held tiles of a winning hand after so many exchanges."""
    win = random_hand(random)
    hand = Hand(win.held, win.melds)
    for _ in range(times):
        hand = thrown(hand, random.choice(sorted(held_kinds(hand))))
        hand = drawn(hand, random.choice(list(free(hand))))
    return hand


def kinds_of(stands: Standing) -> set[int]:
    return {tiles.KIND[useful.tile] for useful in stands.accepted}


# ---------------------------------------------------------------- against brute force


@cache
def ready(concealed: bytes, melds: tuple[Meld, ...]) -> bool:
    """Whether one draw wins."""
    held = Hand(concealed, melds)
    return any(wins(drawn(held, kind)) for kind in free(held))


def nearer_by_force(hand: Hand) -> tuple[int, set[int]]:
    """Shanten of 16 tiles, 0, 1 or 2 for what is farther, and the kinds whose draw and some discard bring it down."""
    winning = {kind for kind in free(hand) if wins(drawn(hand, kind))}
    if winning:
        return 0, winning
    helping = {
        kind
        for kind in free(hand)
        for following in [drawn(hand, kind)]
        if any(ready(thrown(following, out).concealed, hand.melds) for out in held_kinds(following))
    }
    return (1, helping) if helping else (2, set())


def test_up_to_two_draws_away_as_by_brute_force() -> None:
    random = Random(1)
    met = Counter[int]()
    for _ in range(70):
        hand = changed(random, random.choice((0, 1, 1, 2, 2)))
        stands = standing(hand)
        shanten, helping = nearer_by_force(hand)
        met[shanten] += 1
        assert min(stands.shanten, 2) == shanten, str(hand)
        if shanten < 2:
            assert kinds_of(stands) == helping, str(hand)
    assert min(met[0], met[1], met[2]) >= 5


def test_a_tile_helps_exactly_when_its_draw_brings_the_form_nearer() -> None:
    """Every form, however far: the kinds told in one pass against the distance after each of the 34 draws."""
    random = Random(2)
    for _ in range(50):
        hand = changed(random, random.randrange(12))
        after = {kind: {far.form: far.missing for far in distances(drawn(hand, kind))} for kind in free(hand)}
        for far in distances(hand):
            assert far.useful == {kind for kind in after if after[kind][far.form] < far.missing}, str(hand)


# ---------------------------------------------------------------- against other programs


def with_honours(random: Random, declared: int) -> Hand:
    """Some declared honour pungs, and other tiles up to 16; near a win, or any tiles at all."""
    melds = tuple(Meld(Claim.PUNG, tiles.FIRST_HONOUR + place) for place in range(declared))
    banned = {meld.first for meld in melds}
    wall = [kind for kind in range(tiles.KINDS) if kind not in banned for _ in range(4)]
    if random.random() < 0.6:  # few numbers, where the shapes are hard
        wall = [kind for kind in wall if kind % 9 < 6 and kind < 18]
    hand = random.sample(wall, 16 - 3 * declared)
    return Hand(bytes(map(hand.count, range(tiles.KINDS))), melds)


def test_standard_shanten_as_the_package_mahjong_has_it() -> None:
    random = Random(6)
    for _ in range(300):
        hand = with_honours(random, 1)
        kinds = tuple(hand.concealed_kinds())
        expected = Shanten.calculate_shanten(to_34(kinds), use_chiitoitsu=False, use_kokushi=False)
        assert standing(hand).shanten == expected, str(hand)


def test_standard_shanten_and_tiles_as_pymahjonggb_has_them() -> None:
    """It knows nothing of the declared honours, so these are left out of its useful tiles."""
    gb = pytest.importorskip("MahjongGB")
    random = Random(8)
    for _ in range(300):
        hand = with_honours(random, random.randint(1, 4))
        shanten, useful = gb.RegularShanten(to_gb_codes(hand.concealed_kinds()))
        stands = standing(hand)
        assert stands.shanten == shanten, str(hand)
        declared = {tiles.NAMES[meld.first] for meld in hand.melds}
        expected = {code for code in useful if code not in to_gb_codes(map(tiles.KIND.__getitem__, declared))}
        assert set(to_gb_codes(kinds_of(stands))) == expected, str(hand)


# ---------------------------------------------------------------- discards


def test_every_discard_once_the_nearest_first() -> None:
    random = Random(9)
    for _ in range(15):
        held = changed(random, random.randrange(4))
        hand = drawn(held, random.choice(list(free(held))))
        found = discards(hand)
        assert sorted(one.tile for one in found) == sorted({tiles.NAMES[kind] for kind in hand.concealed_kinds()})
        keys = [(one.standing.shanten, -one.standing.accepted_left, -one.best) for one in found]
        assert keys == sorted(keys)
        for one in found:
            rest = thrown(hand, tiles.KIND[one.tile])
            assert (one.standing.shanten, one.standing.forms) == (standing(rest).shanten, standing(rest).forms)
            for useful in one.standing.accepted:
                assert useful.left == 4 - hand.counts[tiles.KIND[useful.tile]]


def test_a_ready_discard_tells_what_it_waits_for() -> None:
    """The waits of the 16 tiles that stay, with the discard seen: 四絕 and 真絕 are judged so."""
    random = Random(10)
    met = 0
    for _ in range(15):
        held = changed(random, 0)
        for one in discards(drawn(held, random.choice(list(free(held))))):
            assert bool(one.waits) == (one.standing.shanten == 0)
            assert {tile.tile for tile in one.waits} == {
                useful.tile for useful in one.standing.accepted if one.standing.shanten == 0
            }
            met += bool(one.waits)
    assert met > 15
    ready_by = by_tile(DRAGONS + "9p")["9p"]
    assert ready_by.waits == waits(DRAGONS + "|見=9p")
    assert (ready_by.best, ready_by.standing.accepted_left) == (130, 3)


def test_counts_leave_out_what_is_seen_and_what_is_thrown() -> None:
    """Of two 5p one is thrown and one waits: two are left, and 見 takes them too."""
    found = by_tile("112233456778899m55p")
    assert [(useful.tile, useful.left) for useful in found["5p"].standing.accepted] == [("5p", 2)]
    seen = by_tile("112233456778899m55p|見=55p")["5p"]
    assert [(useful.tile, useful.left) for useful in seen.standing.accepted] == [("5p", 0)]
    assert (seen.best, seen.waits[0].obstacle) == (0, "exhausted")


def test_of_as_many_tiles_the_dearer_comes_first() -> None:
    """Either of 5p 9p may wait for three of its kind: the 翻 decide. Any other discard comes after."""
    found = discards("112233456778899m5p9p")
    assert [one.tile for one in found[:2]] == ["9p", "5p"]  # 5p as eyes: 將眼 2 more
    assert found[0].best == found[1].best + 2
    assert found[0].standing.accepted_left == found[1].standing.accepted_left
    assert all(one.standing.shanten > 0 for one in found[2:])


def test_words_of_the_draw_do_not_go_on() -> None:
    """Of 自摸 海底 棄=40 nothing holds for the win to come; 叮 does: 門清叮 takes the place of 門清, 10 more."""
    plain = by_tile(DRAGONS + "9p")["9p"]
    assert by_tile(DRAGONS + "9p|自摸 海底 棄=40")["9p"].waits == plain.waits
    assert by_tile(DRAGONS + "9p|叮")["9p"].best == plain.best + 10


def test_a_winning_hand_may_be_broken_too() -> None:
    hand = parse(DRAGONS + "+5p")
    assert standing(hand).won
    assert by_tile(hand)["5p"].standing.shanten == 0


def test_kongs_leave_fewer_tiles_and_one_form() -> None:
    found = by_tile("[1111m](234m)567p789p22s99s5m")  # 18 tiles
    assert list(found["5m"].standing.forms) == ["standard"]
    assert [(useful.tile, useful.left) for useful in found["5m"].standing.accepted] == [("2s", 2), ("9s", 2)]


def test_an_answer_comes_quickly() -> None:
    discards(DRAGONS + "9p")  # the table is loaded
    random = Random(12)
    for _ in range(3):
        tiles_of_hand = random.sample([kind for kind in range(tiles.KINDS) for _ in range(4)], 17)
        start = perf_counter()
        discards(Hand(bytes(map(tiles_of_hand.count, range(tiles.KINDS)))))
        assert perf_counter() - start < 1


# ---------------------------------------------------------------- refusals and the command line


@pytest.mark.parametrize(
    ("line", "code"),
    [(DRAGONS, "too-few"), (DRAGONS + "99p9s", "too-many"), ("11111m123456789p123s", "fifth-copy"), ("", "empty")],
)
def test_refusals(line: str, code: str) -> None:
    with pytest.raises(HandError) as caught:
        discards(line)
    assert code in [problem.code for problem in caught.value.problems]


def test_a_hand_that_cannot_be_is_refused() -> None:
    with pytest.raises(ImpossibleHand):
        discards(Hand(bytes(34)))
    with pytest.raises(YunlongError):
        discards("1379m258p1469s123456z", rulings={"R99": "on"})


def yunlong(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_command_for_a_person() -> None:
    shown = yunlong("discard", DRAGONS + "9p", "--lang", "zh")
    assert shown.exit_code == 0
    assert "\x1b" not in shown.output
    assert "5p×3:127/130" in shown.output
    assert "向聽" in shown.output
    assert "winning hand already" in yunlong("discard", DRAGONS + "+5p", "--lang", "en").output


def test_command_in_json() -> None:
    answer = json.loads(yunlong("discard", DRAGONS + "9p", "--json").output)
    assert answer["won"] is False
    best = answer["discards"][0]
    assert (best["discard"], best["shanten"], best["accepted_left"]) == ("9p", 0, 3)
    assert best["accepted"] == [{"tile": "5p", "left": 3}]
    assert best["waits"][0]["by_discard"]["total"] == 127
    assert set(best["forms"]) == {"standard", "嚦咕", "十三么", "不搭"}


def test_command_refuses() -> None:
    for arguments in (("discard", DRAGONS), ("discard", DRAGONS + "9p", "--set", "R99=on")):
        refused = yunlong(*arguments)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert "→" in refused.stderr
