"""Who plays in the place of another on a day, and who of them has gone home since."""

import datetime as dt
from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, Subquery

from lhombre_club.members.models import Attendance, Club
from tournaments.models import Revision, Round, Seat


class Helper(NamedTuple):
    """Who plays, or is to play, in the place of another."""

    event: UUID
    person: UUID | None
    name: str
    round: int
    is_open: bool
    """Whether the round is not closed."""
    played: bool
    """Whether a deal that he plays was entered."""
    went_home: bool
    """Whether he was marked as away after that; before it, he had only said he would not play."""


def helpers_of(club: Club, date: dt.date) -> list[Helper]:
    """Return those who play for another on a day, by the rounds; one query."""
    of_day = Q(round__date=date) | Q(round__date=None, round__event__date=date)
    seats = Seat.objects.filter(of_day, round__event__club=club, round__event__archived_at=None)
    seats = seats.exclude(substitute=None, substitute_name="")
    away = Attendance.objects.filter(club=club, date=date, state=Attendance.State.AWAY)
    away = away.filter(person=OuterRef("substitute"), marked_at__gt=OuterRef("played_at"))
    rows = seats.annotate(played_at=_first_played()).annotate(
        is_open=~Q(round__state=Round.State.FINAL),
        played=Q(played_at__isnull=False),
        went_home=Exists(away),
    )
    columns = ("round__event", "substitute", "substitute_name", "round__number")
    found = rows.order_by("round__number", "substitute_name").values_list(
        *columns, "is_open", "played", "went_home"
    )
    return [Helper(*row) for row in found]


def _first_played() -> Subquery:
    """Return when the first deal that somebody plays for another was entered."""
    deals = Revision.objects.filter(
        table=OuterRef("table"), deal__gte=OuterRef("substitute_from")
    ).order_by("created_at")
    return Subquery(deals.values("created_at")[:1])


def last_helped(helpers: Iterable[Helper]) -> dict[object, Helper]:
    """Return on which chair each has played last for another."""
    return {one.person: one for one in helpers if one.played and one.person is not None}
