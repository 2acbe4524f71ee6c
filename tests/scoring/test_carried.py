"""What a journal that comes from elsewhere must be, before anything of it is stored."""

import uuid
from unittest.mock import MagicMock

import pytest
from django.utils import timezone

from scoring.domain.carried import CarriedPosting, _new_ids, bring_in, carried
from scoring.models import JournalEntry

pytestmark = pytest.mark.django_db


def row(number, reverses=None):
    return CarriedPosting(
        book="b",
        number=number,
        deal=1,
        kind=JournalEntry.Kind.DEAL,
        reverses=reverses,
        seats=(1, -1, 0, 0, 0),
        pot=0,
        penalties=0,
        cash=0,
        source=uuid.uuid4(),
        ruleset_digest="",
        reason="entered",
        actor="user:1",
        at=timezone.now(),
    )


@pytest.mark.parametrize(
    ("rows", "says"),
    (
        ([row(1), row(1)], "two rows of a book have one number"),
        ([row(1, reverses=2), row(2)], "row 1 undoes none before it"),
        ([row(1), row(2, reverses=9)], "row 2 undoes none before it"),
    ),
)
def test_rows_that_make_no_journal_are_not_brought_in(rows, says):
    with pytest.raises(ValueError, match=says):
        bring_in(rows, ())
    assert carried(["b"]) == []


def test_ids_of_postgresql_ascend_in_whatever_order_they_are_given(monkeypatch):
    connection = MagicMock(vendor="postgresql")
    connection.cursor().__enter__().fetchall.return_value = [(7,), (5,), (6,)]
    monkeypatch.setitem(_new_ids.__globals__, "connection", connection)
    assert _new_ids(3) == [5, 6, 7]
