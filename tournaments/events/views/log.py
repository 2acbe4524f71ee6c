"""The journal of an event: everything that was done."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest
from tournaments.access import of_event
from tournaments.events.pages.log import lines
from tournaments.events.queries.log import journal as read_journal
from tournaments.models import Event

LINES = 100
"""Of the journal, on one page."""


@require_safe
@never_cache
@of_event
def journal(request: DirectorRequest, event: Event) -> HttpResponse:
    """Tell everything that was done at an event, the newest first."""
    told = Paginator(lines(event, read_journal(event)), LINES)
    page = told.get_page(request.GET.get("page"))
    first = told.count - page.start_index() + 1
    context = {"event": event, "page": page, "first": first}
    return render(request, "events/log.html", context)
