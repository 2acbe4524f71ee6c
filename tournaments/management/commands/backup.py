"""``./club backup``: a checked copy of the club."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from lhombre_club.copies import places
from lhombre_club.copies.engine import CopyError
from lhombre_club.copies.fitting import ClubCommand
from lhombre_club.copies.making import back_up
from lhombre_club.copies.shelf import Why
from lhombre_club.copies.words import counted


class Command(ClubCommand):
    """Make a copy in ``var/backups`` and wherever else copies go, and check it."""

    help = (
        "Make a checked copy of the database, the photos of sheets and the key in var/backups, "
        "and another in FOLDER, such as a stick, and in each of BACKUP_DIR."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a second place."""
        parser.add_argument("folder", nargs="?", help="a second place for it, such as a stick")

    def handle(self, *_args: Any, folder: str | None = None, **_options: Any) -> None:
        """Say where the copy is, or exit 1 with the reason why there is none."""
        also = Path(folder).resolve() if folder else None
        try:
            made = back_up(Why.ASKED, also=also)
        except CopyError as error:
            raise CommandError(str(error)) from error
        size = made.database.stat().st_size
        photos = counted(len(made.slip()["photos"]), "photo")
        self.stdout.write(f"{made.path} ({size} bytes, {photos}, checked)")
        for line in places.told(made, also):
            self.stdout.write(line)
