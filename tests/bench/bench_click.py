"""From a director's click to the paper: ``python -m tests.bench.bench_click``.

The web server and the worker that ``./club run`` starts serve a database of their own, of the kind
that DATABASE_URL names (SQLite, unless it says otherwise). In Chromium a director asks for the
sheet of a table, empty and filled, and for the plan of a round, each time of another round, so that
nothing was made before. Told is the time from the click until the page offers the paper.
"""

import os
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

from tests.bench.scratch import scratch_club

ROUNDS = 10
KINDS = ("score-sheet", "filled-sheet", "round-plan")
PAPER = "a[href*='/papers/'][target='_blank']"


def main() -> None:
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread
    with scratch_club() as folder:
        measure(folder)


def measure(folder: Path) -> None:
    """Print a line for each kind of paper."""
    from django.core.management import call_command  # noqa: PLC0415 -- needs the settings
    from django.db import connections  # noqa: PLC0415

    from tests import make  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    club = make.make_club()
    event = make.make_released_event(club, tables=1, rounds=ROUNDS)
    with pages_of(folder, make.make_director(club)) as page:
        for kind in KINDS:
            times = []
            for number in range(ROUNDS):
                page.goto(f"/events/{event.pk}/papers/")
                before = page.locator(PAPER).count()
                started = time.perf_counter()
                page.locator(f"button[value='{kind}']").nth(number).click()
                page.locator(PAPER).nth(before).wait_for()
                times.append(time.perf_counter() - started)
            sys.stdout.write(
                f"{kind}: first {times[0]:.2f} s, median {statistics.median(times):.2f} s, "
                f"slowest {max(times):.2f} s from the click\n"
            )
            sys.stdout.flush()
    connections.close_all()


@contextmanager
def pages_of(folder: Path, director: Any) -> Iterator[Any]:
    """A page of Chromium, logged in at the servers that ``./club run`` starts."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    from lhombre_club import serve  # noqa: PLC0415 -- needs the settings
    from tests.browser.conftest import NAMES, QUIET, log_in  # noqa: PLC0415
    from tests.faults import harness, web  # noqa: PLC0415

    site, port = harness.Site(folder), web.free_port()
    found = os.environ.get("CHROMIUM") or next(filter(None, map(which, NAMES)), None)
    with (
        harness.started(site, serve.web_command(serve.Options(port=port))),
        harness.worker(site),
        sync_playwright() as play,
        play.chromium.launch(executable_path=found, args=list(QUIET)) as browser,
    ):
        url = f"http://127.0.0.1:{port}"
        context = browser.new_context(base_url=url)
        log_in(context, director, url)
        web.Device(port, "", "").insist("GET", "/")
        yield context.new_page()


if __name__ == "__main__":
    main()
