"""Two members who are one person: everything of the one goes over to the other."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from lhombre_club.members.domain import (
    add_past,
    change_person,
    details_of,
    move_answers,
    past_of,
    record,
)
from lhombre_club.members.domain.times import DAY
from lhombre_club.members.models import Attendance, MemberNote, Membership, Person
from lhombre_club.members.own_fields import own_of
from lhombre_club.refusal import Refusal
from tournaments.book.activity import note, raise_version
from tournaments.events.reasons import MergeReason
from tournaments.models import (
    DuesPayment,
    EveningPrize,
    Event,
    Participant,
    Payment,
    Receipt,
    Season,
    SeasonPlace,
    Seat,
    Waiver,
)

TAKEN_OVER = ("email", "phone", "number", "address", "household")
"""What the one who stays gets of the other where he has none himself."""


@dataclass(frozen=True, slots=True)
class Merger:
    """What goes over when ``gone`` becomes ``kept``."""

    kept: Membership
    gone: Membership
    events: tuple[Event, ...]
    """In which ``gone`` played, himself or in the place of another; the newest first."""
    evenings: int
    """On which he was marked at the door."""
    refused: MergeReason | None
    """Why it cannot be done."""


def merger(kept: Membership, gone: Membership) -> Merger:
    """Return what goes over, without doing it; ten queries at most."""
    own, others = _events_of(gone.person), _events_of(kept.person)
    return Merger(
        kept=kept,
        gone=gone,
        events=tuple(own),
        evenings=Attendance.objects.filter(person=gone.person).count(),
        refused=_refused(kept, gone, own, others),
    )


@transaction.atomic
def merge_members(*, kept: Membership, gone: Membership, actor: str) -> Person:
    """Let ``gone`` be ``kept`` in every event, on every evening, in seasons and payments.

    Raises Refusal where both played in the same event, have a place each in one season's draw or
    pay each other, and where one is a member of another club too. The history keeps both.
    """
    record.lock(kept.club)
    what = merger(kept, gone)
    if what.refused is not None:
        raise Refusal(what.refused)
    old, new = gone.person, kept.person
    for played in Participant.objects.filter(person=old).select_related("event"):
        note(event=played.event, verb="member.merged", actor=actor, player=played.number)
    Participant.objects.filter(person=old).update(person=new)
    Seat.every.filter(substitute=old).update(substitute=new)
    SeasonPlace.objects.filter(person=old).update(person=new)
    Season.objects.filter(champion=old).update(champion=new)
    Payment.objects.filter(payer=str(old.pk)).update(payer=str(new.pk))
    Payment.objects.filter(payee=str(old.pk)).update(payee=str(new.pk))
    MemberNote.objects.filter(person=old).update(person=new)
    _pay(old, new)
    _attend(old, new, actor)
    move_answers(old, new)
    _be_member(kept, gone, actor)
    before = details_of(gone)
    record.delete(gone, actor)
    record.delete(old, actor)
    details = details_of(kept)
    own = own_of({**dict(before.own), **dict(details.own)})
    lacks = {name: getattr(before, name) for name in TAKEN_OVER if not getattr(details, name)}
    change_person(membership=kept, details=replace(details, **lacks, own=own), actor=actor)
    for event in what.events:
        raise_version(event.pk)
    return new


def _be_member(kept: Membership, gone: Membership, actor: str) -> None:
    """Let the times as a member go over, as far as the one who stays was none then."""
    times = [(past.status, past.since, past.until) for past in past_of(gone)]
    if kept.since is not None:
        until = kept.since - DAY
        times.append((gone.status, gone.since, min(gone.left_on or until, until)))
    for status, since, until in times:
        with suppress(Refusal):
            add_past(membership=kept, status=status, since=since, until=until, actor=actor)


def _refused(
    kept: Membership, gone: Membership, own: Sequence[Event], others: Sequence[Event]
) -> MergeReason | None:
    if kept.pk == gone.pk or kept.club_id != gone.club_id:
        return MergeReason.NOT_TWO
    if Membership.objects.filter(person=gone.person).exclude(pk=gone.pk).exists():
        return MergeReason.ELSEWHERE
    if {event.pk for event in own} & {event.pk for event in others}:
        return MergeReason.BOTH_PLAYED
    draws = SeasonPlace.objects.filter(person=kept.person).values("draw")
    if SeasonPlace.objects.filter(person=gone.person, draw__in=draws).exists():
        return MergeReason.BOTH_PLAYED
    one, other = str(kept.person_id), str(gone.person_id)
    between = Q(payer=one, payee=other) | Q(payer=other, payee=one)
    return MergeReason.BOTH_PAY if Payment.objects.filter(between).exists() else None


def _events_of(person: Person) -> list[Event]:
    ids: set[UUID] = set(Participant.objects.filter(person=person).values_list("event", flat=True))
    seats = Seat.objects.filter(substitute=person)
    ids |= set(seats.values_list("round__event", flat=True))
    return list(Event.objects.filter(pk__in=ids))


def _pay(old: Person, new: Person) -> None:
    """Let receipts, dues and prizes go over; of two waivers for a half that of who stays holds."""
    for kind in (Receipt, DuesPayment, EveningPrize):
        kind._base_manager.filter(person=old).update(person=new)  # noqa: SLF001 -- documented
    has = Waiver.objects.filter(person=new).values_list("half", flat=True)
    Waiver.objects.filter(person=old).exclude(half__in=list(has)).update(person=new)


def _attend(old: Person, new: Person, actor: str) -> None:
    """Let the evenings go over; where both were marked, what was said of who stays holds."""
    taken = set(Attendance.objects.filter(person=new).values_list("club", "date"))
    for row in Attendance.objects.filter(person=old):
        if (row.club_id, row.date) in taken:
            record.delete(row, actor)
        else:
            row.person = new
            record.save(row, actor)
