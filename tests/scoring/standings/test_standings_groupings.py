"""Lines add up, know their table, and are seen as places, players, teams and divisions."""

from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import (
    StandingsLine,
    at_table,
    by_place,
    by_player,
    by_team,
    divisions,
    summed,
    with_handicap,
)

amounts = st.integers(-30, 30)
keys = st.sampled_from("abcd")
seats = st.lists(
    st.builds(
        StandingsLine, key=keys, player=st.sampled_from(["", "s", "a"]), points=amounts,
        penalties=st.integers(-5, 0), handicap=amounts, won=amounts, kodille=amounts,
        highest=st.integers(0, 9), deals=st.integers(0, 40),
    ),
    min_size=3, max_size=5,
)  # fmt: skip
ADDED = (
    "points", "penalties", "handicap", "won", "kodille", "deals", "parts_per_opponent",
    "parts_beside_mean",
)  # fmt: skip


def adds_up(lines, parts):
    return all(
        sum(getattr(line, name) for line in lines) == sum(getattr(part, name) for part in parts)
        for name in ADDED
    )


def test_every_figure_is_summed_but_the_highest_and_the_sizes():
    one = StandingsLine(
        key="a", player="s", points=5, penalties=-1, handicap=2, won=3, kodille=1, highest=4,
        deals=30, parts_per_opponent=30, parts_beside_mean=20, sizes=frozenset({3}),
    )  # fmt: skip
    two = replace(one, highest=6, sizes=frozenset({4}), has_games=False)
    assert {field.name for field in fields(StandingsLine)} == {
        *ADDED,
        "key",
        "player",
        "highest",
        "sizes",
        "has_games",
    }
    assert summed("t", [one, two]) == StandingsLine(
        key="t", points=10, penalties=-2, handicap=4, won=6, kodille=2, highest=6,
        deals=60, parts_per_opponent=60, parts_beside_mean=40, sizes=frozenset({3, 4}),
        has_games=False,
    )  # fmt: skip
    assert summed("t", []) == StandingsLine(key="t")


def test_total_and_rate_count_the_handicap():
    line = StandingsLine(key="a", points=5, penalties=-3, handicap=4, deals=6)
    assert (line.total, line.per_active_deal) == (9, Fraction(3, 2))
    assert StandingsLine(key="a", handicap=4).per_active_deal == 0


def test_a_table_says_deviation_and_points_per_opponent():
    lines = at_table(
        [
            StandingsLine(key=key, points=points)
            for key, points in zip("abcd", (9, -3, -3, -2), strict=True)
        ],
        opponents=3,
    )
    assert [line.deviation for line in lines] == [
        Fraction(35, 4), Fraction(-13, 4), Fraction(-13, 4), Fraction(-9, 4),
    ]  # fmt: skip
    assert [line.per_opponent for line in lines] == [3, -1, -1, Fraction(-2, 3)]
    assert {line.sizes for line in lines} == {frozenset({4})}


@pytest.mark.parametrize(("size", "opponents"), ((7, 2), (4, 7)))
def test_a_table_whose_points_do_not_part_in_sixtieths_is_none(size, opponents):
    with pytest.raises(ValueError, match=f"{size} seats and {opponents} opponents"):
        at_table([StandingsLine(key="a")] * size, opponents=opponents)


@given(seats, st.integers(1, 4))
def test_figures_of_a_table_are_exact(lines, opponents):
    mean = Fraction(sum(line.points - line.penalties for line in lines), len(lines))
    for line in at_table(lines, opponents=opponents):
        played = line.points - line.penalties
        assert line.deviation == played - mean + line.penalties
        assert line.per_opponent == Fraction(played, opponents) + line.penalties


def test_a_penalty_counts_whole_and_is_nobodys_gain():
    before = [
        StandingsLine(key="a", points=6),
        StandingsLine(key="b", points=-4),
        StandingsLine(key="c", points=-2),
    ]
    after = [replace(before[0], points=1, penalties=-5), *before[1:]]
    clean, fined = (at_table(lines, opponents=2) for lines in (before, after))
    assert fined[1:] == clean[1:]
    assert clean[0].deviation - fined[0].deviation == 5
    assert clean[0].per_opponent - fined[0].per_opponent == 5


@given(seats, st.integers(1, 4))
def test_without_penalties_deviations_sum_to_nothing(lines, opponents):
    there = at_table(lines, opponents=opponents)
    assert sum(line.deviation - line.penalties for line in there) == 0
    assert sum((line.per_opponent - line.penalties) * opponents for line in there) == sum(
        line.points - line.penalties for line in lines
    )


@given(st.lists(seats, max_size=4))
def test_every_view_keeps_every_point(tables):
    lines = [line for table in tables for line in at_table(table, opponents=2)]
    teams = by_team(lines, {"a": "t", "b": "t", "c": "u"})
    parted = divisions(by_place(lines), {"a": "1", "b": "2"})
    assert adds_up(by_place(lines), lines)
    assert adds_up(by_player(lines), lines)
    assert adds_up(teams, [line for line in lines if line.key != "d"])
    assert adds_up([line for division in parted.values() for line in division], lines)


def test_the_place_keeps_the_points_and_the_substitute_his_own_statistics():
    lines = [
        StandingsLine(key="a", points=5, won=1),
        StandingsLine(key="a", player="s", points=7, won=4),
        StandingsLine(key="s", points=-2, won=2),
    ]
    assert by_place(lines) == (
        StandingsLine(key="a", points=12, won=5),
        StandingsLine(key="s", points=-2, won=2),
    )
    assert by_player(lines) == (
        StandingsLine(key="a", points=5, won=1),
        StandingsLine(key="s", points=5, won=6),
    )


def test_a_team_is_its_members_with_its_own_handicap_even_without_play():
    lines = [
        StandingsLine(key="a", points=5, handicap=1),
        StandingsLine(key="b", player="s", points=7),
        StandingsLine(key="x", points=3),
        StandingsLine(key="x", points=1),
    ]
    teams = by_team(lines, {"c": "none", "a": "one", "b": "one"}, {"one": 10})
    assert teams == (StandingsLine(key="none"), StandingsLine(key="one", points=12, handicap=11))
    assert by_team(lines[:2], {"a": "one", "b": "one"}) == (
        StandingsLine(key="one", points=12, handicap=1),
    )


def test_divisions_keep_their_order_and_those_who_are_in_none():
    lines = [StandingsLine(key=key) for key in "abc"]
    parted = divisions(lines, {"a": "2", "c": "2"})
    assert list(parted.items()) == [("2", (lines[0], lines[2])), ("", (lines[1],))]


@pytest.mark.parametrize(("rounds", "handicap"), ((1, 5), (3, 15)))
def test_a_handicap_for_each_round_is_given_to_the_lines_of_each_round(rounds, handicap):
    per_round = [with_handicap([StandingsLine(key="a", points=2)], {"a": 5}) for _ in range(rounds)]
    (line,) = by_place(line for lines in per_round for line in lines)
    assert (line.points, line.handicap) == (2 * rounds, handicap)


def test_a_handicap_adds_to_one_that_is_there_and_spares_the_others():
    lines = with_handicap(
        [StandingsLine(key="a", handicap=2), StandingsLine(key="b")], {"a": -5, "z": 9}
    )
    assert lines == (StandingsLine(key="a", handicap=-3), StandingsLine(key="b"))
