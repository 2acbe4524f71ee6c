"""Seasons: the list, one table, and how an event places its players."""

from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.drawn import drawn, once_for_all
from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.members.models import Person
from lhombre_club.members.shown import tell_everybody
from lhombre_club.refusal import Refusal
from tournaments.access import of, of_event
from tournaments.book.expiry import over
from tournaments.folders.queries.secret import secret_of
from tournaments.models import Event, Season
from tournaments.review.pages.provisional import provisional_sentences
from tournaments.review.queries.provisional import provisional_rounds
from tournaments.standings import domain
from tournaments.standings.pages import seasons as interface
from tournaments.standings.pages.season_chart import leaves_out, season_chart
from tournaments.standings.pages.season_rules import counting, order
from tournaments.standings.queries.seasons import SeasonTable, evenings_to_put_in, season_table


@never_cache
@director_required
def index(request: DirectorRequest) -> HttpResponse:
    """List the club's seasons, and begin a new one."""
    form = interface.SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            season = domain.make_season(
                club=request.club, settings=form.settings(), actor=request.user.actor
            )
        except Refusal as refusal:
            form.add_error("name", str(refusal))
        else:
            return redirect("tournaments:season", season.pk)
    return render(
        request,
        "standings/seasons.html",
        {"seasons": request.club.seasons.order_by("-name"), "form": form},
        status=400 if form.errors else 200,
    )


@never_cache
@of(Season.objects.all(), "club")
def detail(request: DirectorRequest, season: Season) -> HttpResponse:
    """Show a season's table to its director, and let him change the season."""
    form = interface.SeasonForm(request.POST or None, initial=interface.SeasonForm.of(season))
    if request.method == "POST" and form.is_valid():
        try:
            domain.change_season(season=season, settings=form.settings(), actor=request.user.actor)
        except Refusal as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(request, _("The season is changed, and its table worked out anew."))
            return redirect("tournaments:season", season.pk)
    found = season_table(season)
    context = {
        "season": season,
        "table": _table(found),
        "form": form,
        "is_over": interface.is_over(found),
        "to_put_in": evenings_to_put_in(season),
    }
    return render(request, "standings/season.html", context, status=400 if form.errors else 200)


@never_cache
@of(Season.objects.all(), "club")
def champion(request: DirectorRequest, season: Season) -> HttpResponse:
    """Let a director name who has won the season, or that nobody has, and why."""
    form = interface.ChampionForm(season_table(season), request.POST or None)
    if request.method == "POST" and form.is_valid():
        person = Person.objects.filter(pk=form.cleaned_data["person"]).first()
        why = form.cleaned_data["why"]
        domain.name_champion(season=season, person=person, why=why, actor=request.user.actor)
        return redirect("tournaments:season", season.pk)
    context = {"season": season, "form": form}
    status = 400 if form.errors else 200
    return render(request, "standings/champion.html", context, status=status)


@require_safe
@once_for_all
@never_cache
def public(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show a season's table to everybody."""
    season = get_object_or_404(Season.objects.select_related("club"), pk=pk)
    tell_everybody(season.club)
    shown = drawn(season.pk, lambda _last: ("", _shown_table(season)))
    return render(request, "standings/season.html", {"season": season, "table": shown.table})


@never_cache
@of_event
def of_evening(request: DirectorRequest, event: Event) -> HttpResponse:
    """Let a director say to which season an evening belongs."""
    proposed = request.GET.get("season", "")
    form = interface.EveningForm(event, request.club, request.POST or None, proposed)
    if request.method == "POST" and form.is_valid():
        season = form.cleaned_data["season"]
        domain.put_into_season(event=event, season=season, actor=request.user.actor)
        messages.success(request, interface.belongs(season))
        return redirect("tournaments:event", event.pk)
    context = {"event": event, "form": form, "seasons": request.club.seasons.exists()}
    status = 400 if form.errors else 200
    return render(request, "standings/evening.html", context, status=status)


@never_cache
@of_event
def settings(request: DirectorRequest, event: Event) -> HttpResponse:
    """Let a director say how an event places its players."""
    form = interface.StandingsForm(event, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            domain.set_standings(event=event, settings=form.settings(), actor=request.user.actor)
        except Refusal as refusal:
            form.add_error("chain0", str(refusal))
        else:
            messages.success(request, _("The standings are worked out anew."))
            return redirect("tournaments:standings", event.pk)
    chain = [form[f"chain{place}"] for place in range(form.chain_length)]
    context = {
        "event": event,
        "form": form,
        "often": [form[name] for name in ("comparison", "min_deals", "frozen_after", "abandoned")],
        "chain": chain,
    }
    return render(request, "standings/settings.html", context, status=400 if form.errors else 200)


def _shown_table(season: Season) -> SafeString:
    return _table(season_table(season, shown_only=True), shown_only=True)


def _table(found: SeasonTable, *, shown_only: bool = False) -> SafeString:
    season = found.season
    keeps = not shown_only and any(not secret_of(event).tells_all for event in found.events)
    heads = interface.headings(found)
    context = {
        "season": season,
        "evenings": heads,
        "over": over(season.club, (event.pk for event in found.events)),
        **season_chart(found, heads),
        "champion": interface.champion(found),
        "has_champion": interface.has_champion(found),
        "places": interface.places(found),
        "counting": counting(found),
        "order": order(found),
        "own": interface.own_figures(found),
        "leaves_out": leaves_out(found, found.table.shares),
        "only_here": keeps,
        "provisional": provisional_sentences(provisional_rounds(Q(event__season=season))),
    }
    return render_to_string("standings/season_table.html", context)
