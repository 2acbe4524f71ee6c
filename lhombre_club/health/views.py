"""The page that says whether all is well with the program and the club's data."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.health.rows import look, states
from lhombre_club.members.access import DirectorRequest, clubs_of, may
from lhombre_club.members.offices import Deed
from lhombre_club.visitors import FORWARDED

HERE: Final = frozenset({"127.0.0.1", "::1"})


@require_safe
@never_cache
@may(Deed.WATCH)
def page(request: DirectorRequest) -> HttpResponse:
    """Show each thing that may go wrong unseen, and how it is now."""
    return render(request, "health/health.html", {"rows": look(request.club)})


@require_safe
@never_cache
def status(request: HttpRequest) -> JsonResponse:
    """Say the same to a program: one on this computer, or a director's."""
    by_proxy = any(name in request.headers for name in FORWARDED)  # and so from anywhere
    is_here = request.META["REMOTE_ADDR"] in HERE and not by_proxy
    if not is_here and not clubs_of(request.user, Deed.WATCH):
        raise Http404
    return JsonResponse(states())
