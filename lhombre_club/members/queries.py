"""What is read about people more than once."""

import datetime as dt

from django.utils import timezone

from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.models import Attendance, Club, ClubRole, Membership, Person

# Who plays on after midnight is still at the same evening.
EVENING_ENDS = dt.timedelta(hours=5)


def evening(moment: dt.datetime | None = None) -> dt.date:
    """The date of the evening that ``moment`` (now, when left out) belongs to.

    An evening counts until five in the morning, local time.
    """
    local = timezone.localtime(moment).replace(tzinfo=None)
    return (local - EVENING_ENDS).date()


def members(club: Club) -> list[Membership]:
    """The club's members with their persons, in the order of their names."""
    rows = Membership.objects.filter(club=club).select_related("person")
    return sorted(rows, key=lambda row: (danish_key(row.person.full_name), row.number))


def present(club: Club, date: dt.date) -> list[Person]:
    """The persons marked as here on ``date``, in the order in which they came."""
    rows = (
        Attendance.objects.filter(club=club, date=date)
        .select_related("person")
        .order_by("marked_at", "pk")
    )
    return [row.person for row in rows]


def has_director() -> bool:
    """Whether anybody at all can log in as a director."""
    return ClubRole.objects.filter(role=ClubRole.Role.DIRECTOR, user__is_active=True).exists()
