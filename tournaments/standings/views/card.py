"""The picture that a messenger shows of an event, and the words beside it."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from lhombre_club.drawn import Drawn, answered, drawn
from tournaments.models import Event
from tournaments.standings.pages.card import SIZE, picture, told
from tournaments.standings.queries.kept import keep, kept
from tournaments.standings.views.shown import released, tag_of


@require_safe
def card(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Answer with the picture, or 304; drawn once for each version of the event."""
    event = released(pk)
    tag = tag_of(event)
    return answered(request, tag, lambda: _kept(event, tag), content_type="image/png")


def _kept(event: Event, tag: str) -> bytes:
    key = f"card:{event.pk}:{get_language()}"
    found: bytes | None = kept(key, tag)
    if found is None:
        found = picture(event)
        keep(key, tag, found)
    return found


def shared(event: Event) -> dict[str, object]:
    """Return what the head of a page says to messengers."""
    words = drawn(f"told:{event.pk}", lambda last: _draw(event, last)).table
    at = reverse("tournaments:card", args=[event.pk])
    width, height = SIZE
    return {
        "description": words,
        "card": {"url": f"{settings.PUBLIC_URL}{at}", "width": width, "height": height},
    }


def _draw(event: Event, last: Drawn | None) -> tuple[str, SafeString]:
    tag = tag_of(event)
    if last and last.tag == tag:
        return tag, last.table
    return tag, escape(told(event))
