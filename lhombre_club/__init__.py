"""Settings, addresses and the two apps every club needs: its people and its paper."""

from lhombre_club.queued_sqlite import library

library.choose()

from lhombre_club.celery import app as celery_app  # noqa: E402 -- the library is chosen first

__all__ = ["celery_app"]
