"""Any total opened into its hands: of one player, or of a whole table."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.club_words.speaking import speak
from lhombre_club.members.access import DirectorRequest
from lhombre_club.numbers import read_whole
from tournaments.access import of_table
from tournaments.book.stakes import side_bonuses
from tournaments.folders.queries.secret import secret_of
from tournaments.models import Names, Participant, Protest, Round, Table
from tournaments.review.domain.rounds import protests_until, receives_protests
from tournaments.review.queries.protests import protests_of
from tournaments.review.views import protesting
from tournaments.sheets.explaining import Step, own_steps, steps
from tournaments.sheets.hands import Sitting, sittings
from tournaments.sheets.queries import sheet
from tournaments.words.bonuses import OwnBonus, own_bonus
from tournaments.words.figures import signed


@require_safe
@never_cache
def player(request: HttpRequest, pk: UUID, participant: UUID) -> HttpResponse:
    """Show everybody where a player's points come from, deal by deal."""
    found = _released(pk, participant)
    return _page(request, found)


def _released(event: UUID, participant: UUID) -> Participant:
    """A player of an event that the room has seen, or 404."""
    shown = Participant.objects.filter(event=event, event__rounds__state__in=Round.SHOWN)
    shown = shown.distinct().select_related("event__folder_plan", "event__club", "team")
    found = get_object_or_404(shown, pk=participant)
    speak(found.event.club.words)
    return found


def _page(
    request: HttpRequest, found: Participant, draft: protesting.Draft | None = None
) -> HttpResponse:
    """Show a player's page, with a protest that was refused where it was written."""
    own = sittings(found.event, found)
    own_protests = protests_of(found, protesting.protester(request))
    context = {
        "event": found.event,
        "player": found,
        "total": signed(sum(sitting.points for sitting in own)),
        "handicap": signed(found.team.handicap) if found.team and found.team.handicap else "",
        "protesters": (protesting.protester(request),),
        "sittings": [_sitting(sitting, own_protests, request) for sitting in own],
        "bonuses": _bonuses(found),
        "draft": draft,
    }
    return render(request, "standings/player.html", context)


@require_POST
def complain(request: HttpRequest, pk: UUID, participant: UUID) -> HttpResponse:
    """Protest from a player's page: by who has the table's link, or the code on its sheet."""
    found = _released(pk, participant)
    tables = Table.objects.select_related("round").filter(round__event=pk, seats__participant=found)
    table = get_object_or_404(tables, round__number=read_whole(request.POST.get("round")))
    back = reverse("tournaments:public-player", args=[pk, participant])
    answer = protesting.send(request, table=table, participant=found, back=back)
    return _page(request, found, answer) if isinstance(answer, protesting.Draft) else answer


def _bonuses(player: Participant) -> list[OwnBonus]:
    """Return the side bonuses that he gets or pays for; none where nobody may know."""
    if not player.event.club.shows_money or secret_of(player.event).left_out:
        return []
    every = (own_bonus(bonus, player) for bonus in side_bonuses(player.event))
    return [bonus for bonus in every if bonus]


def _sitting(
    sitting: Sitting, sent: Mapping[tuple[UUID, int], Protest], request: HttpRequest
) -> dict[str, Any]:
    table = sitting.sheet.table
    by_deal = {str(deal): each for (pk, deal), each in sent.items() if pk == table.pk}
    return {
        "round": table.round.number,
        "table": table.number,
        "substitute": sitting.substitute,
        "since": sitting.since,
        "is_over": table.round.state != Round.State.RELEASED,
        "hidden": sitting.hidden,
        "points": signed(sitting.points - sitting.penalties),
        "penalties": signed(sitting.penalties) if sitting.penalties else "",
        "others": [name for seat, name in enumerate(sitting.sheet.names) if seat != sitting.seat],
        "steps": [(step, by_deal.get(step.number)) for step in own_steps(sitting)],
        "about_all": by_deal.get("0"),
        "until": protests_until(table.round),
        "asks_code": not protesting.knows(request.session, table),
        "receives_protests": receives_protests(table.round),
    }


@require_safe
@never_cache
@of_table
def account(request: DirectorRequest, table: Table) -> HttpResponse:
    """Show a director the account of a table: who paid whom in each deal, and why."""
    shown = sheet(table)
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "names": shown.names,
        "keeps_pot": shown.keeps_pot,
        "steps": [(step, _cells(step, shown.names)) for step in steps(shown)],
        "final": [
            (name, signed(points)) for name, points in zip(shown.names, shown.final, strict=True)
        ],
    }
    return render(request, "standings/table_account.html", context)


def _cells(step: Step, names: Names) -> list[tuple[str, str, bool]]:
    """Return of each seat its name, what the step moved, and whether it sat out."""
    there = names.at(int(step.number or 0))
    return [(name, step.moved(seat), seat in step.sat_out) for seat, name in enumerate(there)]
