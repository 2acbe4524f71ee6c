"""Corrections: asked for, shown with all they change, made, and undone."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest
from lhombre_club.refusal import Refusal, messages_about
from lhombre_club.web.shown_first import SEEN, confirmed
from tournaments.access import of, of_event, of_table
from tournaments.book.accounts import names_at
from tournaments.book.actors import people
from tournaments.book.corrections import change_rules, correct, undo
from tournaments.corrections.pages import correcting
from tournaments.corrections.pages.corrected import corrected
from tournaments.corrections.pages.effects import preview_of, shown
from tournaments.corrections.pages.rules_form import RulesForm
from tournaments.corrections.pages.wrong_seats import moved_by
from tournaments.corrections.preview import Effect, preview, preview_rules, preview_undo
from tournaments.models import Correction, Event, Protest, Round, Table
from tournaments.review.domain.rounds import follow_corrected
from tournaments.review.pages.rounds import who
from tournaments.review.queries.rounds import next_missing
from tournaments.sheets.keys import card_of
from tournaments.sheets.queries import sheet

of_correction = of(Correction.objects.select_related("event"), "event__club")


@never_cache
@of_table
def table(request: DirectorRequest, found: Table) -> HttpResponse:
    """Take a correction of a table's lines; show first what it changes, then make it."""
    if request.method != "POST":
        form = correcting.CorrectionForm(found, known=_known(request))
        return _form(request, found, form)
    if made := made_before(request, found.round.event):
        return made
    form = correcting.CorrectionForm(found, asked_anew(request, found.round.event))
    if form.is_valid() and not form.changes():
        form.add_error(None, _("The sheet says so already: there is nothing to change."))
    if not form.is_valid() or "back" in request.POST:
        return _form(request, found, form, status=400 if form.errors else 200)
    try:
        return _shown_or_made(request, found, form)
    except Refusal as refusal:
        form.add_error(None, list(refusal.sentences))
    return _form(request, found, form, status=409)


def made_before(request: DirectorRequest, event: Event) -> HttpResponse | None:
    """Go to the correction that an earlier click on the same button has made; None if none was."""
    if not request.POST.get(SEEN) or not _is_made(request, event):
        return None
    return redirect("tournaments:correction", request.POST["id"])


def asked_anew(request: DirectorRequest, event: Event) -> QueryDict:
    """Return what was sent, by another id if there is a correction of that one.

    Who goes back to the form after his correction asks for another, and sees first what it does.
    """
    if not _is_made(request, event):
        return request.POST
    sent = request.POST.copy()
    sent["id"] = str(uuid4())
    return sent


def _is_made(request: DirectorRequest, event: Event) -> bool:
    try:
        asked = UUID(request.POST.get("id", ""))
    except ValueError:
        return False
    return event.corrections.filter(pk=asked).exists()


def _shown_or_made(
    request: DirectorRequest, found: Table, form: correcting.CorrectionForm
) -> HttpResponse:
    """Show what a correction changes; if just that was seen already, make it."""
    if not confirmed(request, form.asked()):
        effect = preview(found.round.event, form.changes())
        if request.POST.get(SEEN) and not form.meanwhile:
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
@of_event
def rules(request: DirectorRequest, event: Event) -> HttpResponse:
    """Settle all that was played by other rules; show first what that changes."""
    form = RulesForm(event, request.POST or None)
    if request.method != "POST" or not form.is_valid() or "back" in request.POST:
        return _rules(request, event, form, status=400 if form.errors else 200)
    try:
        if not confirmed(request, form.asked()):
            effect = preview_rules(event, form.rules())
            return _rules(request, event, form, effect=effect)
        made = change_rules(
            event=event,
            rules=form.rules(),
            reason=form.cleaned_data["reason"],
            actor=request.user.actor,
            id=form.cleaned_data["id"],
        )
    except Refusal as refusal:
        form.add_error(None, list(refusal.sentences))
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
    context = {"event": event, **form.parts(), **preview_of(form, effect)}
    return render(request, "corrections/rules.html", context, status=status)


@require_safe
@never_cache
@of_event
def index(request: DirectorRequest, event: Event) -> HttpResponse:
    """List the corrections of an event, the newest first."""
    context = {"event": event, "corrections": event.corrections.order_by("-created_at")}
    return render(request, "corrections/corrections.html", context)


@require_safe
@never_cache
@of_correction
def detail(request: DirectorRequest, correction: Correction) -> HttpResponse:
    """Show a correction with what it has changed, all of which is as it was if it is taken back."""
    return _correction(request, correction)


@require_POST
@of_correction
def take_back(request: DirectorRequest, correction: Correction) -> HttpResponse:
    """Put back what stood before a correction."""
    made = correction
    with messages_about(request, _("It is taken back, and every balance is worked out anew.")):
        made = undo(correction=correction, actor=request.user.actor)
        follow_corrected(made)
    return redirect("tournaments:correction", made.pk)


def _known(request: DirectorRequest) -> dict[str, str]:
    """Return what the address fills in, such as a suspect of the sheet that does not add up."""
    return {
        name: request.GET[name]
        for name in ("deal", "way", "line", "other", "until")
        if name in request.GET
    }


def _form(
    request: DirectorRequest,
    found: Table,
    form: correcting.CorrectionForm,
    *,
    effect: Effect | None = None,
    status: int = 200,
) -> HttpResponse:
    of_sheet = None if effect else sheet(found)
    context = {
        "table": found,
        "round": found.round,
        "event": found.round.event,
        "names": names_at(found),
        **preview_of(form, effect),
        **(card_of(of_sheet) if of_sheet else {}),
        "reading": correcting.reading(of_sheet) if of_sheet else None,
    }
    return render(request, "corrections/correct.html", context, status=status)


def _onward(correction: Correction) -> dict[str, object]:
    """Return where the director goes on: protests, the sheet, whether another one lacks deals."""
    tables = Table.objects.filter(revisions__correction=correction).select_related("round__event")
    table = tables.order_by("round__number", "number").first()
    is_open = table is not None and table.round.state == Round.State.RELEASED
    return {
        "protests": _protests(tables),
        "sheet": table,
        "sheet_is_open": is_open,
        "next_lacks": table and is_open and next_missing(table) not in {None, table.pk},
    }


def _protests(tables: QuerySet[Table]) -> QuerySet[Protest]:
    """Return the protests against these sheets that wait for an answer; a correction is none."""
    waiting = Protest.objects.filter(table__in=tables, state=Protest.State.OPEN)
    return waiting.select_related("table").order_by("table__number", "deal", "created_at")


def _correction(request: DirectorRequest, correction: Correction) -> HttpResponse:
    try:
        effect = shown(preview_undo(correction).turned())
        why_not: tuple[str, ...] = ()
    except Refusal as refusal:
        effect, why_not = None, refusal.sentences
    context = {
        "event": correction.event,
        "correction": correction,
        **_onward(correction),
        "moved": moved_by(correction),
        "lines": corrected(correction),
        "who": who(correction.actor, people([correction.actor], correction.event_id)),
        "effect": effect,
        "why_not": why_not,
    }
    return render(request, "corrections/correction.html", context)
