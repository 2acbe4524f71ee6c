"""What two of a club wish of the seating lasts from evening to evening."""

from django.db import transaction

from lhombre_club.members.domain import record
from lhombre_club.members.models import Club, Membership, Person, SeatingWish
from lhombre_club.members.reasons import MemberReason
from lhombre_club.refusal import Refusal


@transaction.atomic
def keep_wish(*, club: Club, one: Person, other: Person, kind: str, actor: str) -> SeatingWish:
    """Keep what two wish; they have one wish, and a second takes the first one's place.

    ``kind`` is one of ``SeatingWish.Kind``. Refused for NOT_TWO, and for NOT_A_MEMBER where one
    of them is no member of this club.
    """
    first, second = _pair(one, other)
    record.lock(club)
    if Membership.objects.filter(club=club, person__in=(one, other)).count() < len((one, other)):
        raise Refusal(MemberReason.NOT_A_MEMBER)
    row = SeatingWish.objects.filter(club=club, one=first, other=second).first()
    if row is None:
        row = SeatingWish(club=club, one=first, other=second)
    if row.kind != kind:
        row.kind = SeatingWish.Kind(kind)
        record.save(row, actor)
    return row


@transaction.atomic
def drop_wish(*, club: Club, one: Person, other: Person, actor: str) -> None:
    """Keep a wish no longer; twice is once. Refused for NOT_TWO."""
    first, second = _pair(one, other)
    record.lock(club)
    for row in SeatingWish.objects.filter(club=club, one=first, other=second):
        record.delete(row, actor)


def _pair(one: Person, other: Person) -> tuple[Person, Person]:
    if one.pk == other.pk:
        raise Refusal(MemberReason.NOT_TWO)
    return (one, other) if one.pk < other.pk else (other, one)
