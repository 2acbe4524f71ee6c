"""From when to when somebody is a member, and who was one on a day."""

import uuid
from collections import Counter
from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from lhombre_club.members import domain, queries
from lhombre_club.members.access import DirectorRequest, may, member, to_drop
from lhombre_club.members.models import Membership
from lhombre_club.members.offices import Deed
from lhombre_club.members.times_forms import BackForm, DayForm, PastForm, TimesForm
from lhombre_club.refusal import Refusal


@require_safe
@never_cache
@may(Deed.MEMBERS)
def standing(request: DirectorRequest) -> HttpResponse:
    """Who was a member on a day, of what status, and how many of each; today unless one is said."""
    today = date = queries.evening()
    form = DayForm(request.GET if "date" in request.GET else None, initial={"date": date})
    if form.is_bound and form.is_valid():
        date = form.cleaned_data["date"]
    found = queries.standing_on(request.club, date)
    count = Counter(each.status for each in found)
    counts = [(status.label, count[status]) for status in Membership.Status]
    guests = [each for each in found if each.status == Membership.Status.GUEST]
    members = [each for each in found if each not in guests]
    lists = ((_("Who they were"), members), (_("Guests"), guests))
    context = {
        "form": form,
        "date": date,
        "today": today,
        "lists": lists,
        "counts": counts,
        "members": len(members),
    }
    return render(request, "members/standing.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.MEMBERS)
def times(request: DirectorRequest, person: uuid.UUID) -> HttpResponse:
    """Show from when to when somebody is a member, and put it right."""
    membership = member(request, person)
    if request.method == "POST" and "drop" in request.POST:
        for past in to_drop(request, domain.past_of(membership)):
            domain.drop_past(past=past, actor=request.user.actor)
        messages.success(request, _("It is taken away."))
        return redirect("members:times", person)
    deeds = {"keep": TimesForm, "again": BackForm, "past": PastForm}
    sent = next((name for name in deeds if name in request.POST), "keep")
    shown: dict[str, forms.Form] = {
        "keep": TimesForm(initial=TimesForm.of(membership)),
        "again": BackForm(initial=BackForm.on(queries.evening())),
        "past": PastForm(),
    }
    if request.method == "POST":
        form = shown[sent] = deeds[sent](request.POST)
        if form.is_valid() and _done(_DEEDS[sent], membership, form, request.user.actor):
            messages.success(request, _("It is kept."))
            return redirect("members:times", person)
    context = {
        "membership": membership,
        "past": domain.past_of(membership),
        "has_left": membership.is_left(queries.evening()),
        **{f"form_{name}": form for name, form in shown.items()},
    }
    status = 400 if any(form.errors for form in shown.values()) else 200
    return render(request, "members/times.html", context, status=status)


def _done(
    deed: Callable[..., object], membership: Membership, form: forms.Form, actor: str
) -> bool:
    """Do what a form asks for; whether it was done, else the form says why not."""
    try:
        deed(membership=membership, actor=actor, **form.cleaned_data)
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return False
    return True


_DEEDS: dict[str, Callable[..., object]] = {
    "keep": domain.set_times,
    "again": domain.come_back,
    "past": domain.add_past,
}
