"""Where the product's processes are killed: on the spool, and on Redis."""

import os

import pytest
import redis
from django.conf import settings

from lhombre_club.printing import bell
from tests.faults import harness, print_sites

REDIS = "redis://127.0.0.1:6379/9"
FIRST, LAST = 9, 15  # of a Redis server's databases: one for each process that runs tests

# Applications of workers and servers that are to be killed: whoever imports one has its protection
# switched off in his own process too.
collect_ignore = [
    f"{name}.py" for name in ("dying_wsgi", "locked", "recorded", "unheard_lost", "unprotected")
]


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
def site(request):
    """The site that ``request.param`` names: spool or redis."""
    chosen = request.getfixturevalue(f"{request.param}_site")
    chosen.var.mkdir()
    return chosen


@pytest.fixture
def rung(site, monkeypatch):
    """The test itself asks and rings on the site's broker."""
    monkeypatch.setattr(bell.bell, "deaf_until", 0.0)
    monkeypatch.setenv(
        "CELERY_BROKER_URL", site.broker
    )  # to Celery it counts above its own settings
    monkeypatch.setattr(bell, "current_app", print_sites.broker_of(site))
    return site
