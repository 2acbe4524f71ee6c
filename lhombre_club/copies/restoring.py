"""A copy in the place of the database: looked at, brought up to date and proved before.

What was there is put aside, never overwritten, so that a restore can be restored from as well.
"""

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from pyrage.x25519 import Identity

from lhombre_club import disk
from lhombre_club.copies import encryption, engine, replacing, sending, shelf
from lhombre_club.copies.encryption import Key, WrongPassphraseError
from lhombre_club.copies.shelf import Copy

Ask = Callable[[Copy], str]
"""Asks for the passphrase of a copy."""


class RestoreError(Exception):
    """The copy cannot be put back; the message is a sentence for the operator."""


class PassphraseError(RestoreError):
    """Nothing is known against the copy: what was typed does not open it."""


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


def expect_one_line(copy: Copy, path: Path | None) -> None:
    """Raise RestoreError where ``path`` names no copy and the number does not say which is right.

    Two computers may have gone on with the same club. ``copy`` is the newest there by its number.
    """
    if path and copy.path in (path.resolve(), *path.resolve().parents):
        return
    places = [copy.path.parent] if path else shelf.everywhere()
    if others := shelf.beside(copy, places):
        each = "".join(f"\n  {one}, in {one.path}" for one in (copy, *others))
        raise RestoreError(
            "The club has gone on in two ways, on two computers or since a copy was put back, and "
            f"no number says which is right. The newest of each are:{each}\nName the one that you "
            f"want:  ./club restore {copy.path}\nThe others stay where they are."
        )


def expect_a_file() -> None:
    """Raise RestoreError where the program cannot put a copy back by itself, and say the way."""
    if connection.vendor != "sqlite":
        raise RestoreError(
            "This club keeps its data in PostgreSQL. To put a copy back, end the program, make an "
            f"empty database NAME and type  pg_restore {' '.join(engine.INTO_AN_EMPTY_ONE)} "
            "--dbname NAME club.dump  in the folder of the copy. Let DATABASE_URL name that "
            "database, then type  ./club restore --epoch\nIf the file ends in .age, open it first: "
            " age --decrypt --identity key.age --output club.dump club.dump.age"
        )


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder to look at a copy in, and remove it; and what a killed program left there."""
    folder = Path(settings.VAR_DIR) / "opened"
    with shelf.one_at_a_time(folder.parent):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def in_plain(copy: Copy, ask: Ask) -> Iterator[Copy]:
    """Give ``copy``, opened if it is encrypted. Raises RestoreError, and OSError."""
    if not copy.is_encrypted:
        yield copy
        return
    with scratch() as folder:
        yield open_into(folder, copy, ask)


def open_into(folder: Path, copy: Copy, ask: Ask) -> Copy:
    """Return an encrypted copy as one in plain in ``folder``.

    A photo that is damaged is left out. Raises RestoreError, and OSError where the disk is full.
    """
    opened = replace(copy, path=folder / copy.path.stem)
    slip = copy.slip()
    try:
        look_whether_it_is_the_same(copy)
        key = Key(slip["recipient"], (copy.path / shelf.LOCKED_KEY).read_text(encoding="ascii"))
        identity = encryption.unlock(key.locked, ask(copy))
        opened.path.mkdir(mode=0o700)
        for file in copy.path.glob(f"*{shelf.AGE}"):
            if file.name != shelf.LOCKED_KEY:
                encryption.decrypt(file, opened.path / file.stem, identity)
        if str(identity.to_public()) == key.recipient:
            (opened.path / encryption.at().name).write_text(encryption.written(key))
        opened.photos.mkdir(mode=0o700)
        for name in slip["photos"]:
            _open_photo(copy.photos / name, opened.photos, identity)
    except WrongPassphraseError as error:
        raise PassphraseError(
            f"That is not the passphrase of {copy}. Nothing was changed. Capital letters and "
            "spaces count; try again."
        ) from error
    except (OSError, KeyError, ValueError) as error:
        if disk.fault_of(error) is disk.Fault.FULL:
            raise
        raise RestoreError(f"{copy.path} cannot be read: {disk.told(error)}") from error
    return opened


def _open_photo(file: Path, folder: Path, identity: Identity) -> None:
    try:
        encryption.decrypt(file, folder / file.stem, identity)
    except OSError as error:
        if disk.fault_of(error) is disk.Fault.FULL:
            raise


def look_whether_it_is_the_same(copy: Copy) -> None:
    """Raise RestoreError if the database of ``copy`` is not what was written; and OSError."""
    written = copy.slip().get("sha256")
    if written and shelf.digest(copy.database) != written:
        raise RestoreError(f"{copy.path} is not what it was when it was made. Take another.")


def look_at(copy: Copy) -> None:
    """Raise RestoreError unless ``copy`` is a sound database that this program can read."""
    file = copy.database
    try:
        look_whether_it_is_the_same(copy)
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
    database = replacing.place()
    keys = [Path(settings.VAR_DIR) / shelf.KEY, encryption.at()]
    note = shelf.put_back_note()
    files = [database, note]
    try:
        _make_ready(copy.database, database)
        with replacing.using(replacing.ready(database)):
            call_command("migrate", verbosity=0, interactive=False)
            prove()
        # None is taken away: what was put aside may be wanted again, and it names others.
        sending.keep_photos(copy.photos, Path(settings.PHOTOS_DIR))
        replacing.ready(note).write_text(shelf.put_back_words(copy), encoding="utf-8")
        disk.sync(replacing.ready(note))
        for key in keys:
            if _is_to_be_taken(copy.path / key.name, key):
                _make_ready(copy.path / key.name, key)
                files.append(key)
        return replacing.replace(files)
    except OSError as error:
        raise RestoreError(f"The copy could not be put back: {disk.told(error)}") from error
    finally:
        if not replacing.is_begun():
            for file in (database, note, *keys):
                with suppress(OSError):
                    replacing.clear(file)


def _make_ready(source: Path, file: Path) -> None:
    target = replacing.clear(file)
    target.touch(mode=0o600)
    shutil.copyfile(source, target)
    disk.sync(target)


def _is_to_be_taken(brought: Path, key: Path) -> bool:
    """Whether printed codes were signed with another key, or copies are encrypted from now on.

    Whoever has chosen a passphrase on this computer keeps that.
    """
    if not brought.is_file() or (key == encryption.at() and key.exists()):
        return False
    return not (key.exists() and key.read_bytes() == brought.read_bytes())
