"""What somebody sees who is not logged in: what is running or recent, not all there ever was."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import make
from tournaments.models import Event, Round, Seal, Table
from tournaments.standings.queries.listed import RECENT

pytestmark = pytest.mark.django_db
DAY = dt.timedelta(days=1)


@pytest.fixture
def event(club):
    """An evening of today, one deal played."""
    event = make.make_released_event(club, tables=1)
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate())
    make.enter(Table.objects.get(), 1, {"passed": True})
    return event


def address(event):
    return reverse("tournaments:public-standings", args=[event.pk])


def listed(client, event):
    return address(event) in client.get("/").content.decode()


def played(event, ago):
    """Let its evening, and whatever happened then, be so long ago."""
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate() - ago)
    Seal.objects.filter(event=event).update(at=timezone.now() - ago)


def test_who_begins_is_told_where_his_link_is(client, settings, django_user_model):
    settings.STANDINGS_SECONDS = 0
    english = {"accept-language": "en"}
    says = "Open the link that it printed in the window in which it was started"
    assert says in client.get("/", headers=english).content.decode()
    django_user_model.objects.create_user("director")
    assert says not in client.get("/", headers=english).content.decode()


def test_an_old_evening_leaves_the_list_and_its_page_stays(client, event):
    played(event, RECENT - DAY)
    assert listed(client, event)
    played(event, RECENT + DAY)
    assert not listed(client, event)
    assert client.get(address(event)).status_code == 200


def test_a_league_that_began_long_ago_is_listed_while_it_is_played(client, event):
    played(event, RECENT + DAY)
    make.enter(Table.objects.get(), 2, {"passed": True})
    assert listed(client, event)


def test_what_the_room_has_not_seen_is_not_listed(client, event):
    assert listed(client, event)
    Round.objects.update(state=Round.State.DRAFT)
    assert not listed(client, event)


def test_search_engines_are_asked_to_list_nothing_at_all(client, director_client, event):
    table = Table.objects.get()
    asked = (
        (client, "/"),
        (client, address(event)),
        (client, f"{address(event)}table/"),
        (client, f"{address(event)}p/{event.participants.all()[0].pk}/"),
        (client, "/login/"),
        (client, "/health/live/"),
        (client, "/static/tournaments/club.css"),
        (client, "/e/nothing/"),
        (client, "/nowhere/"),
        (client, f"/api/v1/tables/{table.pk}/"),
        (director_client, f"/api/v1/tables/{table.pk}/"),
        (director_client, f"/events/{event.pk}/"),
    )
    heard = {at: visitor.get(at).headers.get("X-Robots-Tag") for visitor, at in asked}
    assert set(heard.values()) == {"noindex"}


def test_a_search_engine_may_read_that_and_opens_no_key(client):
    answer = client.get("/robots.txt")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    said = answer.content.decode().splitlines()
    assert said == ["User-agent: *", "Disallow: /e/", "Disallow: /me/", "Disallow: /welcome/"]
    assert client.post("/robots.txt").status_code == 405
