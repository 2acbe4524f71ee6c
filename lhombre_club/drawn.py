"""What everybody sees alike: drawn once for all who look, at most once a second."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any, Final, Generic, TypeAlias, TypeVar
from uuid import UUID
from zlib import crc32

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from lhombre_club import known

KEY: Final = "worked"
"""What is kept begins with it; another shape of it needs another, since a cache outlives us."""
SECONDS: Final = 3600
"""How long anything is kept for which nobody asks."""
STALEST = 3
"""Seconds after which who comes waits for the next table, and as long at the most."""
ALIKE: Final = "alike"
"""Under which name an answer has what ``answered_alike`` says of it."""
PAGES: Final = 128
"""Whole pages that are kept at most."""
GIVEN_UP = 30
"""Seconds after which who draws is taken to have died, and another begins."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Worked(Generic[T]):
    """What was worked out, such as a table, as it was at one moment."""

    own: str
    """Of what it is, in which language."""
    tag: str
    """The ETag of what it shows, in which words."""
    table: T
    at: float
    """When it was last seen to be what there is: seconds, by the machine's clock."""
    took: float
    """Seconds that this took."""

    @property
    def is_fresh(self) -> bool:
        """Whether it is shown without a look at what there is; a clock set back does not say so.

        What is slow rests three times as long as it takes, at least as long as it takes where that
        is seconds, so that those who enter results have their turn.
        """
        rests = max(1, 2 * self.took, min(STALEST - 1, 4 * self.took))
        return 0 <= time.time() - self.at < settings.STANDINGS_SECONDS * rests

    @property
    def is_old(self) -> bool:
        """Whether nobody has looked for so long that it is not shown while another draws."""
        return not 0 <= time.time() - self.at < max(STALEST, 4 * self.took)


Drawn: TypeAlias = Worked[SafeString]
"""A part of a page."""
Draw: TypeAlias = Callable[[Worked[T] | None], tuple[str, T]]
"""Returns the tag and the table, and is given what was drawn last."""


@dataclass(frozen=True, slots=True)
class Alike:
    """That an answer is the same for everybody who asks there in its language, and how long."""

    worked: Worked[Any]
    """Of which it is made; its tag is that of the answer."""
    address: str
    """The path, without a question after it."""
    language: str
    route: str
    """Its name, for the log."""
    is_nobodys: bool = False
    """Whether it is so for those alone of whom no cookie says who they are."""

    def is_for(self, address: str, language: str, is_nobody: bool) -> bool:  # noqa: FBT001 -- read
        """Whether it answers who asks there, in that language."""
        is_theirs = is_nobody or not self.is_nobodys
        return is_theirs and (self.address, self.language) == (address, language)


def answered(
    request: HttpRequest,
    tag: str,
    table: Callable[[], SafeString | bytes],
    content_type: str | None = None,
) -> HttpResponseBase:
    """Answer with a page, a part of one or a picture, or with 304 where it is the same."""
    answer = get_conditional_response(request, etag=tag)
    answer = answer or HttpResponse(table(), content_type=content_type)
    answer["ETag"] = tag
    patch_cache_control(answer, no_cache=True, private=True)
    return answer


def answered_alike(
    request: HttpRequest, shown: "Worked[SafeString] | Worked[bytes]", *, is_nobodys: bool = False
) -> HttpResponseBase:
    """Answer with what was drawn for everybody; the web server may say it to others again.

    Nothing in it hangs on who asks, beside the language and the ``ETag`` that he has, or the first
    who did would be shown to all. What ``is_nobodys`` is said to those alone of whom no cookie says
    who they are.
    """
    answer = answered(request, shown.tag, lambda: shown.table)
    match = request.resolver_match
    if request.method == "GET" and match and _is_plain(request):
        language = str(get_language())
        alike = Alike(shown, request.path, language, match.view_name, is_nobodys)
        setattr(answer, ALIKE, alike)
    return answer


def once_for_all(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Draw a page once for all of whom no cookie says who they are, and for others each time.

    The view is asked as it is where the address has a question after it, and where it answers with
    anything but a page, or with one that has a form: its mark is one visitor's.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        if request.method != "GET" or not (_is_plain(request) and known.is_nobody(request.COOKIES)):
            return view(request, *args, **named)

        def draw(_last: Worked[bytes] | None) -> tuple[str, bytes]:
            answer = view(request, *args, **named)
            if answer.status_code != HTTPStatus.OK or "CSRF_COOKIE_NEEDS_UPDATE" in request.META:
                raise _OtherwiseError(answer)
            tag = hashlib.blake2b(answer.content, digest_size=16).hexdigest()
            return f'"{tag}"', answer.content

        try:
            shown = drawn(request.path, draw, places=PAGES)
        except _OtherwiseError as otherwise:
            return otherwise.answer
        found = answered_alike(request, shown, is_nobodys=True)
        patch_vary_headers(found, ("Cookie",))
        return found

    return page


class _OtherwiseError(Exception):
    """A view answered with what is not for all."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.answer = answer


def _is_plain(request: HttpRequest) -> bool:
    return request.get_full_path() == request.path


def drawn(whose: UUID | str, draw: Draw[T], *, places: int = 0) -> Worked[T]:
    """Return what everybody sees of an event, a season or a player in the language of the request.

    A hundred results a second and hundreds of readers cost one drawing a second: whoever comes
    first makes it, and the others are shown the last one meanwhile, or if that is old the next. A
    fresh one is returned without the database. Of what there are many, not more than ``places``
    are kept of all that are given as many.

    Nobody draws beside another, unless that one is given up. If each who finds an old one did, or
    none, a machine that is too slow for one drawing would have to make one for each reader, and
    would never be done.
    """
    own = f"{whose}:{get_language()}"
    drawing = f"{KEY}:{own}:drawing"
    key = f"{KEY}:{places}:{crc32(own.encode()) % places}" if places else f"{KEY}:{own}"
    began = time.monotonic()
    while True:
        kept: Worked[T] | None = _kept(key, own)
        if kept and kept.is_fresh:
            return kept
        if cache.add(drawing, value=True, timeout=GIVEN_UP):
            break
        waited = time.monotonic() - began
        if kept and (waited >= STALEST or not kept.is_old):
            return kept
        if waited >= GIVEN_UP:
            break
        time.sleep(0.02)
    try:
        at = time.time()
        tag, table = draw(kept)
        new = Worked(own, tag, table, at, time.time() - at)
        cache.set(key, new, SECONDS)
        return new
    finally:
        cache.delete(drawing)


def _kept(key: str, own: str) -> Worked[T] | None:
    """Return what was drawn last, unless its place has gone to something else."""
    kept: Worked[T] | None = cache.get(key)
    return kept if kept and kept.own == own else None
