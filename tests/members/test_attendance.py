"""Who is here: an order of arrival that survives being told twice."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from lhombre_club.members import domain, queries
from lhombre_club.members.models import Attendance, Membership
from lhombre_club.members.reasons import MemberReason
from tests import make
from tests.refused import refused_for

pytestmark = pytest.mark.django_db
ACTOR = "user:somebody"
DATE = make.EVENING


def here(club, date=DATE):
    return [person.first_name for person in queries.present(club, date)]


def mark(club, person, date=DATE):
    domain.mark_present(club=club, person=person, date=date, actor=ACTOR)


def test_they_stand_in_the_order_in_which_they_came(club):
    agnes, aksel, birte = make.make_members(club, 3)
    for person in (birte, agnes, aksel, birte):
        mark(club, person)
    assert here(club) == ["Birte", "Agnes", "Aksel"]
    for _ in range(2):
        domain.mark(club=club, person=birte, date=DATE, state=None, actor=ACTOR)
    assert here(club) == ["Agnes", "Aksel"]
    mark(club, birte)
    assert here(club) == ["Agnes", "Aksel", "Birte"]


def test_the_history_says_who_marked_and_unmarked(club):
    (agnes,) = make.make_members(club, 1)
    mark(club, agnes)
    domain.mark(club=club, person=agnes, date=DATE, state=None, actor="user:other")
    rows = Attendance.history.values_list("history_type", "history_change_reason")
    assert list(rows) == [("-", "user:other"), ("+", ACTOR)]


def test_nobody_of_another_club_can_be_marked_or_seen(club):
    other = make.make_club("Klub Basta")
    (stranger,) = make.make_members(other, 1)
    mark(other, stranger)
    with refused_for(MemberReason.NOT_A_MEMBER):
        mark(club, stranger)
    assert here(club) == []
    domain.mark_nobody(club=club, date=DATE, actor=ACTOR)
    assert here(other) == ["Agnes"]


def test_dates_are_apart(club):
    (agnes,) = make.make_members(club, 1)
    mark(club, agnes, DATE)
    assert here(club, DATE + dt.timedelta(1)) == []


def test_all_active_come_after_those_who_are_here_and_passive_ones_do_not(club):
    agnes, aksel, birte, _bent = make.make_members(club, 4)
    Membership.objects.filter(person=agnes).update(status=Membership.Status.PASSIVE)
    mark(club, birte)
    domain.mark_all_active(club=club, date=DATE, actor=ACTOR)
    assert here(club) == ["Birte", "Aksel", "Bent"]
    mark(club, agnes)
    domain.mark_nobody(club=club, date=DATE, actor=ACTOR)
    assert here(club) == []
    assert aksel.memberships.exists()


def test_a_guest_is_here_at_once(club):
    made = domain.welcome_guest(club=club, name="Eva Skov", date=DATE, actor=ACTOR)
    assert here(club) == ["Eva"]
    assert made.status == Membership.Status.GUEST


def test_only_who_is_here_is_present_and_who_comes_later_stands_last(club):
    agnes, aksel, birte = make.make_members(club, 3)
    said = {agnes: "late", aksel: "here", birte: "free"}
    for person, state in said.items():
        domain.mark(club=club, person=person, date=DATE, state=Attendance.State(state), actor=ACTOR)
    assert here(club) == ["Aksel"]
    assert queries.attendance(club, DATE).late == (agnes,)
    assert queries.free(club, DATE) == [birte]
    mark(club, agnes)
    assert here(club) == ["Aksel", "Agnes"]
    for _ in range(2):
        domain.mark(club=club, person=agnes, date=DATE, state=None, actor=ACTOR)
    assert here(club) == ["Aksel"]


def test_all_active_leave_who_has_said_more_as_he_is(club):
    agnes, aksel, _birte = make.make_members(club, 3)
    for person, state in ((agnes, "late"), (aksel, "expected")):
        domain.mark(club=club, person=person, date=DATE, state=Attendance.State(state), actor=ACTOR)
    domain.mark_all_active(club=club, date=DATE, actor=ACTOR)
    assert here(club) == ["Aksel", "Birte"]


def test_what_was_said_before_comes_back_and_nothing_where_nothing_was(club):
    agnes, aksel = make.make_members(club, 2)
    domain.mark(club=club, person=agnes, date=DATE, state=Attendance.State.LATE, actor=ACTOR)
    for person in (agnes, aksel):
        mark(club, person)
        for _ in range(2):
            domain.take_back(club=club, person=person, date=DATE, actor=ACTOR)
    assert queries.attendance(club, DATE).late == (agnes,)
    assert Attendance.objects.count() == 1


@pytest.mark.parametrize("count", (1, 3))
def test_one_query_for_however_many(club, count, django_assert_num_queries):
    for person in make.make_members(club, count):
        mark(club, person)
    with django_assert_num_queries(1):
        assert len(here(club)) == count
    with django_assert_num_queries(1):
        assert [row.person.name for row in queries.members(club)]


@pytest.mark.parametrize(
    ("moment", "date"),
    (
        ("2026-11-21T19:30", "2026-11-21"),
        ("2026-11-22T00:10", "2026-11-21"),
        ("2026-11-22T04:59", "2026-11-21"),
        ("2026-11-22T05:00", "2026-11-22"),
        ("2026-10-25T04:30", "2026-10-24"),  # the clocks went back at three
    ),
)
def test_an_evening_lasts_until_five_local_time(moment, date):
    local = dt.datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo("Europe/Copenhagen"))
    assert queries.evening(local) == dt.date.fromisoformat(date)
    assert queries.evening(local.astimezone(dt.UTC)) == dt.date.fromisoformat(date)
