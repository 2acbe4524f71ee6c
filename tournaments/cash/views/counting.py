"""Counting the cash box, the report of a year, and its postings for the accountant."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.forms import OwnPasswordForm
from lhombre_club.members.offices import Deed
from lhombre_club.refusal import Refusal
from tournaments.cash.domain.closing import closes_on
from tournaments.cash.domain.counting import count as note_count
from tournaments.cash.forms import FIRST_YEAR, LAST_YEAR, CountForm
from tournaments.cash.pages import book as pages
from tournaments.cash.queries.book import accounts, vouchers
from tournaments.cash.queries.years import closed_until
from tournaments.cash.views.told import AT


@never_cache
@may(Deed.CASH)
def count(request: DirectorRequest) -> HttpResponse:
    """Hold what was counted against the book, and post the difference."""
    club = request.club
    boxes = [each for each in accounts(club) if each.holds_money]
    if not boxes:
        return redirect("tournaments:cash")
    form = CountForm(boxes, request.POST or None, initial={"date": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            made = note_count(actor=request.user.actor, **said)
        except Refusal as refusal:
            form.add_error(AT.get(refusal.reason, "reason"), str(refusal))
        else:
            agrees = made.voucher is None
            messages.success(
                request,
                _("The count agrees with the book.") if agrees else _("The difference is booked."),
            )
            return redirect("tournaments:cash-count")
    context = {"boxes": pages.boxes(club), "form": form, "counts": pages.counts(club)}
    return render(request, "cash/count.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
@may(Deed.CASH)
def year(request: DirectorRequest, year: int) -> HttpResponse:
    """Show a year for the auditor: every account, every voucher."""
    return year_page(request, year)


def year_page(
    request: DirectorRequest, year: int, form: OwnPasswordForm | None = None
) -> HttpResponse:
    """Show the report of a year, with a form to open it again that was refused."""
    report = pages.report(request.club, known_year(year))
    context = {
        "club": request.club,
        "states": pages.year_states(request.club, year),
        "closed_until": (last := closed_until(request.club)),
        "closes_on": (closes := closes_on(year)),
        "is_over": closes <= timezone.localdate(),
        "form": (form or OwnPasswordForm()) if year == last else None,
        "year": year,
        "report": report,
        "lines": pages.lines(vouchers(request.club).filter(year=year)),
        "counts": pages.counts(request.club, year),
    }
    return render(request, "cash/year.html", context, status=400 if form else 200)


@require_safe
@never_cache
@may(Deed.CASH)
def postings(request: DirectorRequest, year: int) -> HttpResponse:
    """Show every posting of a year as one table, which is taken along as a file."""
    shown = pages.lines(vouchers(request.club).filter(year=known_year(year)))
    return render(request, "cash/postings.html", {"year": year, "lines": shown})


def known_year(year: int) -> int:
    """Return a year that a book may have; else there is no such page."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise Http404
    return year
