"""Tables that stand keep their players, seats and numbers; the rest is planned around them."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import examples
from tests.tournaments.plans.recounting import recount
from tournaments.plans import Coming, FieldError, Name, Wishes, costs, plan, plan_rest, swap


def test_a_locked_table_keeps_players_seats_and_number():
    played = plan(16, 1, 1).rounds
    stands = (5, 2, 9, 14)
    coming = (Coming(tuple(range(16)), ((2, stands),)), Coming(tuple(range(16))))
    made = plan_rest(played, coming, 3)
    assert made.rounds[0][2] == stands
    assert recount((*played, *made.rounds), 16) == made.repeats
    for tables in made.rounds:
        assert sorted(player for table in tables for player in table) == list(range(16))


def test_who_meets_at_a_locked_table_does_not_meet_again():
    everybody = tuple(range(24))
    coming = (Coming(everybody, ((0, (0, 1, 2, 3)), (4, (4, 5, 6, 7)))), *[Coming(everybody)] * 2)
    made = plan_rest((), coming, 1)
    assert (made.repeats, made.bound, made.proved_best) == (0, 0, True)
    met = [pair for tables in made.rounds for t in tables for pair in combinations(sorted(t), 2)]
    assert met.count((0, 1)) == met.count((4, 7)) == 1


def test_a_locked_table_of_a_high_number_leaves_a_number_free():
    made = plan_rest((), (Coming(tuple(range(8)), ((3, (0, 1, 2, 3)),)),), 1)
    assert made.rounds[0][1:] == ((), (), (0, 1, 2, 3))
    assert sorted(made.rounds[0][0]) == [4, 5, 6, 7]


def test_where_every_table_is_locked_nothing_moves():
    tables = ((0, 1, 2, 3), (4, 5, 6))
    made = plan_rest((), (Coming(tuple(range(7)), tuple(enumerate(tables))),), 1)
    assert made.rounds == (tables,)
    assert made.byes == ()


def test_a_wish_counts_beside_locked_tables_too():
    coming = (Coming(tuple(range(12)), ((0, (0, 1, 2, 3)),)), Coming(tuple(range(12))))
    wishes = Wishes(apart=frozenset({(4, 5)}), together=frozenset({(6, 7)}), seats={8: (2, -1)})
    made = plan_rest((), coming, 1, wishes=wishes)
    found = {cost.name: cost.amount for cost in costs(made.rounds, wishes)}
    assert [found[name] for name in (Name.APART, Name.TOGETHER, Name.FIXED_SEAT)] == [0, 0, 0]
    assert all(8 in tables[2] for tables in made.rounds)


def test_who_comes_for_the_second_round_sits_in_no_first():
    made = plan_rest((), (Coming(tuple(range(11))), Coming(tuple(range(13)))), 1)
    first, second = ({p for table in tables for p in table} for tables in made.rounds)
    assert first == set(range(11))
    assert second == set(range(13))
    assert made.repeats == recount(made.rounds, 13)


def test_the_first_round_is_the_first_that_comes():
    wishes = Wishes(first_round=frozenset(combinations(range(4), 2)), standing=tuple(range(12)))
    coming = (Coming(tuple(range(12))), Coming(tuple(range(1, 12))))
    for seed in range(2):
        made = plan_rest((), coming, seed, wishes=wishes)
        assert sum(p < 4 for table in made.rounds[0] for p in table) == 4
        assert max(sum(p < 4 for p in table) for table in made.rounds[0]) == 2


def test_who_sat_out_before_does_not_sit_out_again():
    played = (((0, 1, 2, 3),),)
    made = plan_rest(played, (Coming(tuple(range(5))),) * 4, 1, byes=((4,),))
    assert sorted(p for out in made.byes for p in out) == [0, 1, 2, 3]


def test_who_sat_at_a_table_of_three_before_does_not_sit_there_always():
    played = plan(39, 2, 1, tables_of=(3, 4)).rounds
    had = {p for tables in played for table in tables if len(table) == 3 for p in table}
    made = plan_rest(played, (Coming(tuple(range(39))),) * 2, 1)
    again = {p for tables in made.rounds for table in tables if len(table) == 3 for p in table}
    assert len(had) == len(again) == 6
    assert had.isdisjoint(again)


@settings(max_examples=examples(12))
@given(st.data())
def test_everybody_who_plays_a_round_is_seated_in_it_once_or_sits_out(data):
    players = data.draw(st.integers(3, 14))
    played = plan(players, data.draw(st.integers(1, 2)), 2, tables_of=(3, 4)).rounds
    coming = tuple(data.draw(comings(players)) for _ in range(data.draw(st.integers(1, 3))))
    made = plan_rest(played, coming, 7)
    for number, (round_, tables) in enumerate(zip(coming, made.rounds, strict=True)):
        out = made.byes[number] if made.byes else ()
        assert sorted([*out, *(p for table in tables for p in table)]) == sorted(round_.players)
        assert all(tables[at] == table for at, table in round_.locked)
        assert {len(table) for table in tables} <= {0, 3, 4}
    assert made.repeats == recount((*played, *made.rounds), 40) >= made.bound


@st.composite
def comings(draw, players):
    """Some of the field and some who come late; some tables of theirs stand."""
    here = draw(st.permutations(range(players + 3)))[: draw(st.integers(3, players + 3))]
    locked: list[tuple[int, tuple[int, ...]]] = []
    for number in draw(st.lists(st.integers(0, 6), unique=True, max_size=2)):
        size = draw(st.sampled_from((3, 4)))
        start = 4 * len(locked)
        if start + size <= len(here):
            locked.append((number, tuple(here[start : start + size])))
    return Coming(tuple(here), tuple(locked))


def test_the_same_seed_plans_the_rest_the_same():
    coming = (Coming(tuple(range(16)), ((2, (5, 2, 9, 14)),)), Coming(tuple(range(17))))
    made = [plan_rest((), coming, seed) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]


def test_a_plan_from_the_beginning_is_constructed():
    everybody = (0, 1, *range(20, 35))
    made = plan_rest((), (Coming(everybody),) * 4, 1)
    assert made.construction == "GF(5) without 3"
    assert {p for tables in made.rounds for table in tables for p in table} == set(everybody)
    small = plan_rest((), (Coming((3, 5, 6, 8, 9)),) * 2, 1)
    assert all(len(out) == 1 and out[0] in {3, 5, 6, 8, 9} for out in small.byes)


def test_many_rounds_or_nobody_are_refused():
    with pytest.raises(FieldError):
        plan_rest((), (), 1)
    with pytest.raises(FieldError):
        plan_rest((), (Coming(()),), 1)


def test_one_at_a_table_changes_places_with_one_who_sits_out():
    rounds, byes = (((0, 1, 2, 3),), ((4, 1, 2, 3),)), ((4,), (0,))
    made = swap(rounds, 1, 4, 0, byes=byes)
    assert made.rounds[1] == ((0, 1, 2, 3),)
    assert made.byes == ((4,), (4,))
    again = {cost.name: cost.amount for cost in made.after}[Name.BYES_AGAIN]
    assert again == 1
    assert made.difference > 0
    with pytest.raises(ValueError, match="round 2"):
        swap(((((0, 1, 2, 3),)), (((0, 1, 2, 3),))), 1, 0, 9)
    with pytest.raises(ValueError, match="round 1"):
        swap((((0, 1, 2, 3),),), 0, 4, 5, byes=((4, 5),))
