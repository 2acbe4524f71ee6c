"""Protests and doubts of a round, for its director: answered, cleared, done without."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest
from lhombre_club.numbers import number_sent
from lhombre_club.refusal import Refusal, messages_about
from tournaments.access import of, of_round, of_table
from tournaments.models import Flag, Protest, Round, Table
from tournaments.review.domain import flags
from tournaments.review.domain import protests as domain
from tournaments.review.domain.rounds import follow, protest_time
from tournaments.review.pages.rounds import (
    answered_together,
    flags_in_words,
    open_gaps,
    protests_in_words,
)
from tournaments.review.queries.protests import checks

_WITH_EVENT = "table__round__event"
_of_flag = of(Flag.objects.select_related(_WITH_EVENT), f"{_WITH_EVENT}__club")
_of_protest = of(Protest.objects.select_related(_WITH_EVENT), f"{_WITH_EVENT}__club")


@require_safe
@never_cache
@of_round
def page(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Show what holds a round up, and what did."""
    return _page(request, round_)


def _page(request: DirectorRequest, round_: Round, refused: Refusal | None = None) -> HttpResponse:
    """Show it; a doubt that was ``refused`` stands there as it was typed."""
    found, protest = checks(round_), protest_time(round_)
    context = {
        "round": round_,
        "event": round_.event,
        "protests": protests_in_words(found),
        "together": answered_together(found),
        "flags": flags_in_words(found),
        "gaps": open_gaps(found.gaps),
        "tables": round_.tables.all(),
        "takes_doubts": round_.state in Round.DECIDABLE,
        "until": protest.until,
        "receives_protests": protest.is_on,
        "draft": request.POST,
        "why": refused,
    }
    status = refused.reason.status if refused else 200
    return render(request, "review/protests.html", context, status=status)


@require_POST
@_of_protest
def answer(request: DirectorRequest, protest: Protest) -> HttpResponse:
    """Answer a protest."""
    said = request.POST.get("answer", "")
    own = protest.participant_id is not None
    done = (
        _("The answer is on the player’s page.")
        if own
        else _("The answer is on the sheet’s page, and here.")
    )
    with _followed(request, protest.table, done):
        domain.answer_protest(protest=protest, answer=said, actor=request.user.actor)
    return _back(protest.table)


@require_POST
@of_table
def answer_together(request: DirectorRequest, table: Table) -> HttpResponse:
    """Answer all protests of a table that the page showed with the same words."""
    seen, said = frozenset(request.POST.getlist("protest")), request.POST.get("answer", "")
    with messages_about(request):
        count = domain.answer_together(
            table=table, seen=seen, answer=said, actor=request.user.actor
        )
        done = ngettext("%(count)d protest is answered.", "%(count)d protests are answered.", count)
        messages.success(request, done % {"count": count})
        follow(table=table)
    return _back(table)


@require_POST
@of_round
def doubt(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Raise a doubt about a table of the round."""
    tables = round_.tables.select_related("round__event")
    table = get_object_or_404(tables, number=number_sent(request.POST.get("table")))
    try:
        flags.raise_flag(
            table=table,
            deal=number_sent(request.POST.get("deal") or "0"),
            words=request.POST.get("words", ""),
            actor=request.user.actor,
        )
    except Refusal as refusal:
        return _page(request, round_, refusal)
    follow(table=table)
    messages.success(request, _("The doubt is noted. It is cleared before the end."))
    return _back(table)


@require_POST
@_of_flag
def take(request: DirectorRequest, flag: Flag) -> HttpResponse:
    """Look into a flag oneself."""
    with _followed(request, flag.table, _("You look into it.")):
        flags.take_flag(flag=flag, actor=request.user.actor)
    return _back(flag.table)


@require_POST
@_of_flag
def clear(request: DirectorRequest, flag: Flag) -> HttpResponse:
    """Say why a flag is none any more."""
    reason = request.POST.get("reason", "")
    with _followed(request, flag.table, _("The doubt is cleared.")):
        flags.clear_flag(flag=flag, reason=reason, actor=request.user.actor)
    return _back(flag.table)


@require_POST
@of_table
def waive(request: DirectorRequest, table: Table) -> HttpResponse:
    """Do without a proof, with a reason."""
    with _followed(request, table, _("The sheet is taken as it is.")):
        flags.waive(
            table=table,
            deal=number_sent(request.POST.get("deal")),
            kind=request.POST.get("kind", ""),
            reason=request.POST.get("reason", ""),
            actor=request.user.actor,
        )
    return _back(table)


@contextmanager
def _followed(request: DirectorRequest, table: Table, done: str) -> Iterator[None]:
    """Tell what is done inside or why not; it may have been the last that held the round up."""
    with messages_about(request, done):
        yield
        follow(table=table)


def _back(table: Table) -> HttpResponse:
    return redirect("tournaments:round-checks", table.round_id)
