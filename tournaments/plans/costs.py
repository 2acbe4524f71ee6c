"""What a plan costs: named values with weights. The words for them belong to the interface."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import TypeAlias

from tournaments.plans.ghosts import most_often
from tournaments.plans.layout import FULL, Layout
from tournaments.plans.plan import Byes, Rounds, meetings

Pair: TypeAlias = tuple[int, int]
"""Two players, the lower number first."""
ANY_SEAT = -1
"""Somebody's own table, at whichever seat."""


class Name(StrEnum):
    """What can be wrong with a plan."""

    REPEATS = "repeated-meetings"
    """Meetings beyond the first, over all pairs."""
    SAME_TABLE = "same-table"
    """Times beyond the first that a player comes to a table of the same number."""
    APART = "apart"
    """Meetings of two who wish not to meet: of one club, or a couple."""
    TOGETHER = "together"
    """Rounds in which two who wish to sit together do not."""
    FIXED_SEAT = "fixed-seat"
    """Rounds in which somebody who cannot walk far is not at his own seat."""
    FIRST_ROUND = "first-round"
    """Meetings in the first round of two who should not meet so early."""
    STRENGTH = "strength"
    """Differences of strength between two at a table, over all rounds."""
    LAST_ROUND = "last-round"
    """Differences of standing between two at a table, in the last round."""
    THREES = "tables-of-three"
    """Times that a player sits at a table of three more often than average + 1."""
    UNEVEN = "uneven-tables"
    """Seats at tables of three and five, where others than elsewhere sit out or nobody does."""
    BYES = "byes"
    """Times that somebody sits a round out."""
    BYES_AGAIN = "byes-again"
    """Times that one sits out who did before, while another could have."""
    SUBSTITUTES = "substitutes"
    """People asked to play who would rather not have to."""


WEIGHTS: Mapping[Name, int] = {
    Name.REPEATS: 10,
    Name.SAME_TABLE: 1,
    Name.APART: 50,
    Name.TOGETHER: 50,
    Name.FIXED_SEAT: 100,
    Name.FIRST_ROUND: 30,
    Name.STRENGTH: 5,
    Name.LAST_ROUND: 5,
    Name.THREES: 10,
    Name.UNEVEN: 2,
    Name.BYES: 40,
    Name.BYES_AGAIN: 40,
    Name.SUBSTITUTES: 10,
}
"""Ten is a repeated meeting; the search weighs the others against that."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a director asks of a plan beside few repeats. Players are numbers from 0."""

    apart: frozenset[Pair] = frozenset()
    together: frozenset[Pair] = frozenset()
    seats: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """A player's own table and seat, from 0, in every round; seat -1: any."""
    first_round: frozenset[Pair] = frozenset()
    strength: tuple[int, ...] = ()
    """Each player's group; equal ones sit together. Empty: no groups."""
    standing: tuple[int, ...] = ()
    """Each player's place; in the last round neighbours sit together. Empty: no such round."""
    weights: Mapping[Name, int] = field(default_factory=lambda: WEIGHTS)
    looser: int | None = None
    """So many times more than the average + 1 may somebody sit at a table of three; None: as
    ``plan_rest`` needs it."""

    def prices(self, players: int, rounds: int) -> tuple[list[list[int]] | None, ...]:
        """Return for each round what it costs that two meet; empty where nobody wishes anything."""
        always = self._always(players)
        made: list[dict[Pair, int]] = [dict(always) for _ in range(rounds)]
        for pair in self.first_round:
            made[0][pair] = made[0].get(pair, 0) + self.weights[Name.FIRST_ROUND]
        for pair, apart in _differences(self.standing).items():
            made[-1][pair] = made[-1].get(pair, 0) + apart * self.weights[Name.LAST_ROUND]
        if not any(made):
            return ()
        return tuple(_matrix(one, players) if one else None for one in made)

    def _always(self, players: int) -> Counter[Pair]:
        """Return what holds in every round; two with seats of their own meet or do not."""
        always: Counter[Pair] = Counter()
        for pair in self.apart:
            always[pair] += self.weights[Name.APART]
        for pair in self.together:
            always[pair] -= self.weights[Name.TOGETHER] + self.weights[Name.REPEATS]
        for pair, apart in _differences(self.strength).items():
            always[pair] += apart * self.weights[Name.STRENGTH]
        for one, other in combinations(sorted(self.seats), 2):
            away = self.weights[Name.FIXED_SEAT]
            together = self.seats[one][0] == self.seats[other][0]
            always[one, other] += -away - self.weights[Name.REPEATS] if together else away
        return Counter({pair: price for pair, price in always.items() if pair[1] < players})


@dataclass(frozen=True, slots=True)
class Cost:
    """One named value of a plan."""

    name: Name
    amount: int
    weight: int

    @property
    def weighed(self) -> int:
        """What it counts for in the total."""
        return self.amount * self.weight


def costs(
    rounds: Rounds, wishes: Wishes, byes: Byes = (), substitutes: int = 0
) -> tuple[Cost, ...]:
    """Return every cost of a plan, in the order of the names; a cost of nothing too."""
    met = meetings(rounds)
    amounts = {
        Name.REPEATS: sum(met.values()) - len(met),
        Name.SAME_TABLE: returns(rounds, wishes.seats).total(),
        Name.APART: sum(met[pair] for pair in wishes.apart),
        Name.TOGETHER: sum(both(rounds, byes, *pair) - met[pair] for pair in wishes.together),
        Name.FIXED_SEAT: _away(rounds, wishes.seats, byes),
        Name.FIRST_ROUND: _met(wishes.first_round, rounds[:1]),
        Name.STRENGTH: _apart(rounds, wishes.strength),
        Name.LAST_ROUND: _apart(rounds[-1:], wishes.standing),
        Name.THREES: _threes(rounds, byes),
        Name.UNEVEN: sum(
            len(table) for tables in rounds for table in tables if table and len(table) != FULL
        ),
        Name.BYES: sum(map(len, byes)),
        Name.BYES_AGAIN: _again(byes, {p for tables in rounds for table in tables for p in table}),
        Name.SUBSTITUTES: substitutes,
    }
    return tuple(Cost(name, amounts[name], wishes.weights[name]) for name in Name)


def total(listed: Iterable[Cost]) -> int:
    """Return the weighed sum."""
    return sum(cost.weighed for cost in listed)


def amount(listed: Iterable[Cost], name: Name) -> int:
    """Return how much there is of one cost."""
    return next(cost.amount for cost in listed if cost.name is name)


def _differences(grades: tuple[int, ...]) -> dict[Pair, int]:
    pairs = combinations(range(len(grades)), 2)
    return {(p, q): abs(grades[p] - grades[q]) for p, q in pairs if grades[p] != grades[q]}


def _matrix(prices: dict[Pair, int], players: int) -> list[list[int]]:
    matrix = [[0] * players for _ in range(players)]
    for (one, other), price in prices.items():
        matrix[one][other] = matrix[other][one] = price
    return matrix


def returns(rounds: Rounds, seats: Mapping[int, tuple[int, int]]) -> Counter[int]:
    """Return how often each comes again to a table's number; not who has a table of his own."""
    seen = Counter(
        (p, t)
        for tables in rounds
        for t, table in enumerate(tables)
        for p in table
        if p not in seats
    )
    again: Counter[int] = Counter()
    for (p, _), times in seen.items():
        again[p] += times - 1
    return again


def both(rounds: Rounds, byes: Byes, one: int, other: int) -> int:
    """Return in how many rounds two play, seated or not; somebody comes late, or leaves."""
    here = (frozenset(p for table in tables for p in table) for tables in rounds)
    out = (*byes, *(() for _ in rounds[len(byes) :]))
    return sum({one, other} <= seated.union(rest) for seated, rest in zip(here, out, strict=True))


def _away(rounds: Rounds, seats: Mapping[int, tuple[int, int]], byes: Byes) -> int:
    there = sum(
        seats.get(player) in ((t, seat), (t, ANY_SEAT))
        for tables in rounds
        for t, table in enumerate(tables)
        for seat, player in enumerate(table)
    )
    return sum(both(rounds, byes, player, player) for player in seats) - there


def _again(byes: Byes, seated: set[int]) -> int:
    """Count the times beyond the average, rounded up."""
    out = Counter(p for here in byes for p in here)
    most = -(-sum(out.values()) // max(1, len(seated.union(out))))
    return sum(max(0, times - most) for times in out.values())


def _met(pairs: frozenset[Pair], rounds: Rounds) -> int:
    met = meetings(rounds)
    return sum(met[pair] for pair in pairs)


def _apart(rounds: Rounds, grades: tuple[int, ...]) -> int:
    if not grades:
        return 0
    return sum(
        times * abs(grades[one] - grades[other]) for (one, other), times in meetings(rounds).items()
    )


def at_threes(rounds: Rounds, byes: Byes) -> tuple[Counter[int], int]:
    """Return how often each sits at a table of three, and how often one may: that is his share."""
    if not rounds:
        return Counter(), 0
    sizes = tuple(len(table) for table in rounds[-1])
    most = most_often(Layout(sizes, len(byes[-1]) if byes else 0), len(rounds))
    seen = Counter(p for tables in rounds for table in tables if len(table) == 3 for p in table)  # noqa: PLR2004
    return seen, most


def _threes(rounds: Rounds, byes: Byes) -> int:
    seen, most = at_threes(rounds, byes)
    return sum(max(0, times - most) for times in seen.values())
