"""Who has tried the wrong password too often: he at his address, or the device known to us.

A browser in which somebody has logged in gets a signed cookie. What is tried from it under his
name is counted by itself, so that strangers who try his name shut him out of no device of his. All
names together, made-up ones too, have a limit at an address, which tells nobody which are real.
"""

import secrets
from typing import Any, Final

from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.signals import user_login_failed
from django.db.models import Sum
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from lhombre_club import known as known_device
from lhombre_club.known import Known
from lhombre_club.members.domain import security
from lhombre_club.members.logins.passwords import Asker
from lhombre_club.members.models import SecurityNote, User
from lhombre_club.visitors import address_of, counted_at

Kind = SecurityNote.Kind
OF_AN_ADDRESS: Final = 50
"""So many wrong passwords under whatever names close an address to devices that are not known."""
NAMES: Final = 8
"""So many of its users a device remembers."""


def remember(request: HttpRequest, response: HttpResponseBase, user: User) -> HttpResponseBase:
    """Let the browser be known from now on as one of the user's."""
    known = _known(request)
    names = [name for name in known["names"] if name != user.username]
    said: Known = {"device": known["device"], "names": [*names, user.username][-NAMES:]}
    response.set_cookie(
        known_device.cookie(),
        known_device.sealed(said),
        max_age=known_device.KEPT,
        secure=settings.SITE_TLS,
        httponly=True,
        samesite="Lax",
    )
    return response


def is_known(request: HttpRequest, user: User) -> bool:
    """Whether the browser is known as one of the user's."""
    return user.username in _known(request)["names"]


def _known(request: HttpRequest) -> Known:
    said = known_device.read(request.COOKIES.get(known_device.cookie(), ""))
    return said or {"device": secrets.token_hex(12), "names": []}


def counted_as(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """Under which name a try is counted: the typed one, or that one on a device of his."""
    name, device = _tried(request, credentials)
    return f"{name} on {device}" if device else name


def counted_by(request: HttpRequest, credentials: dict[str, Any] | None) -> list[Any]:
    """What is counted together: a name on a known device, wherever that is; else at an address."""
    _name, device = _tried(request, credentials)
    return ["username"] if device else [["username", "ip_address"]]


def asker(request: HttpRequest) -> Asker:
    """For whom a password is worked out that was typed where anybody may log in."""
    said = known_device.read(request.COOKIES.get(known_device.cookie(), ""))
    if said:
        return Asker(f"device {said['device']}", is_known=True)
    return Asker(f"address {counted_at(request)}", is_known=False)


def _tried(request: HttpRequest, credentials: dict[str, Any] | None) -> tuple[str, str]:
    """The name that was typed, and the device if it is known as one of his."""
    name = str((credentials or {}).get("username") or "")
    known = _known(request)
    return name, known["device"] if name in known["names"] else ""


class Brake(AxesDatabaseHandler):  # type: ignore[misc]  # axes ships no types
    """The counts of axes, and that of an address."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Return the failures that count against this try."""
        failures = int(super().get_failures(request, credentials))
        _name, device = _tried(request, credentials)
        if device:
            return failures
        lately = AccessAttempt.objects.filter(
            ip_address=request.axes_ip_address,  # type: ignore[attr-defined]
            attempt_time__gte=get_cool_off_threshold(request),
        )
        all_ = lately.aggregate(sum=Sum("failures_since_start"))["sum"] or 0
        return max(failures, settings.AXES_FAILURE_LIMIT) if all_ >= OF_AN_ADDRESS else failures


@receiver(pre_save, sender=AccessAttempt)
def _keep_no_fields(instance: AccessAttempt, **_kwargs: Any) -> None:
    """Keep the count alone: axes adds the fields of each try to those of the tries before."""
    instance.get_data = instance.post_data = ""


@receiver(user_login_failed)
def _note(credentials: dict[str, Any], request: HttpRequest | None = None, **_kwargs: Any) -> None:
    """Note it for the directors; the program's own look at a password is no try."""
    if request is not None:
        is_second = not credentials.keys().isdisjoint({"code", "passkey"})
        kind = Kind.WRONG_CODE if is_second else Kind.REFUSED
        name = str(credentials.get("username", ""))
        security.note_refused(name, address_of(request), kind=kind)
