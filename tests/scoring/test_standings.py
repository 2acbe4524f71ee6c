"""Places by metrics in an order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import DEFAULT_CHAIN, METRICS, Direction, Line, rank

CHAIN = [METRICS[key] for key in DEFAULT_CHAIN]
figures = st.integers(-3, 3)
some_lines = st.lists(
    st.builds(
        Line, key=st.uuids().map(str), points=figures, won=figures, kodille=figures,
        highest=figures, deals=figures,
    ),
    max_size=8,
)  # fmt: skip


def places(lines, by=CHAIN):
    return [(placing.rank, placing.shared, placing.line.key) for placing in rank(lines, by)]


def test_the_default_chain_is_points_won_kodille_highest():
    assert DEFAULT_CHAIN == ("points", "won", "kodille", "highest")
    assert [METRICS[key].better for key in DEFAULT_CHAIN] == [
        Direction.MORE, Direction.MORE, Direction.FEWER, Direction.MORE,
    ]  # fmt: skip
    assert {key: metric.key for key, metric in METRICS.items()} == {key: key for key in METRICS}
    assert all(metric.meaning for metric in METRICS.values())


@pytest.mark.parametrize(
    ("better", "worse"),
    (
        ({"points": 2}, {"points": 1, "won": 9, "highest": 6}),
        ({"points": 1, "won": 2, "kodille": 5}, {"points": 1, "won": 1}),
        ({"won": 1, "kodille": 0}, {"won": 1, "kodille": 1, "highest": 6}),
        ({"won": 1, "highest": 4}, {"won": 1, "highest": 3, "deals": 40}),
        ({"points": -1}, {"points": -2}),
    ),
)
def test_each_metric_decides_where_those_before_it_are_equal(better, worse):
    lines = [Line(key="worse", **worse), Line(key="better", **better)]
    assert places(lines) == [(1, False, "better"), (2, False, "worse")]


def test_who_is_equal_in_everything_shares_a_place_and_a_gap_follows():
    lines = [
        Line(key="d", points=1),
        Line(key="a", points=5, deals=30),
        Line(key="b", points=5, deals=40),
        Line(key="c", points=3),
    ]
    assert places(lines) == [(1, True, "a"), (1, True, "b"), (3, False, "c"), (4, False, "d")]


def test_another_order_gives_another_winner():
    lines = [Line(key="a", points=5, kodille=4), Line(key="b", points=1)]
    assert places(lines)[0][2] == "a"
    assert places(lines, [METRICS["kodille"], METRICS["points"]])[0][2] == "b"


def test_without_a_metric_all_share_and_nobody_is_no_place():
    assert places([Line(key="a"), Line(key="b", points=1)], []) == [(1, True, "a"), (1, True, "b")]
    assert places([]) == []


@given(some_lines)
def test_a_place_is_one_more_than_those_who_are_better(lines):
    for placing in rank(lines, CHAIN):
        worth = [metric.worth(placing.line) for metric in CHAIN]
        others = [[metric.worth(line) for metric in CHAIN] for line in lines]
        assert placing.rank == 1 + sum(other > worth for other in others)
        assert placing.shared == (others.count(worth) > 1)
    assert sorted(line.key for line in lines) == sorted(p.line.key for p in rank(lines, CHAIN))
