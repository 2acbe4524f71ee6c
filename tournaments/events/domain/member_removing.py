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
from tournaments.models import (
    DuesPayment,
    EveningPrize,
    Letter,
    Merge,
    Participant,
    PastResult,
    Receipt,
    SeasonPlace,
    Seat,
    Waiver,
)


def why_not(membership: Membership) -> RemoveReason | None:
    """Return why he is not removed: he stands in an event or a draw, or in the cash book.

    Some queries, four where he does not play and four more for the book.
    """
    person, club = membership.person_id, membership.club_id
    if (
        Participant.objects.filter(person=person).exists()
        or Seat.objects.filter(substitute=person).exists()
        or SeasonPlace.objects.filter(person=person).exists()
        or PastResult.objects.filter(person=person).exists()
    ):
        return RemoveReason.PLAYED
    if (
        Receipt.objects.filter(person=person, club=club).exists()
        or DuesPayment.objects.filter(person=person, half__club=club).exists()
        or Waiver.objects.filter(person=person, half__club=club).exists()
        or EveningPrize.objects.filter(person=person, club=club).exists()
    ):
        return RemoveReason.BOOKED
    return None


@transaction.atomic
def remove_member(*, membership: Membership, actor: str) -> None:
    """Take somebody off the list of members, with his evenings and wishes; the history keeps him.

    Who belongs to another club too stays there. Raises Refusal for PLAYED and BOOKED.
    """
    record.lock(membership.club)
    if reason := why_not(membership):
        raise Refusal(reason)
    club, person = membership.club, membership.person
    for row in Attendance.objects.filter(club=club, person=person):
        record.delete(row, actor)
    for past in PastMembership.objects.filter(club=club, person=person):
        record.delete(past, actor)
    for kind in (MemberNote, Answer, PersonalLink, Letter, Merge):
        kind.objects.filter(club=club, person=person).delete()
    for wish in SeatingWish.objects.filter(Q(one=person) | Q(other=person), club=club):
        record.delete(wish, actor)
    record.delete(membership, actor)
    if not person.memberships.exists():
        record.delete(person, actor)
