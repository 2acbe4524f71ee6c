"""Somebody is missing, and somebody of a team that sits out plays for him."""

from uuid import uuid4

import pytest

from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.played import ACTOR, make_pairs_or_teams
from tournaments.models import Round, Seat
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches
from tournaments.teams.domain.substitutes import helped, lend_substitutes, set_substitute, spare
from tournaments.teams.reasons import SubstituteReason

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(club):
    """Four teams of which two sit out."""
    event = make_pairs_or_teams(club, "teams", 4, deals=4, name="Hold")
    draw_matches(event=event, settings=LeagueSettings(byes_on_purpose=True), actor=ACTOR, seed=2)
    return event.rounds.all()[0]


def seated(round_):
    return [seat.participant_id for seat in Seat.objects.filter(round=round_).order_by("pk")]


def lend(round_, missing):
    return lend_substitutes(round_=round_, missing=missing, actor=ACTOR)


def refusal(**kwargs):
    with pytest.raises(Refusal) as refused:
        set_substitute(actor=ACTOR, **kwargs)
    return refused.value.reason


def test_the_free_are_those_of_the_teams_that_sit_out(round_):
    assert len(spare(round_)) == 8
    assert not {one.pk for one in spare(round_)} & set(seated(round_))


def test_who_has_helped_least_is_asked_first(round_):
    for number in range(1, 5):
        again = round_.event.rounds.get(number=number)
        before, free = helped(round_.event), {one.person.pk for one in spare(again) if one.person}
        drawn = {seat.substitute_id for seat in lend(again, seated(again)[:4]).seats}
        times = {person: before.get(person, 0) for person in free}
        assert max(times[one] for one in drawn) <= min(times[one] for one in free - drawn)
    assert sum(helped(round_.event).values()) == 16


def test_one_who_helps_is_free_no_more_and_who_has_help_keeps_it(round_):
    missing = seated(round_)[:6]
    first = lend(round_, missing[:3])
    again = lend(round_, missing)
    assert (len(first.seats), len(again.seats)) == (3, 3)
    names = [seat.substitute_name for seat in (*first.seats, *again.seats)]
    assert len(set(names)) == 6
    last = lend(round_, seated(round_))
    assert (len(last.seats), len(last.uncovered)) == (2, 0)


def test_too_few_are_told(club):
    event = make_pairs_or_teams(club, "pairs", 3, deals=4, name="Makker")
    draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR)
    first = event.rounds.all()[0]
    lent = lend(first, seated(first)[:3])
    assert (len(lent.seats), len(lent.uncovered)) == (2, 1)


def test_a_substitute_is_chosen_and_taken_back(round_):
    player, other = seated(round_)[:2]
    helper = spare(round_)[0].person
    assert helper is not None
    seat = set_substitute(round_=round_, missing=player, substitute=helper.pk, actor=ACTOR)
    assert (seat.substitute, seat.substitute_name) == (helper, helper.name)
    assert refusal(round_=round_, missing=other, substitute=helper.pk) == SubstituteReason.PLAYS
    set_substitute(round_=round_, missing=player, substitute=None, actor=ACTOR)
    assert not Seat.objects.filter(round=round_).exclude(substitute=None).exists()
    assert not Seat.objects.filter(round=round_).exclude(substitute_name="").exists()


def test_a_guest_may_help_who_is_in_no_team(round_):
    guest = make.make_person("Vera", "Vikar")
    seat = set_substitute(
        round_=round_, missing=seated(round_)[0], substitute=guest.pk, actor=ACTOR
    )
    assert seat.substitute_name == "Vera Vikar"


def test_who_cannot_help_is_refused_by_name(round_):
    player = Seat.objects.filter(round=round_)[0].participant
    other = seated(round_)[-1] if seated(round_)[-1] != player.pk else seated(round_)[0]
    free, *_ = spare(round_)
    refused = SubstituteReason
    assert refusal(round_=round_, missing=other, substitute=player.person_id) == refused.PLAYS
    assert refusal(round_=round_, missing=other, substitute=uuid4()) == refused.FORGOTTEN
    assert refusal(round_=round_, missing=free.pk, substitute=free.person_id) == refused.NO_SEAT
    Round.objects.filter(pk=round_.pk).update(state=Round.State.FINAL)
    assert refusal(round_=round_, missing=other, substitute=None) == refused.CLOSED


def test_a_name_without_a_person_counts_as_a_substitute(round_):
    """A person may be forgotten; the name stays, and the draw leaves the seat alone."""
    seat = Seat.objects.filter(round=round_)[0]
    Seat.objects.filter(pk=seat.pk).update(substitute_name="Vera")
    assert lend(round_, [seat.participant_id]).seats == ()
