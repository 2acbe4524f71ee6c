"""How often one house is greeted by TLS: each time costs the server its key, and the house nothing.

With a long key of RSA that takes the main thread five thousandths of a second, in which nobody else
is read.
"""

import socket
import ssl
import time
from collections import Counter
from typing import Final

from lhombre_club.visitors import house_of, is_trusted

MOST: Final = 128
"""Greetings of one house in ``SECONDS``: sixty phones behind one address, each twice, are fewer."""
SECONDS: Final = 2.0


class Greetings:
    """The greetings of the last seconds, by house; a proxy stands for many, and is not counted."""

    def __init__(self, context: ssl.SSLContext) -> None:
        """Greet by the certificate of ``context``."""
        self._context = context
        self._greeted: Counter[str] = Counter()
        self._until = 0.0

    def greet(self, real: socket.socket, address: str) -> ssl.SSLSocket:
        """Return a socket with TLS around it. Raises OSError: its house was greeted enough."""
        now = time.monotonic()
        if now >= self._until:
            self._greeted.clear()
            self._until = now + SECONDS
        house = house_of(address) or ""
        self._greeted[house] += 1
        if self._greeted[house] > MOST and not is_trusted(address):
            raise ConnectionRefusedError
        return self._context.wrap_socket(real, server_side=True, do_handshake_on_connect=False)
