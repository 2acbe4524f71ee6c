"""How strong players are, worked out from who won how much from whom. No queries.

What somebody with cards wins in a deal beyond the mean of those with cards is his strength beyond
the mean of theirs, and chance. So who sits out plays no part, and of whom meets the strong less is
expected. Strengths vary about 0 as those of the club's players do, so that little is believed of
who has hardly played. That is a linear mixed model; a strength is its best linear unbiased
prediction, and comes with how far off such a prediction usually is.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

PARTS: Final = 12
"""Gains and weights are kept as twelfths: three or four hold cards, and sums stay whole."""
EVENING: Final = 20
"""Strengths are told as what is won in forty deals at a table of four: one holds cards in thirty,
and is himself a third of those with whose mean he is compared."""
USUAL: Final = 0.1
"""How far strengths vary, beside what chance moves in a deal, until the club's own are known."""
NARROWEST: Final = 0.03
"""They vary so far at least: nobody is as good as everybody else."""
BELIEVED: Final = 8
"""What is usual counts as if so many players had shown it."""


@dataclass(slots=True)
class Balance(Generic[Key]):
    """What evenings tell of strengths. What several tell is the sum of it."""

    gained: Counter[Key] = field(default_factory=Counter)
    """What each won beyond the mean of those with cards; twelfths."""
    weights: Counter[frozenset[Key]] = field(default_factory=Counter)
    """Of two, over the deals in which both held cards: one by how many did; twelfths."""
    evenings: Counter[Key] = field(default_factory=Counter)
    """On which each held cards."""
    spread: int = 0
    """The sum of the squares of what each gained in each deal; of twelfths."""

    @classmethod
    def of(cls, deals: Iterable[Sequence[tuple[Key, int]]]) -> "Balance[Key]":
        """Return what an evening tells: of each deal, who held cards and what it moved for him."""
        made = cls()
        for deal in deals:
            share = PARTS // max(len(deal), 1)
            mean = share * sum(moved for _key, moved in deal)
            for key, moved in deal:
                made.gained[key] += PARTS * moved - mean
                made.spread += (PARTS * moved - mean) ** 2
                made.evenings[key] = 1
            for (one, _), (other, _) in combinations(deal, 2):
                if one != other:
                    made.weights[frozenset((one, other))] += share
        return made

    def take(self, other: "Balance[Key]", times: int = 1) -> None:
        """Count other evenings too; -1 times: no longer."""
        _add(self.gained, other.gained, times)
        _add(self.weights, other.weights, times)
        _add(self.evenings, other.evenings, times)
        self.spread += times * other.spread


def _add(into: Counter[Key], other: Mapping[Key, int], times: int) -> None:
    for key, figure in other.items():
        into[key] += times * figure


@dataclass(frozen=True, slots=True)
class Strength:
    """What a player would win in an evening of average players."""

    points: float
    error: float
    """Its standard error."""


def strengths(balance: Balance[Key]) -> dict[Key, Strength]:
    """Return the strength of everybody of whom the evenings tell something."""
    free = 2 * sum(balance.weights.values()) / PARTS  # of each deal, one less than held cards
    if not (free and balance.spread):
        return {}
    keys = [key for key, evenings in balance.evenings.items() if evenings]
    gained = [balance.gained[key] / PARTS for key in keys]
    known = information(keys, balance.weights)
    chance = balance.spread / PARTS**2 / free
    pull = chance / _variance(gained, known, chance)
    for place, row in enumerate(known):
        row[place] += pull
    return {
        key: Strength(
            points=EVENING * sum(map(float.__mul__, row, gained)),
            error=EVENING * math.sqrt(chance * row[place]),
        )
        for place, (key, row) in enumerate(zip(keys, inverse(known), strict=True))
    }


def information(keys: Sequence[Key], weights: Mapping[frozenset[Key], int]) -> list[list[float]]:
    """Return how much is known of each difference of two, as a matrix whose rows add up to 0."""
    places = {key: place for place, key in enumerate(keys)}
    rows = [[0.0] * len(keys) for _key in keys]
    for pair, weight in weights.items():
        if weight:
            one, other = (places[key] for key in pair)
            for here, there in ((one, other), (other, one)):
                rows[here][here] += weight / PARTS
                rows[here][there] -= weight / PARTS
    return rows


def _variance(gained: Sequence[float], known: Sequence[Sequence[float]], chance: float) -> float:
    """Return the variance of strengths: how far the gains vary more than chance would let them.

    Mixed with what is usual, which matters the less the more players are known the better.
    """
    by_chance = chance * sum(row[place] for place, row in enumerate(known))
    by_strength = sum(figure**2 for row in known for figure in row)
    own = (sum(figure**2 for figure in gained) - by_chance) / by_strength
    usual = USUAL**2 * chance
    sure = usual / (usual + by_chance / by_strength)
    players = len(gained) * sure**2
    mixed = (players * own + BELIEVED * usual) / (players + BELIEVED)
    return max(mixed, NARROWEST**2 * chance)


def inverse(matrix: Iterable[Iterable[float]]) -> list[list[float]]:
    """Return the inverse of a matrix that is symmetric and positive definite.

    >>> inverse([[2.0, 1.0], [1.0, 1.0]])
    [[1.0, -1.0], [-1.0, 2.0]]
    """
    rows = [list(row) for row in matrix]
    for place in range(len(rows)):
        row = rows[place]
        pivot, row[place] = row[place], 1.0
        row = rows[place] = [figure / pivot for figure in row]
        for number, other in enumerate(rows):
            if number != place and other[place]:
                factor, other[place] = other[place], 0.0
                rows[number] = [mine - factor * its for mine, its in zip(other, row, strict=True)]
    return rows
