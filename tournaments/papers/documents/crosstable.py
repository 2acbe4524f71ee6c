"""The crosstable: in each round whom a player met, at which table, and what he won there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.sequence import KINDS
from tournaments.folders.queries.secret import secret_of
from tournaments.models import Event
from tournaments.papers.documents import filling, wide
from tournaments.papers.documents.document import (
    WALLS,
    About,
    Document,
    Option,
    Shelf,
    Values,
    styles,
)
from tournaments.papers.documents.wide import Cell
from tournaments.papers.queries.places import Place, by_participant, by_table, places
from tournaments.standings.pages import standings as paper_standings
from tournaments.standings.pages.crosstables import CrossLine, CrossSection, cross_sections
from tournaments.standings.queries.crosstables import crosstables
from tournaments.standings.queries.standings import Row, Standings, standings_shown
from tournaments.teams.queries import league_rounds
from tournaments.words.figures import short, signed
from tournaments.words.units import units_of

MOST_UPRIGHT: Final = 4
"""Rounds; more are easier to read where the page lies on its side."""
MOST_TEAMS_UPRIGHT: Final = 8


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """One player, placed."""

    place: str
    number: int
    name: str
    cells: tuple[Cell, ...]
    """What he won in each round, below it the numbers of the others at the table; his penalties
    where anybody has any; the sum last."""


@dataclass(frozen=True, slots=True)
class Division:
    """The crosstable of a division of pairs or teams."""

    numbers: tuple[int, ...]
    lines: tuple[CrossLine, ...]
    parts: list[wide.Part]


def values(about: About) -> Values:
    """Return a line for each player, the first first; the numbers are those of the draw.

    Of pairs and teams it is what each has won from each, division by division.
    """
    how = wide.of_crosstable(about.options)
    if about.event.kind != Event.Kind.INDIVIDUAL:
        played = league_rounds(about.event, shown_only=True)
        return {
            **_of_teams(cross_sections(crosstables(about.event, played)), about, how),
            "the_unit": str(units_of(about.event.kind)["the_one"]),
            "keeps_pot": KINDS[about.event.accounting].keeps_pot,
            **_left_out(about.event),
        }
    now = standings_shown(about.event)
    lines = _lines(about.event, now)
    headings = [gettext("Round %(number)s") % {"number": number} for number in now.rounds]
    penalties = [gettext("Penalties")] if _penalised(now) else []
    columns = wide.Wide([*headings, *penalties, gettext("Points")], [line.cells for line in lines])
    drawn = wide.place_width([str(line.number) for line in lines], how)
    fixed = wide.place_width([line.place for line in lines], how) + drawn + how.name
    before = wide.Wide(
        [gettext("Place"), gettext("Start no.")],
        [(Cell(line.place), Cell(str(line.number))) for line in lines],
    )
    table = filling.WideTable(before, [line.name for line in lines], columns)
    filled = filling.fill([table], about.event.name, how)
    upright = len(headings) <= MOST_UPRIGHT and wide.fits_upright(columns, fixed, how)
    return {
        **wide.page(how, upright=upright),
        **_filled(about, filled),
        "left_out": now.left_out,
        "frozen": now.frozen,
        "headings": columns.headings,
        "lines": lines,
        "parts": [wide.Part("", wide.ALL)]
        if filled
        else wide.parts(columns, fixed, how, upright=upright),
    }


def _filled(about: About, how: filling.Fill | None) -> Values:
    """Return how a sheet is filled; large print is that already."""
    if how is None:
        return {"filled": None}
    return {"filled": how, "options": styles(about.options - {Option.LARGE})}


def _left_out(event: Event) -> Values:
    secret = secret_of(event)
    return {"left_out": secret.left_out, "frozen": event.frozen_after if secret.frozen else None}


def _of_teams(sections: Sequence[CrossSection], about: About, how: wide.Print) -> Values:
    columns = [
        wide.Wide(
            [str(number) for number in each.numbers],
            [tuple(map(Cell, line.cells)) for line in each.lines],
        )
        for each in sections
    ]
    fixed = how.place + how.name
    tables = [
        filling.WideTable(
            wide.Wide([gettext("No.")], [(Cell(str(line.number)),) for line in each.lines]),
            [line.name for line in each.lines],
            found,
        )
        for each, found in zip(sections, columns, strict=True)
    ]
    filled = filling.fill(tables, about.event.name, how)
    upright = all(
        len(each.headings) <= MOST_TEAMS_UPRIGHT and wide.fits_upright(each, fixed, how)
        for each in columns
    )
    return {
        **wide.page(how, upright=upright),
        **_filled(about, filled),
        "sections": [
            Division(
                each.numbers,
                each.lines,
                [wide.Part(each.title, wide.ALL)]
                if filled
                else wide.parts(found, fixed, how, upright=upright, title=each.title),
            )
            for each, found in zip(sections, columns, strict=True)
        ],
    }


def _lines(event: Event, now: Standings) -> list[PlacedLine]:
    found = places(event)
    numbers = {row.participant: row.number for row in now.rows}
    own, tables = by_participant(found), by_table(found)
    penalised = _penalised(now)
    return [
        PlacedLine(
            place=paper_standings.rank(row),
            number=row.number,
            name=short(row.name),
            cells=(
                *_meetings(row, now.rounds, own[row.participant], tables, numbers),
                *([Cell(signed(row.penalties) if row.penalties else "")] * penalised),
                Cell(paper_standings.points_of(row), strong=True),
            ),
        )
        for row in now.rows
    ]


def _penalised(now: Standings) -> bool:
    return any(row.penalties for row in now.rows)


def _meetings(
    row: Row,
    rounds: Sequence[int],
    own: Mapping[int, Place],
    tables: Mapping[tuple[int, int], Sequence[Place]],
    numbers: Mapping[UUID, int],
) -> Iterable[Cell]:
    for number, points in zip(rounds, row.rounds, strict=True):
        place = own.get(number)
        if place is None:
            yield Cell("–")
            continue
        others = [one for one in tables[number, place.table] if one.seat != place.seat]
        met = " · ".join(str(numbers[one.participant]) for one in others)
        yield Cell(paper_standings.points_in_round(points), met)


CROSSTABLE = Document(
    kind="crosstable",
    title=_("Crosstable"),
    template="crosstable.html",
    shelf=Shelf.WALL,
    values=values,
    options=WALLS | {Option.LARGE},
)
