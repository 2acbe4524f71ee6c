"""A Redis server that goes away, falls silent or forgets, while papers are asked for."""

import datetime as dt
import shutil
import signal
import socket
import subprocess

import pytest
import redis
from django.core.cache.backends.redis import RedisCache
from django.urls import reverse
from django.utils import timezone

from lhombre_club import helping_cache, lately
from lhombre_club.helping_cache import HelpingCache
from lhombre_club.printing import bell
from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job
from tests import make
from tests.faults import harness
from tests.faults.print_sites import State, assert_right_papers, broker_of, count
from tournaments.papers import asking as papers
from tournaments.standings.queries import kept as keeping

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
    assert f"0 of {TABLES} made" in said
    assert "longer than it should" in said
    heal()
    bell.bell.deaf_until = 0.0
    with harness.worker(asking) as process:
        jobs.sweep()
        harness.until(lambda: count(State.DONE) == TABLES, process)
    assert len(assert_right_papers(asking)) == TABLES


@pytest.fixture
def cached(server, monkeypatch):
    """The pages keep their standings in this server."""

    def keep_with(kind):
        options = {"socket_timeout": 0.3, "socket_connect_timeout": 0.3}
        kept = kind(f"redis://127.0.0.1:{server.port}/1", {"OPTIONS": options, "TIMEOUT": 300})
        monkeypatch.setattr(keeping, "cache", kept)
        monkeypatch.setattr(lately, "cache", kept)
        return kept

    return keep_with


def full(server):
    """It answers, and takes nothing more."""
    redis.Redis(port=server.port).config_set("maxmemory", "1")
    return lambda: redis.Redis(port=server.port).config_set("maxmemory", "0")


def emptied(server):
    redis.Redis(port=server.port).flushall()
    return lambda: None


TROUBLES = (down, silent, full, emptied)


def table_in(answer):
    """The standings of a page, without what is new in every answer."""
    assert answer.status_code == 200
    return answer.text[answer.text.index("<table") : answer.text.rindex("</table>")]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_standings_and_limits_are_as_before_without_redis(trouble, server, cached, club, client):
    cached(HelpingCache)
    event = make.make_released_event(club, tables=1)
    page = reverse("tournaments:public-standings", args=[event.pk])
    before = table_in(client.get(page))
    heal = trouble(server)
    assert table_in(client.get(page)) == before
    counted = [lately.one_more(f"protests:{trouble.__name__}") for _time in range(4)]
    assert counted == [1, 2, 3, 4]
    heal()


@pytest.mark.parametrize("trouble", (down, silent))
def test_who_does_not_answer_is_waited_for_once(trouble, server, cached, monkeypatch):
    asked = []
    kept = cached(HelpingCache)
    there = RedisCache.get

    def get(self, key):
        asked.append(key)
        return there(self, key)

    monkeypatch.setattr(RedisCache, "get", get)
    heal = trouble(server)
    for _time in range(20):
        assert kept.get("a") is None
    assert asked == ["a"]
    heal()


@pytest.mark.parametrize("trouble", (down, full))
def test_a_cache_that_has_to_be_there_takes_the_standings_with_it(
    trouble, server, cached, club, client
):
    """The twin: what Django's own does."""
    cached(RedisCache)
    event = make.make_released_event(club, tables=1)
    trouble(server)
    with pytest.raises(redis.RedisError):
        client.get(reverse("tournaments:public-standings", args=[event.pk]))


def test_when_redis_answers_again_it_is_asked_again(server, cached, monkeypatch):
    monkeypatch.setattr(helping_cache, "DEAF_SECONDS", 0)
    kept = cached(HelpingCache)
    kept.set("a", 1)
    server.stop()
    assert kept.get("a") is None
    assert kept.add("b", 2)
    assert (kept.get("b"), kept.delete("b"), kept.get("b")) == (2, True, None)
    server.start()
    kept.set("a", 3)
    assert kept.get("a") == 3
