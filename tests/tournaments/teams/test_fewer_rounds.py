"""An evening of pairs or teams that is planned shorter than it takes that all meet."""

import pytest
from django.urls import reverse

from tests import make
from tests.refused import refused_for
from tests.tournaments.played import ACTOR, make_pairs_or_teams
from tests.tournaments.teams.shown import page
from tournaments.events.pages.now import now
from tournaments.models import Round, Seat
from tournaments.review.domain.rounds import close_round
from tournaments.review.queries.rounds import rounds
from tournaments.teams.domain.leagues import (
    LeagueSettings,
    draw_matches,
    play_rounds,
    release_round,
)
from tournaments.teams.reasons import LeagueReason


@pytest.fixture
def pairs(club):
    event = make_pairs_or_teams(club, "pairs", 6, deals=4, name="Makker")
    return draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR, seed=5)


def seats(event):
    drawn = Seat.objects.filter(round__event=event)
    order = ("round__number", "table__number", "seat")
    return list(drawn.order_by(*order).values_list(*order, "participant__number"))


def played(event, number):
    """Release a round, let every deal of it be passed out, and close it."""
    round_ = release_round(round_=event.rounds.get(number=number), actor=ACTOR)
    for table in round_.tables.all():
        for deal in range(1, 5):
            make.enter(table, deal, {"passed": True})
    close_round(round_=Round.objects.get(pk=round_.pk), actor=ACTOR, early=True)


@pytest.mark.django_db(transaction=True)
def test_an_evening_of_pairs_is_over_with_the_round_that_is_said(director_client, pairs):
    played(pairs, 1)
    address = reverse("tournaments:plan-rounds", args=[pairs.pk])
    assert address in page(director_client, "matches", pairs.pk)
    director_client.post(address, {"rounds": "1"})
    pairs.refresh_from_db()
    assert (pairs.planned_rounds, pairs.rounds.count(), pairs.abandoned) == (1, 1, False)
    assert now(pairs, rounds(pairs)).final
    assert "of which 1 is planned." in page(director_client, "matches", pairs.pk)
    said = page(director_client, "event", pairs.pk)
    assert "broken off" not in said
    assert "Every round is closed." in said


@pytest.mark.django_db
def test_more_rounds_again_are_those_that_were_drawn(director_client, pairs):
    before = seats(pairs)
    play_rounds(event=pairs, rounds=2, actor=ACTOR)
    assert seats(pairs) == [seat for seat in before if seat[0] <= 2]
    play_rounds(event=pairs, rounds=5, actor=ACTOR)
    assert seats(pairs) == before
    answer = director_client.post(
        reverse("tournaments:plan-rounds", args=[pairs.pk]), {"rounds": "6"}, follow=True
    )
    assert answer.redirect_chain[-1][0] == reverse("tournaments:matches", args=[pairs.pk])
    assert 'max="5"' in answer.content.decode()
    assert pairs.rounds.count() == 5


@pytest.mark.django_db
def test_a_number_of_rounds_that_cannot_be_is_refused(pairs):
    for number in (1, 2):
        round_ = release_round(round_=pairs.rounds.get(number=number), actor=ACTOR)
        make.enter(round_.tables.all()[0], 1, {"passed": True})
    with refused_for(LeagueReason.BEGUN):
        play_rounds(event=pairs, rounds=1, actor=ACTOR)
    for rounds_ in (0, 6):
        with refused_for(LeagueReason.NO_MORE):
            play_rounds(event=pairs, rounds=rounds_, actor=ACTOR)


@pytest.mark.django_db
def test_before_the_matches_are_drawn_no_number_of_them_is_planned(club):
    event = make_pairs_or_teams(club, "pairs", 2, deals=4, name="Nye")
    with refused_for(LeagueReason.NOT_DRAWN):
        play_rounds(event=event, rounds=1, actor=ACTOR)
