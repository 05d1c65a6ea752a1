"""The HTTP interface and the page: ``POST /api/<name>`` asks :mod:`analyzer.web.answers`, ``GET /`` is the page.

Nothing is kept between requests; the match book alone is written to, and only with the token.
"""

from __future__ import annotations

import inspect
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from analyzer.errors import Problem, Refusal
from analyzer.messages import Lang
from analyzer.web import matchbook
from analyzer.web.answers import ANSWERS, no_such_name, read_json, write_json
from analyzer.web.matchbook import AskedOfBook
from analyzer.web.requests import RequestError, language_of, read_request
from analyzer.web.workers import Failed, TooSlow, Workers

if TYPE_CHECKING:
    from analyzer.book import Book

STATIC = Path(__file__).parent / "static"
LARGEST_BODY = 64 * 1024
SLOWEST_SECONDS = 10.0
JSON = "application/json"
TOKEN_HEADER = "X-Yunlong-Token"
log = logging.getLogger("yunlong.web")

# The page holds no inline script and asks nobody else; 'wasm-unsafe-eval' lets it run the package itself.
POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
SAFE_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass(frozen=True)
class ProblemAnswer:
    """One thing that is wrong: ``spans`` are places in the line."""

    code: str
    text: str
    remedy: str
    spans: list[tuple[int, int]]
    field: str = ""


@dataclass(frozen=True)
class ErrorAnswer:
    """Why there is no answer: ``text`` is what the command line prints."""

    kind: str
    text: str
    problems: list[ProblemAnswer]


@dataclass(frozen=True)
class Refused:
    """The body of every answer that is none."""

    error: ErrorAnswer


REFUSALS: dict[int | str, dict[str, Any]] = {
    413: {"model": Refused, "description": f"The body has more than {LARGEST_BODY} bytes."},
    422: {"model": Refused, "description": "The request cannot be answered; the text is the command line's."},
    500: {"model": Refused, "description": "The program failed on this request."},
    503: {"model": Refused, "description": "No answer in time."},
}


REFUSALS_OF_BOOK = {
    **REFUSALS,
    403: {"model": Refused, "description": f"Writing needs the header {TOKEN_HEADER}."},
    404: {"model": Refused, "description": "There is no match book here."},
    409: {"model": Refused, "description": "The session has changed since the writer looked at it."},
}


def create_app(
    book_url: str | None = None,
    token: str | None = None,
    *,
    seconds: float = SLOWEST_SECONDS,
    workers: int | None = None,
) -> FastAPI:
    """The application. ``book_url`` is the database of the match book; who writes to it must send ``token``.

    A request that is not answered within ``seconds`` is given up.
    """
    pool = Workers(workers, seconds)
    book = _open_book(book_url)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await run_in_threadpool(pool.warm_up)
        yield
        pool.close()
        if book is not None:
            book.close()

    app = FastAPI(
        title="yunlong",
        summary="The referee of Hong Kong 16-tile mahjong (港式台牌, 雲龍盃 table).",
        version=_version(),
        docs_url=None,  # those pages load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=life,
    )
    app.state.workers = pool
    app.include_router(_api(pool, book, token))
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _failure)
    app.add_middleware(SafeHeaders)
    app.add_middleware(GZipMiddleware, minimum_size=500)
    app.mount("/", StaticFiles(directory=STATIC, html=True), name="page")
    return app


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; OSError where that cannot be.

    It names its protocol: asyncio sends small answers at once only where it knows it to be TCP (40 ms otherwise).
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def _version() -> str:
    try:
        return version("yunlong-referee")
    except PackageNotFoundError:
        return "0"


# ---------------------------------------------------------------- the names

Answerer = Callable[[Request, bytes], Awaitable[Response]]


def _api(pool: Workers, book: Book | None, token: str | None) -> APIRouter:
    """A route for each name. The classes of the requests make the schema; the bodies are read by ``answers`` alone."""
    router = APIRouter(prefix="/api")
    for name, asked in ANSWERS.items():
        _add(router, name, asked.request, asked.answer, _from_pool(pool, name))
    for name, of_book in matchbook.ANSWERS.items():
        _add(router, name, of_book.request, of_book.answer, _from_book(book, token, of_book), REFUSALS_OF_BOOK)
    router.add_api_route(
        "/{name}", _endpoint(dict), methods=["POST"], include_in_schema=False, route_class_override=_route_of(_unknown)
    )
    router.add_api_route(
        "/{name}",
        _endpoint(dict),
        methods=["GET"],
        include_in_schema=False,
        route_class_override=_route_of(_not_posted),
    )
    return router


def _add(
    router: APIRouter,
    name: str,
    request: type,
    answer: Callable[..., Any],
    answerer: Answerer,
    refusals: dict[int | str, dict[str, Any]] = REFUSALS,
) -> None:
    router.add_api_route(
        f"/{name}",
        _endpoint(request),
        methods=["POST"],
        operation_id=name,
        summary=inspect.getdoc(answer),
        responses=refusals,
        route_class_override=_route_of(answerer),
    )


def _endpoint(request: type) -> Callable[..., Any]:
    """What FastAPI reads the schema from; it is never called."""

    def endpoint(body: Any) -> Any:
        return body

    endpoint.__annotations__ = {"body": request, "return": dict[str, Any]}
    return endpoint


def _route_of(answerer: Answerer) -> type[APIRoute]:
    """A route that hands the body, as it came, to ``answerer``."""

    async def handle(request: Request) -> Response:
        return await answerer(request, await _body(request))

    class AnswerRoute(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            return handle

    return AnswerRoute


def _from_pool(pool: Workers, name: str) -> Answerer:
    """Answers by one of the worker processes."""

    async def answer(_: Request, body: bytes) -> Response:
        try:
            reply = await run_in_threadpool(pool.ask, name, body)
        except TooSlow as error:
            return _refused(error, 503, lang=_language(body))
        except Failed as error:
            log.error("the request failed: %s %s", name, body[:500])
            return _refused(error, 500, lang=_language(body))
        return _json(reply.text, 200 if reply.answered else 422)

    return answer


async def _not_posted(request: Request, _: bytes) -> Response:
    """A name that is asked for in another way than by POST."""
    raise HTTPException(405 if request.path_params["name"] in {*ANSWERS, *matchbook.ANSWERS} else 404)


async def _unknown(request: Request, body: bytes) -> Response:
    """A name that nothing answers."""
    return _refused(no_such_name(request.path_params["name"]), 404, lang=_language(body))


# ---------------------------------------------------------------- the match book


def _open_book(url: str | None) -> Book | None:
    """The book at this place, made if there is none; BookError says why not."""
    if url is None:
        return None
    from analyzer.book import Book

    return Book.open(url, create=True)


def _from_book(book: Book | None, token: str | None, asked: AskedOfBook) -> Answerer:
    """Answers by the book; who writes shows the token."""

    async def answer(request: Request, body: bytes) -> Response:
        lang = _language(body)
        if book is None:
            return _refused(RequestError([Problem("request.no-book")]), 404, lang=lang)
        if asked.writes and not _shows(token, request):
            return _refused(RequestError([Problem("request.no-token")]), 403, lang=lang)
        return await run_in_threadpool(_ask_book, book, asked, body, lang)

    return answer


def _shows(token: str | None, request: Request) -> bool:
    shown = request.headers.get(TOKEN_HEADER, "")
    return bool(token) and secrets.compare_digest(shown.encode(), str(token).encode())


def _ask_book(book: Book, asked: AskedOfBook, body: bytes, lang: Lang) -> Response:
    from analyzer.book import StaleWrite

    try:
        return _json(write_json(asked.answer(book, read_request(asked.request, read_json(body)))), 200)
    except StaleWrite as error:
        return _refused(error, 409, lang=lang)
    except Refusal as error:
        return _refused(error, 422, lang=lang)


# ---------------------------------------------------------------- bodies


async def _body(request: Request) -> bytes:
    """The body of a request, up to the limit."""
    parts: list[bytes] = []
    size = 0
    with anyio.move_on_after(SLOWEST_SECONDS):
        async for part in request.stream():
            parts.append(part)
            size += len(part)
            if size > LARGEST_BODY:
                raise HTTPException(413)
        return b"".join(parts)
    raise HTTPException(408)


# ---------------------------------------------------------------- refusals

STATUS = {
    404: Problem("request.no-page"),
    405: Problem("request.no-method"),
    408: Problem("request.too-slow", {"seconds": f"{SLOWEST_SECONDS:g}"}),
    413: Problem("request.too-large", {"most": LARGEST_BODY}),
}


def _json(text: str, status: int, headers: dict[str, str] | None = None) -> Response:
    return Response(text, status, {"Cache-Control": "no-store", **(headers or {})}, JSON)


def _refused(error: Refusal, status: int, headers: dict[str, str] | None = None, lang: Lang = "en") -> Response:
    """A refusal of the server itself."""
    return _json(write_json({"error": error.as_dict(lang)}), status, headers)


def _language(body: bytes) -> Lang:
    """The language that a request asks for, as far as it can be read."""
    try:
        return language_of(read_json(body))
    except RequestError:
        return "en"


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    problem = STATUS.get(error.status_code, Problem("request.failed"))
    return _refused(RequestError([problem]), error.status_code, dict(error.headers or {}))


async def _failure(_: Request, __: Exception) -> Response:
    """The last resort: no trace leaves the server; the log has it."""
    return _refused(Failed(), 500, SAFE_HEADERS)


class SafeHeaders:
    """Adds the headers that keep a browser from doing what the page never asks for."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; add the headers to what comes back."""

        async def send_safely(event: Message) -> None:
            if event["type"] == "http.response.start":
                event["headers"] = [*event["headers"], *_RAW_SAFE_HEADERS]
            await send(event)

        await self.app(scope, receive, send_safely)


_RAW_SAFE_HEADERS = [(name.lower().encode(), value.encode()) for name, value in SAFE_HEADERS.items()]
