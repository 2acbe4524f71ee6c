"""What the evening came to: the standings, and who pays whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.folders.queries.secret import secret_of
from tournaments.money.queries import money
from tournaments.money.words import (
    bonus_lines,
    left_in_pots,
    nothing_owed,
    only_read,
    payments_of,
    rounding,
    settled_with,
    shares_of,
)
from tournaments.papers.documents import wide
from tournaments.papers.documents.document import SIZES, About, Document, Shelf, Values
from tournaments.review.pages.finality import how_final
from tournaments.review.pages.provisional import ahead
from tournaments.review.queries.rounds import rounds
from tournaments.standings.pages import standings as paper_standings
from tournaments.standings.pages.late import late_heading, late_notes
from tournaments.standings.queries.standings import Standings, standings_shown
from tournaments.words.figures import moment

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
    headings: Sequence[str]
    parts: list[wide.Part]


def places(about: About) -> Values:
    """Return the standings as they are now, to be hung up: what everybody may see."""
    now = standings_shown(about.event)
    said = paper_standings.context(now)
    found, compared = paper_standings.sections(now), str(said["compared"])
    penalised, how = bool(said["penalised"]), wide.of_standings(about.options)
    lines = [tuple(_listed(each, one, penalised=penalised) for each in one.places) for one in found]
    columns = [
        wide.Wide(_headings(now, one, penalised=penalised), [line.cells for line in some])
        for one, some in zip(found, lines, strict=True)
    ]
    fixed = _fixed([line.place for some in lines for line in some], compared, how)
    upright = len(now.rounds) <= MOST_UPRIGHT and all(
        wide.fits_upright(each, fixed, how) for each in columns
    )
    notes = late_notes(about.event, secret_of(about.event))
    return {
        **said,
        "how_final": how_final(about.event, rounds(about.event)),
        "corrected": late_heading(notes),
        "notes": [f"{moment(each.at)}: {' '.join(each.what)} ({each.reason})" for each in notes],
        **wide.page(how, upright=upright),
        "sections": [
            Section(
                some,
                each.headings,
                wide.parts(each, fixed, how, upright=upright, title=one.title),
            )
            for one, some, each in zip(found, lines, columns, strict=True)
        ],
    }


def _headings(now: Standings, of: paper_standings.Section, *, penalised: bool) -> list[str]:
    return [
        *(gettext("Round %(number)s") % {"number": number} for number in now.rounds),
        *([gettext("Penalties")] if penalised else []),
        *([gettext("Handicap")] if of.handicapped else []),
        pgettext("games", "Won"),
        gettext("Kodille"),
        gettext("Highest won"),
    ]


def _listed(
    place: paper_standings.Place, of: paper_standings.Section, *, penalised: bool
) -> Listed:
    texts = (
        *place.rounds,
        *([place.penalties] if penalised else []),
        *([place.handicap] if of.handicapped else []),
        *map(str, (place.won, place.kodille, place.highest)),
    )
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
        "left_in_pots": left_in_pots(found),
        "rounding": rounding(found),
        "bonuses": bonus_lines(found),
        "nothing_owed": nothing_owed(found),
        "settled_with": settled_with(found),
        "only_read": only_read(found),
        "outdated": found.outdated,
        "how_final": how_final(about.event, rounds(about.event)),
        "ahead": ahead(secret_of(about.event).left_out),
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
