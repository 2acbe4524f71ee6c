"""A director steers the room's screen: what it shows, the call, the clock."""

import datetime as dt
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests import make
from tournaments.models import Activity, Round, Screen, Table
from tournaments.models.screen import LONGEST, OVER
from tournaments.screens.domain import run_clock, screen_of, set_screen
from tournaments.screens.pages import LINES, pages_of
from tournaments.seating.domain.released import release_rounds

pytestmark = pytest.mark.django_db
FIRST = {"declarer": 1, "contract": "spil", "outcome": "won"}
Face = Screen.Face


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, rounds=2, deals=4, language="en")


def titles(event):
    with override("en"):
        return [page.title for page in pages_of(event, screen_of(event))]


def show(event, *faces, call="", foot=""):
    set_screen(event=event, faces=faces, call=call, foot=foot, actor="user:director")


def ends(event):
    at = screen_of(event).ends_at
    assert at is not None
    return at


def seen(client, event):
    at = reverse("tournaments:screen", args=[event.pk])
    page = client.get(at, headers={"accept-language": "en"}).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def steer(client, event, name="screen-steer", **fields):
    at = reverse(f"tournaments:{name}", args=[event.pk])
    return client.post(at, fields, follow=True)


def told(answer):
    return [str(message) for message in answer.context["messages"]]


def test_the_directors_page_leads_to_it_and_it_to_the_screen(english, event):
    steering = reverse("tournaments:screen-steer", args=[event.pk])
    event.rounds.update(state=Round.State.DRAFT, released_at=None)
    home = english.get(reverse("tournaments:event", args=[event.pk])).content.decode()
    assert steering in home
    screen = reverse("tournaments:screen", args=[event.pk])
    assert screen not in english.get(steering).content.decode()
    release_rounds(event=event, actor="user:director")
    assert screen in english.get(steering).content.decode()


def test_it_shows_what_is_ticked_and_by_itself_where_nothing_is(english, event):
    assert titles(event) == ["Round 1: who sits where"]
    steer(english, event, faces=["plan", "standings"])
    assert titles(event) == ["Round 1: the tables", "Standings"]
    steer(english, event)
    assert titles(event) == ["Round 1: who sits where"]


def test_the_seats_that_are_looked_for_are_those_of_the_round_that_comes(event):
    make.enter(Table.objects.filter(round__event=event, round__number=1)[0], 1, FIRST)
    show(event, Face.SEATS, Face.PROGRESS)
    assert titles(event) == ["Round 2: who sits where", "Round 1: how far the tables are"]


def test_no_table_is_cut_in_two(club):
    event = make.make_released_event(club, tables=5, deals=4, language="en")
    show(event, Face.PLAN)
    with override("en"):
        pages = pages_of(event, screen_of(event))
    columns = [column for page in pages for column in page.columns]
    assert all(len(column) <= LINES for column in columns)
    assert all(column[0].heads for column in columns)
    heads = [line.name for column in columns for line in column if line.heads]
    assert heads == [f"Table {number}" for number in range(1, 6)]
    names = [line.name for column in columns for line in column if not line.heads]
    assert sorted(names) == sorted(event.participants.values_list("name", flat=True))


def test_a_call_and_a_foot_are_seen_by_all_at_once(client, english, event):
    before = client.get(reverse("tournaments:screen-pages", args=[event.pk]))["ETag"]
    steer(english, event, call="Coffee is served", foot="Prizes by the baker")
    page = seen(client, event)
    assert page.index("Coffee is served") < page.index("who sits where")
    assert page.index("Prizes by the baker") > page.index("who sits where")
    assert client.get(reverse("tournaments:screen-pages", args=[event.pk]))["ETag"] != before


def test_what_is_too_long_is_refused_and_nothing_is_lost(english, event):
    answer = steer(english, event, call="x" * (LONGEST + 1), foot="stays", faces=["plan"])
    assert answer.status_code == 400
    assert b"stays" in answer.content
    assert not Screen.objects.exists()


def test_the_clock_runs_is_given_more_and_is_stopped(client, english, event):
    assert told(steer(english, event, "screen-clock", minutes=90)) == ["The clock runs."]
    first = screen_of(event)
    left = ends(event) - timezone.now()
    assert dt.timedelta(minutes=89) < left <= dt.timedelta(minutes=90)
    first_end = ends(event)
    assert f"until {timezone.localtime(first_end):%H:%M}" in seen(client, event)
    steer(english, event, "screen-clock", minutes=5, seen=first.clock_seen)
    second = screen_of(event)
    assert second.ends_at == first_end + dt.timedelta(minutes=5)
    steer(english, event, "screen-clock", stop="1", seen=second.clock_seen)
    assert screen_of(event).ends_at is None
    assert "until" not in seen(client, event)
    verbs = ["clock.run", "clock.run", "clock.stopped"]
    assert list(Activity.objects.filter(event=event).values_list("verb", flat=True))[-3:] == verbs


@pytest.mark.parametrize("more", ({"minutes": 5}, {"stop": "1"}))
def test_who_has_not_seen_the_clock_as_it_is_does_not_set_it(english, event, more):
    steer(english, event, "screen-clock", minutes=90)
    before = ends(event)
    answer = steer(english, event, "screen-clock", **more)
    assert told(answer) == ["The clock was set meanwhile. Look at it, then set it again."]
    assert ends(event) == before


@pytest.mark.parametrize("minutes", ("", "0", "-5", "601", "²", "9" * 5000, "ninety"))
def test_what_is_no_time_is_said_beside_its_field(english, event, minutes):
    answer = steer(english, event, "screen-clock", minutes=minutes)
    assert answer.status_code == 400
    assert answer.context["clock_form"].errors["minutes"]
    assert screen_of(event).ends_at is None


def test_more_time_after_the_end_counts_from_now(event):
    run_clock(event=event, minutes=10, seen="", actor="user:director")
    Screen.objects.update(ends_at=timezone.now() - dt.timedelta(minutes=3))
    over = screen_of(event)
    run_clock(event=event, minutes=5, seen=over.clock_seen, actor="user:director")
    assert ends(event) > timezone.now() + dt.timedelta(minutes=4)


def test_a_clock_that_ran_out_long_ago_is_not_shown_nor_is_its_face(event):
    run_clock(event=event, minutes=10, seen="", actor="user:director")
    show(event, Face.CLOCK)
    assert titles(event) == ["Round 1: the clock"]
    Screen.objects.update(ends_at=timezone.now() - OVER)
    assert titles(event) == ["Round 1: who sits where"]
