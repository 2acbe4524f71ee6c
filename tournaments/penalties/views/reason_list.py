"""The club's own list of what is penalised."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest, director_required, look_at
from lhombre_club.refusal import Refusal
from tournaments.access import of
from tournaments.models import PenaltyReason
from tournaments.penalties.domain import reason_list as domain
from tournaments.penalties.forms import ReasonForm


@never_cache
@director_required
def index(request: DirectorRequest) -> HttpResponse:
    """Show the list of the club that the address names, and add a line to it."""
    named = request.GET.get("club")
    own = (each for each in request.clubs if str(each.pk) == named)
    look_at(request, next(own, request.club))
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            domain.add_reason(club=request.club, actor=request.user.actor, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error("text", str(refusal))
        else:
            return _to_list(request)
    return _page(request, form)


@require_POST
@of(PenaltyReason.objects.filter(retired=False), "club")
def change(request: DirectorRequest, reason: PenaltyReason) -> HttpResponse:
    """Give a line other words or points, move it up, or offer it no longer."""
    actor = request.user.actor
    if "retire" in request.POST:
        domain.retire_reason(reason=reason, actor=actor)
    elif "up" in request.POST:
        keys = [line.pk for line in domain.penalty_reasons(request.club)]
        place = max(keys.index(reason.pk) - 1, 0)
        keys.remove(reason.pk)
        domain.reorder_reasons(
            club=request.club, order=[*keys[:place], reason.pk, *keys[place:]], actor=actor
        )
    else:
        form = ReasonForm(request.POST)
        if not form.is_valid():
            return _page(request, form)
        try:
            domain.change_reason(reason=reason, actor=actor, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error("text", str(refusal))
            return _page(request, form)
    return _to_list(request)


def _to_list(request: DirectorRequest) -> HttpResponse:
    """Go on to the list of the club of the line, which he need not have chosen."""
    return redirect(f"{reverse('tournaments:penalty-reasons')}?club={request.club.pk}")


def _page(request: DirectorRequest, form: ReasonForm) -> HttpResponse:
    lines = domain.penalty_reasons(request.club)
    context = {"form": form, "reasons": [(line, domain.shown(line.text)) for line in lines]}
    status = 400 if form.errors else 200
    return render(request, "penalties/reason_list.html", context, status=status)
