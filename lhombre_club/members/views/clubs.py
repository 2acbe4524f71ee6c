"""Which club a director of several looks at."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from lhombre_club.members.access import CHOSEN, DirectorRequest, may
from lhombre_club.members.offices import Deed


@require_POST
@may(Deed.OWN)
def choose(request: DirectorRequest) -> HttpResponse:
    """Remember the club whose members and events are shown from now on, if it is his."""
    wanted = request.POST.get("club", "")
    if any(str(club.pk) == wanted for club in request.own_clubs):
        request.session[CHOSEN] = wanted
    return redirect("tournaments:home")
