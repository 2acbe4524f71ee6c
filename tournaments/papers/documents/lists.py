"""Lists of the club's members: to look up, and to tick off at the door."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from lhombre_club.members.answered import answered_on
from lhombre_club.members.models import Answer, Membership
from lhombre_club.members.queries import members_on
from tournaments.papers.documents.document import About, Document, Option, Shelf, Values
from tournaments.words.figures import short

GUESTS = 8
"""Empty lines below the members."""


@dataclass(frozen=True, slots=True)
class Member:
    """A line of the list."""

    number: str
    name: str
    phone: str
    email: str
    status: str
    """Empty for an active member."""
    said: str = ""
    """What he has answered by his own link."""


def member_list(about: About) -> Values:
    """Return every member of that evening with number, telephone and e-mail."""
    return {"event": about.event.club.name, "members": _members(about)}


def attendance_list(about: About) -> Values:
    """Return every member with boxes to tick, and empty lines for guests."""
    said = answered_on(about.event.club, about.event.date, ()).by_person
    return {
        "event": about.event.club.name,
        "members": _members(about, said),
        "guests": range(GUESTS),
    }


def _members(about: About, said: Mapping[UUID, Answer] | None = None) -> list[Member]:
    rows = members_on(about.event.club, about.event.date)
    return [_member(row, (said or {}).get(row.person_id)) for row in rows]


def _member(row: Membership, answer: Answer | None) -> Member:
    active = row.status == Membership.Status.ACTIVE
    return Member(
        number=row.number,
        name=short(row.person.listed),
        phone=row.person.phone,
        email=row.person.email,
        status="" if active else str(row.get_status_display()),
        said=str(answer.get_said_display()) if answer else "",
    )


MEMBER_LIST = Document(
    kind="member-list",
    title=_("Member list"),
    template="member-list.html",
    shelf=Shelf.CLUB,
    values=member_list,
)
ATTENDANCE_LIST = Document(
    kind="attendance-list",
    title=_("Attendance list"),
    template="attendance-list.html",
    shelf=Shelf.BEFORE,
    values=attendance_list,
    options=frozenset({Option.LARGE, Option.TAGGED}),
)
