"""Evenings counted together: the best of them, too few deals, and whether there is a champion."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import (
    Comparison,
    Evening,
    Evidence,
    Order,
    SeasonRules,
    StandingsLine,
    Vacancy,
    Verdict,
    season,
)

POINTS = Order(("points",))


def an_evening(key, abandoned=False, deals=30, **points):  # noqa: FBT002 -- reads well here
    lines = [StandingsLine(key=name, points=here, deals=deals) for name, here in points.items()]
    return Evening(str(key), tuple(lines), abandoned)


def places(result):
    return [(p.rank, p.line.key, p.line.points) for p in result.ranked.placings]


def verdicts(result, key):
    return "".join(share.verdict[0] for share in result.shares[key])


THREE = [an_evening(1, a=5, b=1), an_evening(2, a=-9, b=4), an_evening(3, a=2)]


def test_words_that_others_store_and_show_stay_as_they_are():
    values = ["counts", "dropped", "abandoned", "ahead", "unknown"]
    assert [each.value for each in Verdict] == values
    assert [each.value for each in Comparison] == ["raw", "per_opponent", "per_active_deal"]


def test_an_evening_was_played_to_its_end_unless_it_is_said_otherwise():
    assert not Evening("1", ()).abandoned
    assert Evening("1", ()).over


def test_without_a_limit_all_evenings_count():
    result = season(THREE, SeasonRules(of=3), POINTS)
    assert places(result) == [(1, "b", 5), (2, "a", -2)]
    assert verdicts(result, "a") == "ccc"
    assert (result.champion, result.vacancy) == ("b", None)


def test_the_best_evenings_count_and_it_is_shown_which():
    result = season(THREE, SeasonRules(of=3, best=2), POINTS)
    assert places(result) == [(1, "a", 7), (2, "b", 5)]
    assert [(s.evening, s.line.points, s.verdict) for s in result.shares["a"]] == [
        ("1", 5, Verdict.COUNTS), ("2", -9, Verdict.DROPPED), ("3", 2, Verdict.COUNTS),
    ]  # fmt: skip
    assert verdicts(result, "b") == "cc", "two evenings are no more than two"


def test_of_equal_evenings_the_earlier_counts():
    evenings = [an_evening(1, a=1), an_evening(2, a=3), an_evening(3, a=1)]
    assert verdicts(season(evenings, SeasonRules(of=3, best=2), POINTS), "a") == "ccd"


def test_what_the_event_compares_says_which_evenings_are_the_best():
    evenings = [an_evening(1, a=4, deals=40), an_evening(2, a=3, deals=20)]
    rules = SeasonRules(of=2, best=1)
    assert verdicts(season(evenings, rules, POINTS), "a") == "cd"
    rate = Order(("points",), Comparison.PER_ACTIVE_DEAL)
    assert verdicts(season(evenings, rules, rate), "a") == "dc"


def test_the_whole_chain_says_which_evenings_are_the_best():
    evenings = [
        Evening("1", (StandingsLine(key="a", points=1, kodille=1),)),
        Evening("2", (StandingsLine(key="a", points=1),)),
    ]
    order = Order(("points", "mutual", "lot", "kodille"))
    result = season(evenings, SeasonRules(of=2, best=1), order)
    assert verdicts(result, "a") == "dc"


def test_the_lines_of_an_evening_may_be_ungathered():
    lines = (
        StandingsLine(key="a", player="s", points=2, deals=1),
        StandingsLine(key="a", points=3),
    )
    result = season([Evening("1", lines)], SeasonRules(of=1, best=1), POINTS)
    assert places(result) == [(1, "a", 5)]
    assert verdicts(result, "a") == "c"


def test_who_has_too_few_deals_is_listed_apart_and_dropped_evenings_are_deals_too():
    result = season(THREE, SeasonRules(of=3, best=1, min_deals=61), POINTS)
    assert places(result) == [(1, "a", 5)]
    assert [line.key for line in result.ranked.too_few_deals] == ["b"]
    assert verdicts(result, "b") == "dc", "it is still shown what counted"
    assert result.champion == "a"


BROKEN_OFF = [*THREE[:2], an_evening(3, abandoned=True, a=8, b=-8)]


def test_an_abandoned_evening_counts_as_played_or_not_at_all():
    counted = season(BROKEN_OFF, SeasonRules(of=3), POINTS)
    assert places(counted) == [(1, "a", 4), (2, "b", -3)]
    left_out = season(BROKEN_OFF, SeasonRules(of=3, counts_abandoned=False), POINTS)
    assert places(left_out) == [(1, "b", 5), (2, "a", -4)]
    assert verdicts(left_out, "a") == "cca"


def under_way(key, deals=0, **points):
    return replace(an_evening(key, deals=deals, **points), over=False)


def test_an_evening_that_is_played_counts_for_who_has_held_cards_in_it():
    before = [an_evening(1, a=-6, b=1), an_evening(2, a=3, b=2)]
    rules = SeasonRules(of=3, best=2)
    released = season([*before, under_way(3, a=0, b=0)], rules, POINTS)
    assert verdicts(released, "a") == "cca", "a 0 that nobody played beats no minus"
    assert places(released) == [(1, "b", 3), (2, "a", -3)]
    begun = season([*before, under_way(3, deals=1, a=0, b=0)], rules, POINTS)
    assert verdicts(begun, "a") == "dcc"
    over = season([*before, an_evening(3, deals=0, a=0, b=0)], rules, POINTS)
    assert verdicts(over, "a") == "dcc"


def test_who_has_held_no_cards_has_no_place_and_stands_apart():
    result = season([an_evening(1, a=-5), under_way(2, a=0, b=0)], SeasonRules(of=2), POINTS)
    assert places(result) == [(1, "a", -5)]
    assert [line.key for line in result.ranked.too_few_deals] == ["b"]


def test_the_deals_of_an_evening_left_out_are_no_deals():
    rules = SeasonRules(of=3, counts_abandoned=False, min_deals=61)
    assert places(season(BROKEN_OFF, rules, POINTS)) == []


def test_an_evening_whose_games_nobody_knows_counts_only_where_games_are_not_compared():
    known = an_evening(1, a=1, b=2)
    lines = tuple(replace(line, has_games=False) for line in an_evening(2, a=9, b=7).lines)
    evenings, rules = [known, Evening("2", lines)], SeasonRules(of=2)
    games = season(evenings, rules, Order(("won", "points")))
    assert verdicts(games, "a") == "cu"
    assert places(games) == [(1, "b", 2), (2, "a", 1)]
    assert verdicts(season(evenings, rules, POINTS), "a") == "cc"


def test_an_evening_left_out_is_not_among_the_best():
    rules = SeasonRules(of=3, best=1, counts_abandoned=False)
    assert verdicts(season(BROKEN_OFF, rules, POINTS), "a") == "cda"


@pytest.mark.parametrize(
    ("evenings", "rules", "vacancy"),
    (
        ([], SeasonRules(of=1), Vacancy.TOO_FEW_EVENINGS),
        (THREE, SeasonRules(of=4), Vacancy.TOO_FEW_EVENINGS),
        (BROKEN_OFF, SeasonRules(of=3), Vacancy.EVENING_ABANDONED),
        (BROKEN_OFF, SeasonRules(of=3, counts_abandoned=False), Vacancy.EVENING_ABANDONED),
        (BROKEN_OFF, SeasonRules(of=2), None),
        ([*THREE[:2], under_way(3, deals=9, a=1)], SeasonRules(of=3), Vacancy.EVENING_UNDER_WAY),
        ([*THREE, under_way(4, a=1)], SeasonRules(of=3), Vacancy.EVENING_UNDER_WAY),
        (THREE, SeasonRules(of=3, min_deals=99), Vacancy.NOBODY_PLACED),
        ([an_evening(1, a=1, b=1)], SeasonRules(of=1), Vacancy.SHARED),
        ([an_evening(1, a=1, b=1, c=2)], SeasonRules(of=1), None),
    ),
)
def test_a_season_has_a_champion_or_says_why_not(evenings, rules, vacancy):
    result = season(evenings, rules, POINTS)
    assert result.vacancy is vacancy
    assert (result.champion is None) == (vacancy is not None)


def test_a_lot_makes_a_champion_of_two_who_share():
    evenings = [an_evening(1, a=1, b=1)]
    evidence = Evidence(lots={"a": 2, "b": 1})
    result = season(evenings, SeasonRules(of=1), Order(("points", "lot")), evidence=evidence)
    assert result.champion == "b"


def test_a_season_counts_at_least_one_evening():
    with pytest.raises(ValueError, match="at least one"):
        SeasonRules(of=3, best=0)


some_evenings = st.lists(
    st.dictionaries(st.sampled_from("abc"), st.integers(-9, 9)), max_size=6
).map(lambda given: [an_evening(number, **points) for number, points in enumerate(given)])


def sums(evenings, best):
    result = season(evenings, SeasonRules(of=1, best=best), POINTS)
    return {placing.line.key: placing.line.points for placing in result.ranked.placings}


@given(some_evenings, st.integers(1, 6))
def test_no_other_choice_of_as_many_evenings_is_better(evenings, best):
    counted = sums(evenings, best)
    for key, own in season(evenings, SeasonRules(of=1), POINTS).shares.items():
        points = [share.line.points for share in own]
        choices = combinations(points, min(best, len(points)))
        assert counted[key] == max(map(sum, choices))


@given(some_evenings, st.integers(1, 6))
def test_another_evening_never_costs_a_place_that_has_its_fill(evenings, best):
    before, after = sums(evenings[:-1], best), sums(evenings, best)
    shares = season(evenings[:-1], SeasonRules(of=1), POINTS).shares
    for key, points in before.items():
        if len(shares[key]) >= best:
            assert after[key] >= points


@given(some_evenings, st.integers(1, 6), st.randoms(use_true_random=False))
def test_the_order_of_the_evenings_changes_no_sum(evenings, best, chance):
    before = sums(evenings, best)
    chance.shuffle(evenings)
    assert sums(evenings, best) == before


@given(some_evenings, st.integers(1, 6), st.integers(0, 100))
def test_nobody_is_lost_and_as_many_count_as_may(evenings, best, min_deals):
    result = season(evenings, SeasonRules(of=1, best=best, min_deals=min_deals), POINTS)
    placed = [placing.line.key for placing in result.ranked.placings]
    apart = [line.key for line in result.ranked.too_few_deals]
    assert sorted(placed + apart) == sorted(result.shares)
    for own in result.shares.values():
        counting = [share for share in own if share.verdict is Verdict.COUNTS]
        assert len(counting) == min(best, len(own))
