"""Who keeps a table's sheet is seen, taken over and shut out; two keepers still merge."""

import datetime as dt

import pytest
from django.utils import timezone

from lhombre_club.lately import TOGETHER
from lhombre_club.refusal import Refusal
from tests.tournaments.book.correcting import DIRECTOR
from tests.tournaments.conftest import BET, WON
from tournaments.book import results
from tournaments.book.results import StaleError
from tournaments.entry.domain import leases
from tournaments.entry.reasons import EntryReason
from tournaments.entry.views.leases import MOST_KEEPERS
from tournaments.models import Activity, Round, TableLease
from tournaments.review.reasons import ReviewReason

pytestmark = pytest.mark.django_db
ONE, OTHER = "device:one", "device:other"


def verbs():
    return list(Activity.objects.values_list("verb", flat=True))


def take(table, actor=ONE, **kwargs):
    return leases.take(table=table, actor=actor, name="the phone", **kwargs)


def test_it_has_the_name_of_who_sits_there(table):
    lease = take(table, seat=1)
    assert (lease.name, lease.seat) == (table.seats.get(seat=1).participant.name, 1)
    assert take(table, OTHER).name == "the phone"
    assert TableLease.objects.count() == 1
    assert verbs() == ["lease.taken", "lease.taken"]


def test_taking_it_twice_is_once(table):
    assert take(table, seat=1).taken_at == take(table, seat=1).taken_at
    assert verbs() == ["lease.taken"]


def test_who_keeps_it_and_says_then_where_he_plays_has_kept_it_all_the_time(table):
    first = take(table)
    assert take(table, seat=1).taken_at == first.taken_at < take(table, OTHER, seat=1).taken_at


def test_it_is_no_lock(table, enter):
    take(table)
    enter(1, WON)
    with pytest.raises(StaleError):
        enter(1, BET, base=0)
    enter(1, BET)


def test_who_enters_where_nobody_keeps_keeps(table):
    leases.keep(table=table, actor=ONE, name="a phone")
    leases.keep(table=table, actor=OTHER, name="another")
    assert TableLease.objects.get().holder == ONE


def test_the_keeper_is_seen_again_and_nobody_else(table):
    take(table)
    before = timezone.now() - dt.timedelta(minutes=5)
    TableLease.objects.update(seen_at=before)
    leases.keep(table=table, actor=OTHER, name="another")
    assert TableLease.objects.get().seen_at == before
    leases.keep(table=table, actor=ONE, name="a phone")
    seen = TableLease.objects.get().seen_at
    assert seen > before
    leases.keep(table=table, actor=ONE, name="a phone")
    assert TableLease.objects.get().seen_at == seen


def test_only_a_seat_of_an_open_table(table):
    with pytest.raises(Refusal) as refused:
        take(table, seat=4)
    assert refused.value.reason is EntryReason.NO_SUCH_SEAT
    Round.objects.update(state=Round.State.FINAL)
    with pytest.raises(Refusal) as refused:
        take(table)
    assert refused.value.reason is ReviewReason.NOT_OPEN
    leases.keep(table=table, actor=ONE, name="a phone")
    assert not TableLease.objects.exists()


def test_a_device_is_shut_out_once_and_keeps_nothing(table):
    take(table)
    assert leases.bar(table=table, holder=ONE, actor=DIRECTOR)
    assert not leases.bar(table=table, holder=ONE, actor=DIRECTOR)
    assert not TableLease.objects.exists()
    assert verbs() == ["lease.taken", "device.barred"]


def test_who_kept_it_has_his_own_versions_whatever_devices_of_one_address_have_used_up():
    """Those that take the table, and those that do not, together."""
    others = MOST_KEEPERS + TOGETHER
    assert (others + 1) * results.MOST_AT_TABLE <= results.MOST_EVER
