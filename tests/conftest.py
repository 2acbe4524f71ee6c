"""The cast: a club and its director, and a stranger from another club."""

import pytest
from django.test import Client

from tests import make


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
