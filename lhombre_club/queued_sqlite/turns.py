"""Taking turns: whoever asked first is called first.

A ``threading.Lock`` promises no order: whoever runs just then may have it again, and again.
"""

import os
from collections import deque
from threading import Lock, RLock


class Turns:
    """What may be had by one at a time."""

    def __init__(self) -> None:
        """Let nobody have it yet."""
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forget whoever waits; in a forked child there is none of them."""
        # Reentrant: a turn that is forgotten may be found wherever rubbish is collected.
        self.guard = RLock()
        self.waiting: deque[Lock] = deque()
        self.taken = False

    def call_next(self) -> None:
        """Let the first in the queue have it, unless somebody does. Call it under the guard."""
        if self.waiting and not self.taken:
            self.taken = True
            self.waiting.popleft().release()


class Turn:
    """A place in the queue, and the turn once it has come; it ends at the latest when forgotten."""

    def __init__(self, turns: Turns) -> None:
        """Queue."""
        self._turns, self._over = turns, False
        self._called = Lock()
        self._called.acquire()
        with turns.guard:
            turns.waiting.append(self._called)
            turns.call_next()

    def comes_within(self, seconds: float) -> bool:
        """Wait for the turn; return whether it has come."""
        return self._called.acquire(timeout=seconds)

    def end(self) -> None:
        """Let the next have it, or leave the queue. Doing it twice is once."""
        turns = self._turns
        with turns.guard:
            if self._over:
                return
            self._over = True
            try:
                turns.waiting.remove(self._called)
            except ValueError:  # it was called
                turns.taken = False
                turns.call_next()

    __del__ = end


_OF_DATABASE: dict[str, Turns] = {}


def turns_of(database: str) -> Turns:
    """Return the turns of this process at writing to ``database``."""
    return _OF_DATABASE.setdefault(database, Turns())


def _begin_anew() -> None:
    for turns in _OF_DATABASE.values():
        turns.begin_anew()


os.register_at_fork(after_in_child=_begin_anew)
