"""Who is here on an evening."""

import datetime as dt

from django.db import transaction

from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.domain import record
from lhombre_club.members.domain.people import add_guest
from lhombre_club.members.models import Attendance, Club, Membership, Person


class NotAMemberError(ValueError):
    """The person does not belong to the club."""


@transaction.atomic
def mark_present(*, club: Club, person: Person, date: dt.date, actor: str) -> None:
    """Mark a member as here; a second time changes nothing, not even the order of arrival.

    Raises ``NotAMemberError`` when the person is no member of this club.
    """
    record.lock(club)
    if not Membership.objects.filter(club=club, person=person).exists():
        raise NotAMemberError(f"{person.pk} is no member of {club.pk}")
    if not Attendance.objects.filter(club=club, person=person, date=date).exists():
        record.save(Attendance(club=club, person=person, date=date), actor)


@transaction.atomic
def mark_away(*, club: Club, person: Person, date: dt.date, actor: str) -> None:
    """Mark somebody as not here, or not here any longer."""
    record.lock(club)
    for row in Attendance.objects.filter(club=club, person=person, date=date):
        record.delete(row, actor)


@transaction.atomic
def mark_all_active(*, club: Club, date: dt.date, actor: str) -> None:
    """Mark every active member as here; those who are here already keep their place."""
    record.lock(club)
    here = Attendance.objects.filter(club=club, date=date).values("person")
    active = Membership.objects.filter(club=club, status=Membership.Status.ACTIVE)
    missing = active.exclude(person__in=here).select_related("person")
    for row in sorted(missing, key=lambda row: danish_key(row.person.full_name)):
        record.save(Attendance(club=club, person=row.person, date=date), actor)


@transaction.atomic
def mark_nobody(*, club: Club, date: dt.date, actor: str) -> None:
    """Begin the evening's list again; the history keeps who was on it."""
    record.lock(club)
    for row in Attendance.objects.filter(club=club, date=date):
        record.delete(row, actor)


@transaction.atomic
def welcome_guest(*, club: Club, name: str, date: dt.date, actor: str) -> Membership:
    """Make somebody who came along a guest member, and mark him as here.

    Raises ``DetailsRefusedError`` when the name cannot be kept.
    """
    made = add_guest(club=club, name=name, actor=actor)
    mark_present(club=club, person=made.person, date=date, actor=actor)
    return made
