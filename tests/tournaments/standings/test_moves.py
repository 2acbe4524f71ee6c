"""Who has risen and fallen in the last round, by places."""

import re

import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.conftest import BET, WON
from tournaments.models import Event, Table
from tournaments.standings.queries.standings import standings, standings_shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, rounds=2, deals=4, language="en")


def at(event, round_, number):
    return Table.objects.get(round__event=event, round__number=round_, number=number)


def first_round(event):
    """Both tables play, so that everybody has a place."""
    for number, deal in ((1, 1), (1, 2), (2, 1)):
        make.enter(at(event, 1, number), deal, {**WON, "declarer": deal % 4})


def test_before_a_second_round_is_begun_nobody_has_moved(event):
    first_round(event)
    now = standings(event, moves=True)
    assert now.since is None
    assert now == standings(event)


def test_the_place_before_is_the_one_of_the_round_before(event):
    first_round(event)
    before = {row.participant: row.place for row in standings(event).rows}
    make.enter(at(event, 2, 1), 1, {"declarer": 1, "contract": "nolo_ouvert", "outcome": "kodille"})
    make.enter(at(event, 2, 2), 1, BET)
    now = standings(event, moves=True)
    assert now.since == 2
    assert {row.participant: row.before for row in now.rows} == before
    assert any(row.before != row.place for row in now.rows)
    assert now.rows == standings_shown(event, moves=True).rows


def test_it_is_said_in_words_and_adds_up(client, event):
    first_round(event)
    make.enter(at(event, 2, 1), 1, {"declarer": 1, "contract": "nolo_ouvert", "outcome": "kodille"})
    page = client.get(
        reverse("tournaments:public-standings", args=[event.pk]), headers={"accept-language": "en"}
    ).content.decode()
    now = standings_shown(Event.objects.get(), moves=True)
    moved = [
        row.before - row.place
        for row in now.rows
        if row.before and row.place and row.before != row.place
    ]
    told = re.findall(r"(\d+) places? (up|down)", page)
    assert [int(many) if way == "up" else -int(many) for many, way in told] == moved
    assert "risen or fallen in round 2" in " ".join(page.split())


def test_who_had_no_place_has_not_moved(event):
    Event.objects.filter(pk=event.pk).update(min_deals=2)
    make.enter(at(event, 1, 1), 1, WON)
    make.enter(at(event, 2, 1), 1, WON)
    now = standings(event, moves=True)
    assert now.since == 2
    assert all(row.before is None for row in now.rows)
