"""``./club restore-drill``: try whether the newest copy could be put back, and change nothing."""

from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError

from lhombre_club import disk
from lhombre_club.copies import drill, restoring
from lhombre_club.copies.asking import passphrase_of
from lhombre_club.copies.fitting import ClubCommand
from lhombre_club.copies.shelf import Copy
from tournaments.management.commands.restore import holding
from tournaments.review.domain.photos import photos_lost


class Command(ClubCommand):
    """Put a copy into a scratch place and prove it there, beside the running program."""

    help = (
        "Put the newest copy, or the one that FILE is, or the newest on a stick, into a scratch "
        "place and prove it there. It may be done while the program runs, and changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a copy."""
        parser.add_argument(
            "file", nargs="?", help="the copy, or the folder of copies; else the newest is taken"
        )
        parser.add_argument(
            "--unattended", action="store_true", help="take the newest that wants no passphrase"
        )

    def handle(
        self, *_args: Any, file: str | None = None, unattended: bool = False, **_options: Any
    ) -> None:
        """Say what the copy holds and that it is sound, or exit 1 with what is wrong with it."""
        try:
            asked = restoring.named(Path(file) if file else None, "restore-drill")
            copy = drill.to_try(asked, Path(file) if file else None, plain=unattended)
            if asked.vendor != copy.vendor:
                self.stdout.write(f"{asked} is of another kind of database, and is passed over.")
            elif asked != copy:
                self.stdout.write(f"{asked} wants its passphrase, and is passed over.")
            done = drill.rehearse(copy, passphrase_of, self._prove)
        except restoring.RestoreError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"The drill could not be done: {disk.told(error)}") from error
        if done.complaint:
            other = restoring.instead_of(copy, "restore-drill")
            told = f"{copy}, in {copy.path.parent}, is not sound: {done.complaint} {other}"
            raise CommandError(f"{told.rstrip()}\nMake another now:  ./club backup")
        if done.unproved:
            self.stdout.write(
                f"{copy}, in {copy.path.parent}, is what it was when it was made. More could not "
                f"be proved: {done.unproved}."
            )
            return
        self.stdout.write(f"{copy}, in {copy.path.parent}, is sound and could be put back.")

    def _prove(self, copy: Copy) -> str:
        """Say what the copy holds, whose database is the one in use; return what is wrong."""
        self.stdout.write(f"{copy} holds {holding()}.")
        found = StringIO()
        try:
            call_command("check_ledger", elsewhere=True, stdout=found)
        except CommandError as error:
            return f"its account does not agree. {found.getvalue()}{error}"
        lost = set(photos_lost(copy.photos)) & set(copy.slip().get("photos", ()))
        return f"{len(lost)} of its photos are not there, or not whole." if lost else ""
