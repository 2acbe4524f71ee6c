"""``./club run`` is killed, in every part and wholly, while results are posted to it.

Clients send a deal again under its id until it is acknowledged. At the end each is there once, with
what was sent, and nothing else is. Half of the kills come whenever they come, the others right
after a commit, before whoever sent the deal can have been answered.
"""

import contextlib
import os
import signal
import threading
import time
from collections import Counter
from random import Random
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command

from rules import RULESETS
from tests import make
from tests.faults import harness, web
from tests.faults.whole import Running, family
from tests.sizes import KILL_LOTS, KILLS, KILLS_OF_MORE
from tournaments.entry.domain.links import issue_link
from tournaments.events.domain.demo_results import results
from tournaments.models import Revision, Table

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True), pytest.mark.strict]
SEED = 20261124
POSTS_A_KILL = 10 if KILL_LOTS == 1 else 20
DEALS, AT_ONCE = 40, 4
LOOK = 0.0005  # seconds; a commit is answered some milliseconds later
PATIENCE = 5 * harness.PATIENCE
"""Seconds. Kills come in a row, and after each of the program's a start waits for what it left."""


class Killer:
    """Starts the program, and kills one of its parts after so many deals, again and again."""

    def __init__(self, environment, folder, seed):
        self.environment, self.folder = environment, folder
        self.chance = Random(seed)  # noqa: S311 -- to be drawn alike each time
        self.program = self.start()
        self.port = self.program.port
        self.ways: Counter[str] = Counter()

    def start(self):
        words = ("--port", str(self.port)) if hasattr(self, "port") else ()
        program = Running(self.environment, *words)
        assert program.says("Ctrl-C"), program.lines
        return program

    def end(self):
        """End whatever runs by now."""
        self.program.__exit__()

    def kill(self, way, *, aimed):
        """Kill one part; what is to be started by hand is."""
        self.ways[way] += 1
        victims = self.victims(way)
        if aimed:
            wait_for_commit()
        end(victims)
        if way in {"program", "everything"}:
            self.program.process.wait()
            self.program = self.start()

    def masters(self):
        """The web server, if it runs just now."""
        return [pid for name, pid in self.program.children().items() if name == "gunicorn"]

    def victims(self, way):
        if way == "everything":
            return family(self.folder)
        if way == "program":
            return [self.program.process.pid]
        while not (masters := self.masters()):  # it is dead just now, and started again
            time.sleep(LOOK)
        (master,) = masters
        return [master] if way == "web server" else harness.children_of(master)


def end(processes):
    """Kill with -9 those that are still there."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def wait_for_commit(patience=2.0):
    """Return as soon as somebody has committed a deal, or nobody has for a while."""
    over, before = time.monotonic() + patience, Revision.objects.count()
    while Revision.objects.count() == before and time.monotonic() < over:
        time.sleep(LOOK)


def sheet(place, seed):
    """What is entered at a table."""
    return list(
        results(f"{seed} {place}", ruleset=RULESETS["dlu"], players=4, deals=DEALS, first_dealer=0)
    )


class Evening:
    """Devices that enter their sheets, a few at a time."""

    def __init__(self, port, tables, seed, **switched_off):
        self.failures: list[BaseException] = []
        self.gives_up = False
        links = [(str(table.pk), urlsplit(issue_link(table)).path) for table in tables]
        self.sheets = [
            (web.Device(port, table, link, patience=PATIENCE, **switched_off), sheet(place, seed))
            for place, (table, link) in enumerate(links)
        ]
        self._threads = [
            threading.Thread(target=self._enter, args=[self.sheets[first::AT_ONCE]])
            for first in range(AT_ONCE)
        ]
        for thread in self._threads:
            thread.start()

    def _enter(self, sheets):
        try:
            for device, records in sheets:
                device.come_in()
                for deal, record in enumerate(records, 1):
                    if self.gives_up:
                        return
                    device.enter(deal, record)
        except BaseException as failure:  # noqa: BLE001 -- told by the test
            self.failures.append(failure)

    @property
    def acknowledged(self):
        """The id of every deal that was acknowledged, and what was sent."""
        return {
            uuid: (device.table, *deal)
            for device, _ in self.sheets
            for uuid, deal in list(device.acknowledged.items())
        }

    @property
    def goes_on(self):
        return any(thread.is_alive() for thread in self._threads) and not self.failures

    def reach(self, deals):
        """Wait until so many deals are acknowledged, or all."""

        def reached():
            return not self.goes_on or (deals is not None and len(self.acknowledged) >= deals)

        harness.until(reached, patience=2 * PATIENCE)


def whom(kills, chance):
    """Return what is killed, in an order; the web worker most often."""
    more = [way for way, count in KILLS_OF_MORE.items() for _ in range(count)]
    ways = ["web worker"] * (kills - len(more)) + more
    chance.shuffle(ways)
    return ways


@pytest.mark.parametrize("lot", range(KILL_LOTS))
def test_whatever_is_killed_each_deal_is_stored_once_as_it_was_sent(club, tmp_path, lot):
    seed = f"{SEED} {lot}"
    posts = POSTS_A_KILL * KILLS
    event = make.make_released_event(club, tables=-(-posts // DEALS), deals=DEALS)
    environment = harness.Site(tmp_path).environment
    environment.pop("CI", None)
    if KILL_LOTS == 1:  # a web worker that is forked anew need not import Django again
        environment["GUNICORN_CMD_ARGS"] = "--preload"
    killer = Killer(environment, tmp_path, seed)
    with contextlib.ExitStack() as stack:
        stack.callback(killer.end)
        evening = Evening(killer.port, Table.objects.filter(round__event=event), seed)
        for number, way in enumerate(whom(KILLS, killer.chance)):
            evening.reach(number * POSTS_A_KILL + killer.chance.randrange(POSTS_A_KILL))
            killer.kill(way, aimed=killer.chance.random() < 1 / 2)
        evening.reach(None)
        assert killer.program.end() == 0
    assert evening.failures == []
    assert killer.ways.total() == KILLS
    assert len(evening.acknowledged) >= posts
    assert compared(evening, event) == (set(), set(), [])
    assert sum(device.replayed for device, _ in evening.sheets) > 0, "no kill came in between"
    call_command("check_ledger")


def compared(evening, event):
    """Return which deals are lost, which nobody sent, and which are not what was sent."""
    sent = evening.acknowledged
    stored = {
        str(each.pk): (str(each.table_id), each.deal, each.record)
        for each in Revision.objects.filter(table__round__event=event)
    }
    wrong = [uuid for uuid in set(sent) & set(stored) if sent[uuid] != stored[uuid]]
    return set(sent) - set(stored), set(stored) - set(sent), wrong


@pytest.mark.nightly
def test_without_ids_a_kill_after_a_commit_stores_a_deal_twice(club, tmp_path):
    """The twin: the same clients, to whom each try is a new entry."""
    event = make.make_released_event(club, tables=4, deals=DEALS)
    port = web.free_port()
    with web.web_server(harness.Site(tmp_path), port, "lhombre_club.wsgi") as server:
        tables = Table.objects.filter(round__event=event)
        evening = Evening(port, tables, f"{SEED} twin", new_id_for_each_try=True)
        while evening.goes_on and not Revision.objects.filter(number__gt=1).exists():
            workers = server.children
            wait_for_commit()
            end(workers)
        evening.gives_up = True
        evening.reach(None)
    assert Revision.objects.filter(number__gt=1).exists()
