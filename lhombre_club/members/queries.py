"""What is read about people more than once."""

import datetime as dt
from collections import defaultdict
from dataclasses import dataclass
from uuid import UUID

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


@dataclass(frozen=True, slots=True)
class Evening:
    """Of whom something is known on an evening, each list in the order in which it was said."""

    here: tuple[Person, ...] = ()
    late: tuple[Person, ...] = ()
    """They come, but not for the first round."""
    free: tuple[Person, ...] = ()
    """They are here, and play only where somebody is missing."""
    expected: tuple[Person, ...] = ()
    away: tuple[Person, ...] = ()

    @property
    def states(self) -> dict[UUID, Attendance.State]:
        """The state of each person, by his key."""
        lists = {state: getattr(self, state) for state in Attendance.State}
        return {person.pk: state for state, people in lists.items() for person in people}

    @property
    def missing(self) -> tuple[Person, ...]:
        """Who has said that he comes, and has not come."""
        return (*self.expected, *self.late)

    @property
    def mostly_missing(self) -> bool:
        """Whether more than half of those who play are not here yet."""
        return len(self.missing) > len(self.here)


def attendance(club: Club, date: dt.date) -> Evening:
    """How it stands with everybody of whom something is known on ``date``; one query."""
    rows = (
        Attendance.objects.filter(club=club, date=date)
        .select_related("person")
        .order_by("marked_at", "pk")
    )
    found: dict[str, list[Person]] = defaultdict(list)
    for row in rows:
        found[row.state].append(row.person)
    return Evening(**{state: tuple(people) for state, people in found.items()})


def present(club: Club, date: dt.date) -> list[Person]:
    """The persons marked as here on ``date``, in the order in which they came."""
    return list(attendance(club, date).here)


def late(club: Club, date: dt.date) -> list[Person]:
    """Who plays from the second round, in the order in which they said so."""
    return list(attendance(club, date).late)


def free(club: Club, date: dt.date) -> list[Person]:
    """Who can take somebody's place, in the order in which they came."""
    return list(attendance(club, date).free)


def has_director() -> bool:
    """Whether anybody at all can log in as a director."""
    return ClubRole.objects.filter(role=ClubRole.Role.DIRECTOR, user__is_active=True).exists()
