"""How often somebody did something lately: limits that stand in the cache and in no table."""

import time
from typing import Final

from django.core.cache import cache

SECONDS: Final = 600
"""How long a count goes on."""


def one_more(key: str) -> int:
    """Count one more and return how many there were; what a cache has forgotten begins anew.

    Each stretch of time has a count of its own: what was counted under a clock that was ahead
    stays there when the clock is put back, and bars nobody until then.
    """
    key = f"{key}:{int(time.time()) // SECONDS}"
    try:
        return int(cache.incr(key))
    except ValueError:
        cache.set(key, 1, SECONDS)
        return 1
