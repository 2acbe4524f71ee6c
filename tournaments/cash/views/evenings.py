"""What an evening costs each, and its prizes."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest
from lhombre_club.members.offices import Deed
from tournaments.access import of
from tournaments.cash.domain import evenings
from tournaments.cash.forms import EntranceForm, PrizesForm, VoidForm
from tournaments.cash.pages.evenings import in_standing, otherwise, prize_lines
from tournaments.cash.queries.book import accounts
from tournaments.cash.queries.evenings import pool_of, prizes_of
from tournaments.cash.views.told import booked
from tournaments.cash.words import money
from tournaments.models import CashAccount, Event

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
    """Pay the pool out, and note what is given in kind."""
    players = in_standing(event)
    form = PrizesForm(_boxes(event), [(key, name) for key, name, _who in players], request.POST)
    if not form.is_valid():
        return _page(request, event, prizes=form)
    known = {str(key): (name, person) for key, name, person in players}
    given = [
        evenings.Prize(name=known[key][0], person=known[key][1], part=part, kind=kind)
        for key, part, kind in form.prizes()
    ]
    if not given:
        form.add_error(None, _("Say who gets a prize."))
        return _page(request, event, prizes=form)
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


def _page(request: DirectorRequest, event: Event, **forms: Any) -> HttpResponse:
    pool, given, boxes = pool_of(event), prizes_of(event), _boxes(event)
    today = {"date": timezone.localdate()}
    players = in_standing(event)
    choices: list[tuple[UUID, str]] = [(key, name) for key, name, _who in players]
    context = {
        "event": event,
        "boxes": boxes,
        "pool": pool,
        "in_pool": money(pool.stake * pool.payers) if pool else "",
        "came": money((pool.fee + pool.stake) * pool.payers) if pool else "",
        "given": prize_lines(given),
        "otherwise": otherwise(event, given),
        "entrance": EntranceForm(boxes, len(players), initial={**today, "payers": len(players)}),
        "prizes": PrizesForm(
            boxes,
            choices,
            initial={**today, **_first(choices, with_parts=bool(pool and pool.stake))},
        ),
        "back": VoidForm(initial=today),
        **forms,
    }
    return render(request, "cash/evening.html", context, status=400 if forms else 200)


def _first(choices: list[tuple[UUID, str]], *, with_parts: bool) -> dict[str, Any]:
    """Return who gets the first three prizes, as the standings are now."""
    parts = (50, 30, 20)
    shown = enumerate(zip(choices, parts, strict=False), 1)
    first: dict[str, Any] = {}
    for place, ((key, _name), part) in shown:
        first |= {f"winner{place}": str(key), f"part{place}": part if with_parts else None}
    return first
