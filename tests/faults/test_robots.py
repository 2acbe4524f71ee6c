"""Robots enter whole sheets over a bad network: nothing acknowledged is lost, doubled, invented.

Two things hold that together, and each is switched off here by itself and with the other:

* the id, by which a server knows what it was sent before. It alone keeps a deal from being received
  for the director's tray twice, or there and in the sheet, since a tray has no revisions;
* the base, the revision that was seen. It alone keeps one keeper from writing over what another
  has entered and he never saw; and since it does not change when an entry is sent again, it keeps
  a sheet from a second version of the same even where nobody looks at ids.

A page that looks up the base anew for each attempt has the id alone.
"""

from dataclasses import replace
from uuid import uuid4

import pytest

from tests.faults.many_robots import Evening, evening, start
from tests.faults.robots import renaming
from tests.sizes import LOTS, SESSIONS, SESSIONS_A_LOT, TWIN, TWIN_OF_IDS
from tournaments.api import results
from tournaments.book.results import enter_result
from tournaments.entry.domain.tray import Sent
from tournaments.models import Revision

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
FAULTS = ("lost", "held", "unanswered", "twice", "away", "reloaded", "stale", "replayed")


def whole(found: Evening) -> None:
    """Fail unless every deal that was acknowledged is there once, and what can happen did."""
    assert found.wrong == []
    assert found.acknowledged >= found.sessions * 40
    assert min(found.faults[name] for name in FAULTS) >= found.sessions // 4
    assert found.faults["in_tray"] > found.faults["closed"] > 0
    assert found.faults["steady"] > 0


@pytest.fixture
def no_ids(monkeypatch):
    """Let the server give every entry an id of its own; its ids → those that came.

    Nor does the tray know by their content what lies there.
    """
    given: dict[str, str] = {}
    monkeypatch.setattr(Sent, "digest", lambda _self, _table: uuid4().hex)
    monkeypatch.setattr(results, "_entry", renaming(given))
    return given


@pytest.fixture
def no_bases(monkeypatch):
    """Let the server write every entry upon whatever stands there."""

    def rebased(*, table, entry, actor):
        known = Revision.objects.filter(pk=entry.id).first()
        standing = Revision.objects.filter(table=table, deal=entry.deal)
        base = known.number - 1 if known else standing.count()
        return enter_result(table=table, entry=replace(entry, base=base), actor=actor)

    monkeypatch.setattr(results, "enter_result", rebased)


@pytest.mark.strict
def test_every_acknowledged_deal_is_stored_exactly_once():
    whole(evening(0, SESSIONS))


@pytest.mark.nightly
def test_without_the_check_of_ids_deals_are_received_twice(no_ids):
    """The twin: what was sent before is new to the server."""
    found = evening(0, TWIN_OF_IDS, given=no_ids)
    assert any("stored 2 times" in each for each in found.wrong)
    assert not any("written over" in each for each in found.wrong)


@pytest.mark.nightly
def test_without_the_check_of_bases_keepers_write_over_each_other(no_bases):
    """The twin of the other check: each entry is there once, and one hides another."""
    found = evening(0, TWIN)
    assert found.wrong
    assert all("is written over what nobody saw" in each for each in found.wrong)


@pytest.mark.nightly
def test_without_both_whatever_is_sent_again_is_stored_again(no_ids, no_bases):
    found = evening(0, TWIN, given=no_ids)
    assert any("stored 3 times" in each for each in found.wrong)


@pytest.mark.strict
def test_a_page_that_looks_up_the_base_anew_is_held_by_the_ids():
    assert evening(0, TWIN, looks_up=True).wrong == []


@pytest.mark.nightly
def test_without_ids_such_a_page_stores_a_deal_twice(no_ids):
    """Its twin: the base does not hold where it is looked up for each attempt."""
    found = evening(0, TWIN, looks_up=True, given=no_ids)
    assert any("stored 2 times" in each for each in found.wrong)


@pytest.mark.strict
@pytest.mark.parametrize("lot", range(LOTS))
def test_a_thousand_sessions(lot):
    """In processes of their own, which nothing measures; by night all thousand of them.

    The robots of a table take turns: what differs there, writers who wait for a lock, is raced by
    threads in ``test_race``.
    """
    whole(start(1000 + lot * SESSIONS_A_LOT, SESSIONS_A_LOT)())
