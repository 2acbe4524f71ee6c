"""Tables with a column for each round: laid on their side or parted before anything is cut off."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from django.utils.translation import gettext as _

from tournaments.papers.documents.document import Option, Options
from tournaments.papers.score_sheet.grid import POINT

WIDTHS: Final[Mapping[str, float]] = {
    " ": 0.24, "ij": 0.25, ".,l": 0.28, ":;": 0.3, "·f": 0.33, "t": 0.352, "r": 0.368, "/I": 0.4,
    "cLsvyz": 0.505, "agJkxåá": 0.535, "eé": 0.55, "Fhnoöøuú": 0.57, "bdpqTZ": 0.58,
    "+−–=0123456789ESY": 0.6, "P": 0.607, "KRVXACÅÞ": 0.642, "BDU": 0.68, "GHNOQØÖ": 0.71,
    "Mw": 0.82, "mWæ": 0.9,
}  # fmt: skip
"""How wide letters of the regular typeface are, to their height; figures are so in every weight.

A test measures them. What is not here is taken for the widest.
"""
WIDTH_OF: Final = {letter: width for letters, width in WIDTHS.items() for letter in letters}
WIDEST: Final = 1.0
ALL: Final = ":"
"""All columns, as the filter ``slice`` wants it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """How a table is set, as in the style sheets: type in points, all else in millimetres."""

    type: float
    heading: float
    below: float = 0
    """Of the small line in a cell."""
    beside: float
    """What is left free in a cell, left and right together."""
    beside_heading: float
    place: float
    name: int
    """Names are broken between letters rather than that their column gets wider."""
    page: str = "A4"
    upright: float
    """Between the margins."""
    across: float


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a column: a text, and perhaps a small one below it."""

    text: str
    below: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A table that fits beside the names."""

    heading: str
    """Empty where there is nothing to tell it from."""
    columns: str
    """Which it has, as the filter ``slice`` wants it."""


@dataclass(frozen=True, slots=True)
class Wide:
    """All columns that may have to be parted; the others stand in each part."""

    headings: Sequence[str]
    lines: Sequence[Sequence[Cell]]

    def widths(self, how: Print) -> list[float]:
        """Return how wide each column has to be."""
        return [
            max(heading_width(heading, how), *(cell_width(line[at], how) for line in self.lines), 0)
            for at, heading in enumerate(self.headings)
        ]


A4: Final[Mapping[bool, Print]] = {
    False: Print(
        type=11, heading=8.5, beside=3, beside_heading=3, place=14, name=40, upright=174, across=261
    ),
    True: Print(
        type=15, heading=12, beside=3, beside_heading=3, place=15, name=55, upright=174, across=261
    ),
}
A5: Final[Mapping[bool, Print]] = {
    False: Print(
        type=9.5, heading=7.5, beside=1.6, beside_heading=1.6, place=10, name=32,
        page="A5", upright=128, across=190,
    ),
    True: Print(
        type=15, heading=12, beside=1.6, beside_heading=1.6, place=15, name=55,
        page="A5", upright=128, across=190,
    ),
}  # fmt: skip
"""Of the standings, in ordinary print and in large; the crosstable has narrower margins."""
CROSS: Final[Mapping[bool, Print]] = {
    False: Print(
        type=11, heading=8.5, below=7.5, beside=2, beside_heading=3, place=11, name=40,
        upright=182, across=269,
    ),
    True: Print(
        type=15, heading=12, below=11, beside=2, beside_heading=3, place=15, name=55,
        upright=182, across=269,
    ),
}  # fmt: skip


def of_standings(options: Options) -> Print:
    """Return how standings are set."""
    return (A5 if Option.A5 in options else A4)[Option.LARGE in options]


def of_crosstable(options: Options) -> Print:
    """Return how a crosstable is set."""
    return CROSS[Option.LARGE in options]


def width(text: str) -> float:
    """Return how wide a text is, to the height of its letters."""
    return sum(WIDTH_OF.get(letter, WIDEST) for letter in text)


def heading_width(text: str, how: Print) -> float:
    """Return what the heading of a column needs, which is broken between words."""
    return max(map(width, text.split()), default=0) * how.heading * POINT + how.beside_heading


def cell_width(cell: Cell, how: Print) -> float:
    """Return what a cell needs, which is not broken."""
    longer = max(width(cell.text) * how.type, width(cell.below) * how.below)
    return longer * POINT + how.beside


def place_width(texts: Collection[str], how: Print) -> float:
    """Return how wide the column of the places is."""
    return max(how.place, *(cell_width(Cell(text), how) for text in texts), 0)


def fits_upright(wide: Wide, fixed: float, how: Print) -> bool:
    """Return whether nothing is cut off where the page stands upright."""
    return fixed + sum(wide.widths(how)) <= how.upright


def page(how: Print, *, upright: bool) -> dict[str, object]:
    """Return what the style of the page needs."""
    return {"size": "" if upright else f"{how.page} landscape", "least": how.name}


def parts(wide: Wide, fixed: float, how: Print, *, upright: bool, title: str = "") -> list[Part]:
    """Return the tables into which the columns go, as few as fit and equally long."""
    room = (how.upright if upright else how.across) - fixed
    found = _slices(wide.widths(how), room)
    if len(found) == 1:
        return [Part(title, ALL)]
    return [
        Part(" · ".join(filter(None, (title, _part(number, len(found))))), columns)
        for number, columns in enumerate(found, 1)
    ]


def _part(number: int, count: int) -> str:
    return _("Part %(number)d of %(count)d") % {"number": number, "count": count}


def _slices(widths: Sequence[float], room: float) -> list[str]:
    for count in range(1, len(widths) + 1):
        ends = list(_ends(len(widths), count))
        if all(sum(widths[start:end]) <= room for start, end in ends):
            break
    else:
        ends = [(at, at + 1) for at in range(len(widths))]
    return [f"{start}:{end}" for start, end in ends]


def _ends(columns: int, count: int) -> Iterator[tuple[int, int]]:
    """Return where each of so many equal parts begins and ends; the last may be shorter."""
    size = ceil(columns / count)
    return ((start, min(start + size, columns)) for start in range(0, columns, size))
