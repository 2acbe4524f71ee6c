"""The tray: what was sent and no sheet could take, until a director has decided about it.

A device is told that its deal is received, and forgets it; so it is stored before the answer.
What lies here counts nowhere until it is placed, which is a correction like any other.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.domain.activity import note, raise_version
from tournaments.domain.changes import Change
from tournaments.domain.corrections import LONGEST_REASON, ReasonError, correct_within
from tournaments.domain.links import LinkRefusal, LinkRefusedError, Origin
from tournaments.domain.results import Entry, ReusedIdError
from tournaments.models import Correction, Event, Revision, Round, Table, TrayItem

MOST_OF_ONE: Final = 200
"""How many of one sender wait at an event: five sheets of forty."""
MOST_OF_ALL: Final = 2000
LONGEST: Final = 4000
"""Characters of a result; a written out record takes some hundred."""

Why = TrayItem.Why


class TrayFullError(Exception):
    """So much of this sender waits already, or it is so long, that it must stay where it is."""


class DecidedError(Exception):
    """Somebody has placed it or put it away meanwhile. Nothing was stored."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What a client sent: its entry, and the result in the words in which it came."""

    entry: Entry
    """Its record is not read: which rules and which seats it is of may not be known any more."""
    content: Mapping[str, Any]
    """One of ``line``, ``record`` and ``withdrawn``."""

    def digest(self, table: str) -> str:
        """Return the SHA-256 of what makes two of the same id the same."""
        content = [table, self.entry.deal, self.entry.base, self.content, self.entry.reason]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def why_not_placed(table: Table | None, refused: Exception) -> Why | None:
    """Return why no sheet takes it; None where it may be taken later and is better sent again."""
    if table is None:
        return Why.TABLE_GONE
    if isinstance(refused, LinkRefusedError):
        if refused.why == LinkRefusal.EXPIRED:
            return Why.LINK_EXPIRED
        if refused.why == LinkRefusal.REVOKED:
            return Why.LINK_REVOKED
    return None if table.round.state == Round.State.DRAFT else Why.CLOSED


def receive(*, origin: Origin, sent: Sent, why: Why, actor: str) -> TrayItem | None:
    """Keep what was sent from ``origin`` for the director; None if a sheet has it already.

    When it returns, all is committed. The caller knows that ``actor`` could write there once.
    Raises TrayFullError, and ReusedIdError if the id came before with other content.
    """
    try:
        return _receive(origin, sent, why, actor)
    except IntegrityError:
        return _receive(origin, sent, why, actor)  # the same came twice at once


@transaction.atomic(durable=True)
def _receive(origin: Origin, sent: Sent, why: Why, actor: str) -> TrayItem | None:
    entry = sent.entry
    stored = Revision.objects.filter(pk=entry.id).first()
    if stored is not None:
        if (str(stored.table_id), stored.deal) != (origin.table, entry.deal):
            raise ReusedIdError
        return None
    digest = sent.digest(origin.table)
    known = TrayItem.objects.filter(pk=entry.id).first()
    if known is not None:
        if known.digest != digest:
            raise ReusedIdError
        return known
    event = Event.objects.get(pk=origin.event)
    here = waiting(event)
    too_long = len(json.dumps(sent.content)) > LONGEST
    if too_long or here.count() >= MOST_OF_ALL or here.filter(actor=actor).count() >= MOST_OF_ONE:
        raise TrayFullError
    item = TrayItem.objects.create(
        id=entry.id,
        event=event,
        table=origin.table,
        round_number=origin.round_number,
        table_number=origin.table_number,
        seats=origin.seats,
        first_dealer=origin.first_dealer,
        deal=entry.deal,
        base=entry.base,
        sent=sent.content,
        digest=digest,
        why=why,
        actor=actor,
        claimed_at=entry.claimed_at,
    )
    note(event=event, verb="tray.received", actor=actor, subject=str(item.pk))
    raise_version(event.pk)
    return item


def place(*, item: TrayItem, change: Change, reason: str, actor: str) -> Correction:
    """Bring ``item`` into a sheet as ``change`` says, by a correction of the same id.

    Raises DecidedError, and what ``corrections.correct`` raises.
    """
    if change.table.round.event_id != item.event_id:
        raise ValueError("a result does not move to another event")
    try:
        return _place(item, change, reason, actor)
    except (ReusedIdError, IntegrityError):
        raise DecidedError from None  # another director has placed it elsewhere


@transaction.atomic(durable=True)
def _place(item: TrayItem, change: Change, reason: str, actor: str) -> Correction:
    made = correct_within(
        event=item.event, changes=[change], reason=reason, actor=actor, id=item.pk
    )
    held = TrayItem.objects.select_for_update(of=("self",)).get(pk=item.pk)
    if held.state == TrayItem.State.DISMISSED:
        raise DecidedError
    if held.state == TrayItem.State.WAITING:
        held.correction = made
        _decide(held, TrayItem.State.PLACED, reason, actor)
    return made


@transaction.atomic
def dismiss(*, item: TrayItem, reason: str, actor: str, with_sender: bool = False) -> int:
    """Put ``item`` away, or all that its sender has waiting here; return how many there were.

    Raises ReasonError without a reason, and DecidedError if it does not wait any more.
    """
    if not reason.strip() or len(reason) > LONGEST_REASON:
        raise ReasonError
    others = waiting(item.event).filter(actor=item.actor)
    wanted = others if with_sender else others.filter(pk=item.pk)
    held = list(wanted.select_for_update(of=("self",)))
    if not held:
        raise DecidedError
    for each in held:
        _decide(each, TrayItem.State.DISMISSED, reason, actor)
    return len(held)


def waiting(event: Event) -> QuerySet[TrayItem]:
    """Return what waits for a decision at ``event``, in the order in which it came."""
    return TrayItem.objects.filter(event=event, state=TrayItem.State.WAITING)


def names_of(item: TrayItem) -> tuple[str, ...]:
    """Return who sat at the table of ``item``, by seat; a dash for who is not in the event now."""
    known = {str(pk): name for pk, name in item.event.participants.values_list("pk", "name")}
    return tuple(known.get(each, "–") for each in item.seats)


def _decide(item: TrayItem, state: TrayItem.State, reason: str, actor: str) -> None:
    item.state, item.reason = state, reason
    item.decided_by, item.decided_at = actor, timezone.now()
    item.save(update_fields=["state", "reason", "decided_by", "decided_at", "correction"])
    note(event=item.event, verb=f"tray.{state}", actor=actor, subject=str(item.pk))
    raise_version(item.event_id)
