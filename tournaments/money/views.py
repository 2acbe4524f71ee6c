"""Settling up: who pays whom, and what is paid."""

from collections.abc import Callable
from decimal import Decimal
from functools import wraps
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.drawn import Drawn, drawn
from lhombre_club.members.access import DirectorRequest, asks_again, may
from lhombre_club.members.offices import Deed
from lhombre_club.refusal import Refusal, messages_about
from lhombre_club.web.shown_first import mark
from tournaments.access import found, of
from tournaments.book.names import tell_everybody, with_version
from tournaments.folders.queries.secret import kept_as, secret_of
from tournaments.models import Event, Payment, Round, Season, Table
from tournaments.money import domain as settling
from tournaments.money.domain import Scope
from tournaments.money.forms import UnitForm, as_written
from tournaments.money.queries import doubts_of, money
from tournaments.money.words import (
    bonus_lines,
    left_in_pots,
    nothing_owed,
    only_read,
    payments_of,
    rounded_apart,
    rounding,
    settled_with,
    shares_of,
)
from tournaments.review.pages.provisional import doubt_sentences
from tournaments.standings.views.shown import tag_of

SURE: Final = "sure"
"""Name of the field with what the director was asked about."""
View: TypeAlias = Callable[[DirectorRequest, Any, str], HttpResponseBase]
_EVENTS = Event.objects.all()
_TABLES = Table.objects.select_related("round__event")


def of_scope(view: View) -> Callable[[HttpRequest, str, UUID], HttpResponseBase]:
    """Decorate a view of whatever is settled, whose kind stands in the address before its key."""
    kinds = {
        "table": of(_TABLES, "round__event__club", Deed.MONEY)(view),
        "event": of(_EVENTS, "club", Deed.MONEY)(view),
        "season": of(Season.objects.all(), "club", Deed.MONEY)(view),
    }

    @wraps(view)
    def checked(request: HttpRequest, kind: str, pk: UUID) -> HttpResponseBase:
        if kind not in kinds:
            raise Http404
        return kinds[kind](request, pk=pk, kind=kind)

    return checked


@require_safe
@never_cache
@of_scope
def page(request: DirectorRequest, scope: Scope, kind: str) -> HttpResponse:
    """Show what everybody has won or lost, who pays whom, and what is paid."""
    return _page(request, scope, kind)


@require_POST
@asks_again
@of_scope
def settle(request: DirectorRequest, scope: Scope, kind: str) -> HttpResponse:
    """Fix who pays whom, from the results as they are now; ask once while they may change."""
    doubts = doubt_sentences(doubts_of(scope))
    if doubts and request.POST.get(SURE) != mark(doubts):
        return _page(request, scope, kind, sure=mark(doubts))
    with messages_about(request):
        settling.settle_up(scope=scope, actor=request.user.actor)
    return redirect("tournaments:money", kind, scope.pk)


@require_POST
@of(_EVENTS, "club", Deed.MONEY)
def unit(request: DirectorRequest, event: Event) -> HttpResponse:
    """Agree on what a point costs."""
    form = UnitForm(request.POST)
    if not form.is_valid():
        return _page(request, event, "event", form=form, status=400)
    amount: Decimal | None = form.cleaned_data["unit"]
    settling.agree_on_unit(
        event=event,
        unit=amount,
        start=form.cleaned_data["start"],
        smallest=form.cleaned_data["smallest"],
        actor=request.user.actor,
    )
    return redirect("tournaments:money", "event", event.pk)


@require_POST
@may(Deed.MONEY)
def tick(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Note that a payment was paid, or was not after all."""
    own = Payment.objects.filter(settling.of_clubs(request.clubs)).select_related("settling")
    payment = found(own, pk)
    kind, scope = settling.scope_of(payment.settling)
    try:
        settling.tick(
            payment=payment, is_paid=request.POST.get("paid") == "1", actor=request.user.actor
        )
    except Refusal as refusal:
        messages.info(request, str(refusal))
    return redirect("tournaments:money", kind, scope.pk)


@require_safe
@never_cache
def public(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Who pays whom after an evening, for everybody's phone: where the club allows it."""
    open_ = with_version(_for_everybody().select_related("club__kept_for", "folder_plan"))
    event = get_object_or_404(open_, pk=pk)
    tell_everybody(event)
    shown = drawn(f"money:{kept_as(event)}", lambda last: _draw(event, last)).table
    return render(request, "money/public_money.html", {"event": event, "shown": shown})


def _draw(event: Event, last: Drawn | None) -> tuple[str, SafeString]:
    """Return the tag and what everybody reads of the money, drawn anew where that changed."""
    tag = tag_of(event)
    if last and last.tag == tag:
        return tag, last.table
    secret = secret_of(event)
    left_out = not secret.tells_all
    stands = money(event)
    context = {
        "is_for_money": bool(stands.shares),
        "left_out": left_out,
        "frozen": bool(secret.frozen),
        "payments": () if left_out else payments_of(stands),
        "outdated": stands.outdated,
        "nothing_owed": "" if left_out else nothing_owed(stands),
        "settled_with": "" if left_out else settled_with(stands),
        "bonuses": () if left_out else bonus_lines(stands),
    }
    return tag, render_to_string("money/everybodys.html", context)


def _for_everybody() -> QuerySet[Event]:
    """Events of whose money everybody may read."""
    return Event.objects.filter(club__shows_money=True, rounds__state__in=Round.SHOWN).distinct()


def _page(
    request: DirectorRequest,
    scope: Scope,
    kind: str,
    *,
    form: UnitForm | None = None,
    sure: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show it; ``sure`` is what the answer brings back where the director is asked."""
    stands = money(scope)
    event = scope if isinstance(scope, Event) else None
    if event and form is None:
        start, unit = event.start or None, as_written(event.unit)
        form = UnitForm(initial={"unit": unit, "start": start, "smallest": event.smallest})
    context = {
        "scope": scope,
        "kind": kind,
        "form": form,
        "money": stands,
        "shares": shares_of(stands),
        "left_in_pots": left_in_pots(stands),
        "rounding": rounding(stands),
        "payments": payments_of(stands),
        "nothing_owed": nothing_owed(stands),
        "settled_with": settled_with(stands),
        "only_read": only_read(stands),
        "above": stands.above and _money_of(stands.above),
        "rounded_apart": rounded_apart(stands),
        "bonuses": bonus_lines(stands),
        "doubts": doubt_sentences(doubts_of(scope)),
        "sure": sure,
        "is_public": event is not None and _for_everybody().filter(pk=event.pk).exists(),
        "back": _back(scope, request),
        "leads": form is not None and Deed.DIRECT in request.may,
    }
    return render(request, "money/money.html", context, status=status)


def _money_of(scope: Event | Season) -> str:
    """Return the address of its settling up."""
    kind = "event" if isinstance(scope, Event) else "season"
    return reverse("tournaments:money", args=[kind, scope.pk])


def _back(scope: Scope, request: DirectorRequest) -> tuple[str, str]:
    """Return where the page belongs: an address, and what stands on the way there."""
    if Deed.DIRECT not in request.may:
        return reverse("tournaments:home"), request.club.name
    match scope:
        case Table():
            return reverse("tournaments:table", args=[scope.pk]), str(_("The table"))
        case Event():
            return reverse("tournaments:event", args=[scope.pk]), scope.name
        case Season():
            return reverse("tournaments:season", args=[scope.pk]), scope.name
