"""A sheet from a file: shown with all it changes and every line that is wrong, then imported."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain.changes import CorrectionError
from tournaments.domain.corrections import correct
from tournaments.domain.preview import Effect, preview
from tournaments.domain.results import ReusedIdError
from tournaments.domain.rounds import follow_corrected
from tournaments.interfaces import correcting
from tournaments.interfaces.effects import shown
from tournaments.interfaces.importing import ImportForm
from tournaments.models import Table


@never_cache
@director_required
def sheet(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Take a table's sheet from a file; show first what it changes, then import all of it."""
    tables = Table.objects.select_related("round__event")
    table = get_object_or_404(tables, pk=pk, round__event__club=request.club)
    if request.method != "POST":
        return _form(request, table, ImportForm(table))
    form = ImportForm(table, request.POST, request.FILES)
    if not form.is_valid() or "back" in request.POST:
        return _again(request, table, form)
    try:
        return _shown_or_made(request, table, form)
    except CorrectionError as error:
        for sentence in correcting.refusals(error):
            form.add_error(None, sentence)
    except ReusedIdError:
        form.add_error(None, _("This was sent before with other content. Load the page again."))
    return _form(request, table, form, status=409)


def _again(request: DirectorRequest, table: Table, form: ImportForm) -> HttpResponse:
    """Show the form with what is wrong; or what an earlier click has made already."""
    asked = form.cleaned_data.get("id")
    made = table.round.event.corrections.filter(pk=asked).first() if asked else None
    if made is not None:
        return redirect("tournaments:correction", made.pk)
    return _form(request, table, form, status=400 if form.errors else 200)


def _shown_or_made(request: DirectorRequest, table: Table, form: ImportForm) -> HttpResponse:
    if form.cleaned_data["seen"] != form.digest():
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
        "form": form,
        "often": form.visible_fields(),
        "told": form.told,
        "effect": shown(effect) if effect else None,
        "seen": form.digest() if effect else "",
    }
    return render(request, "tournaments/import.html", context, status=status)
