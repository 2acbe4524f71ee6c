"""What a reader costs whose page was drawn before: ``python -m tests.bench.bench_readers``.

An event of 400 players and ten rounds, with a deal at each table of the first, is drawn once. Then
the standings, their table alone, the same asked for by whoever has it (304) and a player's page are
asked for in turn with a view that answers ``ok``, all through the whole stack in this process. Told
is for each the processor's time of an answer, and how often that view's time it is, as the median
of the rounds.
"""

import statistics
import sys
import time

from django.conf import settings
from django.test import Client
from django.urls import reverse

import tests.bench.database as bench
from tests import make
from tournaments.models import Table

TABLES, EVENT_ROUNDS, DEALS = 100, 10, 2
ROUNDS, TIMES = 9, 40
WON = {"declarer": 1, "contract": "solo", "outcome": "won"}


def main() -> None:
    """Print a line for each page."""
    settings.STANDINGS_SECONDS = 3600  # drawn once, and not again while it is measured
    with bench.scratch_database():
        event = make.make_released_event(
            make.make_club(), tables=TABLES, rounds=EVENT_ROUNDS, deals=DEALS
        )
        for table in Table.objects.filter(round__event=event, round__number=1):
            make.enter(table, 1, WON)
        player = event.participants.all()[0]
        of_table = reverse("tournaments:standings-table", args=[event.pk])
        client = Client(REMOTE_ADDR="192.0.2.7", HTTP_HOST="localhost")
        known = {"if-none-match": client.get(of_table)["ETag"]}
        asked = {
            "ok": (reverse("live"), {}),
            "standings": (reverse("tournaments:public-standings", args=[event.pk]), {}),
            "their table": (of_table, {}),
            "their table, known (304)": (of_table, known),
            "a player": (reverse("tournaments:public-player", args=[event.pk, player.pk]), {}),
        }
        took: dict[str, list[float]] = {name: [] for name in asked}
        for _round in range(ROUNDS):
            for name, (address, headers) in asked.items():
                start = time.process_time()
                for _time in range(TIMES):
                    client.get(address, headers=headers)
                took[name].append((time.process_time() - start) / TIMES * 1000)
        for name, every in took.items():
            times = statistics.median(one / ok for one, ok in zip(every, took["ok"], strict=True))
            took_ms = statistics.median(every)
            sys.stdout.write(f"{name}: {took_ms:.2f} ms, {times:.2f} of the view that says ok\n")


if __name__ == "__main__":
    main()
