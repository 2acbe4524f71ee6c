"""Which passwords are too easily guessed, and how many are worked out at a time."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import pairwise
from threading import BoundedSemaphore, Lock
from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from lhombre_club.members.models import User
from lhombre_club.members.reasons import SetupReason
from lhombre_club.refusal import Refusal, in_turn

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
OF_STRANGERS: Final = 1
"""Of these, for all devices together in which nobody has logged in: one is always for the others,
however many strangers try a password."""
PATIENCE: Final = 3.0
"""Seconds that another log-in waits for its turn."""
WITH_WAITING: Final = 4
"""These and those who wait: half the threads of the web server stay for everything else."""
STRANGERS_WITH_WAITING: Final = 2
"""Beside them, so that no stranger waits in the place of a device that is known."""

_turns = BoundedSemaphore(AT_ONCE)
_places = BoundedSemaphore(WITH_WAITING)
_turns_of_strangers = BoundedSemaphore(OF_STRANGERS)
_places_of_strangers = BoundedSemaphore(STRANGERS_WITH_WAITING)
_trying: set[str] = set()
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom a password is worked out."""

    key: str
    """The device if it is known, else the address; who has one tries one password at a time."""
    is_known: bool


_asker: ContextVar[Asker | None] = ContextVar("asker", default=None)


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
def worked_out_for(asker: Asker) -> Iterator[None]:
    """Work out for ``asker`` what is asked inside, in this thread.

    Without it a password is the program's own matter, or that of who was let in already.
    """
    token = _asker.set(asker)
    try:
        yield
    finally:
        _asker.reset(token)


@contextmanager
def _turn() -> Iterator[None]:
    asker = _asker.get()
    with ExitStack() as held:
        if asker:
            held.enter_context(_alone(asker.key))
        if asker and not asker.is_known:
            held.enter_context(in_turn(_places_of_strangers, 0, SetupReason.BUSY))
            held.enter_context(in_turn(_turns_of_strangers, PATIENCE, SetupReason.BUSY))
        else:
            held.enter_context(in_turn(_places, 0, SetupReason.BUSY))
        held.enter_context(in_turn(_turns, PATIENCE, SetupReason.BUSY))
        yield


@contextmanager
def _alone(key: str) -> Iterator[None]:
    """Refuse a second try of the same asker while the first is worked out, or waits."""
    with _lock:
        if key in _trying:
            raise Refusal(SetupReason.BUSY)
        _trying.add(key)
    try:
        yield
    finally:
        with _lock:
            _trying.remove(key)


class QueuedArgon2(Argon2PasswordHasher):
    """Argon2, for few passwords at a time, so that many log-ins at once do not stop a round.

    Refused for BUSY when others take too long, and at once where enough of them wait or the same
    asker has one worked out. What strangers try makes no device wait in which somebody has logged
    in, but for one turn.
    """

    def encode(self, password: str, salt: str) -> str:
        """Work the password out, in its turn."""
        with _turn():
            return str(super().encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        """Compare the password, in its turn."""
        with _turn():
            return bool(super().verify(password, encoded))
