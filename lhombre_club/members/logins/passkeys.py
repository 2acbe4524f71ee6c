"""Where a passkey can be asked for, and what a form says that one has answered."""

import json
from typing import Final
from urllib.parse import urlsplit

from django.contrib.auth import authenticate
from django.contrib.auth.backends import BaseBackend
from django.http import HttpRequest

from lhombre_club.members.domain import passkeys
from lhombre_club.members.domain.passkeys import Answer, Question, Site
from lhombre_club.members.models import User
from lhombre_club.visitors import is_address

ANSWER: Final = "passkey"
"""The field of a form that says what a passkey has answered; one without it holds a code."""
LONGEST: Final = 20_000
"""Letters of an answer; one has a thousand or two."""
LOCAL: Final = "localhost"


class PasskeyBackend(BaseBackend):
    """Knows somebody, whose password was right, by a passkey. It logs nobody in."""

    def authenticate(  # type: ignore[override]  # as Django has it, by what it is asked with
        self, request: HttpRequest, *, username: str, passkey: Answer
    ) -> User | None:
        """Return the user whose passkey has answered the question of the form."""
        user = User.objects.filter(username=username, is_active=True).first()
        site = site_of(request)
        if user is None or site is None:
            return None
        return passkeys.proved_by(site, request.POST.get("question", ""), passkey, user)


def site_of(request: HttpRequest) -> Site | None:
    """Return where a passkey is asked; None where no browser would ask one.

    They ask by HTTPS, or on the computer itself, and under a name: an address of numbers is none.
    """
    scheme, place = request.scheme or "", request.get_host()
    host = urlsplit(f"//{place}").hostname or ""
    is_safe = request.is_secure() or host == LOCAL
    return Site(host, f"{scheme}://{place}") if is_safe and not is_address(host) else None


def asked(request: HttpRequest, user: User | None = None) -> Question | None:
    """Return what a page asks one of his passkeys, or anybody's; None: it cannot ask."""
    site = site_of(request)
    return passkeys.to_prove(site, user) if site else None


def answered(request: HttpRequest) -> bool:
    """Whether the form that was sent holds the answer of a passkey."""
    return ANSWER in request.POST


def answer_of(request: HttpRequest) -> Answer:
    """Return the answer; an empty one where it says nothing."""
    text = request.POST.get(ANSWER, "")
    try:
        said = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        said = None
    return said if isinstance(said, dict) else {}


def proves(request: HttpRequest, user: User) -> bool:
    """Whether a passkey of his has answered; counted by the brake as a code is."""
    known = authenticate(request, username=user.username, passkey=answer_of(request))
    return known is not None


def known_by(request: HttpRequest) -> User | None:
    """Return who has answered by a passkey that saw his finger or PIN, with no password."""
    site = site_of(request)
    if site is None:
        return None
    return passkeys.proved_by(site, request.POST.get("question", ""), answer_of(request))
