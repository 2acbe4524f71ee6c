"""What can part those who are equal beside their own figures: meetings, and lots."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from types import MappingProxyType

from scoring.standings.lines import StandingsLine


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known beside the lines."""

    mutual: Mapping[tuple[str, str], int] = field(default_factory=lambda: MappingProxyType({}))
    """Of each pair that met, by how much the first was ahead; sixtieths, as in a line."""
    lots: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Numbers drawn; the lowest goes first."""


def mutual_results(tables: Iterable[Sequence[StandingsLine]]) -> Mapping[tuple[str, str], int]:
    """By how much each was ahead of each whom he met, over the tables at which both sat.

    Each of ``tables`` comes from ``at_table``, or from a view of it: with ``by_team`` it is teams
    that meet. The difference is in points per opponent, so that tables of all sizes count alike,
    and in sixtieths of them.

    >>> from scoring.standings.lines import at_table
    >>> lines = [
    ...     StandingsLine(key=key, points=points)
    ...     for key, points in (("a", 6), ("b", -2), ("c", -4))
    ... ]
    >>> mutual = mutual_results([at_table(lines, opponents=2)])
    >>> mutual["a", "b"] // 60, mutual["b", "a"] // 60
    (4, -4)
    """
    ahead: dict[tuple[str, str], int] = {}
    for table in tables:
        there: dict[str, int] = {}
        for line in table:
            there[line.key] = there.get(line.key, 0) + line.parts_per_opponent
        for one, other in permutations(there, 2):
            ahead[one, other] = ahead.get((one, other), 0) + there[one] - there[other]
    return MappingProxyType(ahead)


def draw_lots(keys: Iterable[str], seed: int) -> Mapping[str, int]:
    """Numbers from 1 for ``keys``; the same ``seed`` and keys always draw the same ones.

    >>> draw_lots("abc", 7) == draw_lots("cba", 7)
    True
    """
    order = sorted(keys)
    Random(seed).shuffle(order)  # noqa: S311 -- a lot that anybody can draw again
    return MappingProxyType({key: number for number, key in enumerate(order, start=1)})
