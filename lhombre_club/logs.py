"""What the logs say: a line of JSON for each event, with the request it belongs to and no people.

A library puts names, codes and addresses into its messages. So of its lines only the sentence is
written that it fills in, and of an error what it is and where it happened, never what it says.
"""

import fcntl
import json
import logging
import re
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from logging.handlers import WatchedFileHandler
from pathlib import Path
from types import TracebackType
from typing import Final
from uuid import uuid4

from django.http import HttpRequest
from django.http.response import HttpResponseBase

HEADER: Final = "X-Request-ID"
OURS: Final = ("lhombre_club", "tournaments", "scoring")
"""Whose messages name no people: rows by their keys, and tables by event, round and number."""
REFUSES: Final = "django.security."
"""Who says by its name alone why a request was refused. Where in Django that was would be three
times as much as all else of it, and a stranger would soon have what failed out of the files."""
LARGEST: Final = 5_000_000  # bytes; a longer file is put aside
KEPT: Final = 5
"""So many files are kept beside the one that is written."""
KEPT_DAYS: Final = 365
"""So long a file is kept after it was put aside, if no newer one takes its place before."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
DEEPEST: Final = 40  # frames of an error
ROOT: Final = Path(__file__).resolve().parent.parent
_FITS: Final = re.compile(r"[A-Za-z0-9-]{8,64}")
_PERSONAL: Final = tuple(
    re.compile(each)
    for each in (
        r"[^\s@]+@[^\s@,;]+",  # an e-mail address, or a server's with a password
        r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])",
        r"(?<![\w:])(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{1,4}(?![\w:])",
        r"(?<=/home/)[^/\s]+|(?<=/Users/)[^/\s]+|(?<=/media/)[^/\s]+(?=/)",
    )
)
_request: ContextVar[str] = ContextVar("request", default="")
_device: ContextVar[bool] = ContextVar("device", default=False)

logger = logging.getLogger("lhombre_club.requests")


class RequestMiddleware:
    """Gives each request an id, which its lines and its answer carry, and writes a line of it.

    The line has the name of the route and not the address, which holds codes and names.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Stand before ``get_response``."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and say how long it took."""
        token = _request.set(_id(request.headers.get(HEADER, "")))
        _device.set(False)
        began = time.perf_counter()
        try:
            response = self.get_response(request)
            response[HEADER] = _request.get()
            facts = {
                "method": request.method if request.method in METHODS else "",
                "route": request.resolver_match.view_name if request.resolver_match else "",
                "status": response.status_code,
                "ms": round(1000 * (time.perf_counter() - began)),
                "actor": _kind(request),
            }
            logger.info("answered", extra={"facts": facts})
            return response
        finally:
            _request.reset(token)


def note_kept(given: str, route: str, status: int, began: float) -> str:
    """Write the line of a request that is answered by what was kept; return its id.

    ``began`` is when, by ``time.perf_counter``.
    """
    token = _request.set(_id(given))
    try:
        ms = round(1000 * (time.perf_counter() - began))
        facts = {"method": "GET", "route": route, "status": int(status), "ms": ms, "actor": "none"}
        logger.info("answered", extra={"facts": facts})
        return _request.get()
    finally:
        _request.reset(token)


def _id(given: str) -> str:
    """Return under which id a request is written: its own, by a proxy that counts as well."""
    return given if _FITS.fullmatch(given) else uuid4().hex[:12]


def _kind(request: HttpRequest) -> str:
    """Return what sort of visitor it was, if the view asked; to ask here might be a query more."""
    if _device.get():
        return "device"
    user = getattr(request, "_cached_user", None)
    return "user" if user is not None and user.is_authenticated else "none"


def by_device() -> None:
    """Note that it is a device, let in by a table's link, that acts in this request."""
    _device.set(True)


def request_id() -> str:
    """Return the id of the request that is being answered; empty outside of one.

    A task has that of the request that rang for it.
    """
    return _request.get()


def take_up(request: str) -> None:
    """Write under the id of that request from now on; under none where it is empty."""
    _request.set(request)


class Lines(logging.Formatter):
    """Writes a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "says": _says(record),
        }
        if request := request_id():
            said["request"] = request
        said |= getattr(record, "facts", {})
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not record.name.startswith(REFUSES):
            said["error"] = list(_chain(error))
        return json.dumps(said, ensure_ascii=False)


def _says(record: logging.LogRecord) -> str:
    """Return the message, if it is ours; else only what there is to be filled in."""
    if record.name.partition(".")[0] in OURS:
        said = record.getMessage()
        for pattern in _PERSONAL:  # what failed may have said where, and as whom
            said = pattern.sub("…", said)
        return said
    # Without anything to be filled in it has been filled in already.
    return str(record.msg) if record.args else f"{record.module}:{record.lineno}"


def _chain(error: BaseException | None) -> Iterator[dict[str, object]]:
    """What an error is, and where; then what it came from."""
    while error is not None:
        kind = type(error)
        yield {
            "is": f"{kind.__module__}.{kind.__qualname__}",
            "where": list(_frames(error.__traceback__))[-DEEPEST:],
        }
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _frames(trace: TracebackType | None) -> Iterator[str]:
    while trace is not None:
        code = trace.tb_frame.f_code
        path = Path(code.co_filename)
        place = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        yield f"{place}:{trace.tb_lineno} {code.co_name}"
        trace = trace.tb_next


class RotatedFile(WatchedFileHandler):
    """A file that all processes write to, a line at a time; who makes it too long puts it aside.

    The others find that it has gone and begin the new one; what they were writing then is in the
    old one, whole.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        super().emit(record)
        try:
            if self.stream is not None and self.stream.tell() > LARGEST:
                self._put_aside()
        except OSError:
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 -- logging's name
        """Say nothing: a line that cannot be written is lost, and Python's own word has names."""

    def _put_aside(self) -> None:
        here = Path(self.baseFilename)
        with here.with_suffix(".lock").open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            if not here.exists() or here.stat().st_size <= LARGEST:
                return  # another process was first
            for number in range(KEPT, 0, -1):
                older = _aside(here, number - 1)
                if older.exists():
                    older.replace(_aside(here, number))


def _aside(here: Path, number: int) -> Path:
    return here.with_suffix(f".{number}{here.suffix}") if number else here


def forget_old(here: Path) -> int:
    """Remove the files beside ``here`` that were put aside long ago; return how many."""
    until = time.time() - KEPT_DAYS * 86_400
    files = (_aside(here, number) for number in range(1, KEPT + 1))
    old = [file for file in files if file.exists() and file.stat().st_mtime < until]
    for file in old:
        file.unlink(missing_ok=True)
    return len(old)
