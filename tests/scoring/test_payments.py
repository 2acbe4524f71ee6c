"""The fewest payments, and what to write on them."""

import datetime as dt
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.payments import MOST_PROVED, Payment, payments, reference


def closed(amounts):
    """The amounts, and one more that makes them sum to nothing."""
    return (*amounts, -sum(amounts))


tables = st.lists(st.integers(-200, 200), min_size=2, max_size=4).map(closed)
evenings = st.lists(st.integers(-60, 60), min_size=MOST_PROVED, max_size=60).map(closed)
wide = st.lists(st.integers(-(10**6), 10**6), min_size=MOST_PROVED, max_size=40).map(closed)


def check_settled(money):
    """Nobody pays who is owed, nobody is paid who owes, and in the end nobody owes."""
    left, made = list(money), payments(money).payments
    for payment in made:
        assert payment.amount > 0
        assert money[payment.payer] < 0 < money[payment.payee]
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    assert not any(left)
    return len(made)


@cache
def most_groups(amounts):
    """Into how many groups that sum to nothing the sorted amounts go: by trying them all."""
    if not amounts:
        return 0
    first, others = amounts[0], amounts[1:]
    found = []
    for choice in range(1 << len(others)):
        group = [first, *(a for i, a in enumerate(others) if choice >> i & 1)]
        if sum(group) == 0:
            found.append(
                1 + most_groups(tuple(a for i, a in enumerate(others) if not choice >> i & 1))
            )
    return max(found)


def fewest(money):
    """By trying every parting; the other way of telling it is ``by_every_payment``."""
    owing = tuple(sorted(amount for amount in money if amount))
    return len(owing) - most_groups(owing)


def by_every_payment(money):
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


@given(tables)
def test_a_table_is_settled_by_the_fewest(money):
    assert check_settled(money) == fewest(money)
    assert payments(money).fewest


@given(st.lists(st.integers(-2, 2), min_size=2, max_size=4).map(closed))
def test_no_other_way_to_pay_needs_fewer(money):
    assert len(payments(money).payments) == fewest(money) == by_every_payment(money)


@given(st.lists(st.integers(-9, 9), min_size=5, max_size=8).map(closed))
def test_two_tables_are_settled_by_the_fewest(money):
    assert check_settled(money) == fewest(money)


@pytest.mark.parametrize("seed", range(3))
def test_as_many_as_are_proved_are_settled_by_the_fewest(seed):
    chance = Random(seed)  # noqa: S311 - it must replay
    money = closed([chance.choice((-1, 1)) * chance.randint(1, 40) for _ in range(MOST_PROVED - 1)])
    assert sum(amount != 0 for amount in money) >= MOST_PROVED - 1
    assert check_settled(money) == fewest(money)


@given(evenings | wide)
def test_an_evening_is_settled_and_nobody_both_pays_and_is_paid(money):
    assert check_settled(money) < sum(amount != 0 for amount in money) or not any(money)


def test_all_who_match_pay_each_other_and_that_is_proved():
    chance = Random(7)  # noqa: S311 - it must replay
    amounts = [chance.randint(1, 100) for _ in range(200)]
    money = [*amounts, *(-amount for amount in amounts)]
    chance.shuffle(money)
    assert check_settled(money) == 200
    assert payments(money).fewest


def test_threes_alone_are_proved():
    """Six times 1 + 2 = 3, each time larger, so that no two match and no other three does."""
    money = [part for k in range(6) for part in (7**k, 2 * 7**k, -3 * 7**k)]
    assert check_settled(money) == 12
    assert payments(money).fewest


def test_what_is_not_proved_says_so():
    """Powers of two have one sum each: nobody matches, and nothing says that it is the fewest."""
    money = closed([2**k for k in range(MOST_PROVED)])
    assert check_settled(money) == MOST_PROVED
    assert not payments(money).fewest


def test_twelve_are_proved_and_thirteen_are_not():
    """As the page says; powers of two match nobody, and make one group."""
    assert payments(closed([2**k for k in range(11)])).fewest
    assert not payments(closed([2**k for k in range(12)])).fewest


def test_up_to_twelve_the_first_of_the_list_is_settled_first():
    """Of more, those who match come first, as place 3 and 4 do here."""
    three, pairs = (3, -1, -2), (10, -10, 20, -20, 30, -30)
    twelve = payments(closed((*three, *pairs, 41, 42)))
    assert twelve.payments[:2] == (Payment(2, 0, 2), Payment(1, 0, 1))
    more = payments(closed((*three, *pairs, 41, 42, 44)))
    assert more.payments[0] == Payment(4, 3, 10)


def test_threes_are_taken_only_until_twelve_are_left():
    """Then the best is found: here 100, 37 and 63 match, but each has a three of his own."""
    first = (3_000_001, 5_000_000, -8_000_001)
    crossed = (100, -37, -63, -1000, 900, 5000, -4963, 20_000, -19_937)
    money = (*first, *crossed, 200_000, 100_001, -300_001)
    assert check_settled(money) == 10
    assert payments(money).fewest


def test_what_a_part_payment_leaves_makes_up_a_three():
    """Three are owed 1000, 600 and 350, one owes 1950: after 1000 the other three match."""
    fours = [part for k in range(5) for part in (1000 * 9**k, 600 * 9**k, 350 * 9**k, -1950 * 9**k)]
    for order in (fours, fours[::-1]):
        assert check_settled(order) == 15
        assert not payments(order).fewest


def test_four_hundred_players_are_settled():
    chance = Random(400)  # noqa: S311 - it must replay
    money = closed([chance.randint(-120, 120) for _ in range(399)])
    paid = check_settled(money)
    assert paid < 400 * 2 / 3
    assert payments(money) == payments(list(money))


def test_paying_the_largest_first_would_need_one_more():
    """6 and 9 go to 5 + 4 and 6: two groups, three payments; largest to largest needs four."""
    made = payments((6, 5, 4, -6, -9)).payments
    assert made == (Payment(3, 0, 6), Payment(4, 1, 5), Payment(4, 2, 4))


def test_the_first_has_the_smallest_company():
    """There are two ways to make two groups: with the first go as few as may be, in order."""
    made = payments((3, -1, 1, -2, -1)).payments
    assert made == (Payment(3, 0, 2), Payment(1, 0, 1), Payment(4, 2, 1))


def test_nothing_is_settled_by_no_payment():
    assert payments(()).payments == payments((0, 0, 0)).payments == ()
    assert payments(()).fewest


def test_money_out_of_thin_air_is_refused():
    with pytest.raises(ValueError, match="sums to nothing"):
        payments((1, 0))


# --- settled again ---


@given(tables | evenings, st.randoms(use_true_random=False))
def test_what_has_not_changed_is_paid_as_it_was_told(money, chance):
    told = list(payments(money).payments)
    chance.shuffle(told)
    again = payments(money, told)
    assert sorted(map(repr, again.payments)) == sorted(map(repr, told))
    assert again.fewest == payments(money).fewest


@st.composite
def changed(draw):
    """What everybody owes, payments that were told for other amounts, some of them paid."""
    before = draw(st.lists(st.integers(-40, 40), min_size=2, max_size=20).map(closed))
    moved = draw(
        st.lists(st.integers(-9, 9), min_size=len(before) - 1, max_size=len(before) - 1).map(closed)
    )
    told = payments(before).payments
    return [one + other for one, other in zip(before, moved, strict=True)], told


@given(changed())
def test_what_has_changed_is_settled_and_keeps_what_fits(drawn):
    money, told = drawn
    made = payments(money, told).payments
    left = list(money)
    for payment in made:
        assert payment.amount > 0
        assert money[payment.payer] < 0 < money[payment.payee]
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    assert not any(left)
    assert len(made) < sum(amount != 0 for amount in money) or not made
    assert len({(each.payer, each.payee) for each in made}) == len(made)
    for each in told:
        if each.amount == -money[each.payer] == money[each.payee]:
            assert each in made


def test_a_pair_stays_where_only_its_amount_is_another():
    """Anew, 9 would go from the fourth to the first."""
    told = payments((6, 5, 4, -6, -9)).payments
    again = payments((7, 5, 4, -7, -9), told).payments
    assert again == (Payment(4, 1, 5), Payment(4, 2, 4), Payment(3, 0, 7))


# --- the reference --------------------------------------------------------------------------

days = st.dates(dt.date(2000, 1, 1), dt.date(2099, 12, 31))
numbers = st.integers(1, 9999)


@given(days, numbers)
def test_a_reference_says_the_day_and_the_number(day, number):
    told = reference(day, number)
    assert len(told) <= 15
    assert told.startswith(f"{day:%y%m%d}-{number:03}-")


def left_by_97(told):
    return int(told.replace("-", "")) % 97


@given(days, numbers)
def test_a_reference_leaves_one_as_the_standard_says(day, number):
    """ISO 7064, MOD 97-10: what is left when it is divided by 97."""
    assert left_by_97(reference(day, number)) == 1


@given(days, numbers, st.data())
def test_one_wrong_digit_is_found(day, number, data):
    told = reference(day, number)
    at = data.draw(st.sampled_from([i for i, sign in enumerate(told) if sign != "-"]))
    wrong = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != told[at]]))
    assert left_by_97(told[:at] + wrong + told[at + 1 :]) != 1


@given(days, numbers, st.data())
def test_two_neighbours_swapped_are_found(day, number, data):
    told = reference(day, number).replace("-", "")
    at = data.draw(st.integers(0, len(told) - 2))
    swapped = told[:at] + told[at + 1] + told[at] + told[at + 2 :]
    assert (left_by_97(swapped) == 1) == (swapped == told)


@given(days, numbers, numbers)
def test_every_payment_of_a_day_has_its_own(day, one, other):
    assert (reference(day, one) == reference(day, other)) == (one == other)


def test_payments_count_from_one():
    with pytest.raises(ValueError, match="from 1"):
        reference(dt.date(2026, 3, 12), 0)
