"""Any total opened into its hands: of one player, or of a whole table."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain.queries.hands import sittings
from tournaments.domain.queries.sheets import sheet
from tournaments.interfaces.explaining import own_steps, steps
from tournaments.interfaces.paper_words import signed
from tournaments.models import Participant, Round, Table


@require_safe
@never_cache
def player(request: HttpRequest, pk: UUID, participant: UUID) -> HttpResponse:
    """Show everybody where a player's points come from, deal by deal."""
    shown = Participant.objects.filter(event=pk, event__rounds__state__in=Round.SHOWN).distinct()
    found = get_object_or_404(shown.select_related("event"), pk=participant)
    own = sittings(found.event, found)
    context = {
        "event": found.event,
        "player": found,
        "total": signed(sum(sitting.points for sitting in own) + found.handicap),
        "handicap": signed(found.handicap) if found.handicap else "",
        "sittings": [
            {
                "round": sitting.sheet.table.round.number,
                "table": sitting.sheet.table.number,
                "substitute": sitting.substitute,
                "points": signed(sitting.points),
                "others": [
                    name for seat, name in enumerate(sitting.sheet.names) if seat != sitting.seat
                ],
                "steps": own_steps(sitting),
            }
            for sitting in own
        ],
    }
    answer = render(request, "tournaments/player.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


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
