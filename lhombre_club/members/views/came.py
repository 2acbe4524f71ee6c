"""Who came on which evening, and how often."""

import datetime as dt
from contextlib import suppress

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.members import came as counting
from lhombre_club.members import queries
from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.offices import Deed
from lhombre_club.members.times_forms import TimeForm


@require_safe
@never_cache
@may(Deed.MEMBERS)
def came(request: DirectorRequest) -> HttpResponse:
    """Count the evenings of a time, this year unless another is said; or show one of them."""
    with suppress(ValueError):
        return _evening(request, dt.date.fromisoformat(request.GET.get("evening", "")))
    today = queries.evening()
    first, last = today.replace(month=1, day=1), today.replace(month=12, day=31)
    asked = {"first", "last"} & request.GET.keys()
    form = TimeForm(request.GET if asked else None, initial={"first": first, "last": last})
    if form.is_bound and form.is_valid():
        first, last = form.cleaned_data["first"], form.cleaned_data["last"]
    found = counting.in_time(request.club, first, last)
    context = {"form": form, "first": first, "last": last, "found": found}
    return render(request, "members/came.html", context)


def _evening(request: DirectorRequest, date: dt.date) -> HttpResponse:
    """Show how it was with each on one evening."""
    rows = [(row, state.label) for row, state in counting.on(request.club, date)]
    return render(request, "members/came_on.html", {"date": date, "rows": rows})
