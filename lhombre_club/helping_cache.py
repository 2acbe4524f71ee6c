"""Redis as a cache that helps and is never needed.

Where it is down, silent, full or emptied, what is kept lies in this process for a while: a page
is answered as before, and a limit still counts.
"""

import logging
import time
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

from lhombre_club.environment import KEPT

DEAF_SECONDS = 10
"""How long a server that did not answer is left alone."""

logger = logging.getLogger(__name__)


class HelpingCache(RedisCache):
    """A cache in Redis, and in this process while Redis does not answer."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Keep what cannot be kept there under the same settings, without those of a server."""
        super().__init__(server, params)
        self._own = LocMemCache("helping", {**params, "OPTIONS": {"MAX_ENTRIES": KEPT}})
        self._deaf_until = 0.0

    def _ask(self, name: str, *words: Any, **named: Any) -> Any:
        if time.monotonic() >= self._deaf_until:
            try:
                return getattr(super(), name)(*words, **named)
            except RedisError as error:
                logger.warning("Redis does not help for a while: %s", error)
                self._deaf_until = time.monotonic() + DEAF_SECONDS
        return getattr(self._own, name)(*words, **named)

    def get(self, *words: Any, **named: Any) -> Any:
        """As Django's."""
        return self._ask("get", *words, **named)

    def set(self, *words: Any, **named: Any) -> None:
        """As Django's."""
        self._ask("set", *words, **named)

    def add(self, *words: Any, **named: Any) -> Any:
        """As Django's."""
        return self._ask("add", *words, **named)

    def incr(self, *words: Any, **named: Any) -> Any:
        """As Django's: a key that is not there is a ValueError."""
        return self._ask("incr", *words, **named)

    def delete(self, *words: Any, **named: Any) -> Any:
        """As Django's."""
        return self._ask("delete", *words, **named)
