"""Rows that are written once, and how rows call themselves."""

import datetime as dt
import uuid

import pytest

from tests import make
from tests.tournaments.conftest import WON
from tournaments.book.results import NewResult, enter_result
from tournaments.models import Activity, EntryLink, Revision, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def revision(club):
    table = Table.objects.get(round__event=make.make_released_event(club, tables=1))
    entry = NewResult(id=uuid.uuid4(), deal=7, base=0, record=WON)
    return enter_result(table=table, entry=entry, actor="user:tester").revision


def test_a_revision_is_written_once(revision):
    revision.record = None
    for change in (revision.save, revision.delete, Revision.objects.all().delete):
        with pytest.raises(TypeError):
            change()
    with pytest.raises(TypeError):
        Revision.objects.update(record=None)
    assert Revision.objects.get().record is not None


def test_rows_call_themselves_by_where_they_belong(revision):
    assert str(revision) == "Klubaften 1 / 1 7.1"
    ends = dt.datetime(2026, 11, 23, 6, tzinfo=dt.UTC)
    assert str(EntryLink(table=revision.table, expires_at=ends)) == (
        "Klubaften 1 / 1 until 2026-11-23 06:00"
    )
    at = dt.datetime(2026, 11, 21, 19, 30, tzinfo=dt.UTC)
    assert str(Activity(verb="link.revoked", at=at)) == "19:30 link.revoked"
