"""Results of past evenings: shown, taken into a season, and taken out of it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from lhombre_club.members.access import DirectorRequest
from lhombre_club.refusal import messages_about
from lhombre_club.web import shown_first
from tournaments.access import of
from tournaments.events.pages.season_past import PastForm
from tournaments.models import Season
from tournaments.standings import domain


@never_cache
@of(Season.objects.select_related("club"), "club")
def past(request: DirectorRequest, season: Season) -> HttpResponse:
    """Ask for a past evening, show what it would add, and list those that are there."""
    if "out" in request.POST:
        return _out(request, season)
    form = PastForm(season, request.POST or None)
    context = {"season": season, "form": form, "past": season.past.prefetch_related("results")}
    if request.method == "POST" and form.is_valid():
        if shown_first.confirmed(request, form.asked()):
            return _in(request, season, form)
        context["seen"] = shown_first.mark(form.asked())
    status = 400 if form.errors else 200
    return render(request, "events/season_past.html", context, status=status)


def _in(request: DirectorRequest, season: Season, form: PastForm) -> HttpResponse:
    with messages_about(request, _("The results are taken in, and count in the table.")):
        domain.take_in_past(
            season=season, evening=form.evening, lines=form.read, actor=request.user.actor
        )
    return redirect("tournaments:season-past", season.pk)


def _out(request: DirectorRequest, season: Season) -> HttpResponse:
    there = {str(each.pk): each for each in season.past.all()}
    evening = there.get(request.POST["out"])
    if evening:
        domain.drop_past(evening=evening, actor=request.user.actor)
    messages.success(request, _("The results are taken out of the season."))
    return redirect("tournaments:season-past", season.pk)
