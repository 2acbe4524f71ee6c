"""Who came how often in a time, and who left before the end came too."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from lhombre_club.members import domain, queries
from lhombre_club.members.came import in_time, on
from lhombre_club.members.models import Attendance, Membership
from tests import make

pytestmark = pytest.mark.django_db
ACTOR = "user:somebody"
State = Attendance.State
FIRST, SECOND, EMPTY = dt.date(2026, 3, 3), dt.date(2026, 3, 10), dt.date(2026, 3, 17)


@pytest.fixture
def people(club):
    people = make.make_members(club, 3)
    Membership.objects.filter(person=people[0]).update(is_instructor=True)
    Membership.objects.filter(person=people[2]).update(is_beginner=True, status="guest")
    for date, states in (
        (FIRST, (State.HERE, State.HERE, State.FREE)),
        (SECOND, (State.HERE, State.AWAY, State.EXPECTED)),
        (EMPTY, (State.AWAY, State.EXPECTED, State.LATE)),
    ):
        for person, state in zip(people, states, strict=True):
            domain.mark(club=club, person=person, date=date, state=state, actor=ACTOR)
    return people


def often(club, *time):
    return [[each.played, each.free, each.away] for each in in_time(club, *time).often]


def test_evenings_and_members_are_counted_and_who_went_home_early_has_played(club, people):
    assert often(club, FIRST, EMPTY) == [[2, 0, 0], [1, 0, 1], [0, 1, 0]]
    assert often(club, SECOND, SECOND) == [[1, 0, 0], [0, 0, 1], [0, 0, 0]]
    assert [(each.date, each.played, each.free, each.away, each.guests, each.beginners,
             each.instructors) for each in in_time(club, FIRST, EMPTY).evenings] == [
        (FIRST, 2, 1, 0, 1, 1, 1), (SECOND, 1, 0, 1, 0, 0, 1),
    ]  # fmt: skip
    half_an_hour_ago = timezone.now() - queries.STAYED
    Attendance.history.filter(date=FIRST).update(history_date=half_an_hour_ago)
    for person in people[1:]:
        domain.mark(club=club, person=person, date=FIRST, state=State.AWAY, actor=ACTOR)
    assert [str(state) for _row, state in on(club, FIRST)] == ["here", "here", "away"]
    assert {person.pk for person in queries.came(club, FIRST)} == {people[0].pk, people[1].pk}


def test_the_page_counts_a_time_and_shows_an_evening(club, people, director_client):
    address = reverse("members:came")
    time = {"first": FIRST, "last": FIRST, "tables": "csv"}
    assert "Agnes" in director_client.get(address, time).content.decode()
    empty = {"first": EMPTY, "last": EMPTY}
    assert "Nobody was marked as here" in director_client.get(address, empty).content.decode()
    shown = director_client.get(address, {"evening": FIRST, "tables": "csv"}).content.decode()
    assert (shown.count("here"), shown.count("Nr")) == (2, 3)
