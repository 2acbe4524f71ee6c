"""Put a checked copy back in the place of the database.

What was there is put aside, never overwritten, so that a restore can be restored from as well.
"""

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from django.conf import settings
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from lhombre_club import backup

BESIDE = ("", "-wal", "-shm")
"""Endings of the files that a SQLite database consists of."""


class RestoreError(Exception):
    """The copy cannot be put back; the message is a sentence for the operator."""


def newest() -> Path:
    """Return the newest copy. Raises RestoreError where there is none."""
    copies = backup.copies()
    if not copies:
        raise RestoreError(f"There is no copy in {backup.folder()}. Name one: ./club restore FILE")
    return copies[-1]


def place() -> Path:
    """Return where the database is."""
    return Path(str(settings.DATABASES["default"]["NAME"]))


def look_at(copy: Path) -> None:
    """Raise RestoreError unless ``copy`` is a sound database that this program can read."""
    if connection.vendor != "sqlite":
        raise RestoreError(
            "This club keeps its data in PostgreSQL. End the program and restore the copy with "
            f"pg_restore --clean --if-exists --dbname NAME {copy}, then run ./club restore --epoch."
        )
    if not copy.is_file():
        raise RestoreError(f"There is no file {copy}. The copies are in {backup.folder()}.")
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as there:
            found = [row[0] for row in there.execute("PRAGMA integrity_check")]
            applied = set(there.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.DatabaseError as error:
        raise RestoreError(f"{copy} is not a copy of a club: {error}.") from error
    if found != ["ok"]:
        raise RestoreError(f"{copy} is damaged: {found[0]}. Take an older copy.")
    known = set(MigrationLoader(None).disk_migrations)
    if newer := sorted(applied - known):
        raise RestoreError(
            f"{copy} was made by a newer program ({newer[-1][0]} {newer[-1][1]}). "
            "Install that one first."
        )


def put_back(copy: Path) -> Path:
    """Put ``copy`` in the place of the database, and return where that was put aside.

    Nobody else may use the database meanwhile. Raises RestoreError if the copy is not sound, or
    cannot be written; then the database is as it was.
    """
    look_at(copy)
    database = place()
    unfinished = database.with_name(f".restoring-{database.name}")
    aside = database.with_name(f"aside-{timezone.localtime():%Y%m%d-%H%M%S-%f}")
    try:
        unfinished.touch(mode=0o600)
        shutil.copyfile(copy, unfinished)
        backup.sync(unfinished)
        # None is taken away: what was put aside may be wanted again, and it names others.
        backup.keep_photos(backup.photos_beside(copy), Path(settings.PHOTOS_DIR))
        connections.close_all()
        aside.mkdir(mode=0o700)
        for ending in BESIDE:
            file = database.with_name(database.name + ending)
            if file.exists():
                file.replace(aside / file.name)
        unfinished.replace(database)
        backup.sync(database.parent)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise RestoreError(f"The copy could not be put back: {error}.") from error
    return aside
