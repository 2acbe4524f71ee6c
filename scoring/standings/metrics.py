"""The figures that standings may be ordered by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum, unique
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from scoring.standings.lines import PARTS, StandingsLine
from scoring.standings.meetings import Evidence

Figure: TypeAlias = int | Fraction


@unique
class Direction(Enum):
    """Which end of a figure is the better one. The value multiplies the figure."""

    MORE = 1
    FEWER = -1


@dataclass(frozen=True, slots=True)
class Tied:
    """Those whom no metric before has parted, and what is known of them."""

    keys: tuple[str, ...] = ()
    evidence: Evidence = field(default_factory=Evidence)


NOBODY = Tied()


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure of a line, and which way it counts."""

    key: str
    """As it stands in an event's chain."""
    of: Callable[[StandingsLine, Tied], Figure | None]
    better: Direction
    grows_with_table: bool = False
    """The same play is worth more of it at a table with more opponents."""
    needs_games: bool = False
    """It cannot be told of a line of which only the points are known."""

    def is_known_of(self, line: StandingsLine) -> bool:
        """Whether ``line`` has what the figure is made of."""
        return line.has_games or not self.needs_games

    def worth(self, line: StandingsLine, tied: Tied = NOBODY) -> Figure | None:
        """The figure of ``line`` among ``tied``, so turned that more is better; None: unknown."""
        figure = self.of(line, tied) if self.is_known_of(line) else None
        return None if figure is None else self.better.value * figure


def _mutual(line: StandingsLine, tied: Tied) -> Fraction | None:
    """By how much ``line`` was ahead of all the others tied; unknown unless it met them all."""
    known = tied.evidence.mutual
    met = [known.get((line.key, other)) for other in tied.keys if other != line.key]
    ahead = [result for result in met if result is not None]
    return Fraction(sum(ahead), PARTS) if met and len(ahead) == len(met) else None


_ALL = (
    Metric("points", lambda line, _: line.total, Direction.MORE, grows_with_table=True),
    Metric("per_opponent", lambda line, _: line.per_opponent + line.handicap, Direction.MORE,
           needs_games=True),
    Metric("per_active_deal", lambda line, _: line.per_active_deal, Direction.MORE),
    Metric("deviation", lambda line, _: line.deviation + line.handicap, Direction.MORE,
           grows_with_table=True, needs_games=True),
    Metric("won", lambda line, _: line.won, Direction.MORE, needs_games=True),
    Metric("kodille", lambda line, _: line.kodille, Direction.FEWER, needs_games=True),
    Metric("highest", lambda line, _: line.highest, Direction.MORE, needs_games=True),
    Metric("mutual", _mutual, Direction.MORE),
    Metric("lot", lambda line, tied: tied.evidence.lots.get(line.key), Direction.FEWER),
)  # fmt: skip

METRICS: Mapping[str, Metric] = MappingProxyType({metric.key: metric for metric in _ALL})
"""Every metric, by its key."""

DEFAULT_CHAIN: tuple[str, ...] = ("points", "won", "kodille", "highest")
"""Points, and then what parts those who have the same; after the last the place is shared."""


@unique
class Comparison(StrEnum):
    """How points of tables of three, four and five are compared (rules.md, 7)."""

    RAW = "raw"
    """As they are. Standings over mixed sizes say so: ``Ranked.mixed_sizes``."""
    PER_OPPONENT = "per_opponent"
    """For each opponent with whom a game is settled."""
    PER_ACTIVE_DEAL = "per_active_deal"
    """For each deal in which cards were held."""

    @property
    def metric(self) -> str:
        """The metric that stands where a chain says points."""
        return "points" if self is Comparison.RAW else self.value
