"""What everybody sees alike: drawn once for all who look, at most once a second."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar
from uuid import UUID
from zlib import crc32

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.safestring import SafeString
from django.utils.translation import get_language

KEY: Final = "worked"
"""What is kept begins with it; another shape of it needs another, since a cache outlives us."""
SECONDS: Final = 3600
"""How long anything is kept for which nobody asks."""
STALEST = 3
"""Seconds after which who comes waits for the next table, and as long at the most."""
ALIKE: Final = "alike"
"""Under which name an answer has what ``for_all`` says of it."""
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

    @property
    def read_by(self) -> tuple[str, str]:
        """Return where and in which language it is read."""
        return self.address, self.language


def for_all(
    answer: HttpResponseBase, worked: Worked[Any], request: HttpRequest
) -> HttpResponseBase:
    """Let the web server give this answer to others too, without asking the program again.

    Nothing in it may hang on who asks, beside the language and the ``ETag`` that he has.
    """
    match = request.resolver_match
    if request.method == "GET" and match and request.get_full_path() == request.path:
        language = str(get_language())
        setattr(answer, ALIKE, Alike(worked, request.path, language, match.view_name))
    return answer


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
