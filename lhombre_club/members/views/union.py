"""What the union asks of the club and gives it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from lhombre_club.members import queries
from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.offices import Deed
from lhombre_club.members.times_forms import TimeForm
from lhombre_club.members.union import reckoning
from lhombre_club.members.union.forms import CountForm, FiguresForm


@require_safe
@never_cache
@may(Deed.UNION)
def union(request: DirectorRequest) -> HttpResponse:
    """Reckon dues and votes by a day, and what was taught in a season."""
    today = queries.evening()
    date, teams = reckoning.last_count(reckoning.figures_of(request.club), today), 0
    count = CountForm(
        request.GET if "date" in request.GET else None, initial={"date": date, "teams": teams}
    )
    if count.is_bound and count.is_valid():
        date, teams = count.cleaned_data["date"], count.cleaned_data["teams"]
    first, last = reckoning.season_of(today)
    season = TimeForm(
        request.GET if "first" in request.GET else None, initial={"first": first, "last": last}
    )
    if season.is_bound and season.is_valid():
        first, last = season.cleaned_data["first"], season.cleaned_data["last"]
    dues = reckoning.dues_on(request.club, date, teams)
    lessons = reckoning.lessons_in(request.club, first, last)
    context = {
        "count": count,
        "date": date,
        "dues": dues,
        "not_yet": reckoning.not_yet_on(request.club, date, today) if date < today else [],
        "paid_by": reckoning.next_payment(dues.figures, date),
        "season": season,
        "lessons": lessons,
        "grant": sum(each.grant for each in lessons),
    }
    return render(request, "members/union.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.UNION)
def figures(request: DirectorRequest) -> HttpResponse:
    """Write down what the union's statutes say now."""
    kept = reckoning.figures_of(request.club)
    begins = FiguresForm.of(kept, queries.evening().year)
    form = FiguresForm(request.POST or None, initial=begins)
    if request.method == "POST" and form.is_valid():
        actor = request.user.actor
        reckoning.write_down(club=request.club, actor=actor, **form.cleaned_data)
        messages.success(request, _("The figures of the union are kept."))
        return redirect("members:union")
    status = 400 if form.errors else 200
    return render(request, "members/union_figures.html", {"form": form}, status=status)
