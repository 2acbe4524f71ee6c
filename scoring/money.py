"""From points to kroner: whole ones, that still sum to nothing, in the fewest payments."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import floor

Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """Kroner that one seat pays another."""

    payer: int
    payee: int
    amount: int


def deviations(balances: Sequence[int]) -> tuple[Fraction, ...]:
    """What each seat has beside the mean of the table; exact points that sum to nothing.

    >>> [str(part) for part in deviations([1, 0, 0])]
    ['2/3', '-1/3', '-1/3']
    """
    mean = Fraction(sum(balances), len(balances))
    return tuple(balance - mean for balance in balances)


def kroner(deviation: Sequence[Fraction], unit: Fraction) -> tuple[int, ...]:
    """Whole kroner by seat, ``unit`` of them a point, that sum to nothing.

    All are rounded down; then the largest fractions get one more until the sum is nothing,
    the lowest seat first among equals.

    >>> kroner([Fraction(part) for part in (-49, 29, -16, 36)], Fraction("0.25"))
    (-12, 7, -4, 9)
    """
    exact = [part * unit for part in deviation]
    money = [floor(part) for part in exact]
    by_fraction = sorted(range(len(exact)), key=lambda seat: money[seat] - exact[seat])
    for seat in by_fraction[: -sum(money)]:
        money[seat] += 1
    return tuple(money)


def payments(money: Sequence[int]) -> tuple[Payment, ...]:
    """The fewest payments that settle ``money``, which sums to nothing.

    The seats are parted into as many groups as possible that each sum to nothing; a group of
    n settles in n - 1 payments. Tables are small, so every parting is looked at.

    >>> len(payments((6, 5, 4, -6, -9)))
    3
    """
    owing = tuple(seat for seat, amount in enumerate(money) if amount)
    return tuple(payment for group in _groups(owing, money) for payment in _settle(group, money))


def _groups(seats: Seats, money: Sequence[int]) -> list[Seats]:
    """The parting of ``seats`` into the most groups that each sum to nothing."""
    if not seats:
        return []
    first, others = seats[0], seats[1:]
    partings = []
    for size in range(len(others) + 1):
        for company in combinations(others, size):
            group = (first, *company)
            if sum(money[seat] for seat in group) == 0:
                rest = tuple(seat for seat in others if seat not in company)
                partings.append([group, *_groups(rest, money)])
    return max(partings, key=len)


def _settle(group: Seats, money: Sequence[int]) -> list[Payment]:
    """Settle one group: who owes most pays who is owed most, until nobody owes."""
    open_ = {seat: money[seat] for seat in group}
    paid = []
    while any(open_.values()):
        payer = min(open_, key=lambda seat: open_[seat])
        payee = max(open_, key=lambda seat: open_[seat])
        amount = min(-open_[payer], open_[payee])
        open_[payer] += amount
        open_[payee] -= amount
        paid.append(Payment(payer, payee, amount))
    return paid
