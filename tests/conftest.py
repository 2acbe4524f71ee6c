"""The cast: a club and its director, and a stranger from another club."""

import hypothesis
import pytest
from django.test import Client

from tests import make

# A busy machine is slow, not wrong: no test may fail by the clock.
hypothesis.settings.register_profile("patient", hypothesis.settings(), deadline=None)
hypothesis.settings.load_profile("patient")


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
