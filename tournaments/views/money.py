"""Settling up: who pays whom, and what is paid."""

from decimal import Decimal
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.members.models import Club
from tournaments.domain import settling
from tournaments.domain.queries.settling import money
from tournaments.domain.settling import Scope
from tournaments.interfaces.forms import UnitForm
from tournaments.interfaces.settling import payments_of, shares_of
from tournaments.models import Event, Payment, Round, Season, Table


@require_safe
@never_cache
@director_required
def page(request: DirectorRequest, kind: str, pk: UUID) -> HttpResponse:
    """Show what everybody has won or lost, who pays whom, and what is paid."""
    return _page(request, _scope(request.club, kind, pk), kind)


@require_POST
@director_required
def settle(request: DirectorRequest, kind: str, pk: UUID) -> HttpResponse:
    """Fix who pays whom, from the results as they are now."""
    scope = _scope(request.club, kind, pk)
    try:
        settling.settle_up(scope=scope, actor=request.user.actor)
    except settling.NotForMoneyError:
        messages.error(request, _("No kroner a point are agreed on. Say first what a point costs."))
    except settling.SettledAboveError:
        messages.error(
            request,
            _("This is settled already as a part of the evening or the season. Settle up there."),
        )
    return redirect("tournaments:money", kind, pk)


@require_POST
@director_required
def unit(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Agree on what a point costs."""
    event = _scope(request.club, "event", pk)
    form = UnitForm(request.POST)
    if not form.is_valid():
        return _page(request, event, "event", form=form, status=400)
    amount: Decimal | None = form.cleaned_data["unit"]
    settling.agree_on_unit(
        event=event, unit=amount, start=form.cleaned_data["start"], actor=request.user.actor
    )
    return redirect("tournaments:money", "event", pk)


@require_POST
@director_required
def tick(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Note that a payment was paid, or was not after all."""
    payment = get_object_or_404(Payment.objects.select_related("settling"), pk=pk)
    kind, scope = settling.scope_of(payment.settling)
    _scope(request.club, kind, scope.pk)
    try:
        settling.tick(
            payment=payment, is_paid=request.POST.get("paid") == "1", actor=request.user.actor
        )
    except settling.PaidError:
        messages.info(request, _("Somebody else was first. Look at the list again."))
    return redirect("tournaments:money", kind, scope.pk)


@require_safe
@never_cache
def public(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Who pays whom after an evening, for everybody's phone."""
    shown = Event.objects.filter(rounds__state__in=Round.SHOWN).distinct()
    event = get_object_or_404(shown, pk=pk)
    found = money(event)
    context = {"event": event, "payments": payments_of(found), "outdated": found.outdated}
    answer = render(request, "tournaments/public_money.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _scope(club: Club, kind: str, pk: UUID) -> Any:
    """Return what is settled, if it is the club's own, or 404."""
    match kind:
        case "table":
            tables = Table.objects.select_related("round__event")
            return get_object_or_404(tables, pk=pk, round__event__club=club)
        case "event":
            return get_object_or_404(Event, pk=pk, club=club)
        case "season":
            return get_object_or_404(Season, pk=pk, club=club)
        case _:
            raise Http404


def _page(
    request: DirectorRequest,
    scope: Scope,
    kind: str,
    *,
    form: UnitForm | None = None,
    status: int = 200,
) -> HttpResponse:
    found = money(scope)
    event = scope if isinstance(scope, Event) else None
    if event and form is None:
        form = UnitForm(
            initial={"unit": event.unit and event.unit.normalize(), "start": event.start or None}
        )
    context = {
        "scope": scope,
        "kind": kind,
        "form": form,
        "money": found,
        "shares": shares_of(found),
        "payments": payments_of(found),
        "back": _back(scope),
    }
    return render(request, "tournaments/money.html", context, status=status)


def _back(scope: Scope) -> tuple[str, str]:
    """Return where the page belongs: an address, and what stands on the way there."""
    match scope:
        case Table():
            return reverse("tournaments:table", args=[scope.pk]), str(_("The table"))
        case Event():
            return reverse("tournaments:event", args=[scope.pk]), scope.name
        case Season():
            return reverse("tournaments:season", args=[scope.pk]), scope.name
