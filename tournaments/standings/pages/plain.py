"""The standings as plain text, for a page of the club's own."""

from collections.abc import Iterator, Sequence

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.standings.pages.standings import Section, context, sections
from tournaments.standings.queries.standings import Standings


def plain(event: Event, found: Standings, final: str) -> str:
    """Return the standings as lines of text, ending with a line feed; ``final``: how final."""
    return "\n".join(_lines(event, found, final)) + "\n"


def _lines(event: Event, found: Standings, final: str) -> Iterator[str]:
    said = context(found)
    yield event.name
    yield f"{event.club.name}, {date_format(event.date, 'DATE_FORMAT')}"
    yield capfirst(final)
    if found.frozen is not None:
        yield _("Standings after round %(number)d") % {"number": found.frozen}
    for section in sections(found):
        yield ""
        if section.title:
            yield section.title
        yield from _table(section, str(said["compared"]))
    yield ""
    yield str(said["order"])


def _table(section: Section, compared: str) -> Iterator[str]:
    """Yield the lines of a table, its columns below one another."""
    head = [_("Place"), _("Name"), *([compared] if compared else []), _("Points")]
    rows = [
        [each.place, each.name, *([each.compared] if compared else []), each.points]
        for each in section.places
    ]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        yield _line(row, widths)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    place, name, *figures = row
    first, second, *others = widths
    cells = [place.rjust(first), name.ljust(second)]
    cells += [figure.rjust(width) for figure, width in zip(figures, others, strict=True)]
    return "  ".join(cells)
