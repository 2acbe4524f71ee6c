"""Until when those have played who leave all that a club plays on a day before it is over."""

import datetime as dt
from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Subquery

from lhombre_club.members.models import Attendance, Club
from tournaments.models import Event, Participant, Round, Seat


class Until(NamedTuple):
    """How far somebody plays who plays no more after it."""

    round: int
    deal: int = 0
    """His last deal of it, where somebody else has his chair from the next on; 0: all are his."""


def left_early(club: Club, date: dt.date) -> dict[object, Until]:
    """Return how far those play who play to the end of no event of the day.

    By their keys; of events that are over too, since who went home is not there for the next. On
    whose chair somebody else plays to the end plays no more either. Who was marked as here after
    one was over has come back. Three queries, one more where somebody left.
    """
    events = Event.objects.filter(club=club, date=date)
    known = {event.pk: event for event in events.annotate(seated=_last_seated())}
    lent = _lent(known, date)
    last: dict[UUID, Until] = {}
    stay: set[UUID] = set()
    rows = Participant.objects.filter(event__in=known).exclude(person=None).playing()
    for key, event, person, to_round in rows.values_list("pk", "event", "person", "to_round"):
        planned = known[event].planned_rounds
        end = planned if to_round is None else min(to_round, planned)
        until = lent.get(key) if (known[event].seated or 0) >= end else None
        if until is None and end < planned:
            until = Until(end)
        if until is None:
            stay.add(person)
        else:
            last[person] = max(until, last.get(person, until), key=_order)
    if last:
        stay |= _back(club, date, last)
    return {person: until for person, until in last.items() if person not in stay}


def _order(until: Until) -> tuple[int, bool, int]:
    """Return a key that is the greater, the further somebody plays."""
    return (until.round, not until.deal, until.deal)


def _last_seated() -> Subquery:
    """Return the number of the last round of an event that has seats."""
    seats = Seat.objects.filter(round__event=OuterRef("pk")).order_by("-round__number")
    return Subquery(seats.values("round__number")[:1])


def _lent(events: Collection[UUID], date: dt.date) -> dict[UUID, Until]:
    """Return how far they play who play, and whose last chair is another's to its end; one query.

    By the keys of the participants. An event of several days does not say who left on one of them.
    """
    others = Seat.objects.filter(round__event__in=events).exclude(substitute_name="")
    days = Round.objects.filter(event=OuterRef("round__event")).exclude(date=None)
    chairs = Seat.objects.filter(~Exists(days.exclude(date=date)))
    chairs = chairs.filter(participant__in=others.values("participant")).order_by("round__number")
    last: dict[UUID, Until] = {}
    lent = set()
    for player, number, name, since in chairs.values_list(
        "participant", "round__number", "substitute_name", "substitute_from"
    ):
        if not name:
            last[player] = Until(number)
            lent.discard(player)
            continue
        lent.add(player)
        if since > 1:
            last[player] = Until(number, since - 1)
    return {player: last[player] for player in lent if player in last}


def _back(club: Club, date: dt.date, left: Collection[UUID]) -> set[UUID]:
    """Return who was marked as here after all was over that he had left."""
    here = Attendance.objects.filter(club=club, date=date, state=Attendance.State.HERE)
    own = Round.objects.filter(event__date=date, event__participants__person=OuterRef("person"))
    own = own.filter(event__club=club)
    later = own.exclude(state=Round.State.FINAL, closed_at__lt=OuterRef("marked_at"))
    return set(here.filter(~Exists(later), person__in=left).values_list("person", flat=True))
