"""Robots enter whole sheets over a bad network: nothing acknowledged is lost, doubled, invented."""

from collections import Counter

import pytest

from tests import make
from tests.faults.robots import play, wrong
from tournaments.domain.ledger_check import check_event
from tournaments.models import Revision, Table

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
SESSIONS = 12
"""In each run; a thousand at night."""
LOT = 100


def evening(first, sessions, *, forgetful=False):
    """Play sheets of forty deals from their seeds; what is wrong, what happened, what is acked."""
    found: list[str] = []
    happened: Counter[str] = Counter()
    acknowledged = 0
    event = make.make_released_event(make.make_club(), tables=sessions)
    for seed, table in enumerate(
        Table.objects.filter(round__event=event).order_by("number"), first
    ):
        robots, network = play(table, seed, forgetful=forgetful)
        found += [f"session {seed}: {each}" for each in wrong(table, robots)]
        happened += network.faults
        acknowledged += sum(each.acknowledged for robot in robots for each in robot.made)
        deals = set(Revision.objects.filter(table=table).values_list("deal", flat=True))
        assert deals == set(range(1, 41))
    assert check_event(event) == []
    return found, happened, acknowledged


def test_every_acknowledged_deal_is_stored_exactly_once():
    found, happened, acknowledged = evening(0, SESSIONS)
    assert found == []
    assert acknowledged >= SESSIONS * 40
    assert min(happened[name] for name in ("lost", "held", "unanswered", "twice")) > SESSIONS


def test_without_the_ids_deals_are_stored_twice():
    """The twin: a retry that is a new entry."""
    found, _, _ = evening(0, 1, forgetful=True)
    assert any("stored 2 times" in each for each in found)


@pytest.mark.nightly
@pytest.mark.parametrize("lot", range(10))
def test_a_thousand_sessions(lot):
    found, _, acknowledged = evening(LOT * (lot + 1), LOT)
    assert found == []
    assert acknowledged >= LOT * 40
