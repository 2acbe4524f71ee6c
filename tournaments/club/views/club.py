"""The club's own page, its name and its words."""

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.domain.clubs import (
    choose_words,
    rename_club,
    show_money,
    show_names,
    show_rating,
)
from lhombre_club.members.models import ShownAs
from lhombre_club.members.offices import Deed
from tournaments.club.forms import NameForm, NamesForm, WordsForm
from tournaments.club.pages import shown


@require_safe
@never_cache
@may(Deed.THE_CLUB)
def page(request: DirectorRequest) -> HttpResponse:
    """Show what the club is called, what it calls things and how it usually plays."""
    return _page(request)


@require_POST
@may(Deed.CLUB)
def name(request: DirectorRequest) -> HttpResponse:
    """Call the club otherwise."""
    form = NameForm(request.POST)
    if not form.is_valid():
        return _page(request, form=form)
    rename_club(club=request.club, name=form.cleaned_data["name"], actor=request.user.actor)
    messages.success(request, _("The club has its new name."))
    return redirect("tournaments:club")


@require_POST
@may(Deed.CLUB)
def words(request: DirectorRequest) -> HttpResponse:
    """Say things otherwise."""
    form = WordsForm(request.club, request.POST)
    if not form.is_valid():
        return _page(request, words=form)
    choose_words(club=request.club, words=form.cleaned_data, actor=request.user.actor)
    messages.success(request, _("The club has its own words."))
    return redirect("tournaments:club")


@require_POST
@may(Deed.CLUB)
def names(request: DirectorRequest) -> HttpResponse:
    """Let everybody read of the members under another name."""
    form = NamesForm(request.club, request.POST)
    if not form.is_valid():
        return _page(request, names=form)
    way = ShownAs(form.cleaned_data["way"])
    show_names(club=request.club, way=way, actor=request.user.actor)
    messages.success(request, _("Everybody reads the names so from now on."))
    return redirect("tournaments:club")


@require_POST
@may(Deed.CLUB)
def money(request: DirectorRequest) -> HttpResponse:
    """Let everybody read who pays whom, or nobody any more."""
    show_money(club=request.club, shown=request.POST.get("shown") == "1", actor=request.user.actor)
    return redirect("tournaments:club")


@require_POST
@may(Deed.CLUB)
def rating(request: DirectorRequest) -> HttpResponse:
    """Let everybody read how strong the players are, or nobody any more."""
    shown = request.POST.get("shown") == "1"
    show_rating(club=request.club, shown=shown, actor=request.user.actor)
    return redirect("tournaments:club")


def _page(request: DirectorRequest, **refused: Form) -> HttpResponse:
    """Show the page, with the form that was refused where it was filled in."""
    club = request.club
    context = {
        "form": NameForm(initial={"name": club.name}),
        "words": WordsForm(club),
        "names": NamesForm(club),
        "shown": shown(club),
        **refused,
    }
    return render(request, "club/club.html", context, status=400 if refused else 200)
