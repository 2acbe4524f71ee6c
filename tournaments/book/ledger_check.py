"""Prove that results, decisions, journal and totals agree, or say where they do not."""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import transaction

from rules import RefusedError
from scoring.domain import Account, audit, strays, write_totals
from tournaments.book.accounts import locked_tables, stored_account
from tournaments.book.seals import broken
from tournaments.models import Event, Table


@transaction.atomic
def check_event(event: Event, *, rebuild: bool = False) -> list[str]:
    """Settle every table of ``event`` again and return a line in English for each difference.

    With ``rebuild`` the totals are first remade from the results; the journal never is. Nobody
    writes on the tables meanwhile.
    """
    return list(_differences(locked_tables(event), rebuild=rebuild))


def check_all(*, rebuild: bool = False) -> list[str]:
    """Check every event and its chain of seals, and that there are no books besides."""
    with _no_looking_for_rubbish():
        found = [
            difference
            for event in Event.objects.order_by("date", "created_at")
            for difference in _check_whole(event, rebuild=rebuild)
        ]
    books = (str(table) for table in Table.objects.values_list("pk", flat=True))
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
    tables = locked_tables(event)
    results = (revision for table in tables for revision in table.revisions.all())
    return [*_differences(tables, rebuild=rebuild), *broken(event, results)]


def _differences(tables: Iterable[Table], *, rebuild: bool) -> Iterator[str]:
    accounts: dict[str, Account] = {}
    where = {
        table.book: f"{table.round.event}, round {table.round.number}, table {table.number}"
        for table in tables
    }
    for table in tables:
        try:
            accounts[table.book] = stored_account(table)
        except (RefusedError, ValueError) as error:
            yield f"{where[table.book]}: a stored result or decision is none: {error}"
    if rebuild:
        for book, account in accounts.items():
            write_totals(book, account)
    for each in audit(accounts):
        deal = f", deal {each.deal}" if each.deal else ""
        yield f"{where[each.book]}{deal}: {each.says}"
