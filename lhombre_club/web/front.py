"""What everybody is answered alike, given by the thread that reads for all.

Two hundred readers who ask for the standings every other second would else stand in line for a
thread, of which each gives way to those that store deals; and Django takes ten times as long to
find out what it has answered a moment ago. One of them is let in each time that what is kept is no
longer fresh, and the others are shown it meanwhile, for no longer than ``drawn`` shows it.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from threading import Lock
from typing import Any, Final, TypeAlias
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from gunicorn import SERVER
from gunicorn.util import http_date

from lhombre_club import logs
from lhombre_club.drawn import ALIKE, Alike
from lhombre_club.web.asked import Asked

MOST: Final = 128
"""Answers that are kept; the one goes first that was made anew the longest ago."""
LET_IN: Final = 1.0
"""Seconds until another is let in, where the last one that was has brought nothing."""
LONGEST: Final = 1_000_000
"""Bytes of an answer that is kept."""
OWN: Final = logs.HEADER.lower()
"""The header that each answer has for itself."""
Headers: TypeAlias = list[tuple[str, str]]
Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as Django gives it to one."""

    status: str
    """With its reason, as in the first line."""
    headers: Headers
    body: bytes

    @property
    def head(self) -> bytes:
        """Return all of its head that others may have too, but for the empty line."""
        lines = [f"{name}: {said}\r\n" for name, said in self.headers if name.lower() != OWN]
        first = f"HTTP/1.1 {self.status}\r\nServer: {SERVER}\r\n"
        return "".join([first, *lines]).encode("latin-1")


@dataclass(slots=True)
class _Kept:
    """What is answered at one address, in one language."""

    alike: Alike
    parts: dict[int, tuple[bytes, bytes]]
    """By its status, the head that all have and the body."""
    let_in: float = 0.0
    """When somebody was last let in to have it drawn anew; on the monotonic clock."""


class Front:
    """The answers that are kept, of one process."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[Key, _Kept] = {}
        self._turn = Lock()
        self.lets_in = False
        """Whether who was answered by nothing last is the one who has it made anew."""

    def noting(self, application: WSGIApplication) -> WSGIApplication:
        """Return the program, of whose answers those are kept that are alike for all."""

        def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
            status, headers = "", list[tuple[str, str]]()

            def noted(now: str, with_: Headers, *error: Any) -> Any:
                nonlocal status, headers
                status, headers = now, with_
                return start(now, with_, *error)

            found = application(environ, noted)
            alike: Alike | None = getattr(found, ALIKE, None)
            conn: Any = environ.get("gunicorn.socket")
            asked: Asked | None = conn.asked if alike else None
            # Who he is and what he reads in was found by Django once more.
            if alike and asked and alike.is_for(*asked.by):
                said = Answer(status, headers, b"".join(found))
                self.keep((conn.is_plain, *asked.key), alike, said)
            return found

        return answer

    def answer(self, asked: Asked, *, is_plain: bool) -> bytes | None:
        """Return the whole answer; None where Django is to give it."""
        began = time.perf_counter()
        kept = self._kept.get((is_plain, *asked.key))
        self.lets_in = False
        if kept is None or (kept.alike.is_nobodys and not asked.is_nobody):
            return None
        if not self._is_good(kept):
            return None
        is_same = asked.tag == kept.alike.worked.tag
        status = HTTPStatus.NOT_MODIFIED if is_same else HTTPStatus.OK
        if status not in kept.parts:
            return None
        head, body = kept.parts[status]
        name = logs.note_kept(asked.id, kept.alike.route, status, began)
        own = (
            f"Date: {http_date()}\r\n{logs.HEADER}: {name}\r\n"
            f"Connection: {'keep-alive' if asked.keeps else 'close'}\r\n\r\n"
        )
        return b"".join([head, own.encode("ascii"), body])

    def _is_good(self, kept: _Kept) -> bool:
        worked = kept.alike.worked
        if worked.is_fresh:
            return True
        now = time.monotonic()
        self.lets_in = now - kept.let_in >= LET_IN
        if self.lets_in:
            kept.let_in = now
        return not (self.lets_in or worked.is_old)

    def keep(self, key: Key, alike: Alike, answer: Answer) -> None:
        """Keep an answer of Django's, unless a later one is here."""
        names = [name.lower() for name, _ in answer.headers]
        if "set-cookie" in names or "content-length" not in names or len(answer.body) > LONGEST:
            return
        with self._turn:
            before = self._kept.pop(key, None)
            parts: dict[int, tuple[bytes, bytes]] = {}
            if before and before.alike.worked.tag == alike.worked.tag:
                parts = before.parts
            if before and before.alike.worked.at > alike.worked.at:
                self._kept[key] = before
                return
            parts = {**parts, int(answer.status[:3]): (answer.head, answer.body)}
            self._kept[key] = _Kept(alike, parts)
            if len(self._kept) > MOST:
                del self._kept[next(iter(self._kept))]
