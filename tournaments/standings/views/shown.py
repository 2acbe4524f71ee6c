"""What pages that everybody sees have in common: which events, in which state, and asked again."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.safestring import SafeString
from django.utils.timezone import localdate

from lhombre_club.club_words.speaking import tongue
from lhombre_club.drawn import Drawn, for_all
from lhombre_club.members.shown import state
from tournaments.book.names import tell_everybody, with_version
from tournaments.models import Event, Round
from tournaments.standings.queries.standings import standings_etag


def live(event: Event, table: SafeString, fresh: str) -> dict[str, object]:
    """Return the table, and where it is asked for again."""
    return {
        "event": event,
        "table": table,
        "fresh": reverse(f"tournaments:{fresh}", args=[event.pk]),
    }


def tag_of(event: Event) -> str:
    """Return the ETag of what is seen of an event, in the words, names and on the day of now."""
    return f'{standings_etag(event)[:-1]}-{tongue()}-{state()}-{localdate()}"'


def answered(
    request: HttpRequest,
    tag: str,
    table: Callable[[], SafeString | bytes],
    content_type: str | None = None,
) -> HttpResponseBase:
    """Answer with a part of a page or a picture, or with 304 where it is the same."""
    answer = get_conditional_response(request, etag=tag)
    answer = answer or HttpResponse(table(), content_type=content_type)
    answer["ETag"] = tag
    patch_cache_control(answer, no_cache=True, private=True)
    return answer


def answered_alike(request: HttpRequest, shown: Drawn) -> HttpResponseBase:
    """Answer with a part of a page that was drawn for everybody; the web server may say it again.

    Nothing in it hangs on who asks, or the first who did would be shown to all.
    """
    return for_all(answered(request, shown.tag, lambda: shown.table), shown, request)


def released(pk: UUID) -> Event:
    """An event that the room has seen, or 404."""
    shown = Event.objects.filter(rounds__state__in=Round.SHOWN).distinct()
    shown = shown.select_related("club__kept_for", "folder_plan")
    event = get_object_or_404(with_version(shown), pk=pk)
    tell_everybody(event)
    return event
