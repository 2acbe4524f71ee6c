"""A connection that is read and written without waiting, and the time that each part of it has.

The main thread reads it and sends on what is left of an answer; in between a thread of the program
has it, which finds the whole request here and leaves its answer here.
"""

import socket
import ssl
import time
from contextlib import suppress
from enum import Enum, auto
from tempfile import SpooledTemporaryFile
from typing import Any, Final

from gunicorn import http

from lhombre_club.bodies import ANYBODYS
from lhombre_club.visitors import house_of, is_trusted, visitor
from lhombre_club.web.arriving import LONGEST_HEAD, Arriving, forget
from lhombre_club.web.asked import Asked
from lhombre_club.web.greetings import Greetings
from lhombre_club.web.wrapped import Wrapped

HEAD_SECONDS: Final = 10.0
"""For the first line and the headers of a request, with the greetings of TLS before."""
BODY_SECONDS: Final = 30.0
LEAST_RATE: Final = 32 * 1024
"""Bytes a second: what is long has ``BODY_SECONDS`` and one for so many; a photo eight minutes."""
TURN_SECONDS: Final = 60.0
"""For a whole request that waits for a thread: by then nobody waits for its answer."""
LINGER_SECONDS: Final = 5.0
"""For who still sends: closed at once, the connection would lose the answer that tells him why."""
CHUNK: Final = 64 * 1024
AT_ONCE: Final = 4
"""Chunks that are taken of one connection before the others have their turn."""
GREETING: Final = b"\x16"
"""The first byte of TLS, and of no method."""
LATER: Final = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class Stage(Enum):
    """What a connection is at."""

    ARRIVING = auto()
    WORKING = auto()
    LEAVING = auto()
    LINGERING = auto()


class Held:
    """A connection, in the form in which gthread's threads know connections and sockets."""

    initialized = data_ready = True
    is_http2 = False

    def __init__(self, cfg: Any, real: socket.socket, client: Any, tls: Greetings | None) -> None:
        """Hold a socket that was accepted from the address of a client."""
        self.raw, self.tls, self.client = real, tls, client
        self.real: socket.socket | Wrapped = real
        """What it is read and written by: the socket, or TLS around it."""
        # Not the listener's, which on all networks is no address: so the machine knows itself.
        self.server = real.getsockname()
        self.address = str(self.client[0])
        self.house = self.asks = house_of(self.address) or ""
        """Where it is counted, and who asks: behind a proxy, whom it names."""
        self.device = self.house
        """Which device of those who ask there, as far as it is told from others."""
        self.is_known = False
        """Whether somebody has logged in there."""
        self.is_everybodys = True
        """Whether its request may be for a page that is drawn for everybody."""
        self.number = real.fileno()
        real.settimeout(0)
        self.stage = Stage.ARRIVING
        self.since = time.monotonic()
        self.until = self.since + HEAD_SECONDS
        """When its time is over, on the monotonic clock."""
        self.events = 0
        """What the worker waits for on it."""
        self.is_plain = tls is None
        self.keeps = True
        """Whether it is kept for a next request after this answer."""
        self._request = self._next()
        self._early = b""
        self._left = SpooledTemporaryFile(max_size=ANYBODYS)  # noqa: SIM115 -- closed by close()
        self._left_size = 0
        self._chunk = b""
        self.parser = http.get_parser(cfg, self, self.client)
        self.sock = self

    @property
    def size(self) -> int:
        """How many bytes are held for it."""
        return self._request.size + self._left_size

    @property
    def asked(self) -> Asked | None:
        """What it asks for, if that may be answered at once; not where more has come after it."""
        return None if self._early else self._request.asked

    @property
    def has_asked(self) -> bool:
        """Whether it is known what it asks for."""
        return self.stage is not Stage.ARRIVING or self._request.due is not None

    @property
    def is_whole(self) -> bool:
        """Whether its request is here, and waits for a thread."""
        return self.stage is Stage.WORKING

    @property
    def wants_turn(self) -> bool:
        """Whether TLS holds something with which it can go on, though nothing comes."""
        return isinstance(self.real, Wrapped) and self.real.wants_turn

    # --- the main thread ------------------------------------------------------------------

    def receive(self) -> bool:
        """Take what has come; return whether a request is whole. Raises OSError: he has gone."""
        if self._early:
            self._keep(self._early)
        for _ in range(AT_ONCE):
            if self._request.is_whole:
                break
            try:
                data = self._opened().recv(CHUNK)
            except LATER:
                return False
            if not data:
                raise ConnectionResetError
            self._keep(data)
        if not self._request.is_whole:
            return False
        self.stage = Stage.WORKING
        self._give(TURN_SECONDS)
        return True

    def has_gone(self) -> bool:
        """Whether the other side has broken off the connection, or says that it sends no more.

        No browser says so while it waits for an answer; who sends and goes does, a thousand times.
        """
        try:
            return not self.raw.recv(1, socket.MSG_PEEK)
        except LATER:
            return False
        except OSError:
            return True

    def _opened(self) -> socket.socket | Wrapped:
        """Return the socket, with TLS around it where the client begins with it."""
        if self.tls is not None and self.raw.recv(1, socket.MSG_PEEK) == GREETING:
            self.real = self.tls.greet(self.raw, self.address)
        elif self.tls is not None:
            self.is_plain = True
        self.tls = None
        return self.real

    def _keep(self, data: bytes) -> None:
        """Keep bytes of a request; its parts have their time from when they begin."""
        if not self._request.size:
            self._give(HEAD_SECONDS)
        in_head = self._request.due is None
        self._early = self._request.take(data)
        if in_head and self._request.due is not None:
            self.asks = house_of(visitor(self.address, self._request.forwarded)) or ""
            self.device = f"{self.asks} {self._request.known or self._request.device}"
            self.is_known = bool(self._request.known)
            self.is_everybodys = self._request.is_everybodys
            self._give(BODY_SECONDS + self._request.due / LEAST_RATE)
            if self._request.waits_for_word:
                self.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _next(self) -> Arriving:
        return Arriving(is_heard=is_trusted(self.address))

    def _give(self, seconds: float) -> None:
        self.since = time.monotonic()
        self.until = self.since + seconds

    def leave(self, keeps: bool) -> None:  # noqa: FBT001 -- what the thread returned
        """Begin to send what the thread has left; ``keeps`` if another request may follow."""
        self.stage = Stage.LEAVING
        is_read = self._request.close() and not self.parser.unreader.buf.getvalue()
        self.keeps = keeps and is_read and self.keeps and not self._request.is_last
        self._request = self._next()
        try:
            self._left.seek(0)
        except OSError:  # the disk is full
            self.keeps, self._left_size = False, 0
        self._give(BODY_SECONDS + self._left_size / LEAST_RATE)

    def answer(self, whole: bytes, *, keeps: bool) -> None:
        """Begin to send an answer that no thread has given; the request has no body."""
        self._request.read(LONGEST_HEAD)
        self._chunk, self._left_size = whole, len(whole)
        self.leave(keeps)

    def flush(self) -> bool:
        """Send on; return whether everything has gone. Raises OSError."""
        while self._left_size:
            self._chunk = self._chunk or self._left.read(CHUNK)
            sent = self._send(self._chunk)
            if not sent:
                return False
            self._chunk = self._chunk[sent:]
            self._left_size -= sent
        return not isinstance(self.real, Wrapped) or self.real.push()

    def rest(self, seconds: float) -> None:
        """Be there for the next request."""
        self.stage = Stage.ARRIVING
        forget(self._left)
        self._left = SpooledTemporaryFile(max_size=ANYBODYS)  # noqa: SIM115 -- as above
        self._give(seconds)

    def linger(self) -> None:
        """Say that nothing more comes, and wait for the other side to say the same."""
        self.stage = Stage.LINGERING
        self._give(LINGER_SECONDS)
        self.raw.shutdown(socket.SHUT_WR)

    def discard(self) -> None:
        """Throw away what has come. Raises OSError when the other side has gone."""
        with suppress(*LATER):
            for _ in range(AT_ONCE):
                if not self.raw.recv(CHUNK):
                    raise ConnectionResetError

    def end(self) -> None:
        """Close it, and forget what was held for it."""
        self.raw.close()
        self._request.close()
        forget(self._left)

    # --- the thread, for whom this is the socket ------------------------------------------

    def init(self) -> None:
        """Have nothing to do: what gthread does here has been done."""

    def setblocking(self, _blocks: bool) -> None:  # noqa: FBT001 -- as a socket has it
        """Go on without waiting."""

    def gettimeout(self) -> float:
        """Return that nothing waits."""
        return 0.0

    def recv(self, size: int) -> bytes:
        """Return bytes of the request; none at its end, where a socket would wait."""
        return self._request.read(size)

    def sendall(self, data: bytes) -> None:
        """Send what goes at once and keep the rest."""
        rest = data if self._left_size else data[self._send(data) :]
        self._left.write(rest)
        self._left_size += len(rest)

    send = sendall

    def shutdown(self, _how: int) -> None:
        """End with what was sent: the answer is broken off."""
        self.keeps = False
        raise ConnectionAbortedError

    def close(self) -> None:
        """End with what was sent; the main thread closes the connection."""
        self.keeps = False

    def _send(self, data: bytes) -> int:
        """Send what goes at once; return how much has gone."""
        sent = 0
        try:
            while sent < len(data):
                sent += self.real.send(data[sent : sent + CHUNK])
        except LATER:
            pass
        return sent
