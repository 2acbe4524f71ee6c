"""A sheet from a file: shown with all it changes and every line that is wrong, then imported."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from lhombre_club.bodies import takes_a_file
from lhombre_club.members.access import DirectorRequest
from lhombre_club.refusal import Refusal
from lhombre_club.web.shown_first import confirmed
from tournaments.access import of_table
from tournaments.book.corrections import correct
from tournaments.corrections.pages.effects import preview_of
from tournaments.corrections.preview import Effect, preview
from tournaments.entry.pages.importing import ImportForm
from tournaments.models import Table
from tournaments.review.domain.rounds import follow_corrected


@never_cache
@of_table
@takes_a_file
def sheet(request: DirectorRequest, table: Table) -> HttpResponse:
    """Take a table's sheet from a file; show first what it changes, then import all of it."""
    if request.method != "POST":
        return _form(request, table, ImportForm(table))
    form = ImportForm(table, request.POST, request.FILES)
    if not form.is_valid() or "back" in request.POST:
        return _again(request, table, form)
    try:
        return _shown_or_made(request, table, form)
    except Refusal as refusal:
        form.add_error(None, list(refusal.sentences))
    return _form(request, table, form, status=409)


def _again(request: DirectorRequest, table: Table, form: ImportForm) -> HttpResponse:
    """Show the form with what is wrong; or what an earlier click has made already."""
    asked = form.cleaned_data.get("id")
    made = table.round.event.corrections.filter(pk=asked).first() if asked else None
    if made is not None:
        return redirect("tournaments:correction", made.pk)
    return _form(request, table, form, status=400 if form.errors else 200)


def _shown_or_made(request: DirectorRequest, table: Table, form: ImportForm) -> HttpResponse:
    if not confirmed(request, form.asked()):
        return _form(request, table, form, effect=preview(table.round.event, form.changes()))
    made = correct(
        event=table.round.event,
        changes=form.changes(),
        reason=form.cleaned_data["reason"],
        actor=request.user.actor,
        id=form.cleaned_data["id"],
    )
    follow_corrected(made)
    messages.success(request, _("The sheet is imported, and every balance is worked out anew."))
    return redirect("tournaments:correction", made.pk)


def _form(
    request: DirectorRequest,
    table: Table,
    form: ImportForm,
    *,
    effect: Effect | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        **preview_of(form, effect),
        "often": form.visible_fields(),
        "told": form.told,
    }
    return render(request, "entry/import.html", context, status=status)
