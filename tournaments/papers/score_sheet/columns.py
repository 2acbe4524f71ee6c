"""The columns of a score sheet: what stands in each row and above it, where, and how large."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.papers.score_sheet import grid
from tournaments.papers.score_sheet.grid import POINT, mm

ASIDE: Final = Fraction(6, 5)
"""Between a text and the line beside its column."""
LINE: Final = Fraction(13, 10)
"""Height of a line of text, to the size of its letters."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a column is written; sizes are in points of type."""

    anchor: str
    """Which end of its texts is in line, as SVG has it."""
    size: Fraction = Fraction(9)
    large: Fraction = Fraction(9)
    """In large print."""
    fill: str = ""
    """Black where it is not said."""
    aside: Fraction = ASIDE
    heading: Promise | str = ""
    heading_large: Fraction = Fraction(17, 2)


LOOKS: Final[Mapping[str, Look]] = {
    "deal": Look(
        "end",
        large=Fraction(14),
        aside=Fraction(9, 5),
        heading=pgettext_lazy("number of a deal", "Deal"),
        heading_large=Fraction(7),
    ),
    "folder": Look("middle", large=Fraction(14), heading=_("Folder"), heading_large=Fraction(7)),
    "dealer": Look("middle", large=Fraction(15), heading=_("Dealer"), heading_large=Fraction(7)),
    "declarer": Look("middle", heading=_("Declarer"), heading_large=Fraction(7)),
    "contract": Look("start", heading=_("Contract")),
    "result": Look("end", Fraction(17, 2), Fraction(17, 2), heading=_("Result")),
    "cards": Look("start", Fraction(8), Fraction(8), heading=_("Laid / turned")),
    "tricks": Look("middle", Fraction(8), Fraction(8), heading=_("Tricks")),
    "pot": Look("end", heading=_("Pot")),
    "points": Look("end", Fraction(8), Fraction(8), fill="#333"),
    "balance": Look("end"),
}
LARGE_SUMS: Final = Fraction(13)
FIGURES: Final = frozenset({"points", "balance"})
"""They are written smaller where they would run into one another."""
FIGURE: Final = Fraction(6, 10)
"""Width of a figure or a sign, to the size of its letters."""
APART: Final = Fraction(3, 10)
"""Between figures and what stands left of them."""
HEADING: Final = Fraction(7)
NARROW: Final = 14
"""Headings of columns that are no wider stand in the middle."""
NAME_HEIGHT: Final = Fraction(8)
"""Of the room for a name, in millimetres."""
NAME_BESIDE: Final = Fraction(2)
"""What is left free beside it."""
NAME_LEADING: Final = Fraction(23, 20)
NAME_SIZES: Final = tuple(map(Fraction, ("8.8", "7.8", "6.8", "6", "5.2", "4.6", "4", "3.4")))
LARGE_NAME_SIZES: Final = (Fraction(10), *NAME_SIZES)
NARROW_LETTER, WIDE_LETTER, OTHER_LETTER = Fraction("0.42"), Fraction("0.98"), Fraction("0.68")
"""Widths of letters, to their height, rounded up; a test measures them."""
NARROW_LETTERS: Final = frozenset("fijlrtIíìïl .,-'’")
WIDE_LETTERS: Final = frozenset("mwMWÆæŒœ@…")


@dataclass(frozen=True, slots=True)
class Texts:
    """What stands in one column."""

    kind: str
    """A key of LOOKS."""
    lines: tuple[str, ...] = ()
    """A text for each row of a deal, and an empty one for each sum."""
    sums: tuple[str, ...] = ()
    """A text for each row of a sum, and an empty one for each deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column, ready to be drawn; lengths are text in millimetres."""

    kind: str
    x: str
    anchor: str
    size: str
    sums_size: str
    fill: str
    heading: str
    heading_x: str
    heading_anchor: str
    heading_size: str
    heading_step: str
    text: str
    """The deals, a line for each row; empty where nothing is written."""
    strong: str
    """The sums, a line for each row; empty where nothing is written."""


def in_rows(
    kind: str, rows: Sequence[int | None], lines: Sequence[str], sums: Sequence[str]
) -> Texts:
    """Return a column with its texts in their rows; there may be no lines, or no sums."""
    each, below = iter(lines), iter(sums)
    return Texts(
        kind,
        tuple("" if row is None else next(each, "") for row in rows),
        tuple(next(below, "") if row is None else "" for row in rows),
    )


def placed(
    columns: Sequence[Texts], fixed: Mapping[str, int], *, players: int, large: bool
) -> list[Column]:
    """Return the columns from the left margin to the right one."""
    kinds = [each.kind for each in columns]
    seat = grid.seat_width(players, fixed)
    points = grid.points_width(seat) if "points" in kinds else Fraction(0)
    widths: dict[str, Fraction | int] = {**fixed, "points": points, "balance": seat - points}
    longest = {kind: _longest(each for each in columns if each.kind == kind) for kind in FIGURES}
    left, found = Fraction(0), []
    for each in columns:
        width = Fraction(widths[each.kind])
        sized = _sizes(each.kind, width, longest.get(each.kind), large=large)
        found.append(_placed(each, left, width, sized, large=large))
        left += width
    return found


def _longest(columns: Iterable[Texts]) -> tuple[int, int]:
    """Return how many signs the longest line and the longest sum have, of all seats together."""
    texts = [(each.lines, each.sums) for each in columns]
    lines = max((len(line) for found, _sums in texts for line in found), default=0)
    return lines, max((len(line) for _lines, found in texts for line in found), default=0)


def _sizes(
    kind: str, width: Fraction, longest: tuple[int, int] | None, *, large: bool
) -> tuple[Fraction, Fraction]:
    """Return the sizes of lines and sums, in points; figures keep within their column."""
    look = LOOKS[kind]
    size = look.large if large else look.size
    wanted = (size, LARGE_SUMS if large else size)
    if longest is None:
        return wanted
    room = (width - ASIDE - APART) / (FIGURE * POINT)
    line, total = (
        min(each, room / max(signs, 1)) for each, signs in zip(wanted, longest, strict=True)
    )
    return line, total


def _placed(
    column: Texts,
    left: Fraction,
    width: Fraction,
    sized: tuple[Fraction, Fraction],
    *,
    large: bool,
) -> Column:
    look = LOOKS[column.kind]
    heading = look.heading_large if large else HEADING
    aside = ASIDE if large else look.aside
    stands = {"start": left + ASIDE, "middle": left + width / 2, "end": left + width - aside}
    above = "middle" if width <= NARROW else "start"
    return Column(
        kind=column.kind,
        x=mm(stands[look.anchor]),
        anchor=look.anchor,
        size=mm(sized[0] * POINT),
        sums_size=mm(sized[1] * POINT),
        fill=look.fill,
        heading=str(look.heading),
        heading_x=mm(stands[above]),
        heading_anchor=above,
        heading_size=mm(heading * POINT),
        heading_step=mm(heading * POINT * LINE),
        text="\n".join(column.lines).rstrip("\n"),
        strong="\n".join(column.sums).rstrip("\n"),
    )


def name_fit(name: str, width: Fraction, *, large: bool) -> tuple[Fraction, Fraction]:
    """Return the size in points of a name above its column, and the distance of its lines in mm.

    It is as large as it goes, and read to the end.

    >>> [float(each) for each in name_fit("Bo", Fraction(25), large=False)]
    [8.8, 3.57]
    """
    sizes = LARGE_NAME_SIZES if large else NAME_SIZES
    room = width - NAME_BESIDE
    for size in sizes:
        step = round(size * POINT * NAME_LEADING, 2)
        if name_lines(name, room / (size * POINT)) * step <= NAME_HEIGHT:
            return size, step
    return sizes[-1], round(sizes[-1] * POINT * NAME_LEADING, 2)


def name_lines(name: str, room: Fraction) -> int:
    """Return how many lines a name needs where ``room`` is to the height of its letters."""
    count, used = 1, Fraction(0)
    for part in name_parts(name):
        wide = sum(map(_letter_width, part), Fraction(0))
        if used + wide > room and used:
            count, used = count + 1, Fraction(0)
        while wide > room:  # a word that is longer than a line is broken
            count, wide = count + 1, wide - room + 1
        used += wide
    return count


def name_parts(name: str) -> list[str]:
    """Return what a line may end after.

    >>> name_parts("Anne-Sofie Bak")
    ['Anne-', 'Sofie ', 'Bak']
    """
    return [part for part in re.findall(r"[^ -]*[ -]?", name) if part]


def _letter_width(letter: str) -> Fraction:
    if letter in NARROW_LETTERS:
        return NARROW_LETTER
    return WIDE_LETTER if letter in WIDE_LETTERS else OTHER_LETTER
