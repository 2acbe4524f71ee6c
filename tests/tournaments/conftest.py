"""A released table, and how to write on it."""

import uuid

import pytest

from tests import make
from tournaments.book.results import NewResult, enter_result
from tournaments.models import Table

WON = {"declarer": 1, "contract": "spil", "outcome": "won"}
BET = {**WON, "outcome": "bet"}


@pytest.fixture
def english(director_client):
    """A director who reads English."""
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return director_client


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=1)


@pytest.fixture
def table(event):
    return Table.objects.get(round__event=event)


@pytest.fixture
def two_tables(club):
    event = make.make_released_event(club, tables=2)
    return event, *Table.objects.filter(round__event=event)


@pytest.fixture
def enter(table):
    """Enter a record for a deal; without ``base`` on what is there."""

    def enter(deal, record, *, base=None, result_id=None, at=table, reason=""):
        if base is None:
            base = at.revisions.filter(deal=deal).count()
        entry = NewResult(
            id=result_id or uuid.uuid4(), deal=deal, base=base, record=record, reason=reason
        )
        return enter_result(table=at, entry=entry, actor="user:tester")

    return enter
