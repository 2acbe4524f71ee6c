"""Every field of 3 to 400 players has a plan, for any number of rounds; all are recounted."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import examples
from tests.tournaments.plans.recounting import check, times_at
from tournaments.plans import FieldError, plan
from tournaments.plans.bounds import least_repeats
from tournaments.plans.layout import Layout, layout
from tournaments.seating.__main__ import main

SIZES = st.sampled_from(((3, 4), (4, 5), (4,), (3, 4, 5), (3,), (3, 5)))

# research/performance.md 1.3: the fewest repeats measured, over R = 4, 5, 6, 8
TABLE = {
    13: (0, 3, 12, 42), 14: (0, 2, 17, 53), 15: (0, 0, 21, 63), 16: (0, 0, 24, 72),
    17: (0, 0, 2, 32), 18: (0, 0, 2, 39), 19: (0, 0, 3, 45), 20: (0, 0, 6, 50),
    21: (0, 0, 0, 9), 22: (0, 0, 0, 12), 23: (0, 0, 0, 15), 24: (0, 0, 0, 18),
    **dict.fromkeys((25, 26, 27, 28, 30, 31, 32, 34, 40, 42, 48, 61, 64, 98, 100, 200), (0,) * 4),
}  # fmt: skip
FIVES = {
    17: (3, 8, 32, 88), 18: (6, 15, 39, 103), 21: (0, 2, 6, 62), 22: (1, 2, 6, 73),
    25: (0, 0, 3, 33), 26: (0, 0, 3, 43), 30: (0, 0, 0, 19), 34: (0, 0, 0, 9),
    42: (0,) * 4, 61: (0,) * 4, 98: (0,) * 4,
}  # fmt: skip
LESS_SHARED = ((18, 6), (19, 6))  # where the fewest repeats known need it
CELLS = [
    (players, rounds, sizes, most)
    for sizes, table in (((3, 4), TABLE), ((4, 5), FIVES))
    for players, row in table.items()
    for rounds, most in zip((4, 5, 6, 8), row, strict=True)
]


@settings(max_examples=examples(80))
@given(st.integers(3, 60), st.integers(1, 6), st.integers(0, 10**6), SIZES)
def test_everybody_sits_or_has_a_bye(players, rounds, seed, sizes):
    check(plan(players, rounds, seed, tables_of=sizes), players, rounds, sizes)


@pytest.mark.parametrize("players", (3, 5, 6, 7, 9, 11, 131, 203, 397, 400))
def test_small_and_large_fields_have_twenty_rounds(players):
    check(plan(players, 20, 3, tables_of=(3, 4)), players, 20, (3, 4))


@pytest.mark.parametrize(("players", "rounds", "sizes", "most"), CELLS)
def test_no_more_repeats_than_were_measured(players, rounds, sizes, most):
    made = plan(players, rounds, 5, tables_of=sizes)
    check(made, players, rounds, sizes)
    assert made.repeats <= most


@settings(max_examples=examples(40))
@given(st.integers(13, 120), st.sampled_from((4, 5, 6, 8)))
def test_nobody_sits_at_a_table_of_three_much_more_often_than_others(players, rounds):
    had = times_at(plan(players, rounds, 1, tables_of=(3, 4)).rounds, players, 3)
    more = 1 if (players, rounds) in LESS_SHARED else 0
    assert max(had) <= sum(had) / players + 1 + more


@pytest.mark.strict
@settings(max_examples=examples(30))
@given(st.integers(5, 40), st.integers(2, 8))
def test_byes_are_shared(players, rounds):
    made = plan(players, rounds, 1, tables_of=(4,))
    out = [player for byes in made.byes for player in byes]
    assert all(out.count(player) <= -(-len(out) // players) for player in range(players))


def test_byes_are_few_and_full_tables_many():
    assert layout(5, (3, 4)) == Layout((4,), byes=1)
    assert layout(7, (4, 5)) == Layout((5,), byes=2)
    assert layout(10, (4, 5)).sizes == (5, 5)
    assert layout(3, (4, 5)) == Layout((), byes=3)
    assert sum(layout(11, (3, 4)).sizes) == layout(11, (3, 4)).players == 11
    for sizes in ((), (4, 6)):
        with pytest.raises(ValueError, match="not among those"):
            layout(12, sizes)


@pytest.mark.parametrize(("players", "rounds"), ((5, 2), (8, 2), (6, 2)))
def test_the_bound_is_the_truth_for_two_rounds_of_a_few(players, rounds):
    made = plan(players, rounds, 1, tables_of=(3, 4))
    assert made.proved_best
    assert made.bound == least_repeats(layout(players, (3, 4)), rounds) > 0


@pytest.mark.strict
def test_the_same_seed_gives_the_same_searched_plan():
    assert plan(33, 12, 9, tables_of=(3, 4)) == plan(33, 12, 9, tables_of=(3, 4))


@pytest.mark.parametrize("players", (2, 401))
def test_too_few_and_too_many_are_refused(players):
    with pytest.raises(FieldError, match="no plan for"):
        plan(players, 2, 1, tables_of=(3, 4))


def printed(capsys, *arguments):
    assert main([*arguments, "--rounds", "3", "--seed", "2"]) == 0
    return capsys.readouterr().out


def test_the_command_names_byes_where_there_are_any(capsys):
    said = json.loads(printed(capsys, "plan", "--players", "5", "--json"))
    assert set(said) == {"rounds", "repeats", "bound", "proved_best", "byes"}
    assert [len(byes) for byes in said["byes"]] == [1, 1, 1]
    assert "bye: " in printed(capsys, "plan", "--players", "5")
    fives = json.loads(printed(capsys, "plan", "--players", "9", "--tables-of", "4,5", "--json"))
    assert "byes" not in fives
    assert sorted(len(table) for table in fives["rounds"][0]) == [4, 5]


def test_the_command_explains(capsys):
    assert printed(capsys, "explain", "--players", "28").startswith("cyclic: 0 repeated meetings")
    assert "no plan has fewer than" in printed(capsys, "explain", "--players", "11")
    said = json.loads(printed(capsys, "explain", "--players", "27", "--json"))
    assert said["construction"] == "cyclic without 1"
    assert said["proved_best"]
