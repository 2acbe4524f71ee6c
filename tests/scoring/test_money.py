"""Money that sums to nothing, whole kroner or any other smallest amount."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money import deviations, kroner

balances = st.lists(st.integers(-500, 500), min_size=3, max_size=30)
units = st.sampled_from(["0.25", "0.5", "1", "2.5", "0.1"]).map(Fraction)
coins = st.sampled_from(["0.01", "0.25", "0.5", "1", "5"]).map(Fraction)


def test_the_example_of_source_003():
    """Seed 003, section 14, pot: 37 115 70 122 at 25 øre."""
    apart = deviations([37, 115, 70, 122])
    assert [str(part) for part in apart] == ["-49", "29", "-16", "36"]
    assert kroner(apart, Fraction("0.25")) == (-12, 7, -4, 9)


@pytest.mark.parametrize(
    ("points", "money"),
    (
        (["1/2", "1/2", "1/2", "-3/2"], (1, 1, 0, -2)),
        (["-1/2", "-1/2", "1"], (0, -1, 1)),
        (["1/3", "1/3", "-2/3"], (1, 0, -1)),
        (["2/3", "-1/3", "-1/3"], (1, 0, -1)),
        (["0", "0", "0"], (0, 0, 0)),
    ),
)
def test_the_largest_fractions_are_raised_the_lowest_seat_first(points, money):
    assert kroner([Fraction(point) for point in points], Fraction(1)) == money


@given(balances, units, coins)
def test_money_sums_to_nothing_and_is_less_than_the_smallest_amount_off(points, unit, smallest):
    apart = deviations(points)
    money = kroner(apart, unit, smallest)
    assert sum(apart) == 0
    assert sum(money) == 0
    assert all(
        abs(m * smallest - part * unit) < smallest for m, part in zip(money, apart, strict=True)
    )


@given(balances, units, coins)
def test_a_larger_fraction_is_raised_before_a_smaller_one(points, unit, smallest):
    apart = deviations(points)
    exact = [part * unit / smallest for part in apart]
    money = kroner(apart, unit, smallest)
    fractions = [part - part.__floor__() for part in exact]
    raised = [m > part for m, part in zip(money, exact, strict=True)]
    kept = [f for f, up in zip(fractions, raised, strict=True) if not up]
    assert all(f >= max(kept) for f, up in zip(fractions, raised, strict=True) if up)


def test_whole_kroner_unless_something_else_is_said():
    apart = deviations([1, 0, 0])
    assert kroner(apart, Fraction(1)) == kroner(apart, Fraction(1), Fraction(1)) == (1, 0, -1)
    assert kroner(apart, Fraction(1), Fraction("0.01")) == (67, -33, -34)


@pytest.mark.parametrize(
    ("apart", "smallest", "why"),
    (
        ([Fraction(1), Fraction(0)], Fraction(1), "sum to nothing"),
        ([Fraction(1), Fraction(-1)], Fraction(0), "not 0"),
        ([Fraction(1), Fraction(-1)], Fraction(-1), "not -1"),
    ),
)
def test_what_cannot_be_rounded_is_refused(apart, smallest, why):
    with pytest.raises(ValueError, match=why):
        kroner(apart, Fraction(1), smallest)
