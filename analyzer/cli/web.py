"""Commands for the page: ``serve`` it with the HTTP interface, or write it as a static ``site``."""

from __future__ import annotations

import json
import secrets
import socket
from contextlib import suppress
from pathlib import Path

import click

from analyzer.cli.options import json_option, lang_option, refuses
from analyzer.errors import Problem
from analyzer.messages import Lang, message
from analyzer.web.site import SiteError, write_site


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at; 0.0.0.0 for a network.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free one.")
@click.option("--db", "book_url", envvar="YUNLONG_DB", metavar="PATH|URL", help="The match book; `book new` makes one.")
@click.option("--token", envvar="YUNLONG_TOKEN", help="The token for writing to the book. Default: a new one.")
@lang_option
@refuses
def serve(host: str, port: int, book_url: str | None, token: str | None, lang: Lang) -> None:
    """Serve the page and the HTTP interface (POST /api/score and others) until Ctrl+C."""
    try:
        import uvicorn

        from analyzer.web.server import create_app
    except ImportError:
        raise SiteError([Problem("serve.no-extra")]) from None
    if book_url:
        from analyzer.book import Book

        Book.open(book_url).close()  # a mistyped path makes no second book
    token = token or secrets.token_urlsafe(16)
    app = create_app(book_url, token)
    with _listening(host, port) as listener:
        name = f"[{host}]" if ":" in host else host
        click.echo(message("serve.open", lang, url=f"http://{name}:{listener.getsockname()[1]}/"))
        if book_url:
            click.echo(message("serve.token", lang, token=token))
        config = uvicorn.Config(app, log_level="warning", server_header=False, timeout_graceful_shutdown=3)
        with suppress(KeyboardInterrupt):  # raised again by uvicorn when all is closed
            uvicorn.Server(config).run([listener])


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; SiteError says why not."""
    from analyzer.web.server import listen

    try:
        return listen(host, port)
    except OSError as error:
        words = {"host": host, "port": port, "reason": error.strerror or error}
        raise SiteError([Problem("serve.no-port", words)]) from None


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--pyodide", type=click.Path(path_type=Path), help="A folder of the npm package pyodide. Default: npm fetches it."
)
@json_option
@lang_option
@refuses
def site(folder: Path, pyodide: Path | None, as_json: bool, lang: Lang) -> None:
    """Write the page into the folder DIR, for any web host: it scores by itself, in the browser, without a server."""
    written = write_site(folder, pyodide)
    if as_json:
        click.echo(json.dumps({"folder": str(folder), "bytes": written.total, "files": written.sizes}))
        return
    words = {"folder": folder, "count": len(written.sizes), "bytes": f"{written.total:,}"}
    click.echo(message("site.written", lang, **words))
    click.echo(message("site.try", lang, folder=folder))
