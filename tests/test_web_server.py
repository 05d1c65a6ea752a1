"""The server: answers and refusals over HTTP, limits, headers, the token of the book, and a fuzz from its schema."""

import json
import logging
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from click.testing import CliRunner
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS
from starlette.types import ASGIApp, Receive, Scope, Send

from analyzer.book import Book
from analyzer.cli import main
from analyzer.web import server, workers
from analyzer.web.answers import ANSWERS, answer
from analyzer.web.matchbook import ANSWERS as ANSWERS_OF_BOOK
from analyzer.web.server import LARGEST_BODY, POLICY, TOKEN_HEADER, create_app
from analyzer.web.workers import TooSlow, Workers

COMPLETE = "123m234p345s456m57p55z+6p"
TOKEN = "a-token-of-the-tests"
ASKED: dict[str, dict[str, Any]] = {
    "look": {"line": COMPLETE},
    "score": {"line": COMPLETE, "deciding": True, "lang": "zh"},
    "count": {"line": "456p456456s"},
    "waits": {"line": COMPLETE},
    "discards": {"line": COMPLETE},
    "why": {"line": COMPLETE, "row": "清龍"},
    "judge": {"line": COMPLETE, "claim": "平糊"},
    "settle": {"wins": [{"winner": "東", "line": COMPLETE}], "discarder": "南"},
    "reward": {"name": "暗槓", "player": "東"},
    "table": {},
    "rules": {},
    "rulings": {"rulings": {"R9": "all"}},
    "duel-read": {"play": "9TJBR"},
    "duel-beats": {"play": "TJQKA", "over": "9TJQR"},
    "peak-score": {"round": 7, "winner_score": 3.5, "loser_score": 0, "cards": "王靈形"},
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    book = tmp_path_factory.mktemp("book") / "book.sqlite"
    app = create_app(f"sqlite:///{book}", TOKEN, workers=2)
    with TestClient(app, raise_server_exceptions=False) as found:
        yield found


def test_every_name_answers_as_the_package_does(client: TestClient) -> None:
    assert ASKED.keys() == ANSWERS.keys()
    for name, request in ASKED.items():
        response = client.post(f"/api/{name}", json=request)
        assert response.status_code == 200, response.text
        assert response.headers["content-type"] == "application/json"
        assert response.json() == answer(name, request)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_refusal_is_422_with_the_text_of_the_command_line(client: TestClient, lang: str) -> None:
    response = client.post("/api/score", json={"line": "11111m<b>", "lang": lang})
    said = CliRunner().invoke(main, ["score", "11111m<b>", "--lang", lang])
    assert response.status_code == 422
    error = response.json()["error"]
    assert error["text"] == said.stderr.rstrip("\n")
    assert error["kind"] == "notation"
    assert error["problems"][0].keys() == {"code", "text", "remedy", "spans"}


@pytest.mark.parametrize(
    ("body", "code"),
    [(b"", "request.no-json"), (b"{}", "request.missing-field"), (b'{"line": 1}', "request.no-text")],
)
def test_a_body_that_is_no_request(client: TestClient, body: bytes, code: str) -> None:
    response = client.post("/api/score", content=body)
    assert response.status_code == 422
    assert response.json()["error"]["problems"][0]["code"] == code


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("POST", "/api/nothing", 404, "request.no-such-name"),
        ("GET", "/nothing.html", 404, "request.no-page"),
        ("GET", "/../server.py", 404, "request.no-page"),
        ("GET", "/%2e%2e/server.py", 404, "request.no-page"),
        ("GET", "/..%5cserver.py", 404, "request.no-page"),
        ("PUT", "/api/score", 405, "request.no-method"),
        ("POST", "/", 405, "request.no-method"),
    ],
)
def test_what_is_not_there(client: TestClient, method: str, path: str, status: int, code: str) -> None:
    response = client.request(method, path, content=b"{}")
    assert response.status_code == status
    assert response.json()["error"]["problems"][0]["code"] == code


def test_the_size_of_a_body_is_limited_whatever_it_says_of_itself(client: TestClient) -> None:
    whole = json.dumps({"line": COMPLETE}).encode()
    fitting = whole + b" " * (LARGEST_BODY - len(whole))
    assert client.post("/api/score", content=fitting).status_code == 200
    assert client.post("/api/score", content=fitting + b" ").status_code == 413
    assert (
        client.post("/api/score", content=iter([fitting, b" "])).status_code == 413
    )  # sent in chunks, without a length


def test_every_answer_has_the_safe_headers(client: TestClient) -> None:
    for response in (
        client.get("/"),
        client.get("/nothing"),
        client.post("/api/score", json=ASKED["score"]),
        client.post("/api/score", content=b"{"),
        client.put("/api/score"),
        client.get("/api/openapi.json"),
    ):
        headers = response.headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
        assert "set-cookie" not in headers
    policy = dict(part.split(" ", 1) for part in POLICY.split("; "))
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe-inline" not in POLICY
    assert "'unsafe-eval'" not in POLICY


def test_input_comes_back_as_json_only(client: TestClient) -> None:
    script = "<script>alert(1)</script>"
    asked: list[tuple[str, dict[str, object]]] = [
        ("score", {"line": script}),
        ("look", {"line": script}),
        ("why", {"line": COMPLETE, "row": script}),
        ("score", {script: 1}),
    ]
    for name, request in asked:
        response = client.post(f"/api/{name}", json=request)
        assert response.headers["content-type"] == "application/json"
    response = client.post("/api/<b>", json={})
    assert response.headers["content-type"] == "application/json"
    assert "<b>" in response.json()["error"]["text"]


# ---------------------------------------------------------------- time, failures, state


def test_a_request_that_takes_too_long_is_given_up_and_the_next_is_answered() -> None:
    pool = Workers(1, seconds=30)
    try:
        pool.warm_up()
        pool.seconds = 0.001
        slow = json.dumps({"line": COMPLETE, "deciding": True}).encode()
        with pytest.raises(TooSlow):
            pool.ask("score", slow)
        pool.seconds = 30
        assert pool.ask("score", b'{"line": "%s"}' % COMPLETE.encode()).answered
    finally:
        pool.close()


def test_too_slow_is_503(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(name: str, body: bytes) -> None:
        raise TooSlow(10)

    monkeypatch.setattr(client.app.state.workers, "ask", ask)  # type: ignore[attr-defined]
    response = client.post("/api/score", json={"line": COMPLETE, "lang": "zh"})
    assert response.status_code == 503
    assert "10 秒" in response.json()["error"]["text"]


@pytest.mark.parametrize("name", ["score", "book-sessions"])
def test_a_failure_of_the_program_shows_no_trace(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret of the program")

    monkeypatch.setattr(client.app.state.workers, "ask", fail)  # type: ignore[attr-defined]
    monkeypatch.setattr(server, "read_request", fail)
    with caplog.at_level(logging.ERROR):
        response = client.post(f"/api/{name}", json=ASKED["score"])
    assert response.status_code == 500
    assert response.json()["error"]["problems"][0]["code"] == "request.failed"
    assert "secret" not in response.text
    assert "Traceback" not in response.text
    assert response.headers["content-security-policy"] == POLICY


def test_a_worker_that_ends_is_replaced() -> None:
    pool = Workers(1, seconds=30)
    try:
        pool.warm_up()
        for worker in pool._all:
            worker.process.kill()
            worker.process.join()
        with pytest.raises(workers.Failed):
            pool.ask("score", b"{}")
        assert pool.ask("score", b'{"line": "%s"}' % COMPLETE.encode()).answered
    finally:
        pool.close()


def test_requests_at_once_do_not_mix(client: TestClient) -> None:
    """Rulings and language of one request show in no other."""
    kinds: list[dict[str, Any]] = [
        {"line": COMPLETE},
        {"line": COMPLETE, "lang": "zh", "rulings": {"R1": "none"}},
        {"line": "123x", "lang": "zh"},
    ]
    expected = [client.post("/api/score", json=request).json() for request in kinds]
    wrong = []

    def ask(place: int) -> None:
        if client.post("/api/score", json=kinds[place % 3]).json() != expected[place % 3]:
            wrong.append(place)

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# ---------------------------------------------------------------- the match book


def book(client: TestClient, asked: str, status: int = 200, token: str | None = TOKEN, **request: object) -> Any:
    headers = {} if token is None else {TOKEN_HEADER: token}
    response = client.post(f"/api/book-{asked}", json=request, headers=headers)
    assert response.status_code == status, response.text
    return response.json()


def test_a_session_from_opening_to_standings(client: TestClient) -> None:
    players = ["甲<b>", "乙", "丙", "丁"]
    assert "request" not in book(client, "open", 422, players=players)["error"]["kind"]  # nobody is known yet
    sheet = book(client, "open", players=players, name="friday", enter=True)
    session = sheet["session"]
    assert sheet["players"] == dict(zip("東南西北", players, strict=True))

    won = book(client, "record", session=session, wins=[{"winner": "東", "line": COMPLETE}], discarder="南", expected=0)
    paid = answer("settle", {"wins": [{"winner": "東", "line": COMPLETE}], "discarder": "南"})
    assert won["sheet"]["totals"] == paid["deltas"]
    assert won["sheet"]["next"] == {"dealer": "東", "streak": 1, "round": "東"}

    stale = book(client, "record", 409, session=session, result="draw", expected=0)
    assert stale["error"]["problems"][0]["code"] == "book.stale"
    wrong = book(client, "record", 422, session=session, wins=[{"winner": "東", "line": "123x"}], discarder="南")
    assert wrong["error"]["kind"] == "notation"

    called = [{"name": "暗槓", "player": "西"}]
    book(client, "record", session=session, result="draw", calls=called)
    fifteen = {"東": -5, "南": -5, "西": 15, "北": -5, "歸天": 0}
    after = book(client, "session", session=session)
    assert after["totals"] == {seat: paid["deltas"][seat] + fifteen[seat] for seat in fifteen}
    assert [deal["result"] for deal in after["deals"]] == ["win", "draw"]

    amended = book(client, "amend", session=session, deal=2, result="draw", reason="no kong")
    assert amended["sheet"]["totals"] == paid["deltas"]
    undone = book(client, "undo", session=session)
    assert undone["deal"] == 2
    assert [deal["deal"] for deal in undone["sheet"]["deals"]] == [1]
    seats = book(client, "seats", session=session)["seats"]
    assert [(seat["seat"], seat["wind"], seat["dealer"]) for seat in seats] == [
        ("東", "東", True), ("南", "南", False), ("西", "西", False), ("北", "北", False),
    ]  # fmt: skip
    points = {one["name"]: one["points"] for one in book(client, "standings")["players"]}
    assert points == {player: paid["deltas"][seat] for seat, player in sheet["players"].items()}
    assert book(client, "sessions")["sessions"][0]["name"] == "friday"
    assert "甲<b>" in json.dumps(book(client, "export"), ensure_ascii=False)
    assert book(client, "export", format="csv")["csv"].count("\n") == 2


def test_writing_needs_the_token_and_reading_does_not(client: TestClient) -> None:
    writing = {name for name, asked in ANSWERS_OF_BOOK.items() if asked.writes}
    assert writing == {"book-open", "book-record", "book-amend", "book-undo"}
    for name in ANSWERS_OF_BOOK:
        for token in (None, "", TOKEN[:-1], TOKEN + " x", "é"):
            headers = {} if token is None else {TOKEN_HEADER.encode(): token.encode()}
            response = client.post(f"/api/{name}", json={}, headers=headers)
            assert (response.status_code == 403) == (name in writing), name


def test_without_a_token_nobody_writes(tmp_path: Path) -> None:
    client = TestClient(create_app(f"sqlite:///{tmp_path / 'book.sqlite'}"))
    for token in (None, "", "None"):
        book(client, "open", 403, token=token, players=["a", "b", "c", "d"], enter=True)
    assert book(client, "sessions") == {"sessions": [], "players": {}}


def test_without_a_book_there_is_none_to_ask() -> None:
    client = TestClient(create_app(token=TOKEN))
    for name in ANSWERS_OF_BOOK:
        response = client.post(f"/api/{name}", json={"lang": "zh"}, headers={TOKEN_HEADER: TOKEN})
        assert response.status_code == 404
        assert "沒有比賽簿" in response.json()["error"]["text"]


# ---------------------------------------------------------------- the schema


def test_the_schema_has_a_request_for_each_name_and_nothing_from_elsewhere(client: TestClient) -> None:
    found = client.get("/api/openapi.json").json()
    assert found["paths"].keys() == {f"/api/{name}" for name in (*ANSWERS, *ANSWERS_OF_BOOK)}
    line = found["components"]["schemas"]["ScoreLine"]
    assert line["required"] == ["line"]
    assert line["additionalProperties"] is False
    assert line["properties"]["lang"]["enum"] == ["zh", "en"]
    assert client.get("/docs").status_code == 404


def started(app: ASGIApp) -> ASGIApp:
    """The application as one that is up already: the fuzz would start and end it for each request."""

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await app(scope, receive, send)
            return
        for phase in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{phase}.complete"})

    return asked


FOLDER = TemporaryDirectory()
FUZZED_APP = create_app(f"sqlite:///{FOLDER.name}/book.sqlite", TOKEN, workers=2, seconds=30)
FUZZED = schemathesis.openapi.from_asgi("/api/openapi.json", started(FUZZED_APP))
# What the schema allows may still be no hand: 422 is a right answer to it. The rest must hold for every request.
CHECKED: list[Any] = [CHECKS.get_one(name) for name in (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
    "negative_data_rejection", "unsupported_method",
)]  # fmt: skip


@FUZZED.parametrize()
@settings(max_examples=8, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
def test_fuzz_from_the_schema(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(checks=CHECKED, headers={TOKEN_HEADER: TOKEN})


# ---------------------------------------------------------------- the command


def test_serve_says_where_it_is_answers_and_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from analyzer.cli import main; main()", "serve", "--port", "0", "--lang", "en"]
    book_url = f"sqlite:///{tmp_path / 'book.sqlite'}"
    mistyped = CliRunner().invoke(main, ["serve", "--port", "0", "--db", book_url, "--lang", "en"])
    assert mistyped.exit_code == 2
    assert "no match book" in mistyped.stderr
    Book.create(book_url).close()
    with subprocess.Popen([*command, "--db", book_url], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[1]
            token = process.stdout.readline().split()[-1]
            asked = urllib.request.Request(f"{address}api/score", json.dumps({"line": COMPLETE}).encode())
            with urllib.request.urlopen(asked, timeout=30) as response:
                assert json.load(response)["total"] == 97
            opening = json.dumps({"players": ["a", "b", "c", "d"], "enter": True}).encode()
            asked = urllib.request.Request(f"{address}api/book-open", opening, {TOKEN_HEADER: token})
            with urllib.request.urlopen(asked, timeout=30) as response:
                assert json.load(response)["version"] == 0
            port = address.rstrip("/").rpartition(":")[2]
            second = CliRunner().invoke(main, ["serve", "--port", port, "--lang", "en"])
            assert second.exit_code == 2
            assert "choose another" in second.stderr
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=30) == 0


def test_serve_refuses_a_book_that_is_none(tmp_path: Path) -> None:
    place = tmp_path / "letter.txt"
    place.write_text("dear", "utf-8")
    said = CliRunner().invoke(main, ["serve", "--port", "0", "--db", f"sqlite:///{place}", "--lang", "en"])
    assert said.exit_code == 2
    assert "→" in said.stderr
    assert place.read_text("utf-8") == "dear"
