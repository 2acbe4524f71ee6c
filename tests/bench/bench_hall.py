"""A hall of a hundred tables and two hundred readers: ``python -m tests.bench.bench_hall 10``.

For so many minutes each table enters a deal every other second, which a table needs minutes for;
its phone has opened the sheet before, as it does while cards are dealt. Each reader asks for the
standings every five seconds, as a page does that is left open. They ask the web server that
``./club run`` starts, on this machine, with a database of its own of the kind that DATABASE_URL
names (SQLite, unless it says otherwise).

Told are posts a second, the median, the 95th and the 99th of a hundred of a post and of a read, how
many answers were older than three seconds, and how many acknowledged deals are not in the account
afterwards. The exit status is 1 if there is one. Other numbers of tables and of readers may follow,
and how often a reader asks: ``bench_hall 2 40 200 2``.
"""

import bisect
import itertools
import re
import statistics
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.bench.scratch import scratch_club

TABLES, READERS, DEALS = 100, 200, 40
MOST = 400
"""Of either: each is a thread."""
BETWEEN_DEALS, BETWEEN_READS = 1.8, 5.0
"""Seconds from one to the next; who is answered later goes on at once."""
LONGEST = 60
"""Minutes."""
OLD = 3.0
"""Seconds; what was acknowledged before stands in each answer."""
PROGRESS = re.compile(rb"(\d+) (?:af|of) \d+ (?:giv|deals)")
"""How many deals a round shows."""


@dataclass
class Hall:
    """What was answered."""

    until: float
    """When it ends, by the monotonic clock."""
    posts: list[float] = field(default_factory=list)
    """What each took, in milliseconds."""
    stored: list[str] = field(default_factory=list)
    """The ids that were acknowledged."""
    acknowledged: list[float] = field(default_factory=list)
    """When, by the monotonic clock."""
    reads: list[float] = field(default_factory=list)
    between_reads: float = BETWEEN_READS
    old: int = 0
    """Answers that lacked a deal which was acknowledged ``OLD`` or longer before."""
    wrong: list[object] = field(default_factory=list)
    """Answers that are none of those."""

    def beats(self, place: float, between: float) -> Iterator[None]:
        """Wait for each turn of one who begins at ``place``, a part of the time between two."""
        due = time.monotonic() + place * between
        while due < self.until:
            time.sleep(max(0.0, due - time.monotonic()))
            yield
            due = max(due + between, time.monotonic())

    def enter(self, phones: list[Any], place: float) -> None:
        """Enter the sheets of one table, round after round."""
        deals = iter([(phone, deal) for phone in phones for deal in range(1, DEALS + 1)])
        for _, (phone, deal) in zip(self.beats(place, BETWEEN_DEALS), deals, strict=False):
            body = {"id": str(uuid.uuid4()), "deal": deal, "base": 0, "line": "0"}
            if took := self._asked(HTTPStatus.CREATED, partial(phone.post, body)):
                self.posts.append(took)
                self.stored.append(str(body["id"]))
                self.acknowledged.append(time.monotonic())

    def look(self, reader: Any, path: str, place: float) -> None:
        """Ask for the standings again and again."""
        for _ in self.beats(place, self.between_reads):
            known = bisect.bisect(self.acknowledged, time.monotonic() - OLD)
            said: list[bytes] = []

            def ask(said: list[bytes] = said) -> Any:
                answer = reader.ask("GET", path)
                said += [answer[1]] if answer else []
                return answer

            if took := self._asked(HTTPStatus.OK, ask):
                self.reads.append(took)
                self.old += sum(map(int, PROGRESS.findall(said[0]))) < known

    def _asked(self, status: HTTPStatus, ask: Callable[[], Any]) -> float:
        started = time.perf_counter()
        answer = ask()
        if answer and answer[0] == status:
            return (time.perf_counter() - started) * 1000
        self.wrong.append(answer)
        return 0


def main() -> None:
    """Fill the hall and print what came of it."""
    said = dict(enumerate(sys.argv))
    minutes = min(float(said.get(1, 1)), LONGEST)
    tables, readers = (min(int(said.get(*each)), MOST) for each in ((2, TABLES), (3, READERS)))
    between = float(said.get(4, BETWEEN_READS))
    with scratch_club() as folder:
        sys.exit(played(folder, minutes, tables, readers, between))


def played(folder: Path, minutes: float, tables: int, readers: int, between: float) -> int:
    """Play for so long; print the figures and return the exit status."""
    from django.core.management import call_command  # noqa: PLC0415 -- needs the settings
    from django.db import connection, connections  # noqa: PLC0415

    from lhombre_club import serve  # noqa: PLC0415
    from tests import make  # noqa: PLC0415
    from tests.faults import harness, web  # noqa: PLC0415
    from tournaments.entry.domain.links import issue_link  # noqa: PLC0415
    from tournaments.models import Table  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    rounds = int(minutes * 60 / BETWEEN_DEALS / DEALS) + 1
    event = make.make_released_event(make.make_club(), tables=tables, rounds=rounds, deals=DEALS)
    port = web.free_port()
    phones: list[list[Any]] = [[] for _ in range(tables)]
    for table in Table.objects.filter(round__event=event).order_by("round__number", "number"):
        link = urlsplit(issue_link(table)).path
        phones[table.number - 1].append(web.Device(port, str(table.pk), link))
    command = serve.web_command(serve.Options(port=port))
    with harness.started(harness.Site(folder), command):
        web.Device(port, "", "").insist("GET", "/health/live/")
        for phone in itertools.chain(*phones):
            phone.come_in()
        hall = Hall(until=time.monotonic() + minutes * 60, between_reads=between)
        started = time.monotonic()
        look = [web.Device(port, "", "") for _ in range(readers)]
        threads = people(hall, phones, look, f"/s/{event.pk}/table/")
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = time.monotonic() - started
    status = tell(hall, took, connection.vendor, event)
    connections.close_all()
    return status


def people(hall: Hall, phones: list[Any], readers: list[Any], path: str) -> list[threading.Thread]:
    """Return a thread for each table that enters, and for each reader of the standings."""
    return [
        threading.Thread(target=hall.enter, args=(each, place / len(phones)))
        for place, each in enumerate(phones)
    ] + [
        threading.Thread(target=hall.look, args=(each, path, place / len(readers)))
        for place, each in enumerate(readers)
    ]


def spread(times: list[float]) -> str:
    """Say how long they took, in milliseconds."""
    hundredths = statistics.quantiles(times, n=100) if len(times) > 1 else [0.0] * 99
    return "median {:.0f} ms, p95 {:.0f} ms, p99 {:.0f} ms".format(
        *(hundredths[part - 1] for part in (50, 95, 99))
    )


def tell(hall: Hall, took: float, vendor: str, event: Any) -> int:
    """Print the figures; return 1 if anything was lost or is wrong."""
    from django.db import transaction  # noqa: PLC0415 -- needs the settings

    from tournaments.book.proving.ledger_check import check_event  # noqa: PLC0415
    from tournaments.models import Revision  # noqa: PLC0415

    known = {str(pk) for pk in Revision.objects.values_list("pk", flat=True)}
    lost = [each for each in hall.stored if each not in known]
    with transaction.atomic():
        findings = [*check_event(event), *map(str, hall.wrong[:3])]
    sys.stdout.write(
        f"{vendor}, {took:.0f} s: {len(hall.posts) / took:.1f} posts/s, {spread(hall.posts)}; "
        f"{len(hall.reads) / took:.1f} reads/s, {spread(hall.reads)}, {hall.old} too old; "
        f"{len(hall.wrong)} not answered as meant, {len(lost)} of {len(hall.stored)} lost\n"
    )
    for finding in findings:
        sys.stdout.write(f"{finding}\n")
    return 1 if lost or findings else 0


if __name__ == "__main__":
    main()
