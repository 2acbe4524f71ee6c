"""What is looked at before the program serves: is this the club's database, whole and the latest?

A new empty database beside copies, or an older state of it, would be played on without a word,
and the next copy would be one of that.
"""

import os
import sqlite3
from pathlib import Path

from django.conf import settings
from django.db import connection

from lhombre_club import disk
from lhombre_club.copies import engine, fitting, places, replacing, shelf
from lhombre_club.copies.shelf import Copy


class LostError(Exception):
    """The database is not what it was; the message is a sentence for the operator."""


def before_start() -> list[str]:
    """Look at everything; return what the operator should know. Raises LostError."""
    try:
        said = _finished()
        newest = shelf.newest(shelf.home())
        if connection.vendor == "sqlite":
            _expect_database()
        else:
            _expect_club(f"the PostgreSQL database {engine.database_name()}", *engine.standing())
            said += [*_unused_file(), *unused_address()]
    except OSError as error:
        raise LostError(f"The data folder does not answer: {disk.told(error)}") from error
    if told := places.brought():
        said.append(told)
    if newest and newest.is_ahead:
        said.append(
            f"{newest} is dated in the future. Look at this computer's date; the numbers of the "
            "copies say which is newest all the same"
        )
    if disk.is_low(settings.VAR_DIR):
        said.append(f"the disk of {settings.VAR_DIR} is nearly full; free some room soon")
    return said


def _finished() -> list[str]:
    return ["finished putting back what was cut off"] if replacing.finish() else []


def _unused_file() -> list[str]:
    file = Path(settings.OWN_FILE)
    if not file.exists():
        return []
    unused = f"the database is in PostgreSQL; what is in {file} is not used"
    way = "to bring it there, start without DATABASE_URL and type  ./club move  and an address"
    return [f"{unused}; {way}"]


def unused_address() -> list[str]:
    """Say that without DATABASE_URL another database would be used, if so; it shows no password."""
    at, used = Path(settings.DATABASE_AT), os.environ.get("DATABASE_URL", "")
    if not used or not at.exists() or at.read_text(encoding="utf-8").strip() == used:
        return []
    uses = f"DATABASE_URL names the database that is used; a start without it uses the one in {at}"
    return [f"{uses}. If that is not meant, write the same address there, or remove that file"]


def _expect_database() -> None:
    file = replacing.place()
    try:
        found, shape, here = _read(file)
    except sqlite3.DatabaseError as error:
        raise LostError(f"The database in {file} cannot be read: {disk.told(error)}") from error
    if found != "ok":
        raise LostError(f"The database in {file}: {found}. {disk.ADVICE[disk.Fault.DAMAGED]}")
    _expect_club(str(file), shape, here)


def _expect_club(where: str, shape: list[str], here: dict[str, int]) -> None:
    """Expect what this program can read, and the latest of what copies are of."""
    if not shape:
        if left := shelf.newest(*shelf.everywhere()):
            raise LostError(
                f"There is no club in {where}, but {left} in {left.path.parent}. {_way_to(left)}\n"
                "For a new, empty club choose another folder in LHOMBRE_VAR, or take the copies "
                "away first."
            )
        return
    if newer := fitting.newer(shape, f"The database in {where}"):
        raise LostError(newer)
    newest = shelf.newest(shelf.home())
    slip = newest.slip() if newest and newest.vendor == connection.vendor else {}
    if slip.get("shape") != shape or shelf.put_back_note().exists():
        return
    if any(here.get(table, 0) < there for table, there in slip["reached"].items()):
        raise LostError(
            f"The database is older than {newest}: a part of it was lost, or an older one was put "
            "into its place. The copy is whole; to put it back, type  ./club restore\nIf what is "
            "there now is right, say so with  ./club backup  and start again."
        )


def _way_to(copy: Copy) -> str:
    """Say how a club comes back of which a copy is left; it may be in another database, whole."""
    if copy.vendor == connection.vendor:
        return "To put that in its place, type  ./club restore"
    if copy.vendor == "postgresql":
        return (
            "That is of PostgreSQL. If the club is there still, let DATABASE_URL name its "
            f"database, or write the address into {settings.DATABASE_AT}. If it is lost, "
            " ./club restore  says how that copy is put back."
        )
    return (
        "That is of a file. To go on with the file, let neither DATABASE_URL nor "
        f"{settings.DATABASE_AT} name another database; then  ./club move  brings it to PostgreSQL."
    )


def _read(file: Path) -> tuple[str, list[str], dict[str, int]]:
    """Return what SQLite says of a database, its shape and the numbers it has reached.

    Raises sqlite3.DatabaseError. One that is not there, or in which is nothing, has no shape.
    """
    if not file.exists() or not file.stat().st_size:
        return "ok", [], {}
    with engine.recovered(file) as there:
        found = there.execute("PRAGMA quick_check").fetchone()[0]
        tables = {row[0] for row in there.execute("SELECT name FROM sqlite_master")}
        if found != "ok" or "django_migrations" not in tables:
            return found, [], {}
        return found, engine.shape(there), engine.reached(there)
