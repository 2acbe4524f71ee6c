"""A round's way to its end: provisional, final, open again; and the board that shows it."""

from collections.abc import Callable
from functools import partial
from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.club_words.speaking import tongue
from lhombre_club.members.access import DirectorRequest, asks_again
from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Refusal, messages_about
from tournaments.access import of_event, of_round, of_table
from tournaments.models import Event, Flag, Protest, Round, Table
from tournaments.review.domain import rounds as domain
from tournaments.review.pages.provisional import paper_differs
from tournaments.review.pages.rounds import RoundsForm, matters_of
from tournaments.review.queries.board import boards
from tournaments.review.queries.provisional import open_matters, unproved_tables
from tournaments.review.queries.rounds import rounds
from tournaments.review.reasons import ReviewReason

HELD_UP: Final = frozenset({ReviewReason.DOUBTS, ReviewReason.EARLIER_PROTESTS})
"""Why a round does not end yet, where something is open that a refusal can lead to."""
MOST_NAMED: Final = 12
"""Of what is open; the page to which the first leads has the rest."""
MOST_MINUTES: Final = 9999
"""That can be asked for; the domain gives fewer at once."""


@require_POST
@of_round
def provisional(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Let everybody look at what was entered, and protest."""
    deed = partial(domain.make_provisional, round_=round_, actor=request.user.actor)
    return _ended(request, round_, deed, _("The round is provisional: everybody can look at it."))


@require_POST
@of_round
def close(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Let what was played in the round be final."""
    done = _("The account is proved, and the round is closed. It can still be corrected.")
    early = "early" in request.POST
    deed = partial(domain.close_round, round_=round_, actor=request.user.actor, early=early)
    answer = _ended(request, round_, deed, done)
    if other := unproved_tables(round_.event, round_.number).other_sums:
        messages.warning(request, capfirst(f"{paper_differs(other)}."))
    return answer


@require_POST
@asks_again
@of_round
def reopen(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Take results in a provisional or closed round again."""
    reason = request.POST.get("reason", "")
    with messages_about(request, _("The round is open: its tables take results again.")):
        domain.reopen_round(round_=round_, reason=reason, actor=request.user.actor)
    return _back(round_)


@require_POST
@of_table
def give_time(request: DirectorRequest, table: Table) -> HttpResponse:
    """Give a table more time, or take it back."""
    minutes = read_whole(request.POST.get("minutes"), least=-MOST_MINUTES, most=MOST_MINUTES)
    if minutes is None:
        messages.error(request, _("Write the minutes as a number, such as 5."))
    else:
        domain.give_time(table=table, minutes=minutes, actor=request.user.actor)
    return _back(table.round)


@require_safe
@of_round
def board(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Answer the board of one round alone, or 304: it changes with the event and each minute."""
    event = round_.event
    tag = f'"{event.epoch.hex}-{event.version}-{localtime():%Y%m%d%H%M}-{tongue()}-{round_.pk.hex}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        (own,) = boards(event, rounds(event), only=round_.pk)
        context = {"board": own, "event": event}
        answer = render(request, "review/board.html", context)
    answer["ETag"] = tag
    patch_cache_control(answer, no_cache=True, private=True)
    return answer


@never_cache
@of_event
def settings(request: DirectorRequest, event: Event) -> HttpResponse:
    """Let a director say how sheets are proved and how long protests are received."""
    form = RoundsForm(request.POST or None, initial=RoundsForm.of(event))
    if request.method == "POST" and form.is_valid():
        domain.set_rounds(event=event, settings=form.settings(), actor=request.user.actor)
        messages.success(request, _("It is stored, and holds from now on."))
        return redirect("tournaments:event", event.pk)
    context = {"event": event, "form": form}
    status = 400 if form.errors else 200
    return render(request, "review/settings.html", context, status=status)


def _ended(
    request: DirectorRequest, round_: Round, deed: Callable[[], Round], done: str
) -> HttpResponse:
    """Do a deed that may be held up, and lead to what holds it up where that is answered."""
    try:
        deed()
    except Refusal as refusal:
        if refusal.reason in HELD_UP:
            return _held_up(request, round_, refusal)
        messages.error(request, str(refusal))
        if refusal.reason is ReviewReason.NOT_PROVED:
            return redirect("tournaments:round-checks", round_.pk)
    else:
        messages.success(request, done)
    return _back(round_)


def _held_up(request: DirectorRequest, round_: Round, refusal: Refusal) -> HttpResponse:
    """Say what holds a round up, lead to each of it, and go where the first is answered."""
    protests, doubts = open_matters(round_.event)
    found: list[Protest | Flag] = [*protests, *doubts]
    if refusal.reason is ReviewReason.DOUBTS:
        found = [each for each in found if each.table.round_id == round_.pk]
    named = matters_of(found[:MOST_NAMED])
    links = format_html_join(" · ", '<a href="{}">{}</a>', ((m.address, m.where) for m in named))
    messages.error(request, format_html("{} {}", str(refusal), links))
    held = found[0].table.round_id if found else round_.pk
    return redirect("tournaments:round-checks", held)


def _back(round_: Round) -> HttpResponse:
    return redirect("tournaments:event", round_.event_id)
