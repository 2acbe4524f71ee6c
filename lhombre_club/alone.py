"""One program at a time in one data folder."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class RunningError(Exception):
    """Another process holds the folder; the message is a sentence for the operator."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the data folder: two workers of one name would take each other's jobs.

    Raises RunningError if another process holds it.
    """
    with (folder / "running.lock").open("a+", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.seek(0)
            raise RunningError(
                f"The club in {folder} is running already (process {lock.read().strip()}). "
                "End that one first, or give this one a folder of its own in LHOMBRE_VAR."
            ) from error
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield
