"""``manage.py upgrade``: bring the database to this program's shape, on a copy and proved."""

from contextlib import suppress
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, OperationalError, connection

from lhombre_club import disk
from lhombre_club.copies import engine, replacing
from lhombre_club.copies.fitting import FittingCommand
from scoring.domain import every_points


class Command(FittingCommand):
    """Migrate. A SQLite file is changed beside its place, and takes it when it is proved."""

    upgrades = True

    help = (
        "Bring the database to the shape that this program needs. It is done on a copy, whose "
        "points are compared with those of before; only then the copy takes the place."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Migrate, or exit 1 with the reason; then everything is as it was.

        PostgreSQL does each migration wholly or not at all, and what a copy would cost there is
        left to whoever keeps the server.
        """
        if connection.vendor != "sqlite" or not connection.introspection.table_names():
            call_command("migrate", verbosity=0, interactive=False)
            return
        file = replacing.place()
        try:
            ready = replacing.clear(file)
            ready.touch(mode=0o600)
            engine.copy_database(ready)
            with replacing.using(ready):
                before = points()
                call_command("migrate", verbosity=0, interactive=False)
                if points() != before:
                    raise CommandError("The upgrade would change points. Nothing was changed.")
            connection.close()
            aside = replacing.replace([file])
        except (OSError, DatabaseError, engine.CopyError) as error:
            raise CommandError(f"The upgrade failed: {disk.told(error)}") from error
        finally:
            if not replacing.is_begun():
                replacing.clear(file)
        self.stdout.write(
            "The database was upgraded on a copy: the points of every seat are the same as "
            f"before. What was there before is in {aside}."
        )


def points() -> list[tuple[str, int, int]]:
    """Return the points of every seat; nothing where the database has no account yet."""
    with suppress(OperationalError):  # no such table
        return every_points()
    return []
