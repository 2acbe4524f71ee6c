"""Who comes, who leaves, who sits in: what was played stays, and nobody is lost."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from tests import make
from tests.refused import refused_for
from tests.tournaments.seating.seating import ACTOR, at_table, begin, evening, player, seats
from tournaments.events.queries.every_event import events
from tournaments.models import Event, Participant, Round, Seat, Table
from tournaments.papers.documents.cut.cards import name_cards
from tournaments.review.domain.rounds import close_round
from tournaments.seating.domain.drawing import lock_table
from tournaments.seating.domain.options import plan_after_join, plan_after_withdraw
from tournaments.seating.domain.players import (
    come_back,
    join,
    keep_seat,
    set_rounds,
    set_strength,
    unwish,
    wish,
    withdraw,
)
from tournaments.seating.domain.released import release_rounds
from tournaments.seating.pages.player import listed
from tournaments.seating.reasons import SeatingReason
from tournaments.standings.queries.standings import standings
from tournaments.teams.domain.substitutes import set_substitute
from tournaments.teams.reasons import SubstituteReason

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
WON = {"declarer": 0, "contract": "spil", "trump": "S", "outcome": "won"}


def of(option):
    """Who sits where in an option, in names."""
    return {
        (one.number, place, seat): name
        for one in option.rounds
        for place, names in one.tables
        for seat, name in enumerate(names)
    }


def named(event, first=1):
    names = {one.pk: one.name for one in event.participants.all()}
    return {at: names[who] for at, who in seats(event).items() if at[0] >= first}


def test_who_comes_late_is_seated_from_the_next_round_as_shown_before(club):
    event = evening(club, 11, rounds=3)
    begin(event)
    before, person = seats(event, 1), make.make_person("Late", "Comer")
    shown = plan_after_join(event, person, 2)
    assert not Participant.objects.filter(person=person).exists()
    made = join(event=event, person=person, from_round=2, actor=ACTOR)
    assert (made.number, made.from_round, made.name) == (12, 2, "Late Comer")
    assert seats(event, 1) == before
    assert of(shown) == named(event, 2)
    assert shown.tables == {4: 3}
    assert [len(seats(event, number)) for number in (2, 3)] == [12, 12]


def test_a_round_before_the_first_one_played_stays_as_it_is(club):
    event = evening(club, 8, rounds=3)
    before = seats(event, 1)
    join(event=event, person=make.make_person("New"), from_round=2, actor=ACTOR)
    assert seats(event, 1) == before


def test_who_was_to_play_and_comes_later_is_not_left_at_a_table_before(club):
    event = evening(club, 9, rounds=2)
    later = come_back(participant=player(event, 1), from_round=2, actor=ACTOR)
    assert later.from_round == 2
    assert later.pk not in seats(event, 1).values()
    assert [len(seats(event, number)) for number in (1, 2)] == [8, 9]


def test_who_leaves_later_than_he_said_has_seats_until_then(club):
    event = evening(club, 9, rounds=2)
    one = player(event, 1)
    withdraw(participant=one, after_round=0, actor=ACTOR)
    assert one.pk not in seats(event).values()
    withdraw(participant=one, after_round=1, actor=ACTOR)
    assert one.pk in seats(event, 1).values()
    assert one.pk not in seats(event, 2).values()


@pytest.mark.parametrize("number", (1, 2))
def test_nobody_joins_a_round_that_has_begun(club, number):
    event = evening(club, 8, rounds=number)
    begin(event)
    closed = SeatingReason.BEGUN if number == 2 else SeatingReason.NO_ROUND_LEFT
    missing = SeatingReason.NO_SUCH_ROUND if number == 2 else SeatingReason.NO_ROUND_LEFT
    with refused_for(closed):
        join(event=event, person=make.make_person("New"), from_round=1, actor=ACTOR)
    with refused_for(missing):
        plan_after_join(event, make.make_person("New"), 3)
    assert event.participants.count() == 8


def test_who_leaves_keeps_his_points_and_the_past_stays(club):
    event = evening(club, 12)
    round_ = begin(event)
    for table in round_.tables.all():
        make.enter(table, 2, WON)
    before, points = seats(event, 1), standings(event).rows
    gone = at_table(event, 1, 1)[0]
    shown = plan_after_withdraw(gone, 1)
    assert shown.tables == {4: 2, 3: 1}
    left = withdraw(participant=gone, after_round=1, actor=ACTOR)
    assert left.to_round == 1
    assert seats(event, 1) == before
    assert of(shown) == named(event, 2)
    assert gone.pk not in seats(event, 2).values()
    after = {row.participant: row.points for row in standings(event).rows}
    assert after == {row.participant: row.points for row in points}
    assert after[gone.pk] != 0


def test_who_leaves_later_leaves_the_next_round_alone(club):
    event = evening(club, 8, rounds=3)
    before = seats(event)
    withdraw(participant=player(event, 3), after_round=2, actor=ACTOR)
    assert seats(event, 1) | seats(event, 2) == {at: w for at, w in before.items() if at[0] < 3}
    assert len(seats(event, 3)) == 7


def test_nobody_leaves_a_round_that_he_is_playing(club):
    event = evening(club, 8, rounds=2)
    begin(event)
    with refused_for(SeatingReason.WITHIN):
        withdraw(participant=player(event, 1), after_round=0, actor=ACTOR)
    with refused_for(SeatingReason.WITHIN):
        plan_after_withdraw(player(event, 1), 0)
    with refused_for(SeatingReason.NO_SUCH_ROUND):
        withdraw(participant=player(event, 1), after_round=-1, actor=ACTOR)
    assert player(event, 1).to_round is None


@pytest.mark.parametrize("reason", (SeatingReason.WITHIN, SeatingReason.WITHIN_LAST))
def test_whose_deals_are_left_is_told_of_the_page_that_calls_them_not_played(
    club, director_client, reason
):
    table = Table.objects.get(round__event=evening(club, 4, rounds=1))
    with translation.override("en"):
        (named,) = re.findall("“(.+?)”", str(reason.sentence))
    account = director_client.get(
        reverse("tournaments:account", args=[table.pk]), headers=ENGLISH
    ).content.decode()
    (there,) = re.findall(f'href="([^"]+)"[^>]*>{named}</a>', account)
    assert "The deal was not played" in director_client.get(there, headers=ENGLISH).content.decode()


def test_after_the_last_round_anybody_may_leave(club):
    event = evening(club, 4, rounds=1)
    begin(event)
    with refused_for(SeatingReason.NO_ROUND_LEFT):
        plan_after_withdraw(player(event, 1), 1)
    assert withdraw(participant=player(event, 1), after_round=1, actor=ACTOR).to_round == 1


def test_who_leaves_a_locked_table_unlocks_it_and_the_others_stay(club):
    event = evening(club, 12)
    tables = event.rounds.get(number=1).tables
    lock_table(table=tables.get(number=1), locked=True, actor=ACTOR)
    lock_table(table=tables.get(number=2), locked=True, actor=ACTOR)
    stays = at_table(event, 1, 2)
    withdraw(participant=at_table(event, 1, 1)[0], after_round=0, actor=ACTOR)
    assert at_table(event, 1, 2) == stays
    assert list(Table.objects.filter(locked=True)) == [tables.get(number=2)]
    assert len(seats(event, 1)) == 11


def test_too_few_are_told_so_and_can_end_the_evening(club):
    event = evening(club, 4, rounds=3)
    begin(event)
    withdraw(participant=player(event, 1), after_round=1, actor=ACTOR)
    with refused_for(SeatingReason.NOBODY_LEFT) as refused:
        withdraw(participant=player(event, 2), after_round=1, actor=ACTOR)
    assert refused.value.facts == {"number": 2, "players": 2}
    assert player(event, 2).to_round is None
    set_rounds(event=event, rounds=1, actor=ACTOR)
    withdraw(participant=player(event, 2), after_round=1, actor=ACTOR)
    assert [one.number for one in event.rounds.all()] == [1]
    assert Event.objects.get().planned_rounds == 1


def test_more_rounds_are_drawn_and_a_begun_one_never_falls_away(club):
    event = evening(club, 8, rounds=1)
    before = seats(event)
    event = set_rounds(event=event, rounds=3, actor=ACTOR)
    assert seats(event, 1) == before
    assert [len(seats(event, number)) for number in (1, 2, 3)] == [8, 8, 8]
    begin(event, 2)
    with refused_for(SeatingReason.BEGUN):
        set_rounds(event=event, rounds=1, actor=ACTOR)
    for rounds in (-1, 21):
        with refused_for(SeatingReason.NO_SUCH_ROUND):
            set_rounds(event=event, rounds=rounds, actor=ACTOR)
    set_rounds(event=event, rounds=2, actor=ACTOR)
    assert event.rounds.count() == 2


def test_who_left_comes_back(club):
    event = evening(club, 8, rounds=3)
    begin(event)
    withdraw(participant=player(event, 1), after_round=1, actor=ACTOR)
    back = come_back(participant=player(event, 1), from_round=2, actor=ACTOR)
    assert (back.from_round, back.to_round) == (1, None)
    assert back.pk in seats(event, 3).values()
    never = player(event, 2)
    Participant.objects.filter(pk=never.pk).update(to_round=0)
    Seat.objects.filter(participant=never).delete()
    again = join(event=event, person=never.person, from_round=3, actor=ACTOR)
    assert (again.pk, again.from_round, again.to_round) == (never.pk, 3, None)
    assert event.participants.count() == 8


def test_a_late_one_who_is_here_earlier_plays_earlier(club):
    event = evening(club, 8, late=1)
    back = come_back(participant=player(event, 9), from_round=1, actor=ACTOR)
    assert back.from_round == 1
    with refused_for(SeatingReason.NO_SUCH_ROUND):
        come_back(participant=back, from_round=3, actor=ACTOR)


def test_somebody_sits_in_for_another_and_goes_again(club):
    event = evening(club, 8)
    round_ = begin(event)
    seat = round_.tables.first().seats.get(seat=2)
    person = make.make_person("Sit", "In")
    set_substitute(seat=seat, person=person, name="", actor=ACTOR)
    seat.refresh_from_db()
    assert (seat.substitute, seat.substitute_name) == (person, "Sit In")
    other = round_.tables.last().seats.first()
    with refused_for(SubstituteReason.PLAYS):
        set_substitute(seat=other, person=person, name="", actor=ACTOR)
    with refused_for(SubstituteReason.PLAYS):
        set_substitute(seat=seat, person=player(event, 1).person, name="", actor=ACTOR)
    set_substitute(seat=seat, person=person, name="Sit", actor=ACTOR)
    set_substitute(seat=seat, person=None, name="", actor=ACTOR)
    seat.refresh_from_db()
    assert (seat.substitute, seat.substitute_name) == (None, "")
    close_round_without_proof(round_)
    with refused_for(SubstituteReason.CLOSED):
        set_substitute(seat=seat, person=person, name="", actor=ACTOR)
    gone = Seat.objects.filter(round__number=2).first()
    assert gone
    Seat.objects.filter(pk=gone.pk).delete()
    with refused_for(SubstituteReason.NO_SEAT):
        set_substitute(seat=gone, person=None, name="Guest", actor=ACTOR)


def close_round_without_proof(round_):
    Round.objects.filter(pk=round_.pk).update(state=Round.State.FINAL)


def test_a_wish_is_of_two_and_only_one(club):
    event = evening(club, 8)
    one, other = player(event, 2), player(event, 1)
    wish(event=event, one=one, other=other, kind="apart", actor=ACTOR)
    wish(event=event, one=other, other=one, kind="together", actor=ACTOR)
    made = event.wishes.get()
    assert (made.one, made.other, made.kind) == (other, one, "together")
    stranger = player(evening(make.make_club("K"), 4), 1)
    for asked in ((one, one, "apart"), (one, stranger, "apart"), (one, other, "never")):
        with refused_for(SeatingReason.WISH):
            wish(event=event, one=asked[0], other=asked[1], kind=asked[2], actor=ACTOR)
    unwish(event=event, one=one, other=other, actor=ACTOR)
    unwish(event=event, one=one, other=other, actor=ACTOR)
    assert not event.wishes.exists()


@pytest.mark.parametrize(("table", "seat"), ((0, None), (134, None), (None, 1), (1, 5), (1, -1)))
def test_a_place_of_ones_own_is_one_that_there_is(club, table, seat):
    event = evening(club, 4)
    with refused_for(SeatingReason.WISH):
        keep_seat(participant=player(event, 1), table=table, seat=seat, actor=ACTOR)
    kept = keep_seat(participant=player(event, 1), table=1, seat=0, actor=ACTOR)
    assert (kept.own_table, kept.own_seat) == (1, 0)
    keep_seat(participant=kept, table=None, seat=None, actor=ACTOR)
    assert player(event, 1).own_table is None


@pytest.mark.parametrize("strength", (0, 21))
def test_a_strength_is_one_that_there_is(club, strength):
    event = evening(club, 4)
    with refused_for(SeatingReason.WISH):
        set_strength(participant=player(event, 1), strength=strength, actor=ACTOR)
    set_strength(participant=player(event, 1), strength=1, actor=ACTOR)
    set_strength(participant=player(event, 1), strength=None, actor=ACTOR)
    assert player(event, 1).strength is None


def test_every_deed_is_noted_and_is_a_new_version(club):
    event = evening(club, 8)
    version = Event.objects.get().version
    withdraw(participant=player(event, 1), after_round=0, actor=ACTOR)
    assert Event.objects.get().version > version
    verbs = [activity.verb for activity in event.activities.all()]
    assert verbs[-2:] == ["participant.withdrawn", "rounds.drawn"]


@pytest.mark.django_db(transaction=True)
def test_a_round_played_by_some_who_left_can_be_closed(club):
    event = evening(club, 4, rounds=2)
    round_ = begin(event)
    set_rounds(event=event, rounds=1, actor=ACTOR)
    for number in (1, 2, 3, 4):
        withdraw(participant=player(event, number), after_round=1, actor=ACTOR)
    assert close_round(round_=round_, actor=ACTOR).state == "final"


def test_who_plays_in_no_round_is_not_counted_anywhere(director_client, club):
    """One never came, one left before he came; a third who left after a round is counted."""
    event = evening(club, 8, late=1)
    never, late, leaver = player(event, 8), player(event, 9), player(event, 7)
    withdraw(participant=never, after_round=0, actor=ACTOR)
    withdraw(participant=late, after_round=1, actor=ACTOR)
    withdraw(participant=leaver, after_round=1, actor=ACTOR)
    release_rounds(event=event, actor=ACTOR)
    assert {row.participant for row in standings(event).rows} == {
        one.pk for one in event.participants.exclude(pk__in=(never.pk, late.pk))
    }
    (counted,) = events(club)
    assert vars(counted)["players"] == 7
    said = {line.name: line.says for line in listed(event)}
    assert said[late.name] == said[never.name] != said[leaver.name]
    about: Any = SimpleNamespace(event=event)
    assert str(name_cards(about)["pages"]).count("NameCard(") == 7
