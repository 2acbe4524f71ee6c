"""Who deals first: a lot that repeats, and nobody oftener than he must."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import examples
from tournaments.plans import plan
from tournaments.plans.dealers import first_dealers


def ten(_players):
    return 10


def begun(rounds, dealers):
    """How often each player deals first."""
    return Counter(
        table[seat]
        for tables, seats in zip(rounds, dealers, strict=True)
        for table, seat in zip(tables, seats, strict=True)
    )


@pytest.mark.parametrize("players", (8, 12, 16, 28, 40))
@pytest.mark.parametrize("rounds", (1, 2, 4, 5))
def test_everybody_deals_first_equally_often(players, rounds):
    drawn = plan(players, rounds, 1, tables_of=(4,)).rounds
    times = begun(drawn, first_dealers(drawn, ten, seed=players))
    assert {times[player] for player in range(players)} <= {rounds // 4, -(-rounds // 4)}


def test_north_begins_where_all_deal_equally_often():
    drawn = plan(11, 3, 1, tables_of=(3, 4)).rounds
    assert {len(table) for tables in drawn for table in tables} == {3, 4}
    dealers = first_dealers(drawn, {3: 30, 4: 40}.__getitem__, seed=2)
    assert {seat for seats in dealers for seat in seats} == {0}
    mixed = first_dealers(drawn, ten, seed=2)
    assert {seat for seats in mixed for seat in seats} != {0}


def test_the_same_seed_draws_the_same():
    drawn = plan(16, 3, 1).rounds
    assert first_dealers(drawn, ten, 5) == first_dealers(drawn, ten, 5)
    assert len({first_dealers(drawn, ten, seed) for seed in range(8)}) > 1


def test_who_has_dealt_first_waits():
    rounds = (((0, 1, 2, 3),),)
    for seed in range(10):
        assert first_dealers(rounds, ten, seed, {0: 1, 1: 1, 3: 2}) == ((2,),)


def test_a_turn_is_passed_on_through_a_third():
    """Who comes late can only have a turn if another passes his on at an earlier table."""
    rounds = (((0, 1),), ((1, 2),), ((2, 3),))
    for seed in range(20):
        times = begun(rounds, first_dealers(rounds, lambda _players: 3, seed))
        assert max(times.values()) == 1


def test_an_empty_table_has_no_dealer_to_draw():
    assert first_dealers(((()),), ten, 1) == ((),)
    assert first_dealers((((), (0, 1, 2)),), ten, 1, {0: 1, 2: 1}) == ((0, 1),)


@settings(max_examples=examples(60))
@given(
    st.integers(3, 23),
    st.integers(1, 6),
    st.integers(1, 40),
    st.integers(0, 2**32),
)
def test_nobody_could_take_a_turn_off_another(players, rounds, deals, seed):
    drawn = plan(players, rounds, 1, tables_of=(3, 4)).rounds
    dealers = first_dealers(drawn, lambda _players: deals, seed)
    uneven = [
        (table, table[seat])
        for tables, seats in zip(drawn, dealers, strict=True)
        for table, seat in zip(tables, seats, strict=True)
        if deals % len(table)
    ]
    times = Counter(who for _, who in uneven)
    for table, who in uneven:
        assert all(times[other] >= times[who] - 1 for other in table)
