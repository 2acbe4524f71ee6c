"""``manage.py check_ledger``: prove that results, journal and totals agree."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from lhombre_club.copies.fitting import FittingCommand
from tournaments.book.proving.proofs import prove


class Command(FittingCommand):
    """Settles every table again from its results and compares."""

    help = (
        "Settle every table again from its results and compare with the journal and the totals, "
        "and work out the chain of seals again. Exits with 1 if anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take ``--rebuild`` and ``--elsewhere``."""
        parser.add_argument(
            "--rebuild",
            action="store_true",
            help="First remake the stored totals from the results; the journal is never remade.",
        )
        parser.add_argument(
            "--elsewhere",
            action="store_true",
            help="It is another database than the club's own: tell, and note nothing.",
        )

    def handle(
        self, *_args: Any, rebuild: bool = False, elsewhere: bool = False, **_options: Any
    ) -> None:
        """Check all events; raise CommandError if anything differs."""
        differences, proof = prove(rebuild=rebuild, elsewhere=elsewhere)
        for difference in differences:
            self.stdout.write(difference)
        if differences:
            raise CommandError(f"{len(differences)} differences in {proof.tables} tables.")
        self.stdout.write(f"The ledger agrees: {proof.tables} tables, no differences.")
