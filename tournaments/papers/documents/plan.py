"""The plan of a round to hang up: by table, and by name."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.alphabet import danish_key
from tournaments.models import Sitter
from tournaments.papers.documents.document import SIZES, About, Document, Shelf, Values
from tournaments.papers.queries.places import Place, by_table, free_in, places
from tournaments.words import wording
from tournaments.words.figures import short, sitting


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table and who sits there; an empty name where the table has fewer seats."""

    number: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameLine:
    """A player and his seat; without a table where he sits the round out."""

    name: str
    table: str
    seat: str


def values(about: About) -> Values:
    """Return the tables of the round in their order, and its players in Danish order."""
    found = places(about.event, about.round)
    free = free_of(about, found)
    tables = by_table(found)
    seats = max((len(seated) for seated in tables.values()), default=0)
    return {
        "seats": [wording.seat_name(seat) for seat in range(seats)],
        "tables": [
            TableLine(table, tuple(_names(seated, seats)))
            for (_round, table), seated in tables.items()
        ],
        "names": name_lines(found, free),
        "free": free,
    }


def free_of(about: About, found: list[Place]) -> list[str]:
    """Return the names of those who sit the round out; one query."""
    number = about.round.number if about.round else 1
    free = free_in(number, found, about.event.participants.all())
    return [short(player.name) for player in free]


def name_lines(found: list[Place], free: list[str]) -> list[NameLine]:
    """Return where everybody sits, as one looks for a name; both, where both play on a chair.

    Who is ``free`` looks for his name too.
    """
    named = [
        NameLine(short(name), str(place.table), wording.seat_initial(place.seat))
        for place in found
        for name in _looked_for(place.sitter)
    ]
    named += [NameLine(name, "", gettext("sits out")) for name in free]
    return sorted(named, key=lambda line: danish_key(line.name))


def _looked_for(sitter: Sitter) -> Iterator[str]:
    """Yield the names under which a chair is looked for."""
    yield sitter.at(1)
    if sitter.comes_late:
        facts = {"name": sitter.substitute, "deal": sitter.since}
        yield gettext("%(name)s, from deal %(deal)d") % facts


def _names(seated: list[Place], seats: int) -> list[str]:
    names = [sitting(place.sitter) for place in seated]
    return names + [""] * (seats - len(names))


PLAN = Document(
    kind="round-plan",
    title=_("Plan of the round"),
    template="plan.html",
    shelf=Shelf.ROUND,
    values=values,
    options=SIZES,
)
