"""What comes within another row, as JSON, is read as Django itself reads it."""

import datetime as dt
import uuid
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.db.models import OuterRef
from django.test.utils import CaptureQueriesContext

from lhombre_club.members.models import Club
from lhombre_club.prepared import (
    Prepared,
    cells,
    insert,
    many,
    one,
    read_cells,
    read_many,
    read_only,
    read_row,
)
from scoring.models import JournalEntry, SeatTotal
from tests import make
from tournaments.models import Activity, EntryLink, Event, Revision, Round, Table, TableEntry

pytestmark = pytest.mark.django_db
MOMENT = dt.datetime(2026, 3, 29, 1, 59, 59, 999_999, tzinfo=dt.UTC)
ODD = {"text": 'æ "[1]" \\ ð', "whole": 9_007_199_254_740_993, "none": None, "list": [1, [True]]}
MODELS = (Club, Event, Round, Table, Revision, TableEntry, JournalEntry, Activity, EntryLink)


@pytest.fixture
def table():
    event = make.make_released_event(make.make_club('Klub "Æ"'), tables=1, unit="0.250000")
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"passed": True})
    make.enter(table, 1, None, base=1)
    TableEntry.objects.create(id=uuid.uuid4(), table=table, kind="hand", amounts=[1], reason="ð")
    Activity.objects.create(event=event, actor="", verb="event.made", facts=ODD)
    Activity.objects.create(event=event, actor="x", verb="event.made", facts="[1]")
    table.entry_links.create(expires_at=MOMENT, revoked_at=MOMENT.replace(microsecond=0))
    return table


def columns(row):
    """All that was read of a row."""
    return {name: value for name, value in vars(row).items() if name != "_state"}


@pytest.mark.parametrize("model", MODELS)
def test_rows_within_a_row_are_those_rows(table, model):
    ask = Prepared(lambda: Table.objects.values_list(many(model.objects.all())))
    ((told,),) = ask()
    found = {row.pk: columns(row) for row in read_many(model, told)}
    assert found == {row.pk: columns(row) for row in model.objects.all()}
    assert found == {row.pk: columns(row) for row in read_only(model.objects.all())}
    assert found


def test_the_row_a_way_leads_to(table):
    way: dict[Any, str] = {Round: "round", Event: "round__event", Club: "round__event__club"}
    ask = Prepared(lambda: Table.objects.values_list(*(one(*each) for each in way.items())))
    (told,) = ask()
    for model, text in zip(way, told, strict=True):
        assert columns(read_row(model, text)) == columns(model.objects.get())
    assert read_row(Event, told[1]).unit == Decimal("0.250000")


def test_where_nothing_is_nothing_is_read(table):
    none = Revision.objects.filter(deal=40)
    ask = Prepared(lambda: Table.objects.values_list(many(none), cells(none, "deal")))
    ((rows, told),) = ask()
    assert (read_many(Revision, rows), read_cells(told)) == ([], [])


def test_it_is_put_into_words_once_and_asked_for_each(table):
    worded = []

    def words(table, actor, book):
        worded.append(table)
        mine = Revision.objects.filter(table=OuterRef("pk"), actor=actor)
        posted = JournalEntry.objects.filter(book=str(book))
        return Table.objects.filter(pk=table).values_list(cells(mine, "deal"), many(posted))

    ask = Prepared(words, table=uuid.UUID, actor=str, book=uuid.UUID)
    for key, actor, deals in ((table.pk, "system:test", 2), (table.pk, "nobody", 0)):
        ((mine, posted),) = ask(table=key, actor=actor, book=key)
        assert len(read_cells(mine)) == deals
        assert len(read_many(JournalEntry, posted)) == 2
    assert ask(table=uuid.uuid4(), actor="system:test", book=table.pk) == []
    assert len(worded) == 1


def test_what_is_inserted_is_as_if_it_were_created(table):
    rows = [
        Activity(event=table.round.event, actor=str(number), verb="event.made", facts=ODD)
        for number in range(501)
    ]
    with CaptureQueriesContext(connection) as asked:
        insert(rows)
    assert len(asked) == 2
    stored = Activity.objects.in_bulk([row.pk for row in rows])
    kept = {row.pk: columns(row) for row in rows}
    assert {pk: columns(row) for pk, row in stored.items()} == {
        pk: {name: value for name, value in each.items() if name in columns(stored[pk])}
        for pk, each in kept.items()
    }
    assert not any(row._state.adding for row in rows)


def test_what_is_there_already_is_changed(table):
    one_row = {"book": "a book", "seat": 0}
    for points in (3, 5):
        new = SeatTotal(**one_row, points=points, won=points)
        insert([new], unique=("book", "seat"), update=("points",))
    assert SeatTotal.objects.values_list("points", "won").get(**one_row) == (5, 3)
