"""The calendar: what is planned, how it is shown, and what a phone is told."""

import datetime as dt
import uuid
from typing import Any

import icalendar
import pytest
from django.urls import reverse
from django.utils import timezone, translation

from lhombre_club.members.queries import evening
from lhombre_club.refusal import Refusal
from tests import make
from tournaments.calendar import domain, pages, queries
from tournaments.calendar.domain import Said, change_evening, plan_evenings
from tournaments.calendar.forms import EveningsForm
from tournaments.calendar.pages import when
from tournaments.calendar.queries import calendar, next_evening
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
TODAY = dt.date(2026, 9, 1)
"""A Tuesday, the first of its month."""
WEEK = dt.timedelta(weeks=1)
CLUB_NIGHT = Said(name="Klubaften", begins=dt.time(19), ends=dt.time(23, 30), place="Sognegården")


def planned(club, *dates, said=CLUB_NIGHT):
    plan_evenings(club=club, dates=dates, said=said, today=TODAY, actor="x")
    return list(club.calendar.filter(name=said.name))


def dates_of(club, **filled):
    form = EveningsForm(club, TODAY, {"name": "Klubaften", "date": "2026-09-01", **filled})
    assert form.is_valid(), form.errors
    return [f"{date:%d.%m}" for date in form.dates()]


@pytest.mark.parametrize(
    ("often", "last", "expected"),
    (
        ("", "", ["01.09"]),
        ("1", "2026-09-22", ["01.09", "08.09", "15.09", "22.09"]),
        ("2", "2026-09-28", ["01.09", "15.09"]),
        ("month", "2026-12-31", ["01.09", "06.10", "03.11", "01.12"]),
    ),
)
def test_the_evenings_of_a_season_are_asked_for_at_once(club, often, last, expected):
    assert dates_of(club, often=often, last=last) == expected


def test_the_fifth_weekday_is_the_fourth_where_a_month_has_no_fifth(club):
    found = dates_of(club, date="2026-09-29", often="month", last="2026-12-31")
    assert found == ["29.09", "27.10", "24.11", "29.12"]


@pytest.mark.parametrize(
    ("filled", "field", "says"),
    (
        ({"often": "1"}, "last", "until when"),
        ({"often": "1", "last": "2026-08-01"}, "last", "before the first"),
        ({"often": "1", "last": "2028-09-01"}, "last", "more than 60"),
        ({"date": "2062-09-01"}, "date", "three years"),
        ({"often": "1", "last": "2126-09-01"}, "last", "three years"),
        ({"ends": "23:00"}, "begins", "when it begins"),
    ),
)
def test_a_slip_is_told_where_it_was_made(club, filled, field, says):
    with translation.override("en"):
        form = EveningsForm(club, TODAY, {"name": "Klubaften", "date": "2026-09-01", **filled})
        assert not form.is_valid()
        assert says in str(form.errors[field])


def test_what_stands_there_already_is_left_as_it_is(club):
    first, second = TODAY, TODAY + WEEK
    planned(club, first)
    other = Said(name="Klubaften", place="Kroen")
    assert plan_evenings(club=club, dates=[first, second], said=other, today=TODAY, actor="x") == 1
    assert [each.place for each in club.calendar.all()] == ["Sognegården", "Kroen"]


def test_there_is_room_for_some_seasons(club, monkeypatch):
    monkeypatch.setattr(domain, "MOST_TO_COME", 2)
    planned(club, TODAY - dt.timedelta(days=1), TODAY, TODAY + dt.timedelta(days=1))
    with pytest.raises(Refusal):
        planned(club, TODAY + dt.timedelta(days=2))
    assert club.calendar.count() == 3


def test_an_evening_does_not_become_one_that_is_there(club):
    one, two = planned(club, TODAY, TODAY + WEEK)
    with pytest.raises(Refusal):
        change_evening(evening=two, date=one.date, said=CLUB_NIGHT, called_off=False, actor="x")
    assert list(club.calendar.values_list("date", flat=True)) == [TODAY, TODAY + WEEK]


def test_the_calendar_leads_to_what_was_played_and_everybody_may_see(
    club, django_assert_num_queries
):
    season = Season.objects.create(club=club, name="2026")
    planned(club, make.EVENING, make.EVENING + dt.timedelta(days=7))
    people = make.make_members(club, 4)
    hidden = make.make_released_event(club, tables=1, people=people)
    hidden.rounds.update(state="planned")
    shown = make.make_released_event(club, tables=1, season=season, people=people)
    foreign = make.make_released_event(make.make_club("Klub Manille"), tables=1)
    assert {hidden.date, shown.date, foreign.date} == {make.EVENING}
    with django_assert_num_queries(3):
        found = calendar(club, make.EVENING + dt.timedelta(days=1))
    assert [each.events for each in found.before] == [(shown,)]
    assert [each.events for each in found.to_come] == [()]


def test_what_was_called_off_is_not_the_next(club):
    one, two = planned(club, TODAY, TODAY + WEEK)
    assert next_evening(club, TODAY) == one
    change_evening(evening=one, date=one.date, said=CLUB_NIGHT, called_off=True, actor="x")
    assert next_evening(club, TODAY) == two
    assert next_evening(club, TODAY + dt.timedelta(weeks=2)) is None


# --- pages ----------------------------------------------------------------------------------


def test_a_director_plans_changes_and_calls_off(english, club):
    today = evening()
    page = reverse("tournaments:calendar")
    sent = {"name": "Klubaften", "date": today, "begins": "19:00", "often": "1",
            "last": today + dt.timedelta(weeks=2)}  # fmt: skip
    said = english.post(page, sent, follow=True).content.decode()
    assert "3 evenings were put into the calendar." in said
    assert "1 evening" not in english.post(page, sent, follow=True).content.decode()
    first, second, third = club.calendar.all()
    own = reverse("tournaments:planned-evening", args=[second.pk])
    changed = {"name": "Klubaften", "date": second.date, "place": "Kroen", "called_off": "on"}
    assert "The calendar is changed." in english.post(own, changed, follow=True).content.decode()
    assert english.post(own, {**changed, "date": third.date}).status_code == 400
    english.post(reverse("tournaments:planned-evening-out", args=[third.pk]))
    assert list(club.calendar.values_list("date", "place", "called_off")) == [
        (first.date, "", False),
        (second.date, "Kroen", True),
    ]


def test_the_next_evenings_are_asked_for_as_the_last_were(english, club):
    assert not english.get(reverse("tournaments:calendar")).context["form"]["name"].value()
    planned(club, evening())
    form = english.get(reverse("tournaments:calendar")).context["form"]
    assert [form[name].value() for name in ("name", "place", "date")] == [
        "Klubaften", "Sognegården", None,
    ]  # fmt: skip


def test_everybody_reads_it_and_finds_the_way_from_the_years(client, club):
    planned(club, evening())
    address = reverse("tournaments:public-calendar", args=[club.pk])
    assert (
        address in client.get(reverse("tournaments:public-years", args=[club.pk])).content.decode()
    )
    page = client.get(address).content.decode()
    assert "Sognegården" in page
    assert reverse("tournaments:calendar-feed", args=[club.pk]) in page
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]


def test_the_first_page_of_a_director_says_what_is_next(english, club):
    coming = evening() + dt.timedelta(days=3)
    planned(club, coming)
    page = english.get(reverse("tournaments:home")).content.decode()
    with translation.override("en"):
        assert f"Next in the calendar: {when(club.calendar.get())}, Klubaften." in page


def test_an_evening_that_is_played_or_over_is_not_the_next(english, club):
    """By its time, or since its event stands on the page by itself."""
    planned(club, evening(), evening() + WEEK)
    tonight, later = club.calendar.order_by("date")

    def said():
        page = english.get(reverse("tournaments:home")).content.decode()
        with translation.override("en"):
            says = {each: f"Next in the calendar: {when(each)}" for each in (tonight, later)}
            (found,) = [each for each in (tonight, later) if says[each] in page]
        return found

    now = timezone.localtime()
    club.calendar.filter(pk=tonight.pk).update(begins=None, ends=None)
    tonight.refresh_from_db()
    assert said() == tonight
    make.make_released_event(club, tables=1)
    Event.objects.update(date=evening())
    assert said() == later
    ended = now - dt.timedelta(minutes=1)
    tonight.date, tonight.ends = ended.date(), ended.time()
    assert queries._is_over(tonight)
    tonight.begins = (ended + dt.timedelta(seconds=1)).time()  # it ends after midnight
    assert not queries._is_over(tonight)


def test_an_event_of_tonight_is_called_as_the_calendar_does(english, club):
    season = Season.objects.create(club=club, name="2026")
    said = Said(name="Juleturnering", season=season)
    planned(club, evening() + dt.timedelta(days=1), said=Said(name="I morgen"))
    page = english.get(reverse("tournaments:event-new"))
    assert page.context["form"]["name"].value() != "I morgen"
    planned(club, evening(), said=said)
    form = english.get(reverse("tournaments:event-new")).context["form"]
    assert "Juleturnering" in form["name"].value()
    assert form["season"].value() == season.pk


@pytest.mark.parametrize(
    ("served", "reached"), (("http://127.0.0.1:8000", False), ("http://192.168.1.5:8000", True))
)
def test_the_address_for_a_phone_is_one_that_it_reaches(english, club, settings, served, reached):
    settings.PUBLIC_URL = served
    page = english.get(reverse("tournaments:calendar")).content.decode()
    assert f"{served}{reverse('tournaments:calendar-feed', args=[club.pk])}" in page
    assert ("No phone can follow this address now" in page) is not reached


# --- the file for a phone -------------------------------------------------------------------


def told(answer) -> Any:
    """Return what a calendar reads; its own types leave open what each value is."""
    return icalendar.Calendar.from_ical(answer.content)


def read(client, club, **headers):
    return client.get(reverse("tournaments:calendar-feed", args=[club.pk]), headers=headers)


def test_a_phone_reads_what_the_page_says(client, club):
    summer, winter = planned(club, evening(), evening() + dt.timedelta(days=180))
    change_evening(
        evening=winter,
        date=winter.date,
        said=Said(name="Æ, ø; å\nny linje", remark="Medbring kort"),
        called_off=True,
        actor="x",
    )
    answer = read(client, club)
    assert answer["Content-Type"].startswith("text/calendar")
    found = told(answer)
    assert found["X-WR-CALNAME"] == club.name
    first, second = found.walk("VEVENT")
    assert (first["UID"], second["UID"]) == (str(summer.pk), str(winter.pk))
    begins, ends = (
        first[name].dt.astimezone(timezone.get_default_timezone()) for name in ("DTSTART", "DTEND")
    )
    assert (begins.date(), begins.time()) == (summer.date, dt.time(19))
    assert ends - begins == dt.timedelta(hours=4, minutes=30)
    assert (first["LOCATION"], first["STATUS"], first["SEQUENCE"]) == (
        "Sognegården", "CONFIRMED", 0,
    )  # fmt: skip
    assert second["SUMMARY"] == "Æ, ø; å\nny linje"
    assert second["DTSTART"].dt == winter.date
    assert (second["DESCRIPTION"], second["STATUS"], second["SEQUENCE"]) == (
        "Medbring kort", "CANCELLED", 1,
    )  # fmt: skip


def test_an_evening_may_end_after_midnight(client, club):
    planned(club, evening(), said=Said(name="Lang", begins=dt.time(19), ends=dt.time(0, 30)))
    (event,) = told(read(client, club)).walk("VEVENT")
    assert event["DTEND"].dt - event["DTSTART"].dt == dt.timedelta(hours=5, minutes=30)


def test_a_phone_that_asks_again_is_told_only_what_changed(client, club):
    (one,) = planned(club, evening())
    club.name = 'Klub "Ær\u2019'
    club.save()
    tag = read(client, club)["ETag"]
    assert tag.isascii()
    assert read(client, club, **{"If-None-Match": tag}).status_code == 304
    change_evening(evening=one, date=one.date, said=CLUB_NIGHT, called_off=True, actor="x")
    assert read(client, club, **{"If-None-Match": tag}).status_code == 200


def test_a_club_that_is_none_has_no_calendar(client):
    for name in ("public-calendar", "calendar-feed"):
        assert client.get(reverse(f"tournaments:{name}", args=[uuid.uuid4()])).status_code == 404


def test_an_event_keeps_nothing_of_the_calendar(club):
    """Who takes an evening out takes nothing of what was played."""
    event = make.make_released_event(club, tables=1)
    (one,) = planned(club, event.date)
    domain.take_out(evening=one, actor="x")
    assert Event.objects.filter(pk=event.pk).exists()


@pytest.mark.parametrize(
    ("name", "made"), (("public-calendar", "lines"), ("calendar-feed", "feed"))
)
def test_what_everybody_asks_for_is_made_once_a_second(
    client, club, monkeypatch, settings, name, made
):
    """Two hundred evenings as a file take a tenth of a second, and nobody need be known."""
    settings.STANDINGS_SECONDS = 60
    planned(club, TODAY)
    address = reverse(f"tournaments:{name}", args=[club.pk])
    first = client.get(address)
    monkeypatch.setattr(pages, made, None)
    assert client.get(address).status_code == first.status_code == 200
