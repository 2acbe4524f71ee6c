"""Places by metrics in an order; equals share a place."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.standings.chain import Order
from scoring.standings.lines import StandingsLine
from scoring.standings.meetings import Evidence
from scoring.standings.metrics import Comparison, Figure, Metric, Tied

NOTHING_KNOWN = Evidence()


@dataclass(frozen=True, slots=True)
class Placing:
    """A line and its place."""

    rank: int
    """From 1; after a shared place as many are left out as share it."""
    shared: bool
    line: StandingsLine
    decided_by: str | None = None
    """The metric that put it behind the line before; None for the first, and where both share."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Lines that are equal in everything, and what parted them from those before."""

    lines: list[StandingsLine]
    decided_by: str | None


def rank(
    lines: Iterable[StandingsLine], by: Sequence[Metric], evidence: Evidence = NOTHING_KNOWN
) -> list[Placing]:
    """Place ``lines`` by each metric in turn. Who is equal in all of them shares a place.

    A metric parts those whom the ones before left equal, and only if its figure is known of each
    of them. Those who share keep the order in which they were given.

    >>> from scoring.standings.metrics import METRICS
    >>> a, b, c = (
    ...     StandingsLine(key="a", points=5),
    ...     StandingsLine(key="b", points=9),
    ...     StandingsLine(key="c", points=5),
    ... )
    >>> [(p.rank, p.shared, p.line.key) for p in rank([a, b, c], by=[METRICS["points"]])]
    [(1, False, 'b'), (2, True, 'a'), (2, True, 'c')]
    """
    groups = [_Group(list(lines), None)]
    for metric in by:
        groups = [part for group in groups for part in _parted(group, metric, evidence)]
    placings: list[Placing] = []
    for group in groups:
        place, decided_by = len(placings) + 1, group.decided_by
        for line in group.lines:
            placings.append(Placing(place, len(group.lines) > 1, line, decided_by))
            decided_by = None
    return placings


def _parted(group: _Group, metric: Metric, evidence: Evidence) -> Iterator[_Group]:
    """``group``, parted by ``metric``, the better first."""
    if len(group.lines) == 1:
        yield group
        return
    tied = Tied(tuple(line.key for line in group.lines), evidence)
    worths: list[tuple[Figure, StandingsLine]] = []
    for line in group.lines:
        worth = metric.worth(line, tied)
        if worth is None:
            yield group
            return
        worths.append((worth, line))
    worths.sort(key=lambda pair: pair[0], reverse=True)
    decided_by = group.decided_by
    for _, equal in groupby(worths, key=lambda pair: pair[0]):
        yield _Group([line for _, line in equal], decided_by)
        decided_by = metric.key


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Standings, with what has to be printed beside the places."""

    placings: tuple[Placing, ...]
    too_few_deals: tuple[StandingsLine, ...]
    """Those who have no place because they played too little, in the order they were given."""
    chain: tuple[str, ...]
    """Keys of the metrics as they were compared, the first that counts first."""
    comparison: Comparison
    mixed_sizes: bool
    """Figures that grow with the table were compared between tables of different sizes."""


def ranked(
    lines: Iterable[StandingsLine],
    order: Order,
    *,
    too_few_deals: Collection[str] = frozenset(),
    evidence: Evidence = NOTHING_KNOWN,
) -> Ranked:
    """Place ``lines`` in ``order``; those whose keys are in ``too_few_deals`` stand apart."""
    given = list(lines)
    placed = [line for line in given if line.key not in too_few_deals]
    by = order.metrics
    sizes = frozenset[int]().union(*(line.sizes for line in placed))
    return Ranked(
        placings=tuple(rank(placed, by, evidence)),
        too_few_deals=tuple(line for line in given if line.key in too_few_deals),
        chain=tuple(metric.key for metric in by),
        comparison=order.comparison,
        mixed_sizes=len(sizes) > 1 and any(metric.grows_with_table for metric in by),
    )


def below(lines: Iterable[StandingsLine], min_deals: int) -> frozenset[str]:
    """Keys of the lines with fewer than ``min_deals`` deals."""
    return frozenset(line.key for line in lines if line.deals < min_deals)
