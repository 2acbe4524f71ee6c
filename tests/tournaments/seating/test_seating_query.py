"""The seating as a page shows it, and in words."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from lhombre_club.refusal import Refusal
from tests.tournaments.seating.seating import ACTOR, at_table, begin, evening, free, player
from tournaments.models import Event, Round, Seat
from tournaments.plans import Cost, Name
from tournaments.seating.domain.drawing import draw_rest, lock_table
from tournaments.seating.domain.players import keep_seat, set_rounds, wish, withdraw
from tournaments.seating.domain.swaps import swap_players
from tournaments.seating.pages.words import (
    STAGES,
    concern_in_words,
    cost_in_words,
    costs_in_words,
)
from tournaments.seating.queries.seating import RoundStage, seating_of
from tournaments.seating.reasons import SeatingReason

FACTS = {"number": 2, "table": 3, "players": 1, "who": "Anna, Bo", "name": "Ib", "other": "Eva"}


@pytest.mark.django_db
def test_a_page_shows_every_round_and_who_comes_and_goes(club):
    event = evening(club, 12, rounds=4, late=1)
    (person,) = free(club)
    begin(event)
    withdraw(participant=player(event, 2), after_round=1, actor=ACTOR)
    Event.objects.update(planned_rounds=5)
    event.refresh_from_db()
    event.rounds.filter(number=3).update(state=Round.State.RELEASED)
    event.rounds.filter(number=4).update(state=Round.State.FINAL)
    table = event.rounds.get(number=2).tables.get(number=1)
    lock_table(table=table, locked=True, actor=ACTOR)
    found = seating_of(event)
    assert [one.stage for one in found.rounds] == ["begun", "draft", "released", "final", "planned"]
    assert [one.is_open for one in found.rounds] == [False, True, True, False, True]
    shown = found.rounds[1].tables[0]
    assert (shown.id, shown.number, shown.locked, shown.first_dealer) == (table.pk, 1, True, 0)
    assert list(shown.players) == at_table(event, 2, 1)
    assert shown.deals == 40
    assert [one.number for one in found.late] == [13]
    assert found.free == (person,)
    assert found.rounds[0].byes == ()
    assert found.total == sum(cost.weighed for cost in found.costs)


@pytest.mark.django_db
def test_costs_are_said_of_whom_they_concern(club):
    event = evening(club, 5)
    one, other, old = (player(event, number) for number in (1, 2, 3))
    wish(event=event, one=one, other=other, kind="apart", actor=ACTOR)
    keep_seat(participant=old, table=9, seat=None, actor=ACTOR)
    found = seating_of(event)
    names = {concern.name for concern in found.concerns}
    assert {Name.REPEATS, Name.BYES, Name.FIXED_SEAT} <= names
    for concern in found.concerns:
        assert concern.names[0] in concern_in_words(concern)
    again = [each.times for each in found.concerns if each.name == Name.SAME_TABLE]
    assert sum(again) == {cost.name: cost.amount for cost in found.costs}[Name.SAME_TABLE] > 0
    (away,) = (concern for concern in found.concerns if concern.name == Name.FIXED_SEAT)
    assert (away.names, away.times) == ((old.name,), 2)
    assert found.meetings.unavoidable <= found.meetings.repeated


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ("apart", "together", "first_round"))
def test_a_wish_that_is_not_kept_names_both(club, kind):
    event = evening(club, 8, rounds=1)
    one, same = at_table(event, 1, 1)[:2]
    other = at_table(event, 1, 2)[0]
    second = other if kind == "together" else same
    wish(event=event, one=one, other=second, kind=kind, actor=ACTOR)
    (concern,) = seating_of(event).concerns
    with override("en"):
        said = concern_in_words(concern)
    assert one.name in said
    assert second.name in said
    assert "wished" in said
    swap_players(round_=event.rounds.get(), one=same, other=other, actor=ACTOR)
    draw_rest(event=event, actor=ACTOR, seed=3)
    assert seating_of(event).concerns == ()


@pytest.mark.django_db
def test_the_number_of_queries_does_not_grow(club):
    counted = []
    for event in (evening(club, 4), evening(club.__class__.objects.create(name="K"), 24)):
        with CaptureQueriesContext(connection) as queries:
            seating_of(event)
        counted.append(len(queries))
    assert counted[0] == counted[1] <= 7


@pytest.mark.django_db
def test_an_event_with_no_round_is_shown_too(club):
    event = set_rounds(event=evening(club, 4), rounds=0, actor=ACTOR)
    found = seating_of(event)
    assert (found.rounds, found.concerns, found.meetings.repeated) == ((), (), 0)


def test_every_cost_has_words():
    with override("en"):
        assert cost_in_words(Cost(Name.REPEATS, 2, 10)) == "2 meetings are repeated"
        assert cost_in_words(Cost(Name.REPEATS, 1, 10)) == "1 meeting is repeated"
        for name in Name:
            assert "7" in cost_in_words(Cost(name, 7, 1))
        assert costs_in_words([Cost(Name.BYES, 0, 1), Cost(Name.APART, 1, 1)]) == [
            "1 time two sit at one table who wished not to"
        ]


@pytest.mark.parametrize("reason", tuple(SeatingReason))
def test_every_refusal_has_a_sentence(reason):
    with override("en"):
        said = str(Refusal(reason, **FACTS))
    assert said.endswith(".")
    assert "%" not in said
    named = {SeatingReason.UNSEATED, SeatingReason.ABSENT}
    assert ("Anna, Bo" in said) == (reason in named)


def test_every_stage_has_a_word():
    assert set(STAGES) == set(RoundStage)


@pytest.mark.django_db
def test_who_has_had_his_share_of_the_tables_of_three_is_named(club):
    event = evening(club, 7, rounds=4)
    people = list(event.participants.all())
    for round_ in event.rounds.all():
        tables = sorted(round_.tables.all(), key=lambda table: -table.seats.count())
        round_.seats.all().delete()
        for table, there in zip(tables, (people[:4], people[4:]), strict=True):
            for seat, one in enumerate(there):
                Seat.objects.create(round=round_, table=table, seat=seat, participant=one)
    found = seating_of(event)
    with override("en"):
        said = [concern_in_words(each) for each in found.concerns if each.name == Name.THREES]
        costs = costs_in_words(found.costs)
    assert said == [f"{one.name} sits at a table of three in 4 rounds." for one in people[4:]]
    assert "6 seats at tables of three go to players who have had their share of them" in costs
