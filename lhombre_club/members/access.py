"""Who may do what: asked of the rows at every request, never kept in a session."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from lhombre_club.members.models import Club, ClubRole, User

P = ParamSpec("P")


class DirectorRequest(HttpRequest):
    """A request that ``director_required`` let through."""

    user: User
    club: Club
    htmx: HtmxDetails


def club_of(user: User | AnonymousUser) -> Club | None:
    """The club that the user directs, the oldest if there are several, or None."""
    if not isinstance(user, User) or not user.is_active:
        return None
    return (
        Club.objects.filter(roles__user=user, roles__role=ClubRole.Role.DIRECTOR)
        .order_by("created_at", "pk")
        .first()
    )


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
        club = club_of(request.user)
        if club is None:
            return render(request, "members/not_director.html", status=403)
        known = cast("DirectorRequest", request)
        known.club = club
        return view(known, *args, **kwargs)

    return checked


def _to_login(request: HttpRequest) -> HttpResponse:
    """Send to the login page; a fragment would otherwise be replaced by that page."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    if htmx:
        here = htmx.current_url_abs_path or "/"
        return HttpResponseClientRedirect(redirect_to_login(here).url)
    return redirect_to_login(request.get_full_path())
