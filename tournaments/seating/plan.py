"""A seating plan as a value, and what can be said of it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

SEATS = 4
PAIRS_AT_A_TABLE = 6

Table: TypeAlias = tuple[int, ...]
"""Players at a table in playing order: seat 0 (North) first."""
Round: TypeAlias = tuple[Table, ...]
Rounds: TypeAlias = tuple[Round, ...]


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
    byes: Rounds = ()
    """Who sits a round out, where a field has no partition into tables."""

    @property
    def proved_best(self) -> bool:
        """Whether no other plan can have fewer repeats."""
        return self.repeats == self.bound


def repeats(rounds: Iterable[Round]) -> int:
    """Return the meetings beyond the first, summed over all pairs.

    >>> repeats((((0, 1, 2, 3),), ((3, 2, 1, 0),)))
    6
    """
    meetings = Counter(
        frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)
    )
    return sum(times - 1 for times in meetings.values())


def bound(tables: int, rounds: int) -> int:
    """Return a number of repeats below which no plan with full tables can come.

    Two arguments, the better counts. Counting: there are only N(N-1)/2 pairs. Pigeonhole: with
    fewer than four tables, the four at a table come from at most three tables of the first round.

    >>> bound(tables=4, rounds=5), bound(tables=4, rounds=6), bound(tables=3, rounds=2)
    (0, 24, 3)
    """
    players = tables * SEATS
    counting = rounds * tables * PAIRS_AT_A_TABLE - players * (players - 1) // 2
    together_again = {1: 6, 2: 2, 3: 1}.get(tables, 0)
    return max(0, counting, (rounds - 1) * tables * together_again)
