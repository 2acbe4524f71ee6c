"""Every plan is recounted by a checker that shares no code with the planner."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import examples
from tests.tournaments.plans.recounting import recount
from tournaments.plans import FieldError, plan
from tournaments.seating.__main__ import main

FIELDS = st.integers(1, 30).map(lambda tables: 4 * tables)


@settings(max_examples=examples(60))
@given(FIELDS, st.integers(1, 8), st.integers(0, 10**6))
def test_everybody_sits_once_a_round_and_the_plan_says_what_it_is(players, rounds, seed):
    made = plan(players, rounds, seed)
    assert len(made.rounds) == rounds
    for tables in made.rounds:
        assert sorted(player for table in tables for player in table) == list(range(players))
        assert {len(table) for table in tables} == {4}
    assert made.repeats == recount(made.rounds, players) >= made.bound
    assert made.proved_best == (made.repeats == made.bound)


@settings(max_examples=examples(60))
@given(FIELDS, st.integers(1, 9), st.integers(0, 10**6))
def test_nobody_has_a_seat_more_than_once_more_than_another(players, rounds, seed):
    made = plan(players, rounds, seed)
    for player in range(players):
        seats = [
            table.index(player) for tables in made.rounds for table in tables if player in table
        ]
        counts = [seats.count(seat) for seat in range(4)]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    ("players", "rounds"),
    (
        (16, 2), (16, 4), (16, 5), (20, 4), (20, 5), (24, 2), (28, 6), (28, 7), (32, 8), (32, 9),
        (24, 7), (36, 9), (28, 9), (40, 13), (48, 8), (40, 4),
        (48, 4), (64, 17), (100, 8), (200, 8), (400, 20),
    ),
)  # fmt: skip
def test_no_two_meet_twice_where_algebra_knows_how(players, rounds):
    made = plan(players, rounds, 7)
    assert recount(made.rounds, players) == made.repeats == 0
    assert made.proved_best


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"), ((4, 3, 12), (8, 2, 4), (12, 2, 3), (16, 6, 24))
)
def test_a_plan_that_must_repeat_repeats_no_more_than_it_must(players, rounds, repeats):
    made = plan(players, rounds, 3)
    assert (made.repeats, made.bound, made.proved_best) == (repeats, repeats, True)


def test_a_plan_that_is_not_known_to_be_best_does_not_say_so():
    made = plan(20, 6, 1)
    assert made.repeats > made.bound == 1
    assert not made.proved_best
    assert made.construction == "library"


def test_the_same_seed_gives_the_same_plan_and_another_seed_another():
    assert plan(16, 2, 5) == plan(16, 2, 5)
    assert plan(16, 2, 5).rounds != plan(16, 2, 6).rounds


@pytest.mark.parametrize(("players", "rounds"), ((15, 2), (0, 1), (404, 1), (16, 0), (16, 21)))
def test_a_field_without_a_plan_is_refused(players, rounds):
    with pytest.raises(FieldError):
        plan(players, rounds, 1)


def test_the_bound_counts_pairs_and_pigeons():
    assert [plan(4 * tables, 2, 1).bound for tables in (1, 2, 3, 4)] == [6, 4, 3, 0]
    assert plan(16, 8, 1).bound == 72


def test_the_command_prints_the_plan(capsys):
    assert main(["plan", "--players", "16", "--rounds", "2", "--seed", "1", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == {
        "rounds": [[list(table) for table in tables] for tables in plan(16, 2, 1).rounds],
        "repeats": 0,
        "bound": 0,
        "proved_best": True,
    }
    assert main(["plan", "--players", "8", "--rounds", "2"]) == 0
    assert "4 repeated meetings, at least 4 in any plan" in capsys.readouterr().out
    assert main(["plan", "--players", "2", "--rounds", "2"]) == 2
    assert "no plan for 2 players" in capsys.readouterr().err
