"""The figures that standings may be ordered by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, unique
from types import MappingProxyType

from scoring.standings.lines import Line


@unique
class Direction(Enum):
    """Which end of a figure is the better one. The value multiplies the figure."""

    MORE = 1
    FEWER = -1


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure of a line, and which way it counts."""

    key: str
    """As it stands in an event's chain."""
    of: Callable[[Line], int]
    better: Direction
    meaning: str
    """An English phrase for the foot of the standings."""

    def worth(self, line: Line) -> int:
        """The figure, so turned that more is better."""
        return self.better.value * self.of(line)


_ALL = (
    Metric("points", lambda line: line.points, Direction.MORE, "points"),
    Metric("won", lambda line: line.won, Direction.MORE, "more games won as declarer"),
    Metric("kodille", lambda line: line.kodille, Direction.FEWER, "fewer kodille"),
    Metric("highest", lambda line: line.highest, Direction.MORE, "the highest contract won"),
)

METRICS: Mapping[str, Metric] = MappingProxyType({metric.key: metric for metric in _ALL})
"""Every metric, by its key."""

DEFAULT_CHAIN: tuple[str, ...] = ("points", "won", "kodille", "highest")
"""Points, and then what parts those who have the same; after the last the place is shared."""
