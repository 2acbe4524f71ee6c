"""From points to money: whole kroner, or any other smallest amount, that still sum to nothing."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Final

KRONE: Final = Fraction(1)
"""The smallest amount that is paid, unless a club says another; kroner."""


def deviations(balances: Sequence[int]) -> tuple[Fraction, ...]:
    """What each seat has beside the mean of the table; exact points that sum to nothing.

    >>> [str(part) for part in deviations([1, 0, 0])]
    ['2/3', '-1/3', '-1/3']
    """
    mean = Fraction(sum(balances), len(balances))
    return tuple(balance - mean for balance in balances)


def kroner(
    deviation: Sequence[Fraction],
    unit: Fraction,
    smallest: Fraction = KRONE,
    kept: Sequence[int | None] = (),
) -> tuple[int, ...]:
    """What each wins or loses, counted in ``smallest``; it sums to nothing (rule page, 6).

    ``deviation`` is exact and sums to nothing, ``unit`` is kroner a point, ``smallest`` kroner
    too. All are rounded down; then the largest fractions get one more until the sum is nothing,
    the lowest seat first among equals. ``kept`` has for each what he was rounded to before, if
    nothing of his has changed since: he has it again where it is less than one from the exact
    amount, and so many of them as the sum allows. Raises ``ValueError`` if the deviations do not
    sum to nothing, or if the smallest amount is none.

    >>> kroner([Fraction(part) for part in (-49, 29, -16, 36)], Fraction("0.25"))
    (-12, 7, -4, 9)
    >>> kroner([Fraction(part) for part in (-49, 29, -16, 36)], Fraction("0.25"), Fraction("0.5"))
    (-24, 14, -8, 18)
    """
    if sum(deviation):
        raise ValueError("deviations sum to nothing")
    if smallest <= 0:
        message = f"the smallest amount is more than nothing, not {smallest}"
        raise ValueError(message)
    return _rounded([part * unit / smallest for part in deviation], kept)


def _rounded(exact: Sequence[Fraction], kept: Sequence[int | None]) -> tuple[int, ...]:
    down = [floor(part) for part in exact]
    held = [
        has if has is not None and abs(has - part) < 1 else None
        for has, part in zip(kept or [None] * len(exact), exact, strict=True)
    ]
    money = [low if has is None else has for low, has in zip(down, held, strict=True)]
    by_fraction = sorted(range(len(exact)), key=lambda seat: down[seat] - exact[seat])
    free_first = sorted(by_fraction, key=lambda seat: held[seat] is not None)
    up = [seat for seat in free_first if money[seat] < exact[seat]]
    for seat in up[: max(0, -sum(money))]:
        money[seat] += 1
    too_much = [seat for seat in reversed(by_fraction) if money[seat] > exact[seat]]
    for seat in too_much[: max(0, sum(money))]:
        money[seat] -= 1
    return tuple(money)
