"""Presets of a club: make, change, remove one, or put it first."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest, director_required, look_at
from lhombre_club.refusal import Refusal, messages_about
from tournaments.book.presets import find_preset, preset_of, rulesets_of
from tournaments.club import domain
from tournaments.club.forms import PresetForm
from tournaments.events.pages.beginnings import beginnings
from tournaments.models import ClubPreset

View = Callable[[DirectorRequest, ClubPreset], HttpResponseBase]


def of_preset(view: View) -> Callable[[HttpRequest, UUID], HttpResponseBase]:
    """Give ``view`` the preset, of whichever of the director's clubs, or answer 404.

    It may be one that is not stored yet, which no decorator of ``access`` finds.
    """

    @wraps(view)
    @director_required
    def checked(request: DirectorRequest, /, pk: UUID) -> HttpResponseBase:
        for club in request.clubs:
            row = find_preset(club, pk)
            if row is not None:
                look_at(request, club)
                return view(request, row)
        raise Http404

    return checked


@never_cache
@director_required
def new(request: DirectorRequest) -> HttpResponse:
    """Write one more preset, filled in from what an event would start from."""
    begin = beginnings(request.club, request.GET.get("from", "")).chosen.preset
    nameless = {"name": ""}
    form = PresetForm(request.POST or None, club=request.club, begin=begin, initial=nameless)
    return _form(request, form, None)


@never_cache
@of_preset
def change(request: DirectorRequest, row: ClubPreset) -> HttpResponse:
    """Change a preset; events that were made from it stay as they are."""
    begin = preset_of(row, rulesets_of(request.club))
    form = PresetForm(request.POST or None, club=request.club, begin=begin)
    return _form(request, form, row)


def _form(request: DirectorRequest, form: PresetForm, row: ClubPreset | None) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        actor = request.user.actor
        try:
            domain.keep_preset(club=request.club, preset=form.preset(), row=row, actor=actor)
        except Refusal as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(request, _("The preset is kept. New events can start from it."))
            return redirect("tournaments:club")
    context = {"form": form, "row": row, **form.parts()}
    status = 400 if request.method == "POST" else 200
    return render(request, "club/preset.html", context, status=status)


@require_POST
@of_preset
def remove(request: DirectorRequest, row: ClubPreset) -> HttpResponse:
    """Take a preset off the list."""
    with messages_about(request, _("The preset is gone. Events made from it stay.")):
        domain.remove_preset(row=row, actor=request.user.actor)
    return redirect("tournaments:club")


@require_POST
@of_preset
def first(request: DirectorRequest, row: ClubPreset) -> HttpResponse:
    """Let a preset stand first."""
    domain.put_first(row=row, actor=request.user.actor)
    return redirect("tournaments:club")
