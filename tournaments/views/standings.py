"""Standings: for the director, for everybody, and the fragment that keeps both fresh."""

from uuid import UUID

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain.queries.events import last_change, rounds
from tournaments.domain.queries.standings import standings, standings_etag
from tournaments.domain.queries.teams import crosstables, league_rounds
from tournaments.interfaces.late import late_notes
from tournaments.interfaces.paper_standings import context
from tournaments.interfaces.teams import CrossSection, cross_sections
from tournaments.models import Event, Round

KEPT_SECONDS = 3600


@require_safe
@director_required
def director(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """The standings, with the way back to the event."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    if not event.rounds.filter(state__in=Round.SHOWN).exists():
        return redirect("tournaments:event", event.pk)
    return render(request, "tournaments/standings.html", {"event": event, "table": _table(event)})


@require_safe
def public(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The standings for everybody: names as shown in public, and nothing else."""
    event = _released(pk)
    answer = render(
        request, "tournaments/public_standings.html", {"event": event, "table": _table(event)}
    )
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
def fragment(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The table alone, or 304: the tag is known before any standings are made."""
    event = _released(pk)
    tag = f'{standings_etag(event)[:-1]}-{get_language()}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        answer = HttpResponse(_table(event))
    answer["ETag"] = tag
    answer["X-Robots-Tag"] = "noindex"
    patch_cache_control(answer, no_cache=True, private=True)
    return answer


def _released(pk: UUID) -> Event:
    """An event that the room has seen, or 404."""
    shown = Event.objects.filter(rounds__state__in=Round.SHOWN).distinct()
    return get_object_or_404(shown, pk=pk)


def _table(event: Event) -> SafeString:
    """The table of standings, made once for each version of the event and language."""
    key = f"standings:{event.pk}:{event.epoch.hex}:{event.version}:{get_language()}"
    kept: SafeString | None = cache.get(key)
    if kept is None:
        table = standings(event)
        kept = render_to_string(
            "tournaments/standings_table.html",
            {
                "event": event,
                "rounds": table.rounds,
                **context(table),
                "crosstables": _crosstables(event),
                "progress": rounds(event),
                "at": last_change(event),
                "notes": late_notes(event),
            },
        )
        if table.tag == standings_etag(event):  # nothing was entered meanwhile
            cache.set(key, kept, KEPT_SECONDS)
    return kept


def _crosstables(event: Event) -> list[CrossSection]:
    """What pairs or teams have won from each other; nothing where everybody plays for himself."""
    if event.kind == Event.Kind.INDIVIDUAL:
        return []
    return cross_sections(crosstables(event, league_rounds(event)))
