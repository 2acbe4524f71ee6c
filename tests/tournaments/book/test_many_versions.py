"""One deal that is entered again and again: it slows nobody, and a device comes to an end."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lhombre_club.lately import TOGETHER
from lhombre_club.prepared import Prepared
from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.conftest import BET, WON
from tournaments.book import opened as tables
from tournaments.book import results
from tournaments.book.accounts import Reading
from tournaments.book.reasons import BookReason
from tournaments.book.results import NewResult, StaleError, enter_result
from tournaments.entry.domain.leases import take
from tournaments.models import Revision, Table
from tournaments.models.result import Revisions

pytestmark = pytest.mark.django_db
MANY = 300


def versions(table, deal, last, actor="device:one"):
    """Put versions of a deal there up to ``last``, as if they had been entered one by one."""
    first = table.revisions.filter(deal=deal).count() + 1
    Revision.objects.bulk_create(
        Revision(
            id=uuid.uuid4(), table=table, deal=deal, number=number, actor=actor,
            record={"dealer": 0, **(WON if number % 2 else BET)},
        )
        for number in range(first, last + 1)
    )  # fmt: skip


@pytest.fixture
def rows_read(table, monkeypatch):
    """How many results are read when a stale one is sent, and when the sheet is; and queries."""
    read = []
    from_db = Revision.from_db

    def counted(*row):
        read.append(row)
        return from_db(*row)

    monkeypatch.setattr(Revision, "from_db", counted)

    def rows_read():
        read.clear()
        entry = NewResult(id=uuid.uuid4(), deal=1, base=0, record=BET)
        with CaptureQueriesContext(connection) as queries:
            with pytest.raises(StaleError):
                enter_result(table=table, entry=entry, actor="device:one")
            entering = len(read)
            Reading.of(Table.objects.select_related("round__event").get(pk=table.pk))
        return (entering, len(read) - entering), len(queries)

    return rows_read


def test_no_more_is_read_of_a_deal_with_many_versions_than_with_one(table, rows_read):
    for deal in (1, 2):
        versions(table, deal, 1)
    with_one = rows_read()
    versions(table, 1, MANY)
    assert rows_read() == with_one
    assert with_one[0] == (2, 2)


def test_without_that_all_of_them_would_be_read(table, rows_read, monkeypatch):
    monkeypatch.setattr(Revisions, "newest", Revisions.all)
    anew = Prepared(tables._asked, table=uuid.UUID, id=uuid.UUID, actor=str)
    monkeypatch.setattr(tables, "_READ", anew)
    versions(table, 1, MANY)
    assert rows_read()[0] == (MANY, MANY)


def test_what_was_sent_before_is_known_among_many_by_its_id(table):
    versions(table, 1, 3)
    sent = table.revisions.get(number=2)
    found = tables.opened(table, sent.pk, "device:one")
    assert found is not None
    assert (found.known, found.reading.counting[1].number) == (sent, 3)


def enter_by(actor, table, deal):
    counting = table.revisions.filter(deal=deal)
    entry = NewResult(id=uuid.uuid4(), deal=deal, base=counting.count(), record=WON)
    return enter_result(table=table, entry=entry, actor=actor)


def refused(table, deal, actor="device:one"):
    with pytest.raises(Refusal) as refusal:
        enter_by(actor, table, deal)
    assert refusal.value.reason is BookReason.TOO_MANY_VERSIONS
    assert refusal.value.facts == {"deal": deal}


def test_a_device_changes_a_deal_so_often_and_a_director_after_that(table):
    versions(table, 1, results.MOST_OF_DEAL - 1)
    assert enter_by("device:one", table, 1).revision.number == results.MOST_OF_DEAL
    refused(table, 1)
    assert enter_by("device:one", table, 2).revision.number == 1
    assert enter_by("user:director", table, 1).revision.number == results.MOST_OF_DEAL + 1
    refused(table, 1)


def test_a_table_has_so_many_and_a_deal_that_nobody_entered_is_still_entered(table, monkeypatch):
    monkeypatch.setattr(results, "MOST_AT_TABLE", 7)
    versions(table, 1, 3)
    versions(table, 2, 3)
    assert enter_by("device:one", table, 2).revision.number == 4
    refused(table, 1)
    assert enter_by("device:one", table, 3).revision.number == 1
    refused(table, 3)
    assert enter_by("user:director", table, 1).revision.number == 4


@pytest.mark.parametrize("limit", ("MOST_OF_DEAL", "MOST_AT_TABLE"))
def test_what_one_device_has_used_up_is_anothers_still_until_all_have_very_many(
    table, monkeypatch, limit
):
    monkeypatch.setattr(results, limit, 4)
    versions(table, 1, 4)
    refused(table, 1)
    assert enter_by("device:two", table, 1).revision.number == 5
    versions(table, 1, 4 * TOGETHER, actor="device:three")
    refused(table, 1, "device:two")


@pytest.mark.parametrize("limit", ("MOST_OF_DEAL", "MOST_AT_TABLE"))
def test_whoever_keeps_the_table_corrects_it_whatever_many_devices_have_used_up(
    table, monkeypatch, limit
):
    """A code that is opened anew is another device; that takes nothing from the keeper's own."""
    monkeypatch.setattr(results, limit, 2)
    for number in range(1, TOGETHER + 1):
        versions(table, 1, 2 * number, actor=f"device:{number}")
    refused(table, 1, "device:keeper")
    take(table=table, actor="device:keeper", name="Ane")
    for _time in range(2):
        enter_by("device:keeper", table, 1)
    refused(table, 1, "device:keeper")
    refused(table, 1, "device:other")
    assert enter_by("user:director", table, 1)


def test_what_is_sent_again_at_the_end_is_still_the_same_as_once(table):
    versions(table, 1, results.MOST_OF_DEAL - 1)
    entry = NewResult(id=uuid.uuid4(), deal=1, base=results.MOST_OF_DEAL - 1, record=WON)
    for replayed in (False, True):
        stored = enter_result(table=table, entry=entry, actor="device:one")
        assert stored.replayed is replayed


def test_another_tables_versions_are_not_this_ones(club, table):
    other = make.make_released_event(make.make_club("B"), tables=1).rounds.get().tables.get()
    versions(other, 1, results.MOST_OF_DEAL)
    assert enter_by("device:one", table, 1).revision.number == 1


def test_ever_new_devices_that_take_a_table_in_turn_come_to_an_end(table, monkeypatch):
    """One code and one address had a million versions a day, each kept and sealed for good."""
    monkeypatch.setattr(results, "MOST_EVER", 6)
    for number in range(6):
        take(table=table, actor=f"device:{number}", name="Ane")
        enter_by(f"device:{number}", table, 1)
    take(table=table, actor="device:new", name="Ane")
    refused(table, 1, "device:new")
    assert enter_by("device:new", table, 2).revision.number == 1
    assert enter_by("user:director", table, 1)
