"""How many readers are answered a second: ``python -m tests.bench.bench_readers``.

An event of 400 players and ten rounds, with a deal at each table of the first, is served by the web
server that ``./club run`` starts, with a database of its own of the kind that DATABASE_URL names
(SQLite, unless it says otherwise). A view that answers ``ok``, the standings, their table alone,
the same by whoever has it (304), a player's page, and that page by a browser with a cookie that may
say who asks, are asked for in turn, packed, each by one connection for two seconds.

Told is for each how many answers a second, and how many times those of that view they are, as the
median of the rounds.
"""

import http.client
import statistics
import sys
import time
from http import HTTPStatus

from tests.bench.scratch import scratch_club

TABLES, EVENT_ROUNDS, DEALS = 100, 10, 2
ROUNDS, SECONDS = 5, 2
WON = {"declarer": 1, "contract": "solo", "outcome": "won"}
ASKS = {"Accept-Encoding": "gzip", "Accept-Language": "da"}


def main() -> None:
    """Serve the event and print a line for each page."""
    with scratch_club() as folder:
        from django.core.management import call_command  # noqa: PLC0415 -- needs the settings
        from django.urls import reverse  # noqa: PLC0415

        from lhombre_club import serve  # noqa: PLC0415
        from tests import make  # noqa: PLC0415
        from tests.faults import harness, web  # noqa: PLC0415
        from tournaments.models import Table  # noqa: PLC0415

        call_command("migrate", verbosity=0)
        event = make.make_released_event(
            make.make_club(), tables=TABLES, rounds=EVENT_ROUNDS, deals=DEALS
        )
        for table in Table.objects.filter(round__event=event, round__number=1):
            make.enter(table, 1, WON)
        player = event.participants.all()[0]
        of_table = reverse("tournaments:standings-table", args=[event.pk])
        own = reverse("tournaments:public-player", args=[event.pk, player.pk])
        port = web.free_port()
        with harness.started(harness.Site(folder), serve.web_command(serve.Options(port=port))):
            web.Device(port, "", "").insist("GET", "/health/live/")
            there = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            tell(
                there,
                {
                    "ok": (reverse("live"), {}),
                    "standings": (reverse("tournaments:public-standings", args=[event.pk]), {}),
                    "their table": (of_table, {}),
                    "their table, known (304)": (of_table, {"If-None-Match": tag(there, of_table)}),
                    "a player": (own, {}),
                    "a player, with a cookie": (own, {"Cookie": "of=somebody"}),
                },
            )


def tag(there: http.client.HTTPConnection, address: str) -> str:
    """Return the ETag of a page."""
    there.request("GET", address, headers=ASKS)
    answer = there.getresponse()
    answer.read()
    return str(answer.headers["ETag"])


def rate(there: http.client.HTTPConnection, address: str, more: dict[str, str]) -> float:
    """Return how many answers come a second."""
    began, many = time.perf_counter(), 0
    while (took := time.perf_counter() - began) < SECONDS:
        there.request("GET", address, headers={**ASKS, **more})
        answer = there.getresponse()
        answer.read()
        if answer.status not in {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}:
            raise AssertionError(answer.status)
        many += 1
    return many / took


def tell(there: http.client.HTTPConnection, asked: dict[str, tuple[str, dict[str, str]]]) -> None:
    """Ask for each in turn, and print what came of it."""
    rates: dict[str, list[float]] = {name: [] for name in asked}
    for _round in range(ROUNDS):
        for name, each in asked.items():
            rates[name].append(rate(there, *each))
    for name, every in rates.items():
        times = statistics.median(one / ok for one, ok in zip(every, rates["ok"], strict=True))
        a_second = statistics.median(every)
        sys.stdout.write(f"{name}: {a_second:.0f} a second, {times:.2f} of the view that says ok\n")


if __name__ == "__main__":
    main()
