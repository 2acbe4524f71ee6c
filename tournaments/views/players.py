"""Any total opened into its hands: of one player, or of a whole table."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain.protests import TooManyProtestsError, protest
from tournaments.domain.queries.checks import protests_of
from tournaments.domain.queries.hands import Sitting, sittings
from tournaments.domain.queries.sheets import sheet
from tournaments.domain.rounds import protests_until
from tournaments.interfaces.explaining import own_steps, steps
from tournaments.interfaces.paper_words import signed
from tournaments.interfaces.rounds import REFUSALS, number, refusal
from tournaments.models import Participant, Protest, Round, Table

VISITOR = "visitor:page"
PROTEST_SECONDS = 600
MOST_PROTESTS = 30
"""From one address in that time; a whole room may have one."""


@require_safe
@never_cache
def player(request: HttpRequest, pk: UUID, participant: UUID) -> HttpResponse:
    """Show everybody where a player's points come from, deal by deal."""
    shown = Participant.objects.filter(event=pk, event__rounds__state__in=Round.SHOWN).distinct()
    found = get_object_or_404(shown.select_related("event"), pk=participant)
    own = sittings(found.event, found)
    own_protests = protests_of(found)
    context = {
        "event": found.event,
        "player": found,
        "total": signed(sum(sitting.points for sitting in own) + found.handicap),
        "handicap": signed(found.handicap) if found.handicap else "",
        "sittings": [_sitting(sitting, own_protests) for sitting in own],
    }
    answer = render(request, "tournaments/player.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_POST
def complain(request: HttpRequest, pk: UUID, participant: UUID) -> HttpResponse:
    """Protest from a player's page; no login is asked for, and little can be done."""
    shown = Participant.objects.filter(event=pk, event__rounds__state__in=Round.SHOWN).distinct()
    found = get_object_or_404(shown, pk=participant)
    tables = Table.objects.filter(round__event=pk, seats__participant=found)
    table = get_object_or_404(tables, round__number=max(0, number(request.POST.get("round", ""))))
    here = request.META.get("REMOTE_ADDR", "")
    try:
        if not may_protest(here):
            raise TooManyProtestsError
        protest(
            table=table,
            deal=number(request.POST.get("deal", "")),
            participant=found,
            words=request.POST.get("words", ""),
            actor=VISITOR,
        )
    except REFUSALS as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, _("The protest is noted. The director answers it here."))
    return redirect("tournaments:public-player", pk, participant)


def may_protest(address: str) -> bool:
    """Whether an address has not sent too many protests lately; players may share one."""
    key = f"protests:{address}"
    cache.add(key, 0, PROTEST_SECONDS)
    return bool(cache.incr(key) <= MOST_PROTESTS)


def _sitting(sitting: Sitting, protests: Mapping[tuple[UUID, int], Protest]) -> dict[str, Any]:
    table = sitting.sheet.table
    until = protests_until(table.round)
    by_deal = {str(deal): each for (pk, deal), each in protests.items() if pk == table.pk}
    return {
        "round": table.round.number,
        "table": table.number,
        "substitute": sitting.substitute,
        "points": signed(sitting.points),
        "others": [name for seat, name in enumerate(sitting.sheet.names) if seat != sitting.seat],
        "steps": [(step, by_deal.get(step.number)) for step in own_steps(sitting)],
        "about_all": by_deal.get("0"),
        "until": until,
        "receives_protests": until is not None and timezone.now() < until,
    }


@require_safe
@never_cache
@director_required
def account(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show a director the account of a table: who paid whom in each deal, and why."""
    found = get_object_or_404(
        Table.objects.select_related("round__event"), pk=pk, round__event__club=request.club
    )
    shown = sheet(found)
    context = {
        "table": found,
        "round": found.round,
        "event": found.round.event,
        "names": shown.names,
        "keeps_pot": shown.keeps_pot,
        "steps": steps(shown),
        "final": [signed(points) for points in shown.final],
    }
    return render(request, "tournaments/account.html", context)
