"""Matches that are drawn again keep what can be kept, and what goes is asked about first."""

import datetime as dt
import html
import re

import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.played import ACTOR, make_pairs_or_teams
from tournaments.models import Round, Seat
from tournaments.teams.domain.leagues import (
    LeagueSettings,
    draw_matches,
    lost_by_draw,
    release_round,
    set_round_date,
)
from tournaments.teams.domain.substitutes import set_substitute, spare

pytestmark = pytest.mark.django_db
FIRST = dt.date(2026, 9, 1)
WEEKLY = LeagueSettings(first=FIRST, days=7)
MOVED = dt.date(2026, 10, 30)
SENT = {"times": "1", "first": "2026-09-01", "days": "7"}


@pytest.fixture(autouse=True)
def in_english(director_client, settings):
    director_client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"


@pytest.fixture
def pairs(club):
    """Five pairs, of which one sits each round out."""
    event = make_pairs_or_teams(club, "pairs", 5, deals=4, name="Makker")
    return draw_matches(event=event, settings=WEEKLY, actor=ACTOR, seed=77)


def third(event) -> Round:
    return Round.objects.get(event=event, number=3)


def address(event) -> str:
    return reverse("tournaments:matches", args=[event.pk])


def chair(event) -> Seat:
    return Seat.objects.filter(round__event=event, round__number=1).order_by("table", "seat")[0]


def test_a_moved_round_keeps_its_evening_where_the_days_stay(director_client, pairs):
    set_round_date(round_=third(pairs), date=MOVED, actor=ACTOR)
    director_client.post(address(pairs), SENT)
    assert third(pairs).date == MOVED
    assert pairs.rounds.get(number=4).date == FIRST + dt.timedelta(days=21)


def test_other_days_are_asked_about_where_a_round_was_moved(director_client, pairs, monkeypatch):
    monkeypatch.setattr("secrets.randbits", lambda bits: 2**bits - 1)  # the longest seed
    set_round_date(round_=third(pairs), date=MOVED, actor=ACTOR)
    other = {**SENT, "days": "14"}
    asked = director_client.post(address(pairs), other)
    assert "Round 3 is no longer played on" in asked.text
    assert third(pairs).date == MOVED
    hidden = dict(re.findall(r'name="(seed|seen)" value="([^"]+)"', asked.text))
    done = director_client.post(address(pairs), {**other, **hidden})
    assert done.headers["Location"] == address(pairs)
    assert third(pairs).date == FIRST + dt.timedelta(days=28)
    pairs.refresh_from_db()
    assert pairs.seed == int(hidden["seed"])


def test_a_guest_who_plays_for_somebody_stays_where_there_is_a_chair(pairs):
    seat = chair(pairs)
    set_substitute(seat=seat, person=None, name="Eva", actor=ACTOR)
    for seed in range(8):
        lost = lost_by_draw(event=pairs, settings=WEEKLY, seed=seed)
        draw_matches(event=pairs, settings=WEEKLY, actor=ACTOR, seed=seed)
        here = Seat.objects.filter(round__event=pairs, participant=seat.participant)
        kept = here.filter(round__number=1, substitute_name="Eva").exists()
        assert kept is not bool(lost)
        if not kept:
            assert not here.filter(round__number=1).exists()  # the pair sits out
            assert [one.participant for one in lost.substitutes] == [seat.participant]
            break
    else:
        raise AssertionError("in none of the draws the pair sat out")


def test_who_sat_out_and_helped_does_not_play_twice(pairs):
    helper = spare(pairs.rounds.get(number=1))[0]
    seat = chair(pairs)
    set_substitute(seat=seat, person=helper.person, actor=ACTOR)
    for seed in range(8):
        draw_matches(event=pairs, settings=WEEKLY, actor=ACTOR, seed=seed)
        here = Seat.objects.filter(round__event=pairs, round__number=1)
        plays = here.filter(participant=helper).exists()
        helps = here.filter(substitute=helper.person).exists()
        assert not (plays and helps)


def test_a_released_round_is_asked_about_and_the_answer_is_of_what_was_seen(director_client, pairs):
    release_round(round_=pairs.rounds.get(number=1), actor=ACTOR)
    asked = director_client.post(address(pairs), SENT)
    assert "Round 1 is released. It becomes a draft again" in html.unescape(asked.text)
    hidden = dict(re.findall(r'name="(seed|seen)" value="([^"]+)"', asked.text))
    release_round(round_=pairs.rounds.get(number=2), actor=ACTOR)
    again = director_client.post(address(pairs), {**SENT, **hidden})
    assert "Round 2 is released. It becomes a draft again" in html.unescape(again.text)
    assert pairs.rounds.filter(state=Round.State.RELEASED).count() == 2
    make.enter(pairs.rounds.get(number=1).tables.first(), 1, {"passed": True})
    refused = director_client.post(address(pairs), {**SENT, **hidden})
    assert refused.status_code == 400


def test_where_nothing_goes_nothing_is_asked(director_client, pairs):
    before = pairs.seed
    done = director_client.post(address(pairs), SENT)
    assert done.status_code == 302
    pairs.refresh_from_db()
    assert pairs.seed != before
