"""The worker whose first child dies while it says that it is done: with the lock in its hand."""

import os
import signal
from pathlib import Path
from typing import Any

from billiard.pool import READY
from billiard.queues import SimpleQueue

from lhombre_club.celery import app

__all__ = ["app"]

_put = SimpleQueue.put


def put(queue: Any, said: Any) -> None:
    """Say something to the parent, but for the first time that something is done."""
    if isinstance(said, tuple) and said[0] == READY and _first():
        queue._wlock.acquire()
        os.kill(os.getpid(), signal.SIGKILL)
    _put(queue, said)


def _first() -> bool:
    try:
        (Path(os.environ["LHOMBRE_VAR"]) / "died").mkdir()
    except FileExistsError:
        return False
    return True


SimpleQueue.put = put  # type: ignore[assignment, method-assign]
