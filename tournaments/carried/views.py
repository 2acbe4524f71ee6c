"""The file of an event or a club: what it holds, to take it along, and to take one in."""

from django.contrib import messages
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from lhombre_club.bodies import A_FILES, takes_a_file
from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.offices import Deed
from lhombre_club.refusal import Refusal
from tournaments.access import of_event
from tournaments.carried import pages
from tournaments.carried.domain import kept
from tournaments.carried.domain.clubs import plan_club, take_club
from tournaments.carried.domain.events import plan_event, take_event
from tournaments.carried.forms import FileForm
from tournaments.carried.queries import reading, writing
from tournaments.models import Event

ZIP = "application/zip"


@require_safe
@never_cache
@of_event
def event_page(request: DirectorRequest, event: Event) -> HttpResponse:
    """Say what the file of an event holds."""
    context = {
        "event": event,
        "holds": pages.HOLDS,
        "never": pages.NEVER,
        "photos": event.photos.count(),
    }
    return render(request, "carried/event.html", context)


@require_safe
@never_cache
@of_event
def event_zip(request: DirectorRequest, event: Event) -> HttpResponseBase:
    """Send the file of an event."""
    file = writing.event_file(event, photos=request.GET.get("photos") == "1")
    name = pages.file_name(event.name, event.date.isoformat())
    return FileResponse(file, as_attachment=True, filename=name, content_type=ZIP)


@require_safe
@never_cache
@may(Deed.KEPT)
def club_zip(request: DirectorRequest) -> HttpResponseBase:
    """Send the file of a club."""
    file = writing.club_file(request.club, photos=request.GET.get("photos") == "1")
    name = pages.file_name(request.club.name, localdate().isoformat())
    return FileResponse(file, as_attachment=True, filename=name, content_type=ZIP)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.KEPT)
@takes_a_file
def club_page(request: DirectorRequest) -> HttpResponse:
    """Say what the file of a club holds, and take one in: shown first, then done."""
    if request.method == "POST" and "kept" in request.POST:
        return _take(request, request.POST["kept"])
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            return _look(request, form)
        except Refusal as refusal:
            form.add_error("file", str(refusal))
    context = {
        "form": form,
        "holds": pages.held_of_club(request.club),
        "leaves": pages.NOT_OF_CLUB,
        "never": pages.NEVER,
        "megabytes": A_FILES // 1_000_000,
    }
    return render(request, "carried/club.html", context, status=400 if form.errors else 200)


def _look(request: DirectorRequest, form: FileForm) -> HttpResponse:
    """Show what taking the file in would do, and keep it for that long."""
    file = form.cleaned_data["file"]
    with reading.read(file) as carried:
        if carried.kind == "event":
            told = pages.told_of_event(carried, plan_event(request.club, carried))
        else:
            told = pages.told_of_club(request.club, carried, plan_club(request.club, carried))
    token = "" if told.is_known else kept.keep(request.club, file)
    return render(request, "carried/preview.html", {"told": told, "kept": token})


def _take(request: DirectorRequest, token: str) -> HttpResponse:
    """Take in the file that was shown."""
    try:
        file = kept.found(request.club, token)
        with file, reading.read(file) as carried:
            answer = _taken(request, carried)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("tournaments:club-file")
    kept.forget(file)
    return answer


def _taken(request: DirectorRequest, carried: reading.Carried) -> HttpResponse:
    club, actor = request.club, request.user.actor
    if carried.kind == "event":
        event = take_event(club=club, carried=carried, actor=actor)
        messages.success(request, _("%(name)s is taken in.") % {"name": event.name})
        return redirect("tournaments:event", event.pk)
    take_club(club=club, carried=carried, actor=actor)
    messages.success(request, _("The file is taken in."))
    return redirect("tournaments:home")
