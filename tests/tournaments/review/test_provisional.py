"""What may still change is said where it is counted."""

import pytest
from django.db.models import Q
from django.urls import reverse

from tests import make
from tournaments.models import Payment, Protest, Round, Season, Table
from tournaments.review.domain.rounds import reopen_round
from tournaments.review.queries.provisional import provisional_rounds

pytestmark = pytest.mark.django_db(transaction=True)
EN = {"accept-language": "en"}
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}
SAYS = "Klubaften, Nov. 21, 2026, is provisional: round 1 is not closed"


@pytest.fixture
def round_(club):
    season = Season.objects.create(club=club, name="Winter")
    event = make.make_released_event(club, tables=1, deals=8, unit=1, season=season)
    make.enter(Table.objects.get(), 1, SOLO)
    return event.rounds.get()


def put(round_, state):
    Round.objects.filter(pk=round_.pk).update(state=state)
    round_.refresh_from_db()


def read(client, name, *args):
    return client.get(reverse(f"tournaments:{name}", args=args), headers=EN).content.decode()


@pytest.mark.parametrize("page", ("season", "public-season"))
def test_a_season_says_which_evening_is_provisional(director_client, round_, page):
    season = round_.event.season_id
    assert "is provisional" not in read(director_client, page, season)
    put(round_, Round.State.PROVISIONAL)
    assert SAYS in read(director_client, page, season)
    put(round_, Round.State.FINAL)
    assert "is provisional" not in read(director_client, page, season)
    reopen_round(round_=round_, reason="Deal 3", actor="system:test")
    assert SAYS in read(director_client, page, season)


def test_one_that_is_played_for_the_first_time_is_not_provisional(round_):
    assert provisional_rounds(Q(event=round_.event)) == ()


def test_who_settles_up_what_may_still_change_is_asked_once(director_client, round_):
    put(round_, Round.State.PROVISIONAL)
    Protest.objects.create(table=Table.objects.get(), deal=1, actor="device:1")
    event = round_.event
    for says in (SAYS, "1 protest is not answered yet."):
        assert says in read(director_client, "money", "event", event.pk)
    settle = reverse("tournaments:settle", args=["event", event.pk])
    asked = director_client.post(settle, headers=EN)
    assert "Settle up although this may still change?" in asked.content.decode()
    assert not Payment.objects.exists()
    # Another protest is something that he was not asked about.
    Protest.objects.create(table=Table.objects.get(), deal=2, actor="device:1")
    again = director_client.post(settle, {"sure": asked.context["sure"]}, headers=EN)
    assert "2 protests are not answered yet." in again.content.decode()
    assert not Payment.objects.exists()
    director_client.post(settle, {"sure": again.context["sure"]}, headers=EN)
    assert Payment.objects.exists()


@pytest.mark.parametrize("kind", ("table", "season"))
def test_a_table_and_a_season_are_asked_about_alike(director_client, round_, kind):
    put(round_, Round.State.PROVISIONAL)
    pk = Table.objects.get().pk if kind == "table" else round_.event.season_id
    settle = reverse("tournaments:settle", args=[kind, pk])
    assert SAYS in director_client.post(settle, headers=EN).content.decode()
    put(round_, Round.State.FINAL)
    assert director_client.post(settle, headers=EN).status_code == 302
