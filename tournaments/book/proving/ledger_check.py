"""Prove that results, decisions, journal and totals agree, or say where they do not."""

import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from lhombre_club.prepared import read_only
from rules import RefusedError
from scoring.domain import Account, audit, strays, write_totals
from tournaments.book.accounts import held_tables, stored_account
from tournaments.book.proving.seals import broken
from tournaments.models import Event, Revision, Table


@transaction.atomic
def check_event(event: Event, *, rebuild: bool = False) -> list[str]:
    """Settle every table of ``event`` again and return a line in English for each difference.

    With ``rebuild`` the totals are first remade from the results; the journal never is. Nobody
    writes on the tables meanwhile.
    """
    tables = held_tables(event, replaced=True)
    return list(_differences(tables, _results(event), rebuild=rebuild))


def check_all(*, rebuild: bool = False) -> list[str]:
    """Check every event and its chain of seals, and that there are no books besides."""
    with _no_looking_for_rubbish():
        found = [
            difference
            for event in Event.objects.order_by("date", "created_at")
            for difference in _check_whole(event, rebuild=rebuild)
        ]
    books = (str(table) for table in Table.every.values_list("pk", flat=True))
    return [*found, *(f"book {each.book}: {each.says}" for each in strays(books))]


@contextmanager
def _no_looking_for_rubbish() -> Iterator[None]:
    """Leave rubbish that refers to itself for later: looking through every row is a third."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@transaction.atomic
def _check_whole(event: Event, *, rebuild: bool) -> list[str]:
    # In this order: the first keeps everybody from writing while the others read.
    tables, results = held_tables(event, replaced=True), _results(event)
    there = (revision for some in results.values() for revision in some)
    return [*_differences(tables, results, rebuild=rebuild), *broken(event, there)]


def _results(event: Event) -> Mapping[UUID, list[Revision]]:
    """Return all revisions of ``event`` by table.

    They do not know their tables, nor these them: with both, as a prefetch makes it, none goes
    before somebody looks for rubbish, and a club's whole life would lie there.
    """
    found: dict[UUID, list[Revision]] = defaultdict(list)
    for revision in read_only(Revision.objects.filter(table__round__event=event).order_by()):
        found[revision.table_id].append(revision)
    return found


def _differences(
    tables: Iterable[Table], results: Mapping[UUID, list[Revision]], *, rebuild: bool
) -> Iterator[str]:
    accounts: dict[str, Account] = {}
    where = {
        table.book: f"{table.round.event}, round {table.round.number}, table {table.number}"
        for table in tables
    }
    for table in tables:
        try:
            accounts[table.book] = stored_account(table, results.get(table.pk, ()))
        except (RefusedError, ValueError) as error:
            yield f"{where[table.book]}: a stored result or decision is none: {error}"
    if rebuild:
        for book, account in accounts.items():
            write_totals(book, account)
    for each in audit(accounts):
        deal = f", deal {each.deal}" if each.deal else ""
        yield f"{where[each.book]}{deal}: {each.says}"
