"""The tray: what was sent and no sheet could take, until a director has decided about it.

A device is told that its deal is received, and forgets it; so it is stored before the answer.
What lies here counts nowhere until it is placed, which is a correction like any other.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from lhombre_club.refusal import Reason, Refusal
from tournaments.book.activity import note, raise_version
from tournaments.book.changes import Change
from tournaments.book.corrections import LONGEST_REASON, correct_within
from tournaments.book.reasons import BookReason
from tournaments.book.results import NewResult
from tournaments.entry.domain.links import Origin
from tournaments.entry.reasons import EntryReason
from tournaments.models import Correction, Event, Revision, Round, Table, TrayItem
from tournaments.review.domain.flags import NUL

MOST_OF_ONE: Final = 100
"""How many of one sender wait for one table: two sheets of forty, and some more."""
MOST_AT_TABLE: Final = 200
"""Of all who came by its code: whoever scans it many times fills no other table's places."""
MOST_OF_ALL: Final = 2000
"""At one event, of tables that have more waiting than ``OF_EACH_TABLE``."""
OF_EACH_TABLE: Final = 40
"""A table's own places, whatever is sent for all others."""
LONGEST: Final = 4000
"""Characters of a result; a written out record takes some hundred."""
DEEPEST: Final = 10
"""Levels of a result, one in another; a written out record has three. Python gives up some hundred
levels later, in the middle of storing or of reading it again."""

Why = TrayItem.Why
Together: TypeAlias = Literal["actor", "table"]
"""What items have in common that are put away together."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What a client sent: its entry, and the result in the words in which it came."""

    entry: NewResult
    """Its record is not read: which rules and which seats it is of may not be known any more."""
    content: Mapping[str, Any]
    """One of ``line``, ``record`` and ``withdrawn``."""

    def digest(self, table: str) -> str:
        """Return the SHA-256 of what makes two of the same id the same."""
        content = [table, self.entry.deal, self.entry.base, self.content, self.entry.reason]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def why_not_placed(table: Table | None, reason: Reason | None) -> Why | None:
    """Return why no sheet takes it; None where it may be taken later and is better sent again.

    ``reason`` is that of the refusal, None where there is no such table.
    """
    if table is None:
        return Why.TABLE_GONE
    if reason is EntryReason.LINK_EXPIRED:
        return Why.LINK_EXPIRED
    if reason is EntryReason.LINK_REVOKED:
        return Why.LINK_REVOKED
    if reason is EntryReason.DEVICE_BARRED:
        return Why.DEVICE_BARRED
    if table.round.state == Round.State.PROVISIONAL:
        return Why.PROVISIONAL
    return None if table.round.state == Round.State.DRAFT else Why.CLOSED


def receive(*, origin: Origin, sent: Sent, why: Why, actor: str) -> TrayItem | None:
    """Keep what was sent from ``origin`` for the director; None if a sheet has it already.

    The same of the same deal, from whichever device of the table, is kept once while it waits.
    When it returns, all is committed. The caller knows that ``actor`` could write there once.
    Refused where too much waits already, or it cannot be kept, and where the id came before with
    other content.
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
            raise Refusal(BookReason.ID_REUSED)
        return None
    digest = sent.digest(origin.table)
    known = TrayItem.objects.filter(pk=entry.id).first()
    if known is not None:
        if known.digest != digest:
            raise Refusal(BookReason.ID_REUSED)
        return known
    event = Event.objects.select_for_update(of=("self",)).get(pk=origin.event)
    here = waiting(event).filter(table=origin.table)
    said_before = here.filter(digest=digest).first()
    if said_before is not None:
        return said_before
    if _is_full(event, here, actor) or not can_be_kept(sent.content):
        raise Refusal(EntryReason.TRAY_FULL)
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
    note(event=event, verb="tray.received", actor=actor, item=str(item.pk))
    raise_version(event.pk)
    return item


def _is_full(event: Event, here: QuerySet[TrayItem], actor: str) -> bool:
    """Whether enough waits: of the sender and of all for a table, ``here``, or at its event.

    Who has entered at the event has places of his own, whatever others send for a table.
    """
    if here.filter(actor=actor).count() >= MOST_OF_ONE:
        return True
    if here.count() >= OF_EACH_TABLE and waiting(event).count() >= MOST_OF_ALL:
        return True
    entered = Revision.objects.filter(table__round__event=event, actor=actor)
    return here.count() >= MOST_AT_TABLE and not entered.exists()


def can_be_kept(content: Mapping[str, Any]) -> bool:
    """Whether every database keeps what was sent, and JSON can say it again.

    It is neither too long nor too deep, and has neither NUL nor half letters, nor a number beyond
    all numbers.
    """
    if _is_deeper(content, DEEPEST):
        return False
    try:
        json.dumps(content, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:  # half a letter cannot be encoded, which is one too
        return False
    text = json.dumps(content)
    return len(text) <= LONGEST and r"\u0000" not in text


def _is_deeper(content: object, levels: int) -> bool:
    """Whether there is more in ``content`` than so many levels, one in another."""
    if not isinstance(content, Mapping | list):
        return False
    inner = content.values() if isinstance(content, Mapping) else content
    return not levels or any(_is_deeper(each, levels - 1) for each in inner)


def place(*, item: TrayItem, change: Change, reason: str, actor: str) -> Correction:
    """Bring ``item`` into a sheet as ``change`` says, by a correction of the same id.

    Refused where it is decided already; raises what ``corrections.correct`` raises.
    """
    if change.table.round.event_id != item.event_id:
        raise ValueError("a result does not move to another event")
    try:
        return _place(item, change, reason, actor)
    except IntegrityError:
        raise Refusal(EntryReason.DECIDED) from None
    except Refusal as refusal:
        if refusal.reason is not BookReason.SENT_BEFORE:
            raise
        raise Refusal(EntryReason.DECIDED) from None  # another director has placed it elsewhere


@transaction.atomic(durable=True)
def _place(item: TrayItem, change: Change, reason: str, actor: str) -> Correction:
    made = correct_within(
        event=item.event, changes=[change], reason=reason, actor=actor, id=item.pk
    )
    held = TrayItem.objects.select_for_update(of=("self",)).get(pk=item.pk)
    if held.state == TrayItem.State.DISMISSED:
        raise Refusal(EntryReason.DECIDED)
    if held.state == TrayItem.State.WAITING:
        held.correction = made
        _decide(held, TrayItem.State.PLACED, reason, actor)
    return made


@transaction.atomic
def dismiss(
    *, item: TrayItem, reason: str, actor: str, with_all_of: Together | None = None, seen: int = 0
) -> int:
    """Put ``item`` away, or all that waits of its sender or table; return how many there were.

    Of all these only what is among the first ``seen`` that ever came into the event's tray: what
    the director has not seen stays. Refused without a reason, and if nothing of it waits any more.
    """
    if not reason.strip() or len(reason) > LONGEST_REASON or NUL in reason:
        raise Refusal(EntryReason.SAY_WHY)
    wanted = waiting(item.event).filter(pk=item.pk)
    if with_all_of:
        came_before = item.event.tray.values("pk")[:seen]
        wanted = waiting_with(item, with_all_of).filter(Q(pk=item.pk) | Q(pk__in=came_before))
    held = list(wanted.select_for_update(of=("self",)))
    if not held:
        raise Refusal(EntryReason.DECIDED)
    for each in held:
        _decide(each, TrayItem.State.DISMISSED, reason, actor)
    return len(held)


def waiting(event: Event) -> QuerySet[TrayItem]:
    """Return what waits for a decision at ``event``, in the order in which it came."""
    return TrayItem.objects.filter(event=event, state=TrayItem.State.WAITING)


def waiting_with(item: TrayItem, same: Together) -> QuerySet[TrayItem]:
    """Return what waits of the same sender or table as ``item``, at its event."""
    return waiting(item.event).filter(**{same: getattr(item, same)})


def names_of(item: TrayItem) -> tuple[str, ...]:
    """Return who sat at the table of ``item``, by seat; a dash for who is not in the event now."""
    known = {str(pk): name for pk, name in item.event.participants.values_list("pk", "name")}
    return tuple(known.get(each, "–") for each in item.seats)


def _decide(item: TrayItem, state: TrayItem.State, reason: str, actor: str) -> None:
    item.state, item.reason = state, reason
    item.decided_by, item.decided_at = actor, timezone.now()
    item.save(update_fields=["state", "reason", "decided_by", "decided_at", "correction"])
    note(event=item.event, verb=f"tray.{state}", actor=actor, item=str(item.pk))
    raise_version(item.event_id)
