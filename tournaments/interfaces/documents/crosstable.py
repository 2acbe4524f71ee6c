"""The crosstable: in each round whom a player met, at which table, and what he won there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournaments.domain.queries.room import Place, by_participant, by_table, places
from tournaments.domain.queries.standings import Row, standings
from tournaments.interfaces import paper_standings
from tournaments.interfaces.documents.document import About, Document, Shelf, Values
from tournaments.interfaces.paper_words import short, signed


@dataclass(frozen=True, slots=True)
class Meeting:
    """One player's round."""

    points: str
    table: int | None
    """None: he had no seat."""
    met: str = ""
    """Numbers of the others at the table, in playing order."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player, placed."""

    place: str
    number: int
    name: str
    meetings: tuple[Meeting, ...]
    points: str


def values(about: About) -> Values:
    """Return a line for each player, the first first; the numbers are those of the draw."""
    now = standings(about.event)
    found = places(about.event)
    numbers = {row.participant: row.number for row in now.rows}
    own, tables = by_participant(found), by_table(found)
    return {
        "rounds": now.rounds,
        "lines": [
            Line(
                place=paper_standings.rank(row),
                number=row.number,
                name=short(row.name),
                meetings=tuple(_meetings(row, now.rounds, own[row.participant], tables, numbers)),
                points=signed(row.points),
            )
            for row in now.rows
        ],
    }


def _meetings(
    row: Row,
    rounds: Sequence[int],
    own: Mapping[int, Place],
    tables: Mapping[tuple[int, int], Sequence[Place]],
    numbers: Mapping[UUID, int],
) -> Iterable[Meeting]:
    for number, points in zip(rounds, row.rounds, strict=True):
        place = own.get(number)
        if place is None or points is None:
            yield Meeting("–", None)
            continue
        others = [one for one in tables[number, place.table] if one.seat != place.seat]
        met = " · ".join(str(numbers[one.participant]) for one in others)
        yield Meeting(signed(points), place.table, met)


CROSSTABLE = Document(
    kind="crosstable",
    title=_("Crosstable"),
    template="crosstable.html",
    shelf=Shelf.AFTER,
    values=values,
)
