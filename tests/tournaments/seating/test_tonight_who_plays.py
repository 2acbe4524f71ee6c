"""The check-in says of everybody who plays where that is, with a guest who only helps too."""

import pytest
from django.urls import reverse

from lhombre_club.members.models import Attendance
from lhombre_club.members.queries import evening
from tests import make
from tests.tournaments.seating.seating import ACTOR, begin, preset
from tournaments.events.domain.events import make_event
from tournaments.models import Round, Seat
from tournaments.seating.domain.released import release_rounds
from tournaments.teams.domain.substitutes import set_substitute

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club):
    return make.make_members(club, 12)


def made(club, name, people):
    how = {"club": club, "name": name, "date": evening(), "actor": ACTOR, "preset": preset()}
    event = make_event(people=people, **how)
    begin(event)
    release_rounds(event=event, actor=ACTOR)
    return event


def said(client):
    address = reverse("members:tonight")
    return " ".join(client.get(address, headers={"Accept-Language": "en"}).content.decode().split())


def row(client, person):
    return said(client).split(f'id="row-{person.pk}"')[1].split("</button>")[0]


def test_of_two_events_on_one_evening_each_row_says_which(director_client, club, people):
    first = made(club, "Klubaften", people[:4])
    assert "plays in" not in row(director_client, people[0])
    made(club, "Begyndere", people[3:8])
    assert "plays in Klubaften" in row(director_client, people[0])
    assert "plays in Klubaften, Begyndere" in row(director_client, people[3])
    assert "plays in Begyndere" in row(director_client, people[4])
    assert "plays in" not in row(director_client, people[11])
    set_substitute(seat=Seat.objects.filter(round__event=first)[0], person=people[11], actor=ACTOR)
    assert "plays in Klubaften" in row(director_client, people[11])
    mark = reverse("members:tonight-mark")
    headers = {"HX-Request": "true", "Accept-Language": "en"}
    sent = {str(Attendance.State.HERE): str(people[4].pk)}
    marked = director_client.post(mark, sent, headers=headers).content.decode()
    assert "plays in" in marked


def test_a_guest_who_plays_for_somebody_is_named_at_the_event(director_client, club, people):
    event = made(club, "Klubaften", people[:8])
    seats = Seat.objects.filter(round__event=event, round__number=1)
    set_substitute(seat=seats[0], person=None, name="Gerda Gæst", later=True, actor=ACTOR)
    says = "Gerda Gæst plays in it for somebody else, and is not on the list of members."
    assert said(director_client).count(says) == 1
    event.rounds.update(state=Round.State.FINAL)
    assert says not in said(director_client)
