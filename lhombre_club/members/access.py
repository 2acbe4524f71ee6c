"""Who may do what: asked of the rows at every request, never kept in a session."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, cast
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from lhombre_club.club_words import speaking
from lhombre_club.members.models import Club, ClubRole, Membership, User
from lhombre_club.members.namesakes import tagged

P = ParamSpec("P")
CHOSEN: Final = "club"
"""Under which key a session remembers which of his clubs a director looks at."""


class DirectorRequest(HttpRequest):
    """A request that ``director_required`` let through."""

    user: User
    clubs: list[Club]
    """All that the user directs, the oldest first."""
    club: Club
    """That of the row that the request is about; else the one he chose, or the oldest."""
    htmx: HtmxDetails


def clubs_of(user: User | AnonymousUser) -> list[Club]:
    """The clubs that the user directs, the oldest first; asked of the database each time."""
    if not isinstance(user, User) or not user.is_active:
        return []
    directed = Club.objects.filter(roles__user=user, roles__role=ClubRole.Role.DIRECTOR)
    return list(directed.order_by("created_at", "pk").distinct())


def club_of(request: HttpRequest) -> Club | None:
    """The club whose pages the visitor looks at: the one he chose of his own, or the oldest.

    Sets ``request.clubs``, from which the head of every page lets him choose; from here on
    everything is said in the club's words.
    """
    clubs = clubs_of(request.user)
    chosen = request.session.get(CHOSEN)
    request.clubs = clubs  # type: ignore[attr-defined]  # declared by DirectorRequest
    club = next((club for club in clubs if str(club.pk) == chosen), clubs[0] if clubs else None)
    if club is not None:
        speaking.speak(club.words)
    return club


def look_at(request: DirectorRequest, club: Club) -> None:
    """Let the request be about ``club``, whichever he chose, and said in its words."""
    request.club = club
    speaking.speak(club.words)


def director_required(
    view: Callable[Concatenate[DirectorRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Let a club's director in, with ``request.club`` set.

    Who is not logged in is sent to the login page and comes back afterwards; who is logged in
    and directs no club gets a page that says so, with status 403.
    """

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_login(request)
        club = club_of(request)
        if club is None:
            return render(request, "members/not_director.html", status=403)
        known = cast("DirectorRequest", request)
        known.club = club
        return view(known, *args, **kwargs)

    return checked


def member(request: DirectorRequest, person: UUID) -> Membership:
    """The member who is that person, of the club he looks at or else of another of his clubs.

    ``request.club`` is that club then. Raises Http404 where there is none.
    """
    rows = Membership.objects.select_related("person", "club")
    found = list(rows.filter(club__in=request.clubs, person_id=person))
    if not found:
        raise Http404
    row = min(found, key=lambda each: each.club_id != request.club.pk)
    look_at(request, row.club)
    tagged(row.club_id, [row.person])
    return row


def _to_login(request: HttpRequest) -> HttpResponse:
    """Send to the login page; a fragment would otherwise be replaced by that page."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    if htmx:
        try:
            here = htmx.current_url_abs_path or "/"
        except ValueError:  # no address at all
            here = "/"
        return HttpResponseClientRedirect(redirect_to_login(here).url)
    return redirect_to_login(request.get_full_path())
