"""Two writers at once: one wins, the other is told; and a twin without protection that loses."""

import threading
import uuid
from typing import Any

import pytest
from django.db import connections

from lhombre_club.refusal import Refusal
from scoring.domain import audit
from tests import make
from tournaments.book.accounts import stored_account
from tournaments.book.reasons import BookReason
from tournaments.book.results import NewResult, StaleError, Stored, enter_result
from tournaments.models import Revision, Table

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
PAIRS = 50
PASSED = {"passed": True}
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}


def at_once(*deeds):
    """Do all of them at the same moment; what each returned or raised."""
    start = threading.Barrier(len(deeds))
    outcomes: list[Any] = [None] * len(deeds)

    def run(place, deed):
        start.wait()
        try:
            outcomes[place] = deed()
        except Exception as error:  # noqa: BLE001 -- the test looks at what it was
            outcomes[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def writer(table, deal, record, *, base=0, result_id=None, enter=enter_result):
    entry = NewResult(id=result_id or uuid.uuid4(), deal=deal, base=base, record=record)
    return lambda: enter(table=table, entry=entry, actor="user:tester")


def overwrite(*, table, entry, actor):
    """The protection switched off: write upon whatever is there, seen or not."""
    while True:
        base = Revision.objects.filter(table=table, deal=entry.deal).count()
        blind = NewResult(id=entry.id, deal=entry.deal, base=base, record=entry.record)
        try:
            return enter_result(table=table, entry=blind, actor=actor)
        except StaleError:
            continue


def lost_edits(table, enter):
    """How many of the pairs of edits end with one that nobody was told of."""
    lost = 0
    for pair in range(PAIRS):
        deal = pair + 1
        bet = {"declarer": (deal - 1) % 4, "contract": "solo", "outcome": "bet"}
        outcomes = at_once(*[writer(table, deal, each, enter=enter) for each in (PASSED, bet)])
        stored = [outcome for outcome in outcomes if isinstance(outcome, Stored)]
        stale = [outcome for outcome in outcomes if isinstance(outcome, StaleError)]
        assert len(stored) + len(stale) == 2, outcomes
        lost += len(stored) - 1
        for error in stale:
            assert error.current == stored[0].revision
    return lost


@pytest.fixture
def table():
    event = make.make_released_event(make.make_club(), tables=1, deals=PAIRS)
    return Table.objects.get(round__event=event)


def agrees(*tables):
    accounts = {}
    for each in tables:
        fresh = Table.objects.select_related("round__event").get(pk=each.pk)
        accounts[each.book] = stored_account(fresh)
    return audit(accounts) == []


def test_of_two_edits_of_one_deal_exactly_one_wins(table):
    assert lost_edits(table, enter_result) == 0
    assert Revision.objects.count() == PAIRS
    assert agrees(table)


@pytest.mark.nightly
def test_without_compare_and_set_edits_are_lost(table):
    assert lost_edits(table, overwrite) > 0
    assert Revision.objects.count() > PAIRS


def test_the_same_id_ten_times_at_once_is_one_row(table):
    result_id = uuid.uuid4()
    outcomes = at_once(*[writer(table, 1, WON, result_id=result_id)] * 10)
    assert sorted(outcome.replayed for outcome in outcomes) == [False] + [True] * 9
    assert Revision.objects.count() == 1
    assert agrees(table)


def test_one_id_at_two_tables_at_once_is_stored_at_one(table):
    event = make.make_released_event(make.make_club("B"), tables=1)
    other = Table.objects.get(round__event=event)
    for deal in range(1, 11):
        result_id = uuid.uuid4()
        outcomes = at_once(
            writer(table, deal, PASSED, result_id=result_id),
            writer(other, deal, PASSED, result_id=result_id),
        )
        (refused,) = [outcome for outcome in outcomes if not isinstance(outcome, Stored)]
        assert isinstance(refused, Refusal), refused
        assert refused.reason is BookReason.ID_REUSED
    assert Revision.objects.count() == 10
    assert agrees(table, other)


def test_different_deals_at_once_are_all_stored(table):
    before = table.round.event.version
    outcomes = at_once(*[writer(table, deal, PASSED) for deal in range(1, 9)])
    assert {type(outcome) for outcome in outcomes} == {Stored}
    table.round.event.refresh_from_db()
    assert table.round.event.version == before + 8
    assert agrees(table)
