"""Eight print jobs, and a worker that dies in the middle of them."""

import contextlib
import datetime as dt
import os
import re
import signal
import time
import uuid
from collections import Counter
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone

from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job
from tests import make
from tests.faults import harness, whole
from tests.faults.print_sites import assert_right_papers, count, forget
from tests.sizes import some
from tournaments.models import Event, Round, Table
from tournaments.papers import asking

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]

JOBS = 8
A_WHILE = dt.timedelta(minutes=2)
MANY_TIMES_A_PAPER = 5
"""Seconds; a worker that still works needs a tenth of one."""
MANY_TIMES_A_STEP = 0.5
"""Seconds; a child that has made a paper soon says so."""
STATE, USER, SYSTEM = 0, 11, 12
"""Where its state and its time on the processor are in ``/proc/PID/stat``, behind its name."""
UNPROTECTED = "tests.faults.unprotected"
State = Job.State


both = pytest.mark.parametrize("site", ("spool", "redis"), indirect=True)
BY_NIGHT = pytest.param("redis", marks=pytest.mark.nightly)
both_by_night = pytest.mark.parametrize("site", ("spool", BY_NIGHT), indirect=True)


@pytest.fixture
def eight_jobs(club, rung):
    """The sheets of an evening, asked for as the page does it, on the site's broker."""
    event = make.make_released_event(club, tables=4, rounds=2, language="en")
    for round_ in Round.objects.filter(event=event):
        asking.ask_for_round(round_=round_, kind=asking.Kind.SCORE_SHEET, actor="user:1")
    assert Job.objects.count() == JOBS


def freeze_in_the_middle(process):
    """Stop the worker while some jobs are done, one is being made, and some wait."""
    harness.until(lambda: count(State.DONE) >= 2, process)
    while True:
        harness.until(lambda: count(State.RUNNING), process)
        process.freeze()
        if count(State.RUNNING):
            break
        process.thaw()
    assert count(State.DONE, State.RUNNING) < JOBS


def assert_eight_right_papers(site):
    """Each job is done once, and its file, the only one it has, is the sheet of its table."""
    made = assert_right_papers(site)
    assert sorted(path.name for path in site.papers.glob("*.pdf")) == sorted(
        job.file_name for job in made
    )
    return made


def assert_the_page_says_how_far_it_came(director_client):
    page = reverse("tournaments:papers", args=[Event.objects.get().pk])
    said = director_client.get(page, headers={"accept-language": "en"}).content.decode()
    batches = Counter(Job.objects.values_list("batch", flat=True))
    done = Counter(Job.objects.filter(state=State.DONE).values_list("batch", flat=True))
    assert sorted(re.findall(r"(\d) of (\d) made", said)) == sorted(
        (str(done[batch]), str(jobs)) for batch, jobs in batches.items()
    )
    assert "longer than it should" not in said
    Job.objects.filter(state__in=Job.WAITING).update(rung_at=timezone.now() - A_WHILE)
    said = director_client.get(page, headers={"accept-language": "en"}).content.decode()
    assert "longer than it should" in said


@both
@pytest.mark.parametrize("children", some((True, False)), ids=some(["whole group", "parent alone"]))
def test_a_killed_worker_leaves_eight_right_papers(site, eight_jobs, children, director_client):
    with harness.worker(site) as first:
        freeze_in_the_middle(first)
        first.kill(children=children)
        first.thaw()
        forget(site)
        if children:  # an orphan may finish its paper while the page is read
            assert_the_page_says_how_far_it_came(director_client)
        with harness.worker(site) as second:
            harness.until(lambda: count(State.DONE) == JOBS, second)
    made = assert_eight_right_papers(site)
    attempts = sorted(job.attempts for job in made)
    assert attempts[:-1] == [1] * (JOBS - 1)
    assert attempts[-1] <= 2


@pytest.mark.nightly
@both
def test_twin_without_protection_the_interrupted_job_stays_unfinished(site, eight_jobs):
    with harness.worker(site, application=UNPROTECTED) as first:
        freeze_in_the_middle(first)
        interrupted = Job.objects.get(state=State.RUNNING)
        first.kill()
        forget(site)
    with harness.worker(site, application=UNPROTECTED) as second:
        # A job asked for now is made: the worker works, and yet the others stay.
        table = Table.objects.first()
        assert table is not None
        asking.ask_for_sheets(
            tables=[table],
            kind=asking.Kind.SCORE_SHEET,
            actor="user:1",
            batch=(new := uuid.uuid4()),
        )
        harness.until(lambda: Job.objects.get(batch=new).state == State.DONE, second)
    interrupted.refresh_from_db()
    assert interrupted.state == State.RUNNING
    assert count(State.QUEUED) > 0


@pytest.mark.strict
@both
def test_a_killed_child_is_replaced_and_its_job_comes_back(site, eight_jobs):
    """The parent lives, so nobody takes over: the lease passes, and the sweep rings."""
    with harness.worker(site) as process:
        freeze_in_the_middle(process)
        interrupted = Job.objects.get(state=State.RUNNING)
        process.kill_children()
        process.thaw()
        harness.until(lambda: count(State.DONE) == JOBS - 1, process)
        interrupted.refresh_from_db()
        assert interrupted.state == State.RUNNING
        Job.objects.filter(pk=interrupted.pk).update(lease_until=timezone.now())  # time passes
        jobs.sweep()
        harness.until(lambda: count(State.DONE) == JOBS, process)
    assert_eight_right_papers(site)


def one_sheet(event):
    """Ask for one more sheet; return its batch."""
    table = Table.objects.filter(round__event=event).exclude(
        pk__in=[job.params["table"] for job in Job.objects.all()]
    )[0]
    return asking.ask_for_sheets(
        tables=[table], kind=asking.Kind.SCORE_SHEET, actor="user:1", batch=uuid.uuid4()
    )


def kill_who_waits(process, event):
    """Let the worker make a paper, and kill its child while it waits for the next."""
    one_sheet(event)
    harness.until(lambda: Job.objects.filter(state=State.DONE).exists(), process)
    before = set(process.children)
    harness.until(lambda: rest(before), process)
    process.kill_children()
    harness.until(lambda: set(process.children) - before, process)


def rest(children):
    """Whether the processes have done nothing for a while: one that is at work may wait too."""

    def seen():
        stats = [Path(f"/proc/{child}/stat").read_text(encoding="ascii") for child in children]
        words = [stat.rpartition(")")[2].split() for stat in stats]
        return [(each[STATE], each[USER], each[SYSTEM]) for each in words]

    before = seen()
    time.sleep(MANY_TIMES_A_STEP)
    return seen() == before and all(state == "S" for state, *_ticks in before)


@pytest.mark.strict
@both_by_night
def test_a_child_that_is_killed_while_it_waits_is_replaced_by_one_that_works(rung, club):
    event = make.make_released_event(club, tables=2, language="en")
    with harness.worker(rung, clock=False) as process:
        kill_who_waits(process, event)
        one_sheet(event)
        harness.until(lambda: count(State.DONE) == 2, process)


@pytest.mark.nightly
@pytest.mark.parametrize("site", ("spool",), indirect=True)
def test_twin_with_the_lock_left_locked_nobody_works_any_more(rung, club):
    event = make.make_released_event(club, tables=2, language="en")
    with harness.worker(rung, application="tests.faults.locked", clock=False) as process:
        kill_who_waits(process, event)
        one_sheet(event)
        time.sleep(MANY_TIMES_A_PAPER)
        assert count(State.DONE) == 1
        assert count(State.QUEUED) == 1


def ask_two_more(event):
    """Let the worker make a paper, whose child dies as it says so; then ask for two more."""
    one_sheet(event)
    harness.until(lambda: count(State.DONE) == 1)
    one_sheet(event)
    one_sheet(event)


@pytest.mark.strict
@both_by_night
def test_a_child_that_dies_while_it_answers_is_replaced_by_one_that_works(rung, club):
    event = make.make_released_event(club, tables=3, language="en")
    with harness.worker(rung, application="tests.faults.mute", clock=False) as process:
        ask_two_more(event)
        harness.until(lambda: count(State.DONE) == 3, process)


@pytest.mark.nightly
@pytest.mark.parametrize("site", ("spool",), indirect=True)
def test_twin_with_the_answers_left_locked_nobody_works_any_more(rung, club):
    event = make.make_released_event(club, tables=3, language="en")
    with harness.worker(rung, application="tests.faults.mute_locked", clock=False):
        ask_two_more(event)
        time.sleep(MANY_TIMES_A_PAPER)
        assert count(State.DONE) < 3


@pytest.mark.strict
@pytest.mark.parametrize("site", ("spool",), indirect=True)
def test_a_child_that_dies_before_it_says_what_it_took_is_replaced_by_one_that_works(rung, club):
    event = make.make_released_event(club, tables=2, language="en")
    with harness.worker(rung, application="tests.faults.unheard", clock=False) as process:
        one_sheet(event)
        one_sheet(event)
        harness.until(lambda: count(State.DONE) == 2, process)


@pytest.mark.nightly
@pytest.mark.parametrize("site", ("spool",), indirect=True)
def test_twin_with_its_task_forgotten_nobody_works_any_more(rung, club):
    event = make.make_released_event(club, tables=2, language="en")
    with harness.worker(rung, application="tests.faults.unheard_lost", clock=False) as process:
        one_sheet(event)
        one_sheet(event)
        harness.until((rung.var / "died").exists, process)
        time.sleep(MANY_TIMES_A_PAPER)
        assert count(State.DONE) == 0


@contextlib.contextmanager
def asked_to_end(rung, application):
    """A worker that was asked to end, as it is when a supervisor was killed, in a long task."""
    with harness.worker(rung, application=application, clock=False) as process:
        harness.until((rung.var / "begun").exists, process)
        os.kill(process.pid, signal.SIGTERM)
        yield process


@pytest.mark.strict
@pytest.mark.parametrize("site", ("spool",), indirect=True)
def test_a_worker_that_is_asked_to_end_does_so_though_a_task_takes_long(rung):
    with asked_to_end(rung, "tests.faults.drilling") as process:
        harness.until(lambda: not process.running)
        harness.until(lambda: whole.family(rung.var) == [])


@pytest.mark.nightly
@pytest.mark.parametrize("site", ("spool",), indirect=True)
def test_twin_without_that_the_folder_is_held_as_long_as_the_task_takes(rung):
    with asked_to_end(rung, "tests.faults.drilling_on") as process:
        time.sleep(MANY_TIMES_A_PAPER)
        assert process.running
