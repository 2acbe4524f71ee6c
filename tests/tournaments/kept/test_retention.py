"""What a club keeps no longer goes at night, and nothing before it has said so."""

import datetime as dt
import os
import time

import pytest
from django.urls import reverse
from django.utils import timezone

from lhombre_club import logs
from lhombre_club.members import domain
from lhombre_club.members.models import Attendance, Membership, Person
from tests import make
from tests.tournaments.figures.raw import play
from tests.tournaments.kept.canary import ACTOR
from tournaments.book import expiry
from tournaments.events.domain.member_removing import remove_member
from tournaments.kept.domain import retention
from tournaments.kept.domain.retention import choose, every_night, next_dates
from tournaments.models import (
    Event,
    Flag,
    Forgotten,
    PlannedEvening,
    Protest,
    Round,
    Season,
    SheetPhoto,
    Table,
)
from tournaments.standings.queries import records
from tournaments.years.counting import count_on

pytestmark = pytest.mark.django_db
ALL = {"photos": 12, "protests": 12, "guests": 12}
LONG_AGO = dt.timedelta(days=500)


@pytest.fixture
def old(club):
    """A photo, a protest, a doubt and a guest of long ago."""
    event = make.make_released_event(club, tables=2)
    event.rounds.update(state=Round.State.FINAL)
    type(event).objects.update(date=timezone.localdate() - LONG_AGO)
    tables = Table.objects.select_related("round__event").filter(round__event=event)
    table, away = tables.order_by("number")
    make.make_photo(away, 1)  # at the guest's table it would go with him
    said = {"table": table, "actor": ACTOR, "words": "He was late"}
    Protest.objects.create(**said, state="answered", answer="He was not", answered_by="user:x")
    Flag.objects.create(**said, kind="doubt", seen="x", state="cleared", reason="Asked him")
    guest = domain.add_guest(club=club, name="Knud Gæst", actor=ACTOR)
    event.participants.filter(number=1).update(person=guest.person, name="Knud Gæst")
    Membership.history.update(history_date=timezone.now() - LONG_AGO)
    for kind in (SheetPhoto, Protest, Flag):
        kind.objects.update(created_at=timezone.now() - LONG_AGO)
    return guest


def left():
    protest, flag = Protest.objects.get(), Flag.objects.get()
    return {
        "photos": SheetPhoto.objects.count(),
        "words": (protest.words, flag.words),
        "answers": (protest.answer, flag.reason),
        "guests": Membership.objects.filter(status="guest").count(),
    }


def test_nothing_goes_before_the_club_has_chosen(old):
    before = left()
    every_night()
    assert left() == before
    choose(club=old.club, months=dict.fromkeys(ALL, 0), actor=ACTOR)
    every_night()
    assert left() == before
    assert next_dates(old.club) == {}


def test_what_is_old_goes_at_night_and_what_was_answered_stays_answered(old):
    choose(club=old.club, months=ALL, actor=ACTOR)
    every_night()
    gone = retention.GONE
    assert left() == {"photos": 0, "words": ("", ""), "answers": (gone, gone), "guests": 0}
    assert Forgotten.objects.get().actor == retention.ACTOR
    assert Protest.objects.get().is_answered
    assert not Protest.objects.get().is_withdrawn
    every_night()
    assert set(next_dates(old.club).values()) == {None}


@pytest.mark.parametrize("key", ALL)
def test_each_goes_for_itself(old, key):
    before = left()
    choose(club=old.club, months={**dict.fromkeys(ALL, 0), key: 12}, actor=ACTOR)
    every_night()
    now = left()
    changed = {name for name in now if now[name] != before[name]}
    assert changed == {"protests": {"words", "answers"}}.get(key, {key})


def test_what_is_younger_stays_and_the_page_says_when_it_goes(old):
    choose(club=old.club, months=dict.fromkeys(ALL, 24), actor=ACTOR)
    before = left()
    every_night()
    assert left() == before
    day = timezone.localdate(timezone.now() - LONG_AGO + expiry.span(24))
    dates = next_dates(old.club)
    assert dates["photos"] == dates["protests"] == day + dt.timedelta(days=1)
    assert dates["guests"] is not None
    assert dates["guests"] > timezone.localdate()


def read(client, event):
    """What each page of an event answers to everybody."""
    player = event.participants.first()
    names = ("public-standings", "public-figures", "screen", "card", "standings-table")
    at = [reverse(f"tournaments:{name}", args=[event.pk]) for name in (*names, "standings-text")]
    at.append(reverse("tournaments:public-player", args=[event.pk, player.pk]))
    return {client.get(each, headers={"accept-language": "en"}).status_code for each in at}


@pytest.mark.parametrize(
    ("months", "answers"), ((0, {200}), (12, {410}), (24, {200}), (None, {200}))
)
def test_everybody_reads_how_an_event_went_for_as_long_as_the_club_says(
    old, client, director_client, months, answers
):
    event = Event.objects.get()
    if months is not None:
        choose(club=old.club, months={**dict.fromkeys(ALL, 0), "pages": months}, actor=ACTOR)
        every_night()
    assert read(client, event) == answers
    own = director_client.get(reverse("tournaments:standings", args=[event.pk]), follow=True)
    assert own.status_code == 200
    if months == 24:
        day = timezone.localdate() - LONG_AGO + expiry.span(24) + dt.timedelta(days=1)
        assert next_dates(old.club)["pages"] == day


def test_a_league_is_read_for_as_long_after_its_last_round(old, client):
    event = Event.objects.get()
    choose(club=old.club, months={**dict.fromkeys(ALL, 0), "pages": 12}, actor=ACTOR)
    assert read(client, event) == {410}
    Event.objects.update(planned_rounds=8)
    Round.objects.update(closed_at=timezone.now() - dt.timedelta(days=30))
    assert read(client, event) == {200}
    Round.objects.update(closed_at=timezone.now() - LONG_AGO)
    assert read(client, event) == {410}


@pytest.fixture
def season(club, monkeypatch):
    """Two evenings of the same four, one of them of long ago, and both are counted."""
    monkeypatch.setattr(records, "LEAST", 1)
    people = make.make_members(club, 4)
    season = Season.objects.create(club=club, name="The season")
    for ago in (LONG_AGO, dt.timedelta(days=3)):
        event = make.make_released_event(club, tables=1, deals=4, people=people, season=season)
        play(event, 4)
        Event.objects.filter(pk=event.pk).update(date=timezone.localdate() - ago)
    count_on(club, seconds=60)
    return season


@pytest.mark.parametrize(("months", "leads"), ((12, False), (24, True), (0, True)))
def test_no_page_leads_to_what_everybody_reads_no_more(season, client, months, leads):
    """The season and the years stay: they name the evening, and it is a link as long as it is."""
    once, lately = Event.objects.order_by("date")
    of_club = [season.club_id]
    choose(club=season.club, months={**dict.fromkeys(ALL, 0), "pages": months}, actor=ACTOR)
    evening = reverse("tournaments:public-standings", args=[once.pk])
    player = once.participants.get(number=1)
    now = lately.participants.get(person=player.person_id)
    own = reverse("tournaments:public-player", args=[once.pk, player.pk])
    for name, keys, link in (
        ("public-season", [season.pk], evening),
        ("public-years", of_club, evening),
        ("public-years-player", [*of_club, player.person_id], evening),
        ("public-player", [lately.pk, now.pk], own),
    ):
        page = client.get(reverse(f"tournaments:{name}", args=keys)).content.decode()
        assert (link in page) is leads, name
    assert client.get(own).status_code == (200 if leads else 410)


def test_the_first_page_the_calendar_and_the_feed_lead_to_no_evening_that_is_over(season, client):
    """It stands there again for a time, as a correction has moved its points."""
    once = Event.objects.earliest("date")
    evening = reverse("tournaments:public-standings", args=[once.pk])
    date = timezone.localdate() - dt.timedelta(days=200)
    Event.objects.filter(pk=once.pk).update(date=date)
    PlannedEvening.objects.create(club=season.club, name="Once", date=date)
    pages = [reverse("tournaments:home")]
    of_club = ("public-calendar", "results-feed")
    pages += [reverse(f"tournaments:{name}", args=[season.club_id]) for name in of_club]
    for months, leads in ((0, True), (6, False)):
        choose(club=season.club, months={**dict.fromkeys(ALL, 0), "pages": months}, actor=ACTOR)
        make.empty_cache()
        for page in pages:
            answer = client.get(page)
            assert answer.status_code == 200, page
            assert (evening in answer.content.decode()) is leads, page


def test_what_is_open_keeps_its_words(old):
    Protest.objects.update(state="open")
    Flag.objects.update(state="open")
    choose(club=old.club, months=ALL, actor=ACTOR)
    every_night()
    assert left()["words"] == ("He was late", "He was late")


def test_a_guest_who_came_lately_stays(old):
    today = timezone.localdate()
    Attendance.objects.create(club=old.club, person=old.person, date=today)
    choose(club=old.club, months=ALL, actor=ACTOR)
    every_night()
    assert left()["guests"] == 1


def test_who_left_the_list_long_ago_leaves_the_history_too(old):
    gone = domain.add_guest(club=old.club, name="Vera Fejl", actor=ACTOR)
    lately = domain.add_guest(club=old.club, name="Oda Fejl", actor=ACTOR)
    for each in (gone, lately):
        remove_member(membership=each, actor=ACTOR)
    long_ago = timezone.now() - LONG_AGO
    Person.history.filter(id=gone.person_id).update(history_date=long_ago)
    choose(club=old.club, months=ALL, actor=ACTOR)
    every_night()
    assert not Person.history.filter(id=gone.person_id).exists()
    assert not Membership.history.filter(person_id=gone.person_id).exists()
    assert Person.history.filter(id=lately.person_id).exists()


def test_log_files_of_long_ago_go(tmp_path):
    here = tmp_path / "club.jsonl"
    files = [here, tmp_path / "club.1.jsonl", tmp_path / "club.2.jsonl"]
    for file in files:
        file.write_text("{}")
    old = time.time() - 86_400 * (logs.KEPT_DAYS + 1)
    for file in (files[0], files[2]):
        os.utime(file, (old, old))
    assert logs.forget_old(here) == 1
    assert [file.exists() for file in files] == [True, True, False]
