"""A copy in the place of the database: looked at, brought up to date and proved before.

What was there is put aside, never overwritten, so that a restore can be restored from as well.
"""

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from lhombre_club import disk
from lhombre_club.copies import engine, making, replacing, shelf
from lhombre_club.copies.shelf import Copy


class RestoreError(Exception):
    """The copy cannot be put back; the message is a sentence for the operator."""


def named(path: Path | None) -> Copy:
    """Return the copy that ``path`` is, or the newest in the place that it is.

    Without a path the newest of all places is taken. Raises RestoreError where there is none.
    """
    if path is None:
        if found := shelf.newest(*shelf.everywhere()):
            return found
        raise RestoreError(
            f"There is no copy in {shelf.home()}. Name one, or the stick that it is on: "
            "./club restore /media/stick"
        )
    path = path.resolve()
    if copy := shelf.copy_at(path) or (shelf.newest(path) if path.is_dir() else None):
        return copy
    if not path.is_file():
        raise RestoreError(f"There is no copy in {path}. Copies are in {shelf.home()}.")
    if inside := shelf.copy_at(path.parent):
        return inside
    return Copy(path, 0, timezone.now())  # nobody asks when; it has no number


def look_at(copy: Copy) -> None:
    """Raise RestoreError unless ``copy`` is a sound database that this program can read."""
    file = copy.database
    if connection.vendor != "sqlite":
        raise RestoreError(
            "This club keeps its data in PostgreSQL. End the program, make an empty database NAME, "
            "put the copy into it with  pg_restore --single-transaction --exit-on-error --no-owner "
            f"--dbname NAME {file}  let DATABASE_URL name it, then run ./club restore --epoch."
        )
    written = copy.slip().get("sha256")
    try:
        if written and shelf.digest(file) != written:
            raise RestoreError(f"{copy.path} is not what it was when it was made. Take another.")
        with engine.read_only(file) as there:
            wrong = engine.complaint(there)
            applied = engine.shape(there)
    except OSError as error:
        raise RestoreError(f"{copy.path} cannot be read: {disk.told(error)}") from error
    except sqlite3.DatabaseError as error:
        raise RestoreError(f"{file} is not a copy of a club: {error}.") from error
    if wrong:
        raise RestoreError(f"{file} is damaged: {wrong}. Take an older copy.")
    if newer := unknown(applied):
        raise RestoreError(
            f"{copy.path} was made by a newer program ({newer}). Install that one first."
        )


def unknown(shape: list[str]) -> str:
    """Return the last migration that this program does not know; empty if it knows all."""
    known = {" ".join(each) for each in MigrationLoader(None).disk_migrations}
    return next((each for each in reversed(shape) if each not in known), "")


def only_here(copy: Copy, tables: Sequence[tuple[str, str]]) -> list[int]:
    """Count the rows of each table, by its name and key, that the copy does not have.

    Raises sqlite3.DatabaseError if what is in the place now cannot be read.
    """
    if not replacing.place().exists():
        return [0] * len(tables)
    with engine.recovered(replacing.place()) as here:
        here.execute("ATTACH ? AS copy", (f"{copy.database.resolve().as_uri()}?mode=ro",))
        return [
            here.execute(
                f'SELECT count(*) FROM main."{table}" '  # noqa: S608 -- names of our models
                f'WHERE "{key}" NOT IN (SELECT "{key}" FROM copy."{table}")'
            ).fetchone()[0]
            for table, key in tables
        ]


def put_back(copy: Copy, prove: Callable[[], None]) -> Path:
    """Put ``copy`` in the place of the database, and return where that was put aside.

    ``prove`` is called with the copy as the database, brought up to date, before it takes the
    place; what it raises stops everything. Nobody else may use the database meanwhile. Raises
    RestoreError if the copy is not sound, or cannot be written; then all is as it was.
    """
    look_at(copy)
    database, key = replacing.place(), Path(settings.VAR_DIR) / shelf.KEY
    note = shelf.put_back_note()
    files = [database, note]
    try:
        _make_ready(copy.database, database)
        with replacing.using(replacing.ready(database)):
            call_command("migrate", verbosity=0, interactive=False)
            prove()
        # None is taken away: what was put aside may be wanted again, and it names others.
        making.keep_photos(copy.photos, Path(settings.PHOTOS_DIR))
        replacing.ready(note).write_text(str(copy), encoding="utf-8")
        disk.sync(replacing.ready(note))
        if _brings_another_key(copy, key):
            _make_ready(copy.path / shelf.KEY, key)
            files.append(key)
        return replacing.replace(files)
    except OSError as error:
        raise RestoreError(f"The copy could not be put back: {disk.told(error)}") from error
    finally:
        if not replacing.is_begun():
            for file in (database, note, key):
                with suppress(OSError):
                    replacing.clear(file)


def _make_ready(source: Path, file: Path) -> None:
    target = replacing.clear(file)
    target.touch(mode=0o600)
    shutil.copyfile(source, target)
    disk.sync(target)


def _brings_another_key(copy: Copy, key: Path) -> bool:
    """Whether the codes on printed sheets were signed with a key that is not here."""
    brought = copy.path / shelf.KEY
    return brought.is_file() and not (key.exists() and key.read_bytes() == brought.read_bytes())
