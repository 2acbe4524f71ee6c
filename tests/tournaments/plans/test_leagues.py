"""Schedules are recounted here from their matches alone."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import partner
from tests.sizes import examples
from tournaments.plans.leagues import (
    LeagueError,
    LeagueRound,
    exchanged,
    groups,
    round_robin,
    side_by_side,
    tables,
)
from tournaments.plans.matches import lend, pairs_of, seats, team_tables


def met(schedule):
    """By two teams the number of matches; a ring is not one."""
    return Counter(frozenset(match) for one in schedule for match in one.matches)


def everybody_once_a_round(schedule, teams):
    for one in schedule:
        named = [team for match in one.matches for team in match]
        assert sorted([*named, *one.byes]) == list(range(teams))


@given(st.integers(2, 60), st.integers(1, 3))
@settings(max_examples=examples(60))
def test_all_meet_as_often_as_was_asked_and_nobody_sits_out_needlessly(teams, times):
    schedule = round_robin(teams, times=times)
    everybody_once_a_round(schedule, teams)
    assert set(met(schedule).values()) == {times}
    assert len(met(schedule)) == teams * (teams - 1) // 2
    assert {len(one.byes) for one in schedule} == {teams % 2}
    assert len(schedule) == times * (teams - 1 + teams % 2)


@given(st.integers(2, 60), st.integers(1, 2))
@settings(max_examples=examples(60))
def test_home_is_fair_and_changes_from_match_to_match(teams, times):
    schedule = round_robin(teams, times=times)
    sides = dict.fromkeys(range(teams), "")
    for one in schedule:
        for home, away in one.matches:
            sides[home] += "H"
            sides[away] += "A"
    for played in sides.values():
        home = abs(2 * played.count("H") - len(played))
        assert home == 0 if times == 2 or teams % 2 else home <= 1
    once = [played[: teams - 1] for played in sides.values()]
    breaks = sum(one == other for played in once for one, other in pairwise(played))
    assert breaks == (0 if teams % 2 else teams - 2)


def test_a_double_round_is_played_at_home_and_away():
    schedule = round_robin(7, times=2)
    at_home = Counter(match for one in schedule for match in one.matches)
    assert len(at_home) == 7 * 6
    assert set(at_home.values()) == {1}


@pytest.mark.parametrize("teams", range(4, 61))
@pytest.mark.parametrize("times", (1, 2))
def test_two_sit_out_in_every_round_but_the_last_and_all_meet_at_two_tables(teams, times):
    schedule = round_robin(teams, byes_on_purpose=True, times=times)
    everybody_once_a_round(schedule, teams)
    leg = schedule[: len(schedule) // times]
    assert [len(one.byes) for one in leg] == [2] * teams + [0]
    assert set(Counter(team for one in leg for team in one.byes).values()) == {2}
    at_tables = Counter(
        frozenset(table) for one in schedule for match in one.matches for table in tables(match)
    )
    assert set(at_tables.values()) == {2 * times}
    assert len(at_tables) == teams * (teams - 1) // 2


@pytest.mark.parametrize("teams", (5, 7, 12, 13, 22, 31))
@pytest.mark.parametrize("times", (1, 2))
def test_both_pairs_of_two_teams_meet_and_every_team_sits_both_ways(teams, times):
    schedule = round_robin(teams, byes_on_purpose=True, times=times)
    pairs: Counter[tuple[int, int, int]] = Counter()
    for one in schedule:
        ways: Counter[tuple[int, int]] = Counter()
        for match in one.matches:
            for (home, first), (away, second) in team_tables(match):
                pairs[home, first, away] += 1
                pairs[away, second, home] += 1
                ways[home, first] += 1
                ways[away, second] += 1
        assert set(ways.values()) == {1}
    assert set(pairs.values()) == {times}
    assert len(pairs) == 2 * teams * (teams - 1)


@pytest.mark.parametrize("teams", (6, 12, 20))
def test_home_is_fair_with_byes_on_purpose(teams):
    sides: Counter[int] = Counter()
    for one in round_robin(teams, byes_on_purpose=True):
        for home, away in one.matches:
            sides[home] += 1
            sides[away] -= 1
    assert set(map(abs, sides.values())) == {1}


@pytest.mark.parametrize(
    ("teams", "byes", "times"), ((1, False, 1), (61, False, 1), (4, False, 0), (3, True, 1))
)
def test_what_has_no_schedule_is_refused(teams, byes, times):
    with pytest.raises(LeagueError):
        round_robin(teams, byes_on_purpose=byes, times=times)


@given(st.permutations(range(17)), st.integers(1, 8))
def test_groups_hold_everybody_once_and_are_as_strong_as_each_other(order, number):
    made = groups(order, number)
    assert sorted(team for group in made for team in group) == list(range(17))
    assert max(map(len, made)) - min(map(len, made)) <= 1
    laps = 17 // number // 2 * 2
    sums = {sum(order.index(team) for team in group[:laps]) for group in made}
    assert len(sums) == 1


@pytest.mark.parametrize("number", (0, 4))
def test_a_group_of_one_is_refused(number):
    with pytest.raises(LeagueError):
        groups(range(7), number)


@given(st.lists(st.integers(2, 6), min_size=1, max_size=4), st.integers(0, 1))
def test_divisions_keep_their_sizes_when_teams_go_up_and_down(sizes, moving):
    teams = iter(range(sum(sizes)))
    divisions = [[next(teams) for _ in range(size)] for size in sizes]
    after = exchanged(divisions, moving)
    assert [len(division) for division in after] == sizes
    assert sorted(sum(after, ())) == list(range(sum(sizes)))
    for upper, lower in zip(divisions, after[1:], strict=False):
        assert set(upper) & set(lower) == set(upper[len(upper) - moving :])


@pytest.mark.parametrize(
    ("sizes", "moving"), (((2, 1), 2), ((2, 1, 2), 1), ((3, 3), -1))
)  # fmt: skip
def test_nobody_goes_up_and_down_at_once(sizes, moving):
    with pytest.raises(LeagueError):
        exchanged([range(size) for size in sizes], moving)


def test_groups_are_played_at_the_same_time_and_the_shorter_waits():
    made = side_by_side([(5, 6, 7), (8, 9)], [round_robin(3), round_robin(2)])
    assert [len(one.matches) for one in made] == [2, 1, 1]
    for one in made:
        named = [team for match in one.matches for team in match]
        assert sorted([*named, *one.byes]) == [5, 6, 7, 8, 9]
    assert made[1] == LeagueRound(made[1].matches, (6, 8, 9))


def test_partners_sit_opposite_each_other():
    placed = seats((10, 11), (20, 21))
    assert {(placed[seat], placed[partner(seat)]) for seat in range(2)} == {(10, 11), (20, 21)}


def test_a_mixed_team_plays_in_every_way_and_fixed_pairs_stay():
    members = (4, 5, 6, 7)
    mixed = [
        frozenset(map(frozenset, pairs_of(members, number, mixing=True))) for number in range(3)
    ]
    assert len({pair for way in mixed for pair in way}) == 6
    assert all(frozenset().union(*way) == set(members) for way in mixed)
    assert {pairs_of(members, number, mixing=False) for number in range(4)} == {((4, 5), (6, 7))}


def lots(seed):
    return random.Random(seed)  # noqa: S311 -- a lot that anybody can draw again


def test_who_has_helped_least_is_asked_first_and_lots_decide_the_rest():
    first = lend([90, 91], [1, 2, 3, 4], {1: 1, 2: 1}, lots(1))
    assert set(first) == {90, 91}
    assert set(first.values()) == {3, 4}
    assert {lend([90], [3, 4], {}, lots(seed))[90] for seed in range(20)} == {3, 4}
    assert set(lend([90, 91, 92], [3, 4], {}, lots(1))) == {90, 91}
    assert lend([90], [3, 4], {}, lots(5)) == lend([90], [3, 4], {}, lots(5))
