"""The director's tray: what came for a sheet that takes nothing any more."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import tray as domain
from tournaments.domain.changes import CorrectionError
from tournaments.domain.corrections import ReasonError
from tournaments.domain.photos import without_table
from tournaments.domain.preview import Effect, preview
from tournaments.domain.rounds import follow_corrected
from tournaments.interfaces import correcting, effects, tray
from tournaments.models import Event, TrayItem


@require_safe
@never_cache
@director_required
def every(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """List what waits in the tray, and what was decided."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    waiting, decided = tray.every(event)
    context = {
        "event": event,
        "waiting": waiting,
        "decided": decided,
        "photos": without_table(event),
    }
    return render(request, "tournaments/tray.html", context)


@never_cache
@director_required
def place(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Choose the line where an item belongs; show first what that changes, then do it."""
    item = _own(request, pk)
    if item.state != TrayItem.State.WAITING:
        return _back(item)
    if request.method != "POST":
        return _form(request, item, tray.PlaceForm(item))
    form = tray.PlaceForm(item, request.POST)
    if not form.is_valid() or "back" in request.POST:
        return _form(request, item, form, status=400 if form.errors else 200)
    try:
        return _shown_or_placed(request, item, form)
    except CorrectionError as error:
        for sentence in correcting.refusals(error):
            form.add_error(None, sentence)
    except domain.DecidedError:
        messages.error(request, _("Somebody has decided about this deal meanwhile."))
        return _back(item)
    return _form(request, item, form, status=409)


def _shown_or_placed(
    request: DirectorRequest, item: TrayItem, form: tray.PlaceForm
) -> HttpResponse:
    change = form.change()
    if form.cleaned_data["seen"] != form.told():
        return _form(request, item, form, effect=preview(item.event, [change]))
    made = domain.place(
        item=item, change=change, reason=form.cleaned_data["reason"], actor=request.user.actor
    )
    follow_corrected(made)
    messages.success(request, _("The deal is in the sheet, and every balance is worked out anew."))
    return redirect("tournaments:correction", made.pk)


@require_POST
@director_required
def dismiss(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Put an item away with a reason, or all that its sender has waiting."""
    item = _own(request, pk)
    try:
        gone = domain.dismiss(
            item=item,
            reason=request.POST.get("reason", ""),
            actor=request.user.actor,
            with_sender="all" in request.POST,
        )
    except ReasonError:
        messages.error(request, _("Say why, in at most 200 characters."))
    except domain.DecidedError:
        messages.error(request, _("Somebody has decided about this deal meanwhile."))
    else:
        told = ngettext("%(count)d deal is put away.", "%(count)d deals are put away.", gone)
        messages.success(request, told % {"count": gone})
    return _back(item)


def _own(request: DirectorRequest, pk: UUID) -> TrayItem:
    own = TrayItem.objects.select_related("event").filter(event__club=request.club)
    return get_object_or_404(own, pk=pk)


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
        "form": form,
        "often": form.visible_fields(),
        "effect": effects.shown(effect) if effect else None,
        "seen": form.told() if effect else "",
    }
    return render(request, "tournaments/tray_place.html", context, status=status)
