"""A checked copy of the database, made before anything changes its shape.

SQLite is copied with its own backup function while others go on writing (a plain copy of the
file can be malformed), and the copy is checked before an older one is let go. PostgreSQL is
left to ``pg_dump``, which has to be installed.

Photos of sheets lie beside the database, one file each, written once and never changed. A copy
has a folder of its own with all of them, which takes no room: the files are the same ones under
a second name, and are really copied only where the disk cannot do that.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

KEPT = 14  # copies; a club that meets weekly has a quarter of a year
OFTEN_ENOUGH = timedelta(days=1)


class BackupError(Exception):
    """No sound copy could be made; the message is a sentence for the operator."""


class PhotosError(BackupError):
    """There is a sound copy of the database, but not every photo of a sheet is with it."""


class NoDumpProgramError(BackupError):
    """PostgreSQL's own program is not here; the server may keep copies of its own."""


def folder() -> Path:
    """Return where the copies are."""
    path = Path(settings.VAR_DIR) / "backups"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def copies() -> list[Path]:
    """Return the copies, the oldest first."""
    return sorted(folder().glob("club-*"))


def is_due() -> bool:
    """Whether the newest copy is older than a day, or there is none."""
    made = [path.stat().st_mtime for path in copies()]
    return not made or timezone.now().timestamp() - max(made) > OFTEN_ENOUGH.total_seconds()


def back_up() -> Path:
    """Make a checked copy and return where it is; older ones than the newest fourteen go.

    Raises BackupError when that fails; then no earlier copy has been touched. With a PhotosError
    the copy stands, and so do all earlier ones.
    """
    at = f"{timezone.localtime():%Y%m%d-%H%M%S-%f}"
    sqlite = connection.vendor == "sqlite"
    path = folder() / f"club-{at}.{'sqlite3' if sqlite else 'dump'}"
    unfinished = folder() / f".unfinished-{path.name}"
    unfinished.touch(mode=0o600)
    try:
        if sqlite:
            _copy_sqlite(unfinished)
        else:
            _dump_postgresql(unfinished)
        sync(unfinished)
        unfinished.replace(path)
        sync(folder())
    except OSError as error:
        raise BackupError(f"The copy could not be written to {folder()}: {error}.") from error
    finally:
        unfinished.unlink(missing_ok=True)
    try:
        # After the database: a photo that came meanwhile is one too many, and none is missing.
        keep_photos(Path(settings.PHOTOS_DIR), photos_beside(path))
    except OSError as error:
        raise PhotosError(
            f"The database is copied to {path}, but not all photos of sheets: {error}. "
            f"Copy the folder {settings.PHOTOS_DIR} by hand."
        ) from error
    for old in copies()[:-KEPT]:
        with suppress(OSError):
            old.unlink()
        shutil.rmtree(photos_beside(old), ignore_errors=True)
    return path


def photos_beside(copy: Path) -> Path:
    """Return where the photos of a copy are; no such folder where there were none."""
    return copy.with_name(f"photos-{copy.stem.removeprefix('club-')}")


def keep_photos(source: Path, target: Path) -> int:
    """Let ``target`` have every photo of ``source``; return how many it did not have before.

    Raises OSError. A photo that is there already is the same one: none is ever changed.
    """
    there = sorted(source.iterdir()) if source.exists() else []
    found = [file for file in there if file.suffix == ".jpg"]
    new = [file for file in found if not (target / file.name).exists()]
    if new:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
    for file in new:
        try:
            os.link(file, target / file.name)
        except OSError:  # another disk, or one without such names
            _copy(file, target / file.name)
    if new:
        sync(target)
    return len(new)


def _copy(file: Path, target: Path) -> None:
    unfinished = target.with_suffix(".tmp")
    try:
        shutil.copyfile(file, unfinished)
        sync(unfinished)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _copy_sqlite(path: Path) -> None:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(path)) as copy:
            connection.connection.backup(copy)
            # The copy is one file, without the journal that the original has beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
            found = [row[0] for row in copy.execute("PRAGMA integrity_check")]
            orphans = copy.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"The database could not be copied: {error}. {_ADVICE}") from error
    if found != ["ok"] or orphans:
        what = (
            "; ".join(found[:3]) if found != ["ok"] else f"{len(orphans)} rows lack what they name"
        )
        raise BackupError(f"The copy of the database is not sound: {what}. {_ADVICE}")


_ADVICE = "Do not go on with this file; keep it, and take the newest copy in the folder of backups."


def _dump_postgresql(path: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise NoDumpProgramError(
            "pg_dump is not installed, so that no copy of the PostgreSQL database was made. "
            "Install postgresql-client, or rely on the server's own backups."
        )
    options = connection.get_connection_params()
    names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD"}
    variables = {names[key]: str(options[key]) for key in names if options.get(key)}
    done = subprocess.run(  # noqa: S603 -- the program that the path names, no shell
        [program, "--format=custom", f"--file={path}", "--no-password", options["dbname"]],
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise BackupError(f"pg_dump failed: {done.stderr.strip()}")


def sync(path: Path) -> None:
    """Let what was written to ``path`` reach the disk before going on."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
