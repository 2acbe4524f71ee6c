"""What an evening costs each, and its prizes."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest
from lhombre_club.members.offices import Deed
from lhombre_club.members.queries import evening
from lhombre_club.refusal import Refusal
from lhombre_club.web.shown_first import SEEN
from tournaments.access import of
from tournaments.cash.domain import evenings
from tournaments.cash.forms import EntranceForm, PrizesForm, VoidForm
from tournaments.cash.pages.evenings import (
    Player,
    PrizePreview,
    beforehand,
    in_standing,
    otherwise,
    prize_lines,
    prize_preview,
)
from tournaments.cash.queries.book import accounts
from tournaments.cash.queries.evenings import in_pool, pool_of, prizes_of
from tournaments.cash.views.told import booked
from tournaments.cash.words import money
from tournaments.models import CashAccount, Event
from tournaments.review.queries.rounds import is_final, rounds

of_evening = of(Event.objects.all(), "club", Deed.MONEY)


@require_safe
@never_cache
@of_evening
def page(request: DirectorRequest, event: Event) -> HttpResponse:
    """Show what came in and who gets what."""
    return _page(request, event)


@require_POST
@of_evening
def entrance(request: DirectorRequest, event: Event) -> HttpResponse:
    """Book what each has paid at the door."""
    form = EntranceForm(_boxes(event), len(in_standing(event)), request.POST)
    if not form.is_valid():
        return _page(request, event, entrance=form)
    said = form.cleaned_data
    came = evenings.Entrance(
        fee=said["fee"] or 0,
        stake=said["stake"] or 0,
        payers=said["payers"],
        date=said["date"],
        into=said["into"],
    )
    deed = partial(evenings.take_entrance, event=event, entrance=came, actor=request.user.actor)
    if not booked(request, form, deed, _("What came in is booked.")):
        return _page(request, event, entrance=form)
    return redirect("tournaments:evening-cash", event.pk)


@require_POST
@of_evening
def prizes(request: DirectorRequest, event: Event) -> HttpResponse:
    """Show who would get what; of what was seen, pay the pool out and note what is in kind."""
    players = in_standing(event)
    form = PrizesForm(_boxes(event), _choices(players), request.POST)
    if not form.is_valid():
        return _page(request, event, prizes=form)
    given = _given(players, form)
    if not given:
        form.add_error(None, _("Say who gets a prize."))
        return _page(request, event, prizes=form)
    preview = _preview(event, given, form)
    if preview and request.POST.get(SEEN) != preview.seen:
        return _page(request, event, prizes=form, preview=preview)
    deed = partial(
        evenings.give_prizes,
        event=event,
        prizes=given,
        date=form.cleaned_data["date"],
        box=form.cleaned_data["box"],
        actor=request.user.actor,
    )
    if not booked(request, form, deed, _("The prizes are given.")):
        return _page(request, event, prizes=form)
    return redirect("tournaments:evening-cash", event.pk)


def _preview(event: Event, given: list[evenings.Prize], form: PrizesForm) -> PrizePreview | None:
    """Return what the prizes would be; None where they would be refused, as the deed then says."""
    said = form.cleaned_data
    try:
        return prize_preview(event, given, said["date"], said["box"])
    except Refusal:
        return None


@require_POST
@of_evening
def prizes_back(request: DirectorRequest, event: Event) -> HttpResponse:
    """Take the prizes back."""
    form = VoidForm(request.POST)
    if not form.is_valid():
        return _page(request, event, back=form)
    said, actor = form.cleaned_data, request.user.actor
    deed = partial(evenings.take_prizes_back, event=event, actor=actor, **said)
    if not booked(request, form, deed, _("The prizes are taken back.")):
        return _page(request, event, back=form)
    return redirect("tournaments:evening-cash", event.pk)


def _boxes(event: Event) -> list[CashAccount]:
    return [each for each in accounts(event.club) if each.holds_money]


def _page(
    request: DirectorRequest, event: Event, preview: PrizePreview | None = None, **forms: Any
) -> HttpResponse:
    """Show the page, with those forms that were refused, or with what the prizes would be."""
    pool, given, boxes = pool_of(event), prizes_of(event), _boxes(event)
    today = {"date": evening()}
    players = in_standing(event)
    context = {
        "event": event,
        "boxes": boxes,
        "pool": pool,
        "in_pool": money(in_pool(event)) if pool else "",
        "came": money((pool.fee + pool.stake) * pool.payers) if pool else "",
        "given": prize_lines(given),
        "otherwise": otherwise(event, given),
        "entrance": EntranceForm(boxes, len(players), initial={**today, "payers": len(players)}),
        "prizes": PrizesForm(
            boxes,
            _choices(players),
            initial={**today, **_first(players, with_parts=bool(pool and pool.stake))},
        ),
        "back": VoidForm(initial=today),
        "preview": preview,
        "is_final": is_final(event, rounds(event)),
        **forms,
    }
    status = 400 if any(each.errors for each in forms.values()) else 200
    return render(request, "cash/evening.html", context, status=status)


def _choices(players: list[Player]) -> list[tuple[UUID, str]]:
    return [(each.key, each.words) for each in players]


def _given(players: list[Player], form: PrizesForm) -> list[evenings.Prize]:
    """Return the prizes; who shares a place with whoever has the prize before shares its number."""
    known = {str(each.key): each for each in players}
    prizes, before = [], None
    for key, part, kind in form.prizes():
        who = known[key]
        shares = before is not None and who.shares_with(before)
        prizes.append(
            evenings.Prize(name=who.name, person=who.person, part=part, kind=kind, shares=shares)
        )
        before = who
    return prizes


def _first(players: list[Player], *, with_parts: bool) -> dict[str, Any]:
    """Return who gets the first prizes, as the standings are now."""
    first: dict[str, Any] = {}
    for number, (key, part) in enumerate(beforehand(players), 1):
        first |= {f"winner{number}": str(key), f"part{number}": part if with_parts else None}
    return first
