"""The database's own way of being copied, and what can be asked of a copy.

SQLite is copied with its own backup function while others go on writing (a plain copy of the
file can be malformed). PostgreSQL is left to ``pg_dump``, which has to be installed.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db import Error, connection

from lhombre_club import disk


class CopyError(Exception):
    """No sound copy could be made; the message is a sentence for the operator."""


class NotSoundError(CopyError):
    """What is to be copied is damaged; it is neither the disk that is full nor in the way."""


class NoDumpProgramError(CopyError):
    """PostgreSQL's own program is not here; the server may keep copies of its own."""


class NoTrialError(Exception):
    """Whether a dump can be put back cannot be tried here; the message says why."""


EMPTY = (
    "The database is empty, so that no copy was made of it. If there was a club in it, put the "
    "newest copy back:  ./club restore"
)


INTO_AN_EMPTY_ONE = ("--single-transaction", "--exit-on-error", "--no-owner")
"""How ``pg_restore`` puts back all of a dump, or nothing."""


def copy_database(path: Path) -> dict[str, Any]:
    """Copy the database to ``path`` and check it; return the copy's shape and what it reached.

    Raises CopyError, or OSError.
    """
    if connection.vendor == "sqlite":
        _copy_sqlite(path)
        with read_only(path) as there:
            return {"shape": shape(there), "reached": reached(there)}
    # Before: those who write meanwhile only bring the numbers higher than this.
    names, numbers = standing()
    if not names:
        raise CopyError(EMPTY)
    _dump_postgresql(path)
    return {"shape": names, "reached": numbers}


def _copy_sqlite(path: Path) -> None:
    if connection.connection is None and not Path(connection.settings_dict["NAME"]).exists():
        raise CopyError(EMPTY)  # SQLite would make an empty one by looking
    connection.ensure_connection()
    try:
        if not connection.connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise CopyError(EMPTY)
        with closing(sqlite3.connect(path)) as copy:
            connection.connection.backup(copy)
            # The copy is one file, without the journal that the original has beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
            wrong = complaint(copy)
    except sqlite3.DatabaseError as error:
        failed = f"The database could not be copied: {disk.told(error)}"
        if disk.fault_of(error) is disk.Fault.DAMAGED:
            raise NotSoundError(failed) from error
        raise CopyError(failed) from error
    if wrong:
        advice = disk.ADVICE[disk.Fault.DAMAGED]
        raise NotSoundError(f"The copy of the database is not sound: {wrong}. {advice}")


def complaint(database: sqlite3.Connection) -> str:
    """Return what is wrong with a whole database; empty if it is sound."""
    found = [row[0] for row in database.execute("PRAGMA integrity_check")]
    if found != ["ok"]:
        return "; ".join(found[:3])
    orphans = database.execute("PRAGMA foreign_key_check").fetchall()
    return f"{len(orphans)} rows lack what they name" if orphans else ""


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a SQLite file that nobody writes to."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as there:
        yield there


@contextmanager
def recovered(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a SQLite file of which a power cut may have left a journal; that is played back.

    Whoever may only read cannot do it, and finds the file "readonly".
    """
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as there:
        yield there


def shape(there: sqlite3.Connection) -> list[str]:
    """Return the migrations that a database has gone through, each as app and name."""
    asked = there.execute("SELECT app || ' ' || name FROM django_migrations ORDER BY app, name")
    return [row[0] for row in asked]


def reached(there: sqlite3.Connection) -> dict[str, int]:
    """Return the highest number that each table has ever given to a row.

    It never falls, not even when rows are removed: where it is lower than it was, an older state
    of the file has come back.
    """
    return dict(there.execute("SELECT name, seq FROM sqlite_sequence"))


def standing() -> tuple[list[str], dict[str, int]]:
    """Return the shape of the PostgreSQL database that is in use, and what its tables reached.

    An empty one has no shape.
    """
    if "django_migrations" not in connection.introspection.table_names():
        return [], {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT app || ' ' || name FROM django_migrations")
        names = sorted(row[0] for row in cursor.fetchall())  # each server has an order of its own
        cursor.execute(
            "SELECT sequencename, last_value FROM pg_sequences "
            "WHERE schemaname = current_schema() AND last_value IS NOT NULL"
        )
        return names, dict(cursor.fetchall())


def _dump_postgresql(path: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise NoDumpProgramError(
            "pg_dump is not installed, so that no copy of the PostgreSQL database was made. "
            "Install postgresql-client, or rely on the server's own backups."
        )
    if failed := run_client(program, "--format=custom", f"--file={path}", database_name()):
        raise CopyError(f"pg_dump failed: {failed}")


@contextmanager
def trial_database(dump: Path) -> Iterator[str]:
    """Put a dump into a database of its own, which is removed; give its name.

    Raises CopyError where the dump cannot be put back, and NoTrialError where that cannot be
    tried.
    """
    program = shutil.which("pg_restore")
    if program is None:
        raise NoTrialError("pg_restore is not installed (Debian: postgresql-client)")
    name = f"lhombre_drill_of_{database_name()}"[:63]
    quoted = connection.ops.quote_name(name)
    remove = f"DROP DATABASE IF EXISTS {quoted} WITH (FORCE)"
    try:
        _do(remove)
        _do(f"CREATE DATABASE {quoted} TEMPLATE template0")
    except Error as error:
        raise NoTrialError(f"this user may make no database to try it in: {error}") from error
    try:
        if failed := run_client(program, *INTO_AN_EMPTY_ONE, f"--dbname={name}", str(dump)):
            raise CopyError(f"pg_restore failed: {failed}")
        yield name
    finally:
        _do(remove)


def _do(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def database_name() -> str:
    """Return how PostgreSQL calls the database that is in use."""
    return str(connection.get_connection_params()["dbname"])


def run_client(program: str, *words: str) -> str:
    """Let one of PostgreSQL's own programs work on the club's server.

    Returns why it failed, or nothing.
    """
    options = connection.get_connection_params()
    names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD"}
    variables = {names[key]: str(options[key]) for key in names if options.get(key)}
    done = subprocess.run(  # noqa: S603 -- the program that the path names, no shell
        [program, "--no-password", *words],
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr.strip() or f"exit status {done.returncode}" if done.returncode else ""
