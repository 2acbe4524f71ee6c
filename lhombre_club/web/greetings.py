"""How often one house is greeted by TLS: each time costs the server its key, and the house nothing.

With a long key of RSA that takes the main thread five thousandths of a second, in which nobody else
is read.
"""

import socket
import ssl
from typing import Final

from lhombre_club.web.often import Often
from lhombre_club.web.wrapped import Wrapped

MOST: Final = 128
"""Greetings of one house in ``SECONDS``: sixty phones behind one address, each twice, are fewer."""
SECONDS: Final = 2.0
CURVE: Final = "prime256v1"
"""On which keys are exchanged, and on nothing else: every browser has it. OpenSSL would take part
in a group of 8192 bits too, which a stranger names in 1.2 KB and which takes 0.36 s of the main
thread for each greeting (CVE-2002-20001)."""


class Greetings:
    """The greetings of the last seconds, by house."""

    def __init__(self, context: ssl.SSLContext) -> None:
        """Greet by the certificate of ``context``."""
        self._context = context
        self._greeted = Often()

    def greet(self, real: socket.socket, address: str) -> Wrapped:
        """Return TLS around a socket. Raises OSError: its house was greeted enough."""
        if self._greeted.is_too_often(address, MOST, SECONDS):
            raise ConnectionRefusedError
        return Wrapped(real, self._context)
