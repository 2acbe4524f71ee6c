"""What is read from two metres: who sits where, the places, the prizes; as large as their sheet."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from math import ceil
from operator import attrgetter
from typing import Final

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.cash.pages.evenings import prize_numbers
from tournaments.cash.queries.evenings import prizes_of
from tournaments.figures.pages import awards
from tournaments.figures.queries import played
from tournaments.models import EveningPrize
from tournaments.papers.documents import wide
from tournaments.papers.documents.document import WALLS, About, Document, Shelf, Values, head
from tournaments.papers.documents.filling import lines_of
from tournaments.papers.documents.plan import free_of, name_lines
from tournaments.papers.queries.places import places as seats
from tournaments.papers.score_sheet.grid import POINT
from tournaments.review.pages.finality import how_final
from tournaments.review.queries.rounds import rounds
from tournaments.standings.pages import standings as paper_standings
from tournaments.standings.queries.standings import Standings, standings_shown
from tournaments.words.figures import kroner

MOST_LINES: Final = 24
"""Of a sheet; above that the letters would not be read from two metres."""
HIGH: Final = 273.0
"""Millimetres between the margins."""
AROUND: Final = 30.0
"""Millimetres of a sheet that are no text beside its lines: suits, headings, rules, distances."""
HEAD: Final = (11.0, 1.3)
TITLE: Final = (20.0, 1.15)
FOOT: Final = (8.5, 1.3)
"""Points of the letters above and below, and a line of them. As in ``wall.css``."""
LEFT_OUT: Final = 1
SEALED: Final = 2
"""Lines of the foot: of what is not shown yet, and of the state that is."""
ACROSS: Final = 180.0
"""Millimetres between the margins, without what is left free beside the name."""
LEADING: Final = 1.45
"""A line, to its letters."""
LARGEST: Final = 34.0
SMALLEST: Final = 14.0
"""Points; a name that is longer still takes two lines."""
BEFORE: Final = 2.4
AFTER: Final = 3.4
BOLD: Final = 1.1
"""The columns beside the name, to the letters; the latter is wider where a word stands there."""
PRIZES: Final = 3
"""Places that stand on the list of prizes."""
OERE: Final = 100
OF_AWARD: Final = 2.2
"""Lines that an award takes, with how it came about."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a sheet: what stands before a name, the name, and what stands after it."""

    before: str
    name: str
    after: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is on one sheet, and how large."""

    title: str
    type: int
    """Points."""
    lines: Sequence[Line]


def places(about: About) -> Values:
    """Return the standings, what everybody may see, cut into sheets that are filled alike."""
    now = standings_shown(about.event)
    said = paper_standings.context(now)
    final = how_final(about.event, rounds(about.event))
    room = _room(about, f"{gettext('Standings')}: {final}", _foot(now, said))
    return {
        **said,
        "how_final": final,
        "before": gettext("Place"),
        "after": said["compared"] or gettext("Points"),
        "sheets": [
            sheet
            for one in paper_standings.sections(now)
            for sheet in _sheets(one.title, _lines(one.places), room)
        ],
    }


def who_sits_where(about: About) -> Values:
    """Return the table and the seat of everybody in a round, as one looks for a name."""
    found = seats(about.event, about.round)
    lines = [
        Line(each.table, each.name, each.seat) for each in name_lines(found, free_of(about, found))
    ]
    return {
        "before": pgettext("furniture", "Table"),
        "after": gettext("Seat"),
        "sheets": list(_sheets("", lines, _room(about))),
    }


def prizes(about: About) -> Values:
    """Return the first three of each part of the standings, who got which prize, and the awards.

    No award is given before everybody may see everything.
    """
    now, found = standings_shown(about.event), played(about.event)
    said = paper_standings.context(now)
    first = [(one.title, _lines(first_places(one.places))) for one in paper_standings.sections(now)]
    if paid := prizes_of(about.event):
        lines = list(map(_prize, prize_numbers(paid), paid))
        first.append((gettext("Who got which prize"), lines))
    given = [each for each in awards(found) if each.who] if found.tells_all else []
    every = [line for _title, lines in first for line in lines]
    high = sum(1 + len(lines) for _title, lines in first) + OF_AWARD * len(given)
    final = how_final(about.event, rounds(about.event))
    had_help = bool(given) and found.had_help
    foot = _foot(now, said) + had_help * _line(FOOT)
    room = _room(about, f"{gettext('The prizes')}: {final}", foot)
    type_ = _type(every, ceil(high), room) if every else int(LARGEST)
    return {
        **said,
        "how_final": final,
        "sheets": [Sheet(title, type_, lines) for title, lines in first],
        "awards": given,
        "had_help": had_help,
    }


def _prize(number: str, each: EveningPrize) -> Line:
    """Return the line of a prize that was given: money, something in kind, or both."""
    money = kroner(Decimal(each.amount) / OERE) if each.amount else ""
    return Line(number, each.name, " + ".join(filter(None, (money, each.kind))))


def first_places(every: Sequence[paper_standings.Place]) -> Iterator[paper_standings.Place]:
    """Yield who has one of the first places; all who share one, and nobody who is not placed."""
    before = 0
    for place, sharing in groupby(every, key=attrgetter("place")):
        if before >= PRIZES or place == paper_standings.UNPLACED:
            return
        some = list(sharing)
        yield from some
        before += len(some)


def _lines(found: Iterable[paper_standings.Place]) -> list[Line]:
    return [Line(each.place, each.name, each.compared or each.points) for each in found]


def _room(about: About, kind: str = "", foot: float = 0) -> float:
    """Return the millimetres that the lines have on a sheet with all of its head and its foot."""
    said = head(about)
    above = _text(kind, HEAD) + _text(about.event.name, TITLE)
    above += _text(f"{said['date']} · {said['club']}", HEAD)
    return HIGH - AROUND - above - foot - _line(FOOT) * SEALED


def _foot(now: Standings, said: Values) -> float:
    """Return the millimetres that the foot of standings takes above its last lines."""
    more = LEFT_OUT * (bool(now.left_out) + (now.frozen is not None))
    return _text(str(said["order"]), FOOT) + _line(FOOT) * more


def _text(text: str, how: tuple[float, float]) -> float:
    return lines_of(text, ACROSS / (how[0] * float(POINT))) * _line(how)


def _line(how: tuple[float, float]) -> float:
    size, leading = how
    return size * leading * float(POINT)


def _sheets(title: str, every: Sequence[Line], room: float) -> Iterator[Sheet]:
    size = ceil(len(every) / ceil(len(every) / MOST_LINES)) if every else 1
    for first in range(0, len(every), size):
        shown = every[first : first + size]
        yield Sheet(title, _type(shown, size, room), shown)


def _type(lines: Sequence[Line], high: int, room: float) -> int:
    """Return how large letters may be: so many lines fill the room, and each name its line."""
    tall = room / high / LEADING / POINT
    longest = max(wide.width(one.name) for one in lines)
    after = max(AFTER, *(wide.width(one.after) * BOLD for one in lines))
    broad = ACROSS / (longest + BEFORE + after) / POINT
    return int(max(SMALLEST, min(LARGEST, tall, broad)))


WALL = Document(
    kind="wall",
    title=_("Standings for the wall"),
    template="wall.html",
    shelf=Shelf.WALL,
    values=places,
    options=WALLS,
)
ROUND_WALL = Document(
    kind="round-wall",
    title=_("Seats for the wall"),
    template="round-wall.html",
    shelf=Shelf.ROUND,
    values=who_sits_where,
    options=WALLS,
)
PRIZES_LIST = Document(
    kind="prizes",
    title=_("Prizes for the wall"),
    template="prizes.html",
    shelf=Shelf.WALL,
    values=prizes,
    options=WALLS,
)
