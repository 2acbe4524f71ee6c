"""Two decisions at once at one table: each is posted once; a twin without the lock posts twice."""

import contextlib
import inspect
import threading
import time
import uuid

import pytest
from django.db import transaction

from lhombre_club.refusal import Refusal
from scoring.domain import journal
from scoring.models import JournalEntry
from tests import make
from tests.faults.races.test_race import at_once
from tournaments.book.accounts import locked_tables
from tournaments.book.proving.ledger_check import check_event
from tournaments.models import Round, Table, TableEntry
from tournaments.penalties.domain import penalties as entries
from tournaments.penalties.domain.penalties import Penalty, StoredEntry, penalise
from tournaments.penalties.reasons import DecisionReason

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
PAIRS = 20


@pytest.fixture
def event():
    return make.make_released_event(make.make_club(), tables=2)


def fining(table, entry_id=None):
    penalty = Penalty(id=entry_id or uuid.uuid4(), seat=0, points=1, reason="late")
    return lambda: penalise(table=table, penalty=penalty, actor="user:tester")


@pytest.fixture
def meeting(monkeypatch):
    """Two writers who read what is posted wait for each other, if they can, before they post."""
    both = threading.Barrier(2, timeout=1)
    standing = journal.standing

    def read_and_wait(book):
        rows = list(standing(book))
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait()
        return rows

    monkeypatch.setattr(journal, "standing", read_and_wait)


def fine_twice(event):
    table = Table.objects.filter(round__event=event).earliest("number")
    outcomes = at_once(fining(table), fining(table))
    assert all(isinstance(outcome, StoredEntry) for outcome in outcomes), outcomes


def test_two_penalties_at_once_are_each_posted_once(event, meeting):
    fine_twice(event)
    assert JournalEntry.objects.count() == 2
    assert check_event(event) == []


def test_without_the_lock_one_is_posted_twice(event, meeting, monkeypatch):
    """The twin: it is the lock in the transaction that keeps them apart."""
    unlocked = Table.objects.select_related("round__event")
    monkeypatch.setattr(entries, "open_table", lambda table, _states: unlocked.get(pk=table.pk))
    monkeypatch.setattr(entries, "_store_once", inspect.unwrap(entries._store_once))
    fine_twice(event)
    assert any("posted 2 times, should be 1" in line for line in check_event(event))


def test_one_id_at_once_is_stored_once(event):
    one, other = Table.objects.filter(round__event=event).order_by("number")
    for _ in range(PAIRS):
        sent = uuid.uuid4()
        outcomes = at_once(fining(one, sent), fining(one, sent))
        assert sorted(outcome.replayed for outcome in outcomes) == [False, True]
        sent = uuid.uuid4()
        stored, refused = sorted(at_once(fining(one, sent), fining(other, sent)), key=_is_refused)
        assert isinstance(stored, StoredEntry)
        assert refused.reason is DecisionReason.ID_REUSED
    assert TableEntry.objects.count() == JournalEntry.objects.count() == 2 * PAIRS
    assert check_event(event) == []


def test_who_waited_while_the_round_was_closed_finds_it_closed(event):
    """What was read before the lock came is not believed."""
    table = Table.objects.filter(round__event=event).earliest("number")
    locked = threading.Event()

    def close():
        with transaction.atomic():
            locked_tables(event)
            locked.set()
            time.sleep(0.5)  # the other comes to wait
            Round.objects.update(state=Round.State.FINAL)

    def late():
        locked.wait()
        return fining(table)()

    _, refused = at_once(close, late)
    assert refused.reason is DecisionReason.NOT_OPEN
    assert not TableEntry.objects.exists()


def _is_refused(outcome):
    return isinstance(outcome, Refusal)
