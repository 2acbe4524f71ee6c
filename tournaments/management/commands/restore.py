"""``./club restore``: put a checked copy back, and prove it before."""

import sqlite3
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from lhombre_club import disk
from lhombre_club.alone import RunningError, alone
from lhombre_club.copies import fitting, looking, replacing, restoring
from lhombre_club.copies.asking import passphrase_of
from lhombre_club.copies.engine import CopyError
from lhombre_club.copies.making import back_up
from lhombre_club.copies.shelf import Copy, Why
from lhombre_club.members.models import Membership
from tournaments.book.begun import begin_epoch
from tournaments.models import Event, Revision
from tournaments.review.domain.photos import photos_lost

ACTOR = "system:restore"
COUNTED = {"results": Revision, "evenings": Event, "members": Membership}
"""What a copy may lack, and where it is."""


class Command(BaseCommand):
    """Put a copy in the place of the database; what was there is put aside."""

    help = (
        "Put a copy in the place of the database: the newest, or the one that FILE is, or the "
        "newest on a stick. What was there is put aside. Phones are told that some deals may be "
        "missing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a copy, or ``--epoch`` where another program has restored."""
        parser.add_argument(
            "file", nargs="?", help="the copy, or the folder of copies; else the newest is taken"
        )
        parser.add_argument("--yes", action="store_true", help="do not ask about what is newer")
        parser.add_argument(
            "--epoch",
            action="store_true",
            help="restore nothing: only tell every page that an older state was put back",
        )

    def handle(
        self, *_args: Any, file: str | None = None, epoch: bool, yes: bool = False, **_options: Any
    ) -> None:
        """Say what was put back and where the old is, or exit 1 with the reason why not."""
        try:
            with alone(Path(settings.VAR_DIR)):
                if replacing.finish():
                    self.stdout.write("Finished first what was cut off when a copy was put back.")
                if epoch:
                    fitting.look()
                    self._begin_epoch()
                    call_command("check_ledger", stdout=self.stdout)
                    self._copy()
                else:
                    restoring.expect_a_file()
                    path = Path(file) if file else None
                    copy = restoring.named(path)
                    restoring.expect_one_line(copy, path)
                    with restoring.in_plain(copy, passphrase_of) as opened:
                        self._put_back(opened, yes=yes)
                    self._copy()
        except (
            restoring.RestoreError,
            RunningError,
            looking.LostError,
            fitting.MisfitError,
        ) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(disk.told(error)) from error
        if lost := photos_lost():
            self.stdout.write(
                f"Photos of sheets that have no whole file: {len(lost)}. If you have another copy "
                f"of the folder {settings.PHOTOS_DIR}, put its files there; the pages show them "
                "at once."
            )

    def _put_back(self, copy: Copy, *, yes: bool) -> None:
        restoring.look_at(copy)
        if not yes:
            self._ask(copy)
        aside = restoring.put_back(copy, self._prove)
        self.stdout.write(f"{copy} is back.")
        if aside.exists():
            self.stdout.write(f"What was there before is in {aside}.")

    def _copy(self) -> None:
        """From now on the latest state is this one."""
        try:
            back_up(Why.RESTORED)
        except CopyError as error:
            self.stdout.write(str(error))

    def _ask(self, copy: Copy) -> None:
        """Say what the copy lacks, and ask. Raises RestoreError unless the answer is yes."""
        tables = [each._meta for each in COUNTED.values()]  # noqa: SLF001 -- Django's own name
        names = [(table.db_table, str(table.pk.column)) for table in tables]
        try:
            counts = dict(zip(COUNTED, restoring.only_here(copy, names), strict=True))
        except sqlite3.DatabaseError:
            return  # what is there cannot be read, and is put aside as it is
        newer = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        if not newer:
            return
        lacks = f"{copy} lacks what is there now: {newer}."
        if not sys.stdin.isatty():
            raise restoring.RestoreError(f"{lacks} To put it back all the same, add  --yes")
        self.stdout.write(f"{lacks} It is put aside, not lost. Put the copy back? (yes/no)")
        if sys.stdin.readline().strip().lower() not in {"yes", "y", "ja", "j"}:
            raise restoring.RestoreError("Nothing was changed.")

    def _prove(self) -> None:
        """Prove the copy, which is the database now, and begin its new epoch."""
        try:
            call_command("check_ledger", elsewhere=True, stdout=self.stdout)
        except CommandError as error:
            raise restoring.RestoreError(
                f"The account of this copy does not agree: {error} Take another copy."
            ) from error
        self._begin_epoch()

    def _begin_epoch(self) -> None:
        events = begin_epoch(actor=ACTOR)
        self.stdout.write(f"{events} events begin a new epoch: every page loads anew.")
