"""What the calendar holds."""

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Max, QuerySet, Sum
from django.utils import timezone

from lhombre_club.members.models import Club
from tournaments.book.expiry import over
from tournaments.models import Event, PlannedEvening, Round

BACK: Final = dt.timedelta(days=366)
"""How far back the calendar is shown."""
MOST_A_DAY: Final = 20
"""Evenings of the calendar that are looked through for one that is not over."""


@dataclass(frozen=True, slots=True)
class Day:
    """An evening of the calendar, and what everybody may see of what was played on it."""

    evening: PlannedEvening
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Calendar:
    """The evenings of a club around a day."""

    to_come: list[Day]
    """That day's too, the next first."""
    before: list[Day]
    """The last first."""

    @property
    def every(self) -> list[Day]:
        """All of them, the first first."""
        return [*reversed(self.before), *self.to_come]


def calendar(club: Club, today: dt.date) -> Calendar:
    """Return the calendar of a club; three queries, four where it shows events for a time only."""
    evenings = list(
        club.calendar.filter(date__gte=today - BACK).select_related("season").order_by(*_ORDER)
    )
    played: dict[dt.date, list[Event]] = defaultdict(list)
    shown = Event.objects.filter(
        club=club, date__gte=today - BACK, rounds__state__in=Round.SHOWN, archived_at=None
    )
    found = list(shown.distinct().order_by("created_at"))
    gone = over(club, (event.pk for event in found))
    for event in found:
        if event.pk not in gone:
            played[event.date].append(event)
    days = [Day(each, tuple(played.get(each.date, ()))) for each in evenings]
    return Calendar(
        to_come=[day for day in days if day.evening.date >= today],
        before=[day for day in reversed(days) if day.evening.date < today],
    )


def next_evening(club: Club, today: dt.date) -> PlannedEvening | None:
    """Return the next evening that takes place, that of ``today`` first."""
    return _taking_place(club, today).first()


def evening_to_come(
    club: Club, today: dt.date, *, made: Collection[dt.date] = ()
) -> PlannedEvening | None:
    """Return the first evening that is not over by its time, and whose event is not ``made``."""
    rows = _taking_place(club, today).exclude(date__in=made)
    return next((each for each in rows[:MOST_A_DAY] if not _is_over(each)), None)


def _taking_place(club: Club, today: dt.date) -> QuerySet[PlannedEvening]:
    coming = club.calendar.filter(date__gte=today, called_off=False)
    return coming.select_related("season").order_by(*_ORDER)


def _is_over(evening: PlannedEvening) -> bool:
    if evening.ends is None:
        return False
    ends = dt.datetime.combine(evening.date, evening.ends, timezone.get_default_timezone())
    if evening.begins is not None and evening.ends < evening.begins:
        ends += dt.timedelta(days=1)
    return ends <= timezone.now()


_ORDER: Final = ("date", "begins", "name")


def state_of(club: Club) -> str:
    """Return what is another whenever anything in the calendar is; one query."""
    found = club.calendar.aggregate(Max("changed_at"), Count("pk"), Sum("changes"))
    return hashlib.sha256(repr((club.name, found)).encode()).hexdigest()
