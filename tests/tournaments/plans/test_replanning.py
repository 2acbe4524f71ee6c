"""Rounds played stay; who is here now meets new people as far as that goes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import examples
from tests.tournaments.plans.recounting import recount
from tournaments.plans import Coming, FieldError, Name, Wishes, costs, plan, plan_rest

CASES = (
    (28, 6, 3, 1), (32, 6, 3, 2), (40, 6, 3, 2), (40, 8, 4, 3), (64, 6, 3, 4), (100, 8, 4, 5),
    (200, 8, 4, 8),
)  # fmt: skip


def alike(players, rounds):
    """So many rounds to come, with the same players in each."""
    return (Coming(tuple(sorted(players))),) * rounds


@pytest.mark.parametrize(("players", "rounds", "done", "leave"), CASES)
def test_after_some_leave_nobody_need_meet_again(players, rounds, done, leave):
    played = plan(players, rounds, 1).rounds[:done]
    here = [player for player in range(players) if (7 * player + 3) % players >= leave]
    made = plan_rest(played, alike(here, rounds - done), 1)
    assert recount((*played, *made.rounds), players) == made.repeats == made.bound == 0
    for tables in made.rounds:
        assert sorted(player for table in tables for player in table) == sorted(here)


def test_who_may_sit_at_three_more_often_meets_fewer_again():
    fair, loose = (
        plan_rest((), alike(range(14), 2), 1, wishes=Wishes(looser=looser)) for looser in (0, 1)
    )
    assert (fair.repeats, loose.repeats) == (4, 0)


@pytest.mark.strict
@settings(max_examples=examples(40))
@given(
    st.integers(3, 30),
    st.integers(1, 3),
    st.integers(1, 4),
    st.sets(st.integers(0, 35), min_size=1),
    st.sampled_from(((3, 4), (4, 5), (4,))),
)
def test_no_state_is_a_dead_end(players, done, left, here, sizes):
    played = plan(players, done, 2, tables_of=sizes).rounds
    made = plan_rest(played, alike(here, left), 3, tables_of=sizes)
    assert len(made.rounds) == left
    for number, tables in enumerate(made.rounds):
        out = made.byes[number] if made.byes else ()
        assert sorted([*out, *(p for table in tables for p in table)]) == sorted(here)
        assert {len(table) for table in tables} <= set(sizes)
    assert made.repeats == recount((*played, *made.rounds), 36) >= made.bound


@pytest.mark.strict
def test_the_same_seed_replans_the_same():
    played = plan(20, 2, 1).rounds
    coming = alike(range(19), 3)
    assert plan_rest(played, coming, 4) == plan_rest(played, coming, 4)


def test_one_who_comes_late_and_one_who_sits_in_are_new():
    played = plan(16, 1, 1).rounds
    made = plan_rest(played, alike([*range(15), 16, 17], 2), 1)
    assert made.players == 17
    assert {16, 17} <= {player for table in made.rounds[0] for player in table}


@pytest.mark.strict
def test_wishes_hold_for_those_who_are_here():
    wishes = Wishes(
        apart=frozenset({(0, 1), (2, 15)}),
        seats={3: (2, 1), 15: (0, 0)},
        strength=(0,) * 16,
        standing=(0,) * 16,
    )
    played = plan(16, 1, 1).rounds
    made = plan_rest(played, alike(range(15), 2), 1, wishes=wishes)
    found = {cost.name: cost.amount for cost in costs(made.rounds, wishes)}
    assert found[Name.APART] == 0
    assert all(tables[2][1] == 3 for tables in made.rounds)
    bare = plan_rest(played, alike(range(15), 2), 1, wishes=Wishes(apart=frozenset({(0, 1)})))
    assert all(not {0, 1} <= set(table) for tables in bare.rounds for table in tables)


def test_seats_go_on_from_those_that_were_had():
    whole = plan(16, 4, 1).rounds
    made = plan_rest(whole[:2], alike(range(16), 2), 1)
    rounds = (*whole[:2], *made.rounds)
    spreads = []
    for player in range(16):
        seats = [table.index(player) for tables in rounds for table in tables if player in table]
        counts = [seats.count(seat) for seat in range(4)]
        spreads.append(max(counts) - min(counts))
    assert max(spreads) <= 2
    assert sum(spreads) < 16


@pytest.mark.parametrize(
    ("here", "left"), (((), 2), (range(401), 2), (range(8), 0), (range(8), 21))
)
def test_nobody_or_no_round_is_refused(here, left):
    with pytest.raises(FieldError):
        plan_rest((), alike(here, left), 1)
