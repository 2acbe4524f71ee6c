"""Somebody is missing, and somebody of a team that sits out plays for him."""

import datetime as dt
import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from lhombre_club.members.models import Attendance
from lhombre_club.printing import registry
from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.played import ACTOR, make_pairs_or_teams
from tournaments.models import Round, Screen, Seat
from tournaments.review.queries.rounds import rounds
from tournaments.screens.pages import pages_of
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches, release_round
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


def chair(round_, participant):
    return Seat.objects.get(round=round_, participant=participant)


def refusal(seat, person, **kwargs):
    with pytest.raises(Refusal) as refused:
        set_substitute(seat=seat, person=person, actor=ACTOR, **kwargs)
    return refused.value.reason


def test_the_free_are_those_of_the_teams_that_sit_out(round_):
    assert len(spare(round_)) == 8
    assert not {one.pk for one in spare(round_)} & set(seated(round_))


def test_who_is_marked_as_away_that_day_is_not_drawn(round_):
    gone, *others = spare(round_)
    away = Attendance.State.AWAY
    day = {"club": round_.event.club, "person": gone.person, "state": away}
    Attendance.objects.create(date=round_.event.date - dt.timedelta(days=7), **day)
    assert len(spare(round_)) == 8
    Attendance.objects.create(date=round_.event.date, **day)
    assert spare(round_) == others


def test_who_is_drawn_while_the_round_is_played_plays_from_the_next_deal_on(round_):
    release_round(round_=round_, actor=ACTOR)
    absent = Seat.objects.filter(round=round_)[0]
    for deal in (1, 2):
        make.enter(absent.table, deal, {"passed": True})
    lend(round_, {absent.participant_id})
    absent.refresh_from_db()
    assert absent.substitute_from == 3
    assert absent.sitter.at(2) == absent.participant.name
    assert absent.sitter.at(3) == absent.substitute_name != ""


def test_who_plays_for_somebody_does_not_sit_the_round_out(round_, director_client):
    helper, idle = spare(round_)[:2]
    assert helper.person
    sits = {one.name for one in spare(round_)}
    absent = Seat.objects.filter(round=round_)[0]
    assert set(rounds(round_.event)[0].out) == sits
    set_substitute(seat=absent, person=helper.person, actor=ACTOR)
    assert set(rounds(round_.event)[0].byes) == sits
    assert set(rounds(round_.event)[0].out) == sits - {helper.name}
    release_round(round_=round_, actor=ACTOR)
    page = director_client.get(
        reverse("tournaments:event", args=[round_.event_id]), headers={"accept-language": "en"}
    )
    said = re.findall(r"Sits this round out: ([^<]*)", page.text)[0]
    assert idle.name in said
    assert helper.name not in said
    with override("en"):
        shown = pages_of(round_.event, Screen(event=round_.event, faces=["seats"]))
    told = {line.name: line.says for page in shown for column in page.columns for line in column}
    assert told[idle.name] == "sits out"
    assert told[helper.name].startswith("Table ")
    about = {"event": str(round_.event_id), "round": str(round_.pk)}
    paper = registry.build("round-plan", about).context
    assert set(paper["free"]) == sits - {helper.name}


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
    player, other = (chair(round_, one) for one in seated(round_)[:2])
    helper = spare(round_)[0].person
    assert helper is not None
    seat = set_substitute(seat=player, person=helper, actor=ACTOR)
    assert (seat.substitute, seat.substitute_name) == (helper, helper.name)
    assert refusal(other, helper) == SubstituteReason.PLAYS
    set_substitute(seat=player, person=None, actor=ACTOR)
    assert not Seat.objects.filter(round=round_).exclude(substitute=None).exists()
    assert not Seat.objects.filter(round=round_).exclude(substitute_name="").exists()


def test_somebody_in_no_team_or_a_guest_may_help(round_):
    vera = make.make_person("Vera", "Vikar")
    seat = set_substitute(seat=chair(round_, seated(round_)[0]), person=vera, actor=ACTOR)
    assert seat.substitute_name == "Vera Vikar"
    guest = chair(round_, seated(round_)[1])
    assert set_substitute(seat=guest, person=None, name="Gæst", actor=ACTOR).sits == "Gæst"


def test_from_a_round_on_he_sits_in_every_later_one_that_is_not_closed(club):
    event = make_pairs_or_teams(club, "pairs", 2, deals=4, name="Makker")
    draw_matches(event=event, settings=LeagueSettings(times=4), actor=ACTOR)
    vera, player = make.make_person("Vera", "Vikar"), event.participants.all()[0]
    own = Seat.objects.filter(participant=player).order_by("round__number")
    _first, second, third, *rest = own
    Round.objects.filter(pk=third.round_id).update(state=Round.State.FINAL)
    set_substitute(seat=second, person=vera, later=True, actor=ACTOR)
    helped_in = own.filter(substitute=vera).values_list("pk", flat=True)
    assert list(helped_in) == [second.pk, *(seat.pk for seat in rest)]
    assert event.activities.filter(verb="substitute.set").count() == len(helped_in)


def test_who_plays_himself_in_a_later_round_is_refused_with_its_number_and_nothing_is_kept(round_):
    player, helper = seated(round_)[0], spare(round_)[0]
    own = Seat.objects.filter(participant=player, round__number__gt=round_.number)
    common = own.filter(round__seats__participant=helper).order_by("round__number").first()
    assert common
    with pytest.raises(Refusal) as refused:
        set_substitute(seat=chair(round_, player), person=helper.person, later=True, actor=ACTOR)
    assert refused.value.facts["number"] == common.round.number
    assert not Seat.objects.filter(round__event=round_.event, substitute=helper.person).exists()


def test_who_is_in_no_pair_can_help_too(club):
    event = make_pairs_or_teams(club, "pairs", 2, deals=4, name="Makker")
    person = make.make_person("Lone", "Løs")
    event.participants.create(person=person, name=person.name, number=99)
    draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR)
    assert [one.name for one in spare(event.rounds.get(number=1))] == ["Lone Løs"]


def test_who_cannot_help_is_refused_by_name(round_):
    first, other = Seat.objects.filter(round=round_)[:2]
    assert refusal(other, first.participant.person) == SubstituteReason.PLAYS
    gone = chair(round_, other.participant_id)
    Round.objects.filter(pk=round_.pk).update(state=Round.State.FINAL)
    assert refusal(other, None) == SubstituteReason.CLOSED
    Seat.objects.filter(pk=gone.pk).delete()
    assert refusal(gone, None) == SubstituteReason.NO_SEAT


def test_a_name_without_a_person_counts_as_a_substitute(round_):
    """A person may be forgotten; the name stays, and the draw leaves the seat alone."""
    seat = Seat.objects.filter(round=round_)[0]
    Seat.objects.filter(pk=seat.pk).update(substitute_name="Vera")
    assert lend(round_, [seat.participant_id]).seats == ()
