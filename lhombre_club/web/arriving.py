"""A request on its way in: from the bytes that have come, whether the whole of it is here."""

import re
from contextlib import suppress
from functools import cache
from tempfile import SpooledTemporaryFile
from typing import IO, Final

from django.conf import settings

from lhombre_club import known
from lhombre_club.bodies import A_FILES, ANYBODYS
from lhombre_club.web.asked import Asked, read

END_OF_HEAD: Final = b"\r\n\r\n"
LONGEST_HEAD: Final = 16 * 1024
"""Bytes, nearly gunicorn's longest line, longest cookies and the longest address of a page before.
What is longer is not read, and has no end."""
LONGEST_BODY: Final = A_FILES + ANYBODYS
"""Bytes of a device in which somebody has logged in, of others ``ANYBODYS``; of what is longer
nothing is kept, since the program refuses it by its length alone."""
LONGEST_FIELD: Final = 8190
"""Bytes of a header; gunicorn refuses a longer one, and to take one apart takes long."""
_LENGTH: Final = re.compile(rb"\r\ncontent-length[ \t]*:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
_COOKIES: Final = re.compile(rb"\r\ncookie[ \t]*:([^\r\n]*)", re.IGNORECASE)
_FORWARDED: Final = re.compile(rb"\r\nx-forwarded-for[ \t]*:([^\r\n]*)", re.IGNORECASE)
_EXPECTS: Final = re.compile(rb"\r\nexpect[ \t]*:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE)

_OURS: Final = re.compile(
    rb"[A-Z]+ /(?:account|api|bonuses|calendar|cash|club|corrections|e|entries|events|flags|honours"
    rb"|me|members|money|offices|papers|payments|penalties|photos|post|protests|rounds|seasons|security"
    rb"|static|tables|tonight|tray)/"
)
"""What costs little where it is not known who asks; what is written otherwise is not among it."""


def forget(file: IO[bytes]) -> None:
    """Close a file that nobody needs any more: on a full disk that fails, and nothing is lost."""
    with suppress(OSError):
        file.close()


def _cookies(head: bytes) -> bytes:
    return b";".join(_COOKIES.findall(head))[:LONGEST_FIELD]


@cache
def _valued(name: str, value: bytes) -> re.Pattern[bytes]:
    """Find a cookie of ours; Python's reader takes long for some that are none of ours.

    It begins with the name itself, which is looked for twenty times as fast as what may stand
    before it.
    """
    named = re.escape(name).encode() + b"="
    return re.compile(named + rb"(?<=[; \t]" + named + rb")(" + value + rb")(?=;|$)")


def _value(head: bytes, name: str, value: bytes) -> str:
    found = _valued(name, value).search(b";" + _cookies(head))
    return found[1].decode() if found else ""


def _known(head: bytes) -> str:
    """Return the name of the device that sends it, if somebody has logged in there."""
    said = _value(head, known.cookie(), rb"[0-9A-Za-z_:.-]+")
    found = known.read(said) if said else None
    return found["device"] if found else ""


def _device_in(head: bytes) -> str:
    """Return the key of the session that it is of; of who has none, the cookie of his forms."""
    session = _value(head, settings.SESSION_COOKIE_NAME, rb"[0-9a-z]{32}")
    return session or _value(head, settings.CSRF_COOKIE_NAME, rb"[0-9A-Za-z]{32}")


class Arriving:
    """What has come of one request.

    Only its end is looked for here; what it says is read by gunicorn, who gets these bytes and no
    others. So a request that the two understand otherwise is refused, and nobody waits for more.
    """

    def __init__(self, *, is_heard: bool = False) -> None:
        """Begin with nothing; ``is_heard`` where a proxy of ours sends it."""
        self._is_heard = is_heard
        self.size = 0
        """Bytes that have come."""
        self.due: int | None = None
        """How many it has, as soon as its head is here."""
        self.is_last = False
        """Whether it is not known what comes after it on its connection."""
        self.waits_for_word = False
        """Whether its sender sends the body when he is told to go on."""
        self.forwarded = ""
        """For whom a proxy of ours says that it sends it, and by which others."""
        self.known = ""
        """The device that sends it, if somebody has logged in there; no session is asked for."""
        self.device = ""
        """By what a device is told from others, which nobody has proved: the key of the session it
        says it is of, or the cookie that it was given with a form; empty: by nothing."""
        self.is_everybodys = True
        """Whether it may be for a page that is drawn for everybody."""
        self.asked: Asked | None = None
        """What it asks for, where that may be known without Django."""
        self._head = bytearray()
        self._file = SpooledTemporaryFile(max_size=ANYBODYS)  # noqa: SIM115 -- closed by close()

    @property
    def is_whole(self) -> bool:
        """Whether all of it is here."""
        return self.size == self.due

    def take(self, data: bytes) -> bytes:
        """Keep what is of this request; return what comes after it."""
        if self.due is None:
            searched = max(0, len(self._head) - len(END_OF_HEAD) + 1)
            self._head += data
            self.size = len(self._head)
            end = self._head.find(END_OF_HEAD, searched, LONGEST_HEAD)
            if end < 0 and self.size < LONGEST_HEAD:
                return b""
            self.due = self._read_head(end)
            data, self.size = bytes(self._head), 0
            self._head.clear()
        own = data[: self.due - self.size]
        self._file.write(own)
        self.size += len(own)
        if self.is_whole:
            self._file.seek(0)
        return data[len(own) :]

    def _read_head(self, end: int) -> int:
        """Return of how many bytes the request is whose head ends there; -1 where it does not."""
        if end < 0:
            self.is_last = True
            return LONGEST_HEAD
        head = bytes(self._head[: end + 2])
        size = end + len(END_OF_HEAD)
        if self._is_heard:
            self.forwarded = b",".join(_FORWARDED.findall(head)).decode("latin-1")
        self.known = _known(head)
        self.device = _device_in(head)
        self.is_everybodys = _OURS.match(head) is None
        self.asked = read(head, is_heard=self._is_heard) if self.is_everybodys else None
        found = _LENGTH.search(head)
        length = int(found[1]) if found else 0
        is_long = length > ANYBODYS and not (length <= LONGEST_BODY and self.known)
        if is_long or b"\r\ntransfer-encoding" in head.lower():
            self.is_last = True
            return size
        self.waits_for_word = bool(length and _EXPECTS.search(head))
        return size + length

    def read(self, size: int) -> bytes:
        """Return the next bytes of a request that is whole; none at its end."""
        return self._file.read(size)

    def close(self) -> bool:
        """Forget it; return whether all of it was read."""
        try:
            return self.is_whole and not self._file.read(1)
        except OSError:  # the disk is full, and its last bytes are not on it
            return False
        finally:
            forget(self._file)
