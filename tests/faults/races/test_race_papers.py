"""One sheet is scanned by several at once, while deals come in: one was first, nothing is lost."""

import pytest

from tests import make
from tests.faults.races.test_race import PASSED, at_once, writer
from tournaments.book.proving.ledger_check import check_all
from tournaments.book.results import Stored
from tournaments.models import Activity, Table
from tournaments.review.domain.sheets_in import TakenIn, take_in

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
TURNS = 5
SCANNERS = 4


@pytest.fixture
def tables():
    event = make.make_released_event(make.make_club(), tables=TURNS)
    return list(Table.objects.filter(round__event=event).select_related("round__event"))


def scanning(table, number):
    return lambda: take_in(table=table, actor=f"user:{number}")


def test_one_of_many_scanners_is_first_and_deals_come_in_meanwhile(tables):
    for table in tables:
        scanners = [scanning(table, number) for number in range(SCANNERS)]
        *taken, stored = at_once(*scanners, writer(table, 1, PASSED))
        assert all(isinstance(each, TakenIn) for each in taken), taken
        assert isinstance(stored, Stored), stored
        assert [each.again for each in taken].count(False) == 1
        by = Activity.objects.get(verb="paper.in", facts__table=table.number).actor
        assert Table.objects.get(pk=table.pk).paper_by == by
    assert check_all() == []


def test_who_does_not_ask_whether_it_is_out_writes_over_the_first(tables, monkeypatch):
    """The twin: the question is in the writing itself, and nobody comes between."""
    first = tables[0]
    assert not take_in(table=first, actor="user:1").again
    out = Table.objects.filter(pk=first.pk)
    monkeypatch.setattr(Table.every, "filter", lambda **_: out)
    assert not take_in(table=first, actor="user:2").again
    monkeypatch.undo()
    assert Table.objects.get(pk=first.pk).paper_by == "user:2"
