"""A table that is written on: held, and read with all that a result of it meets, by one query."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from lhombre_club.prepared import Prepared, cells, many, one, read_cells, read_many, read_row
from scoring.domain import Standing, read_standing, standing
from tournaments.book.accounts import SEATED, Frame, Reading, current, hold, names_at
from tournaments.book.actors import TAKEN, named
from tournaments.models import (
    SITTER,
    Activity,
    Event,
    Revision,
    Round,
    Seat,
    Table,
    TableEntry,
    TableLease,
    TrayItem,
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A table as it stands, and what is known of one id that was sent for it."""

    reading: Reading
    known: Revision | None
    """The result of that id, at whichever table."""
    in_tray: bool
    """A director has the id, and decides about it."""
    posted: Standing
    """What stands in its book, by deal."""
    lease: TableLease | None
    """Who keeps it."""
    devices: Mapping[str, str]
    """What those are called that entered here, and who writes now: ``actors.devices``."""


def opened(table: Table, id: UUID, actor: str) -> Opened | None:  # noqa: A002 -- a result's id
    """Open ``table`` for what ``actor`` writes, and let nobody else write on it till the commit.

    None if it is not open, as in ``open_table``.
    """
    hold(table)
    rows = _READ(table=table.pk, id=id, actor=actor)
    if not rows:
        return None
    *of_table, lease, results, sent, decided, posted, takeovers, in_tray = rows[0]
    here = placed(*of_table)
    entries = sorted(read_many(TableEntry, decided), key=attrgetter("created_at"))
    names = names_at(here)
    keeper = read_row(TableLease, lease)
    frame = Frame.of(here, players=len(names))
    return Opened(
        reading=Reading(here, names, frame, current(read_many(Revision, results)), tuple(entries)),
        known=next(iter(read_many(Revision, sent)), None),
        in_tray=bool(in_tray),
        posted=read_standing(posted),
        lease=keeper if keeper.pk else None,
        devices=named(sorted(read_many(Activity, takeovers), key=attrgetter("at", "pk"))),
    )


PLACED: Final = (
    one(Table),
    one(Round, "round"),
    one(Event, "round__event"),
    cells(Seat.objects.filter(table=OuterRef("pk")), F("seat"), *map(F, SITTER)),
)
"""Columns of a query of tables, which ``placed`` puts together."""


def placed(table: str, round_: str, event: str, seats: str | None) -> Table:
    """Return a table with its round and event, and with who sits there."""
    found = read_row(Table, table)
    found.round = read_row(Round, round_)
    found.round.event = read_row(Event, event)
    vars(found)[SEATED] = [sitter for _seat, *sitter in sorted(read_cells(seats))]
    return found


def _asked(table: UUID, id: UUID, actor: str) -> QuerySet[Any, Any]:  # noqa: A002 -- as above
    counting = Revision.objects.filter(table=table).newest()
    entered = counting.order_by().values("actor")
    takeovers = Activity.objects.filter(event=OuterRef("round__event"), verb=TAKEN)
    return Table.objects.order_by().filter(pk=table, round__state=Round.State.RELEASED).values_list(
        *PLACED,
        one(TableLease, "lease"),
        many(counting),
        many(Revision.objects.filter(pk=id)),
        many(TableEntry.objects.filter(table=table)),
        many(standing(str(table))),
        many(takeovers.filter(Q(actor=actor) | Q(actor__in=entered))),
        Exists(TrayItem.objects.filter(pk=id)),
    )  # fmt: skip


_READ: Final = Prepared(_asked, table=UUID, id=UUID, actor=str)
