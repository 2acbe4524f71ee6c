"""A player's word on ten deals, and a second reading of the sheet."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.lately import too_often
from lhombre_club.numbers import number_sent
from lhombre_club.refusal import Refusal, messages_about
from lhombre_club.visitors import counted_at
from tournaments.book.actors import USER
from tournaments.entry.domain import links
from tournaments.entry.reasons import EntryReason
from tournaments.entry.views.at_table import at_table
from tournaments.models import Table
from tournaments.review.domain import proofs, rounds
from tournaments.review.pages.second import SecondForm
from tournaments.review.views.protesting import keeps
from tournaments.sheets.queries import sheet
from tournaments.words.figures import in_runs

MOST_SAID: Final = 60
"""How often a device says how a sheet is lately: each time is a line of the log for good."""


@require_POST
@at_table
def confirm(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Let a player say that ten deals are right, or that they are not."""
    says = proofs.deny if "wrong" in request.POST else proofs.confirm
    with messages_about(request, _("Thank you. It is noted.")):
        _not_too_often(request, table, actor)
        deal, seat = number_sent(request.POST.get("deal")), number_sent(request.POST.get("seat"))
        says(table=table, deal=deal, seat=seat, actor=actor)
        rounds.follow(table=table)
    return redirect("tournaments:recap", table.pk)


@never_cache
@at_table
def second(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Take a second reading of the sheet, without showing the first."""
    shown = sheet(table)
    form = SecondForm(shown, proofs.agreed(table=table, actor=actor), request.POST or None)
    if request.method == "POST" and form.is_valid():
        readings = form.readings()
        try:
            _not_too_often(request, table, actor)
            stop = proofs.read_again(table=table, readings=readings, actor=actor)
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            if stop is not None:
                form.stop_at(stop)
            elif not form.errors:
                rounds.follow(table=table)
                messages.success(request, _("So far both readings agree."))
                return redirect("tournaments:second", table.pk)
    form.point()
    own, is_all = proofs.entered_by(table=table, actor=actor)
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "form": form,
        "own": in_runs(own),
        "reads": not (own and is_all),
        "directs": links.is_director(request, table.round.event),
    }
    status = 400 if form.errors else 200
    return render(request, "entry/second.html", context, status=status)


def _not_too_often(request: HttpRequest, table: Table, actor: str) -> None:
    if actor.startswith(USER):
        return
    address, alone = counted_at(request), keeps(request, table)
    if too_often(f"said:{table.pk}", MOST_SAID, device=actor, address=address, alone=alone):
        raise Refusal(EntryReason.SAID_OFTEN)
