"""Penalties and entries by hand at a table: see them, make them, take them back."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest
from lhombre_club.refusal import Refusal, messages_about
from tournaments.access import of, of_event, of_table
from tournaments.book.accounts import names_at
from tournaments.corrections.pages.effects import shown
from tournaments.corrections.preview import Effect
from tournaments.models import Event, Names, Round, Table, TableEntry
from tournaments.penalties.domain import reason_list
from tournaments.penalties.domain.penalties import withdraw_entry
from tournaments.penalties.domain.preview import preview_decided
from tournaments.penalties.forms import HandForm, PenaltyForm
from tournaments.sheets.explaining import entry_head
from tournaments.words.figures import signed


@require_safe
@never_cache
@of_event
def tables(request: DirectorRequest, event: Event) -> HttpResponse:
    """Lead to the penalties of each table, the newest round first; four queries."""
    shown = Table.objects.filter(round__event=event, round__state__in=Round.SHOWN)
    ordered = shown.select_related("round").order_by("-round__number", "number")
    context = {
        "event": event,
        "tables": ordered.prefetch_related("seats__participant"),
        "open": _open_rounds(event),
    }
    return render(request, "penalties/tables.html", context)


@require_safe
@never_cache
@of_table
def page(request: DirectorRequest, table: Table) -> HttpResponse:
    """Show what was entered beside the deals of a table, and the forms for more."""
    return _page(request, table)


@require_POST
@of_table
def make(request: DirectorRequest, table: Table, kind: str) -> HttpResponse:
    """Store a penalty or an entry by hand."""
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
                entry = form.entry(table, actor)
                effect = preview_decided(entry)
                return _page(request, table, penalty=penalty, hand=hand, asked=(entry, effect))
            form.store(table, actor)
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("It is stored, and every balance is worked out anew."))
            return redirect("tournaments:entries", table.pk)
    return _page(request, table, penalty=penalty, hand=hand, status=400)


@require_POST
@of(TableEntry.objects.select_related("table__round__event"), "table__round__event__club")
def withdraw(request: DirectorRequest, entry: TableEntry) -> HttpResponse:
    """Take an entry back; it stays in the list, crossed out."""
    reason = request.POST.get("reason", "")
    with messages_about(request, _("It is taken back, and every balance is worked out anew.")):
        withdraw_entry(entry=entry, reason=reason, actor=request.user.actor)
    return redirect("tournaments:entries", entry.table_id)


def _open_rounds(event: Event) -> list[int]:
    """Return the numbers of the rounds in which something can be decided."""
    open_ = event.rounds.filter(state__in=Round.DECIDABLE).order_by("number")
    return list(open_.values_list("number", flat=True))


def _page(
    request: DirectorRequest,
    table: Table,
    *,
    penalty: PenaltyForm | None = None,
    hand: HandForm | None = None,
    asked: tuple[TableEntry, Effect] | None = None,
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
        **(_asked(*asked, names) if asked else {}),
        "is_open": table.round.state in Round.DECIDABLE,
        "open": _open_rounds(table.round.event),
        "reasons": [
            (reason_list.offered(reason.text), reason.points)
            for reason in reason_list.penalty_reasons(request.club)
        ],
        "entries": [
            _line(entry, names, range(len(entry.amounts))) for entry in table.entries.all()
        ],
    }
    return render(request, "penalties/penalties.html", context, status=status)


def _asked(entry: TableEntry, effect: Effect, names: Names) -> dict[str, object]:
    """Return what an entry would change, and its line in the columns of those who change."""
    changes = shown(effect)
    seats = [seat for table in changes.tables for seat in table.seats]
    return {"effect": changes, "added": _line(entry, names, seats)}


def _line(entry: TableEntry, names: Names, seats: Iterable[int]) -> dict[str, object]:
    """Return what is said of an entry, and what it moves at some seats."""
    return {
        "entry": entry,
        "head": entry_head(entry, names),
        "amounts": [signed(entry.amounts[seat]) for seat in seats],
    }
