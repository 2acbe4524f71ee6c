"""Many print jobs, and workers that are killed at moments drawn from a seed."""

import time
import uuid
from collections import Counter
from functools import partial
from random import Random

import pytest
from django.utils import timezone

from lhombre_club.printing import bell
from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job
from tests import make
from tests.faults import harness
from tests.faults.print_sites import State, assert_right_papers, count, forget
from tournaments.models import Round, Table
from tournaments.papers import asking

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]

SEED = 20261121
WAYS = ("group", "child", "parent")
RECORDED = "tests.faults.recorded"
both = pytest.mark.parametrize("site", ("spool", "redis"), indirect=True)
few = pytest.mark.parametrize(("tables", "rounds", "kills"), ((2, 2, 2),), ids=["4 jobs, 2 kills"])
many = pytest.mark.parametrize(
    ("tables", "rounds", "kills"),
    (
        pytest.param(4, 3, 6, id="12 jobs, 6 kills"),
        pytest.param(50, 20, 100, id="1000 jobs, 100 kills", marks=pytest.mark.nightly),
    ),
)


@pytest.fixture
def asked(club, rung, tables, rounds):
    """A sheet for each table of each round."""
    event = make.make_released_event(club, tables=tables, rounds=rounds, language="en")
    for round_ in Round.objects.filter(event=event):
        asking.ask_for_round(round_=round_, kind=asking.Kind.SCORE_SHEET, actor="user:1")
    assert Job.objects.count() == tables * rounds
    return tables * rounds


class Killer:
    """Kills a child, the parent or the whole group, each time somewhere else in the work."""

    def __init__(self, site, kills):
        self.site, self.chance = site, Random(SEED)  # noqa: S311 -- to be drawn alike each time
        self.ways: Counter[str] = Counter()
        self.kills = kills
        self.to_come = [WAYS[number % len(WAYS)] for number in range(kills)]
        self.chance.shuffle(self.to_come)

    def through(self, wanted):
        """Let workers make all the papers, and kill them on the way; start another each time."""
        at = sorted(self.chance.randrange(wanted) for _ in range(self.kills))
        while at:
            with harness.worker(self.site, application=RECORDED, clock=False) as process:
                while at and process.running:
                    reached = partial(self._reached, at[0])
                    harness.until(reached, process, 3 * harness.PATIENCE)
                    time.sleep(self.chance.random() / 10)
                    at.pop(0)
                    if self._kill(process):
                        break
        with harness.worker(self.site, application=RECORDED, clock=False) as process:
            patience = harness.PATIENCE + count(State.QUEUED, State.RUNNING)
            harness.until(lambda: not waiting(), process, patience)

    def _reached(self, finished):
        return count(State.DONE) >= finished or not waiting()

    def _kill(self, process):
        """Kill in one of three ways; return whether the worker is gone."""
        way = self.to_come.pop()
        self.ways[way] += 1
        if way == "child":
            process.freeze()
            held = list(Job.objects.filter(state=State.RUNNING).values_list("pk", flat=True))
            process.kill_children()
            process.thaw()
            # Time passes: the lease of who is dead runs out, and the clock's sweep sees it.
            Job.objects.filter(pk__in=held).update(lease_until=timezone.now())
            jobs.sweep()
            return False
        process.kill(children=way == "group")
        if self.chance.random() < 1 / 3:
            forget(self.site)
        return True


def heard_again(site):
    """Let every bell come once more, late; the paper that is asked for last is made last."""
    with harness.worker(site, application=RECORDED, clock=False) as process:
        for job in Job.objects.all():
            bell.bell.ring(job.pk)
        table = Table.objects.select_related("round__event").first()
        assert table is not None
        last = asking.ask_for_sheets(
            tables=[table], kind=asking.Kind.FILLED_SHEET, actor="user:1", batch=uuid.uuid4()
        )
        patience = harness.PATIENCE + Job.objects.count()  # a bell for nothing is heard too
        harness.until(lambda: Job.objects.get(batch=last).state == State.DONE, process, patience)


def waiting():
    """Whether something is still to be made; a paper killed three times is asked for again."""
    for job in Job.objects.filter(state=State.FAILED):
        assert job.error == Job.Error.LOST
        jobs.try_again(job=job.pk, actor="user:1")
    if Job.objects.filter(state=State.QUEUED, rung_at__lt=timezone.now() - jobs.RING_AGAIN):
        jobs.sweep()  # what the worker's clock does each half minute
    return count(State.QUEUED, State.RUNNING)


def finished(site):
    """How often each job was finished."""
    log = site.var / "finished.log"
    return Counter(log.read_text(encoding="ascii").split())


@pytest.mark.strict
@both
@many
def test_whoever_is_killed_each_paper_is_finished_once_and_is_the_right_one(site, asked, kills):
    killer = Killer(site, kills)
    killer.through(asked)
    assert killer.ways.total() == kills
    assert all(killer.ways[way] for way in WAYS)
    assert len(assert_right_papers(site)) == asked
    heard_again(site)
    assert set(finished(site).values()) == {1}


@pytest.mark.nightly
@both
@few
def test_twin_without_the_lease_papers_are_finished_twice(site, asked, kills, monkeypatch):
    monkeypatch.setenv("WITHOUT_LEASE", "1")
    Killer(site, kills).through(asked)
    heard_again(site)
    assert max(finished(site).values()) > 1
