"""The static site, and the core in it: Pyodide under Node answers every documented case as this Python does."""

import json
import os
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from analyzer.cases import HandCase, load_cases
from analyzer.cli import main
from analyzer.web import site
from analyzer.web.answers import respond
from analyzer.web.site import PYODIDE, PYODIDE_FILES, SiteError, write_site
from tests.programs import wanted

FIRST = ("score", json.dumps({"line": "112233456778899m5p+5p"}))


@pytest.fixture(scope="session")
def pyodide() -> Path:
    """The npm package of Pyodide, kept between runs."""
    wanted("node", "npm")
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    kept = home / "yunlong-tests" / PYODIDE.replace("@", "-")
    package = kept / "package"
    if not all((package / name).is_file() for name in PYODIDE_FILES):
        kept.mkdir(parents=True, exist_ok=True)
        site.fetch_pyodide(kept)
    return package


@pytest.fixture(scope="session")
def written(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "deep" / "below"
    said = CliRunner().invoke(main, ["site", str(folder), "--pyodide", str(pyodide), "--json"])
    assert said.exit_code == 0, said.output
    sizes = json.loads(said.stdout)["files"]
    assert sizes == {name: (folder / name).stat().st_size for name in sizes}
    return folder


def requests() -> list[tuple[str, str]]:
    """Every documented hand, whole or a fragment, and one request of each other kind."""
    asked = [FIRST]
    for case in load_cases():
        if isinstance(case, HandCase):
            name = "count" if case.is_fragment else "score"
            asked.append((name, json.dumps({"line": case.line, "rulings": dict(case.rulings), "lang": "zh"})))
    more: list[tuple[str, dict[str, object]]] = [
        ("look", {"line": "123m234p345s456m57p55z"}),
        ("look", {"line": "123x", "lang": "zh"}),
        ("waits", {"line": "123m234p345s456m57p55z"}),
        ("discards", {"line": "123m234p345s456m57p55z1z"}),
        ("score", {"line": "123m234p345s456m57p55z+6p", "deciding": True}),
        ("why", {"line": "123m234p345s456m57p55z+6p", "row": "清龍"}),
        ("judge", {"line": "123m234p345s456m57p55z+6p", "claim": "平糊, 98翻"}),
        ("settle", {"wins": [{"winner": "東", "line": "123m234p345s456m57p55z+6p"}], "discarder": "南"}),
        ("reward", {"name": "暗槓", "player": "東"}),
        ("table", {}),
        ("rules", {}),
        ("rulings", {}),
        ("duel-read", {"play": "9TJBR"}),
        ("duel-beats", {"play": "TJQKA", "over": "9TJQR"}),
        ("peak-score", {"round": 7, "winner_score": 3.5, "loser_score": 0, "cards": "王靈形"}),
        ("score", {"line": 5}),
        ("nothing", {}),
    ]
    return asked + [(name, json.dumps(request)) for name, request in more]


@pytest.fixture(scope="session")
def run(written: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the package of the site says in WebAssembly."""
    file = tmp_path_factory.mktemp("requests") / "requests.json"
    file.write_text(json.dumps(requests()), "utf-8")
    script = Path(__file__).with_name("pyodide_answers.mjs")
    done = subprocess.run(["node", script, written, file], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_case_is_answered_as_here(run: dict[str, Any]) -> None:
    asked = requests()
    assert len(asked) > 500
    assert len(run["answers"]) == len(asked)
    for (name, body), (answered, text) in zip(asked, run["answers"], strict=True):
        expected, said = respond(name, body)
        assert (answered, json.loads(text)) == (expected, json.loads(said)), (name, body)


def test_every_case_has_its_derived_total_there(run: dict[str, Any]) -> None:
    """Against the numbers of the case files, not against this Python."""
    hands = [case for case in load_cases() if isinstance(case, HandCase)]
    for case, (answered, text) in zip(hands, run["answers"][1:], strict=False):
        answer = json.loads(text)
        if case.error:
            assert not answered
            assert answer["error"]["kind"] == case.error, case.id
        else:
            assert answer["total"] == case.total, case.id


def test_only_the_package_and_lark_are_loaded(run: dict[str, Any]) -> None:
    modules = {name.partition(".")[0] for name in run["modules"]}
    assert {"analyzer", "lark"} <= modules
    assert not modules & {"click", "rich", "fastapi", "sqlalchemy", "multiprocessing", "matplotlib"}


def test_it_is_quick_enough_to_wait_for(run: dict[str, Any]) -> None:
    times = run["milliseconds"]
    assert times["first"] < 60_000  # about three seconds where this was written; a loaded machine takes its time
    assert times["median"] < 250


# ---------------------------------------------------------------- the folder


ADDRESS = re.compile(
    r"""(?:\b(?:src|href)=["']?|\burl\(["']?|\b(?:from|import)\s*\(?["'`]|\bfetch\(["'`]|"(?:start_url|scope|src|id)":\s*")"""
    r"""(/|[a-z]+:)[^"'`]*""",
    re.IGNORECASE,
)


def test_the_site_asks_nobody_else_and_works_below_any_path(written: Path) -> None:
    """No address in the page begins with a scheme (but data:) or at the root of a host."""
    assert ADDRESS.search('<a href="/x">')
    assert ADDRESS.search("@import url(https://fonts.example/x.css)")
    assert not ADDRESS.search("""<script src="js/a.js">; import x from './a.js'; fetch(`api/${name}`)""")
    pages = [file for file in written.rglob("*") if file.suffix in (".html", ".css", ".js", ".webmanifest")]
    for file in (file for file in pages if file.parent.name != "pyodide"):
        found = [match[0] for match in ADDRESS.finditer(file.read_text("utf-8")) if match[1].lower() != "data:"]
        assert not found, file.name


def test_the_zips_hold_the_data_and_nothing_of_the_server(written: Path) -> None:
    with zipfile.ZipFile(written / "python" / "analyzer.zip") as archive:
        names = set(archive.namelist())
    assert {"analyzer/grammar/hand.lark", "analyzer/fan_table/yunlong-s1.toml", "analyzer/cases/duel.toml"} <= names
    assert "analyzer/web/answers.py" in names
    assert not [name for name in names if name.startswith(("analyzer/cli/", "analyzer/book/", "analyzer/web/server"))]
    with zipfile.ZipFile(written / "python" / "lark.zip") as archive:
        assert "lark/__init__.py" in archive.namelist()


def test_a_site_replaces_a_site_and_is_the_same_each_time(written: Path, pyodide: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    first = write_site(folder, pyodide)
    listing = (folder / "site.json").read_text("utf-8")
    write_site(folder, pyodide)
    assert (folder / "site.json").read_text("utf-8") == listing == (written / "site.json").read_text("utf-8")
    assert first.total == sum(json.loads(listing)["files"].values())


def test_a_site_takes_the_place_of_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", "utf-8")
    said = CliRunner().invoke(main, ["site", str(tmp_path), "--lang", "en"])
    assert said.exit_code == 2
    assert "holds other files" in said.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_that_is_no_pyodide_is_refused(tmp_path: Path) -> None:
    said = CliRunner().invoke(main, ["site", str(tmp_path / "out"), "--pyodide", str(tmp_path), "--lang", "zh"])
    assert said.exit_code == 2
    assert "pyodide.asm.wasm" in said.stderr
    assert not (tmp_path / "out").exists()


def test_without_npm_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SiteError, match="--pyodide"):
        write_site(tmp_path / "out")
    assert not (tmp_path / "out").exists()
