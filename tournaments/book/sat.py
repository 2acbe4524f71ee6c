"""Who sat at the tables of an evening: what the list of those who came learns from it."""

import datetime as dt
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce

from lhombre_club.members.domain import MISSING, mark
from lhombre_club.members.models import Attendance, Club, Membership
from tournaments.book.begun import has_begun
from tournaments.models import Event, Round, Seat, Table

State = Attendance.State


def played(club: Club, first: dt.date, last: dt.date) -> dict[dt.date, dict[UUID, State]]:
    """Return who was dealt cards (HERE), or took somebody's place (FREE), by the day; two queries.

    At a table at which something stands. A day on which an event is has a line, whoever played.
    """
    known = Event.objects.filter(club=club, abandoned=False, date__range=(first, last))
    found: dict[dt.date, dict[UUID, State]] = {
        date: {} for date in known.values_list("date", flat=True)
    }
    begun = Exists(Table.objects.filter(has_begun(), pk=OuterRef("table")))
    seats = Seat.objects.filter(begun, round__event__club=club, round__state__in=Round.SHOWN)
    days = seats.annotate(day=Coalesce("round__date", "round__event__date"))
    rows: Iterable[Any] = days.filter(day__range=(first, last)).values_list(
        "day", "participant__person", "substitute", "substitute_name", "substitute_from"
    )
    for day, own, substitute, name, since in rows:
        people = found.setdefault(day, {})
        if own is not None and (not name or since > 1):
            people[own] = State.HERE
        if substitute is not None:
            people.setdefault(substitute, State.FREE)
    return found


def came(round_: Round, actor: str) -> None:
    """Mark as here who sits in a round and was expected, or said that he comes later.

    The round comes with its event.
    """
    date, club = round_.date or round_.event.date, round_.event.club
    own = Seat.objects.filter(round=round_, substitute_name="").values("participant__person")
    rows = Attendance.objects.filter(club=club, date=date, person__in=own, state__in=MISSING)
    members = Membership.objects.filter(club=club, person=OuterRef("person"))
    for row in rows.filter(Exists(members)).select_related("person").order_by("marked_at", "pk"):
        mark(club=club, person=row.person, date=date, state=State.HERE, actor=actor)
