"""Folders: how they travel through an event, and how each was played at all tables."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import folders as domain
from tournaments.domain.queries.folders import compared
from tournaments.interfaces import folder_comparison
from tournaments.interfaces import folders as interface
from tournaments.models import Event


@never_cache
@director_required
def page(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show how the folders travel, and let that be changed."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    known, why_not = _known(event)
    if known is None:
        context = {"event": event, "why_not": why_not, "plan": domain.plan_of(event)}
        return render(request, "tournaments/folders.html", context)
    form = interface.FoldersForm(known, request.POST or None)
    if request.method == "POST" and form.is_valid() and "look" not in request.POST:
        try:
            domain.set_folders(event=event, settings=form.settings(), actor=request.user.actor)
        except domain.FoldersError as error:
            for sentence in interface.refused(error):
                form.add_error(None, sentence)
        else:
            messages.success(request, _("The event is played with these folders."))
            return redirect("tournaments:folders", event.pk)
    context = {"event": event, "plan": domain.plan_of(event), **_movement(event, known, form)}
    status = 400 if form.errors else 200
    return render(request, "tournaments/folders.html", context, status=status)


@require_POST
@never_cache
@director_required
def look(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Answer the movement alone, as the form stands; nothing is stored."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    known, why_not = _known(event)
    if known is None:
        return render(request, "tournaments/movement.html", {"why_not": why_not})
    form = interface.FoldersForm(known, request.POST)
    return render(request, "tournaments/movement.html", _movement(event, known, form))


@require_POST
@director_required
def drop(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Let the cards be dealt at the tables."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    domain.drop_folders(event=event, actor=request.user.actor)
    messages.success(request, _("The event is played without folders."))
    return redirect("tournaments:folders", event.pk)


def _known(event: Event) -> tuple[domain.FolderSettings | None, list[str]]:
    """Return what is set, or what the tables as drawn suggest; else why there is nothing."""
    try:
        suggested = domain.suggested(event)
    except domain.FoldersError as error:
        return None, interface.refused(error)
    plan = domain.plan_of(event)
    settings = domain.FolderSettings.of(plan) if plan else suggested
    return settings if len(settings.first) == len(suggested.first) else suggested, []


def _movement(
    event: Event, known: domain.FolderSettings, form: interface.FoldersForm
) -> dict[str, object]:
    """Return the movement as the form has it, or else as it is known."""
    wanted = form.settings() if form.is_bound and not form.errors else known
    found = domain.check(event, wanted)
    return {
        "form": form,
        "waits": form.is_bound and bool(form.errors),
        "tables": range(1, found.evening.tables + 1),
        "rounds": len(found.evening.rounds),
        "steps": interface.steps(found, wanted.together),
        "flaws": interface.flaws(found.faults, found.evening.names),
    }


@require_safe
@never_cache
def public(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show everybody how each folder was played at all tables, once all have played it."""
    shown = Event.objects.filter(rounds__state__in=["released", "final"]).distinct()
    event = get_object_or_404(shown, pk=pk, folder_plan__isnull=False)
    found = compared(event)
    context = {
        "event": event,
        "folders": folder_comparison.folders(found),
        "waiting": found.waiting,
    }
    answer = render(request, "tournaments/folder_comparison.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer
