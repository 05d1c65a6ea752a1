"""Processes that answer requests, so that one that takes too long can be ended, and two cores serve two people.

A process keeps nothing between requests but what the package itself remembers of its tables.
"""

from __future__ import annotations

import os
import queue
import threading
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NamedTuple

from analyzer.errors import Problem
from analyzer.web.requests import RequestError

START_SECONDS = 60.0  # a cold start on a slow machine
WARM_UP = '{"line": "112233456778899m5p+5p"}'


class TooSlow(RequestError):
    """A request that was not answered in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__([Problem("request.too-slow", {"seconds": f"{seconds:g}"})])


class Failed(RequestError):
    """A request on which the program itself failed."""

    def __init__(self) -> None:
        super().__init__([Problem("request.failed")])


class Reply(NamedTuple):
    """Whether a request was answered, and the JSON of the answer or of the error."""

    answered: bool
    text: str


def _answer_requests(requests: Connection) -> None:
    """What a worker process does: warm up, say so, answer until the other side is gone."""
    from analyzer.web.answers import respond

    respond("score", WARM_UP)
    requests.send(None)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            name, body = requests.recv()
            try:
                requests.send(Reply(*respond(name, body)))
            except Exception:
                requests.send(None)
                raise


class _Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_answer_requests, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def ready(self, seconds: float) -> bool:
        """Whether it has warmed up within this time."""
        with suppress(EOFError, OSError):
            return self.pipe.poll(seconds) and self.pipe.recv() is None
        return False

    def ask(self, name: str, body: bytes, seconds: float) -> Reply:
        """Its reply; TooSlow or Failed, and then it is of no more use."""
        try:
            self.pipe.send((name, body))
            if not self.pipe.poll(seconds):
                raise TooSlow(seconds)
            reply = self.pipe.recv()
        except (EOFError, OSError):
            raise Failed from None
        if not isinstance(reply, Reply):
            raise Failed
        return reply

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.pipe.close()
        self.process.kill()
        self.process.join()


class Workers:
    """Some worker processes, started when first needed; each answers one request at a time."""

    def __init__(self, count: int | None = None, seconds: float = 10.0) -> None:
        self.seconds = seconds
        self._count = count or min(os.cpu_count() or 1, 4)
        self._lock = threading.Lock()
        self._all: set[_Worker] = set()
        self._free = self._places()

    def _places(self) -> queue.LifoQueue[_Worker | None]:
        """A place for each worker, none of them started."""
        places: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        for _ in range(self._count):
            places.put(None)
        return places

    def ask(self, name: str, body: bytes) -> Reply:
        """The reply of a free worker; TooSlow when there is none in time, or its answer is not."""
        free = self._free
        try:
            worker = free.get(timeout=self.seconds)
        except queue.Empty:
            raise TooSlow(self.seconds) from None
        try:
            worker = worker or self._start()
            return worker.ask(name, body, self.seconds)
        except RequestError:
            if worker is not None:
                self._end(worker)
            worker = None
            raise
        finally:
            free.put(worker)

    def _start(self) -> _Worker:
        worker = _Worker()
        with self._lock:
            self._all.add(worker)
        if not worker.ready(START_SECONDS):
            self._end(worker)
            raise Failed
        return worker

    def _end(self, worker: _Worker) -> None:
        with self._lock:
            self._all.discard(worker)
        worker.end()

    def warm_up(self) -> None:
        """Start a worker before anybody asks."""
        self.ask("score", WARM_UP.encode())

    def close(self) -> None:
        """End every process; whoever asks later starts new ones."""
        for worker in tuple(self._all):
            self._end(worker)
        self._free = self._places()
