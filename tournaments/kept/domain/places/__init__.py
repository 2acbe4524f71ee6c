"""Where anything about a person is stored: the one list, which page, deed and own data read.

Every field that holds text is in it, or said to hold nobody; a test walks all models.
"""

from typing import Final

from tournaments.kept.domain.places.evenings import PLAYED, PROTESTS, SAID, SEATS
from tournaments.kept.domain.places.people import (
    ANSWERS,
    CAME,
    LETTERS,
    LOG_INS,
    MEMBERS,
    OWN_WORDS,
)
from tournaments.kept.domain.places.program import CASH, LOG, MONEY, NOBODY, PAPERS, PHOTOS, YEARS
from tournaments.kept.domain.places.rows import Keeping, Rows

__all__ = ["ALL_ROWS", "KEPT", "Keeping", "Rows"]

KEPT: Final[tuple[Keeping, ...]] = (
    MEMBERS,
    CAME,
    ANSWERS,
    LETTERS,
    SEATS,
    PLAYED,
    SAID,
    PROTESTS,
    PHOTOS,
    MONEY,
    CASH,
    YEARS,
    OWN_WORDS,
    LOG,
    PAPERS,
    LOG_INS,
)
"""What is kept of people, in the order of the page."""
ALL_ROWS: Final[tuple[Rows, ...]] = (*(rows for each in KEPT for rows in each.rows), *NOBODY)
"""Every table, each once."""
