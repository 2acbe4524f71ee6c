"""Matches are drawn, dated and released; what has no schedule is refused."""

import datetime as dt
from collections import Counter
from dataclasses import replace

import pytest

from lhombre_club.members.domain import keep_wish
from lhombre_club.members.models import Person
from tests.refused import refused_for
from tests.tournaments.played import ACTOR, make_pairs_or_teams
from tournaments.models import Round, Seat, Team
from tournaments.teams.domain.leagues import (
    LeagueSettings,
    draw_matches,
    release_round,
    set_round_date,
)
from tournaments.teams.domain.teams import entries_of, part_into_divisions, set_teams
from tournaments.teams.queries import league_rounds, settings_of, unwilling
from tournaments.teams.reasons import LeagueReason

pytestmark = pytest.mark.django_db


def draw(event, seed=1, **settings):
    return draw_matches(event=event, settings=LeagueSettings(**settings), actor=ACTOR, seed=seed)


def met(event):
    return Counter(
        (match.home.number, match.away.number)
        for round_ in league_rounds(event)
        for match in round_.matches
    )


def test_a_double_round_exchanges_home_and_away(club):
    event = make_pairs_or_teams(club, "pairs", 5, deals=4, name="Makker")
    draw(event, times=2)
    found = met(event)
    assert set(found.values()) == {1}
    assert {(away, home) for home, away in found} == set(found)
    assert [len(round_.byes) for round_ in league_rounds(event)] == [1] * 10
    event.refresh_from_db()
    assert event.planned_rounds == 10


def test_in_a_team_match_each_pair_meets_one_of_the_others_and_sits_the_other_way(club):
    event = make_pairs_or_teams(club, "teams", 2, deals=4, name="Bykamp")
    draw(event)
    ((match,),) = (round_.matches for round_ in league_rounds(event))
    first, second = match.tables
    home = [one.participant for one in (*first.chairs[::2], *second.chairs[1::2])]
    assert {one.team for one in first.chairs[::2]} == {match.home.pk}
    assert {one.team for one in second.chairs[1::2]} == {match.home.pk}
    assert len(set(home)) == 4


@pytest.mark.parametrize("other", range(4))
def test_in_a_team_match_those_pairs_meet_that_do_not_wish_to_sit_apart(club, other):
    event = make_pairs_or_teams(club, "teams", 2, deals=4, name="Bykamp")
    home, away = ([*team.participants.order_by("place_in_team")] for team in event.teams.all())
    one, two = (Person.objects.get(pk=each.person_id) for each in (home[0], away[other]))
    keep_wish(club=club, one=one, other=two, kind="apart", actor=ACTOR)
    draw(event)
    assert unwilling(event) == []


def test_divisions_play_side_by_side_and_only_among_themselves(club):
    event = make_pairs_or_teams(club, "pairs", 7, deals=4, name="Makker")
    part_into_divisions(event=event, number=2, actor=ACTOR)
    draw(event)
    of = dict(Team.objects.filter(event=event).values_list("number", "division"))
    found = met(event)
    assert all(of[home] == of[away] for home, away in found)
    assert len(found) == 6 + 3
    assert event.rounds.count() == 3


def test_the_same_seed_draws_the_same_and_another_another(club):
    event = make_pairs_or_teams(club, "pairs", 6, deals=4, name="Makker")

    def drawn(seed):
        draw(event, seed)
        seats = Seat.objects.filter(round__event=event).order_by(
            "round__number", "table__number", "seat"
        )
        return list(seats.values_list("participant__number", flat=True))

    assert drawn(3) == drawn(3) != drawn(4)


def test_two_pairs_sit_out_on_purpose_of_an_even_number(club):
    event = make_pairs_or_teams(club, "pairs", 6, deals=4, name="Makker")
    draw(event, byes_on_purpose=True)
    assert [len(round_.byes) for round_ in league_rounds(event)] == [2] * 6 + [0]
    assert settings_of(event)["byes_on_purpose"] is True


def alone(event):
    first, *others = entries_of(event)
    set_teams(event=event, teams=[replace(first, division="A"), *others], actor=ACTOR)


@pytest.mark.parametrize(
    ("count", "settings", "reason"),
    (
        (5, {"byes_on_purpose": True}, LeagueReason.ODD_PAIRS),
        (3, {"byes_on_purpose": True}, LeagueReason.BYES),
        (3, {"times": 0}, LeagueReason.TIMES),
        (3, {"times": 5}, LeagueReason.TIMES),
    ),
)
def test_what_has_no_schedule_is_refused_by_name(club, count, settings, reason):
    event = make_pairs_or_teams(club, "pairs", count, deals=4, name="Makker")
    with refused_for(reason):
        draw(event, **settings)
    assert not event.rounds.exists()


def test_a_division_of_one_and_an_event_of_none_are_refused(club):
    event = make_pairs_or_teams(club, "pairs", 3, deals=4, name="Makker")
    alone(event)
    with refused_for(LeagueReason.ALONE) as refused:
        draw(event)
    assert refused.value.facts["division"] == "A"
    event.teams.all().delete()
    with refused_for(LeagueReason.ALONE):
        draw(event)


def test_rounds_have_their_evenings_and_are_released_one_by_one(club):
    event = make_pairs_or_teams(club, "pairs", 4, deals=4, name="Makker")
    draw(event, first=dt.date(2026, 9, 1), days=7)
    first, second, _third = event.rounds.all()
    assert (first.date, second.date) == (dt.date(2026, 9, 1), dt.date(2026, 9, 8))
    assert settings_of(event)["days"] == 7
    set_round_date(round_=second, date=dt.date(2026, 9, 10), actor=ACTOR)
    assert league_rounds(event)[1].date == dt.date(2026, 9, 10)
    release_round(round_=first, actor=ACTOR)
    once = release_round(round_=first, actor=ACTOR)
    assert once.state == Round.State.RELEASED
    assert event.activities.filter(verb="round.released").count() == 1
    assert [round_.is_released for round_ in league_rounds(event)] == [True, False, False]
    set_round_date(round_=first, date=None, actor=ACTOR)
    assert league_rounds(event)[0].date == event.date


@pytest.mark.parametrize("count", (3, 6))
def test_rounds_are_read_with_as_many_queries_however_many(club, count, django_assert_num_queries):
    event = make_pairs_or_teams(club, "teams", count, deals=4, name="Hold")
    draw(event)
    with django_assert_num_queries(10):
        league_rounds(event)
