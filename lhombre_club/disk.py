"""What a disk or a database file does when it fails, told apart.

A full disk wants room, a disk that cannot be written to wants a look at its plug or its
permissions, and a damaged file wants a copy: three kinds of advice, and the wrong one loses an
evening.
"""

import errno
import os
import shutil
from enum import Enum, auto
from pathlib import Path

LOW = 500_000_000  # bytes; below this a warning
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class Fault(Enum):
    """What is the matter."""

    FULL = auto()
    WRITING = auto()
    """It can be read perhaps, and not written: read-only, taken out, or no permission."""
    DAMAGED = auto()
    OTHER = auto()


ADVICE = {
    Fault.FULL: "The disk is full. Nothing is broken: free some room and try again.",
    Fault.WRITING: "The disk cannot be read or written. Nothing need be broken: look whether it is "
    "there, and whether this user may write to it; then try again.",
    Fault.DAMAGED: "The file is damaged. Do not go on with it; keep it, and put the newest copy "
    "in its place:  ./club restore",
    Fault.OTHER: "Try again; if it stays so, keep the folder as it is and ask a developer.",
}


def fault_of(error: BaseException) -> Fault:
    """Tell what an error of the operating system or of SQLite means, Django's wrapping included."""
    while error.__cause__ is not None and not isinstance(error, OSError):
        error = error.__cause__
    if isinstance(error, OSError):
        return Fault.FULL if error.errno in _FULL else Fault.WRITING
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_FULL":
        return Fault.FULL
    if name.startswith(("SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return Fault.WRITING
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return Fault.DAMAGED
    return Fault.OTHER


def told(error: BaseException) -> str:
    """Return what is the matter and what to do, as sentences for the operator."""
    return f"{error}. {ADVICE[fault_of(error)]}".replace("..", ".")


def is_low(path: Path) -> bool:
    """Whether less than LOW is free where ``path`` is."""
    return shutil.disk_usage(path).free < LOW


def sync(path: Path) -> None:
    """Let what was written to ``path`` reach the disk before going on."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
