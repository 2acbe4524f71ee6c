"""How strong the players of a club are, as everybody may read it: what the worker has kept."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from lhombre_club.members.models import Person
from tournaments.models import Counted, Rating
from tournaments.years.queries import Key, Span, names_of
from tournaments.years.sure import Average, Z

LEAST_EVENINGS: Final = 5
"""Fewer tell nothing of a player."""


@dataclass(frozen=True, slots=True)
class Rated:
    """How strong one is."""

    place: int
    key: Key
    name: str
    points: Average
    """What he would win in an evening of average players."""
    evenings: int
    """How many of his evenings tell of it."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """How strong everybody is."""

    as_of: dt.date
    """When the last evening was that tells of it."""
    players: Sequence[Rated]
    """The strongest first; none with fewer than so many evenings."""


def ratings(span: Span) -> Ratings | None:
    """Return how strong everybody is; four queries.

    None where the club keeps that to itself, where nothing is worked out yet, and for a part of
    the years: strengths are those of now.
    """
    if not span.club.shows_rating or span.season or span.year:
        return None
    done = span.counted.exclude(rated="").select_related("event")
    last = done.order_by("-event__date", "-event__created_at", "-pk").first()
    return Ratings(last.event.date, _players(span, last)) if last else None


def ratings_of(span: Span, person: Person) -> dict[UUID, Average]:
    """Return how strong one was after each event in which he played, by its id; one query."""
    if not span.club.shows_rating:
        return {}
    rows = _told().filter(span.among(), person=person)
    return {row.counted_id: _average(row) for row in rows}


def _players(span: Span, last: Counted) -> list[Rated]:
    rows = {row.person_id or row.name: row for row in _told().filter(counted=last)}
    names = names_of(span.club, rows)
    best = sorted(rows, key=lambda key: (-rows[key].points, names[key]))
    return [
        Rated(place, key, names[key], _average(rows[key]), rows[key].evenings)
        for place, key in enumerate(best, start=1)
    ]


def _told() -> QuerySet[Rating]:
    """Return what is shown; of who was deleted since, nobody knows whose it was."""
    return Rating.objects.filter(evenings__gte=LEAST_EVENINGS).exclude(person=None, name="")


def _average(row: Rating) -> Average:
    half = Z * row.error
    return Average(row.points, row.points - half, row.points + half)
