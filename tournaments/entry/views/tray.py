"""The director's tray: what came for a sheet that takes nothing any more."""

from collections.abc import Mapping
from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest
from lhombre_club.numbers import number_sent
from lhombre_club.refusal import Refusal, messages_about
from lhombre_club.web.shown_first import confirmed
from tournaments.access import of, of_event
from tournaments.corrections.pages.effects import preview_of
from tournaments.corrections.preview import Effect, preview
from tournaments.entry.domain import tray as domain
from tournaments.entry.pages import tray
from tournaments.entry.reasons import EntryReason
from tournaments.models import Event, TrayItem
from tournaments.review.domain.photos import without_table
from tournaments.review.domain.rounds import follow_corrected

ALL_OF: Final[Mapping[str, domain.Together]] = {"sender": "actor", "table": "table"}
_of_item = of(TrayItem.objects.select_related("event"), "event__club")


@require_safe
@never_cache
@of_event
def index(request: DirectorRequest, event: Event) -> HttpResponse:
    """List what waits in the tray, and what was decided."""
    context = {
        "event": event,
        "waiting": tray.waiting_of(event),
        "decided": tray.decided_of(event),
        "photos": without_table(event),
    }
    return render(request, "entry/tray.html", context)


@never_cache
@_of_item
def place(request: DirectorRequest, item: TrayItem) -> HttpResponse:
    """Choose the line where an item belongs; show first what that changes, then do it."""
    if item.state != TrayItem.State.WAITING:
        return _back(item)
    if request.method != "POST":
        return _form(request, item, tray.PlaceForm(item))
    form = tray.PlaceForm(item, request.POST)
    if not form.is_valid() or "back" in request.POST:
        return _form(request, item, form, status=400 if form.errors else 200)
    try:
        return _shown_or_placed(request, item, form)
    except Refusal as refusal:
        if refusal.reason is EntryReason.DECIDED:
            messages.error(request, str(refusal))
            return _back(item)
        form.add_error(None, list(refusal.sentences))
    return _form(request, item, form, status=409)


def _shown_or_placed(
    request: DirectorRequest, item: TrayItem, form: tray.PlaceForm
) -> HttpResponse:
    change = form.change()
    if not confirmed(request, form.asked()):
        return _form(request, item, form, effect=preview(item.event, [change]))
    made = domain.place(
        item=item, change=change, reason=form.cleaned_data["reason"], actor=request.user.actor
    )
    follow_corrected(made)
    messages.success(request, _("The deal is in the sheet, and every balance is worked out anew."))
    return redirect("tournaments:correction", made.pk)


@require_POST
@_of_item
def dismiss(request: DirectorRequest, item: TrayItem) -> HttpResponse:
    """Put an item away with a reason, or all that its sender or its table had waiting.

    What came since the page was drawn stays, and is told.
    """
    together = ALL_OF.get(request.POST.get("all", ""))
    with messages_about(request):
        gone = domain.dismiss(
            item=item,
            reason=request.POST.get("reason", ""),
            actor=request.user.actor,
            with_all_of=together,
            seen=max(0, number_sent(request.POST.get("seen"))),
        )
        done = ngettext("%(count)d deal is put away.", "%(count)d deals are put away.", gone)
        messages.success(request, done % {"count": gone})
        if together and (more := domain.waiting_with(item, together).count()):
            stays = ngettext(
                "%(count)d more has come since, and waits.",
                "%(count)d more have come since, and wait.",
                more,
            )
            messages.info(request, stays % {"count": more})
    return _back(item)


def _back(item: TrayItem) -> HttpResponse:
    return redirect("tournaments:tray", item.event_id)


def _form(
    request: DirectorRequest,
    item: TrayItem,
    form: tray.PlaceForm,
    *,
    effect: Effect | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "event": item.event,
        "shown": tray.shown(item),
        **preview_of(form, effect),
        "often": form.visible_fields(),
    }
    return render(request, "entry/tray_place.html", context, status=status)
