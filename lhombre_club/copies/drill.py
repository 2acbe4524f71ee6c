"""A drill: is the newest copy one that could be put back? It is tried beside the program.

A copy that nobody has ever put back is a hope. The drill does all that a restore does, in a
scratch folder, and remembers how it went; nothing of the club is touched.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.core.management import CommandError, call_command
from django.db import Error, connection
from django.utils import timezone

from lhombre_club import disk, notes
from lhombre_club.copies import engine, replacing, restoring, shelf
from lhombre_club.copies.engine import CopyError, NoTrialError
from lhombre_club.copies.restoring import Ask, PassphraseError, RestoreError
from lhombre_club.copies.shelf import Copy

NOTE = "drill"
A_MONTH, A_DAY = timedelta(days=30), timedelta(days=1)
Prove = Callable[[Copy], str]
"""Proves a copy, opened, whose database Django uses meanwhile; returns what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Drill:
    """How one went."""

    number: int
    """Of the copy; 0 if an earlier program made it."""
    copy: str
    """The copy, as it is said: ``copy 17 of 2026-11-24 04:15``."""
    done_at: datetime
    complaint: str = ""
    """What is wrong with the copy; empty if it is sound."""
    unproved: str = ""
    """Why the account could not be proved, if so; all that could be looked at is sound."""

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with the copy."""
        return not self.complaint


def last() -> Drill | None:
    """Return the last drill; None: there was none, or what was remembered cannot be read."""
    read = notes.read(NOTE)
    try:
        return Drill(**{**read, "done_at": datetime.fromisoformat(read["done_at"])})
    except (ValueError, TypeError, KeyError):
        return None


def is_due() -> bool:
    """Whether there is a copy, and no sound one was tried for a month, or today."""
    if shelf.newest(*shelf.everywhere()) is None:
        return False
    before = last()
    if before is None:
        return True
    return abs(timezone.now() - before.done_at) > (A_MONTH if before.sound else A_DAY)


def to_try(copy: Copy, path: Path | None, *, plain: bool = False) -> Copy:
    """Return the newest copy that this database can read, where ``path`` does not name ``copy``.

    After a move the newest on a stick may be of the database that the club has left. With
    ``plain`` nobody is there to type a passphrase. Where none can be read it is ``copy``.
    """
    named = path and copy.path in (path.resolve(), *path.resolve().parents)
    places = [copy.path.parent] if path else shelf.everywhere()
    return copy if named else shelf.newest(*places, vendor=connection.vendor, plain=plain) or copy


def rehearse(copy: Copy, ask: Ask, prove: Prove) -> Drill:
    """Put ``copy`` into a scratch place, prove it there, and remember how that went.

    Raises PassphraseError if an encrypted one is not opened, and OSError if there is no room to
    try it in; then nothing is remembered.
    """
    complaint = unproved = ""
    wants = restoring.wants_opening(copy)
    with restoring.scratch() as folder:
        try:
            opened = restoring.open_into(folder, copy, ask) if wants else copy
            with _database(opened, folder):
                call_command("migrate", verbosity=0, interactive=False)
                complaint = prove(opened)
        except PassphraseError:
            raise
        except NoTrialError as error:
            unproved = str(error)
        except (RestoreError, CopyError, CommandError, Error) as error:
            complaint = str(error)
    done = Drill(copy.number, str(copy), timezone.now(), complaint, unproved)
    remember(done)
    return done


def remember(done: Drill) -> None:
    """Let this be the last drill. Raises OSError."""
    notes.write(NOTE, {**asdict(done), "done_at": done.done_at.isoformat()})


@contextmanager
def _database(copy: Copy, folder: Path) -> Iterator[None]:
    """Let Django use the database of a copy that has been looked at, as one that may be changed."""
    with ExitStack() as stack:
        if copy.vendor == "postgresql":
            _look_at_dump(copy)
            name = stack.enter_context(engine.trial_database(copy.database))
            stack.enter_context(replacing.connected_to(name))
        else:
            restoring.look_at(copy)
            if connection.vendor != "sqlite":
                raise NoTrialError("the club has left for PostgreSQL since, and this is a file")
            file = folder / shelf.DATABASES["sqlite"]
            shutil.copyfile(copy.database, file)
            stack.enter_context(replacing.connected_to(str(file)))
        yield


def _look_at_dump(copy: Copy) -> None:
    try:
        restoring.look_whether_it_is_the_same(copy)
    except OSError as error:
        raise RestoreError(f"{copy.path} cannot be read: {disk.told(error)}") from error
    if connection.vendor != "postgresql":
        raise NoTrialError("the club has left PostgreSQL since, and this is a dump from there")
