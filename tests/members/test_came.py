"""Who came how often in a time, and who left before the end came too."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from lhombre_club.members import domain, queries
from lhombre_club.members.came import in_time, on
from lhombre_club.members.models import Attendance, Membership
from tests import make
from tournaments.models import Round, Seat, Table
from tournaments.review.domain.rounds import close_round

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


def test_on_the_day_of_an_event_who_was_dealt_cards_has_played(club, director_client):
    """Not who was marked: a late-comer and a substitute may never have been, others too soon."""
    *four, otto = make.make_members(club, 5)
    event = make.make_released_event(club, tables=1, deals=3, people=four)
    for person in four:
        state = State.LATE if person is four[0] else State.HERE
        domain.mark(club=club, person=person, date=event.date, state=state, actor=ACTOR)
    assert often(club, event.date, event.date) == [[0, 0, 0]] * 4
    Seat.objects.filter(participant__person=four[1]).update(
        substitute=otto, substitute_name=otto.name, substitute_from=2
    )
    won = {"declarer": 1, "contract": "spil", "outcome": "won"}
    make.enter(Table.objects.get(), 1, won)
    assert often(club, event.date, event.date) == [[1, 0, 0]] * 4 + [[0, 1, 0]]
    shown = director_client.get(reverse("members:came"), {"evening": event.date}).content.decode()
    assert otto.full_name in shown
    assert otto not in queries.attendance(club, event.date).here
    close_round(round_=Round.objects.get(), actor=ACTOR)
    assert set(queries.attendance(club, event.date).here) == set(four)


def test_a_guest_who_was_dealt_no_card_on_the_day_of_an_event_is_not_among_them(club):
    """He was marked when it was over."""
    *four, guest = make.make_members(club, 5)
    marks = {"status": "guest", "is_beginner": True, "is_instructor": True}
    Membership.objects.filter(person=guest).update(**marks)
    event = make.make_released_event(club, tables=1, deals=3, people=four)
    make.enter(Table.objects.get(), 1, {"declarer": 1, "contract": "spil", "outcome": "won"})
    for person in (*four, guest):
        domain.mark(club=club, person=person, date=event.date, state=State.HERE, actor=ACTOR)

    def counted():
        (one,) = in_time(club, event.date, event.date).evenings
        return one.played, one.free, one.guests, one.beginners, one.instructors

    assert counted() == (4, 0, 0, 0, 0)
    Membership.objects.filter(person=four[0]).update(**marks)
    assert counted() == (4, 0, 1, 1, 1)


def test_the_page_counts_a_time_and_shows_an_evening(club, people, director_client):
    address = reverse("members:came")
    time = {"first": FIRST, "last": FIRST, "tables": "csv"}
    assert "Agnes" in director_client.get(address, time).content.decode()
    empty = {"first": EMPTY, "last": EMPTY}
    assert "Nobody was marked as here" in director_client.get(address, empty).content.decode()
    shown = director_client.get(address, {"evening": FIRST, "tables": "csv"}).content.decode()
    assert (shown.count("here"), shown.count("Nr")) == (2, 3)
