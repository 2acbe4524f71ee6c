"""The board of honour as it hangs on the wall: the newest title first, as large as goes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.honours.queries import board
from tournaments.models import Honour
from tournaments.papers.documents import wide
from tournaments.papers.documents.document import WALLS, Values
from tournaments.papers.documents.filling import lines_of, words_of
from tournaments.papers.documents.of_club import ClubDocument, OfClub
from tournaments.papers.score_sheet.grid import POINT

MOST_LINES: Final = 30
"""Titles on a sheet."""
HIGH: Final = 217.0
"""Millimetres between the head of the sheet and its foot."""
ACROSS: Final = 170.0
RULE: Final = 0.3
"""Millimetres of the line above a title."""
LINE: Final = 1.25
"""A line, to the letters; so is all that follows."""
AROUND: Final = 0.26
"""Above and below a title."""
MOST_PADDING: Final = 0.35
YEAR: Final = 3.0
GAP: Final = 0.5
SMALL: Final = 0.62
"""The title and the remark, to the name."""
BOLD: Final = 1.06
"""A bold letter, to one of the regular typeface."""
LARGEST: Final = 28
SMALLEST: Final = 12
"""Points; a name that is longer still takes two lines."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title on the board."""

    year: str
    """Empty below another of the year on the same sheet."""
    title: str
    name: str
    """Who won it; empty: it was not given."""
    remark: str


def values(about: OfClub) -> Values:
    """Return the titles, cut into sheets that are filled alike, and how large the letters are."""
    every = [honour for _year, some in board(about.club) for honour in some]
    pages = list(_sheets(every))
    type_, padding = _set(pages)
    years = sorted({honour.year for honour in every})
    return {
        "date": "–".join(str(year) for year in dict.fromkeys((*years[:1], *years[-1:]))),
        "pages": pages,
        "type": type_,
        "padding": f"{AROUND / 2 + padding:.2f}",
    }


def titles(some: Sequence[Honour]) -> list[Title]:
    """Return titles as they stand below each other."""
    found, last = [], 0
    for honour in some:
        year = str(honour.year) if honour.year != last else ""
        found.append(Title(year, honour.title, honour.name, honour.remark))
        last = honour.year
    return found


def _sheets(every: Sequence[Honour]) -> Iterator[list[Title]]:
    size = ceil(len(every) / ceil(len(every) / MOST_LINES)) if every else 1
    for first in range(0, len(every), size):
        yield titles(every[first : first + size])


def _set(pages: Sequence[Sequence[Title]]) -> tuple[int, float]:
    """Return the points with which the fullest sheet is filled, and what is left to each line.

    No word of a name is parted, where that can be. The second is to the letters.
    """
    rows = max(map(len, pages), default=1)
    for type_ in range(LARGEST, SMALLEST, -1):
        em = float(type_ * POINT)
        highs = [_high(page, ACROSS / em) for page in pages]
        spare = (HIGH - rows * RULE) / em - max(filter(None, highs), default=0)
        if None not in highs and spare >= 0:
            return type_, min(spare / rows / 2, MOST_PADDING)
    return SMALLEST, 0


def _high(page: Sequence[Title], across: float) -> float | None:
    """Return how high a sheet is, to its letters; None: a word of a name has no room."""
    titles_room = max(wide.width(each.title) * SMALL for each in page) + GAP
    room = across - YEAR - titles_room
    names = [each.name or each.remark for each in page]
    longest = max((wide.width(word) for name in names for word in words_of(name)), default=0)
    if longest * BOLD > room:
        return None
    return sum(
        lines_of(each.name, room / BOLD) * LINE
        + (lines_of(each.remark, room / SMALL) * SMALL * LINE if each.remark else 0)
        + AROUND
        for each in page
    )


HONOURS_WALL = ClubDocument(
    kind="honours-wall",
    title=_("Board of honour"),
    template="honours-wall.html",
    of_season=False,
    values=values,
    options=WALLS,
)
