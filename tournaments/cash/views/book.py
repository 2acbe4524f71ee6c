"""The cash book: its accounts, its vouchers and the receipts."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.offices import Deed
from lhombre_club.refusal import Refusal, messages_about
from tournaments.access import of
from tournaments.cash.domain import book
from tournaments.cash.forms import AccountForm, OpenForm, RenameForm, VoidForm, VoucherForm
from tournaments.cash.pages import book as pages
from tournaments.cash.queries.book import accounts, found_in, vouchers, years
from tournaments.cash.views.told import booked
from tournaments.cash.words import money, paid_for
from tournaments.models import CashAccount, Receipt, Voucher

of_voucher = of(Voucher.objects.select_related("club"), "club", Deed.CASH)


@never_cache
@may(Deed.CASH)
def index(request: DirectorRequest) -> HttpResponse:
    """Show what lies where and the vouchers, and book another; or open the book."""
    own = accounts(request.club)
    if not own:
        return _open(request)
    form = VoucherForm(own, request.POST or None, initial=_usual(own))
    if request.method == "POST" and form.is_valid():
        try:
            return _posted(request, form.voucher())
        except Refusal as refusal:
            form.add_error("date", str(refusal))
    status = 400 if form.errors else 200
    return render(request, "cash/book.html", {**_shown(request), "form": form}, status=status)


def _posted(request: DirectorRequest, voucher: book.NewVoucher) -> HttpResponse:
    made = book.post(club=request.club, voucher=voucher, actor=request.user.actor)
    says = _("Voucher %(number)s is booked.") % {"number": str(made)}
    messages.success(request, says)
    if voucher.receipts:
        return redirect("tournaments:receipt", made.receipts.get().pk)
    return redirect("tournaments:cash")


def _open(request: DirectorRequest) -> HttpResponse:
    form = OpenForm(request.POST or None, initial={"date": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with messages_about(request, _("The cash book is open.")):
            book.open_book(
                club=request.club,
                date=said["date"],
                cash=said["cash"] or 0,
                bank=said["bank"] or 0,
                actor=request.user.actor,
            )
        return redirect("tournaments:cash")
    status = 400 if form.errors else 200
    return render(request, "cash/open.html", {"form": form}, status=status)


def _usual(own: list[CashAccount]) -> dict[str, Any]:
    """Return what the form of a voucher begins with: money that comes into the cash box."""
    by_key = {each.key: each.pk for each in own}
    usual = {"payer": by_key.get("other"), "payee": by_key.get(book.CASH)}
    return {"date": timezone.localdate(), **usual}


def _shown(request: DirectorRequest) -> dict[str, Any]:
    club = request.club
    words = request.GET.get("words", "")[:80].replace("\0", "")
    rows = vouchers(club).order_by("-year", "-number")
    page = Paginator(found_in(rows, words) if words else rows, pages.MOST_SHOWN).get_page(
        request.GET.get("page")
    )
    return {
        "boxes": pages.boxes(club),
        "lines": pages.lines(page.object_list),
        "page": page,
        "words": words,
        "years": years(club),
    }


@require_safe
@never_cache
@of_voucher
def voucher(request: DirectorRequest, row: Voucher) -> HttpResponse:
    """Show a voucher, and what voids it."""
    return _voucher(request, row)


@require_POST
@of_voucher
def void(request: DirectorRequest, row: Voucher) -> HttpResponse:
    """Void a voucher by a counter-voucher."""
    form = VoidForm(request.POST)
    if not form.is_valid():
        return _voucher(request, row, form)
    receipts = Receipt.objects.filter(voucher=row).count()
    all_ = ngettext(
        "The voucher is void, and so is its receipt.",
        "The voucher is void, and so are its receipts.",
        receipts,
    )
    deed = partial(book.void, voucher=row, actor=request.user.actor, **form.cleaned_data)
    if not booked(request, form, deed, all_ if receipts else _("The voucher is void.")):
        return _voucher(request, row, form)
    return redirect("tournaments:voucher", row.pk)


def _voucher(request: DirectorRequest, row: Voucher, form: VoidForm | None = None) -> HttpResponse:
    whole = vouchers(row.club).get(pk=row.pk)
    (first, *_others) = shown = pages.lines([whole])
    by, at = pages.written_by(whole)
    context = {
        "voucher": whole,
        "first": first,
        "lines": shown,
        "by": by,
        "at": at,
        "form": form or VoidForm(initial={"date": max(row.date, timezone.localdate())}),
    }
    return render(request, "cash/voucher.html", context, status=400 if form else 200)


@require_safe
@never_cache
@of(Receipt.objects.select_related("club", "voucher__voided"), "club", Deed.CASH)
def receipt(request: DirectorRequest, row: Receipt) -> HttpResponse:
    """Show a receipt, to be printed."""
    context = {
        "receipt": row,
        "what": paid_for(row),
        "amount": money(row.amount),
    }
    return render(request, "cash/receipt.html", context)


@never_cache
@may(Deed.CASH)
def account_list(request: DirectorRequest) -> HttpResponse:
    """Show the accounts, and add another."""
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            book.add_account(club=request.club, actor=request.user.actor, **said)
        except Refusal as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(request, _("The account is there."))
            return redirect("tournaments:cash-accounts")
    context = {"accounts": accounts(request.club), "form": form}
    status = 400 if form.errors else 200
    return render(request, "cash/accounts.html", context, status=status)


@never_cache
@of(CashAccount.objects.select_related("club"), "club", Deed.CASH)
def account(request: DirectorRequest, row: CashAccount) -> HttpResponse:
    """Call an account otherwise."""
    form = RenameForm(request.POST or None, initial={"name": row.name})
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        try:
            book.rename_account(account=row, name=name, actor=request.user.actor)
        except Refusal as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(request, _("The account has its new name."))
            return redirect("tournaments:cash-accounts")
    context = {"account": row, "form": form}
    status = 400 if form.errors else 200
    return render(request, "cash/account.html", context, status=status)
