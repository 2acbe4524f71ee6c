"""Tables that are no more: what was entered there and taken back stays in the history.

A table of which nothing stands may be seated otherwise. Its versions and decisions are sealed and
posted, so that they keep their table; it is put aside with a round of its own, of the same number,
which no page shows but the log. The new table has a row, a link and results of its own.
"""

from collections.abc import Iterable
from uuid import UUID, uuid4

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.models import (
    BarredDevice,
    EntryLink,
    Flag,
    Revision,
    Round,
    Seat,
    SheetPhoto,
    Table,
    TableEntry,
    TableLease,
)


def remove_tables(tables: QuerySet[Table]) -> None:
    """Let tables be no more, with their seats; the caller has looked that nothing stands there."""
    _put_aside(list(_with_history(tables)))
    tables.delete()


def remove_rounds(rounds: QuerySet[Round]) -> None:
    """Let rounds be no more, with their tables; the caller has looked that nothing stands there."""
    remove_tables(Table.objects.filter(round__in=list(rounds)))
    rounds.delete()


def renew_tables(tables: QuerySet[Table]) -> None:
    """Give tables where all was taken back new rows with the same seats: others will sit there."""
    old = list(_with_history(tables))
    chairs = list(Seat.objects.filter(table__in=old))
    _put_aside(old)
    for table in old:
        own = [chair for chair in chairs if chair.table_id == table.pk]
        table.pk = uuid4()
        table.save(force_insert=True)
        for chair in own:
            chair.pk, chair.table = uuid4(), table
        Seat.objects.bulk_create(own)


def _with_history(tables: QuerySet[Table]) -> QuerySet[Table]:
    entered = Exists(Revision.objects.filter(table=OuterRef("pk")))
    decided = Exists(TableEntry.objects.filter(table=OuterRef("pk")))
    return tables.filter(Q(entered) | Q(decided)).select_related("round")


def _put_aside(tables: Iterable[Table]) -> None:
    """Keep tables with rounds that were replaced; what leads to them leads nowhere any more."""
    aside: dict[UUID, Round] = {}
    for table in tables:
        here, now = table.round, timezone.now()
        if here.pk not in aside:
            aside[here.pk] = Round.every.create(
                event_id=here.event_id, number=here.number, date=here.date, replaced_at=now
            )
        Seat.every.filter(table=table).update(round=aside[here.pk])
        Table.every.filter(pk=table.pk).update(round=aside[here.pk], match=None)
        for model in (TableLease, BarredDevice, EntryLink):
            model.objects.filter(table=table).delete()
        Flag.objects.filter(table=table, state=Flag.State.OPEN).delete()
        SheetPhoto.objects.filter(table=table).update(table=None)
