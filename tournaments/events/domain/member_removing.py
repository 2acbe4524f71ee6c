"""A member who was entered by mistake: he leaves the list, as he never sat at a table."""

from django.db import transaction
from django.db.models import Q

from lhombre_club.members.domain import record
from lhombre_club.members.models import (
    Answer,
    Attendance,
    MemberNote,
    Membership,
    PastMembership,
    PersonalLink,
    SeatingWish,
)
from lhombre_club.refusal import Refusal
from tournaments.events.reasons import RemoveReason
from tournaments.models import Participant, SeasonPlace, Seat


def may_remove(membership: Membership) -> bool:
    """Return whether he is in no event, on nobody's chair and in no draw; three queries at most."""
    person = membership.person_id
    return not (
        Participant.objects.filter(person=person).exists()
        or Seat.objects.filter(substitute=person).exists()
        or SeasonPlace.objects.filter(person=person).exists()
    )


@transaction.atomic
def remove_member(*, membership: Membership, actor: str) -> None:
    """Take somebody off the list of members, with his evenings and wishes; the history keeps him.

    Who belongs to another club too stays there. Raises Refusal for PLAYED.
    """
    record.lock(membership.club)
    if not may_remove(membership):
        raise Refusal(RemoveReason.PLAYED)
    club, person = membership.club, membership.person
    for row in Attendance.objects.filter(club=club, person=person):
        record.delete(row, actor)
    for past in PastMembership.objects.filter(club=club, person=person):
        record.delete(past, actor)
    for kind in (MemberNote, Answer, PersonalLink):
        kind.objects.filter(club=club, person=person).delete()
    for wish in SeatingWish.objects.filter(Q(one=person) | Q(other=person), club=club):
        record.delete(wish, actor)
    record.delete(membership, actor)
    if not person.memberships.exists():
        record.delete(person, actor)
