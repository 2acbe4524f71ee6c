"""A seating plan as a value, and what can be said of it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from tournaments.plans.layout import FULL

SEATS: Final = FULL

Table: TypeAlias = tuple[int, ...]
"""Players at a table in playing order: seat 0 (North) first."""
Round: TypeAlias = tuple[Table, ...]
Rounds: TypeAlias = tuple[Round, ...]
Byes: TypeAlias = tuple[tuple[int, ...], ...]
"""Who sits out, round by round."""


class FieldError(ValueError):
    """A number of players or rounds for which there is no plan."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Who sits where in every round. Players are numbers from 0."""

    players: int
    rounds: Rounds
    construction: str
    """Which construction made it, such as ``GF(4)``."""
    repeats: int
    """Meetings beyond the first, summed over all pairs; two at one table have met."""
    bound: int
    """No plan of this size can have fewer repeats."""
    byes: Byes = ()
    """Who sits each round out; empty where nobody ever does."""

    @property
    def proved_best(self) -> bool:
        """Whether no other plan can have fewer repeats."""
        return self.repeats == self.bound


def repeats(rounds: Iterable[Round]) -> int:
    """Return the meetings beyond the first, summed over all pairs.

    >>> repeats((((0, 1, 2, 3),), ((3, 2, 1, 0),)))
    6
    """
    met: set[tuple[int, int]] = set()
    times = 0
    for tables in rounds:
        for table in tables:
            met.update(combinations(sorted(table), 2))
            times += len(table) * (len(table) - 1) // 2
    return times - len(met)


def meetings(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    """Return how often each two, the lower number first, sit at one table."""
    return Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )
