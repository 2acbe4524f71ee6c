"""Many sheets that robots enter, in a process of its own: ``python -m tests.faults.many_robots``.

Its last line is what it found, as JSON. It has a database of its own that is thrown away.
"""

import argparse
import gc
import json
import logging
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from tests.faults.harness import ROOT


@dataclass
class Evening:
    """What came of the sheets of one event."""

    wrong: list[str] = field(default_factory=list)
    faults: dict[str, int] = field(default_factory=dict)
    """How often each thing has happened."""
    acknowledged: int = 0
    sessions: int = 0


def evening(
    first: int,
    sessions: int,
    *,
    looks_up: bool = False,
    given: Mapping[str, str] | None = None,
) -> Evening:
    """Play sheets of forty deals from their seeds, and prove the account of all of them."""
    from tests import make  # noqa: PLC0415 -- Django is ready by now
    from tests.faults.robots import play, wrong  # noqa: PLC0415
    from tournaments.book.proving.ledger_check import check_event  # noqa: PLC0415
    from tournaments.models import Table  # noqa: PLC0415

    found = Evening()
    event = make.make_released_event(make.make_club(), tables=sessions)
    faults: Counter[str] = Counter()
    tables = Table.objects.filter(round__event=event).order_by("number")
    for seed, table in enumerate(tables, first):
        robots, network = play(table, seed, looks_up=looks_up)
        found.wrong += [f"session {seed}: {each}" for each in wrong(table, robots, given)]
        faults += network.faults
        found.acknowledged += sum(each.acknowledged for robot in robots for each in robot.made)
        found.sessions += 1
    found.wrong += check_event(event)
    found.faults = dict(faults)
    return found


def start(first: int, sessions: int) -> Callable[[], Evening]:
    """Start a process that plays these sessions, unmeasured; return what waits for its end."""
    measured = ("COVERAGE", "COV_", "LHOMBRE_VAR", "PYTEST_")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(measured)}
    words = ["--first", str(first), "--sessions", str(sessions)]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.many_robots", *words],
        cwd=ROOT,
        env={**environment, "DJANGO_SETTINGS_MODULE": "lhombre_club.settings_test"},
        stdout=subprocess.PIPE,
        text=True,
    )

    def finish() -> Evening:
        out, _ = process.communicate()
        assert process.returncode == 0, out
        told: dict[str, Any] = json.loads(out.splitlines()[-1])
        return Evening(**told)

    return finish


def main() -> None:
    """Play what was asked for and tell what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="seed of the first session")
    parser.add_argument("--sessions", type=int, default=10)
    options = parser.parse_args()
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import setup_test_environment  # noqa: PLC0415

    from tests.bench.database import scratch_database  # noqa: PLC0415 -- makes Django ready

    gc.freeze()  # looking through all of Django for rubbish is a seventh of its time
    gc.set_threshold(50_000)
    setup_test_environment()
    logging.disable(logging.WARNING)  # two keepers who differ are no news
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["NAME"] = f"test_robots_{os.getpid()}"
    with scratch_database():
        sys.stdout.write(f"{json.dumps(asdict(evening(options.first, options.sessions)))}\n")


if __name__ == "__main__":
    main()
