"""Seasons are recounted by a table of all pairs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import examples
from tournaments.plans.basenights import BASES
from tournaments.plans.plan import FieldError
from tournaments.plans.whist import season_draw

DESIGNS = [players for players in range(4, 41) if players % 4 <= 1]


def recount(evenings, players):
    """How often two meet, and how often opposite each other."""
    met = [[0] * players for _ in range(players)]
    across = [[0] * players for _ in range(players)]
    for tables in evenings:
        for table in tables:
            for i, one in enumerate(table):
                for j, other in enumerate(table):
                    met[one][other] += i != j
                    across[one][other] += len(table) == 4 and abs(i - j) == 2
    return met, across


def off_diagonal(square):
    return {times for i, row in enumerate(square) for j, times in enumerate(row) if i != j}


@pytest.mark.parametrize("players", DESIGNS)
def test_everybody_meets_everybody_three_times_and_once_opposite(players):
    drawn = season_draw(players, 11)
    met, across = recount(drawn.evenings, players)
    assert off_diagonal(met) == {3}
    assert off_diagonal(across) == {1}
    assert len(drawn.evenings) == (players - 1 if players % 4 == 0 else players)
    assert {len(table) for tables in drawn.evenings for table in tables} == {4}
    assert {len(byes) for byes in drawn.byes} == {players % 4}
    assert (drawn.meetings, drawn.proved_best) == ((3, 3), True)


@settings(max_examples=examples(40))
@given(st.integers(3, 60), st.integers(0, 10**6))
def test_everybody_sits_or_sits_out_each_evening_and_the_draw_says_what_it_is(players, seed):
    drawn = season_draw(players, seed)
    met, _ = recount(drawn.evenings, players)
    assert drawn.meetings == (min(off_diagonal(met)), max(off_diagonal(met)))
    assert drawn.proved_best == (len(off_diagonal(met)) == 1)
    for tables, byes in zip(drawn.evenings, drawn.byes, strict=True):
        named = [player for table in tables for player in table]
        assert sorted([*named, *byes]) == list(range(players))
        assert {len(table) for table in tables} <= {3, 4}
    assert drawn == season_draw(players, seed)


@pytest.mark.parametrize("players", range(3, 41, 4))
def test_one_fewer_than_a_multiple_of_four_meet_equally_too_at_one_table_of_three(players):
    drawn = season_draw(players, 2)
    assert drawn.meetings == (3, 3)
    assert {sum(len(table) == 3 for table in tables) for tables in drawn.evenings} == {1}
    assert not any(drawn.byes)


@pytest.mark.parametrize("players", range(6, 41, 4))
def test_two_fewer_differ_by_one_meeting(players):
    drawn = season_draw(players, 2)
    assert drawn.meetings == (2, 3)
    assert not drawn.proved_best
    assert sorted(map(len, drawn.byes))[-4:] == [0, 2, 2, 2]


@pytest.mark.parametrize("players", DESIGNS)
def test_seats_are_shared_out(players):
    drawn = season_draw(players, 3)
    for player in range(players):
        had = [
            table.index(player) for night in drawn.evenings for table in night if player in table
        ]
        counts = [had.count(seat) for seat in range(4)]
        assert max(counts) - min(counts) <= 3


@pytest.mark.parametrize("players", (16, 17, 40))
def test_nobody_keeps_a_table(players):
    drawn = season_draw(players, 1)
    for player in range(players):
        at = [i for night in drawn.evenings for i, table in enumerate(night) if player in table]
        assert len(set(at)) > len(drawn.evenings[0]) // 2


@pytest.mark.parametrize("players", (44, 45, 60))
def test_where_no_design_is_kept_the_spread_is_told(players):
    drawn = season_draw(players, 1)
    assert drawn.construction == "cyclic search"
    assert drawn.meetings[1] - drawn.meetings[0] <= 2
    assert season_draw(players, 2).evenings != drawn.evenings


@pytest.mark.parametrize(
    ("players", "construction"),
    (
        (25, "whist over GF(25)"),
        (36, "cyclic whist 36"),
        (35, "cyclic whist 36 without 1"),
        (34, "cyclic whist 36 without 2"),
    ),
)
def test_the_construction_is_named(players, construction):
    assert season_draw(players, 1).construction == construction


def test_a_base_with_two_numbers_exchanged_is_no_design(monkeypatch):
    (a, b, c, d), second, *rest = BASES[12]
    wrong = ((second[0], b, c, d), (a, *second[1:]), *rest)
    monkeypatch.setattr("tournaments.plans.whist.BASES", {12: wrong})
    assert not season_draw(12, 1).proved_best


@pytest.mark.parametrize("players", (2, 101))
def test_a_field_without_a_season_is_refused(players):
    with pytest.raises(FieldError):
        season_draw(players, 1)
