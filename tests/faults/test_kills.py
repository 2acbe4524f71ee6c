"""``./club run`` is killed, in every part and wholly, while results are posted to it.

Clients send a deal again under its id until it is acknowledged. At the end each is there once, with
what was sent, and nothing else is. Half of the kills come whenever they come, the others
between a commit and its answer.
"""

import contextlib
import math
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
LOOK = 0.002  # seconds
ARRIVES = 0.01  # seconds, in which what was answered reaches who asked
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

    def kill(self, way, *, between=None):
        """Kill one part, between a commit and its answer on an evening; start it again by hand."""
        self.ways[way] += 1
        victims = self.victims(way)
        workers = self.victims("web worker") if between else []
        if between:
            stop_before_answer(workers, between)
        send(signal.SIGKILL, victims)
        send(signal.SIGCONT, workers)
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
        while True:  # what is dead just now is started again
            for master in self.masters():
                if workers := harness.children_of(master):
                    return [master] if way == "web server" else workers
            time.sleep(LOOK)


def send(what, processes):
    """Send a signal to those that are still there."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, what)


def stop_before_answer(workers, evening, patience=2.0):
    """Stop the workers where a deal is stored that nobody has been told of, or after a while.

    To look and then kill would be too late on most machines: the answer takes a millisecond.
    """
    over = time.monotonic() + patience
    while time.monotonic() < over:
        send(signal.SIGSTOP, workers)
        time.sleep(ARRIVES)
        if Revision.objects.count() > len(evening.acknowledged):
            return
        send(signal.SIGCONT, workers)
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
        self.most: float = POSTS_A_KILL
        """So many deals are entered: who enters waits for the kills, which take longer."""
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
                    while len(self.acknowledged) >= self.most and not self.gives_up:
                        time.sleep(LOOK)
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
    def came_between(self):
        """How many deals were stored by a request that died before it was answered."""
        return sum(device.replayed for device, _ in self.sheets)

    @property
    def goes_on(self):
        return any(thread.is_alive() for thread in self._threads) and not self.failures

    def reach(self, deals):
        """Wait until so many deals are acknowledged, or all; some more are entered meanwhile."""
        self.most = deals + 2 * POSTS_A_KILL

        def reached():
            return not self.goes_on or len(self.acknowledged) >= deals

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
            killer.kill(way, between=evening if killer.chance.random() < 1 / 2 else None)
        evening.reach(math.inf)
        assert killer.program.end() == 0
    assert evening.failures == []
    assert killer.ways.total() == KILLS
    assert len(evening.acknowledged) >= posts
    assert compared(evening, event) == (set(), set(), [])
    assert evening.came_between > 0, "no kill came in between"
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
        evening.most = math.inf
        while evening.goes_on and not Revision.objects.filter(number__gt=1).exists():
            workers = server.children
            stop_before_answer(workers, evening)
            send(signal.SIGKILL, workers)
            evening.reach(len(evening.acknowledged) + AT_ONCE)  # who was cut off has sent it again
        evening.gives_up = True
        evening.reach(math.inf)
    assert Revision.objects.filter(number__gt=1).exists()
