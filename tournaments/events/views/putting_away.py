"""Delete an event of which nothing was entered, or put one into the archive."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from lhombre_club.members.access import DirectorRequest
from lhombre_club.refusal import messages_about
from tournaments.access import of_event
from tournaments.events.domain import putting_away as domain
from tournaments.events.pages.putting_away import why_kept
from tournaments.models import Event
from tournaments.standings.queries.listed import PUBLIC_FOR


@never_cache
@of_event
def page(request: DirectorRequest, event: Event) -> HttpResponse:
    """Ask before an event is deleted or archived, and do it."""
    deed, actor = request.POST.get("deed", ""), request.user.actor
    if deed == "delete" and not domain.is_kept(event):
        domain.delete_event(event=event, actor=actor)
        messages.success(request, _("%(name)s is deleted.") % {"name": event.name})
        return redirect("tournaments:home")
    if deed == "archive":
        with messages_about(request, _("%(name)s is in the archive.") % {"name": event.name}):
            domain.archive_event(event=event, actor=actor)
        return redirect("tournaments:home")
    if deed == "restore":
        with messages_about(request, _("%(name)s is in the list again.") % {"name": event.name}):
            domain.restore_event(event=event, actor=actor)
        return redirect("tournaments:event", event.pk)
    context = {
        "event": event,
        "why_kept": why_kept(event),
        "players": event.participants.playing().count(),
        "days": PUBLIC_FOR.days,
    }
    return render(request, "events/putting_away.html", context)
