"""Money that sums to nothing, whole kroner or any other smallest amount."""

from fractions import Fraction
from math import ceil, floor

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


@given(balances, units, coins, st.data())
def test_who_is_untouched_keeps_his_amount_where_the_sum_allows(points, unit, smallest, data):
    before = kroner(deviations(points), unit, smallest)
    several = st.lists(st.integers(0, len(points) - 1), min_size=1, max_size=4, unique=True)
    seats = data.draw(several)
    changes = data.draw(st.lists(st.integers(-40, 40), min_size=len(seats), max_size=len(seats)))
    apart = list(deviations(points))
    for seat, change in zip(seats, deviations(changes), strict=True):
        apart[seat] += change
    kept = [None if seat in seats else has for seat, has in enumerate(before)]
    after = kroner(apart, unit, smallest, kept)
    exact = [part * unit / smallest for part in apart]
    assert sum(after) == 0
    assert all(abs(has - part) < 1 for has, part in zip(after, exact, strict=True))
    moved = sum(has is not None and has != now for has, now in zip(kept, after, strict=True))
    others = sum(has for has in kept if has is not None)
    least = sum(floor(exact[seat]) for seat in seats)
    most = sum(ceil(exact[seat]) for seat in seats)
    assert moved == max(0, others + least, -others - most)


def test_another_table_does_not_move_who_is_untouched():
    """Rounded afresh, the fourth would lose a krone though nothing of his has changed."""
    then = [Fraction(part) for part in ("0.4", "-1.0", "0.6", "1.5", "-1.5")]
    now = [Fraction(part) for part in ("1.9", "-1.5", "-0.4", "1.5", "-1.5")]
    had = kroner(then, Fraction(1))
    assert had == (0, -1, 1, 2, -2)
    assert kroner(now, Fraction(1)) == (2, -1, 0, 1, -2)
    assert kroner(now, Fraction(1), kept=(None, None, None, 2, -2)) == (2, -2, 0, 2, -2)


def test_who_is_untouched_gives_way_where_the_sum_would_not_be_nothing():
    now = [Fraction(part) for part in ("0.5", "0.5", "0.5", "-1.5")]
    assert kroner(now, Fraction(1), kept=(1, 1, 1, None)) == (1, 1, 0, -2)


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


HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("exact", "kept", "expected"),
    (
        pytest.param((1, -1), (2, -2), (1, -1), id="one away is no rounding"),
        pytest.param((HALF, -HALF), (0, 0), (0, 0), id="what sums to nothing stays"),
        pytest.param((0, HALF, -HALF), (None, 0, -1), (0, 1, -1), id="nothing moves up from exact"),
        pytest.param((0, HALF, -HALF), (None, 1, 0), (0, 1, -1), id="nor down"),
    ),
)
def test_what_was_rounded_before_is_kept_as_far_as_the_sum_allows(exact, kept, expected):
    assert kroner([Fraction(part) for part in exact], Fraction(1), kept=kept) == expected


@pytest.mark.parametrize("kept", ((1,), (1, -1, 0)))
def test_what_was_rounded_before_is_of_as_many(kept):
    with pytest.raises(ValueError, match="zip"):
        kroner([Fraction(1), Fraction(-1)], Fraction(1), kept=kept)
