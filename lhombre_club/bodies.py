"""How much anybody may send: what is longer is refused before a byte of it is read.

A body is read as a whole before a form is looked at, a file is written to the disk. Without a limit
that comes first, a stranger fills it from the page where people log in.
"""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from itertools import islice
from typing import Any, Final, TypeVar
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _

from lhombre_club.numbers import read_whole

ANYBODYS: Final = 64 * 1024
"""Bytes that a stranger or a table's device may send: a result is a thousandth of it."""
A_FILES: Final = 16_000_000
"""Bytes that somebody who is logged in may send to a page that takes a file."""
MOST_PARTS: Final = 200
"""Of a form in which a stranger could send a file; forms here have a twentieth."""
MOST_COOKIES: Final = 60
"""Of a request; a browser sends a dozen."""
PART: Final = b"--"
"""With what begins, somewhere in a line, whatever ends a part: its boundary."""

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def takes_a_file(view: View) -> View:
    """Mark a view to which those who are logged in may send a file."""
    view.takes_a_file = True  # type: ignore[attr-defined]
    return view


def in_utf8(application: WSGIApplication) -> WSGIApplication:
    """Let every request be read as UTF-8, in which all pages are, whatever it says of itself.

    Of what is said beside the kind only where a form's parts end is kept. Django refuses a form in
    other letters, and fails where the page that says so looks at that form; with letters that are
    none it fails before anything of ours could answer; and long words it reads in a time that
    grows as their square.
    """

    def read(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        kind, *words = environ.get("CONTENT_TYPE", "").split(";")
        named = (word for word in words if word.partition("=")[0].strip().lower() == "boundary")
        kept = islice(named, 1)
        return application({**environ, "CONTENT_TYPE": ";".join([kind, *kept])}, start)

    return read


def with_plain_cookies(application: WSGIApplication) -> WSGIApplication:
    """Leave out the cookies in quotes, and those after the first ``MOST_COOKIES``.

    None of ours has quotes. A Python before 3.11.10 and 3.12.6 reads what is in quotes in a time
    that grows as its square: a quarter of a second for one of 8 KB (CVE-2024-7592).
    """

    def read(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        cookies = environ.get("HTTP_COOKIE", "")
        if '"' in cookies or cookies.count(";") >= MOST_COOKIES:
            first = cookies.split(";", MOST_COOKIES)[:MOST_COOKIES]
            kept = (cookie for cookie in first if '"' not in cookie)
            environ = {**environ, "HTTP_COOKIE": ";".join(kept)}
        return application(environ, start)

    return read


def without_accept(application: WSGIApplication) -> WSGIApplication:
    """Leave out which kinds of answers a visitor takes: no page and no file here has two.

    Django and its REST framework take long for many kinds, 80 ms for two thousand, and longer for
    what stands beside one, 0.17 s for 8 KB; letters there that are none are a fault where the
    language is chosen.
    """

    def read(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        kept = {name: said for name, said in environ.items() if name != "HTTP_ACCEPT"}
        return application(kept, start)

    return read


class BodyMiddleware:
    """Refuses what is too long. It stands before whatever reads a body."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Stand before ``get_response``."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Hand the request on; nothing of its body was read."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, _args: Any, _named: Any
    ) -> HttpResponse | None:
        """Answer in place of the view where too much is sent."""
        length = _length(request)
        if length <= ANYBODYS:
            return self._refused_parts(request)
        if not request.user.is_authenticated:
            return _refused(request, _("Only those who are logged in may send so much."))
        takes_a_file = getattr(view, "takes_a_file", False)
        limit = A_FILES if takes_a_file else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if length <= limit:
            return None
        most = limit // 1_000_000
        sentence = _("That is too large: at most %(most)d MB are taken here. Send less at a time.")
        return _refused(request, sentence % {"most": most})

    def _refused_parts(self, request: HttpRequest) -> HttpResponse | None:
        """Answer a stranger whose form is in a thousand parts, each of which takes long to read."""
        if request.content_type != "multipart/form-data" or request.user.is_authenticated:
            return None
        boundary = (request.content_params or {}).get("boundary", "").encode()
        if request.body.count(PART + boundary) <= MOST_PARTS:
            return None
        return _refused(request, _("Only those who are logged in may send so much."))


def _length(request: HttpRequest) -> int:
    """Return how many bytes are to come; of what does not say so none is read."""
    length = read_whole(request.META.get("CONTENT_LENGTH") or "0")
    return A_FILES + 1 if length is None else length


def _refused(request: HttpRequest, sentence: str) -> HttpResponse:
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    if request.path.startswith("/api/"):
        return JsonResponse({"detail": sentence}, status=status)
    request.POST = QueryDict()  # a page reads it: now there is none to read
    return render(request, "refused.html", {"sentences": [sentence]}, status=status)
