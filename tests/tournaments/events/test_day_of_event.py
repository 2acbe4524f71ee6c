"""A new event of another day than this evening: who is drawn for it, and what it is called."""

import datetime as dt
import re

import pytest
from django.utils.formats import date_format

from lhombre_club.members.models import Attendance
from lhombre_club.members.queries import evening
from tests.tournaments.events.test_events_pages import FORM, NEW, drawn, here
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def test_the_number_of_a_name_follows_the_date(director_client, club):
    people = here(club, 8)
    drawn(club, people=people[:4])
    page = director_client.get(NEW).content.decode()
    (proposed,) = re.findall(r'name="name" value="([^"]*)"', page)
    assert proposed == "Klubaften (2)"
    later = evening() + dt.timedelta(weeks=1)
    page = director_client.get(NEW, {"date": later.isoformat()}).content.decode()
    assert re.findall(r'name="name" value="([^"]*)"', page) == ["Klubaften"]
    for shown in (proposed, "Klubaften"):  # whatever the page shows is what is kept
        sent = {**FORM, "name": shown, "date": later.isoformat(), "prepare": "yes"}
        assert director_client.post(NEW, sent).status_code == 302
        assert Event.objects.order_by("-created_at")[0].name == shown


def test_who_is_here_tonight_is_not_drawn_for_another_day(director_client, club):
    here(club, 8)
    later = evening() + dt.timedelta(weeks=1)
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    for answer in (
        director_client.get(NEW, {"date": later.isoformat()}),
        director_client.post(NEW, {**FORM, "date": later.isoformat()}),
    ):
        shown = answer.content.decode()
        assert "marked as here tonight" not in shown
        assert "prepare the event, and draw them when people have come" in shown
        assert "Draw the seats" not in shown
    assert not Event.objects.exists()
    some = Attendance.objects.values_list("pk", flat=True)[:4]
    Attendance.objects.filter(pk__in=list(some)).update(date=later)
    shown = director_client.get(NEW, {"date": later.isoformat()}).content.decode()
    assert "4 are marked as here on " in shown
    assert director_client.post(NEW, {**FORM, "date": later.isoformat()}).status_code == 302
    made = Event.objects.get()
    assert (made.date, made.participants.count()) == (later, 4)


def test_a_day_that_is_past_is_named_and_nobody_is_asked_to_come_on_it(director_client, club):
    here(club, 8)
    day = evening() - dt.timedelta(weeks=1)
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    shown = director_client.get(NEW, {"date": day.isoformat()}).content.decode()
    named = date_format(day, "DATE_FORMAT")
    assert f"{named} is past, and too few were marked as here then to draw the seats." in shown
    assert not re.search("tonight is not drawn|when people have come|for later", shown)
    sent = {**FORM, "date": day.isoformat(), "prepare": "yes"}
    page = director_client.post(NEW, sent, follow=True).content.decode()
    assert f"{named} is past: drawn now, it is played by those who are here tonight." in page
    assert "when people have come" not in page
    assert "It is not" not in page


def test_who_plays_elsewhere_on_a_past_day_is_not_let_in_from_tonights_check_in(
    director_client, club
):
    event = drawn(club, people=here(club, 4))
    day = evening() - dt.timedelta(weeks=1)
    Attendance.objects.update(date=day)
    Event.objects.filter(pk=event.pk).update(date=day)
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    shown = director_client.get(NEW, {"date": day.isoformat()}).content.decode()
    assert "that day" in shown
    assert "Has somebody come late?" not in shown
