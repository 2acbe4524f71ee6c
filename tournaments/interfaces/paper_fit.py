"""How large a name can be above its column: as large as it goes, and read to the end."""

import re
from fractions import Fraction
from typing import Final

from tournaments.interfaces.paper_grid import POINT

HEIGHT: Final = Fraction(8)
"""Of the room for a name, in millimetres."""
BESIDE: Final = Fraction(2)
"""What is left free beside it."""
LEADING: Final = Fraction(23, 20)
SIZES: Final = tuple(map(Fraction, ("8.8", "7.8", "6.8", "6", "5.2", "4.6", "4", "3.4")))
LARGE_SIZES: Final = (Fraction(10), *SIZES)
NARROW, WIDE, OTHER = Fraction("0.42"), Fraction("0.98"), Fraction("0.68")
"""Widths of letters, to their height, rounded up; a test measures them."""
NARROW_LETTERS: Final = frozenset("fijlrtIíìïl .,-'’")
WIDE_LETTERS: Final = frozenset("mwMWÆæŒœ@…")


def name_fit(name: str, width: Fraction, *, large: bool) -> tuple[Fraction, Fraction]:
    """Return the size in points and the distance of lines in millimetres.

    >>> [float(each) for each in name_fit("Bo", Fraction(25), large=False)]
    [8.8, 3.57]
    """
    sizes = LARGE_SIZES if large else SIZES
    room = width - BESIDE
    for size in sizes:
        step = round(size * POINT * LEADING, 2)
        if lines(name, room / (size * POINT)) * step <= HEIGHT:
            return size, step
    return sizes[-1], round(sizes[-1] * POINT * LEADING, 2)


def lines(name: str, room: Fraction) -> int:
    """Return how many lines a name needs where ``room`` is to the height of its letters."""
    count, used = 1, Fraction(0)
    for part in parts(name):
        wide = sum(map(_width, part), Fraction(0))
        if used + wide > room and used:
            count, used = count + 1, Fraction(0)
        while wide > room:  # a word that is longer than a line is broken
            count, wide = count + 1, wide - room + 1
        used += wide
    return count


def parts(name: str) -> list[str]:
    """Return what a line may end after.

    >>> parts("Anne-Sofie Bak")
    ['Anne-', 'Sofie ', 'Bak']
    """
    return [part for part in re.findall(r"[^ -]*[ -]?", name) if part]


def _width(letter: str) -> Fraction:
    if letter in NARROW_LETTERS:
        return NARROW
    return WIDE if letter in WIDE_LETTERS else OTHER
