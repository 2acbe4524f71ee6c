"""Tables that hang on the wall: the largest letters with which all of them stand on one sheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from typing import Final

from tournaments.papers.documents import wide
from tournaments.papers.score_sheet.grid import POINT

LARGEST: Final = 34
"""Points."""
LINE: Final = 1.15
"""A line of type, to its letters; so is all that has no unit."""
BETWEEN: Final = 0.3
"""Between a text and the small one that stands beside it."""
AROUND: Final = 0.4
"""What is left free in a cell, left and right together, and above and below a quarter of it."""
MOST_PADDING: Final = 0.3
"""What a line is given at most, above and below, of a sheet that is not full."""
SMALL: Final = 0.5
HEADING: Final = 0.45
"""The small text in a cell and the headings, where that is not less than they may be."""
SECTION: Final = 14.0
"""Millimetres that the title of a section takes."""
ROOM: Final = {True: (186.0, 277.0), False: (273.0, 190.0)}
"""Millimetres between the margins, across and down, of a sheet that is upright and one that is not.

As in ``crosstable.css``.
"""
HEAD: Final = 11.0
"""Millimetres of the head above its title."""
TITLE: Final = 20
"""Points."""
FOOT: Final = 24.0
"""Millimetres of what stands below: five lines of small print."""
WORD: Final = 1.02
"""A little more than is measured, for what a line breaker does otherwise."""


@dataclass(frozen=True, slots=True)
class WideTable:
    """What has to be set: the columns before the names, the names, and those after them."""

    before: wide.Wide
    names: Sequence[str]
    after: wide.Wide


@dataclass(frozen=True, slots=True)
class Fill:
    """How the tables are set."""

    type: int
    """Points."""
    upright: bool
    beside: bool
    """The small text of a cell stands beside its figure, not below it."""
    heading: int
    """Points."""
    small: int
    """Points of the small text."""
    size: str
    """Of the page, as its style wants it."""
    padding: str = ""
    """Above and below a line, to its letters, as the style wants it."""

    @property
    def em(self) -> float:
        """Millimetres."""
        return float(self.type * POINT)


def fill(tables: Sequence[WideTable], title: str, least: wide.Print) -> Fill | None:
    """Return how tables fill their sheet; ``title`` is its own.

    None: not even type of the size of ``least`` brings all on one sheet.
    """
    for type_ in range(LARGEST, ceil(least.type) - 1, -1):
        for upright, beside in product((True, False), repeat=2):
            how = Fill(
                type=type_,
                upright=upright,
                beside=beside,
                heading=round(max(least.heading, HEADING * type_)),
                small=round(max(least.below, SMALL * type_)),
                size="A4" if upright else "A4 landscape",
            )
            spare = _spare(tables, title, how)
            if spare is not None:
                rows = max(sum(len(each.names) for each in tables), 1)
                pad = min(spare / rows / 2 / how.em, MOST_PADDING)
                return replace(how, padding=f"{AROUND / 8 + pad:.2f}")
    return None


def _spare(tables: Sequence[WideTable], title: str, how: Fill) -> float | None:
    """Return the millimetres that are left below the tables; None: they do not fit."""
    across, down = ROOM[how.upright]
    title_lines = lines_of(title, across / (TITLE * POINT))
    high = HEAD + title_lines * TITLE * POINT * LINE + FOOT + SECTION * (len(tables) - 1)
    for table in tables:
        room = across - sum(_widths(table.before, how)) - sum(_widths(table.after, how))
        if not _holds(room, table.names, how):
            return None
        high += _high(table, room, how)
    return down - high if high <= down else None


def _holds(room: float, names: Sequence[str], how: Fill) -> bool:
    """Return whether no word of a name is parted."""
    longest = max((wide.width(word) for name in names for word in words_of(name)), default=0)
    return room >= (longest * WORD + AROUND) * how.em


def _widths(columns: wide.Wide, how: Fill) -> Iterator[float]:
    for at, heading in enumerate(columns.headings):
        words = max(map(wide.width, heading.split()), default=0)
        cells = max((_cell(line[at], how) for line in columns.lines), default=0)
        yield max(words * how.heading * POINT, cells * how.em) + AROUND * how.em


def _cell(cell: wide.Cell, how: Fill) -> float:
    text, below = wide.width(cell.text), wide.width(cell.below) * how.small / how.type
    if how.beside:
        return text + (BETWEEN + below if below else 0)
    return max(text, below)


def _high(table: WideTable, room: float, how: Fill) -> float:
    """Return how high a table is: its headings, and each line with its name."""
    below = any(cell.below for line in table.after.lines for cell in line)
    figures = LINE * (1 if how.beside or not below else 1 + how.small / how.type)
    free = room / how.em - AROUND
    lines = (max(figures, lines_of(name, free) * LINE) + AROUND / 4 for name in table.names)
    headings = (*table.before.headings, *table.after.headings)
    words = max(len(heading.split()) for heading in headings)
    rules = 0.1 * len(table.names) + 1.5
    return sum(lines) * how.em + words * how.heading * POINT * 1.2 + rules


def lines_of(text: str, free: float) -> int:
    """Return how many lines a text takes where so much is free, to its letters."""
    lines, used = 1, 0.0
    for word in words_of(text):
        needs = wide.width(word) * WORD
        if used and used + needs > free:
            lines, used = lines + 1, 0.0
        used += needs + wide.width(" ") * (not word.endswith("-"))
    return lines


def words_of(text: str) -> list[str]:
    """Return the parts between which a line may end."""
    return text.replace("-", "- ").split()
