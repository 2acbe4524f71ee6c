"""A copy in the place of the database: looked at, brought up to date and proved before.

What was there is put aside, never overwritten, so that a restore can be restored from as well.
"""

import os
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
from lhombre_club.copies.encryption import BusyError, Key, WrongPassphraseError
from lhombre_club.copies.shelf import Copy
from lhombre_club.environment import signing_keys

Ask = Callable[[Copy], str]
"""Asks for the passphrase of a copy."""


class RestoreError(Exception):
    """The copy cannot be put back; the message is a sentence for the operator."""


class DamagedError(RestoreError):
    """Something is wrong with this copy; another one may be whole."""


class PassphraseError(RestoreError):
    """Nothing is known against the copy: what was typed does not open it."""


def named(path: Path | None, command: str = "restore") -> Copy:
    """Return the copy that ``path`` is, or the newest in the place that it is.

    Without a path the newest of all places is taken. Raises RestoreError where there is none.
    """
    if path is None:
        if found := shelf.newest(*shelf.everywhere()):
            return found
        raise RestoreError(
            f"There is no copy in {shelf.home()}. Name one, or the stick that it is on: "
            f"./club {command} /media/stick"
        )
    path = path.resolve()
    if path.is_dir():
        found = _folder(path) or shelf.newest(path) or shelf.newest(*_folders_in(path))
        if found:
            return found
    if not path.is_file():
        raise RestoreError(
            f"There is no copy in {path}, nor in a folder of it. Copies are in {shelf.home()}."
        )
    if inside := shelf.copy_at(path) or _folder(path.parent):
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


def _folder(path: Path) -> Copy | None:
    """Return the copy that a folder is, be it by its slip, or by its name what was put aside."""
    if copy := shelf.copy_at(path):
        return copy
    if (path / shelf.SLIP).is_file() or is_aside(path):
        return Copy(path, 0, timezone.now())
    return None


def _folders_in(path: Path) -> list[Path]:
    """Return those that may be looked into: a stick has some that only root may."""
    return [each for each in path.iterdir() if each.is_dir() and os.access(each, os.R_OK | os.X_OK)]


def is_aside(path: Path) -> bool:
    """Whether this is a folder that a restore, an upgrade or a move has put a database into."""
    return path.name.startswith(replacing.ASIDE) and (path / replacing.place().name).is_file()


def instead_of(copy: Copy, command: str = "restore") -> str:
    """Name the newest other copy that is whole and fits this club, as a sentence; "" if none."""
    places = {copy.path.parent, *(place.resolve() for place in shelf.everywhere())}
    there = {each.path.resolve(): each for place in places for each in shelf.copies(place)}
    for other in sorted(there.values(), key=lambda each: each.number, reverse=True):
        if other.path != copy.path and other.vendor == connection.vendor and _is_whole(other):
            return f"The newest other one that is whole is {other}:  ./club {command} {other.path}"
    return ""


def _is_whole(copy: Copy) -> bool:
    try:
        look_whether_it_is_the_same(copy)
        if copy.is_encrypted:
            _locked_key(copy)
    except (RestoreError, OSError, ValueError):
        return False
    return "sha256" in copy.slip()


def _locked_key(copy: Copy) -> str:
    """Return the key of an encrypted copy. Raises DamagedError, OSError and ValueError."""
    locked = (copy.path / shelf.LOCKED_KEY).read_text(encoding="ascii")
    if not encryption.is_whole(locked, copy.slip().get("key_sha256", "")):
        raise DamagedError(
            f"The key of {copy}, {copy.path / shelf.LOCKED_KEY}, is damaged: no passphrase opens "
            "it. Take another copy."
        )
    return locked


def expect_a_file() -> None:
    """Raise RestoreError where the program cannot put a copy back by itself, and say the way."""
    if connection.vendor != "sqlite":
        raise RestoreError(
            f"This club keeps its data in PostgreSQL. To put a copy back:\n{_by_pg_restore()}"
        )


def _by_pg_restore() -> str:
    """Give the steps, in the order of the page; without the key no printed code is valid."""
    folder = Path(settings.VAR_DIR)
    return (
        "1. End the program, and make an empty PostgreSQL database. URL below is its address: "
        "postgres://user:password@host:5432/club\n"
        f"2. Put the copy's secret_key into {folder / shelf.KEY}, or no printed code is valid any "
        f"more, and its photos into {settings.PHOTOS_DIR}\n"
        "3. In the folder of the copy type  "
        f"pg_restore {' '.join(engine.INTO_AN_EMPTY_ONE)} --dbname URL club.dump\n"
        f"4. Write URL into {settings.DATABASE_AT}, and into DATABASE_URL if that is set\n"
        "5. Type  ./club restore --epoch\n"
        "If a file ends in .age, open it first:  "
        "age --decrypt --identity key.age --output club.dump club.dump.age"
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
    """Give ``copy``, opened if it has to be. Raises RestoreError, and OSError."""
    if not wants_opening(copy):
        yield copy
        return
    with scratch() as folder:
        yield open_into(folder, copy, ask)


def wants_opening(copy: Copy) -> bool:
    """Whether it is not yet one file of a database that can be read: encrypted, or put aside."""
    return copy.is_encrypted or is_aside(copy.path)


def open_into(folder: Path, copy: Copy, ask: Ask) -> Copy:
    """Return an encrypted copy, or what was put aside, as a copy in plain in ``folder``.

    Raises RestoreError, and OSError where the disk is full.
    """
    return _decrypted(folder, copy, ask) if copy.is_encrypted else _settled(folder, copy)


def _decrypted(folder: Path, copy: Copy, ask: Ask) -> Copy:
    """Leave out a photo that is damaged."""
    opened = replace(copy, path=folder / copy.path.stem)
    slip = copy.slip()
    try:
        look_whether_it_is_the_same(copy)
        key = Key(slip["recipient"], _locked_key(copy))
        identity = _unlocked(copy, key, ask)
        opened.path.mkdir(mode=0o700)
        for file in copy.path.glob(f"*{shelf.AGE}"):
            if file.name != shelf.LOCKED_KEY:
                encryption.decrypt(file, opened.path / file.stem, identity)
        if str(identity.to_public()) == key.recipient:
            (opened.path / encryption.at().name).write_text(encryption.written(key))
        opened.photos.mkdir(mode=0o700)
        for name in slip["photos"]:
            _open_photo(copy.photos / name, opened.photos, identity)
    except (OSError, KeyError, ValueError) as error:
        if disk.fault_of(error) is disk.Fault.FULL:
            raise
        raise DamagedError(f"{copy.path} cannot be read: {disk.told(error)}") from error
    return opened


def _settled(folder: Path, copy: Copy) -> Copy:
    """Return what was put aside with its write-ahead log, whose rows the file alone has not."""
    opened = replace(copy, path=folder / copy.path.name)
    name = replacing.place().name
    shutil.copytree(copy.path, opened.path)
    for file in replacing.with_journals(opened.path / name):
        if file.exists():
            file.replace(opened.path / file.name.replace(name, shelf.DATABASES["sqlite"], 1))
    with suppress(sqlite3.DatabaseError):  # what is wrong is said by whoever looks at it next
        replacing.settle(opened.database)
    return opened


def _unlocked(copy: Copy, key: Key, ask: Ask) -> Identity:
    try:
        return encryption.unlock(key.locked, ask(copy))
    except BusyError as error:
        raise PassphraseError(
            f"This computer has too much to do to try the passphrase of {copy}. Nothing was "
            "changed, and nothing is known against it. End other programs, and try again."
        ) from error
    except WrongPassphraseError as error:
        raise PassphraseError(
            f"That is not the passphrase of {copy}. Nothing was changed. Capital letters and "
            "spaces count; try again."
        ) from error


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
        raise DamagedError(f"{copy.path} is not what it was when it was made. Take another.")


def look_at(copy: Copy) -> None:
    """Raise RestoreError unless ``copy`` is a sound database that this program can read."""
    file = copy.database
    if copy.vendor != "sqlite":
        raise DamagedError(
            f"{copy} is a dump of PostgreSQL, and the club is in a file. To use the dump:\n"
            f"{_by_pg_restore()}\nTo stay with the file, take another copy."
        )
    try:
        look_whether_it_is_the_same(copy)
        with engine.read_only(file) as there:
            wrong = engine.complaint(there)
            applied = engine.shape(there)
    except OSError as error:
        raise DamagedError(f"{copy.path} cannot be read: {disk.told(error)}") from error
    except sqlite3.DatabaseError as error:
        raise DamagedError(f"{file} is not a copy of a club: {error}.") from error
    if wrong:
        raise DamagedError(f"{file} is damaged: {wrong}. Take an older copy.")
    if newer := unknown(applied):
        raise RestoreError(
            f"{copy.path} was made by a newer program ({newer}). Install that one first."
        )


def unknown(shape: list[str]) -> str:
    """Return the last migration that this program does not know; empty if it knows all."""
    known = {" ".join(each) for each in MigrationLoader(None).disk_migrations}
    return next((each for each in reversed(shape) if each not in known), "")


def only_here(copy: Copy, tables: Sequence[tuple[str, str, str]]) -> list[int]:
    """Count what the rows of each table are of that the copy does not have.

    A table is given by its name, its key, and what is counted in SQL.
    Raises sqlite3.DatabaseError if what is in the place now cannot be read.
    """
    if not replacing.place().exists():
        return [0] * len(tables)
    with engine.recovered(replacing.place()) as here:
        here.execute("ATTACH ? AS copy", (f"{copy.database.resolve().as_uri()}?mode=ro",))
        return [
            here.execute(
                f'SELECT count(DISTINCT {what}) FROM main."{table}" '  # noqa: S608 -- of our models
                f'WHERE "{key}" NOT IN (SELECT "{key}" FROM copy."{table}")'
            ).fetchone()[0]
            for table, key, what in tables
        ]


def put_back(copy: Copy, prove: Callable[[], None], place: Path | None = None) -> Path:
    """Put ``copy`` in the place of the database, and return where that was put aside.

    ``prove`` is called with the copy as the database, brought up to date, before it takes the
    place; what it raises stops everything. Nobody else may use the database meanwhile. ``place``
    is where the copy was chosen, if it was opened elsewhere. Raises RestoreError if the copy is
    not sound, or cannot be written; then all is as it was.
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
        words = shelf.put_back_words(copy, place or copy.path.parent)
        replacing.ready(note).write_text(words, encoding="utf-8")
        disk.sync(replacing.ready(note))
        for key in keys:
            if _is_to_be_taken(copy.path / key.name, key):
                _make_ready(copy.path / key.name, key)
                files.append(key)
        if keys[0] in files and settings.KEY_IS_NEW:
            keys[0].unlink(missing_ok=True)  # it has signed nothing, and nobody will look for it
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

    Whoever has chosen a passphrase on this computer keeps that, and so does he who has changed
    the key since: what the copy's key has signed is good with his too.
    """
    if not brought.is_file() or (key == encryption.at() and key.exists()):
        return False
    return not (key.exists() and _keys_in(brought) <= _keys_in(key))


def _keys_in(file: Path) -> set[str]:
    return set(signing_keys(file.read_text(encoding="utf-8-sig", errors="replace")))
