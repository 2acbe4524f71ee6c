"""The room's screen: a page for a projector, which turns and follows by itself."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from lhombre_club.drawn import Drawn, answered_alike, drawn
from tournaments.models import Event
from tournaments.screens.domain import screen_of
from tournaments.screens.pages import pages_of
from tournaments.standings.views.shown import live, released, tag_of


@require_safe
def screen(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What the event is at, large enough for the whole room."""
    event = released(pk)
    table = drawn(f"screen:{pk}", lambda last: _draw(event, last)).table
    page = live(event, table, "screen-pages")
    page["now"] = timezone.now()
    page["standings"] = reverse("tournaments:public-standings", args=[pk])
    return render(request, "screens/screen.html", page)


@require_safe
def fragment(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Its pages alone, or 304; most often without a look into the database."""
    shown = drawn(f"screen:{pk}", lambda last: _draw(released(pk), last))
    return answered_alike(request, shown)


def _draw(event: Event, last: Drawn | None) -> tuple[str, SafeString]:
    """Return the tag and the pages, which are drawn if the last ones show something else."""
    tag = tag_of(event)
    if last and last.tag == tag:
        return tag, last.table
    screen = screen_of(event)
    return tag, render_to_string(
        "screens/pages.html", {"screen": screen, "pages": pages_of(event, screen)}
    )
