"""A director chooses among costed ways to seat an evening."""

import pytest

from tests import make
from tests.refused import refused_for
from tests.tournaments.seating.seating import ACTOR, begin, evening, free, player, seats
from tournaments.models import Participant, Seat
from tournaments.plans import Name, total
from tournaments.seating.domain.drawing import choose
from tournaments.seating.domain.facts import Dealt
from tournaments.seating.domain.options import options
from tournaments.seating.domain.players import join, withdraw
from tournaments.seating.domain.released import release_rounds
from tournaments.seating.reasons import SeatingReason
from tournaments.teams.domain.substitutes import set_substitute

pytestmark = pytest.mark.django_db


def by_key(event):
    return {one.key: one for one in options(event)}


def amounts(option):
    return {cost.name: cost.amount for cost in option.costs}


def test_eleven_play_at_four_four_and_three_or_in_turn_or_with_a_free_person(club):
    event = evening(club, 11)
    (person,) = free(club)
    found = by_key(event)
    assert set(found) == {"threes-and-fours", "fours", "filled"}
    threes, fours, filled = (found[key] for key in ("threes-and-fours", "fours", "filled"))
    assert threes.tables == {4: 2, 3: 1}
    assert (threes.deals, threes.byes) == (Dealt(60, 60, everybody=True), ((), ()))
    assert (threes.meetings.repeated, threes.meetings.unavoidable) == (3, 2)
    assert not threes.meetings.are_proved_best
    assert fours.tables == {4: 2}
    assert [len(out) for out in fours.byes] == [3, 3]
    assert fours.deals == Dealt(30, 60, everybody=True)
    assert amounts(fours)[Name.BYES] == 6
    assert filled.tables == {4: 3}
    assert filled.substitutes == (person,)
    assert amounts(filled)[Name.SUBSTITUTES] == 1
    assert person.name in {name for _, table in filled.rounds[0].tables for name in table}


def test_the_cheapest_way_is_first_and_each_other_names_what_is_dearer(club):
    event = evening(club, 11)
    free(club)
    found = options(event)
    assert [one.total for one in found] == sorted(one.total for one in found)
    assert [one.total for one in found] == [total(one.costs) for one in found]
    assert found[0].reason is None
    assert found[-1].key == "fours"
    assert found[-1].reason == Name.BYES


def test_full_tables_need_no_choice(club):
    event = evening(club, 12)
    free(club)
    (only,) = options(event)
    assert (only.key, only.tables, only.reason) == ("threes-and-fours", {4: 3}, None)


def test_five_sit_at_a_table_only_where_the_rules_allow_it(club):
    assert "fours-and-fives" not in by_key(evening(club, 13))
    found = by_key(evening(make.make_club("Hoem"), 13, ruleset="hoem"))
    assert found["fours-and-fives"].tables == {5: 1, 4: 2}
    assert len(found) == 3


def test_the_plan_that_was_shown_is_the_one_that_is_taken(club):
    event = evening(club, 11)
    (person,) = free(club)
    shown = by_key(event)["filled"]
    event = choose(event=event, key="filled", actor=ACTOR)
    names = {one.pk: one.name for one in event.participants.all()}
    assert {(at[0], at[1], at[2]): names[who] for at, who in seats(event).items()} == {
        (one.number, place, seat): name
        for one in shown.rounds
        for place, table in one.tables
        for seat, name in enumerate(table)
    }
    assert Participant.objects.get(person=person).number == 12
    assert event.tables_of == [3, 4]


def test_tables_of_four_only_are_kept_for_the_next_draw(club):
    event = choose(event=evening(club, 11), key="fours", actor=ACTOR)
    assert event.tables_of == [4]
    assert {at[1] for at in seats(event)} == {1, 2}
    assert "seating.chosen" in [activity.verb for activity in event.activities.all()]


def test_a_way_that_is_none_any_more_is_refused(club):
    event = evening(club, 12)
    with refused_for(SeatingReason.OPTION_GONE):
        choose(event=event, key="filled", actor=ACTOR)
    assert event.participants.count() == 12


def test_once_all_rounds_are_begun_nothing_is_left_to_choose(club):
    event = evening(club, 11, rounds=1)
    begin(event)
    assert options(event) == ()


def test_only_what_is_to_come_is_seated_otherwise(club):
    event = evening(club, 12)
    begin(event)
    before = seats(event, 1)
    withdraw(participant=player(event, 12), after_round=1, actor=ACTOR)
    free(club)
    found = by_key(event)
    assert [one.number for one in found["filled"].rounds] == [2]
    choose(event=event, key="fours", actor=ACTOR)
    assert seats(event, 1) == before
    assert len(seats(event, 2)) == 8


def test_too_few_for_a_table_are_said_to_be_too_few(club):
    event = evening(club, 4)
    Participant.objects.filter(event=event, number__gt=2).update(to_round=0)
    with refused_for(SeatingReason.NOBODY_LEFT) as refused:
        options(event)
    assert refused.value.facts == {"number": 1, "players": 2}
    free(club)
    assert [one.key for one in options(event)] == ["filled"]


def test_latecomers_count_from_their_round(club):
    event = evening(club, 8, late=3)
    found = by_key(event)
    assert found["threes-and-fours"].tables == {4: 2}
    assert [one.sizes(1) for one in (found["threes-and-fours"],)] == [{4: 2, 3: 1}]
    assert [len(out) for out in found["fours"].byes] == [0, 3]


def test_who_plays_for_another_in_a_round_to_come_gets_no_second_chair_there(club):
    event = evening(club, 11)
    (person,) = free(club)
    release_rounds(event=event, only=event.rounds.get(number=2), actor=ACTOR)
    seat = Seat.objects.filter(round__event=event, round__number=2)[0]
    set_substitute(seat=seat, person=person, actor=ACTOR)
    assert "filled" not in by_key(event)
    with refused_for(SeatingReason.HELPS):
        join(event=event, person=person, from_round=1, actor=ACTOR)
    set_substitute(seat=seat, person=None, actor=ACTOR)
    assert "filled" in by_key(event)
    join(event=event, person=person, from_round=2, actor=ACTOR)
