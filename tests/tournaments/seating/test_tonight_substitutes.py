"""The check-in says of a substitute, and of whose chair it is, what they play and when they go."""

import re

import pytest
from django.urls import reverse

from lhombre_club.members.domain import mark
from lhombre_club.members.models import Attendance
from lhombre_club.members.queries import evening
from tests import make
from tests.tournaments.seating.seating import ACTOR, preset
from tournaments.events.domain.events import make_event
from tournaments.events.pages.again import gathered
from tournaments.models import Round, Seat
from tournaments.seating.domain.players import withdraw
from tournaments.seating.domain.released import release_rounds
from tournaments.teams.domain.substitutes import set_substitute

pytestmark = pytest.mark.django_db
State = Attendance.State


@pytest.fixture(autouse=True)
def in_english(director_client):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def people(club):
    """Twelve who are here, and two who are not."""
    found = make.make_members(club, 14)
    for person in found[:12]:
        say(club, person, State.HERE)
    return found


@pytest.fixture
def event(club, people):
    event = make_event(
        club=club,
        name="Klubaften",
        date=evening(),
        people=people[:12],
        actor=ACTOR,
        preset=preset(),
    )
    release_rounds(event=event, actor=ACTOR)
    return event


def say(club, person, state):
    mark(club=club, person=person, date=evening(), state=state, actor=ACTOR)


def lend(event, number, person, since, **more):
    """Let somebody play on the first chair of a round; return whose it is."""
    seat = Seat.objects.filter(round__event=event, round__number=number).order_by("pk")[0]
    for deal in range(1, since):
        make.enter(seat.table, deal, {"passed": True})
    set_substitute(seat=seat, person=person, since=since, actor=ACTOR, **more)
    return seat


def close(event):
    event.rounds.update(state=Round.State.FINAL)


def page(client):
    return client.get(reverse("members:tonight")).content.decode()


def state(client, person):
    """What the row says of somebody."""
    row = page(client).partition(f'id="row-{person.pk}"')[2].partition("</button>")[0]
    found = re.search(r'presence__state"[^>]*>(.*?)</span>', row, re.DOTALL)
    return " ".join(found[1].split()) if found else ""


def count(client):
    told = page(client).partition('id="presence-count"')[2].partition("</p>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", told.partition(">")[2]).split())


@pytest.mark.parametrize("before", (None, State.AWAY, State.EXPECTED, State.LATE, State.FREE))
def test_a_substitute_has_not_gone_home_because_he_was_not_to_play(
    director_client, club, people, event, before
):
    lis = people[12]
    if before:
        say(club, lis, before)
    seat = lend(event, 2, lis, 3)
    assert state(director_client, lis) == "substitute"
    assert "1 substitute." in count(director_client)
    make.enter(seat.table, 3, {"passed": True})
    close(event)
    said = "substitute" if before == State.FREE else "played as a substitute in round 2"
    assert state(director_client, lis) == said
    assert "1 substitute." in count(director_client)
    say(club, lis, State.HERE)
    say(club, lis, State.AWAY)
    assert state(director_client, lis) == "played until round 2, has left"
    assert "substitute" not in count(director_client)


def test_who_was_put_in_and_played_no_deal_was_no_substitute(director_client, club, people, event):
    say(club, people[12], State.AWAY)
    lend(event, 2, people[12], 3)
    close(event)
    assert state(director_client, people[12]) == "not tonight"


def test_who_is_replaced_to_the_end_plays_no_more_after_his_last_deal(
    director_client, club, people, event
):
    assert count(director_client) == "12 here."
    seat = lend(event, 2, people[12], 3)
    laurits = seat.participant.person
    make.enter(seat.table, 3, {"passed": True})
    for _when in ("while it is played", "after it"):
        assert state(director_client, laurits) == "plays no more after deal 2 of round 2"
        assert count(director_client).startswith("11 still here, 1 substitute.")
        close(event)
    assert laurits not in gathered(club).here
    say(club, laurits, State.AWAY)
    assert state(director_client, laurits) == "played until deal 2 of round 2, has left"


def test_who_plays_on_after_it_has_not_left(director_client, people, event):
    seat = lend(event, 1, people[12], 3)
    assert state(director_client, seat.participant.person) == "here"
    withdraw(participant=seat.participant, after_round=1, actor=ACTOR)
    says = "plays no more after deal 2 of round 1"
    assert state(director_client, seat.participant.person) == says


def test_who_is_replaced_in_the_rounds_after_it_too_has_left(director_client, people, event):
    seat = lend(event, 1, people[12], 3, later=True)
    says = "plays no more after deal 2 of round 1"
    assert state(director_client, seat.participant.person) == says
    last = event.rounds.get(number=2)
    set_substitute(seat=last.seats.get(participant=seat.participant), person=None, actor=ACTOR)
    assert state(director_client, seat.participant.person) == "here"
