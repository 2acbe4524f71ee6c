"""``./club move``: bring the club to PostgreSQL, or back to a file, with every row compared."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import Error, connection, connections

from lhombre_club import disk
from lhombre_club.alone import RunningError, alone
from lhombre_club.copies import moving, replacing
from lhombre_club.copies.engine import CopyError
from lhombre_club.copies.fitting import FittingCommand
from lhombre_club.copies.making import back_up
from lhombre_club.copies.shelf import Why
from lhombre_club.copies.words import counted

FILE = "sqlite"


class Command(FittingCommand):
    """Copy everything into another database, prove it there, and use that from now on."""

    help = (
        "Bring the club into the empty PostgreSQL database at URL, or with the word sqlite back "
        "into a file of its own. Every row is compared and the account proved before it is used."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where to."""
        parser.add_argument(
            "url", nargs="?", default="", help="postgres://user:password@host:5432/club, or: sqlite"
        )

    def handle(self, *_args: Any, url: str = "", **_options: Any) -> None:
        """Say how many rows were moved, or exit 1 with the reason; then nothing is switched."""
        if url != FILE and not url.startswith(("postgres://", "postgresql://")):
            raise CommandError(
                "Say where to: an address such as postgres://user:password@host:5432/club, "
                "or the word sqlite."
            )
        if (url == FILE) is (connection.vendor == FILE):
            raise CommandError(
                "The club is in a file already."
                if url == FILE
                else "The club is in PostgreSQL already. Bring it back first:  ./club move sqlite"
            )
        try:
            with alone(Path(settings.VAR_DIR), "./club move"):
                replacing.finish()
                self._move(url)
        except (moving.MoveError, RunningError) as error:
            raise CommandError(str(error)) from error
        except (Error, OSError) as error:
            raise CommandError(f"Nothing was switched: {disk.told(error)}") from error

    def _move(self, url: str) -> None:
        own = Path(settings.OWN_FILE)
        ready = replacing.clear(own)
        there = f"sqlite:///{ready}" if url == FILE else url
        moving.open_target(there)
        self._copy_first()
        self.stdout.write("making the tables there")
        moving.run_there(there, "migrate", "--verbosity", "0")
        rows = moving.copy_rows(self.stdout.write)
        moving.compare(self.stdout.write)
        connections[moving.TARGET].close()
        self.stdout.write("proving the account there")
        moving.run_there(there, "check_ledger", "--elsewhere")
        self.stdout.write(
            f"{counted(rows, 'row')} copied, the same there as here; the account agrees."
        )
        self.stdout.write("switching to it")
        connection.close()
        if url == FILE:
            replacing.settle(ready)
            replacing.replace([own])
            moving.switch("")
        else:
            moving.switch(url)
            aside = replacing.put_aside([own])
            self.stdout.write(f"The file that was used until now is in {aside}.")
        if os.environ.get("DATABASE_URL"):
            self.stdout.write(
                "DATABASE_URL in the environment counts above this: "
                + ("take it away." if url == FILE else "let it name the new database.")
            )

    def _copy_first(self) -> None:
        self.stdout.write("making a checked copy of what is here")
        try:
            self.stdout.write(f"a checked copy is {back_up(Why.MOVE).path}")
        except CopyError as error:
            self.stdout.write(str(error))
