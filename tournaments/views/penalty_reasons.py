"""The club's own list of what is penalised."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import penalty_reasons as domain
from tournaments.interfaces.entry_forms import LIST_REFUSALS, ReasonForm
from tournaments.models import PenaltyReason


@never_cache
@director_required
def every(request: DirectorRequest) -> HttpResponse:
    """Show the list, and add a line to it."""
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            domain.add_reason(club=request.club, actor=request.user.actor, **form.cleaned_data)
        except domain.ReasonRefusedError as refused:
            form.add_error("text", str(LIST_REFUSALS[refused.code]))
        else:
            return redirect("tournaments:penalty-reasons")
    return _page(request, form)


@require_POST
@director_required
def change(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Give a line other words or points, move it up, or offer it no longer."""
    reason = get_object_or_404(PenaltyReason, pk=pk, club=request.club, retired=False)
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
        except domain.ReasonRefusedError as refused:
            form.add_error("text", str(LIST_REFUSALS[refused.code]))
            return _page(request, form)
    return redirect("tournaments:penalty-reasons")


def _page(request: DirectorRequest, form: ReasonForm) -> HttpResponse:
    context = {"form": form, "reasons": domain.penalty_reasons(request.club)}
    status = 400 if form.errors else 200
    return render(request, "tournaments/penalty_reasons.html", context, status=status)
