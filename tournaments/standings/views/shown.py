"""What pages that everybody sees have in common: which events, in which state, and where anew."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timezone import localdate

from lhombre_club.club_words.speaking import tongue
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


def released(pk: UUID) -> Event:
    """An event that the room has seen, or 404."""
    shown = Event.objects.filter(rounds__state__in=Round.SHOWN).distinct()
    shown = shown.select_related("club__kept_for", "folder_plan")
    event = get_object_or_404(with_version(shown), pk=pk)
    tell_everybody(event)
    return event
