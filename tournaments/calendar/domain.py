"""What is done with the calendar; who does it is a director of the club."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db import IntegrityError, transaction

from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tournaments.calendar.reasons import CalendarReason
from tournaments.models import PlannedEvening, Season

MOST_TO_COME: Final = 400
"""Evenings of one club that are still to come: four seasons of two evenings a week."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the calendar says of an evening beside its date."""

    name: str
    begins: dt.time | None = None
    ends: dt.time | None = None
    place: str = ""
    remark: str = ""
    season: Season | None = None


@transaction.atomic
def plan_evenings(
    *, club: Club, dates: Iterable[dt.date], said: Said, today: dt.date, actor: str
) -> int:
    """Put an evening on each of these days that has none of that name; return how many are new.

    Raises Refusal where too many would be still to come.
    """
    del actor  # the calendar has no diary: what is played has
    club = Club.objects.select_for_update(of=("self",)).get(pk=club.pk)
    there = set(club.calendar.filter(name=said.name).values_list("date", flat=True))
    new = sorted(set(dates) - there)
    to_come = club.calendar.filter(date__gte=today).count() + sum(date >= today for date in new)
    if to_come > MOST_TO_COME:
        raise Refusal(CalendarReason.FULL, most=MOST_TO_COME)
    fields = {name: getattr(said, name) for name in Said.__slots__}
    PlannedEvening.objects.bulk_create(
        PlannedEvening(club=club, date=date, **fields) for date in new
    )
    return len(new)


def change_evening(
    *, evening: PlannedEvening, date: dt.date, said: Said, called_off: bool, actor: str
) -> PlannedEvening:
    """Let an evening be otherwise; raises Refusal where that day has one of that name."""
    del actor
    for name in Said.__slots__:
        setattr(evening, name, getattr(said, name))
    evening.date, evening.called_off = date, called_off
    evening.changes += 1
    try:
        with transaction.atomic():
            evening.save()
    except IntegrityError as error:
        evening.refresh_from_db()
        raise Refusal(CalendarReason.NAME_TAKEN, name=said.name) from error
    return evening


def take_out(*, evening: PlannedEvening, actor: str) -> None:
    """Take an evening out of the calendar, as if it had never been planned."""
    del actor
    evening.delete()
