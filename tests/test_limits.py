"""Limits are counted in the cache: nobody makes it forget them."""

import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache

from lhombre_club import lately
from lhombre_club.environment import KEPT
from lhombre_club.helping_cache import HelpingCache


@pytest.mark.parametrize("kept", (KEPT, 300))
def test_many_counts_of_others_throw_none_out(monkeypatch, kept):
    """The twin keeps as many as Django does."""
    cache = LocMemCache("limits", {"OPTIONS": {"MAX_ENTRIES": kept}})
    monkeypatch.setattr(lately, "cache", cache)
    for _ in range(5):
        lately.one_more("mine")
    for number in range(1000):
        lately.one_more(f"other:{number}")
    assert lately.one_more("mine") == (6 if kept == KEPT else 1)
    cache.clear()


def test_the_programs_own_cache_keeps_so_many_and_so_does_it_beside_redis():
    own = caches["default"]
    assert getattr(own, "_own", own)._max_entries == KEPT
    assert HelpingCache("redis://", {})._own._max_entries == KEPT
