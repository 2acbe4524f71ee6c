"""A code asked for again: for money, offices, what is kept, and opening a round again.

A log-in may stand open for a day. Whoever has a second step types a code once more before he does
one of these; what he sent waits for it, as what is sent after a log-in has idled.
"""

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from lhombre_club.members import once
from lhombre_club.members.logins import sessions
from lhombre_club.members.logins.second import CODE_AT, confirm

AGAIN: Final = 15 * 60
"""Seconds after a code, or after the last thing that it was asked for, until it is asked for anew:
who ticks payments all evening is asked once."""
NOTED_EVERY: Final = 60
"""Each would otherwise be a write."""


class AgainMiddleware:
    """Stands before what is done, and before a form counts as sent."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand before ``get_response``."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Hand the request on."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _args: object, _named: object
    ) -> HttpResponse | None:
        """Ask for a code where the view wants one, and the last was long ago."""
        if request.method not in getattr(view, "asks_again", ()):
            return None
        given = request.session.get(CODE_AT) if request.user.is_authenticated else None
        if given is None:
            return None
        since = timezone.now().timestamp() - given
        if 0 <= since < AGAIN:
            if since > NOTED_EVERY:
                confirm(request)
            return None
        return _asked(request)


def _asked(request: HttpRequest) -> HttpResponse:
    onward = request.get_full_path()
    if request.method == "POST":
        onward = once.came_from(request)
        if getattr(request, "htmx", None) or not sessions.hold(request, why=sessions.CODE):
            messages.info(request, _("It was not sent yet: type the code, and send it once more."))
    there = f"{reverse('members:again')}?{urlencode({'next': onward})}"
    return HttpResponseClientRedirect(there) if getattr(request, "htmx", None) else redirect(there)
