"""What is printed of an event: asking for it, seeing it come, opening it."""

from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.printing.domain.jobs import try_again
from lhombre_club.printing.models import Job
from tournaments.domain.queries.papers import paper_of, papers_of
from tournaments.interfaces import papers as interface
from tournaments.interfaces.documents import Shelf, shelves
from tournaments.interfaces.papers import Kind
from tournaments.models import Event, Round


@require_safe
@never_cache
@director_required
def papers(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show what can be printed of an event and what was asked for; to htmx only the latter."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    batches = papers_of(event)
    context = {
        "event": event,
        "batches": [(interface.HEADINGS[batch.kind], batch) for batch in batches],
        "waiting": any(batch.waiting for batch in batches),
        "rounds": sorted(event.rounds.filter(state__in=Round.SHOWN), key=_is_over),
        "shelves": shelves(event),
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
    kind, actor = request.POST.get("kind", ""), request.user.actor
    document = interface.document_of(kind)
    if document is not None:
        round_ = _round(request, event) if document.shelf is Shelf.ROUND else None
        interface.ask_for(document=document, event=event, actor=actor, round_=round_)
    elif kind in interface.SHEETS:
        options = interface.OPTIONS & set(request.POST) if kind == Kind.SCORE_SHEET else ()
        interface.ask_for_round(
            round_=_round(request, event), kind=Kind(kind), actor=actor, options=options
        )
    else:
        raise Http404
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
    path = Path(settings.PAPERS_DIR) / job.file_name
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
