"""TLS around a socket, to which OpenSSL is given one record at a time.

It answers records that bring no data, new keys and refused greetings, for as long as they come, in
one call: who sends them without end would stop the thread that reads for all.
"""

import socket
import ssl
from contextlib import suppress
from typing import Final

HEADER: Final = 5
"""Bytes before a record: its kind, the version, and in two how long it is."""
LONGEST: Final = HEADER + 16 * 1024 + 2048
"""Bytes of a record, the most that any version of TLS lets it have."""
WITHOUT_DATA: Final = 32
"""Records without data of a connection: a greeting has five or so, and a browser no others before
it says that it ends. They are 600 KB at most, and a few thousandths of a second."""
AT_ONCE: Final = 64 * 1024
"""Bytes that are encrypted and held until the socket has taken them."""


class Wrapped:
    """Reads and writes without waiting, as a socket does whose time limit is nought."""

    def __init__(self, raw: socket.socket, context: ssl.SSLContext) -> None:
        """Greet, by the certificate of ``context``, whoever sends over ``raw``."""
        self._raw = raw
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out, server_side=True)
        self._came = bytearray()
        """What is not yet a whole record, or comes after one."""
        self._unsent = b""
        self._without_data = 0

    @property
    def wants_turn(self) -> bool:
        """Whether it can go on as soon as the socket takes something, though nothing comes."""
        return bool(self._whole() or self._unsent or self._out.pending)

    def _whole(self) -> int:
        """Return how long the first record is; 0 while it is not here."""
        if len(self._came) < HEADER:
            return 0
        size = HEADER + int.from_bytes(self._came[3:HEADER])
        if size > LONGEST:  # which OpenSSL refuses by its header
            return len(self._came)
        return size if size <= len(self._came) else 0

    def recv(self, size: int) -> bytes:
        """Return the data of the next record, none at the end; ``size`` is at least a record's.

        Raises SSLWantReadError where none has come, and OSError where TLS is broken.
        """
        self.push()
        if not self._whole():
            more = self._raw.recv(LONGEST - len(self._came))
            if not more:
                return b""
            self._came += more
        while whole := self._whole():
            self._in.write(self._came[:whole])
            del self._came[:whole]
            with suppress(ssl.SSLWantReadError):
                return self._read(size)
            self._without_data += 1
            if self._without_data > WITHOUT_DATA:
                raise ConnectionAbortedError
        raise ssl.SSLWantReadError

    def _read(self, size: int) -> bytes:
        """Read what the record brings, and send what TLS says to it, an alert as well."""
        try:
            return self._tls.read(size)
        finally:
            self.push()

    def send(self, data: bytes) -> int:
        """Encrypt what can go soon; return how much. Raises BlockingIOError: nothing yet."""
        if not self.push():
            raise BlockingIOError
        taken = self._tls.write(data[:AT_ONCE])
        self.push()
        return taken

    def push(self) -> bool:
        """Send on what is encrypted; return whether all has gone. Raises OSError."""
        while True:
            self._unsent = self._unsent or self._out.read(AT_ONCE)
            if not self._unsent:
                return True
            try:
                sent = self._raw.send(self._unsent)
            except BlockingIOError:
                return False
            self._unsent = self._unsent[sent:]
