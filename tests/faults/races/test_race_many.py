"""Five hundred edits of one deal at once: one wins, and each other sees both versions."""

import threading
import uuid
from queue import SimpleQueue
from typing import Any

import pytest
from django.db import connections

from tests import make
from tests.faults.races.test_race import agrees
from tests.sizes import PAIRS
from tournaments.book.results import NewResult, StaleError, Stored, enter_result
from tournaments.models import Revision, Table

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
EDITS = 500
WRITERS = 10
"""Threads that write at the same moment, each with its own connection."""
DEALS = 40
PASSED = {"passed": True}
BET = {"declarer": 0, "contract": "solo", "outcome": "bet"}


@pytest.fixture
def table():
    event = make.make_released_event(make.make_club(), tables=1)
    return Table.objects.get(round__event=event)


def rush(table, batches):
    """Let each batch of entries be written at once, one batch after the other; what came of it."""
    outcomes: SimpleQueue[tuple[NewResult, Any]] = SimpleQueue()
    width = len(batches[0])
    gate = threading.Barrier(width)

    def write(place):
        try:
            for batch in batches:
                gate.wait()
                entry = batch[place]
                try:
                    outcomes.put((entry, enter_result(table=table, entry=entry, actor="user:x")))
                except StaleError as error:
                    outcomes.put((entry, error))
        except BaseException:
            gate.abort()
            raise
        finally:
            connections.close_all()

    threads = [threading.Thread(target=write, args=[place]) for place in range(width)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [outcomes.get() for _ in range(outcomes.qsize())]


def is_stored(outcome):
    return isinstance(outcome, Stored)


def edit(base, record, deal=1):
    return NewResult(id=uuid.uuid4(), deal=deal, base=base, record=record)


def pair(edit_of):
    """Two edits that saw the same version; the dealer plays, so that he does not sit out."""
    deal, base = edit_of % DEALS + 1, edit_of // DEALS
    bet = {**BET, "declarer": (deal - 1) % 4}
    return [edit(base, PASSED, deal), edit(base, bet, deal)]


def test_of_five_hundred_edits_of_one_version_exactly_one_wins(table):
    batches = [[edit(0, PASSED if i % 2 else BET) for i in range(WRITERS)] for _ in range(50)]
    outcomes = rush(table, batches)
    assert len(outcomes) == EDITS
    stored = [(entry, each) for entry, each in outcomes if isinstance(each, Stored)]
    assert len(stored) == 1
    winner = Revision.objects.get()
    assert winner.pk == stored[0][0].id
    for entry, each in outcomes:
        if isinstance(each, StaleError):
            assert each.current == winner  # what stands …
            assert each.entry == entry  # … and what was to stand there
    assert agrees(table)


@pytest.mark.strict
def test_of_each_of_many_pairs_exactly_one_wins(table):
    """Every pair saw the version that the pair before it made of the deal."""
    outcomes = rush(table, [pair(number) for number in range(PAIRS)])
    assert len(outcomes) == 2 * PAIRS
    stored = {(entry.deal, entry.base): each for entry, each in outcomes if is_stored(each)}
    stale = {(entry.deal, entry.base): each for entry, each in outcomes if not is_stored(each)}
    assert len(stored) == len(stale) == Revision.objects.count() == PAIRS
    for (deal, base), won in stored.items():
        assert (won.revision.deal, won.revision.number) == (deal, base + 1)
        assert stale[deal, base].current == won.revision
    assert agrees(table)
