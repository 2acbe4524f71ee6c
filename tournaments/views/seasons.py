"""Seasons: the list, one table, and how an event places its players."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from scoring.standings import ChainError
from tournaments.domain import seasons as domain
from tournaments.domain.queries.seasons import season_table
from tournaments.interfaces import seasons as interface
from tournaments.models import Event, Season


@never_cache
@director_required
def every(request: DirectorRequest) -> HttpResponse:
    """List the club's seasons, and begin a new one."""
    form = interface.SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            season = domain.make_season(
                club=request.club, settings=form.settings(), actor=request.user.actor
            )
        except domain.NameTakenError:
            form.add_error("name", _("There is a season of that name already."))
        else:
            return redirect("tournaments:season", season.pk)
    return render(
        request,
        "tournaments/seasons.html",
        {"seasons": request.club.seasons.all(), "form": form},
        status=400 if form.errors else 200,
    )


@never_cache
@director_required
def one(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show a season's table to its director, and let him change the season."""
    season = get_object_or_404(Season, pk=pk, club=request.club)
    form = interface.SeasonForm(request.POST or None, initial=interface.SeasonForm.of(season))
    if request.method == "POST" and form.is_valid():
        try:
            domain.change_season(season=season, settings=form.settings(), actor=request.user.actor)
        except domain.NameTakenError:
            form.add_error("name", _("There is a season of that name already."))
        else:
            messages.success(request, _("The season is changed, and its table worked out anew."))
            return redirect("tournaments:season", season.pk)
    context = {**_table(season), "form": form}
    return render(request, "tournaments/season.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
def public(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show a season's table to everybody."""
    season = get_object_or_404(Season, pk=pk)
    answer = render(request, "tournaments/season.html", _table(season))
    answer["X-Robots-Tag"] = "noindex"
    return answer


@never_cache
@director_required
def settings(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Let a director say how an event places its players, and to which season it belongs."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    form = interface.StandingsForm(event, request.club, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            domain.set_standings(event=event, settings=form.settings(), actor=request.user.actor)
        except ChainError:
            form.add_error("chain0", _("Say what decides first."))
        else:
            messages.success(request, _("The standings are worked out anew."))
            return redirect("tournaments:standings", event.pk)
    chain = [form[f"chain{place}"] for place in range(form.chain_length)]
    context = {
        "event": event,
        "form": form,
        "often": [form[name] for name in ("season", "comparison", "min_deals", "abandoned")],
        "chain": chain,
    }
    return render(
        request, "tournaments/standings_settings.html", context, status=400 if form.errors else 200
    )


def _table(season: Season) -> dict[str, object]:
    found = season_table(season)
    return {
        "season": season,
        "evenings": found.evenings,
        "champion": interface.champion(found),
        "has_champion": found.table.champion is not None,
        "places": interface.places(found),
        "order": interface.order(found),
        "own": interface.own_figures(found),
    }
