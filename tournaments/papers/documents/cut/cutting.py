"""Cards of one size on A4, to be cut apart: how they lie, and where the knife goes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Final, TypeVar

from tournaments.papers.score_sheet.grid import mm

Card = TypeVar("Card")

WIDTH, HEIGHT = 210, 297
MARK: Final = 3
"""Length of each arm of a cut mark, in millimetres."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A sheet of A4, or of A5 that lies on its side, cut into equal cards."""

    columns: int
    rows: int
    on_a5: bool = False
    """Half the sheet with half the rows: the cards are the same."""

    @property
    def across(self) -> str:
        """Width of the sheet, in millimetres."""
        return mm(WIDTH)

    @property
    def down(self) -> str:
        """Height of the sheet, in millimetres."""
        return mm(self._down)

    @property
    def _down(self) -> Fraction:
        return Fraction(HEIGHT, 2 if self.on_a5 else 1)

    @property
    def width(self) -> str:
        """Width of a card, in millimetres."""
        return mm(Fraction(WIDTH, self.columns))

    @property
    def height(self) -> str:
        """Height of a card, in millimetres."""
        return mm(self._down / self.rows)

    @property
    def marks(self) -> str:
        """A cross wherever cuts meet, and a stroke where one begins, as an SVG path."""
        lefts = [Fraction(WIDTH * column, self.columns) for column in range(self.columns + 1)]
        tops = [self._down * row / self.rows for row in range(self.rows + 1)]
        return "".join(
            f"M{mm(x - MARK)} {mm(y)}h{2 * MARK}M{mm(x)} {mm(y - MARK)}v{2 * MARK}"
            for x, y in product(lefts, tops)
        )


def on(cut: Cut, *, a5: bool) -> Cut:
    """Return how the same cards lie on the paper that is wanted."""
    return replace(cut, rows=cut.rows // 2, on_a5=True) if a5 else cut


def pages(cards: Sequence[Card], cut: Cut) -> list[Sequence[Card]]:
    """Return the cards of each sheet.

    >>> pages("abcde", Cut(columns=1, rows=2))
    ['ab', 'cd', 'e']
    """
    size = cut.columns * cut.rows
    return [cards[start : start + size] for start in range(0, len(cards), size)]


def fitting(name: str) -> str:
    """Return the class of the style sheet in which a name is large and still fits.

    >>> fitting("Bo"), fitting("Anne-Sofie Bak"), fitting("Anne-Sofie Bjerregaard-Mortensen")
    ('', 'long', 'longer')
    """
    longest = max(map(len, name.split()), default=0)
    if len(name) <= 12 and longest <= 10:  # noqa: PLR2004 -- tried on paper
        return ""
    return "long" if len(name) <= 24 and longest <= 14 else "longer"  # noqa: PLR2004
