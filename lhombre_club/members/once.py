"""A form that is sent twice is stored once: back and send again, or two clicks for one."""

import hashlib
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from lhombre_club.environment import cookie_name
from lhombre_club.members.models import SentForm

FIELD: Final = "once"
"""The hidden field with the mark of a form that was shown; the tag ``csrf_token`` draws it."""
CAME_FROM: Final = "came_from"
"""The hidden field with the page that a form was first asked for; the answer to a form has it."""
SAYS_WHERE: Final = frozenset({"members:choose-club"})
"""What only says how the pages look to somebody may be said again at any time."""
NEW: Final = re.compile("^csrfmiddlewaretoken$|(^|-)id$")
"""Fields that are drawn anew each time that a page is fetched, and say nothing of the content."""
KEPT: Final = timedelta(days=2)
"""Who goes back further than this sends anew, once the worker has tidied."""
MOST_MESSAGES: Final = 10
"""Sentences that wait for the next page, the newest: packed, a cookie would hold thousands."""
PATIENCE: Final = 5.0
"""Seconds that a second click waits for what the first one started."""


def forget_old() -> None:
    """Forget the forms that nobody sends a second time any more."""
    SentForm.objects.filter(sent_at__lt=timezone.now() - KEPT).delete()


class Cookie(CookieStorage):
    """Messages in a cookie, which is called as the others are."""

    key_salt = "lhombre_club.members.once"
    """Not Django's: what was packed while there was no limit is read no more."""

    @property
    def cookie_name(self) -> str:  # type: ignore[override]  # it is settled when it is asked for
        """The name of the cookie."""
        return cookie_name("messages", tls=settings.SITE_TLS)


class Storage(FallbackStorage):
    """Messages for the next page; knows whether one of them says that something was refused."""

    storage_classes = (Cookie, SessionStorage)

    def add(self, level: int, message: str, extra_tags: str | None = "") -> None:
        """Keep the message, and that it was one of those."""
        if level >= messages.ERROR:
            self.request.refused = True  # type: ignore[attr-defined]
        super().add(level, message, extra_tags)

    def _store(
        self, messages: Sequence[Message], response: HttpResponse, *words: Any, **named: Any
    ) -> list[Any]:
        """Keep the newest: who never looks at a page would have the next one full of them."""
        newest = list(messages)[-MOST_MESSAGES:]
        return list(super()._store(newest, response, *words, **named))  # type: ignore[misc]


class OnceMiddleware:
    """Leads a form that was stored already to where it led then, and stores nothing.

    The same form is the same mark with the same content: what was changed before it was sent
    again is something new, and so is what was refused, or answered with a page that asks more.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Stand before ``get_response``."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Hand the request on, and remember where it led if it stored something."""
        response = self.get_response(request)
        key = getattr(request, "sent_form", None)
        if key is not None:
            stored = response.status_code == HTTPStatus.FOUND and not hasattr(request, "refused")
            if stored:
                SentForm.objects.filter(pk=key).update(location=response["Location"][:500])
            else:
                SentForm.objects.filter(pk=key).delete()
        return response

    def process_view(
        self, request: HttpRequest, view: object, _args: object, _named: object
    ) -> HttpResponse | None:
        """Answer what was stored already; a visitor's log-in is none of it."""
        # The API reads its own bodies, and its writers bring ids of their own.
        key = None if getattr(view, "csrf_exempt", False) else _key(request)
        if key is None:
            return None
        sent, first = SentForm.objects.get_or_create(pk=key)
        if first:
            request.sent_form = key  # type: ignore[attr-defined]
            return None
        location = _led_to(sent)
        if location:
            messages.info(request, _("That was sent already. It is stored once."))
        else:
            messages.warning(request, _("That was sent already. Look whether it is stored."))
        return redirect(location or came_from(request))


def _key(request: HttpRequest) -> str | None:
    """Return what tells this form with this content from every other; None where none was sent."""
    if request.method != "POST" or not request.user.is_authenticated:
        return None
    if request.resolver_match is None or request.resolver_match.view_name in SAYS_WHERE:
        return None
    if not request.POST.get(FIELD):
        return None
    said = [(name, values) for name, values in request.POST.lists() if not NEW.search(name)]
    files = [
        (name, [f"{file.name} {file.size}" for file in sent])
        for name, sent in request.FILES.lists()
    ]
    text = f"{request.user.pk} {request.path} {urlencode(sorted(said + files), doseq=True)}"
    return hashlib.sha256(text.encode()).hexdigest()


def _led_to(sent: SentForm) -> str:
    """Return where it led, once that is known; empty if it takes too long or came to nothing."""
    until = time.monotonic() + PATIENCE
    while not sent.location and time.monotonic() < until:
        time.sleep(0.1)
        found = SentForm.objects.filter(pk=sent.pk).first()
        if found is None:
            break
        sent = found
    return sent.location


def came_from(request: HttpRequest) -> str:
    """Return the page of ours that sent this request; the first page where the browser hides it.

    A form in the answer to a form says it, since that answer cannot be fetched where it was sent.
    """
    page = ""
    with suppress(MultiPartParserError, SuspiciousOperation):  # no form can be read of what came
        page = request.POST.get(CAME_FROM, "")
    page = page or request.headers.get("Referer", "")
    return page if url_has_allowed_host_and_scheme(page, {request.get_host()}) else "/"
