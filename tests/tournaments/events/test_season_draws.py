"""A season drawn at its beginning, and its evenings made one after the other."""

import datetime as dt
from collections import Counter
from itertools import combinations

import pytest

from tests import make
from tests.refused import refused_for
from tournaments.book.begun import CLUB_NIGHT
from tournaments.events.domain.season_draws import (
    Evening,
    draw_season,
    make_evening,
    new_seed,
)
from tournaments.events.reasons import SeasonDrawReason
from tournaments.models import Event, Round, SeasonDraw, Seat
from tournaments.standings.domain import SeasonSettings, make_season

pytestmark = pytest.mark.django_db
ACTOR = "user:director"


@pytest.fixture
def season(club):
    return make_season(club=club, settings=SeasonSettings(name="2026–27", planned=7), actor=ACTOR)


@pytest.fixture
def people(club):
    return make.make_members(club, 8)


@pytest.fixture
def draw(season, people):
    return draw_season(season=season, people=people, seed=1, actor=ACTOR)


def evening(draw, number=1, **substitutes):
    by_place = {int(place[1:]): person for place, person in substitutes.items()}
    date = dt.date(2026, 11, 21)
    wanted = Evening(number=number, name="Evening", date=date, substitutes=by_place)
    return make_evening(draw=draw, wanted=wanted, actor=ACTOR)


def chairs(event):
    seats = Seat.objects.filter(round__event=event).order_by("table__number", "seat")
    return list(seats.select_related("participant", "substitute"))


def test_eight_meet_three_times_in_seven_evenings(draw, people):
    assert (len(draw.evenings), draw.least, draw.most) == (7, 3, 3)
    met: Counter[frozenset[object]] = Counter()
    for number in range(1, 8):
        event = evening(draw, number)
        assert event.season == draw.season
        for table in event.rounds.get().tables.all():
            there = [seat.participant.person for seat in table.seats.all()]
            met.update(frozenset(pair) for pair in combinations(there, 2))
    assert set(met.values()) == {3}
    assert len(met) == 28
    assert {person for pair in met for person in pair} == set(people)


def test_an_evening_is_a_draft_of_one_round(draw):
    event = evening(draw, 3)
    assert event.drawn_evening.number == 3
    assert event.planned_rounds == 1 < CLUB_NIGHT.rounds
    assert event.rounds.get().state == Round.State.DRAFT
    with refused_for(SeasonDrawReason.MADE) as caught:
        evening(draw, 3)
    assert caught.value.facts["event"] == event.pk


def test_who_is_missing_has_a_substitute_and_keeps_the_points(draw, club, people):
    guest = make.make_person("Povl", "Gæst")
    event = evening(draw, p2=guest)
    (helped,) = (seat for seat in chairs(event) if seat.substitute_id)
    assert (helped.substitute, helped.participant.person) == (guest, people[2])
    assert helped.substitute_name == "Povl Gæst"
    assert event.participants.count() == 8


def test_a_place_that_nobody_owns_any_more_is_played_by_another(draw, people):
    people[2].delete()
    draw = SeasonDraw.objects.get(pk=draw.pk)
    with refused_for(SeasonDrawReason.MISSING):
        evening(draw)
    guest = make.make_person("Povl", "Gæst")
    event = evening(draw, p2=guest)
    assert [seat.substitute for seat in chairs(event)] == [None] * 8
    assert event.participants.filter(person=guest).exists()


def test_who_sits_out_may_help(season, club):
    people = make.make_members(club, 9)
    draw = draw_season(season=season, people=people, seed=1, actor=ACTOR)
    seated = {place for table in draw.evenings[0] for place in table}
    (out,) = set(range(9)) - seated
    missing = min(seated)
    event = evening(draw, **{f"p{missing}": people[out]})
    assert event.participants.count() == 9
    assert [seat.substitute for seat in chairs(event) if seat.substitute] == [people[out]]
    with refused_for(SeasonDrawReason.MISSING):
        evening(draw, 2, **{f"p{_out_of(draw, 2)}": make.make_person("Povl")})


def _out_of(draw, number):
    (out,) = set(range(9)) - {place for table in draw.evenings[number - 1] for place in table}
    return out


def test_nobody_sits_on_two_chairs(draw, people):
    guest = make.make_person("Povl", "Gæst")
    for wrong in ({"p1": people[2]}, {"p1": guest, "p2": guest}):
        with refused_for(SeasonDrawReason.MISSING):
            evening(draw, **wrong)
    assert not Event.objects.exists()


@pytest.mark.parametrize("number", (0, 8))
def test_no_evening_beyond_the_draw(draw, number):
    with refused_for(SeasonDrawReason.NO_SUCH_EVENING):
        evening(draw, number)


def test_a_draw_is_made_anew_until_an_evening_is(draw, season, people):
    again = draw_season(season=season, people=people[:7], seed=new_seed(), actor=ACTOR)
    assert SeasonDraw.objects.get() == again
    evening(again)
    with refused_for(SeasonDrawReason.BEGUN):
        draw_season(season=season, people=people, seed=1, actor=ACTOR)


def test_two_have_no_season(season, people):
    with refused_for(SeasonDrawReason.NO_DRAW):
        draw_season(season=season, people=people[:2], seed=1, actor=ACTOR)
