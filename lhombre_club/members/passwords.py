"""Which passwords are too easily guessed, and how many are worked out at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from threading import BoundedSemaphore
from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from lhombre_club.members.models import User
from lhombre_club.members.reasons import SetupReason
from lhombre_club.refusal import in_turn

DIFFERENT: Final = 5
"""So many different characters at least; a password of twelve has twice as many by chance."""
ROWS: Final = ("qwertyuiopå", "asdfghjklæø", "zxcvbnm", "1234567890")
"""The keys as they lie; whoever runs along them types no word."""
IN_ROW: Final = 0.6
"""The part of the steps that may go along a row or the alphabet, which words hardly do."""
BESIDE_NAME: Final = 4
"""So many characters at least besides the user name."""
AT_ONCE: Final = 2
"""Each takes a processor and fifty megabytes while it is worked out."""
PATIENCE: Final = 3.0
"""Seconds that another log-in waits for its turn."""

WITH_WAITING: Final = 4
"""These and those who wait: half the threads of the web server stay for everything else."""

_turns = BoundedSemaphore(AT_ONCE)
_places = BoundedSemaphore(WITH_WAITING)


class EasilyGuessedValidator:
    """Refuses blanks, few characters over and over, runs along the keys, and the user name."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError with what is wrong with it."""
        plain = "".join(password.casefold().split())
        if not plain:
            raise ValidationError(_("This password is only blanks."), code="blanks")
        name = user.username.casefold() if user else ""
        if name and name in plain and len(plain.replace(name, "")) < BESIDE_NAME:
            raise ValidationError(
                _("This password is little more than the user name."), code="user_name"
            )
        if len(set(plain)) < DIFFERENT:
            raise ValidationError(
                _("This password has the same few characters over and over."), code="repeats"
            )
        if _runs(plain):
            raise ValidationError(
                _("This password runs along the alphabet, the numbers or the keys."), code="runs"
            )

    def get_help_text(self) -> str:
        """Say it before."""
        return _("Not the same few characters over and over, and not the user name.")


def _runs(plain: str) -> bool:
    steps = [_is_step(one, other) for one, other in pairwise(plain)]
    return sum(steps) > IN_ROW * len(steps)


def _is_step(one: str, other: str) -> bool:
    """Whether the characters are neighbours in the alphabet, in counting, or on the keys."""
    if abs(ord(one) - ord(other)) == 1:
        return True
    return any(one + other in row or other + one in row for row in ROWS)


@contextmanager
def _turn() -> Iterator[None]:
    with (
        in_turn(_places, 0, SetupReason.BUSY),
        in_turn(_turns, PATIENCE, SetupReason.BUSY),
    ):
        yield


class QueuedArgon2(Argon2PasswordHasher):
    """Argon2, for few passwords at a time, so that many log-ins at once do not stop a round.

    Refused for BUSY when others take too long, and at once where enough of them wait.
    """

    def encode(self, password: str, salt: str) -> str:
        """Work the password out, in its turn."""
        with _turn():
            return str(super().encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        """Compare the password, in its turn."""
        with _turn():
            return bool(super().verify(password, encoded))
