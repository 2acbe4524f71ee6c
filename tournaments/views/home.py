"""The first page: what comes next this evening, or, for everybody else, the standings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from lhombre_club.members.access import club_of
from lhombre_club.members.queries import evening, members, present
from tournaments.domain.queries.events import events, public_events, rounds
from tournaments.interfaces.path import path


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a director the evening's steps, and a visitor the events to look at."""
    club = club_of(request.user)
    if club is None:
        return render(request, "tournaments/visitor.html", {"events": public_events()})
    tonight = evening()
    known = events(club)
    return render(
        request,
        "tournaments/home.html",
        {
            "club": club,
            "date": tonight,
            "members": len(members(club)),
            "here": len(present(club, tonight)),
            "tonight": [
                (event, path(event, rounds(event))) for event in known if event.date == tonight
            ],
            "earlier": [event for event in known if event.date != tonight],
        },
    )
