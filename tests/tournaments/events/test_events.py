"""An event is made whole, drawn again until the first deal is in, and released once."""

import uuid

import pytest

from rules import RULESETS
from tests import make
from tests.refused import refused_for
from tournaments.book.begun import BegunReason
from tournaments.book.results import NewResult, enter_result
from tournaments.events.domain.events import make_event
from tournaments.models import Event, Participant, Round, Seat, Table
from tournaments.penalties.domain.penalties import Penalty, penalise, withdraw_entry
from tournaments.review.queries.rounds import rounds
from tournaments.seating.domain.released import draw_rounds, release_rounds
from tournaments.seating.reasons import SeatingReason

pytestmark = pytest.mark.django_db
ACTOR = "system:test"


def evening(club, count=16, **kwargs):
    people = make.make_members(club, count)
    return make_event(
        club=club, name="Klubaften", date=make.EVENING, people=people, actor=ACTOR, **kwargs
    )


def seating(event):
    return [
        [
            [seat.participant.name for seat in table.seats.order_by("seat")]
            for table in round_.tables.all()
        ]
        for round_ in event.rounds.all()
    ]


def test_a_club_night_is_two_rounds_of_four_tables_drawn_but_not_released(club):
    event = evening(club)
    assert (event.planned_rounds, event.deals_per_round, event.accounting) == (2, 40, "rasle")
    assert [round_.state for round_ in event.rounds.all()] == ["draft", "draft"]
    assert [len(tables) for tables in seating(event)] == [4, 4]
    assert event.ruleset == RULESETS["dlu"].to_json()
    assert event.ruleset_digest == RULESETS["dlu"].digest
    assert event.tie_chain == ["points", "won", "kodille", "highest"]


def test_no_two_meet_twice(club):
    met = [
        frozenset((one, other))
        for tables in seating(evening(club))
        for table in tables
        for one in table
        for other in table
        if one < other
    ]
    assert len(met) == len(set(met)) == 2 * 4 * 6


def test_a_field_without_full_tables_makes_nothing(club):
    with refused_for(SeatingReason.NOBODY_LEFT):
        evening(club, 2)
    assert not Event.objects.exists()
    assert not Participant.objects.exists()


def test_more_than_any_plan_is_for_make_nothing(club, monkeypatch):
    monkeypatch.setattr("tournaments.plans.replanning.MOST_PLAYERS", 8)
    with refused_for(SeatingReason.NO_PLAN):
        evening(club, 9)
    assert not Event.objects.exists()


@pytest.mark.parametrize(("count", "sizes"), ((11, [3, 4, 4]), (15, [3, 4, 4, 4]), (5, [4])))
def test_any_field_of_three_or_more_gets_tables_and_byes_in_turn(club, count, sizes):
    event = evening(club, count)
    assert all(sorted(map(len, tables)) == sizes for tables in seating(event))
    out = [name for round_ in rounds(event) for name in round_.byes]
    assert len(out) == len(set(out)) == 2 * (count - sum(sizes))


def test_drawing_again_seats_the_same_people_otherwise(club):
    event = evening(club)
    before = seating(event)
    event = draw_rounds(event=event, actor=ACTOR)
    after = seating(event)
    assert before != after
    assert {name for table in before[0] for name in table} == {
        name for table in after[0] for name in table
    }
    assert Round.objects.count() == 2
    assert Table.objects.count() == 8
    assert Seat.objects.count() == 32


def test_the_same_seed_draws_the_same_plan(club):
    event = evening(club)
    once = seating(draw_rounds(event=event, actor=ACTOR, seed=7))
    assert seating(draw_rounds(event=event, actor=ACTOR, seed=7)) == once
    assert seating(draw_rounds(event=event, actor=ACTOR, seed=8)) != once


def test_releasing_twice_is_once_and_is_noted(club):
    event = evening(club)
    release_rounds(event=event, actor=ACTOR)
    first = list(event.rounds.values_list("state", "released_at"))
    release_rounds(event=event, actor=ACTOR)
    assert list(event.rounds.values_list("state", "released_at")) == first
    assert {state for state, _ in first} == {"released"}
    verbs = [activity.verb for activity in event.activities.all()]
    assert verbs == ["event.made", "rounds.drawn", "rounds.released"]


def test_each_deed_is_a_new_version(club):
    event = evening(club)
    versions = [Event.objects.get().version]
    draw_rounds(event=event, actor=ACTOR)
    versions.append(Event.objects.get().version)
    release_rounds(event=event, actor=ACTOR)
    versions.append(Event.objects.get().version)
    assert versions == sorted(set(versions))


def test_a_released_plan_may_be_drawn_again_until_a_deal_is_in(club):
    event = release_rounds(event=evening(club), actor=ACTOR)
    event = draw_rounds(event=event, actor=ACTOR)
    assert {round_.state for round_ in event.rounds.all()} == {"draft"}
    release_rounds(event=event, actor=ACTOR)
    enter_result(
        table=event.rounds.get(number=1).tables.get(number=1),
        entry=NewResult(id=uuid.uuid4(), deal=1, base=0, record={"passed": True}),
        actor=ACTOR,
    )
    before = seating(event)
    with refused_for(BegunReason.HAS_RESULTS):
        draw_rounds(event=event, actor=ACTOR)
    assert seating(event) == before


def test_nothing_is_drawn_once_something_was_decided(club):
    event = make.make_released_event(club, tables=1)
    table = event.rounds.get().tables.get()
    penalty = Penalty(id=uuid.uuid4(), seat=0, points=0, reason="late")
    made = penalise(table=table, penalty=penalty, actor=ACTOR).entry
    with refused_for(BegunReason.HAS_RESULTS):
        draw_rounds(event=event, actor=ACTOR)
    assert event.rounds.get().tables.get() == table
    withdraw_entry(entry=made, reason="a mistake", actor=ACTOR)
    draw_rounds(event=event, actor=ACTOR)
    assert event.rounds.get().tables.get() != table
