"""What a screen shows, as lines that are cut into pages: by itself what the room asks just then.

Before the first deal of a round everybody looks for his seat; while it is played, for how far the
tables are and how it stands; after it, for how it stands. A director may choose otherwise.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from textwrap import wrap
from typing import Final, TypeAlias

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.shown import said
from tournaments.figures.pages import awards
from tournaments.figures.queries import played
from tournaments.models import Event, Screen
from tournaments.review.pages.finality import how_final
from tournaments.review.queries.rounds import RoundState, TableState, rounds
from tournaments.standings.pages.standings import sections
from tournaments.standings.queries.standings import standings_shown
from tournaments.words.wording import seat_name

LINES: Final = 12
"""In a column, beside which the style leaves room for letters of 41 pixels of 1080."""
COLUMNS: Final = 2
LETTERS: Final = 34
"""Of the usual size that a line has room for where there are so many columns."""
SIZES: Final = (200, 175, 150, 125, 100)
"""Of the letters, in hundredths of the usual: where few lines are shown they grow."""
BAR: Final = 6
"""Letters of which the share that is done takes the room."""
ROUND: Final = 10_000
"""Milliseconds after which whoever looks for his name has seen all of them."""
GLANCE: Final = 3_000
"""Milliseconds in which a name is found among those of a page, which stand in order."""
READ: Final = 12_000
"""Milliseconds for a page of sentences."""
Face = Screen.Face


@dataclass(frozen=True, slots=True)
class Line:
    """One line: whose it is, and what is said of him."""

    name: str
    says: str = ""
    mark: str = ""
    """What stands before the name, such as a place."""
    share: int | None = None
    """How much of it is done, of a hundred; None: that is not asked."""
    heads: bool = False
    """Whether it says what the lines below it are of."""
    goes_on: bool = False
    """Whether the next line goes on with its words."""


Columns: TypeAlias = tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """What is on the screen at a time."""

    title: str
    columns: Columns = ()
    clock: dt.datetime | None = None
    """When it runs out, where the page is nothing but the clock."""
    state: str = ""
    """How final it is what it shows; empty where that is not asked."""
    size: int = 100
    """Of its letters, in hundredths of the usual."""
    rests: int = 0
    """Milliseconds until the next page; 0 of those that share ``ROUND``."""


def pages_of(event: Event, screen: Screen) -> list[Page]:
    """Return what the room is shown now; at least one page."""
    plan = rounds(event)
    released = [each for each in plan if each.is_released]
    room = _Room(event, released, screen, capfirst(how_final(event, plan)))
    chosen = [page for face in screen.faces for page in _FACES[face](room)]
    return _turning(chosen or [page for face in room.asks for page in _FACES[face](room)])


def _turning(pages: Sequence[Page]) -> list[Page]:
    """Return the pages with how long each rests, so that all names come round in ``ROUND``."""
    shared = max(GLANCE, ROUND // max(1, sum(not page.rests for page in pages)))
    return [replace(page, rests=page.rests or shared) for page in pages]


@dataclass(frozen=True, slots=True)
class _Room:
    """The released rounds of an event, and what is shown of them."""

    event: Event
    plan: Sequence[RoundState]
    screen: Screen
    state: str
    """How final the standings are."""

    @property
    def asks(self) -> Sequence[Face]:
        """What is looked for just then."""
        now = self._played
        if now.is_over:
            return [Face.STANDINGS]
        return [Face.PROGRESS, Face.STANDINGS] if now.entered else [Face.SEATS]

    @property
    def _played(self) -> RoundState:
        """The first round of which a sheet is awaited, or the last."""
        return next((each for each in self.plan if not each.is_over), self.plan[-1])

    @property
    def _sat(self) -> RoundState:
        """The round in which seats are looked for: the first that is not begun, or the last."""
        waits = (each for each in self.plan if not each.entered and not each.is_over)
        return next(waits, self.plan[-1])

    def seats(self) -> Iterator[Page]:
        """Where everybody sits, by name."""
        title = _("Round %(number)d: who sits where") % {"number": self._sat.number}
        lines = [line for table in self._sat.tables for line in _chairs(table)]
        lines += [Line(said(name), _("sits out")) for name in self._sat.out]
        lines.sort(key=lambda line: danish_key(line.name))
        yield from _pages(title, [(line,) for line in lines])

    def tables(self) -> Iterator[Page]:
        """Who sits at each table."""
        title = _("Round %(number)d: the tables") % {"number": self._sat.number}
        blocks = [tuple(_table(table)) for table in self._sat.tables]
        if self._sat.out:
            out = (Line(said(name)) for name in self._sat.out)
            blocks.append((Line(_("Sits out"), heads=True), *out))
        yield from _pages(title, blocks)

    def progress(self) -> Iterator[Page]:
        """How far each table is."""
        title = _("Round %(number)d: how far the tables are") % {"number": self._played.number}
        yield from _pages(title, [(_how_far(table),) for table in self._played.tables])

    def standings(self) -> Iterator[Page]:
        """How it stands, as on the public page: those of the teams before those of the players."""
        shown = standings_shown(self.event)
        when = _("Standings after round %(number)d") % {"number": shown.frozen or 0}
        for section in sections(shown):
            title = section.title or (when if shown.frozen else _("Standings"))
            lines = ((Line(one.name, one.points, mark=one.place),) for one in section.places)
            yield from _pages(title, list(lines), "" if shown.frozen else self.state)

    def awards(self) -> Iterator[Page]:
        """Who has won them, and how; nothing while the end is kept back."""
        found = played(self.event)
        if found.tells_all:
            blocks = [
                (Line(each.title, heads=True), *_told(each.who or "–"), *_told(each.says))
                for each in awards(found)
            ]
            told = _pages(_("Awards of the night"), blocks, self.state)
            yield from (replace(page, rests=READ) for page in told)

    def clock(self) -> Iterator[Page]:
        """How much time there is, as large as the screen; nothing while the clock stands still."""
        if self.screen.clock:
            title = _("Round %(number)d: the clock") % {"number": self._played.number}
            yield Page(title, clock=self.screen.clock, rests=READ)


_FACES: Final[Mapping[str, Callable[[_Room], Iterator[Page]]]] = {
    Face.SEATS: _Room.seats,
    Face.PLAN: _Room.tables,
    Face.PROGRESS: _Room.progress,
    Face.STANDINGS: _Room.standings,
    Face.AWARDS: _Room.awards,
    Face.CLOCK: _Room.clock,
}


def _told(words: str) -> Iterator[Line]:
    """Yield what is longer than a line has room for as several."""
    *parts, last = wrap(words, LETTERS - COLUMNS)
    yield from (Line(part, goes_on=True) for part in parts)
    yield Line(last)


def _chairs(table: TableState) -> Iterator[Line]:
    for seat, name in enumerate(table.at_table):
        words = {"table": table.number, "seat": seat_name(seat)}
        yield Line(said(name), _("Table %(table)d, %(seat)s") % words)


def _table(table: TableState) -> Iterator[Line]:
    yield Line(_("Table %(number)d") % {"number": table.number}, heads=True)
    for seat, name in enumerate(table.at_table):
        yield Line(said(name), seat_name(seat))


def _how_far(table: TableState) -> Line:
    name = _("Table %(number)d") % {"number": table.number}
    words = {"entered": table.entered, "deals": table.deals}
    says = _("finished") if table.is_complete else _("%(entered)d of %(deals)d") % words
    return Line(name, says, share=100 * table.entered // max(1, table.deals))


def _pages(title: str, blocks: Sequence[tuple[Line, ...]], state: str = "") -> Iterator[Page]:
    """Cut blocks into columns and pages, and number the pages where there are several.

    No block is cut in two, and no column is much longer than the one beside it.
    """
    column = LINES // max(map(len, blocks), default=1)
    pages = list(_cut(blocks, max(1, column) * COLUMNS)) or [()]
    for number, page in enumerate(pages, start=1):
        words = {"title": title, "number": number, "pages": len(pages)}
        several = _("%(title)s (%(number)d of %(pages)d)") % words
        if len(pages) > 1:  # all of them in letters of one size
            yield Page(several, _columns(page, COLUMNS), state=state)
            continue
        laid = [_columns(page, many) for many in (COLUMNS, 1)]
        size, at = max((_size(each), -place) for place, each in enumerate(laid))
        yield Page(title, laid[-at], state=state, size=size)


def _columns(page: Sequence[tuple[Line, ...]], many: int) -> Columns:
    cut = _cut(page, -(-len(page) // many)) if page else ()
    return tuple(tuple(chain.from_iterable(each)) for each in cut)


def _size(columns: Columns) -> int:
    """Return how large letters can be, in hundredths of the usual, so that every line fits."""
    lines = [line for column in columns for line in column]
    high = LINES / max(map(len, columns), default=LINES)
    across = LETTERS * COLUMNS / max(1, len(columns))
    wide = across / max(map(_letters, lines), default=across)
    return next((each for each in SIZES if each <= 100 * min(high, wide)), SIZES[-1])


def _letters(line: Line) -> int:
    """Return how many letters a line takes, with what stands between its parts."""
    bar = 0 if line.share is None else BAR
    return len(line.mark) + len(line.name) + len(line.says) + bar + COLUMNS


def _cut(blocks: Sequence[tuple[Line, ...]], size: int) -> Iterator[Sequence[tuple[Line, ...]]]:
    for first in range(0, len(blocks), size):
        yield blocks[first : first + size]
