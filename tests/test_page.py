"""The page in a real browser: tapping, typing, links, claims, payment, the book, access, and without a server."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tarfile
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from analyzer import legality, tiles
from analyzer.cases import HandCase, load_cases
from analyzer.notation import parse
from analyzer.payment import settle
from analyzer.scoring import score
from analyzer.web import site
from analyzer.web.answers import answer
from analyzer.web.server import create_app
from tests.programs import wanted

wanted("chromium", "npm")
expect.set_options(timeout=20_000)
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
AXE = "axe-core@4.14.1"
TOKEN = "a-token-of-the-tests"
LINE = "123m234p345s456m57p55z+6p"
KONGS = "(1111m)(222+2p)[3333s]456m555z9p+9p"
HANDS = [case for case in load_cases() if isinstance(case, HandCase) and not case.is_fragment]
SCORED = [case for case in HANDS if not case.error and not case.rulings]
Open = Callable[..., Page]

# ---------------------------------------------------------------- what the tests stand on


def npm_package(spec: str, needed: tuple[str, ...]) -> Path:
    """The folder of an npm package, kept between runs."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    kept = home / "yunlong-tests" / spec.replace("@", "-")
    if not all((kept / "package" / name).is_file() for name in needed):
        kept.mkdir(parents=True, exist_ok=True)
        command = ["npm", "pack", "--silent", "--pack-destination", str(kept), spec]
        subprocess.run(command, check=True, capture_output=True)
        with tarfile.open(next(kept.glob("*.tgz"))) as archive:
            archive.extractall(kept, filter="data")
    return kept / "package"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    book = tmp_path_factory.mktemp("book") / "book.sqlite"
    config = uvicorn.Config(create_app(f"sqlite:///{book}", TOKEN, workers=1), port=0, log_level="error")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        thread.join(0.02)
        assert thread.is_alive(), "the server did not start"
    yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}/"
    running.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Open]:
    """Opens the page; at the end nothing may have gone wrong in it, refused requests apart."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(line: str = "", size: ViewportSize = PHONE, dark: bool = False, lang: str = "zh") -> Page:
        context = browser.new_context(
            viewport=size,
            color_scheme="dark" if dark else "light",
            service_workers="block",
            has_touch=size is PHONE,
        )
        context.set_default_timeout(15_000)
        context.add_init_script(f"if (location.host) localStorage.setItem('lang', '{lang}')")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if _is_fault(said.type, said.text) else None)
        page.goto(server + (f"#{line}" if line else ""))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def _is_fault(kind: str, text: str) -> bool:
    return kind == "error" and not re.search(r"status of (403|404|422)", text)


def tap(page: Page, *kinds: str) -> None:
    for kind in kinds:
        page.locator(f'[data-key="{kind}"]').click()


def line_tiles(text: str) -> list[str]:
    """``123m5p`` tile by tile."""
    return [number + suit for numbers, suit in re.findall(r"(\d+)([mpsz])", text) for number in numbers]


def mode(page: Page, name: str) -> None:
    page.locator(f'[data-focus="mode-{name}"]').click()


def type_line(page: Page, line: str) -> None:
    page.locator("#line").fill(line)


def shows_total(page: Page, total: int) -> None:
    expect(page.locator("#answer h2.total")).to_have_text(re.compile(rf"^{total}\b"))
    expect(page.locator("#answer")).not_to_have_class(re.compile("busy"))


def shows_line(page: Page, line: str) -> None:
    expect(page.locator("#line")).to_have_value(line)


def address(page: Page) -> str:
    return unquote(page.url.partition("#")[2])


# ---------------------------------------------------------------- tapping


def test_a_hand_is_tapped_in_and_scored(open_page: Open) -> None:
    page = open_page()
    tap(page, *line_tiles("11223345677889m"))
    expect(page.locator("#status")).to_have_text("還差 3 張")
    tap(page, "9m", "5p")
    expect(page.locator("#status")).to_contain_text("聽牌")
    expect(page.locator(".waits li").first).to_contain_text("127")
    tap(page, "5p")
    shows_total(page, 127)
    canonical = str(parse("112233456778899m5p+5p"))
    shows_line(page, canonical)
    assert address(page) == canonical
    page.get_by_role("radio", name="自摸").click()
    shows_total(page, score(canonical + "|自摸").total)


def test_four_copies_exhaust_a_key(open_page: Open) -> None:
    page = open_page()
    tap(page, *["5p"] * 4)
    key = page.locator('[data-key="5p"]')
    key.click(force=True)
    shows_line(page, "5555p")
    expect(key).to_have_attribute("aria-disabled", "true")
    expect(key).to_have_attribute("aria-label", "五筒，已用盡")


def test_every_claim_takes_two_taps(open_page: Open) -> None:
    page = open_page()
    for name, kind in [("chow", "7s"), ("pung", "3p"), ("direct", "1m"), ("added", "2m"), ("concealed", "6z")]:
        mode(page, name)
        tap(page, kind)
    shows_line(page, "(789s)(333p)(1111m)(222+2m)[6666z]")
    tap(page, "5m")
    tap(page, "5m")
    shows_total(page, score("(789s)(333p)(1111m)(222+2m)[6666z]5m+5m").total)
    page.locator(".meld").nth(3).click()
    page.get_by_role("button", name="碰", exact=True).click()
    shows_line(page, "(789s)(333p)(1111m)(222m)[6666z]5m+5m")


def test_a_claim_of_tiles_in_hand_and_another_winning_tile(open_page: Open) -> None:
    page = open_page(LINE)
    page.get_by_role("button", name="白板", exact=True).first.click()  # the first is in the hand
    page.get_by_role("button", name="作食牌").click()
    shows_line(page, "123456m234567p345s5z+5z")
    page.locator('#hand [data-focus="tile0"]').click()
    page.get_by_role("button", name="上 123m").click()
    shows_line(page, "(123m)456m234567p345s5z+5z")
    page.locator("#erase").click()
    shows_line(page, "(123m)456m234567p345s5z")


def test_chow_keys_are_only_those_that_begin_one(open_page: Open) -> None:
    page = open_page()
    tap(page, *["9p"] * 4)
    mode(page, "chow")
    disabled = page.locator('[data-key][aria-disabled="true"]')
    found = {str(one.get_attribute("data-key")) for one in disabled.all()}
    honours = {f"{number}z" for number in range(1, 8)}
    assert found == {f"{number}{suit}" for number in (8, 9) for suit in "mps"} | honours


def test_circumstances_put_each_other_out_as_the_core_asks(open_page: Open) -> None:
    page = open_page()
    pairs = page.evaluate("import('./js/circumstances.js').then((one) => one.CLASHES)")
    asked = [*chain.from_iterable(legality.CLASHES.values()), ("地胡", "莊")]
    assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in asked}
    ways = page.evaluate("import('./js/circumstances.js').then((one) => [one.SELF_DRAWN, one.BY_DISCARD])")
    for way, code in zip(ways, ("needs-self-draw", "needs-discard"), strict=True):
        assert set(way) == {word for asked, words, _ in legality.NEEDS if asked == code for word in words}
    page.locator('[data-word="海底"]').click()
    shows_line(page, "|自摸 海底")
    page.locator('[data-word="河底"]').click()
    shows_line(page, "|河底")
    page.locator('[data-word="叮即"]').click()
    shows_line(page, "|叮 叮即 河底")
    page.locator('[data-word="天胡"]').click()
    page.locator('[data-flower="4"]').click()
    expect(page.locator("#line")).to_have_value("花梅|自摸 天胡")


def test_the_lines_of_the_page_are_those_of_the_core(open_page: Open) -> None:
    """Reading and writing a canonical line in the page gives that line, for every documented hand."""
    page = open_page()
    lines = sorted({str(parse(case.line)) for case in HANDS if case.error in ("", "not-winning")})
    assert len(lines) > 300
    again = "(lines) => import('./js/line.js').then((one) => lines.map((line) => one.writeLine(one.readLine(line))))"
    assert page.evaluate(again, lines) == lines


# ---------------------------------------------------------------- typing


# Each line is put into the box, which is left again, and what the page then shows is read.
PUT_AND_READ = """(lines) => { window.read = (async () => {
  const [box, answer] = ['#line', '#answer'].map((one) => document.querySelector(one));
  const rested = () => new Promise((resolve) => {
    const check = () => answer.classList.contains('busy') || (seeing.disconnect(), resolve());
    const seeing = new MutationObserver(check);
    seeing.observe(answer, {attributes: true});
    check();
  });
  const shown = [];
  for (const line of lines) {
    box.value = line;
    box.dispatchEvent(new Event('input'));
    box.dispatchEvent(new Event('blur'));
    await null; // it is drawn at the end of the turn
    await rested();
    const rows = [...answer.querySelectorAll('[data-row]')].map((one) => one.dataset.row);
    shown.push([answer.querySelector('h2.total')?.textContent ?? answer.textContent, [...new Set(rows)].sort()]);
  }
  return shown;
})(); }"""


def test_every_documented_hand_gives_its_total_and_rows(open_page: Open) -> None:
    pages = [open_page(LINE), open_page(LINE)]
    assert len(SCORED) > 300
    half = len(SCORED) // 2
    for page, cases in zip(pages, (SCORED[:half], SCORED[half:]), strict=True):
        shows_total(page, 97)
        page.evaluate(PUT_AND_READ, [case.line for case in cases])
    shown = list(chain.from_iterable(page.evaluate("window.read") for page in pages))
    expected = [(case.id, *_worth(case)) for case in SCORED]
    assert [(case.id, text, rows) for case, (text, rows) in zip(SCORED, shown, strict=True)] == expected


def _worth(case: HandCase) -> tuple[str, list[str]]:
    """The total and the rows, in the order of JavaScript, as the library has them."""
    result = score(case.line)
    assert case.total == result.total
    rows = sorted({found.name for found in result.rows}, key=lambda name: name.encode("utf-16-be"))
    return f"{result.total} 翻", rows


def test_refused_lines_say_why_and_where(open_page: Open) -> None:
    page = open_page()
    for kind in ("notation", "impossible", "not-winning"):
        case = next(case for case in HANDS if case.error == kind and case.line.strip())
        type_line(page, case.line)
        expect(page.locator("#answer .problems li").first).to_be_visible()
    type_line(page, "11111m")
    expect(page.locator("#answer mark")).to_have_text("11111")


def test_what_is_typed_is_never_markup(open_page: Open) -> None:
    page = open_page()
    type_line(page, "<img src=x onerror=alert(1)>123m")
    expect(page.locator("#answer .problems")).to_contain_text("<img")
    assert page.locator("#main img").count() == 0


def test_typing_and_tapping_stay_in_step(open_page: Open) -> None:
    page = open_page(size=DESKTOP)
    type_line(page, "東東東 一二三萬")
    expect(page.locator('#hand [data-kind="1z"]')).to_have_count(3)
    shows_line(page, "東東東 一二三萬")  # not rewritten under the hand that types
    tap(page, "4m")
    shows_line(page, "1234m111z")
    page.locator("#z").select_option("cn")
    type_line(page, "5z")
    expect(page.locator('#hand [data-kind="7z"]')).to_have_count(1)
    page.locator("#line").blur()
    shows_line(page, "7z")
    expect(page.locator('#hand [data-kind="7z"]')).to_have_count(1)


# ---------------------------------------------------------------- nothing is lost


def test_undo_redo_and_reload_lose_nothing(open_page: Open) -> None:
    page = open_page()
    tap(page, "1m", "2m", "3m")
    mode(page, "pung")
    tap(page, "5z")
    page.locator('[data-flower="0"]').click()
    shows_line(page, "(555z)123m花春")
    page.locator("#undo").click()
    page.locator("#undo").click()
    shows_line(page, "123m")
    page.reload()
    shows_line(page, "123m")
    page.locator("#redo").click()
    page.keyboard.press("Control+y")
    shows_line(page, "(555z)123m花春")
    page.locator("#clear").click()
    shows_line(page, "")
    page.reload()
    page.locator("#undo").click()
    shows_line(page, "(555z)123m花春")


def test_a_link_opens_the_same_hand_under_the_same_rulings(open_page: Open) -> None:
    page = open_page(quote(LINE + "|自摸"))
    shows_total(page, 118)
    page.locator("#deciding summary").click()
    item = page.locator("#deciding li", has_text="R9")
    expect(item).to_be_visible()
    item.get_by_role("button").click()
    total = score(LINE + "|自摸", rulings={"R9": "all"}).total
    assert total != 118
    shows_total(page, total)
    page.locator("#share").click()
    link = page.locator("#link textarea").input_value()
    assert link == page.url
    expect(page.locator("#link .qr path")).to_have_count(1)
    other = open_page()
    other.goto("about:blank")
    other.goto(link)
    shows_total(other, total)
    other.get_by_role("button", name="全部還原").click()
    shows_total(other, 118)


def test_the_qr_code_holds_the_link(open_page: Open, tmp_path: Path) -> None:
    zxingcpp = pytest.importorskip("zxingcpp")
    image = pytest.importorskip("PIL.Image")
    page = open_page(quote(KONGS + "花春夏|自摸"), size=DESKTOP)
    page.locator("#hand .meld").first.wait_for()
    page.locator("#share").click()
    page.locator("#link .qr").screenshot(path=tmp_path / "qr.png")
    read = zxingcpp.read_barcodes(image.open(tmp_path / "qr.png"))
    assert [one.text for one in read] == [page.locator("#link textarea").input_value()]


# ---------------------------------------------------------------- the answer


def test_a_row_lights_its_tiles_and_gives_its_reason(open_page: Open) -> None:
    page = open_page(LINE)
    row = page.locator('#answer [data-row="三色連環套"]')
    row.click()
    lit = page.locator("#hand .lit .tile")
    found = sorted(str(one.get_attribute("data-kind")) for one in lit.all())
    assert found == sorted(line_tiles("123m345s567p"))
    expect(page.locator("#hand .won.lit")).to_have_count(1)  # 567p is the group that the discard completed
    expect(page.locator("#answer .more:visible .sources")).to_contain_text("番表")
    expect(page.locator("#answer .more:visible")).to_contain_text("明")


def test_found_but_not_paid_says_what_stopped_it(open_page: Open) -> None:
    page = open_page(quote("112233456778899m5p+5p"))
    shows_total(page, 127)
    page.locator("#dropped > summary").click()
    dropped = score("112233456778899m5p+5p").dropped
    expect(page.locator("#dropped li")).to_have_count(len(dropped))
    expect(page.locator("#dropped li").first).to_contain_text(dropped[0].why("zh"))


def test_a_wait_is_taken_by_a_tap(open_page: Open) -> None:
    page = open_page(LINE.partition("+")[0])
    page.get_by_role("button", name="以六筒食糊").click()
    shows_total(page, 97)


def test_four_named_seats_pay(open_page: Open) -> None:
    page = open_page(LINE)
    page.locator("#payment > summary").click()
    page.locator("#name0").fill("陳大文")
    page.locator("#pay-streak").fill("1")
    page.locator("#pay-streak").press("Tab")
    paid = settle([("東", LINE)], discarder="南", dealer="東", streak=1).deltas
    expect(page.locator("#payment .deltas")).to_contain_text(f"陳大文+{paid['東']}")
    expect(page.locator("#payment .deltas")).to_contain_text(f"南−{paid['東']}")


def test_the_one_who_threw_is_asked_for_after_an_exposed_kong(open_page: Open) -> None:
    page = open_page(quote(KONGS + "|自摸 大明槓上"))
    page.locator("#payment > summary").click()
    page.locator("#pay-discarder").select_option("北")
    total = score(KONGS + "|自摸 大明槓上").total
    expect(page.locator("#payment .deltas")).to_contain_text(f"北−{total + 1}")  # and 莊連拉


# Three hands that win on the same 6p.
THREE = [("西", "123789m45p345s99s111z+6p"), ("北", "(777z)(888p)123m45p678s22z+6p"), ("東", LINE)]


def keep_three(page: Page) -> None:
    """Two hands are put aside, each at its seat, and the third stays on the keys."""
    for seat, line in THREE[:2]:
        type_line(page, line)
        shows_total(page, score(line).total)
        if not page.locator("#pay-winner").is_visible():
            page.locator("#payment > summary").click()
        page.locator("#pay-winner").select_option(seat)
        page.locator("#pay-keep").click()
        shows_line(page, "")
        expect(page.locator('#keypad [tabindex="0"]')).to_be_focused()
    type_line(page, THREE[2][1])
    shows_total(page, 97)
    page.locator("#pay-winner").select_option("東")


def test_three_winners_on_one_discard_are_paid_together(open_page: Open) -> None:
    page = open_page(lang="en")
    keep_three(page)
    paid = settle(THREE, discarder="南", dealer="東", streak=0)
    totals = {win.winner: win.score.total for win in paid.wins}
    assert totals["東"] != 97  # 三響 adds to each
    names = {"東": "East", "南": "South", "西": "West", "北": "North"}
    expect(page.locator("#payment .winners li")).to_contain_text([f"{totals[seat]} fan" for seat, _ in THREE])
    for seat, name in names.items():
        shown = f"{name}+{paid.deltas[seat]}" if paid.deltas[seat] > 0 else f"{name}−{-paid.deltas[seat]}"
        expect(page.locator("#payment .deltas")).to_contain_text(shown)
    expect(page.locator("#pay-keep")).to_have_count(0)  # there is no fourth
    page.reload()
    expect(page.locator("#kept1")).to_have_value("北")  # nothing is lost
    page.locator("#deal-note").get_by_role("button", name="Back to the keys: the hand of North").click()
    shows_line(page, str(parse(THREE[1][1])))
    expect(page.locator("#kept1")).to_have_value("東")  # in its place
    page.locator("#deal-note").get_by_role("button", name="Leave out East").click()
    two = settle([THREE[0], THREE[1]], discarder="南", dealer="東", streak=0)
    expect(page.locator("#payment .deltas")).to_contain_text(f"South−{-two.deltas['南']}")


def test_a_full_hand_that_does_not_win_says_what_to_discard(open_page: Open) -> None:
    page = open_page("123m234p345s456m57p55z+9m")
    found = answer("discards", {"line": "123m234p345s456m57p55z+9m"})["discards"]
    item = page.locator("#discards .discards > li").first
    expect(item).to_contain_text(f"叫糊 進張 {found[0]['accepted_left']} 隻")
    page.locator("#discards details > summary").click()
    expect(page.locator("#discards li")).to_have_count(len(found))
    item.get_by_role("button", name="打九萬").click()
    shows_line(page, LINE.partition("+")[0].replace("123m234p345s456m57p55z", "123456m23457p345s55z"))
    expect(page.locator(".waits li")).to_have_count(1)
    page.locator("#undo").click()
    page.locator("#discards details > summary").click()
    page.get_by_role("button", name="打五筒").click()
    shows_line(page, "1234569m2347p345s55z")


def test_a_claim_is_judged(open_page: Open) -> None:
    page = open_page(LINE)
    page.locator("#claim > summary").click()
    page.locator('[data-claim="平糊"]').click()
    page.locator("#claim-other").fill("清龍")
    page.locator("#claim-other").press("Enter")
    page.locator("#claim-total").fill("99")
    page.locator("#claim-judge").click()
    expect(page.locator(".verdict .overruled")).to_contain_text("清龍")
    expect(page.locator(".verdict .overruled")).to_contain_text("97")


# ---------------------------------------------------------------- tables, duel, peak


def test_every_row_of_the_table_has_its_hand_drawn(open_page: Open) -> None:
    page = open_page(size=DESKTOP, lang="en")
    page.locator("[data-page=table]").click()
    rows = page.locator("#row-list details")
    expect(rows.first).to_be_visible()
    page.locator("#row-list").evaluate("(list) => list.querySelectorAll('details').forEach((one) => (one.open = true))")
    expect(page.locator("#row-list .more .sources")).to_have_count(rows.count())
    assert page.locator("#row-list .example code").count() == 0
    shown = [row for row in answer("table", {})["rows"] if row["example"]]
    assert page.locator("#row-list .hand-picture").count() == len(shown) > rows.count() - 5
    page.locator("#search").fill("mixed triple chow")
    page.locator('[data-row="三相逢"] summary').click()
    page.locator('[data-row="三相逢"] .example button').click()
    expect(page.locator("#answer h2.total")).to_be_visible()


def test_the_sheet_prints_every_row_on_one_page(open_page: Open) -> None:
    page = open_page(size=DESKTOP)
    page.locator("[data-page=table]").click()
    page.locator("#row-list details").first.wait_for()
    rows = [row["row"] for row in answer("table", {})["rows"]]
    printed = page.locator("#sheet li > span").all_text_contents()
    assert [text.removesuffix(" B") for text in printed[: len(rows)]] == rows
    _assert_one_sheet(page)
    page.get_by_role("tab", name="裁定").click()
    expect(page.locator("#table-part fieldset")).to_have_count(len(answer("rulings", {})["rows"]))
    page.get_by_role("tab", name="番種").click()
    page.locator("#language").click()
    expect(page.locator("#sheet li", has_text="little three dragons")).to_have_count(1)
    _assert_one_sheet(page)


def _assert_one_sheet(page: Page) -> None:
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1


def test_duel_and_peak_answer(open_page: Open) -> None:
    page = open_page(size=DESKTOP)
    page.locator("[data-page=duel]").click()
    page.locator("#duel-play").fill("TJQKA")
    page.locator("#duel-over").focus()
    for card in ("9", "10", "J", "Q", "大王"):
        page.get_by_role("button", name=card, exact=True).click()
    page.locator("#duel-read").click()
    expect(page.locator("#duel-verdict h2")).to_have_text("壓得住")
    page.locator("[data-page=peak]").click()
    page.locator("#peak-rate").click()
    expect(page.locator("#peak-gain")).to_have_text("+80")


# ---------------------------------------------------------------- the book


def test_the_book_of_the_server(open_page: Open) -> None:
    page = open_page(LINE)
    shows_total(page, 97)
    page.locator("[data-page=book]").click()
    page.locator("#player0").fill("陳大文")
    page.locator("#book-open").click()
    expect(page.locator("#book-status")).to_contain_text("權杖")  # nothing is written without the token
    page.locator("#book-token").fill(TOKEN)
    _play_a_deal(page)
    _amend_a_deal(page)
    log = page.evaluate("import('./js/ask.js').then((one) => one.ask('book-export'))")["book"]["sessions"][-1]
    assert "記錯了座位" in json.dumps(log, ensure_ascii=False)


def test_the_book_without_a_server_stays_in_the_browser(open_page: Open, tmp_path: Path, axe: str) -> None:
    page = open_page(LINE)
    no_book = {"error": {"kind": "request", "text": "", "problems": []}}
    page.context.route("**/api/book-sessions", lambda route: route.fulfill(status=404, json=no_book))
    shows_total(page, 97)
    page.locator("[data-page=book]").click()
    expect(page.locator("#book-content")).to_contain_text("留在這個瀏覽器")
    page.locator("#player0").fill("陳大文")
    _play_a_deal(page)
    page.reload()
    expect(page.locator("#totals")).to_contain_text("陳大文+98")
    with page.expect_download() as download:
        page.locator("#book-export").click()
    download.value.save_as(tmp_path / "book.json")
    page.get_by_role("button", name="刪去這場").click()
    expect(page.locator("#book-content")).to_contain_text("未有場次")
    page.locator("input[type=file]").set_input_files(tmp_path / "book.json")
    expect(page.locator("#totals")).to_contain_text("陳大文+98")
    page.evaluate(axe)
    _amend_a_deal(page, lambda: _assert_accessible(page))
    page.locator("#book-content summary", has_text="各局").click()
    expect(page.locator(".deals li").last).to_contain_text("記錯了座位")


def _play_a_deal(page: Page) -> None:
    """Two wins of the dealer, one of them undone."""
    page.locator("#book-open").click()
    expect(page.locator("#next-deal h2")).to_contain_text("連 0")
    page.locator("#book-record").click()
    expect(page.locator("#next-deal h2")).to_contain_text("連 1")
    expect(page.locator("#totals")).to_contain_text("陳大文+98")  # 97 and 莊連拉 1
    page.locator("#book-record").click()
    expect(page.locator("#totals")).to_contain_text("陳大文+198")  # and 97 with 莊連拉 3
    expect(page.locator(".chart polyline")).to_have_count(4)
    page.locator("#book-undo").click()
    expect(page.locator("#totals")).to_contain_text("陳大文+98")
    page.locator("#book-standings").click()
    expect(page.locator("#standings tbody tr").first).to_contain_text("陳大文")


def _amend_a_deal(page: Page, look: Callable[[], None] = lambda: None) -> None:
    """After a win of the dealer three win on one discard; then the first deal turns out to be another's."""
    page.locator("[data-page=hand]").click()
    keep_three(page)
    look()
    page.locator("[data-page=book]").click()
    expect(page.locator("#next-deal .kept li")).to_have_count(2)
    page.locator("#book-record").click()
    before = settle(THREE, discarder="南", dealer="東", streak=1).deltas
    expect(page.locator("#totals")).to_contain_text(f"陳大文+{98 + before['東']}")
    expect(page.locator("#next-deal .kept")).to_have_count(0)
    page.locator("#book-content summary", has_text="各局 (2)").click()
    page.locator("[data-deal='1']").click()
    expect(page.locator("#amend-reason")).to_be_focused()
    page.keyboard.type("記錯了座位")
    page.locator("#deal-winner").select_option("北")
    page.locator("#deal-discarder").select_option("西")
    look()
    page.locator("#amend-keys").click()
    expect(page.locator("#deal-note")).to_contain_text("正在更正第 1 局")
    shows_total(page, 97)
    look()
    page.locator("#to-book").click()
    page.locator("#amend-record").click()
    expect(page.locator("#book-status")).to_contain_text("已更正第 1 局")
    first = settle([("北", LINE)], discarder="西", dealer="東", streak=0).deltas
    after = settle(THREE, discarder="南", dealer="南", streak=0).deltas
    sums = {seat: first[seat] + after[seat] for seat in "東南西北"}
    assert sums["西"] != first["西"] + before["西"]  # 莊連拉 has moved
    for shown, sum_ in zip(page.locator("#totals dd").all(), sums.values(), strict=True):
        expect(shown).to_have_text(f"{sum_:+}".replace("-", "−"))


# ---------------------------------------------------------------- for everybody


def test_the_keyboard_alone_is_enough(open_page: Open) -> None:
    page = open_page(size=DESKTOP)
    page.locator('[data-key="1m"]').focus()
    for press in ["Enter", "ArrowRight", "Enter", "ArrowRight", "Space", "ArrowDown", "Enter", "ArrowLeft", "Enter"]:
        page.keyboard.press(press)
    shows_line(page, "123m23p")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("Control+z")
    shows_line(page, "123m3p")
    page.keyboard.press("Tab")  # the keys are one stop
    assert page.evaluate("document.activeElement.id") == "line"
    page.keyboard.type("99s")
    shows_line(page, "123m3p99s")
    expect(page.locator('#hand [data-kind="9s"]')).to_have_count(2)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.word === '莊'"):
            break
    page.keyboard.press("Space")
    shows_line(page, "123m3p99s|莊")
    expect(page.locator('[data-word="莊"]')).to_be_focused()


@pytest.fixture(scope="module")
def axe() -> str:
    return (npm_package(AXE, ("axe.min.js",)) / "axe.min.js").read_text("utf-8")


@pytest.mark.parametrize(("lang", "dark", "size"), [("zh", False, PHONE), ("en", True, DESKTOP)], ids=["zh", "en"])
def test_axe_finds_nothing_serious(open_page: Open, axe: str, lang: str, dark: bool, size: ViewportSize) -> None:
    page = open_page(quote(KONGS + "|自摸"), size, dark, lang)
    page.evaluate(axe)
    page.locator("#answer h2.total").wait_for()
    page.locator("#answer .rows button").nth(3).click()
    page.locator("#answer .more:visible .sources").wait_for()
    for part in page.locator("#answer > details > summary").all():
        part.click()
    _assert_accessible(page)
    for line in ("123m234p345s456m57p55z", "11111m", "123m234p345s456m57p55z+9m"):
        type_line(page, line)
        expect(page.locator("#answer .waits, #answer .problems")).to_be_visible()
        expect(page.locator("#discards .card")).to_have_count(line.count("+"))
        _assert_accessible(page)
    page.locator("#share").click()
    _assert_accessible(page)
    page.keyboard.press("Escape")
    for name, content in [("table", "#row-list details"), ("book", "#book-open"), ("duel", "form"), ("peak", "form")]:
        page.locator(f"[data-page={name}]").click()
        page.locator(f"#page-{name} {content}").first.wait_for(state="attached")
        _assert_accessible(page)


def _assert_accessible(page: Page) -> None:
    found: list[dict[str, Any]] = page.evaluate("axe.run({resultTypes: ['violations']}).then((one) => one.violations)")
    serious = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]
    assert serious == []


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_thumb_hits_every_key_and_nothing_is_cut_on_a_phone(open_page: Open, lang: str) -> None:
    page = open_page(quote(KONGS + "花春夏秋冬梅蘭菊竹|自摸"), lang=lang)
    page.locator("#answer h2.total").wait_for()
    boxes = [box for one in page.locator("#keypad .key").all() if (box := one.bounding_box())]
    assert len(boxes) == tiles.KINDS + 8 + 3
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart_x = abs(one["x"] - other["x"]) >= min(one["width"], other["width"]) - 0.5
            apart_y = abs(one["y"] - other["y"]) >= min(one["height"], other["height"]) - 0.5
            assert apart_x or apart_y
    for name in ("hand", "table", "book", "duel", "peak"):
        page.locator(f"[data-page={name}]").click()
        page.locator(f"#page-{name} button").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        cut = page.evaluate(
            "[...document.querySelectorAll('button')].filter((one) => one.checkVisibility() && "
            "one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
        )
        assert cut == []


# ---------------------------------------------------------------- without a server


class Quiet(SimpleHTTPRequestHandler):
    """A plain host of files."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_the_site_scores_by_itself_and_without_network(browser: Browser, tmp_path: Path) -> None:
    pyodide = npm_package(site.PYODIDE, site.PYODIDE_FILES)
    written = site.write_site(tmp_path / "deep" / "site", pyodide)
    assert _listed_by_the_service_worker() <= written.sizes.keys()
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    context = browser.new_context(viewport=PHONE)
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{host.server_port}/deep/site/#{LINE}")
    page.locator("#answer h2.total").wait_for()
    shows_total(page, 97)
    host.shutdown()
    host.server_close()
    page.reload()  # nothing answers any more
    page.locator("#answer h2.total").wait_for()
    shows_total(page, 97)
    type_line(page, "112233456778899m5p+5p")
    shows_total(page, 127)
    type_line(page, "123x")
    page.locator("#answer .problems").wait_for()
    page.locator("[data-page=table]").click()
    page.locator("#row-list details").first.wait_for()
    context.close()


def _listed_by_the_service_worker() -> set[str]:
    """The files that the page keeps: every module, so that none is missing without network."""
    text = (site.STATIC / "sw.js").read_text("utf-8")
    names = set(re.findall(r"'([a-z0-9.-]+\.(?:css|js|svg|webmanifest)|icons/[a-z.]+)'", text))
    listed = text[text.index("['answer'") : text.index("].map")]
    modules = {f"js/{name}.js" for name in re.findall(r"'([a-z]+)'", listed)}
    assert modules == {f"js/{file.name}" for file in (site.STATIC / "js").iterdir()}
    page = (site.STATIC / "index.html").read_text("utf-8")
    assert modules == set(re.findall(r'modulepreload" href="(js/[a-z]+\.js)"', page))
    return names | modules


def test_nothing_is_asked_of_another_host() -> None:
    for file in site.STATIC.rglob("*"):
        if file.suffix in (".html", ".css", ".js", ".webmanifest"):
            outside = re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z0-9.-]+", file.read_text("utf-8"))
            assert outside == ["http://www.w3.org"] * len(outside), file.name
    manifest = json.loads((site.STATIC / "manifest.webmanifest").read_text("utf-8"))
    assert all((site.STATIC / icon["src"]).is_file() for icon in manifest["icons"])
