"""A merge is taken back: two members again, each with what was his before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.apps import apps
from django.core import serializers
from django.db import models, transaction
from django.db.models import Q

from lhombre_club.members.domain import change_person, details_of, record
from lhombre_club.members.models import Attendance, Membership, PastMembership, Person, SeatingWish
from lhombre_club.members.own_fields import own_of
from lhombre_club.refusal import Refusal
from tournaments.book.activity import note, raise_version
from tournaments.events.reasons import PartReason
from tournaments.models import (
    DuesPayment,
    Event,
    Merge,
    Participant,
    Payment,
    Season,
    Seat,
    Settling,
    Waiver,
)


@dataclass(frozen=True, slots=True)
class Parting:
    """What goes back when a merge is taken back."""

    merge: Merge
    kept: Membership
    events: tuple[Event, ...]
    evenings: int
    refused: PartReason | None
    """Why it cannot be done any more."""


def parting(merge: Merge) -> Parting:
    """Return what would go back, without doing it; some queries, however much it is."""
    kept = Membership.objects.select_related("club", "person").get(
        club=merge.club, person=merge.person
    )
    events = _events(merge)
    return Parting(
        merge=merge,
        kept=kept,
        events=tuple(events),
        evenings=len(_keys(merge, Attendance)),
        refused=_refused(merge, kept, events),
    )


@transaction.atomic
def part_members(*, merge: Merge, actor: str) -> Membership:
    """Let two who were merged be two again; return the one who comes back.

    What was done since for the one who stayed stays his. Raises Refusal where something newer
    rests on their being one.
    """
    record.lock(merge.club)
    found = Merge.objects.select_related("club", "person").filter(pk=merge.pk).first()
    if found is None:
        raise Refusal(PartReason.PARTED)
    what = parting(found)
    if what.refused is not None:
        raise Refusal(what.refused)
    _give_back(what.kept, found, actor)
    _unmake(found, actor)
    rows = [each.object for each in serializers.deserialize("python", found.gone, **_LENIENT)]
    _restore(found, actor)
    old = next(row for row in rows if isinstance(row, Person))
    back = next(row for row in rows if isinstance(row, Membership))
    _move_back(found, old, actor)
    for played in Participant.objects.filter(pk__in=_keys(found, Participant)):
        note(event=played.event, verb="member.parted", actor=actor, player=played.number)
    for event in what.events:
        raise_version(event.pk)
    found.delete()
    return back


_LENIENT = {"ignorenonexistent": True}


def _restore(merge: Merge, actor: str) -> None:
    """Write the rows again that are no more: just as they were, and in the history as new ones."""
    for each in serializers.deserialize("python", merge.gone, **_LENIENT):
        if hasattr(each.object, "history"):
            record.save(each.object, actor)
        each.save()  # with the moments that it had


def _unmake(merge: Merge, actor: str) -> None:
    """Take away times and wishes that were noted of who stays, as far as they are still there."""
    for kind in (PastMembership, SeatingWish):
        for row in kind.objects.filter(pk__in=merge.made):
            record.delete(row, actor)


def _give_back(kept: Membership, merge: Merge, actor: str) -> None:
    """Take from who stays what he was given, where it was not written anew since."""
    details = details_of(kept)
    given = {name: pair for name, pair in merge.lacked.items() if name != "own"}
    was = {name: was for name, (was, is_) in given.items() if getattr(details, name) == is_}
    own = dict(details.own)
    before, after = merge.lacked.get("own", ({}, {}))
    own = {key: each for key, each in own.items() if key in before or each != after.get(key)}
    changed = replace(details, **was, own=own_of(own))
    change_person(membership=kept, details=changed, actor=actor)


def _move_back(merge: Merge, old: Person, actor: str) -> None:
    for label, by, keys in merge.moved:
        kind = apps.get_model(label)
        every: Any = kind._base_manager  # noqa: SLF001 -- documented
        rows = every.filter(pk__in=keys)
        if kind is Attendance:
            for row in rows:
                row.person = old
                record.save(row, actor)
        else:
            rows.update(**{by: str(old.pk) if kind is Payment else old.pk})


def _keys(merge: Merge, *kinds: type[models.Model]) -> list[str]:
    labels = {kind._meta.label for kind in kinds}  # noqa: SLF001 -- documented
    return [key for label, _by, keys in merge.moved if label in labels for key in keys]


def _events(merge: Merge) -> Sequence[Event]:
    played = Q(participants__in=_keys(merge, Participant))
    helped = Q(rounds__seats__in=_keys(merge, Seat))
    return list(Event.objects.filter(played | helped).distinct())


def _refused(merge: Merge, kept: Membership, events: Sequence[Event]) -> PartReason | None:
    """Return what newer rests on their being one."""
    named = Season.objects.filter(events__in=events, champion=merge.person)
    found = {
        PartReason.MERGED: Merge.objects.filter(person=merge.person, at__gt=merge.at).exists(),
        PartReason.MOVED: _is_elsewhere(merge),
        PartReason.SETTLED: _is_settled(merge, events),
        PartReason.CHAMPION: named.exclude(pk__in=_keys(merge, Season)).exists(),
        PartReason.PAID: _has_paid(merge),
        PartReason.NUMBER: _has_number(merge, kept),
    }
    return next((reason for reason, holds in found.items() if holds), None)


def _has_number(merge: Merge, kept: Membership) -> bool:
    """Whether the number of who comes back is another's, and would not be given back."""
    label = Membership._meta.label_lower  # noqa: SLF001 -- documented
    number = next(row["fields"]["number"] for row in merge.gone if row["model"] == label)
    if not number:
        return False
    holders = Membership.objects.filter(club=merge.club, number__iexact=number)
    gives_it_back = [kept.pk] if "number" in merge.lacked else []
    return holders.exclude(pk__in=gives_it_back).exists()


def _is_elsewhere(merge: Merge) -> bool:
    """Whether what went over is another's by now; what is no more is nobody's."""
    for label, by, keys in merge.moved:
        kind = apps.get_model(label)
        every: Any = kind._base_manager  # noqa: SLF001 -- documented
        own = str(merge.person_id) if kind is Payment else merge.person_id
        if every.filter(pk__in=keys).exclude(**{by: own}).exists():
            return True
    return False


def _is_settled(merge: Merge, events: Sequence[Event]) -> bool:
    """Whether something was settled since in which they count as one."""
    seasons = [event.season_id for event in events if event.season_id]
    about = Q(event__in=events) | Q(season__in=seasons) | Q(table__round__event__in=events)
    return Settling.objects.filter(about, created_at__gt=merge.at).exists()


def _has_paid(merge: Merge) -> bool:
    """Whether dues were paid or waived since for a half for which both had a part."""
    halves = set(
        DuesPayment.objects.filter(pk__in=_keys(merge, DuesPayment)).values_list("half", flat=True)
    )
    halves |= set(Waiver.objects.filter(pk__in=_keys(merge, Waiver)).values_list("half", flat=True))
    own = {"half__in": halves, "person": merge.person}
    paid = DuesPayment.objects.filter(**own, voucher__voided=None, voucher__created_at__gt=merge.at)
    return paid.exists() or Waiver.objects.filter(**own, at__gt=merge.at).exists()
