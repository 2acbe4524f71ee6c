"""Whether a web server on this machine still answers: a process may live and do nothing."""

import socket
import time
from typing import Final

EVERY: Final = 30.0
"""Seconds between two questions, which is as long as one waits for its answer."""
MOST_MISSED: Final = 4
"""Questions in a row without an answer: a slow machine answers one of them."""
STARTS_WITHIN: Final = 300.0
"""Seconds; before its first answer a server is starting, and on a slow machine that takes long."""
QUESTION: Final = b"GET /health/live/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


class Probe:
    """Asks again and again without ever waiting; any answer will do."""

    def __init__(self, port: int, every: float = EVERY) -> None:
        """Ask on this port of this machine, with so many seconds between two questions."""
        self.port, self.every = port, every
        self._asked: socket.socket | None = None
        self._unsent = b""
        self.begin()

    def begin(self) -> None:
        """Begin anew, for a server that is starting."""
        self._forget()
        self.missed = 0
        """Questions in a row that were not answered."""
        self._has_answered = False
        self._born = time.monotonic()
        self._next = self._born + self.every

    def is_silent(self) -> bool:
        """Look for an answer, and ask anew when it is time; return whether it answers no more."""
        if self._asked is not None and self._answered(self._asked):
            self._forget()
            self._has_answered = True
            self.missed = 0
        if (now := time.monotonic()) >= self._next:
            is_up = self._has_answered or now - self._born > STARTS_WITHIN
            self.missed += is_up and self._asked is not None
            self._next = now + self.every
            self._ask()
        return self.missed >= MOST_MISSED

    def _ask(self) -> None:
        self._forget()
        self._asked = socket.socket()
        self._asked.settimeout(0)
        self._unsent = QUESTION
        self._asked.connect_ex(("127.0.0.1", self.port))

    def _answered(self, asked: socket.socket) -> bool:
        try:
            self._unsent = self._unsent and self._unsent[asked.send(self._unsent) :]
            return bool(asked.recv(1))
        except OSError:
            return False

    def _forget(self) -> None:
        if self._asked is not None:
            self._asked.close()
        self._asked = None
