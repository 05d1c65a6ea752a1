"""A bounded load on the server over loopback: how many answers a second, and how long they take.

    python benchmarks/load.py [REQUESTS] [CLIENTS]

Starts a server of its own on a free port, sends REQUESTS (default 2000) requests from CLIENTS (default 8) connections,
and prints the figures. It asks nobody but 127.0.0.1.
"""

from __future__ import annotations

import http.client
import json
import sys
import threading
import time
from statistics import quantiles

import uvicorn

from analyzer.cases import HandCase, load_cases
from analyzer.web.server import create_app, listen

MOST_REQUESTS = 20_000
NAMES = ("look", "score", "waits")


def bodies() -> list[bytes]:
    cases = [case for case in load_cases() if isinstance(case, HandCase) and not (case.error or case.is_fragment)]
    return [json.dumps({"line": case.line, "lang": "zh"}).encode() for case in cases if not case.rulings]


def start() -> tuple[uvicorn.Server, threading.Thread, int]:
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(create_app(), log_level="warning"))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    return server, thread, listener.getsockname()[1]


def ask(port: int, name: str, share: list[bytes], times: list[float], wrong: list[int]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for body in share:
        begun = time.perf_counter()
        connection.request("POST", f"/api/{name}", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        times.append(time.perf_counter() - begun)
        if response.status != 200:
            wrong.append(response.status)
    connection.close()


def measure(port: int, name: str, asked: list[bytes], clients: int) -> None:
    times: list[float] = []
    wrong: list[int] = []
    threads = [
        threading.Thread(target=ask, args=(port, name, asked[place::clients], times, wrong)) for place in range(clients)
    ]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken = time.perf_counter() - begun
    cuts = [1000 * cut for cut in quantiles(times, n=100)]
    print(
        f"{name:6} {len(times):6} answers, {len(times) / taken:7.0f} a second, median {cuts[49]:6.1f} ms, "
        f"95 % {cuts[94]:6.1f} ms, slowest {1000 * max(times):6.1f} ms, wrong {len(wrong)}"
    )


def main() -> None:
    count, clients = _arguments()
    begun = time.perf_counter()
    server, thread, port = start()
    print(f"server up, one worker warm: {time.perf_counter() - begun:.2f} s; {clients} connections")
    hands = bodies()
    for name in NAMES:
        measure(port, name, [hands[place % len(hands)] for place in range(count // len(NAMES))], clients)
    server.should_exit = True
    thread.join()


def _arguments() -> tuple[int, int]:
    given = [int(word) for word in sys.argv[1:3]]
    count, clients = (*given, *(2000, 8)[len(given) :])
    return min(count, MOST_REQUESTS), max(1, min(clients, 64))


if __name__ == "__main__":
    main()
