"""Lines over deals or evenings, as values of an SVG, all of them whole.

A picture is 640 by 250 whatever its size on the page. Lines and marks are named by classes; the
style sheet gives them their colours, and the letters their size.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.words.figures import signed

WIDTH: Final = 640
HEIGHT: Final = 250
LEFT: Final = 84
"""Room for the points at the side."""
RIGHT: Final = WIDTH - 16
TOP: Final = 22
BOTTOM: Final = HEIGHT - 44
TEN: Final = 10
APART: Final = 26
"""Figures at the side that are nearer are not both written."""
NEAR: Final = 60
"""Labels below that are nearer are not both written."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The lowest and the highest that all lines of a page reach, so that they can be compared."""

    lowest: int
    highest: int

    @classmethod
    def of(cls, points: Iterable[int]) -> "Scale":
        """Return what reaches all of them, and nothing won or lost."""
        every = [0, *points]
        return cls(min(every), max(every))

    def y(self, points: int) -> int:
        """Return how far down a number of points lies."""
        span = max(self.highest - self.lowest, 1)
        return TOP + round((BOTTOM - TOP) * (self.highest - points) / span)

    @property
    def levels(self) -> list[tuple[str, str]]:
        """The figures at the side, each with how far down it stands; 0 is always one."""
        shown = [0]
        for points in (self.highest, self.lowest):
            if all(abs(self.y(points) - self.y(other)) >= APART for other in shown):
                shown.append(points)
        return [(str(self.y(points)), signed(points)) for points in shown]


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through some sums."""

    line: str
    zero: str
    """How far down nothing lies."""
    levels: Sequence[tuple[str, str]]
    ticks: Sequence[tuple[str, str]]
    """Where something begins, and what it is called."""
    band: str = ""
    """What is filled around the line, where it is not sure."""


def curve(
    sums: Sequence[int],
    begins: Iterable[tuple[int, str]],
    around: Sequence[tuple[int, int]] = (),
) -> Curve:
    """Draw a line through ``sums``; ``begins``: places among them, with what begins there.

    ``around``: between what each lies.

    >>> curve([3, -1, 4], [(0, "2025"), (2, "2026")]).line
    'M84,59L354,206L624,22'
    """
    scale = Scale.of([*sums, *(edge for edges in around for edge in edges)])
    slots = len(sums) - 1
    ticks: list[tuple[int, str]] = []
    for place, label in begins:
        across = across_at(place, slots)
        if not ticks or across - ticks[-1][0] >= NEAR:
            ticks.append((across, label))
    return Curve(
        line=path((across_at(place, slots), scale.y(sum_)) for place, sum_ in enumerate(sums)),
        zero=str(scale.y(0)),
        levels=scale.levels,
        ticks=[(str(across), label) for across, label in ticks],
        band=_band(around, scale) if around else "",
    )


def way(sums: Sequence[int], slots: int, most: int) -> str:
    """Draw a small line through ``sums``, that of nothing won or lost in the middle.

    It has room for so many ``slots`` after the first, and for ``most`` up and down.

    >>> way([0, 25, -50], 3, 50)
    'M84,114L264,68L444,206'
    """
    scale = Scale(-most, most)
    return path((across_at(place, slots), scale.y(sum_)) for place, sum_ in enumerate(sums))


def _band(around: Sequence[tuple[int, int]], scale: Scale) -> str:
    """Return the way along the upper edge and back along the lower."""
    slots = len(around) - 1
    upper = [(across_at(place, slots), scale.y(high)) for place, (_, high) in enumerate(around)]
    lower = [(across_at(place, slots), scale.y(low)) for place, (low, _) in enumerate(around)]
    return path([*upper, *reversed(lower)]) + "Z"


def across_at(place: int, slots: int) -> int:
    """Return how far across one of so many places lies."""
    return LEFT + round((RIGHT - LEFT) * place / max(slots, 1))


def path(points: Iterable[tuple[int, int]]) -> str:
    """Return what an SVG draws as a line through points."""
    return "M" + "L".join(f"{across},{down}" for across, down in points)
