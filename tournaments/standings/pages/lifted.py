"""What put a place before the next, where the points did not: said of an event and of a season."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from django.utils.translation import gettext as _

from tournaments.words import wording
from tournaments.words.figures import signed


class Placed(Protocol):
    """A row in the order of its places, and the figures that gave it."""

    @property
    def points(self) -> int:
        """All that it has."""

    @property
    def won(self) -> int:
        """Games won as declarer."""

    @property
    def kodille(self) -> int:
        """As declarer."""

    @property
    def highest(self) -> int:
        """Value of the highest contract won as declarer."""

    @property
    def decided_by(self) -> str | None:
        """The metric that put it behind the row before."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a row stands before the next place; empty where it is the first that is compared."""

    lifted_by: str = ""
    figures: str = ""
    """By what both were compared in it, so that a narrow page says it without its column."""

    def __str__(self) -> str:
        """Say it where there is no column of the metric."""
        return ": ".join(filter(None, (self.lifted_by, self.figures)))


Lift: TypeAlias = tuple[str, Placed] | None
"""The metric that put a row before the next place, and the first row there."""
FIGURES: Final[Mapping[str, Callable[[Placed], str]]] = {
    "points": lambda row: signed(row.points),
    "won": lambda row: str(row.won),
    "kodille": lambda row: str(row.kodille),
    "highest": lambda row: str(row.highest),
}
"""What a row has in a metric; the others are no figure of its own."""


def reasons(rows: Sequence[Placed], chain: Sequence[str]) -> list[Reason]:
    """Return why each row stands before the next place; those who share one, alike.

    ``chain`` are the keys of the metrics as they were compared.
    """
    found: list[Reason] = []
    lift: Lift = None
    for row in reversed(rows):
        found.append(_reason(row, lift, chain))
        lift = (row.decided_by, row) if row.decided_by else lift
    return found[::-1]


def _reason(row: Placed, lift: Lift, chain: Sequence[str]) -> Reason:
    if lift is None or lift[0] in chain[:1]:
        return Reason()
    told, below = lift
    figure = FIGURES.get(told)
    compared = {"own": figure(row), "other": figure(below)} if figure else {}
    figures = _("%(own)s against %(other)s") % compared if compared else ""
    return Reason(str(wording.METRICS[told]), figures)
