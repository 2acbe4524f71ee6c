"""The board of honour, for directors and for everybody."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.drawn import drawn, once_for_all
from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.models import Club
from lhombre_club.members.offices import Deed
from lhombre_club.members.queries import evening
from lhombre_club.members.shown import tell_everybody
from lhombre_club.refusal import Refusal
from tournaments.access import of
from tournaments.honours import domain
from tournaments.honours.forms import ManyForm, TitleForm
from tournaments.honours.queries import board
from tournaments.models import Honour


@never_cache
@may(Deed.HONOURS)
def index(request: DirectorRequest) -> HttpResponse:
    """Show the board to a director, who puts titles on it, one or many."""
    year = evening().year
    sent = request.POST or None
    title = request.GET.get("title", "")
    one = TitleForm(year, sent if "lines" not in request.POST else None, title=title)
    many = ManyForm(year, sent if "lines" in request.POST else None)
    form = many if "lines" in request.POST else one
    if request.method == "POST" and form.is_valid():
        titles = form.titles()
        try:
            new = domain.put_up(club=request.club, titles=titles, actor=request.user.actor)
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _put_up(len(titles), new))
            return redirect("tournaments:honours")
    context = {
        "club": request.club,
        "board": _board(request.club, request),
        "one": one,
        "many": many,
    }
    status = 400 if form.errors else 200
    return render(request, "honours/page.html", {**context, "directs": True}, status=status)


@require_POST
@of(Honour.objects.all(), "club", Deed.HONOURS)
def take_down(request: DirectorRequest, honour: Honour) -> HttpResponse:
    """Take a title from the board."""
    words = {"title": honour.title, "year": honour.year}
    domain.take_down(honour=honour, actor=request.user.actor)
    messages.success(request, _("%(title)s %(year)d is taken from the board.") % words)
    return redirect("tournaments:honours")


@require_safe
@once_for_all
@never_cache
def public(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the board to everybody."""
    club = get_object_or_404(Club, pk=pk)
    tell_everybody(club)
    shown = drawn(f"{pk}:honours", lambda _last: ("", _board(club))).table
    return render(request, "honours/page.html", {"club": club, "board": shown})


def _board(club: Club, director: DirectorRequest | None = None) -> SafeString:
    """Draw the titles, for a director with what takes them down."""
    context = {"board": board(club), "directs": director is not None}
    return render_to_string("honours/board.html", context, director)


def _put_up(asked: int, new: int) -> str:
    if not new:
        return _("The board has all of that already. Nothing was added.")
    says = ngettext(
        "%(count)d title was put up.",
        "%(count)d titles were put up.",
        new,
    ) % {"count": new}
    if asked == new:
        return says
    there = _("What was there already, or twice, was left away.")
    return f"{says} {there}"
