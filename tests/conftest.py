"""The cast: a club and its director, and a stranger from another club."""

from itertools import filterfalse
from pathlib import Path

import hypothesis
import pytest
from django.test import Client

from tests import make

# A busy machine is slow, not wrong: no test may fail by the clock.
hypothesis.settings.register_profile("patient", hypothesis.settings(), deadline=None)
hypothesis.settings.load_profile("patient")


HERE = Path(__file__).parent
# Where tests start programs or ask servers without a fixture that says so.
ALL_OF = {HERE, HERE / "printing", HERE / "faults"}
# What a test asks for when it reaches the database.
STORED = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser):
    parser.addoption(
        "--services-only",
        action="store_true",
        help="only what can tell PostgreSQL and Redis from SQLite and a spool",
    )


def pytest_collection_modifyitems(config, items):
    """The second run is for the services; what never reaches one gave its answer in the first."""
    if config.getoption("--services-only"):
        config.hook.pytest_deselected(items=list(filterfalse(reaches_a_service, items)))
        items[:] = filter(reaches_a_service, items)


def reaches_a_service(item):
    """Whether a test may come out otherwise there: an evening may, a page's own script cannot."""
    if item.get_closest_marker("browser"):
        return item.get_closest_marker("evening") is not None
    if hasattr(item, "callspec") and item.callspec.params.get("site") == "spool":
        return False
    stored = not STORED.isdisjoint(getattr(item, "fixturenames", ()))
    return stored or item.get_closest_marker("django_db") is not None or item.path.parent in ALL_OF


@pytest.fixture(autouse=True)
def one_csrf_token(monkeypatch):
    """A drawn token holds any short word once in a while, and tests look for words in pages."""
    monkeypatch.setattr("django.middleware.csrf._get_new_csrf_string", lambda: "x" * 32)


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
