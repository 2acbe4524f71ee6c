"""What members say of evenings to come, and what a director takes over of it."""

import datetime as dt
from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.domain import record
from lhombre_club.members.models import (
    Answer,
    Attendance,
    Club,
    ListTaken,
    Membership,
)
from lhombre_club.members.reasons import LinkReason, MemberReason
from lhombre_club.refusal import Refusal

Said = Answer.Said


@transaction.atomic
def answer(
    *, membership: Membership, date: dt.date, said: Said, has_begun: bool, actor: str
) -> Answer:
    """Say whether a member comes on ``date``; the same a second time changes nothing.

    Once the list of that evening is taken, or it ``has_begun``, who has said nothing yet may say
    it, and is told apart. Refused for TAKEN where he would say something else then, and for
    NOT_A_MEMBER on a day after his last.
    """
    del actor  # it is he himself, by his own link
    club, person = membership.club, membership.person
    record.lock(club)
    if membership.is_left(date):
        raise Refusal(MemberReason.NOT_A_MEMBER)
    is_late = has_begun or ListTaken.objects.filter(club=club, date=date).exists()
    row = Answer.objects.filter(club=club, person=person, date=date).first()
    if row is None:
        return Answer.objects.create(
            club=club, person=person, date=date, said=said, is_late=is_late
        )
    if row.said != said:
        if is_late:
            raise Refusal(LinkReason.TAKEN)
        row.said, row.at = said, timezone.now()
        row.save()
    return row


@transaction.atomic
def take_list(*, club: Club, date: dt.date, people: Collection[UUID], actor: str) -> int:
    """Mark as here those of ``people`` who say that they come; return how many.

    Of whom anything else is known than that he is expected stays as he is. From here on the list
    of the evening is taken.
    """
    record.lock(club)
    comes = Answer.objects.filter(club=club, date=date, said=Said.COMES, person__in=people)
    rows = {row.person_id: row for row in Attendance.objects.filter(club=club, date=date)}
    taken = [
        rows.get(each.person_id) or Attendance(club=club, person=each.person, date=date)
        for each in comes.select_related("person")
        if each.person_id not in rows or rows[each.person_id].state == Attendance.State.EXPECTED
    ]
    since = timezone.now()
    for row in sorted(taken, key=lambda row: danish_key(row.person.full_name)):
        row.state, row.marked_at = Attendance.State.HERE, timezone.now()
        record.save(row, actor)
    if taken or not ListTaken.objects.filter(club=club, date=date).exists():
        now, marked = timezone.now(), len(taken)
        ListTaken.objects.create(
            club=club, date=date, since=since, at=now, marked=marked, actor=actor
        )
    return len(taken)


@transaction.atomic
def give_list_back(*, club: Club, date: dt.date, key: UUID, actor: str) -> int:
    """Undo one taking over of an evening; return how many are not here any more by it.

    Who was marked otherwise since stays so.
    """
    record.lock(club)
    taken = ListTaken.objects.filter(club=club, date=date, pk=key).first()
    if taken is None:
        return 0
    here = Attendance.objects.filter(
        club=club,
        date=date,
        state=Attendance.State.HERE,
        marked_at__range=(taken.since, taken.at),
    )
    rows = list(here)
    for row in rows:
        _as_before(row, actor)
    taken.delete()
    if not ListTaken.objects.filter(club=club, date=date).exists():
        Answer.objects.filter(club=club, date=date).update(is_late=False)
    return len(rows)


def _as_before(row: Attendance, actor: str) -> None:
    """Let somebody be expected again, or nothing be known of him."""
    was = row.history.exclude(state=Attendance.State.HERE).first()
    if was is None:
        record.delete(row, actor)
        return
    row.state, row.marked_at = was.state, timezone.now()
    record.save(row, actor)
