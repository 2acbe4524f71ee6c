"""A player's page, for everybody to read."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from lhombre_club.drawn import drawn, once_for_all
from lhombre_club.members.shown import said
from lhombre_club.members.templatetags.once import ANYBODYS, with_fields
from lhombre_club.numbers import read_whole
from tournaments.book.names import tell_everybody
from tournaments.book.stakes import side_bonuses
from tournaments.folders.queries.secret import Secret
from tournaments.models import Participant, Protest, Round, Table
from tournaments.money.words import payment_lines
from tournaments.players.pages import evening
from tournaments.players.pages.course import course, legend, scale_of, stops
from tournaments.players.pages.folds import NAMES, Fold, Line, Only, counted, folds, only
from tournaments.players.pages.protests import notices
from tournaments.players.queries.around import (
    around,
    other_evenings,
    own_payments,
    rounds_out,
)
from tournaments.players.queries.opponents import opponents
from tournaments.review.domain.rounds import ProtestTime, protest_time
from tournaments.review.queries.protests import protests_of
from tournaments.review.views import protesting
from tournaments.sheets.explaining import OwnStep, own_steps
from tournaments.sheets.hands import Sitting, sittings
from tournaments.standings.pages import still
from tournaments.standings.queries.standings import Standings
from tournaments.words.bonuses import own_bonus
from tournaments.words.figures import signed

ACCOUNT: Final = "players/account.html"
PLACES: Final = 128
"""So many players' pages are kept at most; each has some hundred thousand letters."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose page is asked for, by whom, and how much of it."""

    request: HttpRequest
    player: Participant
    only: Only = Only.ALL


@require_safe
@once_for_all
@never_cache
def player(request: HttpRequest, pk: UUID, participant: UUID) -> HttpResponse:
    """Show everybody how a player stands, and where his points come from, deal by deal."""
    found = _released(pk, participant)
    return _page(Asked(request, found, Only.read(request.GET.get("only"))))


def _released(event: UUID, participant: UUID) -> Participant:
    """A player of an event that the room has seen, or 404."""
    shown = Participant.objects.filter(event=event, event__rounds__state__in=Round.SHOWN)
    shown = shown.distinct().select_related(
        "event__folder_plan", "event__club__kept_for", "event__season", "team"
    )
    found = get_object_or_404(shown, pk=participant)
    tell_everybody(found.event)
    return found


def _page(asked: Asked) -> HttpResponse:
    """Show a player's page, drawn once for all who may do the same there."""
    request, found = asked.request, asked.player
    whose = f"own:{found.pk}:{asked.only}:{_own(asked)}"
    name, shown = drawn(whose, lambda _last: ("", _anybodys(asked)), places=PLACES).table
    context = {"event": found.event, "name": name, "account": with_fields(request, shown)}
    return render(request, "players/player.html", context)


def _own(asked: Asked) -> str:
    """Return what tells a visitor from others there: his protests.

    Empty for who has never protested.
    """
    protester = protesting.protester(asked.request)
    if not protester:
        return ""
    sent = asked.player.protests.filter(actor=protester).values_list("pk", "state", "words")
    return hashlib.sha256(repr((protester, list(sent))).encode()).hexdigest()


def _anybodys(asked: Asked) -> tuple[str, SafeString]:
    """Return how the player is called there, for which all names are read, and the account."""
    page = render_to_string(ACCOUNT, {**_account(asked), "csrf_token": ANYBODYS})
    return said(asked.player.name), page


def _account(asked: Asked) -> dict[str, Any]:
    """Return how he stands and where his points come from, as the template needs it."""
    found = asked.player
    lies_around = around(found.event)
    own = sittings(found.event, found, lies_around.secret)
    steps = [own_steps(sitting) for sitting in own]
    numbers = [sitting.sheet.table.round.number for sitting in own]
    return {
        "event": found.event,
        "player": found,
        "total": signed(sum(sitting.points for sitting in own)),
        "handicap": signed(found.team.handicap) if found.team and found.team.handicap else "",
        "protesters": (protesting.protester(asked.request),),
        "rounds": _rounds(asked, own, steps),
        "is_part": asked.only != Only.ALL,
        "ways": _ways(asked, steps),
        "notices": notices(_open(own, steps)),
        "legend": legend(step for each in steps for step in each),
        "now": evening.place_now(own),
        "out": rounds_out(found),
        "deals": evening.best_and_worst(zip(numbers, steps, strict=True)),
        "opponents": evening.lost_and_won(opponents(own)),
        "others": other_evenings(found),
        "still": still.own(lies_around.still, found.pk),
        **_standing(found, lies_around.standings),
        **_money(found, lies_around.secret),
    }


def _standing(found: Participant, standings: Standings) -> dict[str, Any]:
    """Return how he stands among the others."""
    place, record = evening.answer(standings, found)
    return {
        "place": place,
        "record": record,
        "of_team": evening.of_team(standings, found),
        "neighbours": evening.neighbours(standings, found),
    }


def _money(found: Participant, secret: Secret) -> dict[str, Any]:
    """Return what he gets and owes; nothing where nobody may know."""
    event = found.event
    if not event.club.shows_money or not secret.tells_all:
        return {"bonuses": [], "payments": []}
    every = (own_bonus(bonus, found) for bonus in side_bonuses(event))
    payments = own_payments(found)
    return {
        "bonuses": [bonus for bonus in every if bonus],
        "payments": payment_lines(payments, oere=event.has_oere),
        "settled_at": max((each.settling.created_at for each in payments), default=None),
    }


def _ways(asked: Asked, steps: Sequence[Sequence[OwnStep]]) -> list[dict[str, Any]]:
    """Return the links by which all deals are shown, or some of them."""
    found = asked.player
    page = reverse("tournaments:public-player", args=[found.event_id, found.pk])
    lines = [step for each in steps for step in each]
    return [
        {
            "name": name,
            "address": f"{page}?only={way}#deals" if way else f"{page}#deals",
            "many": counted(lines, way),
            "is_chosen": way == asked.only,
        }
        for way, name in NAMES.items()
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def complain(request: HttpRequest, pk: UUID, participant: UUID) -> HttpResponse:
    """Protest from a player's page: by who has the table's link, or the code on its sheet.

    It is written on the page that is fetched here, of whatever deal it is about.
    """
    sent = request.method == "POST"
    fields = request.POST if sent else request.GET
    found = _released(pk, participant)
    tables = Table.objects.select_related("round").filter(
        round__event=pk, round__state__in=Round.SHOWN, seats__participant=found
    )
    table = get_object_or_404(tables, round__number=read_whole(fields.get("round")))
    back = reverse("tournaments:public-player", args=[pk, participant])
    if not sent:
        return protesting.write(request, table=table, back=back)
    return protesting.send(request, table=table, participant=found, back=back)


def _rounds(
    asked: Asked, own: Sequence[Sitting], steps: Sequence[Sequence[OwnStep]]
) -> list[dict[str, Any]]:
    """Return his rounds, their lines drawn on one scale."""
    sent = protests_of(asked.player, protesting.protester(asked.request))
    lines = [stops(*each) for each in zip(own, steps, strict=True)]
    scale = scale_of(lines)
    return [
        {
            **_sitting(asked, sitting, each, sent),
            "course": course(sitting, each, line, scale) if len(line) > 1 else None,
        }
        for sitting, each, line in zip(own, steps, lines, strict=True)
    ]


def _sitting(
    asked: Asked,
    sitting: Sitting,
    steps: Sequence[OwnStep],
    sent: Mapping[tuple[UUID, int], Protest],
) -> dict[str, Any]:
    table = sitting.sheet.table
    by_deal = {str(deal): each for (pk, deal), each in sent.items() if pk == table.pk}
    lines = [(step, by_deal.get(step.number) if step.of_deal else None) for step in steps]
    return {
        "round": table.round.number,
        "table": table.number,
        "place": evening.place_of(sitting),
        "substitute": sitting.substitute,
        "since": sitting.since,
        "is_over": table.round.state != Round.State.RELEASED,
        "hidden": sitting.hidden,
        "is_frozen": sitting.is_frozen,
        "points": _played(sitting, steps),
        "penalties": signed(sitting.penalties) if sitting.penalties else "",
        "is_empty": not steps,
        "is_played": sitting.sheet.entered >= len(sitting.sheet.lines),
        "folds": _folds(asked, sitting, lines),
        "about_all": by_deal.get("0"),
        "receives_protests": protest_time(table.round).is_on,
    }


def _open(
    own: Sequence[Sitting], steps: Sequence[Sequence[OwnStep]]
) -> Iterator[tuple[Round, ProtestTime]]:
    """Yield when he may protest in the rounds of which something is shown, or was to be."""
    for sitting, each in zip(own, steps, strict=True):
        round_ = sitting.sheet.table.round
        time = protest_time(round_)
        if each or time.until:
            yield round_, time


def _played(sitting: Sitting, steps: Sequence[OwnStep]) -> str:
    """Return what a round came to beside penalties; empty where nothing is played."""
    points = sitting.points - sitting.penalties
    return signed(points) if points or any(step.of_deal for step in steps) else ""


def _folds(asked: Asked, sitting: Sitting, lines: Sequence[Line]) -> list[Fold]:
    if asked.only != Only.ALL:
        return only(lines, asked.only)
    return folds(lines, len(sitting.sheet.lines))
