"""The evening's plan: look at it, choose how, let two change places, lock, draw again, release."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import seating as domain
from tournaments.domain.events import release_rounds
from tournaments.domain.folders import FoldersError
from tournaments.domain.queries.seating import seating_of
from tournaments.domain.seating_changes import set_rounds
from tournaments.interfaces import folders, papers, seating_page, seating_ways
from tournaments.interfaces.papers import Kind
from tournaments.interfaces.seating_words import refusal_in_words
from tournaments.models import Event, Round, Table
from tournaments.seating.planner import MOST_ROUNDS


@require_safe
@never_cache
@director_required
def seating(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """The plan as drawn tables, with whoever was chosen to change places."""
    event = _event(request, pk)
    if event.kind != Event.Kind.INDIVIDUAL:
        return redirect("tournaments:matches", event.pk)
    choice = seating_page.chosen(event, request.GET)
    now = seating_of(event)
    drawn = seating_page.drawn(event, now, choice)
    context = {
        "event": event,
        "rounds": drawn,
        "drafts": [round_ for round_ in drawn if round_.is_draft],
        "begun": any(not round_.movable for round_ in drawn),
        "says": seating_ways.plan_says(now),
        "whom": seating_ways.whom(now),
        "options": seating_ways.ways(event),
        "players": next((round_.players for round_ in drawn if round_.movable), 0),
        "most_rounds": MOST_ROUNDS,
        "swap": seating_page.swap(choice) if choice else None,
    }
    return render(request, "tournaments/seating.html", context)


@require_POST
@director_required
def choose(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Seat the event in one of the ways that were shown side by side."""
    event, key = _event(request, pk), request.POST.get("key", "")

    def deed() -> None:
        domain.choose(event=event, key=key, actor=request.user.actor)

    return _told(request, event, deed)


@require_POST
@director_required
def draw(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Draw anew what has not been released, but for the locked tables."""
    event = _event(request, pk)

    def deed() -> None:
        by_standing = request.POST.get("by") == "standing"
        domain.draw_rest(event=event, actor=request.user.actor, last_round_by_standing=by_standing)

    return _told(request, event, deed)


@require_POST
@director_required
def plan_rounds(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Plan fewer rounds, so that the evening ends early, or more."""
    event, wanted = _event(request, pk), request.POST.get("rounds", "")
    if not (wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:4]) <= MOST_ROUNDS):
        says = _("An event has 1 to %(most)d rounds. Write one number.")
        messages.error(request, says % {"most": MOST_ROUNDS})
        return redirect("tournaments:seating", event.pk)

    def deed() -> None:
        set_rounds(event=event, rounds=int(wanted), actor=request.user.actor)

    return _told(request, event, deed)


@require_POST
@director_required
def lock(request: DirectorRequest, pk: UUID, table: UUID) -> HttpResponse:
    """Let another draw leave a table as it is, or not any more."""
    event = _event(request, pk)
    found = get_object_or_404(Table.objects.select_related("round"), pk=table, round__event=event)

    def deed() -> None:
        locked = request.POST.get("locked") == "yes"
        domain.lock_table(table=found, locked=locked, actor=request.user.actor)

    return _told(request, event, deed, found.round.number)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@director_required
def swap(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Say what it costs that two players change places, or let them."""
    event = _event(request, pk)
    posted = request.method == "POST"
    choice = seating_page.chosen(event, request.POST if posted else request.GET)
    if choice is None or choice.other is None:
        raise Http404
    if not posted:
        return HttpResponse(seating_page.swap(choice).sentence, content_type="text/plain")
    round_, one, other = choice.round, choice.one, choice.other

    def deed() -> None:
        domain.swap_players(round_=round_, one=one, other=other, actor=request.user.actor)
        words = {"one": one.name, "other": other.name}
        messages.success(request, _("%(one)s and %(other)s have changed places.") % words)

    return _told(request, event, deed, round_.number)


@require_POST
@director_required
def release(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Open the tables, publish the standings, and have the score sheets made."""
    event, actor = _event(request, pk), request.user.actor
    number = request.POST.get("round", "")
    only = _round(event, number) if number else None
    drafts = event.rounds.filter(state=Round.State.DRAFT)
    waiting = list(drafts.filter(pk=only.pk) if only else drafts)
    try:
        release_rounds(event=event, only=only, actor=actor)
    except FoldersError as error:
        for sentence in folders.refused(error):
            messages.error(request, sentence)
        return redirect("tournaments:seating", event.pk)
    except domain.SeatingError as refused:
        messages.error(request, refusal_in_words(refused))
        return redirect("tournaments:seating", event.pk)
    for round_ in waiting:
        papers.ask_for_round(round_=round_, kind=Kind.SCORE_SHEET, actor=actor)
    messages.success(request, _("The plan is released, and the score sheets are being made."))
    return redirect("tournaments:papers", event.pk)


def _event(request: DirectorRequest, pk: UUID) -> Event:
    """The club's own event, or 404."""
    return get_object_or_404(Event, pk=pk, club=request.club)


def _round(event: Event, number: str) -> Round:
    """The event's round of that number, or 404."""
    if not (number.isascii() and number.isdigit()):
        raise Http404
    return get_object_or_404(event.rounds, number=number[:4])


def _told(
    request: DirectorRequest, event: Event, deed: Callable[[], None], number: int = 0
) -> HttpResponse:
    """Do it, or say why not, and show the plan again, at a round where one is meant."""
    try:
        deed()
    except domain.SeatingError as refused:
        messages.error(request, refusal_in_words(refused))
    at = f"#round-{number}" if number else ""
    return redirect(reverse("tournaments:seating", args=[event.pk]) + at)
