"""A log-in in two steps: who has given the right password, and is asked for a code yet.

Until then nobody is logged in: the session says whose password it was, for a few minutes. A code is
asked for by Django's own ``authenticate``, so that it has the limits and the notes of a password.
"""

from typing import Final

from django.contrib.auth import login
from django.contrib.auth.backends import BaseBackend
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from lhombre_club.members import domain
from lhombre_club.members.models import User
from lhombre_club.visitors import address_of

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
"""That of a log-in, by whatever somebody is known."""
HALFWAY: Final = "halfway"
"""Under which key a session has whose password was right."""
CODE_AT: Final = "code_at"
"""Under which key a log-in has when a code was given last; one of a password alone has none."""
PATIENCE: Final = 600
"""Seconds for which the password need not be typed again."""


class CodeBackend(BaseBackend):
    """Knows somebody by a code. It logs nobody in."""

    def authenticate(  # type: ignore[override]  # as Django has it, by what it is asked with
        self, request: HttpRequest, *, username: str, code: str
    ) -> User | None:
        """Return the user of a right code, which is used up by that."""
        user = User.objects.filter(username=username, is_active=True).first()
        is_his = user and domain.is_right(user, code, address=address_of(request))
        return user if is_his else None


def begin(request: HttpRequest, user: User, onward: str) -> HttpResponse:
    """Lead whose password was right to where the code is asked for."""
    request.session.cycle_key()
    request.session[HALFWAY] = {
        "user": str(user.pk),
        "password": user.get_session_auth_hash(),
        "at": timezone.now().timestamp(),
        "onward": onward,
    }
    return redirect("members:code")


def halfway(request: HttpRequest) -> tuple[User, str] | None:
    """Return who is to give a code, and where he wants to go; None where nobody is."""
    said = request.session.get(HALFWAY)
    if not said or not 0 <= timezone.now().timestamp() - said["at"] < PATIENCE:
        return None
    user = User.objects.filter(pk=said["user"], is_active=True).first()
    if user is None or not constant_time_compare(said["password"], user.get_session_auth_hash()):
        return None
    return user, said["onward"]


def finish(request: HttpRequest, user: User) -> None:
    """Log in whose code was right."""
    login(request, user, backend=BACKEND)
    request.session.pop(HALFWAY, None)
    confirm(request)


def confirm(request: HttpRequest) -> None:
    """Let the log-in say that a code was given just now."""
    request.session[CODE_AT] = timezone.now().timestamp()
