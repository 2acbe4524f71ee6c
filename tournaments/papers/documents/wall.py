"""The standings to be read from two metres: the places alone, as large as their sheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.papers.documents import wide
from tournaments.papers.documents.document import About, Document, Shelf, Values
from tournaments.papers.score_sheet.grid import POINT
from tournaments.review.pages.finality import how_final
from tournaments.review.queries.rounds import rounds
from tournaments.standings.pages import standings as paper_standings
from tournaments.standings.queries.standings import standings_shown

MOST_LINES: Final = 24
"""Of a sheet; above that the letters would not be read from two metres."""
HIGH: Final = 214.0
"""Millimetres between the head of the sheet and its foot."""
ACROSS: Final = 180.0
"""Millimetres between the margins, without what is left free beside the name."""
LEADING: Final = 1.45
"""A line, to its letters."""
LARGEST: Final = 34.0
SMALLEST: Final = 14.0
"""Points; a name that is longer still takes two lines."""
PLACE: Final = 2.4
POINTS: Final = 3.4
"""The columns beside the name, to the letters."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is on one sheet, and how large."""

    title: str
    type: int
    """Points."""
    places: Sequence[paper_standings.Place]


def places(about: About) -> Values:
    """Return the standings, what everybody may see, cut into sheets that are filled alike."""
    now = standings_shown(about.event)
    said = paper_standings.context(now)
    return {
        **said,
        "how_final": how_final(about.event, rounds(about.event)),
        "sheets": [sheet for one in paper_standings.sections(now) for sheet in _sheets(one)],
    }


def _sheets(section: paper_standings.Section) -> Iterator[Sheet]:
    every = section.places
    size = ceil(len(every) / ceil(len(every) / MOST_LINES)) if every else 1
    for first in range(0, len(every), size):
        shown = every[first : first + size]
        yield Sheet(section.title, _type(shown, size), shown)


def _type(places: Sequence[paper_standings.Place], lines: int) -> int:
    """Return how large letters may be: so many lines fill the height, and each name its line."""
    high = HIGH / lines / LEADING / POINT
    longest = max(wide.width(one.name) for one in places)
    broad = ACROSS / (longest + PLACE + POINTS) / POINT
    return int(max(SMALLEST, min(LARGEST, high, broad)))


WALL = Document(
    kind="wall",
    title=_("Standings for the wall"),
    template="wall.html",
    shelf=Shelf.AFTER,
    values=places,
)
