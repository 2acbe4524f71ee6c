"""Seats that were wrong, noticed after play began: shown with all it changes, then put right."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain.changes import CorrectionError
from tournaments.domain.corrections import reseat
from tournaments.domain.preview import Effect, preview_reseat
from tournaments.domain.results import ReusedIdError
from tournaments.interfaces import wrong_seats
from tournaments.interfaces.effects import shown
from tournaments.models import Seat, Table
from tournaments.views import corrections


@never_cache
@director_required
def page(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Ask who should have sat where, show what it changes, and let it be so."""
    tables = Table.objects.select_related("round__event")
    table = get_object_or_404(tables, pk=pk, round__event__club=request.club)
    seats = Seat.objects.filter(round=table.round_id).order_by("table__number", "seat")
    known = list(seats.select_related("table", "round__event", "participant"))
    form = wrong_seats.WrongSeatsForm(table, known, request.POST or None)
    if request.method != "POST":
        return _page(request, table, form)
    if made := corrections.made_before(request, table.round.event):
        return made
    if not form.is_valid() or "back" in request.POST:
        return _page(request, table, form, status=400 if form.errors else 200)
    try:
        return _shown_or_made(request, table, form)
    except CorrectionError as error:
        for sentence in wrong_seats.refused(error):
            form.add_error(None, sentence)
    except ReusedIdError:
        form.add_error(None, _("This was sent before with other content. Load the page again."))
    return _page(request, table, form, status=409)


def _shown_or_made(
    request: DirectorRequest, table: Table, form: wrong_seats.WrongSeatsForm
) -> HttpResponse:
    """Show what other seats change; if just that was seen already, make it so."""
    if form.cleaned_data["seen"] != form.told():
        effect = preview_reseat(form.moves())
        if form.cleaned_data["seen"]:
            messages.info(request, _("Something has changed meanwhile. Look at it once more."))
        return _page(request, table, form, effect=effect)
    made = reseat(
        moves=form.moves(),
        reason=form.cleaned_data["reason"],
        actor=request.user.actor,
        id=form.cleaned_data["id"],
    )
    messages.success(request, _("The seats are put right, and the standings worked out anew."))
    return redirect("tournaments:correction", made.pk)


def _page(
    request: DirectorRequest,
    table: Table,
    form: wrong_seats.WrongSeatsForm,
    *,
    effect: Effect | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "form": form,
        "often": list(form.visible_fields()),
        "effect": shown(effect) if effect else None,
        "moved": wrong_seats.moved(form.moves()) if effect else [],
        "seen": form.told() if effect else "",
    }
    return render(request, "tournaments/wrong_seats.html", context, status=status)
