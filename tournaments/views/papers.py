"""What is printed of an event: asking for it, seeing it come, opening it."""

import datetime as dt
from http import HTTPStatus
from uuid import UUID

from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.printing.domain import files
from lhombre_club.printing.domain.asking import TooManyError, demand_room
from lhombre_club.printing.domain.jobs import cancel, try_again
from lhombre_club.printing.models import Job
from tournaments.domain.links import open_only_here
from tournaments.domain.queries.papers import batch_of, paper_of, papers_of
from tournaments.interfaces import papers as interface
from tournaments.interfaces.documents import Shelf, shelves
from tournaments.interfaces.papers import Kind
from tournaments.models import Event, Round

JUST_NOW = dt.timedelta(minutes=1)
SOON = dt.timedelta(seconds=3)
"""So long a director waits at the page for a single paper, which then comes sooner."""
RETRY_SECONDS = 30
"""After this some of what waits should have come."""


@require_safe
@never_cache
@director_required
def papers(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show what can be printed of an event and what was asked for; to htmx only the latter."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    return _page(request, event)


def _page(request: DirectorRequest, event: Event, *, full: bool = False) -> HttpResponse:
    """Show the page; ``full`` when this person may not ask for more just now."""
    batches = papers_of(event)
    changed = interface.changed(batches)
    now = timezone.now()
    awaited = [batch.at for batch in batches if batch.waiting]
    context = {
        "event": event,
        "batches": [
            (
                interface.HEADINGS[batch.kind],
                batch,
                changed.intersection(job.pk for job in batch.jobs),
            )
            for batch in batches
        ],
        "waiting": bool(awaited),
        "pace": "250ms" if any(now - at < SOON for at in awaited) else "1s",
        "just_now": now - JUST_NOW,
        "news": _("All papers are ready.") if request.htmx and not awaited else "",
        "rounds": sorted(event.rounds.filter(state__in=Round.SHOWN), key=_is_over),
        "shelves": shelves(event),
        "full": full,
        "open_only_here": open_only_here(),
    }
    name = "papers_made" if request.htmx else "papers"
    return render(request, f"tournaments/{name}.html", context)


def _is_over(round_: Round) -> bool:
    """Whether a round comes last on the page: nobody prints a sheet of it to write on."""
    return round_.state == Round.State.FINAL


@require_POST
@director_required
def ask(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Ask for the sheets of a released round, or for a document."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    kind, options = request.POST.get("kind", ""), set(request.POST)
    document = interface.document_of(kind)
    if document is None and kind not in interface.SHEETS:
        raise Http404
    actor = request.user.actor
    of_round = document is None or document.shelf is Shelf.ROUND
    round_ = _round(request, event) if of_round else None
    try:
        demand_room(actor=actor)
    except TooManyError:
        return _full(request, event)
    if document is not None:
        interface.ask_for(
            document=document, event=event, actor=actor, round_=round_, options=options
        )
    elif round_ is not None:
        interface.ask_for_round(round_=round_, kind=Kind(kind), actor=actor, options=options)
    return redirect("tournaments:papers", pk=event.pk)


def _full(request: DirectorRequest, event: Event) -> HttpResponse:
    response = _page(request, event, full=True)
    response.status_code = HTTPStatus.TOO_MANY_REQUESTS
    response["Retry-After"] = str(RETRY_SECONDS)
    return response


@require_POST
@director_required
def papers_batch(request: DirectorRequest, pk: UUID, batch: UUID) -> HttpResponse:
    """Cancel what is still to come of a batch, renew what has changed, or join all in one file."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    found = batch_of(event, batch)
    if found is None:  # cancelled, or asked for anew, while the page was open
        return redirect("tournaments:papers", pk=event.pk)
    deed, actor = request.POST.get("deed", ""), request.user.actor
    if deed == "cancel":
        cancel(batch=batch)
    elif deed == "changed":
        interface.ask_for_changed(batch=found, actor=actor)
    elif deed == "merge" and found.complete and found.joins:
        interface.ask_for_merged(batch=found, event=event, actor=actor)
    return redirect("tournaments:papers", pk=event.pk)


def _round(request: DirectorRequest, event: Event) -> Round:
    """Return the released round that is asked for, by its number."""
    number = request.POST.get("round", "")
    if not number.isascii() or not number.isdigit():
        raise Http404
    return get_object_or_404(event.rounds, number=number, state__in=Round.SHOWN)


@require_POST
@director_required
def again(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Try once more to make a paper that was not made."""
    job = _job(request, pk)
    try_again(job=job.pk, actor=request.user.actor)
    return redirect("tournaments:papers", pk=job.params["event"])


@require_safe
@never_cache
@director_required
def paper_file(request: DirectorRequest, pk: UUID) -> HttpResponseBase:
    """Send a finished paper, to a director of the club it belongs to and to nobody else."""
    job = _job(request, pk)
    path = files.folder() / job.file_name
    if job.state != Job.State.DONE or not path.is_file():
        raise Http404(_("This paper is not there. Open the event and ask for its papers anew."))
    return FileResponse(path.open("rb"), content_type="application/pdf", filename=_file_name(job))


def _job(request: DirectorRequest, pk: UUID) -> Job:
    job = paper_of(request.club, pk)
    if job is None:
        raise Http404
    return job


def _file_name(job: Job) -> str:
    """Return a name for the file, without letters that a system might not take."""
    return f"{slugify(job.title) or 'paper'}.pdf"
