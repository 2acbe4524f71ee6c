"""What was worked out of one version of an event, kept until it is worked out of another.

The version is not part of the key. If it were, each would stay: a process's own cache looks whether
something has run out only when it is asked for, and nobody asks for an old version again.
"""

from typing import Any

from django.core.cache import cache

from lhombre_club.drawn import SECONDS


def kept(key: str, tag: str) -> Any:
    """Return what was kept under ``key`` of the state that ``tag`` names; None if that is gone."""
    found = cache.get(key)
    return found[1] if found and found[0] == tag else None


def keep(key: str, tag: str, value: object) -> None:
    """Keep ``value`` in the place of whatever was kept under ``key``."""
    cache.set(key, (tag, value), SECONDS)
