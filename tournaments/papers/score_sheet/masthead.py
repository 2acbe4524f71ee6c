"""The head of a score sheet: the event's name, and below it the day and the club, above the table.

``print/sheet.css`` has the same sizes.
"""

from fractions import Fraction
from typing import Final

from tournaments.papers.score_sheet.columns import LINE, name_lines
from tournaments.papers.score_sheet.grid import POINT

HEIGHT: Final = Fraction(39, 2)
"""Of name, day and club together, in millimetres."""
WIDTH: Final = Fraction(281, 2)
BESIDE_CODE: Final = Fraction(181, 2)
WORDS: Final = Fraction(6, 5)
"""By how much whole sentences are narrower than names, whose letters are rounded up."""
SMALL: Final = Fraction(10)
"""Size of day and club where there is room for it, in points."""
TITLES: Final = (
    (36, "", Fraction(18), Fraction(11, 10), 2),
    (90, "long", Fraction(23, 2), Fraction(23, 20), 3),
    (10**6, "longer", Fraction(9), Fraction(23, 20), 4),
)
"""Up to so many letters: the class of a name, its size, the height of its lines, and their most."""


def classes_of(event: str, below: str, *, beside_code: bool) -> tuple[str, str]:
    """Return the classes of the name and of what stands below it, so that both are read.

    >>> classes_of("Klubaften", "8. maj · Klub Spadille", beside_code=True)
    ('', '')
    >>> classes_of("Klubaften i den store sal på loftet", "8. maj · Klub " * 9, beside_code=True)
    ('', 'tight')
    """
    width = BESIDE_CODE if beside_code else WIDTH
    name, size, leading, most = next(
        (name, size, leading, most)
        for upto, name, size, leading, most in TITLES
        if len(event) <= upto
    )
    room = width * WORDS / POINT
    title = min(name_lines(event, room / size), most) * size * leading
    under = name_lines(below, room / SMALL) * SMALL * LINE
    return name, "tight" if (title + under) * POINT > HEIGHT else ""
