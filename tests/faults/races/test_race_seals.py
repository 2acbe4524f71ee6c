"""Many writers of one event at once make one chain; a twin that does not hold the event forks."""

import contextlib
import threading

import pytest
from django.db import IntegrityError, transaction

from tests import make
from tests.faults.races.test_race import PASSED, WON, at_once, writer
from tournaments.book.proving import seals
from tournaments.book.proving.seals import broken
from tournaments.book.results import Stored
from tournaments.models import Round, Seal, Table

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
TABLES = 6
TURNS = 5


@pytest.fixture
def event():
    return make.make_released_event(make.make_club(), tables=TABLES)


def test_one_chain_holds_what_all_tables_enter_at_once(event):
    tables = list(Table.objects.filter(round__event=event))
    for deal in range(1, TURNS + 1):
        record = WON if deal % 2 else PASSED
        outcomes = at_once(*[writer(table, deal, record) for table in tables])
        assert all(isinstance(each, Stored) for each in outcomes), outcomes
    numbers = list(Seal.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, 2 + TABLES * TURNS))
    assert list(broken(event)) == []


@pytest.fixture
def meeting(monkeypatch):
    """Two writers who read the newest seal wait for each other, if they can, before they seal."""
    both = threading.Barrier(2, timeout=1)
    newest = seals._newest

    def read_and_wait(event):
        found = newest(event)
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait()
        return found

    monkeypatch.setattr(seals, "_newest", read_and_wait)


def seal_twice(event, within):
    round_ = Round.objects.get(event=event)

    def deed():
        with within():
            seals.seal(event.pk, [round_])

    return at_once(deed, deed)


def test_who_holds_the_event_seals_alone(event, meeting):
    assert seal_twice(event, transaction.atomic) == [None, None]
    assert Seal.objects.count() == 3
    assert list(broken(event)) == []


def test_without_the_event_held_both_make_the_same_number(event, meeting, monkeypatch):
    """The twin: it is the event's row, held to the commit, that keeps them apart."""
    monkeypatch.setattr(seals, "raise_version", lambda _event: None)
    outcomes = seal_twice(event, contextlib.nullcontext)
    assert [type(each) for each in outcomes].count(IntegrityError) == 1, outcomes
