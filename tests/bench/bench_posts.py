"""Posting results while paper is made: ``python -m tests.bench.bench_posts``.

The web server and the worker that ``./club run`` starts serve a database of their own, of the kind
that DATABASE_URL names (SQLite, unless it says otherwise). Phones at four tables enter their
sheets: with pauses as people make them, only shorter, and without any. The posts are timed with
nothing to print, and while two hundred score sheets wait for the worker.
"""

import statistics
import sys
import threading
import time
import uuid
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from tests.bench.scratch import scratch_club

DOCUMENTS, PHONES, DEALS = 200, 4, 40
PAUSE = 0.3
"""Seconds between two deals of a phone; a table needs several hundred times as long."""


def said(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    with scratch_club() as folder:
        measure_all(folder)


def measure_all(folder: Path) -> None:
    """Print a line for each pace, without and with paper that waits."""
    from django.core.management import call_command  # noqa: PLC0415 -- needs the settings
    from django.db import connections  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    for pause in (PAUSE, 0.0):
        for documents in (0, DOCUMENTS):
            times, left = posts(folder, documents=documents, pause=pause)
            said(
                f"{documents:3} documents, {pause:.1f} s between two deals: {len(times)} posts, "
                f"median {statistics.median(times):.0f} ms, "
                f"p99 {statistics.quantiles(times, n=100)[98]:.0f} ms; "
                f"{left} papers still waited after the last"
            )
    connections.close_all()


def posts(folder: Path, *, documents: int, pause: float) -> tuple[list[float], int]:
    """Return what each post took, in milliseconds, and how many papers waited after the last."""
    from lhombre_club import serve  # noqa: PLC0415 -- needs the settings
    from lhombre_club.printing.models import Job  # noqa: PLC0415
    from tests import make  # noqa: PLC0415
    from tests.faults import harness, web  # noqa: PLC0415
    from tournaments.entry.domain.links import issue_link  # noqa: PLC0415
    from tournaments.papers import asking  # noqa: PLC0415

    Job.objects.all().delete()
    event = make.make_released_event(make.make_club(), tables=max(documents, PHONES))
    round_ = event.rounds.get()
    tables = list(round_.tables.order_by("number")[:PHONES])
    links = [urlsplit(issue_link(table)).path for table in tables]
    site, port = harness.Site(folder), web.free_port()
    if documents:
        asking.ask_for_round(round_=round_, kind=asking.Kind.SCORE_SHEET, actor="bench")
    with harness.started(site, serve.web_command(serve.Options(port=port))), harness.worker(site):
        phones = [
            web.Device(port, str(table.pk), link) for table, link in zip(tables, links, strict=True)
        ]
        for phone in phones:
            phone.come_in()
        times = at_once(phones, pause)
        left = Job.objects.filter(state=Job.State.QUEUED).count()
    return times, left


def at_once(phones, pause: float) -> list[float]:
    """Let each phone enter its sheet, and return what all the posts took."""
    times: list[float] = []

    def enter(phone) -> None:
        for deal in range(1, DEALS + 1):
            body = {"id": str(uuid.uuid4()), "deal": deal, "base": 0, "line": "0"}
            started = time.perf_counter()
            answer = phone.post(body)
            times.append((time.perf_counter() - started) * 1000)
            if not answer or answer[0] != HTTPStatus.CREATED:
                raise RuntimeError(answer)
            time.sleep(pause)

    threads = [threading.Thread(target=enter, args=[phone]) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(times) != len(phones) * DEALS:
        raise RuntimeError(f"{len(times)} posts were answered")
    return times


if __name__ == "__main__":
    main()
