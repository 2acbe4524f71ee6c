"""Whole kroner that sum to nothing, in the fewest payments."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money import Payment, deviations, kroner, payments

balances = st.lists(st.integers(-500, 500), min_size=3, max_size=5)
units = st.sampled_from(["0.25", "0.5", "1", "2.5", "0.1"]).map(Fraction)


def paid(money):
    left = list(money)
    for payment in payments(money):
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    return left


def fewest(money):
    """The fewest payments, by trying every payment of every size: for small sums only."""
    level, steps = {tuple(money)}, 0
    while tuple([0] * len(money)) not in level:
        steps += 1
        level = {
            tuple(
                amount + (size if seat == payer else -size if seat == payee else 0)
                for seat, amount in enumerate(state)
            )
            for state in level
            for payer in range(len(state))
            for payee in range(len(state))
            if state[payer] < 0 < state[payee]
            for size in range(1, min(-state[payer], state[payee]) + 1)
        }
    return steps


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


@given(balances, units)
def test_money_sums_to_nothing_and_is_less_than_a_krone_off(points, unit):
    apart = deviations(points)
    money = kroner(apart, unit)
    assert sum(apart) == 0
    assert sum(money) == 0
    assert all(abs(m - part * unit) < 1 for m, part in zip(money, apart, strict=True))


@given(balances, units)
def test_the_payments_settle_everything(points, unit):
    money = kroner(deviations(points), unit)
    assert not any(paid(money))
    made = payments(money)
    assert len(made) < max(len(points) - money.count(0), 1)
    assert all(payment.amount > 0 and payment.payer != payment.payee for payment in made)


@given(st.lists(st.integers(-2, 2), min_size=3, max_size=5))
def test_no_other_way_needs_fewer(amounts):
    money = (*amounts[:-1], -sum(amounts[:-1]))
    assert len(payments(money)) == fewest(money)


def test_paying_the_largest_first_would_need_one_more():
    """6 and 9 go to 5 + 4 and 6: two groups, three payments; largest to largest needs four."""
    assert payments((6, 5, 4, -6, -9)) == (Payment(3, 0, 6), Payment(4, 1, 5), Payment(4, 2, 4))
