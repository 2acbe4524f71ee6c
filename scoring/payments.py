"""Settling up: who pays whom, in the fewest payments; and what to write on a payment."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

MOST_PROVED: Final = 12
"""So many who owe or are owed are parted in the best way there is; it takes 2 to that power."""
CHECKED_BY: Final = 97
"""ISO 7064, MOD 97-10: finds every wrong digit, and every two neighbours that were swapped."""

Open: TypeAlias = dict[int, int]
"""What is not settled yet, by place in the list: more than nothing is owed to him."""


@dataclass(frozen=True, slots=True)
class Payment:
    """What one pays another, by their places in the list that was settled."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class Settling:
    """Payments that settle everything."""

    payments: tuple[Payment, ...]
    fewest: bool
    """Proved that no fewer will do; else the fewest that were found."""


def payments(money: Sequence[int], before: Sequence[Payment] = ()) -> Settling:
    """The fewest payments that settle ``money``: of a table, an evening, a season.

    Whoever is parted into as many groups as possible that each sum to nothing needs fewest, for
    a group of n settles in n - 1 payments. Up to ``MOST_PROVED`` amounts that are not nothing,
    every parting is weighed. Of more, those pay each other first who owe and are owed the same,
    which never costs a payment; then, until few enough are left, threes that sum to nothing, and
    where there are none, who owes most pays who is owed most.

    Of payments that were told ``before`` as many are kept as still fit, and then as many pairs as
    still owe: people have them in hand. Each settles one of its two, so that one fewer than the
    players will still do; it may be more than the fewest.

    The same money, and the same before, always give the same payments. Raises ``ValueError`` if
    it does not sum to nothing.

    >>> len(payments((6, 5, 4, -6, -9)).payments)
    3
    """
    if sum(money):
        raise ValueError("money to be settled sums to nothing")
    left: Open = {place: amount for place, amount in enumerate(money) if amount}
    if before:
        return _after(before, left, payments(money))
    made = _pairs(left) if len(left) > MOST_PROVED else []
    single = len(left)
    least = len(made) + single - single // 3  # a group has three or more where no two match
    made += _threes(left)
    made += _split(left)
    for group in _groups(tuple(left.values())):
        places = list(left)
        made += _settle({places[index]: left[places[index]] for index in group})
    return Settling(tuple(made), fewest=single <= MOST_PROVED or len(made) == least)


def reference(day: dt.date, number: int) -> str:
    """What to write on a payment: the day, its number on that day, and two digits that check it.

    Raises ``ValueError`` for a number below 1.

    >>> reference(dt.date(2026, 3, 12), 7)
    '260312-007-19'
    """
    if number < 1:
        message = f"payments count from 1, not {number}"
        raise ValueError(message)
    digits = f"{day:%y%m%d}{number:03}"
    check = CHECKED_BY + 1 - int(digits) * 100 % CHECKED_BY
    return f"{digits[:6]}-{digits[6:]}-{check:02}"


def _after(before: Sequence[Payment], left: Open, anew: Settling) -> Settling:
    """Keep what fits of ``before`` and settle the rest; ``anew`` is what it is without it."""
    made = _kept(before, left)
    open_ = [left.get(place, 0) for place in range(max(left, default=-1) + 1)]
    found = (*made, *payments(open_).payments)
    return Settling(found, fewest=anew.fewest and len(found) == len(anew.payments))


def _kept(before: Sequence[Payment], left: Open) -> list[Payment]:
    """Take out of ``left`` what still fits of ``before``; first what stays to the krone.

    One that settles neither of its two would be one payment too many. Again and again, because
    whoever gets from two has only the second left when the first is kept.
    """
    made: list[Payment] = []
    rest = list(before)
    while fits := next((each for each in rest if each.amount == _most(each, left)), None):
        rest.remove(fits)
        _pay(left, fits)
        made.append(fits)
    for each in rest:
        if (most := _most(each, left)) > 0:
            made.append(Payment(each.payer, each.payee, most))
            _pay(left, made[-1])
    return made


def _most(payment: Payment, left: Open) -> int:
    """How much the same one can still pay the same; nothing or less: they owe nothing so."""
    return min(-left.get(payment.payer, 0), left.get(payment.payee, 0))


def _pairs(left: Open) -> list[Payment]:
    """Settle those who owe what another is owed, in order; take them out of ``left``."""
    made = []
    for place in list(left):
        other = _owed(left, -left[place]) if place in left else None
        if other is not None:
            made += _settle({one: left.pop(one) for one in sorted((place, other))})
    return made


def _threes(left: Open) -> list[Payment]:
    """Settle threes that sum to nothing, in order, until few enough are left."""
    made = []
    for place in list(left):
        if len(left) > MOST_PROVED and place in left:
            made += _three_with(left, place)
    return made


def _three_with(left: Open, place: int) -> list[Payment]:
    """Settle ``place`` with two others, if there are such two."""
    amount = left[place]
    seen: dict[int, int] = {}
    for other, more in left.items():
        if other == place:
            continue
        third = seen.get(-amount - more)
        if third is not None:
            return _settle({one: left.pop(one) for one in sorted((place, third, other))})
        seen.setdefault(more, other)
    return []


def _split(left: Open) -> list[Payment]:
    """Let who owes most pay who is owed most, until few enough are left.

    Before, no two match and no three do; so what is left of one can only make up a three.
    """
    made = []
    while len(left) > MOST_PROVED:
        payment = _largest(left)
        made.append(payment)
        _pay(left, payment)
        rest = payment.payer if payment.payer in left else payment.payee
        made += _three_with(left, rest)
    return made


def _owed(left: Open, amount: int) -> int | None:
    """The first who has just ``amount``."""
    return next((place for place, has in left.items() if has == amount), None)


def _groups(amounts: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """The parting of ``amounts`` into the most groups that each sum to nothing, by index.

    The first has the smallest company that leaves the others the most groups, and so on.
    """
    most, sums = _most_groups(amounts)
    left = (1 << len(amounts)) - 1
    while left:
        group = _first_group(left, most, sums)
        yield group
        left ^= _mask(group)


def _most_groups(amounts: Sequence[int]) -> tuple[list[int], list[int]]:
    """Into how many such groups each set of indices can be parted, beside a rest; its sum.

    A set is a bit mask. Whoever leaves it last closes a group if the set sums to nothing.
    """
    size = 1 << len(amounts)
    most, sums = [0] * size, [0] * size
    for taken in range(1, size):
        lowest = taken & -taken
        sums[taken] = sums[taken ^ lowest] + amounts[lowest.bit_length() - 1]
        best, bits = 0, taken
        while bits:
            bit = bits & -bits
            bits ^= bit
            best = max(best, most[taken ^ bit])
        most[taken] = best + (sums[taken] == 0)
    return most, sums


def _first_group(left: int, most: Sequence[int], sums: Sequence[int]) -> tuple[int, ...]:
    """The group of the first index in ``left``, of which nobody can be left out."""
    first, *others = (index for index in range(left.bit_length()) if left >> index & 1)
    for size in range(len(others) + 1):
        for company in combinations(others, size):
            group = (first, *company)
            mask = _mask(group)
            if not sums[mask] and most[left ^ mask] == most[left] - 1:
                return group
    raise AssertionError("what sums to nothing is a group itself")


def _mask(group: Iterable[int]) -> int:
    return sum(1 << index for index in group)


def _settle(group: Open) -> list[Payment]:
    """Settle one group: who owes most pays who is owed most, until nobody owes."""
    made = []
    while group:
        payment = _largest(group)
        _pay(group, payment)
        made.append(payment)
    return made


def _largest(left: Open) -> Payment:
    payer = min(left, key=lambda place: left[place])
    payee = max(left, key=lambda place: left[place])
    return Payment(payer, payee, min(-left[payer], left[payee]))


def _pay(left: Open, payment: Payment) -> None:
    """Take ``payment`` off what is open; who is settled leaves."""
    for place, amount in ((payment.payer, payment.amount), (payment.payee, -payment.amount)):
        left[place] += amount
        if not left[place]:
            del left[place]
