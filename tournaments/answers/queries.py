"""The club's evenings to come, and what was said of them."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from django.db.models import Q

from lhombre_club.members.answered import Answered
from lhombre_club.members.models import Answer, Club, ListTaken, Membership, Person
from lhombre_club.members.queries import members
from tournaments.models import Event, PlannedEvening, Round, Seat
from tournaments.years.queries import players_of

MOST: Final = 40
"""Evenings that are asked about: a season of one a week."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A day on which the club plays."""

    date: dt.date
    planned: list[PlannedEvening] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """Of events that are made already."""

    @property
    def called_off(self) -> bool:
        """Whether nothing is left of what was planned."""
        return not self.names and all(each.called_off for each in self.planned)


def coming(club: Club, today: dt.date) -> list[Evening]:
    """Return the days from ``today`` on for which the calendar or an event has something.

    Three queries, however many.
    """
    found: dict[dt.date, Evening] = {}

    def on(date: dt.date) -> Evening:
        return found.setdefault(date, Evening(date))

    planned = club.calendar.filter(date__gte=today).order_by("date", "begins", "name")
    for row in planned[: 2 * MOST]:
        on(row.date).planned.append(row)
    played = Event.objects.filter(club=club, archived_at=None, abandoned=False)
    for date, name in (
        played.filter(date__gte=today).order_by("date", "created_at").values_list("date", "name")
    ):
        on(date).names.append(name)
    rounds = Round.objects.filter(event__in=played, date__gte=today).order_by("date", "number")
    for each in rounds.select_related("event"):
        if each.date is not None and each.event.name not in on(each.date).names:
            on(each.date).names.append(each.event.name)
    return [found[date] for date in sorted(found)[:MOST]]


def taken(club: Club, dates: Sequence[dt.date], today: dt.date) -> set[dt.date]:
    """Return on which of some days it is settled who comes."""
    found = set(ListTaken.objects.filter(club=club, date__in=dates).values_list("date", flat=True))
    return found | ({today} if has_begun(club, today) else set())


def has_begun(club: Club, date: dt.date) -> bool:
    """Whether the room may see who sits where on a day; a round to come is settled on its day."""
    of_day = Q(date=date) | Q(date=None, event__date=date)
    return Round.objects.filter(of_day, event__club=club, state__in=Round.SHOWN).exists()


def answers_of(club: Club, person: Person, today: dt.date) -> dict[dt.date, Answer]:
    """Return what somebody has said of evenings to come."""
    rows = Answer.objects.filter(club=club, person=person, date__gte=today)
    return {row.date: row for row in rows}


def answered(club: Club, evenings: Sequence[Evening]) -> list[tuple[Evening, Answered]]:
    """Return the evenings with what all members have said; two queries."""
    rows = members(club)
    said: dict[dt.date, dict[UUID, Answer]] = defaultdict(dict)
    dates = [each.date for each in evenings]
    for answer in Answer.objects.filter(club=club, date__in=dates):
        said[answer.date][answer.person_id] = answer
    return [
        (each, Answered([row for row in rows if not row.is_left(each.date)], said[each.date]))
        for each in evenings
    ]


@dataclass(frozen=True, slots=True)
class Results:
    """Where somebody reads what he has played, as everybody may."""

    event: Event | None
    """The newest in which he has a page of his own."""
    participant: object = None
    years: bool = False


def results_of(membership: Membership) -> Results:
    """Return the pages of somebody's own results; two queries."""
    club, person = membership.club, membership.person
    shown = Seat.objects.filter(
        participant__person=person, round__event__club=club, round__state__in=Round.SHOWN
    ).select_related("round__event")
    seat = shown.order_by("-round__event__date", "-round__event__created_at").first()
    return Results(
        event=seat.round.event if seat else None,
        participant=seat.participant_id if seat else None,
        years=players_of(club).filter(pk=person.pk).exists(),
    )
