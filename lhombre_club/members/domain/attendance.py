"""Who plays on an evening: here, late, free as a substitute, expected, or away."""

import datetime as dt
from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.domain import record
from lhombre_club.members.domain.people import add_guest
from lhombre_club.members.models import Attendance, Club, Membership, Person
from lhombre_club.members.queries import came, last_evening, staying
from lhombre_club.members.reasons import MemberReason
from lhombre_club.refusal import Refusal

State = Attendance.State
MISSING = (State.EXPECTED, State.LATE)
"""Who has said that he comes, and has not come."""


@transaction.atomic
def mark(*, club: Club, person: Person, date: dt.date, state: State | None, actor: str) -> None:
    """Say how it is with a member on ``date``; None: nothing is known of him.

    Saying the same a second time changes nothing, not even the order of arrival; who comes later
    than he was marked otherwise stands last in it. Refused for NOT_A_MEMBER when the person is no
    member of this club.
    """
    record.lock(club)
    if not Membership.objects.filter(club=club, person=person).exists():
        raise Refusal(MemberReason.NOT_A_MEMBER)
    row = Attendance.objects.filter(club=club, person=person, date=date).first()
    if row is None:
        row = Attendance(club=club, person=person, date=date)
    _set(row, state, actor)


def mark_present(*, club: Club, person: Person, date: dt.date, actor: str) -> None:
    """Mark a member as here."""
    mark(club=club, person=person, date=date, state=State.HERE, actor=actor)


@transaction.atomic
def take_back(*, club: Club, person: Person, date: dt.date, actor: str) -> None:
    """Undo that somebody was marked as here: he is again what he was before, or nothing."""
    record.lock(club)
    row = Attendance.objects.filter(club=club, person=person, date=date, state=State.HERE).first()
    if row is not None:
        was = row.history.exclude(state=State.HERE).first()
        _set(row, State(was.state) if was else None, actor)


@transaction.atomic
def mark_all_active(*, club: Club, date: dt.date, actor: str, state: State = State.HERE) -> None:
    """Mark every active member as here, or as expected; those of whom more is known stay so."""
    record.lock(club)
    rows = {row.person_id: row for row in Attendance.objects.filter(club=club, date=date)}
    active = staying(club, date).filter(status=Membership.Status.ACTIVE)
    members = active.select_related("person")
    for member in sorted(members, key=lambda row: danish_key(row.person.full_name)):
        row = rows.get(member.person_id)
        if row is None:
            _set(Attendance(club=club, person=member.person, date=date), state, actor)
        elif row.state == State.EXPECTED:
            _set(row, state, actor)


@transaction.atomic
def mark_as_last(*, club: Club, date: dt.date, actor: str) -> None:
    """Mark as here who was here the last time, but for guests; who is known of stays as he is.

    Who left before the end was here too.
    """
    last = last_evening(club, date)
    if last is None:
        return
    record.lock(club)
    known = set(Attendance.objects.filter(club=club, date=date).values_list("person_id", flat=True))
    guests = Membership.objects.filter(club=club, status=Membership.Status.GUEST)
    members = staying(club, date).exclude(pk__in=guests)
    still = set(members.values_list("person_id", flat=True)) - known
    for person in came(club, last):
        if person.pk in still:
            _set(Attendance(club=club, person=person, date=date), State.HERE, actor)


@transaction.atomic
def mark_nobody(*, club: Club, date: dt.date, actor: str) -> None:
    """Begin the evening's list again; the history keeps who was on it."""
    record.lock(club)
    for row in Attendance.objects.filter(club=club, date=date):
        record.delete(row, actor)


@transaction.atomic
def close_check_in(
    *, club: Club, date: dt.date, decisions: Mapping[UUID, State], actor: str
) -> None:
    """Settle what becomes of those who were expected, or late, and are not here.

    Who has come meanwhile is here, whatever was decided; who is not decided about stays as he is.
    """
    record.lock(club)
    rows = Attendance.objects.filter(club=club, date=date, state__in=MISSING)
    for row in rows.order_by("marked_at", "pk"):
        if row.person_id in decisions:
            _set(row, decisions[row.person_id], actor)


@transaction.atomic
def welcome_guest(*, club: Club, name: str, date: dt.date, actor: str) -> Membership:
    """Make somebody who came along a guest member, and mark him as here.

    Raises ``DetailsRefusedError`` when the name cannot be kept.
    """
    made = add_guest(club=club, name=name, actor=actor)
    mark_present(club=club, person=made.person, date=date, actor=actor)
    return made


def _set(row: Attendance, state: State | None, actor: str) -> None:
    """Give a row, perhaps a new one, its state."""
    known = not row._state.adding  # noqa: SLF001 _state is documented
    if state is None:
        if known:
            record.delete(row, actor)
    elif not known or row.state != state:
        row.state = state
        row.marked_at = timezone.now()
        record.save(row, actor)
