"""Who keeps a table's sheet: seen by everybody, taken over with one tap, and no lock.

Two who enter the same table are kept apart by the revisions of each deal, whoever has the lease.
"""

import datetime as dt
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from lhombre_club.refusal import Refusal
from tournaments.book.accounts import next_deals, open_table
from tournaments.book.activity import note_at
from tournaments.entry.reasons import EntryReason
from tournaments.models import SITTER, BarredDevice, Sitter, Table, TableLease
from tournaments.review.reasons import ReviewReason

SEEN_AGAIN: Final = dt.timedelta(seconds=30)
"""How exactly it is known when a device was last seen."""
LONGEST_NAME: Final = 160
"""Characters of a line in the log."""


@transaction.atomic(durable=True)
def take(*, table: Table, actor: str, name: str, seat: int | None = None) -> TableLease:
    """Let ``actor`` keep the table from now on; who kept it before does no longer.

    ``seat`` is where he plays, None if he does not; then ``name`` says who he is.
    Raises Refusal where the table is not open, and for a seat where nobody sits.
    """
    found = open_table(table)
    if found is None:
        raise Refusal(ReviewReason.NOT_OPEN)
    if seat is not None:
        there = found.seats.filter(seat=seat).values_list(*SITTER).first()
        if there is None:
            raise Refusal(EntryReason.NO_SUCH_SEAT)
        name = Sitter(*there).at(next_deals([found.pk]).get(found.pk, 1))
    before = TableLease.objects.filter(table=found).first()
    if before and (before.holder, before.seat, before.name) == (actor, seat, name):
        return before
    now = timezone.now()
    is_his = before is not None and before.holder == actor  # who says now where he plays
    lease, _ = TableLease.objects.update_or_create(
        table=found,
        defaults={
            "holder": actor,
            "name": name[:LONGEST_NAME],
            "seat": seat,
            "taken_at": before.taken_at if before and is_his else now,
            "seen_at": now,
        },
    )
    note_at(found, "lease.taken", actor, name=lease.name)
    return lease


def keep(*, table: Table, actor: str, name: str, lease: TableLease | None = None) -> bool:
    """Note that ``actor`` has entered something; where nobody keeps the table, he keeps it.

    ``lease`` is who kept it then, None if nobody did or it is not known. Return whether he keeps it
    from now on and did not before.
    """
    lease = lease or TableLease.objects.filter(table=table).first()  # he may have come meanwhile
    if lease is None:
        try:
            take(table=table, actor=actor, name=name)
        except Refusal:
            return False  # the round is not open any more
        return True
    now = timezone.now()
    if lease.holder == actor and not now - SEEN_AGAIN < lease.seen_at <= now:
        seen(table=table, actor=actor)
    return False


def seen(*, table: Table, actor: str) -> None:
    """Note that ``actor`` was seen at the table, if he keeps it."""
    now = timezone.now()
    # What lies ahead was noted before the clock was put back.
    noted = Q(seen_at__gt=now - SEEN_AGAIN, seen_at__lte=now)
    lease = TableLease.objects.filter(~noted, table=table, holder=actor)
    if lease.exists():  # to ask is cheap, to write is not
        lease.update(seen_at=now)


@transaction.atomic
def bar(*, table: Table, holder: str, actor: str) -> bool:
    """Shut a device out of the table, as when it is lost; what it has entered stays.

    False if it is shut out already. Another device that scans the code on the paper comes in:
    where nobody may, the link is closed.
    """
    table = _held(table)
    _, made = BarredDevice.objects.get_or_create(
        table=table, holder=holder, defaults={"actor": actor}
    )
    if made:
        TableLease.objects.filter(table=table, holder=holder).delete()
        note_at(table, "device.barred", actor)
    return made


@transaction.atomic
def let_in(*, table: Table, actor: str) -> int:
    """Let every device in again that was shut out of the table; return how many there were."""
    table = _held(table)
    found, _ = BarredDevice.objects.filter(table=table).delete()
    if found:
        note_at(table, "device.let_in", actor)
    return found


def _held(table: Table) -> Table:
    """Return the table, with its round and event, before which others wait."""
    tables = Table.objects.select_for_update(of=("self",)).select_related("round__event")
    return tables.get(pk=table.pk)
