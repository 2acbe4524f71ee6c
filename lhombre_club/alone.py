"""One program at a time in one data folder."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

PATIENCE = 30.0  # seconds for what a killed program started to finish what it is writing
LOOK = 0.2


class RunningError(Exception):
    """Another process holds the folder; the message is a sentence for the operator."""


@contextmanager
def alone(folder: Path) -> Iterator[int]:
    """Hold the data folder: two workers of one name would take each other's jobs.

    Yields the number of the open file that carries the lock: a child to which it is passed holds
    the folder too, so that nobody takes a database away from under what a killed program left
    behind. Such children are waited for. Raises RunningError if another process holds the folder.
    """
    with (folder / "running.lock").open("a+", encoding="ascii") as lock:
        until = time.monotonic() + PATIENCE
        while not _taken(lock):
            lock.seek(0)
            holder = lock.read().strip()
            if _lives(holder):
                raise RunningError(
                    f"The club in {folder} is running already (process {holder}). "
                    "End that one first, or give this one a folder of its own in LHOMBRE_VAR."
                )
            if time.monotonic() > until:
                raise RunningError(
                    f"The club in {folder} was cut off (process {holder}), and what it had "
                    "started has not ended yet. Restart the computer, or end gunicorn and celery."
                )
            time.sleep(LOOK)
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield lock.fileno()


def _taken(lock: TextIO) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _lives(process: str) -> bool:
    """Whether the process is there; one of another user is."""
    try:
        os.kill(int(process), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True
