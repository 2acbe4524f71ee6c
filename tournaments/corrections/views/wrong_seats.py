"""Seats that were wrong, noticed after play began: shown with all it changes, then put right."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from lhombre_club.members.access import DirectorRequest
from lhombre_club.refusal import Refusal
from lhombre_club.web.shown_first import SEEN, confirmed
from tournaments.access import of_table
from tournaments.book.corrections import reseat
from tournaments.corrections.pages import wrong_seats
from tournaments.corrections.pages.effects import preview_of
from tournaments.corrections.preview import Effect, preview_reseat
from tournaments.corrections.views import corrections
from tournaments.models import Seat, Table


@never_cache
@of_table
def page(request: DirectorRequest, table: Table) -> HttpResponse:
    """Ask who should have sat where, show what it changes, and let it be so."""
    seats = Seat.objects.filter(round=table.round_id).order_by("table__number", "seat")
    known = list(seats.select_related("table", "round__event", "participant"))
    if request.method != "POST":
        return _page(request, table, wrong_seats.WrongSeatsForm(table, known, None))
    if made := corrections.made_before(request, table.round.event):
        return made
    sent = corrections.asked_anew(request, table.round.event)
    form = wrong_seats.WrongSeatsForm(table, known, sent)
    if not form.is_valid() or "back" in request.POST:
        return _page(request, table, form, status=400 if form.errors else 200)
    try:
        return _shown_or_made(request, table, form)
    except Refusal as refusal:
        form.add_error(None, list(refusal.sentences))
    return _page(request, table, form, status=409)


def _shown_or_made(
    request: DirectorRequest, table: Table, form: wrong_seats.WrongSeatsForm
) -> HttpResponse:
    """Show what other seats change; if just that was seen already, make it so."""
    if not confirmed(request, form.asked()):
        effect = preview_reseat(form.moves())
        if request.POST.get(SEEN):
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
        **preview_of(form, effect),
        "often": list(form.visible_fields()),
        "moved": wrong_seats.moved(form.moves()) if effect else [],
    }
    return render(request, "corrections/wrong_seats.html", context, status=status)
