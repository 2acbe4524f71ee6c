"""What the members have said of an evening, beside who is marked as here."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Answer, Attendance, Club, ListTaken, Membership

Said = Answer.Said
GROUPS: Final[Mapping[str, Promise]] = {
    Said.COMES: _("come"),
    Said.AWAY: _("do not come"),
    Said.SUBSTITUTE: _("can substitute"),
    "": _("have not answered"),
}
"""What is said of those who have said the same."""


@dataclass(frozen=True)
class Answered:
    """What the members who have not left on an evening have said of it."""

    members: Sequence[Membership]
    by_person: Mapping[UUID, Answer]

    @cached_property
    def groups(self) -> dict[str, list[Membership]]:
        """The members by what they have said; every member once, and ``""`` said nothing."""
        found: dict[str, list[Membership]] = {said: [] for said in GROUPS}
        for row in self.members:
            answer = self.by_person.get(row.person_id)
            found[answer.said if answer else ""].append(row)
        return found

    @property
    def counted(self) -> list[tuple[Promise, int]]:
        """How many have said what; together as many as there are members."""
        return [(GROUPS[said], len(rows)) for said, rows in self.groups.items()]

    @property
    def any(self) -> bool:
        """Whether one of them has said anything."""
        return len(self.groups[""]) < len(self.members)

    @property
    def late(self) -> list[Membership]:
        """Who has said it when the list was taken already."""
        return [row for row in self.members if self.is_late(row.person_id)]

    def is_late(self, person: UUID) -> bool:
        """Whether somebody has answered after that."""
        return person in self.by_person and self.by_person[person].is_late

    def to_mark(self, states: Mapping[UUID, Attendance.State]) -> list[Membership]:
        """Who says that he comes and is not marked as anything but expected."""
        free = {None, Attendance.State.EXPECTED}
        return [row for row in self.groups[Said.COMES] if states.get(row.person_id) in free]


def answered_on(club: Club, date: dt.date, members: Iterable[Membership]) -> Answered:
    """Return what these have said of an evening; one query."""
    rows = Answer.objects.filter(club=club, date=date)
    still = [row for row in members if not row.is_left(date)]
    return Answered(still, {row.person_id: row for row in rows})


def last_taken(club: Club, date: dt.date) -> ListTaken | None:
    """Return when the list of an evening was taken last, and by whom."""
    return ListTaken.objects.filter(club=club, date=date).last()
