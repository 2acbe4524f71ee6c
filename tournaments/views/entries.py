"""Penalties and entries by hand at a table: see them, make them, take them back."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import entries as domain
from tournaments.domain.accounts import names_at
from tournaments.domain.penalty_reasons import penalty_reasons
from tournaments.domain.preview import Effect, preview_decided
from tournaments.interfaces.effects import shown
from tournaments.interfaces.entry_forms import REFUSALS, HandForm, PenaltyForm
from tournaments.interfaces.explaining import entry_head
from tournaments.interfaces.paper_words import signed
from tournaments.models import Table, TableEntry


@require_safe
@never_cache
@director_required
def page(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show what was entered beside the deals of a table, and the forms for more."""
    return _page(request, _table(request, pk))


@require_POST
@director_required
def make(request: DirectorRequest, pk: UUID, kind: str) -> HttpResponse:
    """Store a penalty or an entry by hand."""
    table = _table(request, pk)
    names = names_at(table)
    actor = request.user.actor
    penalty = PenaltyForm(names, request.POST if kind == "penalty" else None, prefix="penalty")
    hand = HandForm(names, request.POST if kind == "hand" else None, prefix="hand")
    forms: dict[str, PenaltyForm | HandForm] = {"penalty": penalty, "hand": hand}
    form = forms.get(kind)
    if form is None:
        raise Http404
    if form.is_valid():
        try:
            if "show" in request.POST:
                effect = preview_decided(form.entry(table, actor))
                return _page(request, table, penalty=penalty, hand=hand, effect=effect)
            form.store(table, actor)
        except domain.EntryRefusedError as refused:
            form.add_error(None, str(REFUSALS[refused.code]))
        else:
            messages.success(request, _("It is stored, and every balance is worked out anew."))
            return redirect("tournaments:entries", table.pk)
    return _page(request, table, penalty=penalty, hand=hand, status=400)


@require_POST
@director_required
def withdraw(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Take an entry back; it stays in the list, crossed out."""
    own = TableEntry.objects.select_related("table").filter(table__round__event__club=request.club)
    entry = get_object_or_404(own, pk=pk)
    reason = request.POST.get("reason", "")
    try:
        domain.withdraw_entry(entry=entry, reason=reason, actor=request.user.actor)
    except domain.EntryRefusedError as refused:
        messages.error(request, str(REFUSALS[refused.code]))
    else:
        messages.success(request, _("It is taken back, and every balance is worked out anew."))
    return redirect("tournaments:entries", entry.table_id)


def _table(request: DirectorRequest, pk: UUID) -> Table:
    tables = Table.objects.select_related("round__event")
    return get_object_or_404(tables, pk=pk, round__event__club=request.club)


def _page(
    request: DirectorRequest,
    table: Table,
    *,
    penalty: PenaltyForm | None = None,
    hand: HandForm | None = None,
    effect: Effect | None = None,
    status: int = 200,
) -> HttpResponse:
    names = names_at(table)
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "names": names,
        "penalty": penalty or PenaltyForm(names, prefix="penalty"),
        "hand": hand or HandForm(names, prefix="hand"),
        "effect": shown(effect) if effect else None,
        "reasons": penalty_reasons(request.club),
        "entries": [
            {
                "entry": entry,
                "head": entry_head(entry, names),
                "amounts": [signed(points) for points in entry.amounts],
            }
            for entry in table.entries.all()
        ],
    }
    return render(request, "tournaments/entries.html", context, status=status)
