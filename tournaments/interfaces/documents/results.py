"""What the evening came to: the standings, and who pays whom."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.queries.settling import money
from tournaments.domain.queries.standings import Standings, standings
from tournaments.interfaces import paper_standings
from tournaments.interfaces.documents import wide
from tournaments.interfaces.documents.document import SIZES, About, Document, Shelf, Values
from tournaments.interfaces.settling import payments_of, shares_of

MOST_UPRIGHT: Final = 6
"""Rounds; more are easier to read where the page lies on its side."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of the standings, with the columns that may go to another part."""

    place: paper_standings.Place
    cells: tuple[wide.Cell, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The standings of the players, the teams or a division."""

    lines: tuple[Listed, ...]
    parts: list[wide.Part]


def places(about: About) -> Values:
    """Return the standings as they are now."""
    now = standings(about.event)
    said = paper_standings.context(now)
    found, compared = paper_standings.sections(now), str(said["compared"])
    penalised, how = bool(said["penalised"]), wide.of_standings(about.options)
    lines = [tuple(_listed(each, penalised=penalised) for each in one.places) for one in found]
    every = [line for some in lines for line in some]
    columns = wide.Wide(_headings(now, penalised=penalised), [line.cells for line in every])
    fixed = _fixed([line.place for line in every], compared, how)
    upright = len(now.rounds) <= MOST_UPRIGHT and wide.fits_upright(columns, fixed, how)
    return {
        **said,
        **wide.page(how, upright=upright),
        "headings": columns.headings,
        "sections": [
            Section(some, wide.parts(columns, fixed, how, upright=upright, title=one.title))
            for one, some in zip(found, lines, strict=True)
        ],
    }


def _headings(now: Standings, *, penalised: bool) -> list[str]:
    return [
        *(gettext("Round %(number)s") % {"number": number} for number in now.rounds),
        *([gettext("Penalties")] if penalised else []),
        pgettext("games", "Won"),
        gettext("Kodille"),
        gettext("Highest won"),
    ]


def _listed(place: paper_standings.Place, *, penalised: bool) -> Listed:
    figures = (place.won, place.kodille, place.highest)
    texts = (*place.rounds, *([place.penalties] if penalised else []), *map(str, figures))
    return Listed(place, tuple(map(wide.Cell, texts)))


def _fixed(found: list[paper_standings.Place], compared: str, how: wide.Print) -> float:
    """Return the width of what stands in each part: place, name and points."""
    points = wide.Wide([gettext("Points")], [[wide.Cell(each.points)] for each in found])
    beside = wide.Wide([compared], [[wide.Cell(each.compared)] for each in found])
    return (
        wide.place_width([each.place for each in found], how)
        + how.name
        + sum(points.widths(how))
        + (sum(beside.widths(how)) if compared else 0)
    )


def who_pays_whom(about: About) -> Values:
    """Return who pays whom after the event, and what everybody has won or lost."""
    found = money(about.event)
    return {
        "payments": payments_of(found),
        "shares": shares_of(found),
        "settled": found.settling is not None,
        "outdated": found.outdated,
    }


STANDINGS = Document(
    kind="standings",
    title=_("Standings"),
    template="standings.html",
    shelf=Shelf.AFTER,
    values=places,
    options=SIZES,
)
SETTLING = Document(
    kind="settling",
    title=_("Settling up"),
    template="settling.html",
    shelf=Shelf.AFTER,
    values=who_pays_whom,
    options=SIZES,
)
