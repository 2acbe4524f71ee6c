"""Two members who are one person: everything of the one goes over to the other.

What goes over is written down, so that it can go back: see ``member_parting``.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final
from uuid import UUID

from django.core import serializers
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from lhombre_club.members.domain import add_past, change_person, details_of, past_of, record
from lhombre_club.members.domain.times import DAY
from lhombre_club.members.models import (
    Answer,
    Attendance,
    MemberNote,
    Membership,
    PastMembership,
    Person,
    SeatingWish,
)
from lhombre_club.members.own_fields import own_of
from lhombre_club.refusal import Refusal
from tournaments.book.activity import note, raise_version
from tournaments.events.reasons import MergeReason
from tournaments.models import (
    DuesPayment,
    EveningPrize,
    Event,
    Letter,
    Merge,
    Participant,
    PastResult,
    Payment,
    Receipt,
    Season,
    SeasonPlace,
    Seat,
    Waiver,
)

TAKEN_OVER: Final = ("email", "phone", "number", "address", "household")
"""What the one who stays gets of the other where he has none himself."""
MOVED: Final[Sequence[tuple[type[models.Model], str, str]]] = (
    (Participant, "person", ""),
    (Seat, "substitute", ""),
    (SeasonPlace, "person", ""),
    (PastResult, "person", ""),
    (Season, "champion", ""),
    (Payment, "payer", ""),
    (Payment, "payee", ""),
    (MemberNote, "person", ""),
    (Receipt, "person", ""),
    (DuesPayment, "person", ""),
    (EveningPrize, "person", ""),
    (Waiver, "person", "half"),
    (Answer, "person", "date"),
    (Letter, "person", "batch"),
    (Attendance, "person", "date"),
)
"""By which field each row is somebody's, and of what it has one alone: there his own holds."""


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


@dataclass(slots=True)
class Journal:
    """What a merge has done."""

    moved: list[tuple[str, str, list[str]]] = field(default_factory=list)
    gone: list[Any] = field(default_factory=list)
    made: list[str] = field(default_factory=list)

    def keep(self, rows: Iterable[models.Model]) -> None:
        """Write rows down before they are no more."""
        self.gone += json.loads(serializers.serialize("json", rows))


def merger(kept: Membership, gone: Membership) -> Merger:
    """Return what goes over, without doing it; eleven queries at most."""
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
    what, journal = merger(kept, gone), Journal()
    if what.refused is not None:
        raise Refusal(what.refused)
    old, new = gone.person, kept.person
    for played in Participant.objects.filter(person=old).select_related("event"):
        note(event=played.event, verb="member.merged", actor=actor, player=played.number)
    journal.keep([old, gone, *past_of(gone)])
    for kind, by, one_of in MOVED:
        _move(journal, (kind, by, one_of), (old, new), actor)
    _wish(journal, old, new, actor)
    old.personal_links.all().delete()  # whoever holds one would answer for somebody else
    _be_member(journal, kept, gone, actor)
    before = details_of(gone)
    record.delete(gone, actor)
    record.delete(old, actor)
    lacked = _take_over(kept, before, actor)
    _write_down(journal, what, lacked, actor)
    for event in what.events:
        raise_version(event.pk)
    return new


def _move(
    journal: Journal,
    where: tuple[type[models.Model], str, str],
    who: tuple[Person, Person],
    actor: str,
) -> None:
    """Let the rows of a model go over; what he who stays has himself holds, and the other goes."""
    (kind, by, one_of), (old, new) = where, who
    every: Any = kind._base_manager  # noqa: SLF001 -- documented
    key, other = (str(old.pk), str(new.pk)) if kind is Payment else (old.pk, new.pk)
    rows = list(every.filter(**{by: key}))
    has = set(every.filter(**{by: other}).values_list(one_of, flat=True)) if one_of else set()
    twice = [row for row in rows if one_of and _value(row, one_of) in has]
    journal.keep(twice)
    moves = [row.pk for row in rows if row not in twice]
    if kind is Attendance:
        for row in rows:
            if row in twice:
                record.delete(row, actor)
            else:
                row.person = new
                record.save(row, actor)
    else:
        every.filter(pk__in=moves).update(**{by: other})
    if moves:
        journal.moved.append((kind._meta.label, by, [str(each) for each in moves]))  # noqa: SLF001


def _value(row: models.Model, name: str) -> Any:
    return getattr(row, row._meta.get_field(name).attname)  # type: ignore[union-attr]  # noqa: SLF001


def _wish(journal: Journal, old: Person, new: Person, actor: str) -> None:
    """Let wishes for the seating go over, but for those of the two towards each other."""
    for wish in SeatingWish.objects.filter(Q(one=old) | Q(other=old)).select_related("club"):
        journal.keep([wish])
        towards = wish.other if wish.one_id == old.pk else wish.one
        record.delete(wish, actor)
        one, other = sorted((new, towards), key=lambda each: each.pk)
        pair = {"club": wish.club, "one": one, "other": other}
        if towards != new and not SeatingWish.objects.filter(**pair).exists():
            made = SeatingWish(**pair, kind=wish.kind)
            record.save(made, actor)
            journal.made.append(str(made.pk))


def _be_member(journal: Journal, kept: Membership, gone: Membership, actor: str) -> None:
    """Let the times as a member go over, as far as the one who stays was none then."""
    times = [(past.status, past.since, past.until) for past in past_of(gone)]
    if kept.since is not None:
        until = kept.since - DAY
        times.append((gone.status, gone.since, min(gone.left_on or until, until)))
    for status, since, until in times:
        with suppress(Refusal):
            made = add_past(membership=kept, status=status, since=since, until=until, actor=actor)
            journal.made.append(str(made.pk))
    for past in PastMembership.objects.filter(club=gone.club, person=gone.person):
        record.delete(past, actor)


def _take_over(kept: Membership, before: Any, actor: str) -> dict[str, Any]:
    """Give who stays what he lacks; return what it was, by field, as it was and as it is."""
    details = details_of(kept)
    own = own_of({**dict(before.own), **dict(details.own)})
    lacks = {name: getattr(before, name) for name in TAKEN_OVER if not getattr(details, name)}
    change_person(membership=kept, details=replace(details, **lacks, own=own), actor=actor)
    taken = {name: ["", value] for name, value in lacks.items() if value}
    return {**taken, "own": [dict(details.own), dict(own)]} if own != details.own else taken


def _write_down(journal: Journal, what: Merger, lacked: dict[str, Any], actor: str) -> None:
    Merge.objects.create(
        club=what.kept.club,
        person=what.kept.person,
        name=what.gone.person.full_name,
        moved=journal.moved,
        gone=journal.gone,
        made=journal.made,
        lacked=lacked,
        actor=actor,
        at=timezone.now(),
    )


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
    past = PastResult.objects.filter(person=kept.person).values("evening")
    if PastResult.objects.filter(person=gone.person, evening__in=past).exists():
        return MergeReason.BOTH_PLAYED
    one, other = str(kept.person_id), str(gone.person_id)
    between = Q(payer=one, payee=other) | Q(payer=other, payee=one)
    return MergeReason.BOTH_PAY if Payment.objects.filter(between).exists() else None


def _events_of(person: Person) -> list[Event]:
    ids: set[UUID] = set(Participant.objects.filter(person=person).values_list("event", flat=True))
    seats = Seat.objects.filter(substitute=person)
    ids |= set(seats.values_list("round__event", flat=True))
    return list(Event.objects.filter(pk__in=ids))
