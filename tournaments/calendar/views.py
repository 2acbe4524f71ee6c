"""The calendar, for directors and for everybody."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.drawn import Worked, answered, drawn, once_for_all
from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.models import Club
from lhombre_club.members.offices import Deed
from lhombre_club.members.queries import evening as tonight
from lhombre_club.members.shown import tell_everybody
from lhombre_club.refusal import Refusal
from lhombre_club.visitors import open_only_here
from tournaments.access import of
from tournaments.calendar import domain, pages
from tournaments.calendar.forms import EveningForm, EveningsForm
from tournaments.calendar.queries import calendar, state_of
from tournaments.models import PlannedEvening


@never_cache
@may(Deed.CALENDAR)
def index(request: DirectorRequest) -> HttpResponse:
    """Show the calendar to a director, who puts evenings into it."""
    club, today = request.club, tonight()
    form = EveningsForm(club, today, request.POST or None, initial=EveningsForm.like_the_last(club))
    if request.method == "POST" and form.is_valid():
        dates = form.dates()
        try:
            new = domain.plan_evenings(
                club=club, dates=dates, said=form.said(), today=today, actor=request.user.actor
            )
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, pages.planned(len(dates), new))
            return redirect("tournaments:calendar")
    context = {**_shown(club, _lines(club, directs=True)), "form": form, "directs": True}
    status = 400 if form.errors else 200
    return render(request, "calendar/page.html", context, status=status)


@never_cache
@of(PlannedEvening.objects.select_related("season"), "club", Deed.CALENDAR)
def evening(request: DirectorRequest, planned: PlannedEvening) -> HttpResponse:
    """Let a director change an evening, or call it off."""
    initial = EveningForm.of(planned)
    form = EveningForm(request.club, tonight(), request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            domain.change_evening(
                evening=planned,
                date=data["date"],
                said=form.said(),
                called_off=data["called_off"],
                actor=request.user.actor,
            )
        except Refusal as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(request, _("The calendar is changed."))
            return redirect("tournaments:calendar")
    context = {"evening": planned, "when": pages.when(planned), "form": form}
    status = 400 if form.errors else 200
    return render(request, "calendar/evening.html", context, status=status)


@require_POST
@of(PlannedEvening.objects.all(), "club", Deed.CALENDAR)
def take_out(request: DirectorRequest, planned: PlannedEvening) -> HttpResponse:
    """Take an evening out of the calendar."""
    says = _("%(name)s, %(when)s, is taken out of the calendar.")
    words = {"name": planned.name, "when": pages.when(planned)}
    domain.take_out(evening=planned, actor=request.user.actor)
    messages.success(request, says % words)
    return redirect("tournaments:calendar")


@require_safe
@once_for_all
@never_cache
def public(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the calendar to everybody."""
    club = _club(pk)
    lines = drawn(f"{pk}:calendar", lambda _last: ("", _lines(club, directs=False))).table
    return render(request, "calendar/page.html", _shown(club, lines))


@require_safe
def feed(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Answer with the calendar as a file, for the calendar of a phone that asks every few hours."""
    club = _club(pk)

    def draw(last: Worked[bytes] | None) -> tuple[str, bytes]:
        tag = f"{state_of(club)}-{tonight()}"
        if last and last.tag == tag:
            return tag, last.table
        return tag, pages.feed(club, [day.evening for day in calendar(club, tonight()).every])

    file = drawn(f"{pk}:calendar.ics", draw)
    content_type = "text/calendar; charset=utf-8"
    answer = answered(request, f'"{file.tag}"', lambda: file.table, content_type)
    answer["Content-Disposition"] = 'inline; filename="calendar.ics"'
    return answer


def _club(pk: UUID) -> Club:
    found = get_object_or_404(Club, pk=pk)
    tell_everybody(found)
    return found


def _lines(club: Club, *, directs: bool) -> tuple[SafeString, SafeString]:
    """Draw what is to come, and what was."""
    found = calendar(club, tonight())
    to_come, before = (
        render_to_string("calendar/lines.html", {"lines": pages.lines(days), "directs": directs})
        if days
        else SafeString()
        for days in (found.to_come, found.before)
    )
    return to_come, before


def _shown(club: Club, lines: tuple[SafeString, SafeString]) -> dict[str, Any]:
    to_come, before = lines
    address = reverse("tournaments:calendar-feed", args=[club.pk])
    return {
        "club": club,
        "to_come": to_come,
        "before": before,
        "feed": f"{settings.PUBLIC_URL}{address}",
        "open_only_here": open_only_here(),
    }
