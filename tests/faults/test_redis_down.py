"""A Redis server that goes away, falls silent or forgets, while papers are asked for."""

import datetime as dt
import shutil
import signal
import socket
import subprocess

import pytest
import redis
from django.urls import reverse
from django.utils import timezone

from lhombre_club.printing import bell
from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job
from tests import make
from tests.faults import harness
from tests.faults.print_sites import State, assert_right_papers, broker_of, count
from tournaments.papers import asking as papers

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]

TABLES = 3


class Server:
    """A Redis server of the test's own."""

    def __init__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.start()

    def start(self):
        where = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "")
        self.process = subprocess.Popen(["redis-server", *where], stdout=subprocess.DEVNULL)
        harness.until(self.answers)

    def answers(self):
        try:
            return redis.Redis(port=self.port).ping()
        except redis.RedisError:
            return False

    def stop(self):
        self.process.kill()
        self.process.wait()

    def silence(self):
        """It still accepts, and answers nobody."""
        self.process.send_signal(signal.SIGSTOP)

    def speak(self):
        self.process.send_signal(signal.SIGCONT)


@pytest.fixture
def server():
    if shutil.which("redis-server") is None:
        pytest.skip("no redis-server on this machine")
    server = Server()
    yield server
    server.speak()
    server.stop()


@pytest.fixture
def asking(server, tmp_path, monkeypatch):
    site = harness.Site(var=tmp_path / "var", broker=f"redis://127.0.0.1:{server.port}/0")
    site.var.mkdir()
    monkeypatch.setattr(bell.bell, "deaf_until", 0.0)
    monkeypatch.setenv("CELERY_BROKER_URL", site.broker)
    app = broker_of(site)
    app.conf.broker_transport_options = {"socket_timeout": 2, "socket_connect_timeout": 1}
    app.conf.task_publish_retry_policy = {"max_retries": 1, "interval_start": 0}
    monkeypatch.setattr(bell, "current_app", app)
    return site


def down(server):
    server.stop()
    return server.start


def silent(server):
    server.silence()
    return server.speak


def forgetful(server):
    """What was rung for is gone before anybody hears it."""
    server.silence()

    def heal():
        server.speak()
        redis.Redis(port=server.port).flushall()

    return heal


@pytest.mark.strict
@pytest.mark.parametrize("trouble", (down, silent, forgetful))
def test_the_page_says_that_papers_wait_and_all_are_made_in_the_end(
    trouble, server, asking, club, director_client
):
    event = make.make_released_event(club, tables=TABLES, language="en")
    page = reverse("tournaments:papers", args=[event.pk])
    heal = trouble(server)
    form = {"kind": papers.Kind.SCORE_SHEET, "round": "1"}
    answer = director_client.post(reverse("tournaments:papers-ask", args=[event.pk]), form)
    assert answer.status_code == 302  # whoever does not answer holds nobody
    assert count(State.QUEUED) == TABLES
    Job.objects.update(rung_at=timezone.now() - dt.timedelta(minutes=2))  # time passes
    said = director_client.get(page, headers={"accept-language": "en"}).content.decode()
    assert f"0 of {TABLES} ready" in said
    assert "longer than it should" in said
    heal()
    bell.bell.deaf_until = 0.0
    with harness.worker(asking) as process:
        jobs.sweep()
        harness.until(lambda: count(State.DONE) == TABLES, process)
    assert len(assert_right_papers(asking)) == TABLES
