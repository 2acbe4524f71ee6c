"""How often somebody did something lately: limits that stand in the cache and in no table."""

import time
from typing import Final

from django.core.cache import cache

SECONDS: Final = 600
"""How long a count goes on."""
TOGETHER: Final = 3
"""So many times as often as one device may do something, all of one address may together."""


def one_more(key: str, seconds: int = SECONDS) -> int:
    """Count one more and return how many there were; what a cache has forgotten begins anew.

    Each stretch of time has a count of its own: what was counted under a clock that was ahead
    stays there when the clock is put back, and bars nobody until then.
    """
    key = f"{key}:{int(time.time()) // seconds}"
    try:
        return int(cache.incr(key))
    except ValueError:
        cache.set(key, 1, seconds)
        return 1


def too_often(
    deed: str, most: int, *, device: str, address: str | None, alone: bool = False
) -> bool:
    """Count a deed once more; whether it was done too often by now.

    A device that is known is counted by itself, so that no other in the room uses up what it may
    do; those that are not are one. What was refused does not count against the whole address, and
    who is counted ``alone`` is not asked what others there have done.
    """
    if one_more(f"{deed}:{device or address}") > most:
        return True
    return not alone and one_more(f"{deed}:{address}:together") > most * TOGETHER
