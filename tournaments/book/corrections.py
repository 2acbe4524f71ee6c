"""Corrections: several lines, seats or rules changed together, with one reason, and undone.

Everything that is touched is locked, judged and accounted again in one transaction, or nothing
is stored. The caller has checked that ``actor`` may direct the event.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction

from lhombre_club.refusal import Refusal
from scoring.domain import reconcile
from tournaments.book.activity import note
from tournaments.book.changes import RULES, Change, Rules
from tournaments.book.prospects import (
    Moves,
    Prospect,
    of_changes,
    of_rules,
    of_seats,
    of_undo,
    read_books,
    tables_of,
    touched,
)
from tournaments.book.proving.seals import seal
from tournaments.book.reasons import BookReason, CorrectionReason
from tournaments.models import Correction, Event, Revision, Round, Seat

LONGEST_REASON: Final = 200


@transaction.atomic(durable=True)
def correct(
    *,
    event: Event,
    changes: Sequence[Change],
    reason: str,
    actor: str,
    id: UUID | None = None,  # noqa: A002 - as an entry's
) -> Correction:
    """Make ``changes`` together, at tables of released and of closed rounds.

    The same id again is the same correction. Raises Refusal, as LinesRefusedError with every
    line that is stale or refused; then nothing was stored.
    """
    return correct_within(event=event, changes=changes, reason=reason, actor=actor, id=id)


def correct_within(
    *,
    event: Event,
    changes: Sequence[Change],
    reason: str,
    actor: str,
    id: UUID | None = None,  # noqa: A002 - as an entry's
) -> Correction:
    """Do as ``correct``, in a transaction of the caller's that is to hold more than this."""
    asked = [each.to_json() for each in changes]
    request = _Request(event, Correction.Kind.DEALS, reason, actor, id or uuid4(), asked)
    tables = {change.table.pk for change in changes}
    event = _lock(event, tables)
    if known := request.known():
        return known
    return request.write(of_changes(event, read_books(event, tables), changes))


@transaction.atomic(durable=True)
def reseat(
    *,
    moves: Moves,
    reason: str,
    actor: str,
    id: UUID | None = None,  # noqa: A002 - as an entry's
) -> Correction:
    """Let those on chairs of a round have sat on each other's: the seats were wrong.

    What was played and decided stays with the chair. Raises Refusal, also if others sit there by
    now.
    """
    event = moves[0][0].round.event
    asked = sorted(
        [str(chair.pk), str(sitter.pk), str(sitter.participant_id)] for chair, sitter in moves
    )
    request = _Request(event, Correction.Kind.SEATS, reason, actor, id or uuid4(), asked)
    event = _lock(event, {seat.table_id for move in moves for seat in move})
    if known := request.known():
        return known
    return request.write(of_seats(event, moves))


@transaction.atomic(durable=True)
def change_rules(
    *,
    event: Event,
    rules: Rules,
    reason: str,
    actor: str,
    id: UUID | None = None,  # noqa: A002 - as an entry's
) -> Correction:
    """Settle all that was played in ``event`` by other rules.

    Raises Refusal, also if the rules are others than ``event`` says, and as LinesRefusedError with
    every deal that the rules refuse.
    """
    request = _Request(event, Correction.Kind.RULES, reason, actor, id or uuid4(), rules.to_json())
    seen = Rules.of(event)
    event = _lock(event)
    if known := request.known():
        return known
    if Rules.of(event) != seen:
        raise Refusal(CorrectionReason.CHANGED_SINCE)
    return request.write(of_rules(event, read_books(event), rules))


@transaction.atomic(durable=True)
def undo(
    *,
    correction: Correction,
    actor: str,
    reason: str = "",
    id: UUID | None = None,  # noqa: A002 - as an entry's
) -> Correction:
    """Put back what stood before ``correction``, which may be an undo itself.

    Without a reason it has that of the correction. Raises Refusal, also naming the lines that were
    changed since.
    """
    reason, asked = reason or correction.reason, ["undo", str(correction.pk)]
    kind = Correction.Kind(correction.kind)
    request = _Request(correction.event, kind, reason, actor, id or uuid4(), asked)
    event = _lock(correction.event, touched(correction))
    if known := request.known():
        return known
    books = read_books(event, touched(correction))
    return request.write(of_undo(event, books, correction), undoes=correction)


def _lock(event: Event, tables: Iterable[UUID] | None = None) -> Event:
    """Let nobody else write on these tables; then return the event as it is now.

    Tables before the event, and in their order, as everybody locks them.
    """
    list(tables_of(event, tables).select_for_update(of=("self",)))
    return Event.objects.select_for_update().get(pk=event.pk)


@dataclass(frozen=True, slots=True)
class _Request:
    """What was asked for, until it is written."""

    event: Event
    kind: Correction.Kind
    reason: str
    actor: str
    id: UUID
    asked: Any
    """What makes two requests the same, as JSON."""

    def __post_init__(self) -> None:
        if not self.reason.strip() or len(self.reason) > LONGEST_REASON:
            raise Refusal(CorrectionReason.NO_REASON)

    @property
    def digest(self) -> str:
        """SHA-256 of all of it, so that one id cannot carry two corrections."""
        content = [str(self.event.pk), self.kind, self.reason, self.asked]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def known(self) -> Correction | None:
        """Return the correction that an earlier request of the same id has made.

        Raises Refusal if that was another request.
        """
        found = Correction.objects.filter(pk=self.id).first()
        if found is not None and found.before.get("request") != self.digest:
            raise Refusal(BookReason.SENT_BEFORE)
        return found

    def write(self, prospect: Prospect, undoes: Correction | None = None) -> Correction:
        """Carry out ``prospect``."""
        correction = Correction.objects.create(
            id=self.id,
            event=self.event,
            kind=self.kind,
            before={**prospect.before, "request": self.digest},
            reason=self.reason,
            actor=self.actor,
            undoes=undoes,
        )
        for line in prospect.revisions:
            line.correction, line.reason, line.actor = correction, self.reason, self.actor
        Revision.objects.bulk_create(prospect.revisions)
        _reseat(prospect.seats)
        if self.kind == Correction.Kind.RULES:
            prospect.event.save(update_fields=RULES)
        for _, after in prospect.books:
            reconcile(
                book=after.table.book,
                should_be=after.account,
                reason=self.reason,
                actor=self.actor,
            )
        verb = _verb(prospect, undoes)
        note(event=self.event, verb=verb, actor=self.actor, correction=str(self.id))
        seal(self.event.pk, [*prospect.revisions, *self._rounds(prospect)])
        return correction

    def _rounds(self, prospect: Prospect) -> Iterable[Round]:
        """Return the rounds that have other seats or rules now."""
        if self.kind == Correction.Kind.RULES:
            return self.event.rounds.filter(state__in=Round.SHOWN)
        return {seat.round_id: seat.round for seat in prospect.seats}.values()


def _reseat(seats: Sequence[Seat]) -> None:
    """Store who sits where now; the chairs keep their ids."""
    # Not one after the other: nobody may sit on two chairs of a round, not for a moment.
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
    Seat.objects.bulk_create(seats)


def _verb(prospect: Prospect, undoes: Correction | None) -> str:
    """Return what to call the deed in the log; what was final is said to have been."""
    rounds = [seat.round for seat in prospect.seats]
    rounds += [book.table.round for book, _ in prospect.books]
    of = "final" if any(round_.state == Round.State.FINAL for round_ in rounds) else prospect.kind
    return f"{of}.undone" if undoes else f"{of}.corrected"
