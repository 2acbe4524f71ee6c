"""What a disk or a database file does when it fails, told apart.

A full disk wants room, a disk that cannot be written to wants a look at its plug or its
permissions, and a damaged file wants a copy: three kinds of advice, and the wrong one loses an
evening.
"""

import errno
import os
import shutil
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path

from django.db import InterfaceError, OperationalError

LOW = 500_000_000  # bytes; below this a warning
ROOM = 4_000_000
"""Bytes that are kept back: with these the program starts on a disk that is full, and is read."""
KEPT_BACK = "room"
"""The file that they are in."""


class Fault(Enum):
    """What is the matter."""

    FULL = auto()
    WRITING = auto()
    """It can be read perhaps, and not written: read-only, taken out, or no permission."""
    DAMAGED = auto()
    AWAY = auto()
    """A database that does not answer, or that somebody else holds for too long."""
    OTHER = auto()


ADVICE = {
    Fault.FULL: "The disk is full. Nothing is broken: free some room and try again.",
    Fault.WRITING: "The disk cannot be read or written. Nothing need be broken: look whether it is "
    "there, and whether this user may write to it; then try again.",
    Fault.DAMAGED: "The file is damaged. Do not go on with it; keep it, and put the newest copy "
    "in its place:  ./club restore",
    Fault.AWAY: "Wait a moment and try again.",
    Fault.OTHER: "Try again; if it stays so, keep the folder as it is and ask a developer.",
}


_ERRNO = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), Fault.FULL),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO), Fault.WRITING),
}
_CALLED = {
    "SQLITE_FULL": Fault.FULL,
    "SQLITE_IOERR": Fault.WRITING,
    "SQLITE_READONLY": Fault.WRITING,
    "SQLITE_CANTOPEN": Fault.WRITING,
    "SQLITE_PERM": Fault.WRITING,
    "SQLITE_CORRUPT": Fault.DAMAGED,
    "SQLITE_NOTADB": Fault.DAMAGED,
    "SQLITE_BUSY": Fault.AWAY,
    "SQLITE_LOCKED": Fault.AWAY,
}


def fault_of(error: BaseException) -> Fault:
    """Tell what an error of the operating system, of a database or of Django about one means."""
    said_by_django = isinstance(error, (OperationalError, InterfaceError))
    while error.__cause__ is not None and not isinstance(error, OSError):
        error = error.__cause__
    if isinstance(error, OSError):
        return _ERRNO.get(error.errno or 0, Fault.OTHER)
    name = getattr(error, "sqlite_errorname", "")
    if not name:
        return Fault.AWAY if said_by_django else Fault.OTHER
    return next((_CALLED[start] for start in _CALLED if name.startswith(start)), Fault.OTHER)


def told(error: BaseException) -> str:
    """Return what is the matter and what to do, as sentences for the operator."""
    return f"{error}. {ADVICE[fault_of(error)]}".replace("..", ".")


def is_low(path: Path) -> bool:
    """Whether less than LOW is free where ``path`` is; not if the disk does not say."""
    try:
        return shutil.disk_usage(path).free < LOW
    except OSError:
        return False


def keep_room(folder: Path) -> None:
    """Keep some room back in a data folder, where there is enough of it."""
    file = folder / KEPT_BACK
    if file.exists() or is_low(folder):
        return
    try:
        with file.open("wb") as kept:
            os.posix_fallocate(kept.fileno(), 0, ROOM)
    except OSError:
        with suppress(OSError):
            file.unlink()


def give_room(folder: Path) -> None:
    """Give back what was kept, where the disk is full."""
    with suppress(OSError):
        if shutil.disk_usage(folder).free < ROOM:
            (folder / KEPT_BACK).unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Let what was written to ``path`` reach the disk before going on."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
