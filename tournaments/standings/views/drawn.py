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
"""Seconds after which who comes waits for the next table, and as long at the most."""
GIVEN_UP = 10
"""Seconds after which who draws is taken to have died, and another begins."""
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
    took: float
    """Seconds that this took."""

    @property
    def is_fresh(self) -> bool:
        """Whether it is shown without a look at what there is; a clock set back does not say so.

        What is slow rests as long as it takes, so that those who enter results have their turn.
        """
        return 0 <= time.time() - self.at < settings.STANDINGS_SECONDS * max(1, 2 * self.took)

    @property
    def is_old(self) -> bool:
        """Whether nobody has looked for so long that it is not shown while another draws."""
        return not 0 <= time.time() - self.at < max(STALEST, 4 * self.took)


def drawn(whose: UUID, draw: Callable[[Drawn | None], tuple[str, SafeString]]) -> Drawn:
    """Return the public table of an event or a season in the language of the request.

    ``draw`` returns the tag and the table, and is given what was drawn last. A hundred results a
    second and hundreds of readers cost one drawing a second: whoever comes first makes it, and
    the others are shown the last one meanwhile, or if that is old the next. A fresh one is
    returned without the database.

    Nobody draws beside another. If each who finds an old one did, a machine that is too slow for
    one drawing would have to make one for each reader, and would never be done.
    """
    key = f"standings:drawn:{whose}:{get_language()}"
    waits_until = time.monotonic() + STALEST
    while True:
        kept: Drawn | None = cache.get(key)
        if kept and kept.is_fresh:
            return kept
        mine = cache.add(f"{key}:drawing", value=True, timeout=GIVEN_UP)
        if mine:
            break
        late = time.monotonic() >= waits_until
        if kept and (late or not kept.is_old):
            return kept
        if late:
            break
        time.sleep(0.02)
    try:
        at = time.time()
        tag, table = draw(kept)
        new = Drawn(tag, table, at, time.time() - at)
        cache.set(key, new, KEPT)
        return new
    finally:
        if mine:
            cache.delete(f"{key}:drawing")
