"""The first page says of the club's list what is on it."""

import datetime as dt

import pytest
from django.urls import reverse

from lhombre_club.members.models import Membership
from lhombre_club.members.queries import evening
from tests import make
from tests.tournaments.seating.seating import ACTOR
from tournaments.events.domain.events import make_event
from tournaments.models import Round

pytestmark = pytest.mark.django_db


def test_members_and_guests_are_counted_each_for_themselves(director_client, club):
    people = make.make_members(club, 4)
    home = reverse("tournaments:home")
    page = director_client.get(home, headers={"accept-language": "en"}).content.decode()
    before = club.memberships.count()
    assert f"{before} members are on the list." in page
    assert "guest." not in page
    Membership.objects.filter(person=people[0]).update(status=Membership.Status.GUEST)
    page = director_client.get(home, headers={"accept-language": "en"}).content.decode()
    assert f"{before - 1} members are on the list." in page
    assert "And 1 guest." in page


def test_the_draw_is_not_said_to_repeat_as_few_meetings_as_possible(director_client):
    """Of fourteen the draw repeats some, so that nobody sits at a table of three too often."""
    home = reverse("tournaments:home")
    page = director_client.get(home, headers={"accept-language": "en"}).content.decode()
    assert "as few as possible" not in page
    assert "nobody is to sit at a table of three too often" in page


@pytest.mark.parametrize("over", (0, 1))
def test_what_is_still_played_stands_above_what_is_over(director_client, club, over):
    people = make.make_members(club, 8)
    events = [
        make_event(
            club=club,
            name=name,
            date=evening(),
            people=people[at * 4 :][:4],
            actor=ACTOR,
        )
        for at, name in enumerate(("First", "Second"))
    ]
    Round.objects.filter(event=events[over]).update(state=Round.State.FINAL)
    shown = director_client.get(reverse("tournaments:home")).context["tonight"]
    assert [event for event, _steps in shown] == [events[1 - over], events[over]]


def test_other_events_stand_there_the_newest_first(director_client, club):
    people = make.make_members(club, 4)
    for days in (30, 2, 400, 9):
        date = evening() - dt.timedelta(days=days)
        make_event(club=club, name=f"{days} days", date=date, people=people, actor=ACTOR)
    told = director_client.get(reverse("tournaments:home")).context["earlier"]
    assert [event.name for event in told] == ["2 days", "9 days", "30 days", "400 days"]
