"""How long writers wait for one another: ``python -m tests.bench.bench_writers``.

One, eight and thirty-two phones enter sheets of an event as fast as they are answered, at the web
server that ``./club run`` starts, with a database of its own of the kind that DATABASE_URL names
(SQLite, unless it says otherwise). On SQLite two servers take turns at one evening: with the queue
of ``lhombre_club.queued_sqlite``, and with Django's own backend, under which writers wait as SQLite
has them wait.

Told are posts a second, the median, the 99th of a hundred, and that over the median. How many
phones there are may be said: ``python -m tests.bench.bench_writers 8 32``.
"""

import contextlib
import itertools
import statistics
import sys
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.bench.scratch import scratch_club

POSTERS, SHEETS, DEALS, SLICES = (1, 8, 32), 32, 20, 10
"""Sheets of so many deals, entered in so many slices: each server has every other one."""
SETTINGS = {"queued": "lhombre_club.settings", "not queued": "tests.faults.without_queue"}
LINE = "{:>6} {:>10} {:>5} {:>8} {:>6} {:>6} {:>7}\n"


def main() -> None:
    """Print a line for each number of phones and each server."""
    with scratch_club() as folder:
        measure_all(folder, [int(word) for word in sys.argv[1:]] or POSTERS)


def measure_all(folder: Path, posters: Sequence[int]) -> None:
    from django.core.management import call_command  # noqa: PLC0415 -- needs the settings
    from django.db import connection, connections  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    lite = connection.vendor == "sqlite"
    settings = SETTINGS if lite else {connection.vendor: SETTINGS["queued"]}
    sys.stdout.write(
        LINE.format("phones", "writers", "posts", "a second", "median", "p99", "ratio")
    )
    for count in posters:
        for name, slices in evening(folder, settings, count).items():
            times = sorted(time for each, _ in slices for time in each)
            median, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
            rate = statistics.median(len(each) / took for each, took in slices)
            told = (f"{rate:.0f}", f"{median:.0f}", f"{p99:.0f}", f"{p99 / median:.1f}")
            sys.stdout.write(LINE.format(count, name, len(times), *told))
            sys.stdout.flush()
    connections.close_all()


def evening(
    folder: Path, settings: Mapping[str, str], posters: int
) -> dict[str, list[tuple[list[float], float]]]:
    """Return for each server and slice what the posts took, in milliseconds, and the seconds."""
    from lhombre_club import serve  # noqa: PLC0415 -- needs the settings
    from tests import make  # noqa: PLC0415
    from tests.faults import harness, web  # noqa: PLC0415
    from tournaments.entry.domain.links import issue_link  # noqa: PLC0415

    event = make.make_released_event(make.make_club(), tables=SHEETS, deals=DEALS)
    tables = event.rounds.get().tables.order_by("number")
    ports = {name: web.free_port() for name in settings}
    phones = [
        web.Device(port, str(table.pk), urlsplit(issue_link(table)).path)
        for table, port in zip(tables, itertools.cycle(ports.values()))
    ]
    found: dict[str, list[tuple[list[float], float]]] = {name: [] for name in settings}
    with contextlib.ExitStack() as stack:
        for name, module in settings.items():
            command = serve.web_command(serve.Options(port=ports[name]))
            stack.enter_context(harness.started(harness.Site(folder, settings=module), command))
        for phone in phones:
            phone.come_in()
        deals = iter(range(1, DEALS + 1))
        turns = itertools.cycle(ports)
        while slice_ := list(itertools.islice(deals, DEALS // SLICES)):
            name = next(turns)
            for phone in phones:
                phone.port = ports[name]
            started = time.perf_counter()
            times = at_once([phones[place::posters] for place in range(posters)], slice_)
            found[name].append((times, time.perf_counter() - started))
    return found


def at_once(shares: Sequence[Sequence[Any]], deals: Sequence[int]) -> list[float]:
    """Let all shares of the phones enter these deals at once, each one after the other."""
    times: list[float] = []

    def enter(phones: Sequence[Any]) -> None:
        for phone, deal in itertools.product(phones, deals):
            body = {"id": str(uuid.uuid4()), "deal": deal, "base": 0, "line": "0"}
            started = time.perf_counter()
            answer = phone.post(body)
            times.append((time.perf_counter() - started) * 1000)
            if not answer or answer[0] != HTTPStatus.CREATED:
                raise RuntimeError(answer)

    threads = [threading.Thread(target=enter, args=[share]) for share in shares]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(times) != SHEETS * len(deals):
        raise RuntimeError(f"{len(times)} posts were answered")
    return times


if __name__ == "__main__":
    main()
