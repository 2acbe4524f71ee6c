"""Corrections: asked for, shown with all they change, made, and undone."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain.accounts import names_at
from tournaments.domain.changes import CorrectionError
from tournaments.domain.corrections import change_rules, correct, undo
from tournaments.domain.preview import Effect, preview, preview_rules, preview_undo
from tournaments.domain.queries.checks import people
from tournaments.domain.results import ReusedIdError
from tournaments.domain.rounds import follow_corrected
from tournaments.interfaces import correcting
from tournaments.interfaces.effects import shown
from tournaments.interfaces.journal import corrected
from tournaments.interfaces.rounds import who
from tournaments.interfaces.rules_form import RulesForm
from tournaments.interfaces.wrong_seats import moved_by
from tournaments.models import Correction, Event, Table


@never_cache
@director_required
def table(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Take a correction of a table's lines; show first what it changes, then make it."""
    tables = Table.objects.select_related("round__event")
    found = get_object_or_404(tables, pk=pk, round__event__club=request.club)
    if request.method != "POST":
        form = correcting.CorrectionForm(found, known=_known(request))
        return _form(request, found, form)
    if made := made_before(request, found.round.event):
        return made
    form = correcting.CorrectionForm(found, request.POST)
    if form.is_valid() and not form.changes():
        form.add_error(None, _("The sheet says so already: there is nothing to change."))
    if not form.is_valid() or "back" in request.POST:
        return _form(request, found, form, status=400 if form.errors else 200)
    try:
        return _shown_or_made(request, found, form)
    except CorrectionError as error:
        for sentence in correcting.refusals(error):
            form.add_error(None, sentence)
    except ReusedIdError:
        form.add_error(None, _("This was sent before with other content. Load the page again."))
    return _form(request, found, form, status=409)


def made_before(request: DirectorRequest, event: Event) -> HttpResponse | None:
    """Go to the correction that an earlier click has made; None if there was none."""
    try:
        asked = UUID(request.POST.get("id", ""))
    except ValueError:
        return None
    known = event.corrections.filter(pk=asked).exists()
    return redirect("tournaments:correction", asked) if known else None


def _shown_or_made(
    request: DirectorRequest, found: Table, form: correcting.CorrectionForm
) -> HttpResponse:
    """Show what a correction changes; if just that was seen already, make it."""
    if form.cleaned_data["seen"] != form.told():
        effect = preview(found.round.event, form.changes())
        if form.cleaned_data["seen"]:
            messages.info(request, _("Something has changed meanwhile. Look at it once more."))
        return _form(request, found, form, effect=effect)
    made = correct(
        event=found.round.event,
        changes=form.changes(),
        reason=form.cleaned_data["reason"],
        actor=request.user.actor,
        id=form.cleaned_data["id"],
    )
    follow_corrected(made)
    messages.success(request, _("It is corrected, and every balance is worked out anew."))
    return redirect("tournaments:correction", made.pk)


@never_cache
@director_required
def rules(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Settle all that was played by other rules; show first what that changes."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    form = RulesForm(event, request.POST or None)
    if request.method != "POST" or not form.is_valid() or "back" in request.POST:
        return _rules(request, event, form, status=400 if form.errors else 200)
    try:
        if form.cleaned_data["seen"] != form.told():
            effect = preview_rules(event, form.rules())
            return _rules(request, event, form, effect=effect)
        made = change_rules(
            event=event,
            rules=form.rules(),
            reason=form.cleaned_data["reason"],
            actor=request.user.actor,
            id=form.cleaned_data["id"],
        )
    except CorrectionError as error:
        for sentence in correcting.refusals(error):
            form.add_error(None, sentence)
    except ReusedIdError:
        form.add_error(None, _("This was sent before with other content. Load the page again."))
    else:
        messages.success(request, _("Everything is settled by these rules now."))
        return redirect("tournaments:correction", made.pk)
    return _rules(request, event, form, status=409)


def _rules(
    request: DirectorRequest,
    event: Event,
    form: RulesForm,
    *,
    effect: Effect | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "event": event,
        "form": form,
        "effect": shown(effect) if effect else None,
        "seen": form.told() if effect else "",
    }
    return render(request, "tournaments/rules.html", context, status=status)


@require_safe
@never_cache
@director_required
def every(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """List the corrections of an event, the newest first."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    context = {"event": event, "corrections": event.corrections.order_by("-created_at")}
    return render(request, "tournaments/corrections.html", context)


@require_safe
@never_cache
@director_required
def one(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show a correction, and what would change if it were taken back."""
    return _correction(request, _own(request, pk))


@require_POST
@director_required
def take_back(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Put back what stood before a correction."""
    correction = _own(request, pk)
    try:
        undone = undo(correction=correction, actor=request.user.actor)
    except CorrectionError as error:
        for sentence in correcting.refusals(error):
            messages.error(request, sentence)
        return redirect("tournaments:correction", correction.pk)
    follow_corrected(undone)
    messages.success(request, _("It is taken back, and every balance is worked out anew."))
    return redirect("tournaments:correction", undone.pk)


def _known(request: DirectorRequest) -> dict[str, str]:
    """Return what the address fills in, such as a suspect of the sheet that does not add up."""
    return {
        name: request.GET[name] for name in ("deal", "way", "line", "other") if name in request.GET
    }


def _own(request: DirectorRequest, pk: UUID) -> Correction:
    known = Correction.objects.select_related("event")
    return get_object_or_404(known, pk=pk, event__club=request.club)


def _form(
    request: DirectorRequest,
    found: Table,
    form: correcting.CorrectionForm,
    *,
    effect: Effect | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "table": found,
        "round": found.round,
        "event": found.round.event,
        "names": names_at(found),
        "form": form,
        "often": [field for field in form.visible_fields() if field.name != "record"],
        "seldom": [form["record"]],
        "seldom_wrong": form["record"].errors,
        "effect": shown(effect) if effect else None,
        "seen": form.told() if effect else "",
    }
    return render(request, "tournaments/correct.html", context, status=status)


def _correction(request: DirectorRequest, correction: Correction) -> HttpResponse:
    try:
        effect = shown(preview_undo(correction))
        why_not: list[str] = []
    except CorrectionError as error:
        effect, why_not = None, correcting.refusals(error)
    context = {
        "event": correction.event,
        "correction": correction,
        "moved": moved_by(correction),
        "lines": corrected(correction),
        "who": who(correction.actor, people([correction.actor])),
        "effect": effect,
        "why_not": why_not,
    }
    return render(request, "tournaments/correction.html", context)
