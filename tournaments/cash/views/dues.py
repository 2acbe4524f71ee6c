"""Dues: halves of seasons, who owes what, and ticking off."""

from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.models import Person
from lhombre_club.members.offices import Deed
from lhombre_club.members.queries import members
from lhombre_club.refusal import Refusal
from tournaments.access import of
from tournaments.cash.domain import dues
from tournaments.cash.forms import HalfForm, PayForm, WaiverForm
from tournaments.cash.pages import book as pages
from tournaments.cash.queries.book import accounts
from tournaments.cash.views.told import booked
from tournaments.cash.words import money, receipt_words, typed
from tournaments.models import HalfSeason, Voucher, Waiver


@never_cache
@may(Deed.CASH)
def index(request: DirectorRequest) -> HttpResponse:
    """Show the halves for which dues are paid, and make another."""
    club = request.club
    halves = list(HalfSeason.objects.filter(club=club).prefetch_related("rates"))
    form = HalfForm(None, request.POST or None, initial=_like(halves[0]) if halves else None)
    if request.method == "POST" and form.is_valid() and (made := _kept(request, form, None)):
        messages.success(request, _("The half is there, and everybody’s dues with it."))
        return redirect("tournaments:dues-half", made.pk)
    shown = [(half, pages.owed_in_all(pages.owing_lines(half))) for half in halves]
    context = {"halves": shown, "form": form, "is_open": bool(accounts(club))}
    return render(request, "cash/dues.html", context, status=400 if form.errors else 200)


@never_cache
@of(HalfSeason.objects.select_related("club"), "club", Deed.CASH)
def half(request: DirectorRequest, row: HalfSeason) -> HttpResponse:
    """Show who owes what for a half."""
    return _half(request, row)


@never_cache
@of(HalfSeason.objects.select_related("club"), "club", Deed.CASH)
def settings(request: DirectorRequest, row: HalfSeason) -> HttpResponse:
    """Change a half, and what it costs."""
    form = HalfForm(row, request.POST or None, initial=_of(row))
    if request.method == "POST" and form.is_valid() and _kept(request, form, row):
        messages.success(request, _("The half is changed."))
        return redirect("tournaments:dues-half", row.pk)
    context = {"half": row, "form": form}
    return render(request, "cash/half_settings.html", context, status=400 if form.errors else 200)


@require_POST
@of(HalfSeason.objects.select_related("club"), "club", Deed.CASH)
def pay(request: DirectorRequest, row: HalfSeason) -> HttpResponse:
    """Tick off what somebody has paid."""
    form = PayForm(_boxes(row), request.POST)
    if not form.is_valid():
        return _told(request, row, form)
    paid = _paid(row, form)
    says = ngettext(
        "%(name)s has paid %(amount)s.", "%(name)s have paid %(amount)s.", len(paid.shares)
    )
    names = get_text_list([each.full_name for each in paid.shares], _("and"))
    words = {"name": names, "amount": money(sum(paid.shares.values()))}
    actor, owed = request.user.actor, form.cleaned_data["owed"]
    deed = partial(dues.pay_dues, half=row, paid=paid, owed=owed, actor=actor)
    if not booked(request, form, deed, lambda made: _with_receipts(says % words, made)):
        return _told(request, row, form)
    return redirect("tournaments:dues-half", row.pk)


def _with_receipts(says: str, made: Voucher) -> str:
    """Return a sentence with a link to each receipt of a voucher."""
    links = (
        (reverse("tournaments:receipt", args=[each.pk]), capfirst(receipt_words(each)))
        for each in made.receipts.all()
    )
    return format_html("{} {}", says, format_html_join(" · ", '<a href="{}">{}</a>', links))


@require_POST
@of(HalfSeason.objects.select_related("club"), "club", Deed.CASH)
def back(request: DirectorRequest, row: HalfSeason) -> HttpResponse:
    """Book that somebody got back what was paid too much."""
    form = PayForm(_boxes(row), request.POST)
    if not form.is_valid():
        return _told(request, row, form)
    given = _paid(row, form)
    says = _("%(name)s got %(amount)s back.")
    words = {"name": given.person.full_name, "amount": money(given.amount)}
    deed = partial(dues.give_back, half=row, back=given, actor=request.user.actor)
    if not booked(request, form, deed, says % words):
        return _told(request, row, form)
    return redirect("tournaments:dues-half", row.pk)


def _told(request: DirectorRequest, row: HalfSeason, form: PayForm) -> HttpResponse:
    for errors in form.errors.values():
        messages.error(request, str(errors[0]))
    return _half(request, row, again=form)


@require_POST
@of(HalfSeason.objects.select_related("club"), "club", Deed.CASH)
def waive(request: DirectorRequest, row: HalfSeason) -> HttpResponse:
    """Let somebody owe otherwise."""
    form = WaiverForm(_people(row), request.POST)
    if not form.is_valid():
        return _half(request, row, form)
    said = form.cleaned_data
    dues.waive(
        half=row,
        person=_person(row, UUID(said["person"])),
        amount=said["amount"] or 0,
        reason=said["reason"],
        actor=request.user.actor,
    )
    messages.success(request, _("The waiver is kept."))
    return redirect("tournaments:dues-half", row.pk)


@require_POST
@of(Waiver.objects.select_related("half__club"), "half__club", Deed.CASH)
def end_waiver(request: DirectorRequest, row: Waiver) -> HttpResponse:
    """Let somebody owe what the status says."""
    dues.end_waiver(waiver=row, actor=request.user.actor)
    messages.success(request, _("The waiver is ended."))
    return redirect("tournaments:dues-half", row.half_id)


def _half(
    request: DirectorRequest,
    row: HalfSeason,
    form: WaiverForm | None = None,
    again: PayForm | None = None,
) -> HttpResponse:
    """Show who owes what, with what was refused as it was typed."""
    lines = pages.owing_lines(row)
    context = {
        "half": row,
        "lines": lines,
        "owed": pages.owed_in_all(lines),
        "boxes": _boxes(row),
        "today": timezone.localdate().isoformat(),
        "rates": pages.rates(row),
        "form": form or WaiverForm(_people(row)),
        "again": again,
        "ticked": request.POST.getlist("with"),
    }
    return render(request, "cash/half.html", context, status=400 if form or again else 200)


def _boxes(row: HalfSeason) -> list[Any]:
    return [each for each in accounts(row.club) if each.holds_money]


def _people(row: HalfSeason) -> list[tuple[UUID, str]]:
    return [(each.person_id, each.person.listed) for each in members(row.club)]


def _paid(half: HalfSeason, form: PayForm) -> dues.Paid:
    """Return what a form says was paid, or was given back."""
    said = form.cleaned_data
    return dues.Paid(
        person=_person(half, said["person"]),
        amount=said["amount"],
        date=said["date"],
        into=said["into"],
        others={_person(half, key): amount for key, amount in said["others"].items()},
    )


def _person(row: HalfSeason, key: UUID) -> Person:
    """Return somebody of the club or of the list of the half; raise Http404 for anybody else."""
    payers = row.payments.values("person")
    own = Q(memberships__club=row.club) | Q(pk__in=payers)
    found = Person.objects.filter(own, pk=key).first()
    if found is None:
        raise Http404
    return found


def _kept(request: DirectorRequest, form: HalfForm, row: HalfSeason | None) -> HalfSeason | None:
    try:
        return dues.keep_half(
            club=row.club if row else request.club,
            said=form.said(),
            half=row,
            actor=request.user.actor,
        )
    except Refusal as refusal:
        form.add_error("name", str(refusal))
    return None


def _like(row: HalfSeason) -> dict[str, Any]:
    """Return what a new half begins with: what the last one cost."""
    return {f"rate-{each.status}": typed(each.amount) for each in row.rates.all()}


def _of(row: HalfSeason) -> dict[str, Any]:
    named = {name: getattr(row, name) for name in ("name", "begins", "ends", "due", "is_free")}
    return {**named, **_like(row)}
