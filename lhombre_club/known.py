"""What the cookies of a browser tell of who asks, before anybody looks into the database.

The signed one of a browser in which somebody has logged in opens nothing. What it says can be
believed: by the web server, before anything of a body is read, and by the brake of log-ins.
"""

from collections.abc import Iterable
from typing import Final, TypedDict

from django.conf import settings
from django.core import signing

from lhombre_club.environment import cookie_name

KEPT: Final = 60 * 60 * 24 * 180
"""Seconds for which a device is known after the last log-in."""
SALT: Final = "lhombre_club.members.brake"
"""Written once: by another, no browser that is known would be known any more."""


class Known(TypedDict):
    """What it says."""

    device: str
    """By what name the device is counted."""
    names: list[str]
    """The users who have logged in there, the latest last."""


def cookie() -> str:
    """The name of the cookie."""
    return cookie_name("device", tls=settings.SITE_TLS)


def is_nobody(cookies: Iterable[str]) -> bool:
    """Whether whoever brings cookies of these names, and no others, may be anybody."""
    return {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}.issuperset(cookies)


def sealed(said: Known) -> str:
    """Return what the cookie holds."""
    return signing.dumps(said, salt=SALT)


def read(text: str) -> Known | None:
    """Return what a cookie says; None if it is not ours, or its time is over."""
    try:
        said: Known = signing.loads(text, salt=SALT, max_age=KEPT)
    except signing.BadSignature:
        return None
    return said
