"""Eight print jobs, and a worker that dies in the middle of them."""

import io
import os
import shutil
import uuid

import pypdf
import pytest
import redis
from celery import Celery
from django.conf import settings
from django.utils import timezone

from lhombre_club.printing import bell
from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job
from tests import make
from tests.faults import harness
from tournaments.domain.queries.sheets import names_at
from tournaments.interfaces import papers
from tournaments.models import Round, Table

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]

REDIS = "redis://127.0.0.1:6379/9"
FIRST, LAST = 9, 15  # of a Redis server's databases: one for each process that runs tests
JOBS = 8
UNPROTECTED = "tests.faults.unprotected"
State = Job.State


@pytest.fixture
def spool_site(tmp_path):
    return harness.Site(var=tmp_path / "var")


@pytest.fixture
def redis_site(tmp_path):
    url = settings.CELERY_BROKER_URL if settings.CELERY_BROKER_URL.startswith("redis") else REDIS
    process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    url = f"{url.rsplit('/', 1)[0]}/{FIRST + process % (LAST - FIRST + 1)}"
    client = redis.Redis.from_url(url, socket_connect_timeout=2)
    try:
        client.flushdb()
    except redis.RedisError as error:
        reason = f"Redis does not answer at {url}: {error}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    yield harness.Site(var=tmp_path / "var", broker=url)
    client.flushdb()


@pytest.fixture
def site(request, tmp_path):
    chosen = request.getfixturevalue(f"{request.param}_site")
    chosen.var.mkdir()
    return chosen


both = pytest.mark.parametrize("site", ("spool", "redis"), indirect=True)


@pytest.fixture
def eight_jobs(club, site, monkeypatch):
    """The sheets of an evening, asked for as the page does it, on the site's broker."""
    monkeypatch.setattr(bell.bell, "deaf_until", 0.0)
    monkeypatch.setenv(
        "CELERY_BROKER_URL", site.broker
    )  # to Celery it counts above its own settings
    monkeypatch.setattr(bell, "current_app", broker_of(site))
    event = make.make_released_event(club, tables=4, rounds=2, language="en")
    for round_ in Round.objects.filter(event=event):
        papers.ask_for_round(round_=round_, kind=papers.Kind.SCORE_SHEET, actor="user:1")
    assert Job.objects.count() == JOBS


def broker_of(site):
    """A Celery app that publishes where the site's worker listens."""
    app = Celery("asking", set_as_current=False)
    app.conf.update(
        broker_url=site.broker,
        broker_transport_options=dict(settings.CELERY_BROKER_TRANSPORT_OPTIONS),
        task_ignore_result=True,
    )
    if site.broker.startswith("spool"):
        for name in ("queue", "control"):
            (site.var / "spool" / name).mkdir(parents=True, exist_ok=True)
        queue, control = str(site.var / "spool" / "queue"), str(site.var / "spool" / "control")
        app.conf.broker_transport_options = {
            "data_folder_in": queue,
            "data_folder_out": queue,
            "control_folder": control,
        }
    return app


def count(*states):
    return Job.objects.filter(state__in=states).count()


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
    made = list(Job.objects.all())
    assert {job.state for job in made} == {State.DONE}
    assert sorted(path.name for path in site.papers.glob("*.pdf")) == sorted(
        job.file_name for job in made
    )
    for job in made:
        reader = pypdf.PdfReader(io.BytesIO((site.papers / job.file_name).read_bytes()))
        text = reader.pages[0].extract_text()
        table = Table.objects.get(pk=job.params["table"])
        assert len(reader.pages) == 1
        assert [name for name in names_at(table) if name not in text] == []
    return made


def forget(site):
    """What a broker may do to the messages it was given."""
    if site.broker.startswith("redis"):
        redis.Redis.from_url(site.broker).flushdb()
    else:
        shutil.rmtree(site.var / "spool" / "queue")
        (site.var / "spool" / "queue").mkdir()


@both
@pytest.mark.parametrize("children", (True, False), ids=["whole group", "parent alone"])
def test_a_killed_worker_leaves_eight_right_papers(site, eight_jobs, children):
    with harness.worker(site) as first:
        freeze_in_the_middle(first)
        first.kill(children=children)
        first.thaw()
        forget(site)
        with harness.worker(site) as second:
            harness.until(lambda: count(State.DONE) == JOBS, second)
    made = assert_eight_right_papers(site)
    attempts = sorted(job.attempts for job in made)
    assert attempts[:-1] == [1] * (JOBS - 1)
    assert attempts[-1] <= 2


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
        papers.ask_for_sheets(
            tables=[table],
            kind=papers.Kind.SCORE_SHEET,
            actor="user:1",
            batch=(new := uuid.uuid4()),
        )
        harness.until(lambda: Job.objects.get(batch=new).state == State.DONE, second)
    interrupted.refresh_from_db()
    assert interrupted.state == State.RUNNING
    assert count(State.QUEUED) > 0


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
