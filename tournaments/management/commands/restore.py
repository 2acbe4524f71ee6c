"""``./club restore``: put a checked copy back, and prove it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from lhombre_club import restore
from lhombre_club.alone import RunningError, alone
from tournaments.book.begun import begin_epoch
from tournaments.review.domain.photos import photos_lost

ACTOR = "system:restore"


class Command(BaseCommand):
    """Put a copy in the place of the database; what was there is put aside."""

    help = (
        "Put a copy in the place of the database: the newest of var/backups, or FILE. What was "
        "there is put aside. Phones are told that some deals may be missing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a file, or ``--epoch`` where another program has restored."""
        parser.add_argument("file", nargs="?", help="the copy; without it the newest is taken")
        parser.add_argument(
            "--epoch",
            action="store_true",
            help="restore nothing: only tell every page that an older state was put back",
        )

    def handle(self, *_args: Any, file: str | None = None, epoch: bool, **_options: Any) -> None:
        """Say what was put back and where the old is, or exit 1 with the reason why not."""
        try:
            with alone(Path(settings.VAR_DIR)):
                if not epoch:
                    self._put_back(Path(file) if file else restore.newest())
                events = begin_epoch(actor=ACTOR)
        except (restore.RestoreError, RunningError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{events} events begin a new epoch: every page loads anew.")
        if lost := photos_lost():
            self.stdout.write(
                f"Photos of sheets that have no file: {lost}. If you have another copy of the "
                f"folder {settings.PHOTOS_DIR}, put its files there; the pages show them at once."
            )
        call_command("check_ledger", stdout=self.stdout)

    def _put_back(self, copy: Path) -> None:
        aside = restore.put_back(copy)
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write(f"{copy} is back. What was there before is in {aside}.")
