"""A job's way, and who may change its state."""

import datetime as dt
import uuid

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.utils import timezone, translation

from lhombre_club.printing import CannotPrintError, making, registry, renderer, request_paper
from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job

pytestmark = pytest.mark.django_db
State, Error = Job.State, Job.Error


@pytest.fixture
def job(kind):
    return ask(kind)


def ask(kind="slip"):
    return request_paper(kind=kind, params={"n": 1}, title="Slip", actor="user:1")


def age(job, seconds=600):
    """Let the job's times lie further back."""
    past = timezone.now() - dt.timedelta(seconds=seconds)
    Job.objects.filter(pk=job.pk).update(rung_at=past)
    Job.objects.filter(pk=job.pk, state=State.RUNNING).update(lease_until=past)


def take(job, node="a@x"):
    held = jobs.take(job=job.pk, node=node)
    assert held is not None
    return held


def again(job):
    return Job.objects.get(pk=job.pk)


def test_the_bell_rings_when_the_transaction_commits_and_not_before(
    kind, heard, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        job = ask()
        assert heard.jobs == []
    assert heard.jobs == [str(job.pk)]


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_fails_leaves_neither_job_nor_bell(kind, heard):
    def ask_and_fail():
        with transaction.atomic():
            ask()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask_and_fail()
    assert heard.jobs == []
    assert not Job.objects.exists()


def test_a_kind_that_nobody_can_build_is_refused_at_once(kind):
    with pytest.raises(LookupError, match="unheard-of"):
        ask("unheard-of")


def test_a_long_title_is_cut_and_not_refused(kind):
    job = request_paper(kind=kind, params={}, title="x" * 500, actor="user:1")
    assert len(again(job).title) == 200


def test_papers_asked_for_together_share_a_batch(kind):
    batch = uuid.uuid4()
    pair = [
        request_paper(kind=kind, params={}, title="Slip", actor="user:1", batch=batch)
        for _ in range(2)
    ]
    assert {job.batch for job in pair} == {batch}
    assert ask().batch != batch


def test_only_one_takes_a_job(job):
    first = jobs.take(job=job.pk, node="a@x")
    assert first is not None
    assert jobs.take(job=job.pk, node="b@x") is None
    taken = again(job)
    assert (taken.state, taken.worker, taken.attempts) == (State.RUNNING, "a@x", 1)


def test_a_lease_outlives_the_hard_time_limit(job, settings):
    before = timezone.now()
    jobs.take(job=job.pk, node="a@x")
    limit = dt.timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT)
    assert again(job).lease_until > before + limit


def test_a_paper_to_be_read_aloud_may_take_longer_whoever_rings_for_it(
    kind, heard, settings, django_capture_on_commit_callbacks
):
    """It is laid out whole: slips for four hundred take most of a minute of the processor."""
    with django_capture_on_commit_callbacks(execute=True):
        for tagged in (True, False):
            request_paper(kind=kind, params={"tagged": tagged}, title="Slips", actor="user:1")
    longer = settings.TAGGED_TIME_LIMITS
    assert heard.limits == [longer, {}]
    jobs.ring_for_all()
    assert heard.limits[2:] == [longer, {}]
    whole = Job.objects.get(params={"tagged": True})
    jobs.fail(take(whole), error=Error.BROKEN)  # another attempt follows
    assert heard.limits[4:] == [longer]
    before = timezone.now()
    jobs.take(job=whole.pk, node="a@x")
    limit = dt.timedelta(seconds=longer["time_limit"])
    assert again(whole).lease_until > before + limit
    assert longer["time_limit"] > longer["soft_time_limit"] > settings.CELERY_TASK_SOFT_TIME_LIMIT


def test_a_passed_lease_may_be_taken_and_the_late_one_may_not_finish(job):
    late = take(job)
    age(job)
    second = jobs.take(job=job.pk, node="b@x")
    assert second is not None
    assert not jobs.finish(late, file_name="late.pdf")
    assert jobs.finish(second, file_name="second.pdf")
    assert not jobs.finish(second, file_name="twice.pdf")
    done = again(job)
    assert (done.state, done.file_name, done.lease) == (State.DONE, "second.pdf", None)
    assert jobs.take(job=job.pk, node="c@x") is None


def test_a_late_failure_changes_nothing(job):
    late = take(job)
    age(job)
    jobs.take(job=job.pk, node="b@x")
    jobs.fail(late, error=Error.GONE)
    assert again(job).state == State.RUNNING


def test_the_third_failure_is_the_last(job, heard):
    for attempt in (1, 2, 3):
        jobs.fail(take(job), error=Error.BROKEN)
        assert again(job).attempts == attempt
    assert heard.jobs == [str(job.pk)] * 2
    failed = again(job)
    assert (failed.state, failed.error, failed.lease) == (State.FAILED, Error.BROKEN, None)
    assert failed.finished_at is not None
    with translation.override("en"):
        assert "three attempts" in str(Error.BROKEN.label)
    assert jobs.take(job=job.pk, node="a@x") is None


@pytest.mark.parametrize(
    ("error", "state"),
    ((Error.GONE, State.FAILED), (Error.NO_PANGO, State.UNAVAILABLE)),
)
def test_what_trying_again_would_not_mend_stops_at_once(job, heard, error, state):
    jobs.fail(take(job), error=error)
    assert (again(job).state, again(job).error, heard.jobs) == (state, error, [])


def test_a_stopped_job_can_be_asked_for_again(job, heard, django_capture_on_commit_callbacks):
    jobs.fail(take(job), error=Error.GONE)
    with django_capture_on_commit_callbacks(execute=True):
        assert jobs.try_again(job=job.pk, actor="user:2")
    queued = again(job)
    assert (queued.state, queued.attempts, queued.error) == (State.QUEUED, 0, "")
    assert (queued.actor, heard.jobs) == ("user:2", [str(job.pk)])
    assert not jobs.try_again(job=job.pk, actor="user:2")


def test_a_new_worker_frees_what_its_namesake_held_and_nothing_else(kind):
    mine, another = ask(), ask()
    jobs.take(job=mine.pk, node="embedded@x")
    jobs.take(job=another.pk, node="embedded@y")
    assert jobs.release(node="embedded@x") == 1
    assert again(mine).state == State.QUEUED
    assert again(another).state == State.RUNNING


def test_a_job_whose_worker_died_three_times_is_given_up(job):
    for _ in range(3):
        assert jobs.take(job=job.pk, node="embedded@x")
        jobs.release(node="embedded@x")
    assert (again(job).state, again(job).error) == (State.FAILED, Error.LOST)


def test_the_sweep_rings_for_the_unheard_and_frees_passed_leases(kind, heard):
    unheard, fresh, dead = ask(), ask(), ask()
    jobs.take(job=dead.pk, node="a@x")
    age(unheard)
    age(dead)
    assert jobs.sweep() == 2
    assert set(heard.jobs) == {str(unheard.pk), str(dead.pk)}
    assert str(fresh.pk) not in heard.jobs
    assert jobs.sweep() == 0  # just rung: they are left to wait
    assert jobs.ring_for_all() == 3


def test_the_sweep_leaves_a_living_worker_alone(job, heard):
    jobs.take(job=job.pk, node="a@x")
    assert jobs.sweep() == 0
    assert again(job).state == State.RUNNING


def test_a_made_paper_is_a_whole_file_under_its_own_name(job, ink, papers_dir):
    making.make(job.pk, node="a@x")
    done = again(job)
    assert done.state == State.DONE
    assert [path.name for path in papers_dir.iterdir()] == [done.file_name]
    assert (papers_dir / done.file_name).read_bytes() == b"%PDF {'n': 1}"
    making.make(job.pk, node="a@x")  # a bell that comes twice
    assert (again(job).attempts, len(list(papers_dir.iterdir()))) == (1, 1)


def test_a_bell_for_no_job_is_not_an_error(kind):
    making.make(uuid.uuid4(), node="a@x")


def test_whose_lease_has_gone_leaves_no_file(job, ink, papers_dir, monkeypatch):
    def render(_paper):
        jobs.release(node="a@x")  # meanwhile a successor started
        return b"%PDF"

    monkeypatch.setattr(renderer, "render", render)
    making.make(job.pk, node="a@x")
    assert again(job).state == State.QUEUED
    assert list(papers_dir.iterdir()) == []


@pytest.mark.parametrize(
    ("raised", "state", "error"),
    (
        (RecursionError("deep"), State.QUEUED, ""),
        (MemoryError(), State.QUEUED, ""),
        (SoftTimeLimitExceeded(), State.QUEUED, ""),
        (OSError("disk full"), State.QUEUED, ""),
        (CannotPrintError("gone"), State.FAILED, Error.GONE),
        (renderer.NoPangoError("no pango"), State.UNAVAILABLE, Error.NO_PANGO),
    ),
)
def test_a_poisoned_paper_stops_nobody(job, ink, monkeypatch, raised, state, error):
    def builder(_params):
        raise raised

    sound = ask()
    monkeypatch.setitem(registry._builders, "slip", builder)
    making.make(job.pk, node="a@x")
    assert (again(job).state, again(job).error) == (state, error)
    monkeypatch.setitem(
        registry._builders, "slip", lambda params: registry.Paper("slip.html", params, "A", "da")
    )
    making.make(sound.pk, node="a@x")
    assert again(sound).state == State.DONE


def test_too_slow_three_times_says_so(job, monkeypatch):
    def builder(_params):
        raise SoftTimeLimitExceeded

    monkeypatch.setitem(registry._builders, "slip", builder)
    for _ in range(3):
        making.make(job.pk, node="a@x")
    assert (again(job).state, again(job).error) == (State.FAILED, Error.SLOW)


def test_a_kind_that_went_away_is_gone(job, monkeypatch):
    monkeypatch.setattr(registry, "_builders", {})
    making.make(job.pk, node="a@x")
    assert again(job).error == Error.GONE


def test_a_sweep_asks_the_database_as_often_for_three_jobs_as_for_one(
    kind, heard, django_assert_num_queries
):
    age(ask())
    with django_assert_num_queries(6):
        assert jobs.sweep() == 1
    for _ in range(3):
        age(ask())
    Job.objects.update(rung_at=None)
    with django_assert_num_queries(6):
        assert jobs.sweep() == 4


def test_what_was_held_and_rung_by_a_clock_that_was_put_back_waits_no_day(kind, job, heard):
    take(job)
    age(job, seconds=-24 * 60 * 60)
    assert jobs.take(job=job.pk, node="b@x") is not None
    age(job, seconds=-24 * 60 * 60)
    assert jobs.sweep() == 1
    age(job, seconds=-24 * 60 * 60)
    assert jobs.sweep() == 1
