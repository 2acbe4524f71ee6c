"""A table that everybody sees: drawn once for all who look, at most once a second."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.utils.safestring import SafeString
from django.utils.translation import get_language

STALEST = 3
"""Seconds after which nobody is shown the old table any more, whoever draws the next."""
KEPT = 3600
"""Seconds that a table is kept which nobody asks for."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table as it was at one moment."""

    tag: str
    """The ETag of what it shows, in which words."""
    table: SafeString
    at: float
    """When it was last seen to be what there is: seconds, by the machine's clock."""

    @property
    def is_fresh(self) -> bool:
        """Whether it is shown without a look at what there is; a clock set back does not say so."""
        return 0 <= time.time() - self.at < settings.STANDINGS_SECONDS

    @property
    def is_old(self) -> bool:
        """Whether it is shown no more while another draws the next."""
        return not 0 <= time.time() - self.at < STALEST


def drawn(whose: UUID, draw: Callable[[Drawn | None], tuple[str, SafeString]]) -> Drawn:
    """Return the public table of an event or a season in the language of the request.

    ``draw`` returns the tag and the table, and is given what was drawn last. A hundred results a
    second and hundreds of readers cost one drawing a second: whoever comes first makes it, and
    the others are shown the last one meanwhile. A fresh one is returned without the database.
    """
    key = f"standings:drawn:{whose}:{get_language()}"
    kept: Drawn | None = cache.get(key)
    if kept and kept.is_fresh:
        return kept
    mine = cache.add(f"{key}:drawing", value=True, timeout=STALEST)
    if kept and not mine and not kept.is_old:
        return kept
    try:
        at = time.time()
        tag, table = draw(kept)
        new = Drawn(tag, table, at)
        cache.set(key, new, KEPT)
        return new
    finally:
        if mine:
            cache.delete(f"{key}:drawing")
