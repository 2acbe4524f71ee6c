"""A page while five hundred others hold their connections: ``python -m tests.bench.bench_sockets``.

The web server that ``./club run`` starts is asked for a page again and again: first alone, then
while clients that are silent, half-open or slow hold a third of the connections each. Told is what
the page took each time, and how many times as long as alone. A number says how many hold on; a word
after it names another worker of gunicorn, such as ``gthread``, which answers nobody.
"""

import contextlib
import http.client
import socket
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.bench_posts import said
from tests.bench.scratch import scratch_club

HELD, PAGES = 500, 200
PATIENCE = 20
"""Seconds until a page counts as not answered."""
HALVES = (
    b"",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\nx",
)


def main() -> None:
    with scratch_club() as folder:
        measure(folder, int((sys.argv[1:] or [str(HELD)])[0]), (sys.argv[2:] or [""])[0])


def measure(folder: Path, held: int, worker: str) -> None:
    """Print a line for the page alone and one for the page beside the others."""
    from django.core.management import call_command  # noqa: PLC0415 -- needs the settings

    from lhombre_club import serve  # noqa: PLC0415
    from tests.faults import harness, web  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    port = web.free_port()
    command = serve.web_command(serve.Options(port=port))
    if worker:
        command[command.index("--worker-class") + 1] = worker
    with harness.started(harness.Site(folder), command):
        phone = web.Device(port, "", "")
        phone.insist("GET", "/login/")
        alone = pages(port)
        said(told("alone", alone))
        with holding(port, held):
            beside = pages(port)
        ratio = statistics.median(beside) / statistics.median(alone)
        said(f"{told(f'{held} hold on', beside)}; {ratio:.1f} times as long")


def told(what: str, times: list[float]) -> str:
    """What the pages took, in a line."""
    slowest = f"the slowest {max(times):.0f} ms"
    return f"{what}: {len(times)} pages, median {statistics.median(times):.0f} ms, {slowest}"


def pages(port: int) -> list[float]:
    """What each page took, in milliseconds."""

    times = []
    for _ in range(PAGES):
        there = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        started = time.perf_counter()
        there.request("GET", "/login/")
        there.getresponse().read()
        times.append((time.perf_counter() - started) * 1000)
        there.close()
        time.sleep(0.02)
    return times


@contextlib.contextmanager
def holding(port: int, number: int) -> Iterator[None]:
    """Hold so many connections; the slow send a byte each second, and who is put out comes back."""
    over = threading.Event()
    held = [connected(port, place) for place in range(number)]

    def drip() -> None:
        while not over.wait(1):
            for place in range(2, number, 3):
                try:
                    held[place].send(b"x")
                except OSError:
                    held[place].close()
                    held[place] = connected(port, place)

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        yield
    finally:
        over.set()
        dripping.join()
        for each in held:
            each.close()


def connected(port: int, place: int) -> socket.socket:

    made = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    made.sendall(HALVES[place % len(HALVES)])
    return made


if __name__ == "__main__":
    main()
