"""Standings: for the director, for everybody, and the fragment that keeps both fresh."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from lhombre_club.drawn import Drawn, Worked, answered, answered_alike, drawn, once_for_all
from lhombre_club.members.access import DirectorRequest
from scoring.sequence import KINDS
from tournaments.access import of_event
from tournaments.book.proving.seals import last_sealed
from tournaments.folders.queries.secret import NOTHING, secret_of
from tournaments.models import Counted, Event, Round
from tournaments.review.pages.finality import how_final
from tournaments.review.queries.rounds import is_final, rounds
from tournaments.standings.pages.crosstables import CrossSection, cross_sections
from tournaments.standings.pages.late import late_heading, late_notes
from tournaments.standings.pages.records import news
from tournaments.standings.pages.standings import context
from tournaments.standings.pages.still import decided
from tournaments.standings.queries.crosstables import crosstables
from tournaments.standings.queries.kept import keep, kept
from tournaments.standings.queries.records import news_of
from tournaments.standings.queries.standings import (
    standings,
    standings_etag,
    standings_shown,
)
from tournaments.standings.queries.still import still
from tournaments.standings.views.card import shared
from tournaments.standings.views.shown import live, released, tag_of
from tournaments.teams.queries import league_rounds


@require_safe
@of_event
def director(request: DirectorRequest, event: Event) -> HttpResponse:
    """The standings, with the way back to the event."""
    if not event.rounds.filter(state__in=Round.SHOWN).exists():
        return redirect("tournaments:event", event.pk)
    page = live(event, _table(event, shown_only=False), "standings-directors-table")
    return render(request, "standings/standings.html", page)


@require_safe
@of_event
def directors_fragment(request: DirectorRequest, event: Event) -> HttpResponseBase:
    """The director's table alone, or 304."""
    return answered(request, tag_of(event), lambda: _table(event, shown_only=False))


@require_safe
@once_for_all
def public(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The standings for everybody: names as shown in public, and nothing else."""
    event = released(pk)
    table = drawn(pk, lambda last: _draw(event, last)).table
    best = drawn(f"news:{pk}", lambda last: _draw_news(event, last)).table
    page = live(event, table, "standings-table") | shared(event) | {"news": best}
    return render(request, "standings/public_standings.html", page)


@require_safe
def fragment(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """The table alone, or 304; most often without a look into the database."""
    return answered_alike(request, drawn(pk, lambda last: _draw(released(pk), last)))


def _draw_news(event: Event, last: Worked[list[str]] | None) -> tuple[str, list[str]]:
    """Return the tag and in what the event saw more than those before it."""
    counted = Counted.objects.filter(event=event.pk).values_list("version", flat=True).first()
    tag = f"{tag_of(event)}-{counted}"
    if last and last.tag == tag:
        return tag, last.table
    names = {player.person_id: player.name for player in event.participants.all()}
    return tag, news(
        news_of(event), lambda one: names.get(one.person, one.name) if one.person else one.name
    )


def _draw(event: Event, last: Drawn | None) -> tuple[str, SafeString]:
    """Return the tag and the table, which is drawn if the last one shows something else."""
    tag = tag_of(event)
    if last and last.tag == tag:
        return tag, last.table
    return tag, _table(event, shown_only=True)


def _table(event: Event, *, shown_only: bool) -> SafeString:
    """The table of standings, made once for each version, language, club’s words and day.

    The last one is kept.

    Nobody but a director sees what some have still to play.
    """
    whose = "all" if shown_only else "directors"
    key, tag = f"standings:{whose}:{event.pk}:{get_language()}", tag_of(event)
    found: SafeString | None = kept(key, tag)
    if found is None:
        table = (standings_shown if shown_only else standings)(event, moves=True)
        secret = secret_of(event)
        notes = late_notes(event, secret if shown_only else NOTHING)
        plan = rounds(event, named=False)
        found = render_to_string(
            "standings/places.html",
            {
                "event": event,
                "rounds": table.rounds,
                **context(table),
                "decided": decided(still(event, table)),
                "more_than_shown": 0 if shown_only else secret.left_out,
                "kept_back": secret.frozen and not shown_only,
                "crosstables": _crosstables(event, shown_only=shown_only),
                "keeps_pot": KINDS[event.accounting].keeps_pot,
                "progress": plan,
                "is_final": is_final(event, plan),
                "how_final": how_final(event, plan),
                "at": last_sealed(event),
                "notes": notes,
                "corrected": late_heading(notes),
            },
        )
        if table.tag == standings_etag(event):  # nothing was entered meanwhile
            keep(key, tag, found)
    return found


def _crosstables(event: Event, *, shown_only: bool) -> list[CrossSection]:
    """What pairs or teams have won from each other; nothing where everybody plays for himself."""
    if event.kind == Event.Kind.INDIVIDUAL:
        return []
    return cross_sections(crosstables(event, league_rounds(event, shown_only=shown_only)))
