"""One program at a time in one data folder, be it whole or in parts that are started one by one."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from lhombre_club import disk
from lhombre_club.environment import no_folder

PATIENCE = 30.0  # seconds for what a killed program started to finish what it is writing
LOOK = 0.2
LOCK = "running.lock"


class RunningError(Exception):
    """Another process holds the folder; the message is a sentence for the operator."""


class FolderError(RunningError):
    """The folder cannot be held, since nothing can be written there."""


@contextmanager
def alone(folder: Path, doing: str = "") -> Iterator[int]:
    """Hold the data folder: two workers of one name would take each other's jobs.

    Yields the number of the open file that carries the lock: a child to which it is passed holds
    the folder too, so that nobody takes a database away from under what a killed program left
    behind. Such children are waited for. Raises RunningError if another process holds the folder.
    Whoever comes meanwhile is told that this is ``doing``; nothing said, it is the club itself.
    """
    disk.give_room(folder)
    with _opened(folder, LOCK) as lock:
        _wait(lock, fcntl.LOCK_EX, f"The club in {folder}")
        _sign(lock, doing)
        yield lock.fileno()


@contextmanager
def part(folder: Path, name: str) -> Iterator[tuple[int, int]]:
    """Hold the data folder together with other parts of the program, and each part once.

    Yields the numbers of the open files that carry the locks: whoever takes this process's place
    has to keep them. Raises RunningError as ``alone`` does.
    """
    disk.give_room(folder)
    with (
        _opened(folder, f"running-{name}.lock") as own,
        _opened(folder, LOCK) as lock,
    ):
        _wait(own, fcntl.LOCK_EX, f"The {name} of the club in {folder}")
        _sign(own)
        _wait(lock, fcntl.LOCK_SH, f"The club in {folder}")
        yield own.fileno(), lock.fileno()


def holder(folder: Path) -> str:
    """Return the number of another process that holds the whole data folder now; empty if none.

    Nothing is made or held by asking.
    """
    try:
        with (folder / LOCK).open(encoding="ascii") as lock:
            process = lock.read().partition(" ")[0].strip()
            is_other = process != str(os.getpid()) and _lives(process)
            return process if is_other and not _taken(lock, fcntl.LOCK_SH) else ""
    except OSError:
        return ""


def _opened(folder: Path, name: str) -> TextIO:
    try:
        return (folder / name).open("a+", encoding="ascii")
    except OSError as error:
        raise FolderError(no_folder(folder, error)) from error


def _wait(lock: TextIO, how: int, what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not _taken(lock, how):
        if how == fcntl.LOCK_EX and _taken(lock, fcntl.LOCK_SH):
            raise RunningError(
                f"{what} is running already, in parts. End first what was started with "
                "./club web, worker or beat, or give this one a folder of its own in LHOMBRE_VAR."
            )
        lock.seek(0)
        holder, _, doing = lock.read().strip().partition(" ")
        if _lives(holder) and doing:
            raise RunningError(
                f"{doing} is running already (process {holder}), or waits for an answer. "
                "Let that one end first, or give this one a folder of its own in LHOMBRE_VAR."
            )
        if _lives(holder):
            raise RunningError(
                f"{what} is running already (process {holder}). "
                "End that one first, or give this one a folder of its own in LHOMBRE_VAR."
            )
        if time.monotonic() > until:
            raise RunningError(
                f"{what} was cut off (process {holder}), and what it had "
                "started has not ended yet. Restart the computer, or end gunicorn and celery."
            )
        time.sleep(LOOK)


def _taken(lock: TextIO, how: int) -> bool:
    try:
        fcntl.flock(lock, how | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sign(lock: TextIO, doing: str = "") -> None:
    lock.truncate(0)
    lock.write(f"{os.getpid()} {doing}\n")
    lock.flush()


def _lives(process: str) -> bool:
    """Whether the process is there; one of another user is."""
    try:
        os.kill(int(process), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True
