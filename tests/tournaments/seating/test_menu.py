"""The three dots beside a row of the check-in offer what can be, and nothing else."""

import html
import re

import pytest
from django.urls import reverse

from lhombre_club.members.queries import attendance, evening
from tests import make
from tests.tournaments.seating.seating import ACTOR, begin, preset
from tournaments.events.domain.events import make_event
from tournaments.models import Event, Round, Seat
from tournaments.seating.domain.players import withdraw
from tournaments.seating.domain.released import release_rounds

pytestmark = pytest.mark.django_db
TONIGHT = reverse("members:tonight")
MARK = reverse("members:tonight-mark")


@pytest.fixture(autouse=True)
def in_english(director_client):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def people(club):
    return make.make_members(club, 16)


@pytest.fixture
def drawn(director_client, club, people):
    """Twelve are here and drawn; four more members are not."""
    for person in people[:12]:
        director_client.post(MARK, {"here": str(person.pk)})
    return make_event(
        club=club,
        name="Klubaften",
        date=evening(),
        people=people[:12],
        actor=ACTOR,
        preset=preset(),
    )


@pytest.fixture
def event(drawn):
    begin(drawn)
    release_rounds(event=drawn, actor=ACTOR)
    return drawn


def page(client, address=TONIGHT):
    return client.get(address).content.decode()


def menu(client, person):
    """What the three dots beside a row offer, in words."""
    row = page(client).partition(f'id="row-{person.pk}"')[2].partition("</details>")[0]
    offered = row.partition("presence__others")[2]
    found = re.findall(r"<(?:button|a)[^>]*>([^<]+)</", offered)
    return [html.unescape(each).strip() for each in found]


def test_who_has_played_goes_home_into_a_new_plan(director_client, people, event):
    one = event.participants.get(person=people[0])
    says = "Gone home after round 1, out from round 2"
    assert menu(director_client, people[0]) == [says]
    address = reverse("tournaments:participant", args=[event.pk, one.pk])
    assert f'href="{address}">{says}' in page(director_client)
    left = director_client.get(address).context["page"].forms["leave"]
    assert left["after_round"].value() == 1
    withdraw(participant=one, after_round=1, actor=ACTOR)
    assert menu(director_client, people[0]) == ["Comes back"]
    back = director_client.get(address).context["page"].forms["back"].offered
    assert [number for number, _words in back] == [2]  # round 1 is played already


def test_in_the_last_round_a_chair_is_all_that_is_left(director_client, people, event):
    make.enter(event.rounds.get(number=2).tables.first(), 1, {"passed": True})
    assert menu(director_client, people[0]) == ["Somebody else plays on this chair"]
    withdraw(participant=event.participants.get(person=people[0]), after_round=2, actor=ACTOR)
    event.rounds.update(state=Round.State.FINAL)
    assert "Has gone home" in menu(director_client, people[0])
    assert "Does not play tonight" not in menu(director_client, people[0])
    others = menu(director_client, people[12])
    assert "Does not play tonight" in others
    assert not any("later" in each for each in others), "there is nothing left to come to"


def test_who_is_in_no_plan_comes_later_but_not_from_round_2(director_client, people, event):
    assert menu(director_client, people[12]) == [
        "Comes later", "Is here, plays only as a substitute", "Does not play tonight",
    ]  # fmt: skip
    Event.objects.update(kind=Event.Kind.TEAMS)
    assert "Comes later" not in menu(director_client, people[12])
    assert menu(director_client, people[0]) == ["Gone home after round 1"]
    director_client.post(MARK, {"away": str(people[0].pk)})
    assert "Find a substitute" in page(director_client)


def test_before_the_first_round_he_may_come_later(director_client, club, people, drawn):
    later, away = "Comes later, plays from round 2", "Does not play tonight"
    assert menu(director_client, people[0]) == [later, away]
    director_client.post(MARK, {"late": str(people[0].pk)})
    one = drawn.participants.get(person=people[0])
    address = reverse("tournaments:participant", args=[drawn.pk, one.pk])
    shown = page(director_client)
    assert f"<strong>{one.name}</strong> comes later and is in the plan of round 1." in shown
    assert f'href="{address}#when"' in shown
    assert 'id="when"' in page(director_client, address)
    sent = {"do": "back", "from_round": "2"}
    assert "Nothing is stored yet" in director_client.post(address, sent).content.decode()
    director_client.post(address, {**sent, "sure": "1"})
    one.refresh_from_db()
    assert one.from_round == 2
    assert not one.seats.filter(round__number=1).exists()
    assert attendance(club, evening()).states[people[0].pk] == "late"
    assert "is in the plan of round 1" not in page(director_client)
    forms = director_client.get(address).context["page"].forms
    assert [number for number, _words in forms["back"].offered] == [1]  # in time after all
    assert [number for number, _words in forms["leave"].offered] == [0]  # not before his first
    director_client.post(MARK, {"here": str(people[0].pk)})
    assert menu(director_client, people[0]) == [later, "Comes at another time", away]


def test_who_plays_in_a_round_does_not_come_at_another_time(director_client, people, event):
    one = event.participants.get(person=people[0])
    address = reverse("tournaments:participant", args=[event.pk, one.pk])
    assert 'id="when"' not in page(director_client, address)
    begin(event, 2)
    played = Seat.objects.filter(table__revisions__isnull=False, round__number=2)[0]
    address = reverse("tournaments:participant", args=[event.pk, played.participant_id])
    assert director_client.get(address).context["page"].forms["leave"].offered == []


def test_a_closed_round_is_not_offered(director_client, event):
    event.rounds.filter(number=1).update(state=Round.State.FINAL)
    at = reverse("tournaments:participants", args=[event.pk])
    assert "from round 1" not in page(director_client, at)
    event.rounds.update(state=Round.State.FINAL)
    assert "No round is left to be seated." in page(director_client, at)
