"""Protests and doubts of a round, for its director: answered, cleared, done without."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import flags
from tournaments.domain.protests import answer_protest
from tournaments.domain.queries.checks import checks
from tournaments.domain.rounds import follow
from tournaments.interfaces.rounds import (
    REFUSALS,
    flags_in_words,
    number,
    open_gaps,
    protests_in_words,
    refusal,
)
from tournaments.models import Flag, Protest, Round, Table


@require_safe
@never_cache
@director_required
def page(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show what holds a round up, and what did."""
    rounds = Round.objects.select_related("event")
    round_ = get_object_or_404(rounds, pk=pk, event__club=request.club)
    found = checks(round_)
    context = {
        "round": round_,
        "event": round_.event,
        "protests": protests_in_words(found),
        "flags": flags_in_words(found),
        "gaps": open_gaps(found.gaps),
        "tables": round_.tables.all(),
        "takes_doubts": round_.state in Round.DECIDABLE,
    }
    return render(request, "tournaments/checks.html", context)


@require_POST
@director_required
def answer(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Answer a protest."""
    own = Protest.objects.filter(table__round__event__club=request.club).select_related("table")
    protest = get_object_or_404(own, pk=pk)
    said = request.POST.get("answer", "")

    def deed() -> None:
        answer_protest(protest=protest, answer=said, actor=request.user.actor)

    return _told(request, protest.table, deed, _("The answer is on the player’s page."))


@require_POST
@director_required
def doubt(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Raise a doubt about a table of the round."""
    tables = Table.objects.filter(round=pk, round__event__club=request.club)
    table = get_object_or_404(tables, number=number(request.POST.get("table", "")))

    def deed() -> None:
        flags.raise_flag(
            table=table,
            deal=number(request.POST.get("deal") or "0"),
            words=request.POST.get("words", ""),
            actor=request.user.actor,
        )

    return _told(request, table, deed, _("The doubt is noted. It is cleared before the end."))


@require_POST
@director_required
def take(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Look into a flag oneself."""
    flag = _flag(request, pk)

    def deed() -> None:
        flags.take_flag(flag=flag, actor=request.user.actor)

    return _told(request, flag.table, deed, _("You look into it."))


@require_POST
@director_required
def clear(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Say why a flag is none any more."""
    flag = _flag(request, pk)

    def deed() -> None:
        reason = request.POST.get("reason", "")
        flags.clear_flag(flag=flag, reason=reason, actor=request.user.actor)

    return _told(request, flag.table, deed, _("The doubt is cleared."))


@require_POST
@director_required
def waive(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Do without a proof, with a reason."""
    tables = Table.objects.filter(round__event__club=request.club)
    table = get_object_or_404(tables, pk=pk)

    def deed() -> None:
        flags.waive(
            table=table,
            deal=number(request.POST.get("deal", "")),
            kind=request.POST.get("kind", ""),
            reason=request.POST.get("reason", ""),
            actor=request.user.actor,
        )

    return _told(request, table, deed, _("The sheet is taken as it is."))


def _flag(request: DirectorRequest, pk: UUID) -> Flag:
    own = Flag.objects.filter(table__round__event__club=request.club).select_related("table")
    return get_object_or_404(own, pk=pk)


def _told(
    request: DirectorRequest, table: Table, deed: Callable[[], None], done: str
) -> HttpResponse:
    """Do it, say that it is done or why not, and show the list again."""
    try:
        deed()
        follow(table=table)
    except REFUSALS as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, done)
    return redirect("tournaments:round-checks", table.round_id)
