"""The results of a club for its own pages: the standings as plain text, and a feed."""

from datetime import UTC, datetime, time
from hashlib import sha256
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from lhombre_club.drawn import Worked, answered, drawn
from lhombre_club.members import shown
from lhombre_club.members.models import Club
from tournaments.book.expiry import over
from tournaments.book.names import tell_everybody
from tournaments.book.proving.seals import last_sealed
from tournaments.models import Event
from tournaments.review.pages.finality import how_final
from tournaments.review.queries.rounds import rounds
from tournaments.standings.pages.card import told
from tournaments.standings.pages.plain import plain
from tournaments.standings.queries.listed import listed_events
from tournaments.standings.queries.standings import standings_shown
from tournaments.standings.views.shown import released, tag_of

TEXT = "text/plain; charset=utf-8"
NEWEST = 30
"""So many results are in the feed."""
ATOM = "application/atom+xml; charset=utf-8"


@require_safe
def text(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Answer with the standings as everybody sees them, as plain text, or 304."""
    return _text(request, released(pk))


@require_safe
def latest(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Answer the same of the newest event that everybody finds of a club."""
    newest = _listed(get_object_or_404(Club, pk=pk)).values_list("pk", flat=True).first()
    if newest is None:
        raise Http404
    return _text(request, released(newest))


def _text(request: HttpRequest, event: Event) -> HttpResponseBase:
    found = drawn(f"plain:{event.pk}", lambda last: _draw(event, last))
    return _for_other_pages(answered(request, found.tag, lambda: found.table, TEXT))


def _draw(event: Event, last: Worked[bytes] | None) -> tuple[str, bytes]:
    tag = tag_of(event)
    if last and last.tag == tag:
        return tag, last.table
    final = how_final(event, rounds(event, named=False))
    return tag, plain(event, standings_shown(event), final).encode()


@require_safe
def feed(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Answer with an Atom feed of the results that everybody finds of a club, or 304."""
    club = get_object_or_404(Club, pk=pk)
    shown.tell_everybody(club)

    def draw(last: Worked[bytes] | None) -> tuple[str, bytes]:
        events = list(_listed(club).select_related("club", "folder_plan")[:NEWEST])
        state = "\n".join([club.name, shown.state(), *map(tag_of, events)])
        tag = f'"{sha256(state.encode()).hexdigest()}"'
        return tag, last.table if last and last.tag == tag else _feed(club, events)

    found = drawn(f"feed:{club.pk}", draw)
    return _for_other_pages(answered(request, found.tag, lambda: found.table, ATOM))


def _listed(club: Club) -> QuerySet[Event]:
    """Return the events of a club that everybody finds by himself, the newest first."""
    listed = listed_events().filter(club=club)
    gone = over(club, listed.values_list("pk", flat=True))
    return listed.exclude(pk__in=gone).order_by("-date", "-created_at")


def _for_other_pages(answer: HttpResponseBase) -> HttpResponseBase:
    """Let a page of another site read it: it is for everybody, and nobody's own."""
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _at(name: str, pk: UUID) -> str:
    """Return an address as everybody has it: what a request says of its host is anybody's word."""
    return f"{settings.PUBLIC_URL}{reverse(f'tournaments:{name}', args=[pk])}"


def _feed(club: Club, events: list[Event]) -> bytes:
    made = Atom1Feed(
        title=_("Results of %(club)s") % {"club": club.name},
        link=_at("public-years", club.pk),
        description="",
        language=get_language(),
        feed_url=_at("results-feed", club.pk),
    )
    for event in events:
        tell_everybody(event)
        made.add_item(
            title=event.name,
            link=_at("public-standings", event.pk),
            unique_id=f"urn:uuid:{event.pk}",
            description=escape(told(event)),
            pubdate=datetime.combine(event.date, time(), UTC),
            updateddate=last_sealed(event) or datetime.combine(event.date, time(), UTC),
        )
    return bytes(made.writeString("utf-8"), "utf-8")
