"""The sheet does not add up: the paper's sums in, the likeliest line out."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest
from lhombre_club.refusal import Refusal
from scoring.whichline import Stated, which_line
from tournaments.access import of_table
from tournaments.corrections.pages import which_line as interface
from tournaments.models import Table
from tournaments.review.domain.proofs import state_sums
from tournaments.review.domain.rounds import follow
from tournaments.review.reasons import ReviewReason
from tournaments.sheets.queries import sheet


@never_cache
@of_table
def page(request: DirectorRequest, table: Table) -> HttpResponse:
    """Compare the paper's sums with what was entered, and say which line may be wrong."""
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
    return render(request, "corrections/which_line.html", context, status=status)


@require_POST
@of_table
def store(request: DirectorRequest, table: Table) -> HttpResponse:
    """Keep sums of the paper that were typed beside the sheet, and look for nothing."""
    form = interface.SumsForm(sheet(table), request.POST)
    stated = form.stated() if form.is_valid() else []
    if not stated:
        return HttpResponse(status=400)
    return HttpResponse(status=204 if _keep(table, stated, request.user.actor) else 409)


def _keep(table: Table, stated: list[Stated], actor: str) -> bool:
    """Keep what the paper says, as a proof of the sheet; of a closed round it is only looked at."""
    try:
        state_sums(table=table, sums={each.deal: each.balances for each in stated}, actor=actor)
    except Refusal as refusal:
        if refusal.reason is not ReviewReason.NOT_OPEN:
            raise
        return False
    follow(table=table)
    return True
