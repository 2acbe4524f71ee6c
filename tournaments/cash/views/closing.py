"""Closing a year of the cash book, and opening it again."""

from django.contrib.auth import authenticate
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.forms import OwnPasswordForm
from lhombre_club.members.offices import Deed
from lhombre_club.refusal import messages_about
from lhombre_club.visitors import address_of
from tournaments.cash.domain.closing import close_year, reopen_year
from tournaments.cash.views.counting import known_year, year_page


@require_POST
@never_cache
@may(Deed.CASH)
def close(request: DirectorRequest, year: int) -> HttpResponse:
    """Close a year that the meeting has approved."""
    with messages_about(request, _("%(year)d is closed.") % {"year": year}):
        close_year(club=request.club, year=known_year(year), actor=request.user.actor)
    return redirect("tournaments:cash-year", year)


@require_POST
@never_cache
@sensitive_post_parameters("old")
@may(Deed.CASH)
def reopen(request: DirectorRequest, year: int) -> HttpResponse:
    """Open the last closed year again, for the password of whoever does it."""
    form, user = OwnPasswordForm(request.POST), request.user
    if form.is_valid():
        # Asked as at the log-in, so that nobody tries passwords here without end.
        if authenticate(request, username=user.username, password=form.cleaned_data["old"]) is None:
            form.add_error("old", _("This is not your password."))
        else:
            with messages_about(request, _("%(year)d is open again.") % {"year": year}):
                reopen_year(
                    club=request.club,
                    year=known_year(year),
                    user=user,
                    address=address_of(request),
                )
            return redirect("tournaments:cash-year", year)
    return year_page(request, year, form)
