"""Folders: how they travel through an event, and how each was played at all tables."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.club_words.speaking import tongue
from lhombre_club.drawn import Drawn, drawn
from lhombre_club.members.access import DirectorRequest
from lhombre_club.members.shown import state
from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Refusal
from tournaments.access import of_event
from tournaments.book.names import tell_everybody, with_version
from tournaments.folders import domain, pages
from tournaments.folders import forms as interface
from tournaments.folders.queries.compared import compared_lately
from tournaments.folders.queries.evenings import laid_out, starts
from tournaments.folders.queries.secret import kept_as
from tournaments.folders.reasons import FolderReason, flaws
from tournaments.models import Event

PLACES = 64
"""So many pages of folders are kept at most."""
MOST_ROUNDS = 999
"""A number that no round has; a league may have more of them than an evening."""


@never_cache
@of_event
def page(request: DirectorRequest, event: Event) -> HttpResponse:
    """Show how the folders travel, and let that be changed from a round on."""
    found = starts(event)
    start = _start(request, found.usual)
    sets = domain.sets_of(domain.plan_of(event))
    context: dict[str, object] = {"event": event, "plan": bool(sets), "start": start}
    context["others"] = sorted({found.usual, *found.others} - {start})
    known, why_not = _known(event, start)
    if known is None:
        return render(request, "folders/folders.html", {**context, "why_not": why_not})
    form = interface.FoldersForm(known, request.POST or None)
    sent = request.method == "POST" and form.is_valid() and "look" not in request.POST
    if sent and "sure" not in request.POST:
        context["without"] = pages.without(domain.shown_without(event, start))
        context["flawed"] = domain.goes_wrong(event, form.settings(), start)
    if sent and not context.get("without") and not context.get("flawed"):
        settings, actor = form.settings(), request.user.actor
        try:
            domain.set_folders(event=event, settings=settings, actor=actor, from_round=start)
        except Refusal as refusal:
            form.add_error(None, list(refusal.sentences))
        else:
            messages.success(request, _("The event is played with these folders."))
            return redirect("tournaments:folders", event.pk)
    context["begins"] = any(each.from_round == start for each in sets)
    context |= _movement(event, start, known, form)
    status = 400 if form.errors else 200
    return render(request, "folders/folders.html", context, status=status)


@require_POST
@never_cache
@of_event
def look(request: DirectorRequest, event: Event) -> HttpResponse:
    """Answer the movement alone, as the form stands; nothing is stored."""
    start = _start(request, 1)
    known, why_not = _known(event, start)
    if known is None:
        return render(request, "folders/movement.html", {"why_not": why_not})
    form = interface.FoldersForm(known, request.POST)
    context = _movement(event, start, known, form)
    context["alone"] = [said for told in form.errors.values() for said in told]
    return render(request, "folders/movement.html", context)


@require_POST
@of_event
def drop(request: DirectorRequest, event: Event) -> HttpResponse:
    """Let the cards be dealt at the tables."""
    domain.drop_folders(event=event, actor=request.user.actor)
    messages.success(request, _("The event is played without folders."))
    return redirect("tournaments:folders", event.pk)


def led_to(request: DirectorRequest, event: Event, refusal: Refusal) -> HttpResponse | None:
    """Lead to where the folders are changed, if a release was refused because of them."""
    if not isinstance(refusal.reason, FolderReason):
        return None
    messages.error(request, _("Nothing is released. The folders are changed on this page."))
    return redirect("tournaments:folders", event.pk)


def _start(request: DirectorRequest, usual: int) -> int:
    """Return the round from which folders are asked about."""
    asked = request.POST.get("from", request.GET.get("from"))
    return read_whole(asked, least=1, most=MOST_ROUNDS) or usual


def _known(event: Event, start: int) -> tuple[domain.FolderSettings | None, Sequence[str]]:
    """Return what is set from a round on, or what its tables suggest; else why there is nothing."""
    try:
        suggested = domain.suggested(event, start)
    except Refusal as refusal:
        return None, refusal.sentences
    sets = domain.sets_of(domain.plan_of(event))
    stored = (each.settings for each in sets if each.from_round == start)
    settings = next(stored, suggested)
    return settings if len(settings.first) == len(suggested.first) else suggested, ()


def _movement(
    event: Event, start: int, known: domain.FolderSettings, form: interface.FoldersForm
) -> dict[str, object]:
    """Return the movement as the form has it, or else as it is known, after what stays."""
    wanted = form.settings() if form.is_bound and not form.errors else known
    found = domain.check(event, wanted, start)
    kept = [each for each in domain.sets_of(domain.plan_of(event)) if each.from_round < start]
    laid = [*laid_out(event, domain.spans(kept, start)), found]
    return {
        "form": form,
        "waits": form.is_bound and bool(form.errors),
        "lacks": form.lacks,
        "tables": range(1, max(each.evening.tables for each in laid) + 1),
        "is_even": found.evening.is_even,
        "rounds": interface.rounds_of(laid),
        "steps": interface.steps(laid),
        "flaws": flaws(found.faults, found.evening.names),
    }


@require_safe
@never_cache
def public(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show everybody how each folder was played at all tables, once all have played it."""
    shown = Event.objects.filter(rounds__state__in=["released", "final"]).distinct()
    shown = shown.select_related("club__kept_for", "folder_plan")
    event = get_object_or_404(with_version(shown), pk=pk, folder_plan__isnull=False)
    tell_everybody(event)
    number = read_whole(request.GET.get("page"), least=1) or 1
    table = drawn(
        f"folders:{kept_as(event)}:{number}",
        lambda last: _draw(event, number, last),
        places=PLACES,
    ).table
    return render(request, "folders/comparison.html", {"event": event, "shown": table})


def _draw(event: Event, number: int, last: Drawn | None) -> tuple[str, SafeString]:
    """Return the tag and a page of folders, which is drawn if the last one shows something else."""
    found = compared_lately(event)
    tag = f"{found.tag}-{tongue()}-{state()}"
    if last and last.tag == tag:
        return tag, last.table
    parts = pages.cut(found.table)
    if number > len(parts):
        raise Http404
    context = {
        "folders": pages.folders(found.table, parts[number - 1], event),
        "gained": pages.gained(found.table) if number == 1 else (),
        "not_shown": pages.not_shown(found.table),
        "number": number,
        "pages": range(1, len(parts) + 1) if len(parts) > 1 else (),
    }
    return tag, render_to_string("folders/compared.html", context)
