"""Move points at a table beside its deals: penalties, entries by hand, stakes; and take it back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from lhombre_club.refusal import Refusal
from scoring.domain import reconcile
from tournaments.book.accounts import Frame, account_of, current, open_table, settled
from tournaments.book.activity import note
from tournaments.book.proving.seals import seal
from tournaments.models import Round, Table, TableEntry
from tournaments.penalties.reasons import DecisionReason

Kind: Final = TableEntry.Kind

MOST_POINTS: Final = 100_000
"""That one entry moves of one seat: more is a slip of the finger."""
LONGEST_REASON: Final = 200
LONGEST_NAME: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """What somebody is to lose to nobody."""

    id: UUID
    """Made by the client before it sends."""
    seat: int
    points: int
    """What it costs, not below nothing; 0: a warning."""
    reason: str
    decided_by: str = ""
    """Name of who decided it, where that is not who enters it."""
    deal: int = 0
    """The deal it is about; 0: none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """Points that change hands beside the deals: by hand, or from one stake to another."""

    id: UUID
    """Made by the client before it sends."""
    amounts: tuple[int, ...]
    """Points by seat, one for each who sits there."""
    reason: str
    cash: int = 0
    """Points into the cash box, or less than nothing: out of it."""
    decided_by: str = ""
    deal: int = 0


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """That the entry is committed."""

    entry: TableEntry
    replayed: bool
    """It was stored by an earlier request with the same id."""


def from_everybody(*, players: int, each: int, to: int | None) -> tuple[int, ...]:
    """Amounts of what each pays to one seat, or to the cash box (None): 9 matadors, 2 each.

    >>> from_everybody(players=4, each=2, to=1)
    (-2, 6, -2, -2)
    >>> from_everybody(players=3, each=2, to=None)
    (-2, -2, -2)
    """
    return tuple((players - 1) * each if seat == to else -each for seat in range(players))


def penalise(*, table: Table, penalty: Penalty, actor: str) -> StoredEntry:
    """Take points from one seat of ``table``, or warn who sits there; raises Refusal.

    When it returns, all is committed. The caller has checked that ``actor`` may do this.
    """
    return _store(of_penalty(table, penalty, actor))


def enter_by_hand(*, table: Table, movement: Movement, actor: str) -> StoredEntry:
    """Move points between the seats of ``table`` and the cash box; raises Refusal.

    When it returns, all is committed. The caller has checked that ``actor`` may do this.
    """
    return _store(of_movement(table, movement, actor))


def transfer(*, table: Table, movement: Movement, actor: str) -> StoredEntry:
    """Move points of the starting stakes, else like ``enter_by_hand``."""
    return _store(of_movement(table, movement, actor, Kind.TRANSFER))


def of_penalty(table: Table, penalty: Penalty, actor: str) -> TableEntry:
    """Return what ``penalise`` would store; raises Refusal."""
    if penalty.points < 0:
        raise Refusal(DecisionReason.POINTS_NEGATIVE)
    players = table.seats.count()
    if not 0 <= penalty.seat < players:
        raise Refusal(DecisionReason.NO_SUCH_SEAT)
    amounts = [-penalty.points if seat == penalty.seat else 0 for seat in range(players)]
    entry = _entry(table, Kind.PENALTY, penalty, amounts, actor)
    entry.seat = penalty.seat
    return entry


def of_movement(table: Table, movement: Movement, actor: str, kind: str = Kind.HAND) -> TableEntry:
    """Return what ``enter_by_hand`` or ``transfer`` would store; raises Refusal."""
    if not any(movement.amounts):
        raise Refusal(DecisionReason.NOTHING_MOVED)
    if sum(movement.amounts) + movement.cash:
        raise Refusal(DecisionReason.UNBALANCED)
    return _entry(table, kind, movement, movement.amounts, actor)


@transaction.atomic(durable=True)
def withdraw_entry(*, entry: TableEntry, reason: str, actor: str) -> TableEntry:
    """Take back what ``entry`` moved; a second time changes nothing. Raises Refusal."""
    said = said_why(reason)
    locked = open_table(entry.table, Round.DECIDABLE)
    if locked is None:
        raise Refusal(DecisionReason.NOT_OPEN)
    entry = TableEntry.objects.get(pk=entry.pk)
    if entry.withdrawn_at is None:
        entry.withdrawn_at = timezone.now()
        entry.withdrawn_by = actor
        entry.withdrawn_reason = said
        entry.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
        _account(locked, _frame(locked), said, actor)
        _tell(locked, "entry.withdrawn", entry, actor)
    return entry


def _entry(
    table: Table, kind: str, wanted: Penalty | Movement, amounts: Sequence[int], actor: str
) -> TableEntry:
    if len(wanted.decided_by) > LONGEST_NAME:
        raise Refusal(DecisionReason.TEXT_TOO_LONG)
    if any(abs(points) > MOST_POINTS for points in amounts):
        raise Refusal(DecisionReason.TOO_MANY_POINTS)
    return TableEntry(
        id=wanted.id,
        table=table,
        kind=kind,
        deal=wanted.deal,
        amounts=list(amounts),
        reason=said_why(wanted.reason),
        decided_by=wanted.decided_by,
        actor=actor,
    )


def said_why(reason: str) -> str:
    """Return the reason as it is stored; raises Refusal where there is none, or a long one."""
    said = reason.replace("\0", "").strip()  # PostgreSQL keeps none
    if not said:
        raise Refusal(DecisionReason.NO_REASON)
    if len(said) > LONGEST_REASON:
        raise Refusal(DecisionReason.TEXT_TOO_LONG)
    return said


def _store(entry: TableEntry) -> StoredEntry:
    try:
        return _store_once(entry)
    except IntegrityError:
        # The same id went to another table between our look and our write: lose by name.
        return _store_once(entry)


@transaction.atomic(durable=True)
def _store_once(entry: TableEntry) -> StoredEntry:
    locked = open_table(entry.table, Round.DECIDABLE)
    if locked is None:
        raise Refusal(DecisionReason.NOT_OPEN)
    known = TableEntry.objects.filter(pk=entry.pk).first()
    if known is not None:
        if _content(known) != _content(entry):
            raise Refusal(DecisionReason.ID_REUSED)
        return StoredEntry(known, replayed=True)
    frame = _frame(locked)
    fits(entry, frame)
    entry.save(force_insert=True)
    _account(locked, frame, entry.reason, entry.actor)
    _tell(locked, f"entry.{entry.kind}", entry, entry.actor)
    return StoredEntry(entry, replayed=False)


def fits(entry: TableEntry, frame: Frame) -> None:
    """Raise Refusal where the table has not so many seats, or no such deal."""
    if len(entry.amounts) != frame.players:
        raise Refusal(DecisionReason.NO_SUCH_SEAT)
    if not 0 <= entry.deal <= frame.deals:
        raise Refusal(DecisionReason.NO_SUCH_DEAL)


def _content(entry: TableEntry) -> tuple[object, ...]:
    """What makes two requests the same."""
    return (
        entry.table_id,
        entry.kind,
        entry.deal,
        entry.seat,
        entry.amounts,
        entry.reason,
        entry.decided_by,
    )


def _frame(table: Table) -> Frame:
    return Frame.of(table, players=table.seats.count())


def _account(table: Table, frame: Frame, reason: str, actor: str) -> None:
    lines = settled(frame, current(table.revisions.all()))
    reconcile(
        book=table.book,
        should_be=account_of(frame, lines, table.entries.all()),
        reason=reason,
        actor=actor,
    )


def _tell(table: Table, verb: str, entry: TableEntry, actor: str) -> None:
    event = table.round.event
    note(event=event, verb=verb, actor=actor, entry=str(entry.pk))
    seal(event.pk, [entry])
