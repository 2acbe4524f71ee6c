"""The first page: what comes next this evening, or, for everybody else, the standings."""

from collections.abc import Iterable
from typing import Final, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from lhombre_club.drawn import drawn
from lhombre_club.members.access import DirectorRequest, club_of, must_set_up, to_set_up
from lhombre_club.members.models import Membership, User
from lhombre_club.members.offices import Deed
from lhombre_club.members.queries import evening, members_on
from tournaments.calendar.pages import when
from tournaments.calendar.queries import evening_to_come
from tournaments.events.pages.again import gathered
from tournaments.events.pages.path import path
from tournaments.events.pages.waits import copy_waits, waits
from tournaments.events.queries.every_event import events, public_events, settled_events, tables_of
from tournaments.models import Event
from tournaments.review.queries.rounds import RoundState, is_final, rounds

MOST_DELETED: Final = 20
"""Of the club's log of deleted events, the newest."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a director the evening's steps, and a visitor the events to look at."""
    club = club_of(request)
    if club is None and must_set_up(request.user):
        return to_set_up(request)
    if club is None:
        shown = drawn("visitor", lambda _last: ("", _to_look_at()))
        return render(request, "events/visitor.html", {"events": shown.table})
    asked = cast("DirectorRequest", request)
    if Deed.DIRECT not in asked.may:
        return render(request, "events/offices.html", _of_office(asked))
    tonight = evening()
    every = events(club)
    listed = members_on(club, tonight)
    guests = sum(row.status == Membership.Status.GUEST for row in listed)
    known = [event for event in every if event.archived_at is None]
    played = _of_tonight([event for event in known if event.date == tonight])
    coming = evening_to_come(club, tonight, made=[tonight] if played else ())
    return render(
        request,
        "events/home.html",
        {
            "club": club,
            "date": tonight,
            "members": len(listed) - guests,
            "guests": guests,
            "here": 0 if played else gathered(club).everybody,
            "tonight": [(event, path(event, plan), waits(event, plan)) for event, plan in played],
            "copy": copy_waits() if Deed.WATCH in asked.may else None,
            "earlier": [event for event in known if event.date != tonight],
            "archived": [event for event in every if event.archived_at is not None],
            "next": coming,
            "when": when(coming) if coming else "",
            "deleted": club.deleted_events.all()[:MOST_DELETED],
        },
    )


def _of_office(request: DirectorRequest) -> dict[str, object]:
    """Return what is there for whoever has an office of the club, but directs no evening."""
    club = request.club
    own = [role for role in request.offices if role.club_id == club.pk]
    shows_money = Deed.MONEY in request.may
    return {
        "club": club,
        "date": evening(),
        "offices": dict.fromkeys(role.get_role_display() for role in own),
        "tables": tables_of(own) if Deed.ENTER in request.may else (),
        "for_money": settled_events(club) if shows_money else (),
        "seasons": club.seasons.all() if shows_money else (),
    }


def _of_tonight(found: Iterable[Event]) -> list[tuple[Event, list[RoundState]]]:
    """Return the evening's events with their rounds, what is still played first."""
    plans = [(event, rounds(event)) for event in found]
    plans.sort(key=lambda own: is_final(*own))
    return plans


def _to_look_at() -> SafeString:
    context = {"events": public_events(), "is_new": not User.objects.exists()}
    return render_to_string("events/visitor_events.html", context)
