"""``manage.py check_ledger``: prove that results, journal and totals agree."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from rules import RefusedError
from scoring.domain import Account, audit, strays, write_totals
from tournaments.domain.accounts import locked_tables, stored_account
from tournaments.models import Event, Table


class Command(BaseCommand):
    """Settles every table again from its results and compares."""

    help = (
        "Settle every table again from its results and compare with the journal and the totals. "
        "Exits with 1 if anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take ``--rebuild``."""
        parser.add_argument(
            "--rebuild",
            action="store_true",
            help="First remake the stored totals from the results; the journal is never remade.",
        )

    def handle(self, *_args: Any, rebuild: bool = False, **_options: Any) -> None:
        """Check all events; raise CommandError if anything differs."""
        books: set[str] = set()
        differences: list[str] = []
        for event in Event.objects.order_by("date", "created_at"):
            with transaction.atomic():
                tables = locked_tables(event)
                differences += check(tables, rebuild=rebuild)
            books |= {table.book for table in tables}
        differences += [f"book {each.book}: {each.says}" for each in strays(books)]
        for difference in differences:
            self.stdout.write(difference)
        if differences:
            raise CommandError(f"{len(differences)} differences in {len(books)} tables.")
        self.stdout.write(f"The ledger agrees: {len(books)} tables, no differences.")


def check(tables: Iterable[Table], *, rebuild: bool) -> Iterator[str]:
    """Yield a line for each difference, after the totals were remade if they are to be."""
    accounts: dict[str, Account] = {}
    where = {
        table.book: f"{table.round.event}, round {table.round.number}, table {table.number}"
        for table in tables
    }
    for table in tables:
        try:
            accounts[table.book] = stored_account(table)
        except (RefusedError, ValueError) as error:
            yield f"{where[table.book]}: a stored result is none: {error}"
    if rebuild:
        for book, account in accounts.items():
            write_totals(book, account)
    for each in audit(accounts):
        deal = "" if each.deal is None else f", deal {each.deal}"
        yield f"{where[each.book]}{deal}: {each.says}"
