"""A round's way to its end: provisional, final, open again; and the board that shows it."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import rounds as domain
from tournaments.domain.corrections import ReasonError
from tournaments.domain.queries.board import boards
from tournaments.domain.queries.events import rounds
from tournaments.domain.queries.journal import journal as read_journal
from tournaments.domain.results import NotOpenError
from tournaments.interfaces.journal import lines
from tournaments.interfaces.rounds import REFUSALS, RoundsForm, number, refusal
from tournaments.models import Event, Round, Table

LINES = 100
"""Of the journal, on one page."""


@require_POST
@director_required
def provisional(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Let everybody look at what was entered, and protest."""
    round_ = _own(request, pk)

    def deed() -> None:
        domain.make_provisional(round_=round_, actor=request.user.actor)

    return _told(request, round_, deed, _("The round is provisional: everybody can look at it."))


@require_POST
@director_required
def close(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Let what was played in the round be final."""
    round_ = _own(request, pk)

    def deed() -> None:
        early = "early" in request.POST
        domain.close_round(round_=round_, actor=request.user.actor, early=early)

    done = _("The account is proved, and the round is closed. It can still be corrected.")
    return _told(request, round_, deed, done)


@require_POST
@director_required
def reopen(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Take results in a provisional or closed round again."""
    round_ = _own(request, pk)
    reason = request.POST.get("reason", "")

    def deed() -> None:
        domain.reopen_round(round_=round_, reason=reason, actor=request.user.actor)

    try:
        return _told(request, round_, deed, _("The round is open: its tables take results again."))
    except ReasonError:
        messages.error(request, _("Say why the round is opened again, in at most 72 letters."))
    return redirect("tournaments:event", round_.event_id)


@require_POST
@director_required
def give_time(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Give a table more time, or take it back."""
    tables = Table.objects.select_related("round")
    table = get_object_or_404(tables, pk=pk, round__event__club=request.club)
    sent = request.POST.get("minutes", "")
    minutes = number(sent.removeprefix("-"))
    if minutes >= 0:
        minutes = -minutes if sent.startswith("-") else minutes
        domain.give_time(table=table, minutes=minutes, actor=request.user.actor)
    else:
        messages.error(request, _("Write the minutes as a number, such as 5."))
    return redirect("tournaments:event", table.round.event_id)


@require_safe
@director_required
def board(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Answer the board of one round alone, or 304: it changes with the event and each minute."""
    event = _own(request, pk).event
    tag = f'"{event.epoch.hex}-{event.version}-{now():%H%M}-{get_language()}-{pk.hex}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        (own,) = boards(event, rounds(event), only=pk)
        context = {"board": own, "event": event}
        answer = render(request, "tournaments/round_board.html", context)
    answer["ETag"] = tag
    patch_cache_control(answer, no_cache=True, private=True)
    return answer


@require_safe
@never_cache
@director_required
def journal(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Tell everything that was done at an event, the newest first."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    told = Paginator(lines(event, read_journal(event)), LINES)
    page = told.get_page(request.GET.get("page"))
    first = told.count - page.start_index() + 1
    context = {"event": event, "page": page, "first": first}
    return render(request, "tournaments/journal.html", context)


@never_cache
@director_required
def settings(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Let a director say how sheets are proved and how long protests are received."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    form = RoundsForm(request.POST or None, initial=RoundsForm.of(event))
    if request.method == "POST" and form.is_valid():
        domain.set_rounds(event=event, settings=form.settings(), actor=request.user.actor)
        messages.success(request, _("It is stored, and holds from now on."))
        return redirect("tournaments:event", event.pk)
    context = {"event": event, "form": form}
    status = 400 if form.errors else 200
    return render(request, "tournaments/round_settings.html", context, status=status)


def _told(request: HttpRequest, round_: Round, deed: Callable[[], None], done: str) -> HttpResponse:
    """Do it, say that it is done or why not, and go to the event. Lets ReasonError through."""
    try:
        deed()
    except ReasonError:
        raise
    except NotOpenError:
        messages.error(request, _("The round is not released."))
    except REFUSALS as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, done)
    return redirect("tournaments:event", round_.event_id)


def _own(request: DirectorRequest, pk: UUID) -> Round:
    rounds = Round.objects.select_related("event")
    return get_object_or_404(rounds, pk=pk, event__club=request.club)
