"""Addresses that are worked out of the installation's own key, so that nothing of them is kept.

A token says the key of a row and proves that this program made it, for one use, and of what the
row was then. It is told in a letter again and again, where one that is kept as a digest could not.
"""

import base64
import binascii
from typing import Final
from uuid import UUID

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

_PROOF: Final = 16
"""Bytes: 128 bits, nobody guesses them."""
_LETTERS: Final = 52
"""32 bytes without the signs that fill up."""


def token_of(row: UUID, *, use: str, was: str = "") -> str:
    """Return the token of a row for a ``use``; what it ``was`` has to be the same later."""
    return _text(row.bytes + _proof(row, use, was, settings.SECRET_KEY))


def row_in(token: str) -> UUID | None:
    """Return of which row a token says that it is; None where it is no token."""
    try:
        data = base64.b32decode(token.upper() + "====", casefold=False)
    except (binascii.Error, ValueError):
        return None
    return UUID(bytes=data[:_PROOF]) if len(token) == _LETTERS else None


def is_of(token: str, row: UUID, *, use: str, was: str = "") -> bool:
    """Whether a token is of the row, for this use; an earlier key of the installation holds too."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    good = [_text(row.bytes + _proof(row, use, was, key)) for key in keys]
    return any(constant_time_compare(token, each) for each in good)


def _proof(row: UUID, use: str, was: str, key: str) -> bytes:
    made = salted_hmac(f"members.{use}", f"{row} {was}", secret=key, algorithm="sha256")
    return made.digest()[:_PROOF]


def _text(data: bytes) -> str:
    """Say it in small letters and the figures 2 to 7, as a member's own link is said."""
    return base64.b32encode(data).decode("ascii").lower().rstrip("=")
