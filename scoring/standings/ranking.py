"""Places by metrics in an order; equals share a place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.standings.lines import Line
from scoring.standings.metrics import Metric


@dataclass(frozen=True, slots=True)
class Placing:
    """A line and its place."""

    rank: int
    """From 1; after a shared place as many are left out as share it."""
    shared: bool
    line: Line


def rank(lines: Iterable[Line], by: Sequence[Metric]) -> list[Placing]:
    """Place ``lines`` by each metric in turn. Who is equal in all of them shares a place.

    Those who share keep the order in which they were given.

    >>> from scoring.standings.metrics import METRICS
    >>> a, b, c = Line(key="a", points=5), Line(key="b", points=9), Line(key="c", points=5)
    >>> [(p.rank, p.shared, p.line.key) for p in rank([a, b, c], by=[METRICS["points"]])]
    [(1, False, 'b'), (2, True, 'a'), (2, True, 'c')]
    """
    figures = [(tuple(metric.worth(line) for metric in by), line) for line in lines]
    ordered = sorted(figures, key=lambda pair: pair[0], reverse=True)
    worths = [worth for worth, _ in ordered]
    return [
        Placing(1 + worths.index(worth), worths.count(worth) > 1, line) for worth, line in ordered
    ]
