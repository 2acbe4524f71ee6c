"""Pairs and teams: who plays with whom, and in which division next season."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest
from lhombre_club.refusal import Refusal, messages_about
from tournaments.access import of
from tournaments.book.begun import has_results
from tournaments.models import Event
from tournaments.teams.domain import teams as domain
from tournaments.teams.pages.forms import DivisionsForm, TeamsForm
from tournaments.teams.queries import in_none, unwilling
from tournaments.words.units import units_of

of_team_event = of(Event.objects.exclude(kind=Event.Kind.INDIVIDUAL), "club")


@never_cache
@of_team_event
def page(request: DirectorRequest, event: Event) -> HttpResponse:
    """Put the players into pairs or teams."""
    form = TeamsForm(event, domain.entries_of(event), request.POST or None)
    wrong = request.method == "POST" and not form.is_valid()
    if request.method == "POST" and not wrong:
        try:
            domain.set_teams(event=event, teams=form.entries(), actor=request.user.actor)
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            stored = _("%(units)s are stored.") % {"units": _units(event)}
            messages.success(request, stored)
            following = "teams" if event.rounds.exists() else "matches"
            return redirect(f"tournaments:{following}", event.pk)
        wrong = True
    return _shown(request, event, form, DivisionsForm(), 400 if wrong else 200)


def _shown(
    request: DirectorRequest, event: Event, form: TeamsForm, parts: DivisionsForm, status: int
) -> HttpResponse:
    context = {
        "event": event,
        "form": form,
        "divisions": parts,
        "left": in_none(event),
        "unwilling": unwilling(event),
        "drawn": event.rounds.exists(),
        "playing": has_results(event),
    }
    return render(request, "teams/teams.html", context, status=status)


@require_POST
@of_team_event
def anew(request: DirectorRequest, event: Event) -> HttpResponse:
    """Put the players together anew, as they stand in the list."""
    with messages_about(request):
        domain.set_teams(event=event, teams=domain.suggested(event), actor=request.user.actor)
    return redirect("tournaments:teams", event.pk)


@require_POST
@of_team_event
def divisions(request: DirectorRequest, event: Event) -> HttpResponse:
    """Part the teams, as the page has them, into divisions of equal strength, and store them."""
    parts = DivisionsForm(request.POST)
    number = parts.cleaned_data["number"] if parts.is_valid() else 0
    form = TeamsForm(event, domain.entries_of(event), request.POST)
    if not form.is_valid():
        return _shown(request, event, form, parts, 400)
    teams, actor = form.entries(), request.user.actor
    try:
        domain.part_into_divisions(event=event, number=number, actor=actor, teams=teams)
    except Refusal as refusal:
        form.refuse(refusal)
        return _shown(request, event, form, parts, 400)
    done = ngettext(
        "All play in one division.", "%(units)s are parted into %(number)d divisions.", number
    )
    messages.success(request, done % {"units": _units(event), "number": number})
    return redirect("tournaments:teams", event.pk)


def _units(event: Event) -> str:
    """What a sentence about all of them begins with."""
    return capfirst(str(units_of(event.kind)["the_many"]))
