"""Pairs and teams: who plays with whom, and in which division next season."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import teams as domain
from tournaments.domain.events import HasResultsError, has_results
from tournaments.domain.queries.teams import next_divisions
from tournaments.interfaces.team_forms import DivisionsForm, ExchangeForm, TeamsForm
from tournaments.interfaces.teams import TEAM_SENTENCES, divisions_of
from tournaments.models import Event

MOVING = 2


def team_event(request: DirectorRequest, pk: UUID) -> Event:
    """The club's own event of pairs or teams, or 404."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    if event.kind == Event.Kind.INDIVIDUAL:
        raise Http404
    return event


def stays() -> str:
    """Why nothing of the draw may change any more."""
    return _("Deals have been entered already, so who plays with whom stays as it is.")


@never_cache
@director_required
def page(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Put the players into pairs or teams."""
    event = team_event(request, pk)
    form = TeamsForm(event, domain.entries_of(event), request.POST or None)
    wrong = request.method == "POST" and not form.is_valid()
    if request.method == "POST" and not wrong:
        try:
            domain.set_teams(event=event, teams=form.entries(), actor=request.user.actor)
        except domain.TeamsError as error:
            form.refuse(error)
        except HasResultsError:
            form.errors.append(stays())
        else:
            messages.success(request, _("The pairs and teams are stored."))
            return redirect("tournaments:teams", event.pk)
        wrong = True
    left = event.participants.filter(team=None).values_list("name", flat=True)
    context = {
        "event": event,
        "form": form,
        "divisions": DivisionsForm(),
        "left": list(left),
        "drawn": event.rounds.exists(),
        "playing": has_results(event),
    }
    return render(request, "tournaments/teams.html", context, status=400 if wrong else 200)


@require_POST
@director_required
def anew(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Put the players together anew, as they stand in the list."""
    event = team_event(request, pk)
    try:
        domain.set_teams(event=event, teams=domain.suggested(event), actor=request.user.actor)
    except domain.TeamsError as error:
        messages.error(request, str(TEAM_SENTENCES[error.code]))
    except HasResultsError:
        messages.error(request, stays())
    return redirect("tournaments:teams", event.pk)


@require_POST
@director_required
def divisions(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Part the teams into divisions of equal strength."""
    event = team_event(request, pk)
    form = DivisionsForm(request.POST)
    number = form.cleaned_data["number"] if form.is_valid() else 0
    try:
        domain.part_into_divisions(event=event, number=number, actor=request.user.actor)
    except domain.TeamsError as error:
        messages.error(request, str(TEAM_SENTENCES[error.code]))
    except HasResultsError:
        messages.error(request, stays())
    else:
        says = ngettext(
            "All play in one division.", "The teams are parted into %(number)d divisions.", number
        )
        messages.success(request, says % {"number": number})
    return redirect("tournaments:teams", event.pk)


@require_safe
@never_cache
@director_required
def next_season(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Suggest the divisions of the next season: who goes up, who goes down."""
    event = team_event(request, pk)
    form = ExchangeForm(request.GET if "moving" in request.GET else {"moving": MOVING})
    context: dict[str, object] = {"event": event, "form": form}
    if form.is_valid():
        found = next_divisions(event, form.cleaned_data["moving"])
        if found is None:
            form.add_error(
                "moving", _("So many cannot go up and down: the divisions are too small.")
            )
        else:
            context["divisions"] = divisions_of(found)
    status = 400 if form.errors else 200
    return render(request, "tournaments/teams_next.html", context, status=status)
