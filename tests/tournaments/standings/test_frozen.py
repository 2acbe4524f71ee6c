"""The standings that everybody sees stop after a round, until the director shows the rest.

That no address tells of the rest is held by ``folders/test_secret.py``.
"""

import re

import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.conftest import WON
from tournaments.models import Event, Table
from tournaments.standings.domain import StandingsSettings, set_standings

pytestmark = pytest.mark.django_db
DEALS = 4
ACTOR = "user:director"


@pytest.fixture
def event(club):
    event = make.make_released_event(club, tables=2, rounds=3, deals=DEALS, language="en")
    for table in Table.objects.filter(round__event=event, round__number__in=(1, 2)):
        make.enter(table, 1, WON)
    return event


def freeze(event, after):
    settings = StandingsSettings(tie_chain=("points", "won"), frozen_after=after)
    set_standings(event=event, settings=settings, actor=ACTOR)


def text(client, name, *args):
    at = reverse(f"tournaments:{name}", args=args)
    page = client.get(at, headers={"accept-language": "en"}).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_everybody_sees_how_it_stood_and_the_director_how_it_stands(client, english, event):
    freeze(event, 1)
    public = text(client, "public-standings", event.pk)
    assert "This is how it stood after round 1." in public
    assert re.search(r"Points Round 1 Games", public), "no column of a round that is not shown"
    own = text(english, "standings", event.pk)
    assert "Only you see this: everybody else sees how it stood after round 1." in own
    assert "Points Round 1 Round 2 Round 3 Games" in own


def test_a_player_finds_his_seat_and_not_how_the_round_went(client, event):
    freeze(event, 1)
    table = Table.objects.get(round__event=event, round__number=2, number=1)
    player = table.seats.get(seat=1).participant
    page = text(client, "public-player", event.pk, player.pk)
    assert "Round 2, table 1 " in page
    assert "How it went in this round is shown when the director shows it." in page
    assert "No deal of this table is entered yet." not in page


def test_a_screen_names_the_round_that_it_stands_after(client, event):
    freeze(event, 1)
    assert "Standings after round 1" in text(client, "screen", event.pk)


def test_the_director_chooses_it_and_shows_the_rest(client, english, event):
    at = reverse("tournaments:standings-settings", args=[event.pk])
    form = english.get(at).context["form"]
    assert [value for value, _ in form.fields["frozen_after"].choices] == ["", 1, 2]
    filled = {**form.initial, "abandoned": "", "frozen_after": "2"}
    english.post(at, filled)
    assert Event.objects.get().frozen_after == 2
    make.enter(Table.objects.filter(round__event=event, round__number=3)[0], 1, WON)
    assert "how it stood after round 2" in text(client, "public-standings", event.pk)
    english.post(at, {**filled, "frozen_after": ""})
    assert Event.objects.get().frozen_after is None
    assert "how it stood" not in text(client, "public-standings", event.pk)


@pytest.mark.parametrize("value", ("0", "3", "x", "²", "9" * 5000))
def test_what_is_no_such_round_is_refused(english, event, value):
    at = reverse("tournaments:standings-settings", args=[event.pk])
    filled = {**english.get(at).context["form"].initial, "abandoned": "", "frozen_after": value}
    assert english.post(at, filled).status_code == 400
    assert Event.objects.get().frozen_after is None


def test_what_was_broken_off_keeps_nothing_back(client, event):
    settings = StandingsSettings(tie_chain=("points",), frozen_after=1, abandoned=True)
    set_standings(event=event, settings=settings, actor=ACTOR)
    assert "how it stood" not in text(client, "public-standings", event.pk)
