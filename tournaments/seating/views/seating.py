"""The evening's plan: look at it, choose how, let two change places, lock, draw again, release."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lhombre_club.members.access import DirectorRequest
from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Refusal, messages_about
from lhombre_club.web.shown_first import SEEN, confirmed, mark
from tournaments.access import of_event, of_table
from tournaments.folders.views import led_to
from tournaments.models import Event, Round, Table
from tournaments.papers import asking
from tournaments.papers.asking import Kind
from tournaments.plans.planner import MOST_ROUNDS
from tournaments.seating.domain import drawing as domain
from tournaments.seating.domain.again import undo_draw
from tournaments.seating.domain.options import FILLED
from tournaments.seating.domain.players import set_rounds
from tournaments.seating.domain.released import release_rounds
from tournaments.seating.domain.swaps import swap_players
from tournaments.seating.pages import seating as seating_page
from tournaments.seating.pages import ways
from tournaments.seating.pages.again import FEWER, UNDO, lost_by, undoes, undone
from tournaments.seating.queries.seating import RoundStage, seating_of
from tournaments.seating.reasons import SeatingReason
from tournaments.teams.domain.leagues import most_rounds, play_rounds

LONGEST_NUMBER = 12
"""Letters of what was sent for a number, when it is said back."""


@require_safe
@never_cache
@of_event
def seating(request: DirectorRequest, event: Event) -> HttpResponse:
    """The plan as drawn tables, with whoever was chosen to change places."""
    if event.kind != Event.Kind.INDIVIDUAL:
        return redirect("tournaments:matches", event.pk)
    choice = seating_page.chosen(event, request.GET)
    now = seating_of(event)
    rounds = seating_page.drawn(event, now, choice)
    found = ways.options_of(event)
    context = {
        "event": event,
        "rounds": rounds,
        "printed": [round_ for round_ in rounds if round_.stage is not RoundStage.FINAL],
        "drawn": any(round_.tables for round_ in rounds),
        "drafts": [round_ for round_ in rounds if round_.is_draft],
        "begun": any(not round_.movable for round_ in rounds),
        "says": ways.plan_says(event, now, found),
        "concerned": ways.concerned(now),
        "options": ways.ways(event, now, found),
        "players": seating_page.everybody(rounds),
        "most_rounds": MOST_ROUNDS,
        "undoes": undoes(event),
        "swap": seating_page.swap(choice) if choice else None,
        "seen": now.mark,
    }
    return render(request, "seating/plan.html", context)


@require_POST
@of_event
def choose(request: DirectorRequest, event: Event) -> HttpResponse:
    """Seat the event in one of the ways that were shown side by side."""
    key = request.POST.get("key", "")
    if asks := _asks(request, event, FILLED if key == FILLED else "choose", "key"):
        return asks
    with messages_about(request):
        domain.choose(event=event, key=key, actor=request.user.actor)
    return _plan(event)


@require_POST
@of_event
def draw(request: DirectorRequest, event: Event) -> HttpResponse:
    """Draw anew what has not begun, but for the locked tables."""
    if asks := _asks(request, event, "draw", "by"):
        return asks
    by_standing = request.POST.get("by") == "standing"
    with messages_about(request):
        domain.draw_rest(event=event, actor=request.user.actor, last_round_by_standing=by_standing)
    return _plan(event)


@require_POST
@of_event
def undo(request: DirectorRequest, event: Event) -> HttpResponse:
    """Put back the plan that the last draw replaced."""
    if asks := _asks(request, event, UNDO):
        return asks
    with messages_about(request, undone(event)):
        undo_draw(event=event, actor=request.user.actor)
    return _plan(event)


def _asks(
    request: DirectorRequest, event: Event, deed: str, *fields: str, first: int = 1
) -> HttpResponse | None:
    """Return the page that says what a deed throws away; None once it was seen.

    That are swaps made by hand, and released rounds, which the room has to see anew.
    ``first``: the first round that it is about.
    """
    lost = lost_by(event, deed, first)
    if not lost or confirmed(request, lost.asked()):
        return None
    sent = [(name, request.POST[name]) for name in fields if name in request.POST]
    context = {"event": event, "lost": lost, "sent": sent, "seen": mark(lost.asked())}
    return render(request, "seating/lost.html", context)


@require_POST
@of_event
def plan_rounds(request: DirectorRequest, event: Event) -> HttpResponse:
    """Plan fewer rounds, so that the evening ends early, or more."""
    for_themselves = event.kind == Event.Kind.INDIVIDUAL
    most = MOST_ROUNDS if for_themselves else most_rounds(event) or MOST_ROUNDS
    wanted = read_whole(request.POST.get("rounds"), least=1, most=most)
    if wanted is None:
        says = _("An event has 1 to %(most)d rounds. Write one number.")
        messages.error(request, says % {"most": most})
        return _plan(event)
    if asks := _asks(request, event, FEWER, "rounds", first=wanted + 1):
        return asks
    planned = set_rounds if for_themselves else play_rounds
    with _told(request, event):
        planned(event=event, rounds=wanted, actor=request.user.actor)
    return _plan(event)


@require_POST
@of_table
def lock(request: DirectorRequest, table: Table, event: UUID) -> HttpResponse:
    """Let another draw leave a table as it is, or not any more."""
    if table.round.event_id != event:
        raise Http404
    locked = request.POST.get("locked") == "yes"
    with _told(request, table.round.event):
        domain.lock_table(table=table, locked=locked, actor=request.user.actor)
    return _plan(table.round.event, table.round.number)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_event
def swap(request: DirectorRequest, event: Event) -> HttpResponse:
    """Say what it costs that two players change places, or let them."""
    posted = request.method == "POST"
    choice = seating_page.chosen(event, request.POST if posted else request.GET)
    if choice is None or choice.other is None:
        raise Http404
    if not posted:
        return HttpResponse(seating_page.swap(choice).sentence, content_type="text/plain")
    round_, one, other = choice.round, choice.one, choice.other
    words = {"one": one.name, "other": other.name}
    with _told(request, event, _("%(one)s and %(other)s have changed places.") % words):
        seen = request.POST.get(SEEN)
        swap_players(round_=round_, one=one, other=other, actor=request.user.actor, seen=seen)
    return _plan(event, round_.number)


@require_POST
@of_event
def release(request: DirectorRequest, event: Event) -> HttpResponse:
    """Open the tables, publish the standings, and have the score sheets made."""
    actor = request.user.actor
    try:
        only = _round(event, request.POST.get("round", ""))
        drafts = event.rounds.filter(state=Round.State.DRAFT)
        waiting = list(drafts.filter(pk=only.pk) if only else drafts)
        release_rounds(event=event, only=only, actor=actor, seen=request.POST.get(SEEN))
    except Refusal as refusal:
        for sentence in refusal.sentences:
            messages.error(request, sentence)
        return led_to(request, event, refusal) or _plan(event)
    for round_ in waiting:
        asking.ask_for_round(round_=round_, kind=Kind.SCORE_SHEET, actor=actor)
    messages.success(request, _released(event, only))
    return redirect("tournaments:papers", event.pk)


def _released(event: Event, only: Round | None) -> str:
    """Return what is released now: one round, while others are drafts still, or the plan."""
    if only and event.rounds.filter(state=Round.State.DRAFT).exists():
        says = _("Round %(number)d is released. Its score sheets come here.")
        return says % {"number": only.number}
    return _("The plan is released. Its score sheets come here.")


def _round(event: Event, sent: str) -> Round | None:
    """Return the round of that number; None where none is named: all of them are meant."""
    if not sent:
        return None
    found = event.rounds.filter(number=read_whole(sent) or 0).first()
    if found is None:
        number = Truncator(sent).chars(LONGEST_NUMBER)
        raise Refusal(SeatingReason.NO_SUCH_ROUND, number=number)
    return found


@contextmanager
def _told(request: DirectorRequest, event: Event, done: str = "") -> Iterator[None]:
    """Tell it as ``messages_about`` does; of a begun round, lead to where its seats are mended."""
    try:
        yield
    except Refusal as refusal:
        says = str(refusal)
        if refusal.reason is SeatingReason.BEGUN:
            at = (
                f"{reverse('tournaments:seating', args=[event.pk])}#round-{refusal.facts['number']}"
            )
            says = format_html('{} <a href="{}">{}</a>', says, at, _("Does somebody sit wrongly?"))
        messages.error(request, says)
    else:
        if done:
            messages.success(request, done)


def _plan(event: Event, number: int = 0) -> HttpResponse:
    """Show the plan again, at a round where one is meant."""
    at = f"#round-{number}" if number else ""
    return redirect(reverse("tournaments:seating", args=[event.pk]) + at)
