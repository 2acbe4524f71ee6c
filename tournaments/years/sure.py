"""How sure an average is that was taken over a number of games."""

import math
from dataclasses import dataclass
from typing import Final

LEAST: Final = 30
"""Games; fewer tell nothing of a player."""
Z: Final = 1.959964
"""So many standard errors to either side hold 19 of 20 times."""


@dataclass(frozen=True, slots=True)
class Average:
    """What came out, and between what it would come out 19 of 20 times."""

    is_: float
    low: float
    high: float


def share(won: int, games: int) -> Average | None:
    """Return how large a share was won, by Wilson's score; None for too few games.

    >>> share(20, 40)  # doctest: +ELLIPSIS
    Average(is_=0.5, low=0.351..., high=0.648...)
    >>> share(2, 3)
    """
    if games < LEAST:
        return None
    is_, square = won / games, Z * Z / games
    middle = (is_ + square / 2) / (1 + square)
    half = Z * math.sqrt(is_ * (1 - is_) / games + square / games / 4) / (1 + square)
    return Average(is_, middle - half, middle + half)


def mean(points: int, squares: int, number: int) -> Average | None:
    """Return what one of so many games brought, by the sum of all and of their squares.

    None for too few.
    """
    if number < LEAST:
        return None
    is_ = points / number
    half = Z * math.sqrt((squares - points * is_) / (number - 1) / number)
    return Average(is_, is_ - half, is_ + half)
