"""What a screen shows, as lines that are cut into pages: by itself what the room asks just then.

Before the first deal of a round everybody looks for his seat; while it is played, for how far the
tables are and how it stands; after it, for how it stands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from lhombre_club.members.alphabet import danish_key
from tournaments.models import Event
from tournaments.review.queries.rounds import RoundState, TableState, rounds
from tournaments.standings.pages.standings import sections
from tournaments.standings.queries.standings import standings_shown
from tournaments.words.wording import seat_name

LINES: Final = 12
"""In a column, beside which the style leaves room for letters of 41 pixels of 1080."""
COLUMNS: Final = 2


@dataclass(frozen=True, slots=True)
class Line:
    """One line: whose it is, and what is said of him."""

    name: str
    says: str
    mark: str = ""
    """What stands before the name, such as a place."""
    share: int | None = None
    """How much of it is done, of a hundred; None: that is not asked."""


@dataclass(frozen=True, slots=True)
class Page:
    """What is on the screen at a time."""

    title: str
    columns: tuple[tuple[Line, ...], ...]


def pages_of(event: Event) -> list[Page]:
    """Return what the room is shown now; at least one page."""
    plan = [each for each in rounds(event) if each.is_released]
    now = next((each for each in plan if not each.is_complete), None)
    if now is None:
        return list(_standings(event))
    if not now.entered:
        return list(_seats(now))
    return [*_progress(now), *_standings(event)]


def _seats(round_: RoundState) -> Iterator[Page]:
    """Where everybody sits, by name."""
    title = _("Round %(number)d: who sits where") % {"number": round_.number}
    seated = (line for table in round_.tables for line in _chairs(table))
    out = (Line(name, _("sits out")) for name in round_.byes)
    yield from _pages(title, sorted((*seated, *out), key=lambda line: danish_key(line.name)))


def _chairs(table: TableState) -> Iterator[Line]:
    for seat, name in enumerate(table.at_table):
        words = {"table": table.number, "seat": seat_name(seat)}
        yield Line(name, _("Table %(table)d, %(seat)s") % words)


def _progress(round_: RoundState) -> Iterator[Page]:
    """How far each table is."""
    title = _("Round %(number)d is being played") % {"number": round_.number}
    yield from _pages(title, [_how_far(table) for table in round_.tables])


def _how_far(table: TableState) -> Line:
    name = _("Table %(number)d") % {"number": table.number}
    words = {"entered": table.entered, "deals": table.deals}
    says = _("finished") if table.is_complete else _("%(entered)d of %(deals)d") % words
    return Line(name, says, share=100 * table.entered // max(1, table.deals))


def _standings(event: Event) -> Iterator[Page]:
    """How it stands, as the public page has it: those of the teams before those of the players."""
    for section in sections(standings_shown(event)):
        title = section.title or _("Standings")
        lines = [Line(one.name, one.points, mark=one.place) for one in section.places]
        yield from _pages(title, lines)


def _pages(title: str, lines: Sequence[Line]) -> Iterator[Page]:
    """Cut lines into pages and columns, and number the pages where there are several."""
    pages = [_columns(page) for page in _cut(lines, LINES * COLUMNS)] or [()]
    for number, page in enumerate(pages, start=1):
        words = {"title": title, "number": number, "pages": len(pages)}
        several = _("%(title)s (%(number)d of %(pages)d)") % words
        yield Page(several if len(pages) > 1 else title, page)


def _columns(lines: Sequence[Line]) -> tuple[tuple[Line, ...], ...]:
    """Return the columns of a page, of which none is much longer than another."""
    return tuple(_cut(lines, -(-len(lines) // COLUMNS)))


def _cut(lines: Sequence[Line], size: int) -> Iterator[tuple[Line, ...]]:
    for first in range(0, len(lines), size):
        yield tuple(lines[first : first + size])
