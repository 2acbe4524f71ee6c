"""What is pressed in a tab that shows an older plan is not done to a plan that nobody has seen."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.seating.seating import ACTOR, at_table, evening, seats
from tournaments.models import Round
from tournaments.seating.domain.drawing import draw_rest

pytestmark = pytest.mark.django_db
STALE = "The plan has changed since the page was opened"


@pytest.fixture(autouse=True)
def in_english(director_client):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def event(club):
    return evening(club, 11)


def seen(client, event, **asked):
    """What the forms of the page say of the plan that it shows; all of them the same."""
    page = client.get(reverse("tournaments:seating", args=[event.pk]), asked).content.decode()
    (mark,) = set(re.findall(r'name="seen" value="([^"]+)"', page))
    return mark


def post(client, name, event, **sent):
    address = reverse(f"tournaments:{name}", args=[event.pk])
    return client.post(address, sent, follow=True).content.decode()


@pytest.mark.parametrize("sent", ({}, {"round": "1"}))
def test_an_older_plan_is_not_released(director_client, event, sent):
    before = seen(director_client, event)
    draw_rest(event=event, actor=ACTOR, seed=5)
    assert STALE in post(director_client, "release", event, **sent, seen=before)
    assert not event.rounds.exclude(state=Round.State.DRAFT).exists()
    now = seen(director_client, event)
    assert STALE not in post(director_client, "release", event, **sent, seen=now)
    assert event.rounds.get(number=1).state == Round.State.RELEASED


def test_nobody_changes_places_in_a_plan_that_was_not_seen(director_client, event):
    one, other = at_table(event, 1, 1)[0], at_table(event, 1, 2)[0]
    pair = {"round": "1", "one": str(one.pk), "other": str(other.pk)}
    shown = seen(director_client, event, **pair)
    draw_rest(event=event, actor=ACTOR, seed=5)
    before = seats(event)
    assert STALE in post(director_client, "swap", event, **pair, seen=shown)
    assert seats(event) == before
    shown = seen(director_client, event, **pair)
    assert STALE not in post(director_client, "swap", event, **pair, seen=shown)
    assert seats(event) != before
