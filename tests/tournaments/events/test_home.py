"""The first page says of the club's list what is on it."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from lhombre_club.copies import shelf
from lhombre_club.members.models import Membership
from lhombre_club.members.queries import evening
from tests import make
from tests.tournaments.seating.seating import ACTOR
from tournaments.events.domain.events import make_event
from tournaments.models import Event, Flag, Protest, Round, Table, TableLease

pytestmark = pytest.mark.django_db
EN = {"accept-language": "en"}


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
    assert "few are to meet twice" not in page  # three pairs of twelve meet in each of three rounds
    assert "With few tables some may still meet in every round." in page


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
    assert [event for event, _steps, _waits in shown] == [events[1 - over], events[over]]


def test_other_events_stand_there_the_newest_first(director_client, club):
    people = make.make_members(club, 4)
    for days in (30, 2, 400, 9):
        date = evening() - dt.timedelta(days=days)
        make_event(club=club, name=f"{days} days", date=date, people=people, actor=ACTOR)
    told = director_client.get(reverse("tournaments:home")).context["earlier"]
    assert [event.name for event in told] == ["2 days", "9 days", "30 days", "400 days"]


def test_what_waits_tonight_is_listed_with_the_way_to_it(director_client, club):
    event = make.make_released_event(club, tables=2, deals=4)
    Event.objects.filter(pk=event.pk).update(date=evening())
    table = Table.objects.filter(round__event=event)[0]
    home = reverse("tournaments:home")
    page = director_client.get(home, headers=EN).content.decode()
    assert "What waits" not in page
    Flag.objects.create(table=table, deal=1, kind=Flag.Kind.values[0], seen="x", actor=ACTOR)
    Protest.objects.create(
        table=table, deal=2, actor=ACTOR, participant=table.seats.all()[0].participant
    )
    seen = timezone.now() - dt.timedelta(minutes=30)
    TableLease.objects.create(table=table, holder="phone", taken_at=seen, seen_at=seen)
    page = director_client.get(home, headers=EN).content.decode()
    checks = reverse("tournaments:round-checks", args=[table.round_id])
    assert f'<a href="{checks}">1 protest is open</a>' in page
    assert f'<a href="{checks}">1 doubt is open</a>' in page
    assert f"Table {table.number} has not been heard of since" in page


@pytest.mark.parametrize("days", (0, 3))
def test_how_old_the_newest_copy_is_stands_on_the_first_page(
    director_client, settings, tmp_path, days
):
    settings.VAR_DIR = tmp_path
    home = reverse("tournaments:home")
    page = director_client.get(home, headers=EN).content.decode()
    assert "There is no copy of the club’s data yet." in page
    made = timezone.now() - dt.timedelta(days=days)
    (shelf.home() / f"club-000001-{made:%Y%m%dT%H%M%SZ}").mkdir(parents=True)
    page = director_client.get(home, headers=EN).content.decode()
    told = page.partition(f'<a href="{reverse("health")}">')
    assert told[2].startswith("The newest copy of the club’s data was made ")
    assert told[0].rstrip().endswith('<p class="notice">' if days else '<p class="muted">')
