"""What directors note of a member for a while."""

import datetime as dt

from django.db import transaction

from lhombre_club.members.domain import record
from lhombre_club.members.models import MemberNote, Membership
from lhombre_club.members.queries import evening
from lhombre_club.members.reasons import MemberReason
from lhombre_club.refusal import Refusal

LONGEST = dt.timedelta(days=2 * 366)
"""So long a note may stand: what is true for longer belongs among the details."""


@transaction.atomic
def keep_note(*, membership: Membership, text: str, until: dt.date, actor: str) -> MemberNote:
    """Note something of a member until a day. Refused for NOTE_DAY: it is over, or too far."""
    record.lock(membership.club)
    if not evening() <= until <= evening() + LONGEST:
        raise Refusal(MemberReason.NOTE_DAY)
    return MemberNote.objects.create(
        club=membership.club, person=membership.person, text=text, until=until, actor=actor
    )


@transaction.atomic
def drop_note(*, note: MemberNote, actor: str) -> None:
    """Take a note away before its day; nothing is left of it."""
    del actor  # nothing is left that could say who it was
    record.lock(note.club)
    note.delete()


def notes_of(membership: Membership) -> list[MemberNote]:
    """Return what is noted of a member and still stands, what goes first first."""
    rows = MemberNote.objects.filter(club=membership.club_id, person=membership.person_id)
    return list(rows.filter(until__gte=evening()).select_related("club"))


def let_notes_go() -> int:
    """Remove every note whose last day is over; return how many there were."""
    gone, _each = MemberNote.objects.filter(until__lt=evening()).delete()
    return gone
