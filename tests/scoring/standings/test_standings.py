"""Places by metrics in an order: shared, decided, and the same however the lines come."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import (
    DEFAULT_CHAIN,
    METRICS,
    ChainCode,
    ChainError,
    Comparison,
    Direction,
    Evidence,
    Order,
    StandingsLine,
    Tied,
    at_table,
    below,
    chain_faults,
    draw_lots,
    mutual_results,
    rank,
    ranked,
)
from scoring.standings.lines import PARTS

CHAIN = [METRICS[key] for key in DEFAULT_CHAIN]
figures = st.integers(-3, 3)
some_lines = st.lists(
    st.builds(
        StandingsLine, key=st.uuids().map(str), points=figures, won=figures, kodille=figures,
        highest=figures, deals=st.integers(0, 3), handicap=figures,
        parts_beside_mean=figures, parts_per_opponent=figures,
    ),
    max_size=8, unique_by=lambda line: line.key,
)  # fmt: skip
some_chains = st.lists(st.sampled_from(sorted(METRICS)), min_size=1, unique=True).map(tuple)


def by(*keys):
    return [METRICS[key] for key in keys]


def places(lines, metrics=CHAIN, evidence=None):
    placings = rank(lines, metrics, evidence or Evidence())
    return [(placing.rank, placing.shared, placing.line.key) for placing in placings]


def deciders(lines, metrics=CHAIN, evidence=None):
    return [
        (placing.line.key, placing.decided_by)
        for placing in rank(lines, metrics, evidence or Evidence())
    ]


def lots_for(lines):
    return Evidence(lots=draw_lots([line.key for line in lines], seed=1))


def test_the_default_chain_is_points_won_kodille_highest():
    assert DEFAULT_CHAIN == ("points", "won", "kodille", "highest")
    assert {key: metric.key for key, metric in METRICS.items()} == {key: key for key in METRICS}


def test_only_of_kodille_and_lots_fewer_is_better():
    fewer = {key for key, metric in METRICS.items() if metric.better is Direction.FEWER}
    assert fewer == {"kodille", "lot"}


@pytest.mark.parametrize(
    ("better", "worse"),
    (
        ({"points": 2}, {"points": 1, "won": 9, "highest": 6}),
        ({"points": 1, "won": 2, "kodille": 5}, {"points": 1, "won": 1}),
        ({"won": 1, "kodille": 0}, {"won": 1, "kodille": 1, "highest": 6}),
        ({"won": 1, "highest": 4}, {"won": 1, "highest": 3, "deals": 40}),
        ({"points": -1}, {"points": -2}),
        ({"points": 1, "handicap": 2}, {"points": 2}),
    ),
)
def test_each_metric_decides_where_those_before_it_are_equal(better, worse):
    lines = [StandingsLine(key="worse", **worse), StandingsLine(key="better", **better)]
    assert places(lines) == [(1, False, "better"), (2, False, "worse")]


@pytest.mark.parametrize(
    ("key", "better", "worse"),
    (
        ("per_opponent", {"parts_per_opponent": 40}, {"parts_per_opponent": 30}),
        ("per_opponent", {"handicap": 1}, {"parts_per_opponent": 59}),
        ("per_active_deal", {"points": 3, "deals": 30}, {"points": 3, "deals": 40}),
        ("per_active_deal", {"handicap": 1, "deals": 2}, {"points": 1, "deals": 3}),
        ("per_active_deal", {}, {"points": -1, "deals": 9}),
        ("deviation", {"parts_beside_mean": 20}, {"parts_beside_mean": -20}),
        ("deviation", {"handicap": 1}, {"parts_beside_mean": 59}),
    ),
)
def test_other_figures_of_points(key, better, worse):
    lines = [StandingsLine(key="worse", **worse), StandingsLine(key="better", **better)]
    assert places(lines, by(key)) == [(1, False, "better"), (2, False, "worse")]


def test_who_is_equal_in_everything_shares_a_place_and_a_gap_follows():
    lines = [
        StandingsLine(key="d", points=1),
        StandingsLine(key="a", points=5, deals=30),
        StandingsLine(key="b", points=5, deals=40),
        StandingsLine(key="c", points=3),
    ]
    assert places(lines) == [(1, True, "a"), (1, True, "b"), (3, False, "c"), (4, False, "d")]


def test_each_line_says_what_put_it_behind_the_one_before():
    lines = [
        StandingsLine(key="a", points=5, won=2),
        StandingsLine(key="b", points=5, won=1, kodille=1),
        StandingsLine(key="c", points=5, won=1, kodille=2),
        StandingsLine(key="d", points=5, won=1, kodille=2),
        StandingsLine(key="e", points=4, won=9),
    ]
    assert deciders(lines) == [
        ("a", None), ("b", "won"), ("c", "kodille"), ("d", None), ("e", "points"),
    ]  # fmt: skip


def test_another_order_gives_another_winner():
    lines = [StandingsLine(key="a", points=5, kodille=4), StandingsLine(key="b", points=1)]
    assert places(lines)[0][2] == "a"
    assert places(lines, by("kodille", "points"))[0][2] == "b"


def test_without_a_metric_all_share_and_nobody_is_no_place():
    assert places([StandingsLine(key="a"), StandingsLine(key="b", points=1)], []) == [
        (1, True, "a"),
        (1, True, "b"),
    ]
    assert places([]) == []


# --- what is known beside the lines ---------------------------------------------------------

TIE = [StandingsLine(key=key, points=4) for key in "abc"]


def a_table(**points):
    return at_table(
        [StandingsLine(key=key, points=here) for key, here in points.items()], opponents=2
    )


def test_the_mutual_result_is_that_of_the_tables_where_they_met():
    mutual = mutual_results([a_table(a=6, b=-2, c=-4), a_table(a=-8, b=2, x=6)])
    assert mutual["a", "b"] == PARTS * Fraction(6 + 2 - 8 - 2, 2)
    assert mutual["b", "a"] == -mutual["a", "b"]
    assert ("c", "x") not in mutual
    evidence = Evidence(mutual=mutual)
    assert deciders(TIE[:2], by("points", "mutual"), evidence) == [("b", None), ("a", "mutual")]
    assert deciders(TIE, by("points", "mutual"), evidence) == [
        ("a", None), ("b", "mutual"), ("c", "mutual"),
    ]  # fmt: skip


def test_the_mutual_result_is_told_in_points_per_opponent():
    evidence = Evidence(mutual=mutual_results([a_table(a=3, b=-2, c=-1)]))
    figures = [METRICS["mutual"].worth(line, Tied(("a", "b", "c"), evidence)) for line in TIE]
    assert figures == [Fraction(5 + 4, 2), Fraction(-5 - 1, 2), Fraction(-4 + 1, 2)]


def test_who_did_not_meet_all_the_tied_leaves_all_to_the_next_metric():
    evidence = Evidence(mutual=mutual_results([a_table(a=6, b=-2, c=-4)]))
    lines = [*TIE, StandingsLine(key="x", points=4, won=1)]
    assert deciders(lines, by("points", "mutual", "won"), evidence) == [
        ("x", None), ("a", "won"), ("b", None), ("c", None),
    ]  # fmt: skip


def test_only_those_who_are_tied_are_compared():
    """Of the three at the table two are tied, and their third opponent counts for nothing."""
    evidence = Evidence(mutual=mutual_results([a_table(a=0, b=1, c=-9), a_table(a=5, c=0, x=-5)]))
    lines = [*TIE[:2], StandingsLine(key="c", points=1)]
    assert deciders(lines, by("points", "mutual"), evidence) == [
        ("b", None), ("a", "mutual"), ("c", "points"),
    ]  # fmt: skip


def test_two_lines_of_a_team_at_a_table_meet_the_others_together():
    seats = [
        StandingsLine(key=key, points=points) for key, points in (("a", 5), ("b", 1), ("a", -4))
    ]
    assert mutual_results([at_table(seats, opponents=1)]) == {("a", "b"): 0, ("b", "a"): 0}


def test_nobody_alone_is_tied_with_himself():
    assert METRICS["mutual"].worth(TIE[0], Tied(("a",))) is None


def test_the_lowest_lot_goes_first_and_a_missing_one_decides_nothing():
    chain = by("points", "lot")
    assert places(TIE, chain, Evidence(lots={"a": 3, "b": 1, "c": 2})) == [
        (1, False, "b"), (2, False, "c"), (3, False, "a"),
    ]  # fmt: skip
    assert places(TIE, chain, Evidence(lots={"a": 3, "b": 1})) == [
        (1, True, "a"), (1, True, "b"), (1, True, "c"),
    ]  # fmt: skip


def test_a_lot_can_be_drawn_again_and_any_order_can_come():
    drawn = [draw_lots(["c", "a", "b"], seed) for seed in range(60)]
    assert drawn == [draw_lots(["a", "b", "c"], seed) for seed in range(60)]
    assert all(sorted(lots.values()) == [1, 2, 3] for lots in drawn)
    assert len({tuple(sorted(lots.items())) for lots in drawn}) == 6


# --- the chain ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chain", "faults"),
    (
        ((), [(ChainCode.EMPTY, "")]),
        (("luck",), [(ChainCode.UNKNOWN, "luck")]),
        (("won", "points", "won"), [(ChainCode.DOUBLED, "won")]),
        (("x", "x", "won", "won"), [(ChainCode.UNKNOWN, "x"), (ChainCode.UNKNOWN, "x"),
                                    (ChainCode.DOUBLED, "won")]),
        (DEFAULT_CHAIN, []),
        (tuple(METRICS), []),
    ),
)  # fmt: skip
def test_a_chain_is_told_everything_that_is_wrong_with_it(chain, faults):
    assert [(fault.code, fault.key) for fault in chain_faults(chain)] == faults
    if faults:
        with pytest.raises(ChainError) as caught:
            Order(chain)
        assert caught.value.faults == chain_faults(chain)
        assert faults[0][0] in str(caught.value)
    else:
        assert Order(chain).chain == chain


def test_a_refused_chain_says_its_codes():
    with pytest.raises(ChainError) as caught:
        Order(("luck", "won", "won"))
    assert str(caught.value) == "metric_unknown luck, metric_doubled won"
    with pytest.raises(ChainError, match=r"^chain_empty$"):
        Order(())


@pytest.mark.parametrize(
    ("comparison", "chain"),
    (
        (Comparison.RAW, ("won", "points", "per_opponent")),
        (Comparison.PER_OPPONENT, ("won", "per_opponent")),
        (Comparison.PER_ACTIVE_DEAL, ("won", "per_active_deal", "per_opponent")),
    ),
)
def test_where_the_chain_says_points_stands_what_the_comparison_makes_of_them(comparison, chain):
    order = Order(("won", "points", "per_opponent"), comparison)
    assert tuple(metric.key for metric in order.metrics) == chain
    result = ranked([], order)
    assert (result.chain, result.comparison, result.placings) == (chain, comparison, ())


# --- standings ------------------------------------------------------------------------------

SMALL = frozenset({3})
LARGE = frozenset({4})


@pytest.mark.parametrize(
    ("chain", "comparison", "sizes", "mixed"),
    (
        (("points",), Comparison.RAW, (SMALL, LARGE), True),
        (("won", "points"), Comparison.RAW, (SMALL | LARGE, LARGE), True),
        (("deviation",), Comparison.PER_OPPONENT, (SMALL, LARGE), True),
        (("points",), Comparison.RAW, (LARGE, LARGE), False),
        (("points",), Comparison.RAW, (frozenset(), LARGE), False),
        (("points",), Comparison.PER_OPPONENT, (SMALL, LARGE), False),
        (("points",), Comparison.PER_ACTIVE_DEAL, (SMALL, LARGE), False),
    ),
)
def test_standings_say_that_they_mix_tables_of_different_sizes(chain, comparison, sizes, mixed):
    lines = [StandingsLine(key=key, sizes=size) for key, size in zip("ab", sizes, strict=True)]
    assert ranked(lines, Order(chain, comparison)).mixed_sizes is mixed


def test_who_has_too_few_deals_stands_apart_and_takes_no_place():
    lines = [
        StandingsLine(key="a", points=9, deals=29, sizes=SMALL),
        StandingsLine(key="b", deals=30, sizes=LARGE),
    ]
    result = ranked(lines, Order(), too_few_deals=below(lines, 30))
    assert [(p.rank, p.line.key) for p in result.placings] == [(1, "b")]
    assert result.too_few_deals == (lines[0],)
    assert not result.mixed_sizes, "nobody of the other size was compared"


def test_standings_use_what_is_known():
    result = ranked(TIE, Order(("points", "lot")), evidence=lots_for(TIE))
    assert [placing.rank for placing in result.placings] == [1, 2, 3]


# --- what holds of all ----------------------------------------------------------------------


@given(some_lines)
def test_a_place_is_one_more_than_those_who_are_better(lines):
    for placing in rank(lines, CHAIN):
        worth = [metric.worth(placing.line) for metric in CHAIN]
        others = [[metric.worth(line) for metric in CHAIN] for line in lines]
        assert placing.rank == 1 + sum(other > worth for other in others)
        assert placing.shared == (others.count(worth) > 1)
    assert sorted(line.key for line in lines) == sorted(p.line.key for p in rank(lines, CHAIN))


@given(some_lines, some_chains, st.randoms(use_true_random=False), st.data())
def test_the_order_of_the_lines_decides_nothing(lines, chain, chance, data):
    numbered = data.draw(st.sets(st.sampled_from([line.key for line in lines]))) if lines else ()
    evidence = Evidence(
        mutual=mutual_results([at_table(lines[:4], opponents=2)]) if lines else {},
        lots=draw_lots(numbered, seed=5),
    )
    shuffled = list(lines)
    chance.shuffle(shuffled)
    one, other = (rank(some, by(*chain), evidence) for some in (lines, shuffled))
    seen = [{p.line.key: (p.rank, p.shared) for p in some} for some in (one, other)]
    assert seen[0] == seen[1]
    assert [p.decided_by for p in one] == [p.decided_by for p in other]


@given(some_lines, some_chains)
def test_places_count_upward_and_shared_ones_are_marked(lines, chain):
    placings = rank(lines, by(*chain))
    ranks = [placing.rank for placing in placings]
    assert ranks == [ranks.index(place) + 1 for place in ranks]
    assert [placing.shared for placing in placings] == [ranks.count(place) > 1 for place in ranks]
    for before, after in pairwise(placings):
        assert (after.decided_by is None) == (before.rank == after.rank)
        if after.decided_by is not None:
            metric = METRICS[after.decided_by]
            worse, better = (metric.worth(placing.line) for placing in (after, before))
            assert worse is not None
            assert better is not None
            assert worse < better


@given(some_lines)
def test_with_all_lots_drawn_nobody_shares(lines):
    assert not any(p.shared for p in rank(lines, by("points", "lot"), lots_for(lines)))
