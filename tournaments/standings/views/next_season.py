"""The divisions of the next season: who goes up, who goes down."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest
from tournaments.models import Event
from tournaments.standings.pages.crosstables import ExchangeForm, divisions_of
from tournaments.standings.queries.crosstables import most_moving, next_divisions
from tournaments.teams.views.teams import of_team_event

MOVING = 2


@require_safe
@never_cache
@of_team_event
def next_season(request: DirectorRequest, event: Event) -> HttpResponse:
    """Suggest the divisions of the next season: who goes up, who goes down."""
    most = most_moving(event)
    usual = {"moving": min(MOVING, most)}
    form = ExchangeForm(request.GET if "moving" in request.GET else usual)
    context: dict[str, object] = {"event": event, "form": form}
    if form.is_valid():
        found = next_divisions(event, form.cleaned_data["moving"])
        if found is None:
            says = _("At most %(most)d can go up and down: half of the smallest division.")
            form.add_error("moving", says % {"most": most})
        else:
            context["divisions"] = divisions_of(found)
    status = 400 if form.errors else 200
    return render(request, "standings/next_season.html", context, status=status)
