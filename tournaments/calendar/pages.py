"""The calendar in words, and as the file that the calendar of a phone follows."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import icalendar
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lhombre_club.members.models import Club
from tournaments.calendar.queries import Day
from tournaments.models import Event, PlannedEvening
from tournaments.words import figures

PRODUCT: Final = "-//lhombre//club calendar//DA"
ASK_AGAIN: Final = dt.timedelta(hours=6)
"""How often a phone is asked to look."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the calendar."""

    evening: PlannedEvening
    when: str
    events: tuple[Event, ...]
    """What was played, as far as everybody may look at it."""


def lines(days: Iterable[Day]) -> list[Line]:
    """Return the days as lines."""
    return [Line(day.evening, when(day.evening), day.events) for day in days]


def when(evening: PlannedEvening) -> str:
    """Say on which day and at what time an evening is."""
    day = capfirst(figures.day(evening.date))
    if evening.begins is None:
        return day
    begins = time_format(evening.begins, "H:i")
    if evening.ends is None:
        return _("%(day)s at %(begins)s") % {"day": day, "begins": begins}
    ends = time_format(evening.ends, "H:i")
    return _("%(day)s, %(begins)s to %(ends)s") % {"day": day, "begins": begins, "ends": ends}


def planned(asked: int, new: int) -> str:
    """Say how many of the evenings that were asked for came into the calendar."""
    if not new:
        return _("The calendar has all of that already. Nothing was added.")
    says = ngettext(
        "%(count)d evening was put into the calendar.",
        "%(count)d evenings were put into the calendar.",
        new,
    ) % {"count": new}
    if asked == new:
        return says
    there = ngettext(
        "%(count)d stood there already.", "%(count)d stood there already.", asked - new
    ) % {"count": asked - new}
    return f"{says} {there}"


def feed(club: Club, evenings: Iterable[PlannedEvening]) -> bytes:
    """Return the evenings as iCalendar (RFC 5545) says them."""
    found = icalendar.Calendar()
    found.add("prodid", PRODUCT)
    found.add("version", "2.0")
    found.add("x-wr-calname", club.name)
    found.add("refresh-interval", ASK_AGAIN, parameters={"value": "DURATION"})
    for evening in evenings:
        found.add_component(_of(evening))
    return found.to_ical()  # type: ignore[no-any-return]


def _of(evening: PlannedEvening) -> icalendar.Event:
    said = icalendar.Event()
    said.add("uid", str(evening.pk))
    said.add("dtstamp", evening.changed_at)
    said.add("sequence", evening.changes)
    said.add("summary", evening.name)
    said.add("status", "CANCELLED" if evening.called_off else "CONFIRMED")
    begins = _moment(evening, evening.begins)
    said.add("dtstart", begins or evening.date)
    if begins and (ends := _moment(evening, evening.ends)):
        said.add("dtend", ends if ends > begins else ends + dt.timedelta(days=1))
    for name in ("place", "remark"):
        if text := getattr(evening, name):
            said.add({"place": "location", "remark": "description"}[name], text)
    return said


def _moment(evening: PlannedEvening, time: dt.time | None) -> dt.datetime | None:
    """Return the time of that day in UTC, which every calendar understands without a table."""
    if time is None:
        return None
    local = dt.datetime.combine(evening.date, time, timezone.get_default_timezone())
    return local.astimezone(dt.UTC)
