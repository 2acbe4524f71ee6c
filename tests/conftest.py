"""The cast: a club and its director, and a stranger from another club."""

import gc
import itertools
import time
from pathlib import Path
from types import SimpleNamespace

import hypothesis
import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection
from django.db.models.signals import post_migrate
from django.test import Client
from django.utils import translation

from lhombre_club import lately
from tests import choosing, make, migrated, sizes

# A busy machine is slow, not wrong: no test may fail by the clock. What a commit and CI draw is the
# same each time, so that what passed here passes there; by night everything is drawn anew.
hypothesis.settings.register_profile(
    "patient",
    hypothesis.settings(),
    deadline=None,
    max_examples=sizes.examples(100),
    derandomize=sizes.RUN is not sizes.Run.NIGHTLY,
)
hypothesis.settings.load_profile("patient")


def pytest_addoption(parser):
    parser.addoption(
        "--services-only",
        action="store_true",
        help="only what can tell PostgreSQL and Redis from SQLite and a spool",
    )


def pytest_collection_modifyitems(config, items):
    """Leave out what is too long for this run, or gave its answer in another."""
    second = config.getoption("--services-only")

    def chosen(item):
        return choosing.in_time(item) and (not second or choosing.reaches_a_service(item))

    config.hook.pytest_deselected(items=list(itertools.filterfalse(chosen, items)))
    items[:] = filter(chosen, items)
    for item in items:
        if item.get_closest_marker("nightly"):
            # What it reaches is reached by shorter tests, and measuring doubles its hours.
            item.add_marker(pytest.mark.no_cover)


def pytest_collection_finish():
    """Looking through all tests and all of Django for rubbish is a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture(scope="session", autouse=True)
def no_permissions_of_django():
    """Nobody asks for them, and each test that commits would have them written anew after it."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings):
    """SQLite's database is a copy of one that is migrated: nothing is left to do in it."""
    if connection.vendor != "sqlite":
        return False
    migrated.put_down(Path(connection.settings_dict["TEST"]["NAME"]))
    return True


@pytest.fixture(autouse=True)
def one_csrf_token(monkeypatch):
    """A drawn token holds any short word once in a while, and tests look for words in pages."""
    monkeypatch.setattr("django.middleware.csrf._get_new_csrf_string", lambda: "x" * 32)


@pytest.fixture(autouse=True)
def numbered_draws(monkeypatch):
    """Draw from 1, 2, 3 in each test, so that what passes here passes there; by night by lot."""
    if sizes.RUN is not sizes.Run.NIGHTLY:
        numbers = itertools.count(1)
        monkeypatch.setattr("secrets.randbits", lambda _bits: next(numbers))


@pytest.fixture(autouse=True)
def begins_to_count(monkeypatch):
    """What was done lately is counted anew every ten minutes, and not in the middle of a test."""
    since = time.time() % lately.SECONDS
    monkeypatch.setattr(lately, "time", SimpleNamespace(time=lambda: time.time() - since))


@pytest.fixture(autouse=True)
def begins_with_an_empty_cache():
    make.empty_cache()


@pytest.fixture(autouse=True)
def nobodys_language():
    """A view leaves the language of its reader to whoever comes next in the same process."""
    translation.deactivate()


@pytest.fixture
def club(db):
    return make.make_club()


@pytest.fixture
def director(club):
    return make.make_director(club)


@pytest.fixture
def stranger(db):
    """A director of another club."""
    return make.make_director(make.make_club("Klub Basta"), "stranger")


@pytest.fixture
def director_client(director):
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def stranger_client(stranger):
    client = Client()
    client.force_login(stranger)
    return client
