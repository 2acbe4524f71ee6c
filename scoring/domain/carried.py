"""The journal of some books as values, to be taken elsewhere: every row, in its order, unchanged.

What is brought in is proved by ``audit`` afterwards, as everything else is.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import Max

from lhombre_club.prepared import insert
from scoring.domain.totals import FIGURES, Total, totals
from scoring.models import JournalEntry, SeatTotal

POSTED: Final = tuple(JournalEntry.Kind.values)
"""The kinds of rows that a book may have."""


@dataclass(frozen=True, slots=True)
class CarriedPosting:
    """A row of the journal; its number is its place in its book, from 1."""

    book: str
    number: int
    deal: int
    kind: str
    reverses: int | None
    """Number of the row of the same book that it undoes."""
    seats: tuple[int, int, int, int, int]
    pot: int
    penalties: int
    cash: int
    source: UUID
    """The revision, decision or table that it was made from."""
    ruleset_digest: str
    reason: str
    actor: str
    at: dt.datetime


def carried(books: Iterable[str]) -> list[CarriedPosting]:
    """Return all rows of some books, in their order; one query."""
    numbers: dict[str, dict[int, int]] = defaultdict(dict)
    found = []
    for row in JournalEntry.objects.filter(book__in=list(books)).order_by("book", "id"):
        own = numbers[row.book]
        own[row.pk] = len(own) + 1
        found.append(
            CarriedPosting(
                book=row.book,
                number=own[row.pk],
                deal=row.deal,
                kind=row.kind,
                reverses=own[row.reverses_id] if row.reverses_id else None,
                seats=row.seats,
                pot=row.pot,
                penalties=row.penalties,
                cash=row.cash,
                source=row.revision,
                ruleset_digest=row.ruleset_digest,
                reason=row.reason,
                actor=row.actor,
                at=row.created_at,
            )
        )
    return found


def bring_in(postings: Sequence[CarriedPosting], stated: Iterable[tuple[str, Total]]) -> None:
    """Store the rows of books that are not here, and what is stated of their seats.

    Raises ValueError where a row undoes none before it. The caller proves all of it with
    ``audit`` in the same transaction.
    """
    ids = _new_ids(len(postings))
    at = {(each.book, each.number): key for each, key in zip(postings, ids, strict=True)}
    if len(at) != len(postings):
        raise ValueError("two rows of a book have one number")
    rows = []
    for each, key in zip(postings, ids, strict=True):
        undone = at.get((each.book, each.reverses)) if each.reverses else None
        if each.reverses is not None and (undone is None or undone >= key):
            message = f"row {each.number} undoes none before it"
            raise ValueError(message)
        rows.append(_row(each, key, undone))
    _insert(rows)
    insert(
        [
            SeatTotal(book=book, seat=one.seat, **{name: getattr(one, name) for name in FIGURES})
            for book, one in stated
        ]
    )


def take_away(books: Iterable[str]) -> None:
    """Remove all that is kept of some books: what takes their place is brought in next.

    For a whole event alone whose every row is in what takes its place.
    """
    some = list(books)
    for model in (JournalEntry, SeatTotal):
        rows = model._base_manager.filter(book__in=some)  # noqa: SLF001 -- documented
        rows._raw_delete(rows.db)  # noqa: SLF001 -- the one way round what is written once


def stated(books: Iterable[str]) -> list[tuple[str, Total]]:
    """Return what is stored of each seat of some books, in an order."""
    return [(book, one) for book, seats in sorted(totals(books).items()) for one in seats]


def _insert(rows: Sequence[JournalEntry]) -> None:
    """Store rows under the ids that they have, with the moments that they tell."""
    meta = JournalEntry._meta  # noqa: SLF001 -- documented
    columns = ", ".join(
        connection.ops.quote_name(str(each.column)) for each in meta.concrete_fields
    )
    marks = ", ".join(["%s"] * len(meta.concrete_fields))
    table = connection.ops.quote_name(meta.db_table)
    values = [
        [
            each.get_db_prep_save(getattr(row, each.attname), connection)
            for each in meta.concrete_fields
        ]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)  # noqa: S608


def _new_ids(many: int) -> list[int]:
    """Return so many ids that nobody else gets, ascending."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence('scoring_journalentry', 'id'))"
                " FROM generate_series(1, %s)",
                [many],
            )
            return sorted(key for (key,) in cursor.fetchall())
    # On SQLite the transaction has the whole database.
    highest = JournalEntry.objects.aggregate(highest=Max("id"))["highest"] or 0
    return list(range(highest + 1, highest + 1 + many))


def _row(each: CarriedPosting, key: int, undone: int | None) -> JournalEntry:
    seat0, seat1, seat2, seat3, seat4 = each.seats
    return JournalEntry(
        id=key,
        book=each.book,
        deal=each.deal,
        kind=each.kind,
        reverses_id=undone,
        seat0=seat0,
        seat1=seat1,
        seat2=seat2,
        seat3=seat3,
        seat4=seat4,
        pot=each.pot,
        penalties=each.penalties,
        cash=each.cash,
        revision=each.source,
        ruleset_digest=each.ruleset_digest,
        reason=each.reason,
        actor=each.actor,
        created_at=each.at,
    )
