"""The sheet does not add up: the paper's sums in, the likeliest line out."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest, director_required
from scoring.whichline import Stated, which_line
from tournaments.domain.proofs import state_sums
from tournaments.domain.queries.sheets import sheet
from tournaments.domain.results import NotOpenError
from tournaments.domain.rounds import follow
from tournaments.interfaces import which_line as interface
from tournaments.models import Table


@never_cache
@director_required
def page(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Compare the paper's sums with what was entered, and say which line may be wrong."""
    table = _table(request, pk)
    shown = sheet(table)
    known = {each.deal: each.balances for each in table.stated.all()}
    form = interface.SumsForm(shown, request.POST or None, known=known)
    found = None
    if request.method == "POST" and form.is_valid():
        stated = form.stated()
        if all(line.record is None for line in shown.lines):
            form.add_error(None, _("No deal of this sheet is in yet. Enter it first."))
        elif stated:
            _keep(table, stated, request.user.actor)
            answer = which_line(interface.lines_of(shown), stated)
            found = interface.findings(answer, shown)
        else:
            form.add_error(None, _("Write at least one sum from the paper."))
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "names": shown.names,
        "form": form,
        "rows": form.rows(),
        "found": found,
    }
    status = 400 if form.errors else 200
    return render(request, "tournaments/which_line.html", context, status=status)


@require_POST
@director_required
def store(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Keep sums of the paper that were typed beside the sheet, and look for nothing."""
    table = _table(request, pk)
    form = interface.SumsForm(sheet(table), request.POST)
    stated = form.stated() if form.is_valid() else []
    if not stated:
        return HttpResponse(status=400)
    return HttpResponse(status=204 if _keep(table, stated, request.user.actor) else 409)


def _table(request: DirectorRequest, pk: UUID) -> Table:
    tables = Table.objects.select_related("round__event")
    return get_object_or_404(tables, pk=pk, round__event__club=request.club)


def _keep(table: Table, stated: list[Stated], actor: str) -> bool:
    """Keep what the paper says, as a proof of the sheet; of a closed round it is only looked at."""
    try:
        state_sums(table=table, sums={each.deal: each.balances for each in stated}, actor=actor)
    except NotOpenError:
        return False
    follow(table=table)
    return True
