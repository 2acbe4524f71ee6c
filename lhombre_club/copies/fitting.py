"""Has the database the shape that this program knows? Either may be newer than the other."""

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from lhombre_club import alone, disk
from lhombre_club.copies import replacing, restoring


class MisfitError(Exception):
    """The program and the database are not of one age; the message is a sentence."""


def newer(shape: list[str], where: str = "The database") -> str:
    """Return a sentence if a newer program has used a database of this shape; else nothing."""
    name = restoring.unknown(shape)
    return name and (
        f"{where} was last used by a newer program ({name}). "
        "Start that one; this one would not understand what it wrote."
    )


def look(*, upgrades: bool = False) -> None:
    """Raise MisfitError unless this program can use the database.

    With ``upgrades`` an older one, or none, is well too. Nothing is made by looking.
    """
    way = "Type  ./club upgrade  or start  ./club run"
    if replacing.is_begun() and not upgrades:
        raise MisfitError(f"A copy was being put back when the power went. {way}")
    try:
        loader = MigrationLoader(None if _is_missing() else connection)
    except DatabaseError as error:
        raise MisfitError(f"The database does not answer: {disk.told(error)}") from error
    applied = loader.applied_migrations.keys()
    if told := newer([" ".join(each) for each in sorted(applied)]):
        raise MisfitError(told)
    if upgrades or applied >= set(loader.graph.leaf_nodes()):
        return
    if process := alone.holder(settings.VAR_DIR):
        raise MisfitError(
            f"The club is being made ready just now (process {process}). Try again in a moment; "
            f"if it is not ready then, end that process. {way}"
        )
    if not applied:
        raise MisfitError(f"The club is not set up here yet. {way}")
    raise MisfitError(f"The database was last used by an older program. {way}")


def _is_missing() -> bool:
    """Whether there is no file; SQLite would make an empty one."""
    return connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists()


class ClubCommand(BaseCommand):
    """A command for the operator: what went wrong is told in a sentence, and nothing before it."""

    def execute(self, *args: Any, **options: Any) -> Any:
        """Do it, or end with the sentence where it was typed at a terminal."""
        try:
            return super().execute(*args, **options)
        except CommandError as error:
            typed = getattr(self, "_called_from_command_line", False)
            if not typed or options.get("traceback"):
                raise
            self.stderr.write(str(error))
            sys.exit(error.returncode)


class FittingCommand(ClubCommand):
    """A command that reads or writes the club's rows: it refuses a database of another shape."""

    requires_migrations_checks = True
    requires_system_checks = []  # they are about the program, not about this club
    upgrades = False
    """Whether it is for a database of an older program."""

    def check_migrations(self) -> Any:
        """Raise CommandError where Django would only tell that migrations are missing."""
        try:
            look(upgrades=self.upgrades)
        except MisfitError as error:
            raise CommandError(str(error)) from error
