"""What is printed of an event: asking for it, seeing it come, opening it."""

import datetime as dt
from collections.abc import Collection
from typing import Final
from urllib.parse import quote
from uuid import UUID

from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.models import Club
from lhombre_club.members.offices import Deed, clubs_for
from lhombre_club.numbers import read_whole
from lhombre_club.printing.domain import files
from lhombre_club.printing.domain.asking import demand_room, note_opened
from lhombre_club.printing.domain.jobs import cancel, try_again
from lhombre_club.printing.models import Job
from lhombre_club.refusal import Refusal
from lhombre_club.visitors import open_only_here
from tournaments.access import of, of_event, of_table
from tournaments.entry.domain.links import address_of, issue_link
from tournaments.models import Event, Round, Season, Table
from tournaments.papers import asking as interface
from tournaments.papers.asking import Kind
from tournaments.papers.documents.catalogue import ClubDocument, Shelf, shelves
from tournaments.papers.documents.cut.link_slips import KIND as LINK_SLIPS
from tournaments.papers.documents.years.honours_wall import HONOURS_WALL
from tournaments.papers.queries.asked import alone, batch_of, paper_of, papers_of
from tournaments.papers.queries.leading import leading_first
from tournaments.papers.score_sheet.drawing import qr_code

JUST_NOW = dt.timedelta(minutes=1)
SOON = dt.timedelta(seconds=3)
"""So long a director waits at the page for a single paper, which then comes sooner."""
LONGEST_NAME: Final = 100
"""Letters of a file’s name: a disk takes 255 bytes, and ð spelt out or in UTF-8 is two."""
HONOURS: Final = "tournaments:honours"
SETTLING: Final = "settling"
"""The paper of whoever settles up, who need not direct."""
RETRY_SECONDS = 30
"""After this some of what waits should have come."""
SPELT: Final = str.maketrans(
    {"æ": "ae", "ø": "oe", "å": "aa", "ð": "d", "þ": "th"}
    | {"Æ": "Ae", "Ø": "Oe", "Å": "Aa", "Ð": "D", "Þ": "Th"}
)
"""Letters that are spelt out where a file’s name can have only English ones."""


@require_safe
@never_cache
@of_event
def papers(request: DirectorRequest, event: Event) -> HttpResponse:
    """Show what can be printed of an event and what was asked for; to htmx only the latter."""
    return _page(request, event)


def _page(request: DirectorRequest, event: Event, *, full: str = "") -> HttpResponse:
    """Show the page; ``full`` says why this person may not ask for more just now."""
    batches = papers_of(event)
    changed = interface.changed(batches)
    now = timezone.now()
    awaited = [batch.at for batch in batches if batch.waiting]
    rounds, over = leading_first(event)
    shown = interface.shown(event, batches, changed, [each.number for each in rounds])
    context = {
        "event": event,
        "current": [each for each in shown if not each.is_old],
        "old": [each for each in shown if each.is_old],
        "waiting": bool(awaited),
        "some_ready": any(not batch.waiting for batch in batches),
        "pace": "250ms" if any(now - at < SOON for at in awaited) else "1s",
        "just_now": now - JUST_NOW,
        "news": _("All papers are ready.") if request.htmx and not awaited else "",
        "rounds": rounds,
        "printed": [each for each in rounds if each.state != Round.State.FINAL],
        "over": over,
        "shelves": shelves(event),
        "full": full,
        "open_only_here": open_only_here(),
    }
    name = "made" if request.htmx else "papers"
    return render(request, f"papers/{name}.html", context)


@require_safe
@never_cache
@of(Event.objects.all(), "club", Deed.PAPERS)
def print_now(
    request: DirectorRequest, event: Event, kind: str, number: int | None = None
) -> HttpResponse:
    """Lead to one PDF of what is asked for, as it is now; it is made where it is not there.

    The same request is the same paper, so that it may be opened as often as one likes.
    """
    document = interface.document_of(kind)
    if document is None and kind not in interface.SHEETS:
        raise Http404
    if (Deed.MONEY if kind == SETTLING else Deed.DIRECT) not in request.may:
        raise Http404
    of_round = document is None or document.shelf is Shelf.ROUND
    round_ = _round(event, number) if of_round else None
    try:
        demand_room(actor=request.user.actor)
    except Refusal as refusal:
        return _full(request, event, refusal)
    batch = _asked(request, event, kind, round_)
    return redirect("tournaments:paper-wait", event.pk, batch)


@require_safe
@never_cache
@of(Event.objects.all(), "club", Deed.PAPERS)
def wait(request: DirectorRequest, event: Event, batch: UUID) -> HttpResponse:
    """Show how far the papers of a batch are, and lead to the one file of them once it is there."""
    found = batch_of(event, batch)
    if found is None:
        return redirect("tournaments:papers", pk=event.pk)
    if found.complete and not found.joins:
        return _onward(request, "tournaments:papers", event.pk)
    job = found.jobs[0] if len(found.jobs) == 1 else found.in_one
    anew = job is not None and job.error and not request.htmx  # who opens it again tries again
    if found.complete and (job is None or anew):
        job = interface.ask_for_merged(batch=found, event=event, actor=request.user.actor)
    file = found.complete and job is not None and job.state == Job.State.DONE and job.pk
    if file and not request.htmx:
        return redirect("tournaments:paper-file", file)
    context = {
        "file": file,
        "event": event,
        "here": request.path,
        "papers": reverse("tournaments:papers", args=[event.pk]),
        "up": event.name,
        "batch": found,
        "heading": interface.shown(event, [found], frozenset())[0].heading,
        "failed": next((each.get_error_display() for each in found.jobs if each.error), "")
        or (job.get_error_display() if job and job.error else ""),
    }
    return render(request, f"papers/{'waiting' if request.htmx else 'wait'}.html", context)


def _onward(request: DirectorRequest, name: str, pk: UUID) -> HttpResponse:
    """Lead on, whether the page asked or only the part of it that refreshes itself."""
    address = reverse(name, args=[pk])
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


@require_safe
@never_cache
@of(Season.objects.select_related("club"), "club")
def print_season(request: DirectorRequest, season: Season, kind: str) -> HttpResponse:
    """Lead to one PDF of a season, as it is now; with ``?tagged=1`` one to be read aloud."""
    document = interface.club_document_of(kind, of_season=True)
    if document is None:
        raise Http404
    return _print_of_club(request, document, season)


@require_safe
@never_cache
@may(Deed.HONOURS)
def print_honours(request: DirectorRequest) -> HttpResponse:
    """Lead to the club’s board of honour as it hangs on the wall; read aloud in the same way."""
    return _print_of_club(request, HONOURS_WALL)


def _print_of_club(
    request: DirectorRequest, document: ClubDocument, season: Season | None = None
) -> HttpResponse:
    actor = request.user.actor
    demand_room(actor=actor)
    job = interface.ask_for_club(
        document=document,
        club=season.club if season else request.club,
        actor=actor,
        season=season,
        options=set(request.GET),
    )
    return redirect("tournaments:paper-coming", job.pk)


@require_safe
@never_cache
@may(Deed.PAPERS)
def coming(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show that a paper of a club is being made, and lead to it once it is there."""
    job = _job(request, pk)
    if "event" in job.params:
        return redirect("tournaments:paper-wait", job.params["event"], job.batch)
    batch = alone(job)
    if batch.complete and not request.htmx:
        return redirect("tournaments:paper-file", job.pk)
    season = Season.objects.filter(pk=job.params.get("season")).first()
    up, name = _above(job, season)
    context = {
        "file": job.pk if batch.complete else None,
        "batch": batch,
        "heading": interface.title_now_of_club(job, season),
        "failed": job.get_error_display() if job.error else "",
        "here": request.path,
        "papers": up,
        "up": name,
    }
    return render(request, f"papers/{'waiting' if request.htmx else 'wait'}.html", context)


@require_POST
@of_event
def ask(request: DirectorRequest, event: Event) -> HttpResponse:
    """Ask for the sheets of a released round, or for a document."""
    kind = request.POST.get("kind", "")
    document = interface.document_of(kind)
    if document is None and kind not in interface.SHEETS:
        raise Http404
    of_round = document is None or document.shelf is Shelf.ROUND
    round_ = _round(event, read_whole(request.POST.get("round"))) if of_round else None
    try:
        demand_room(actor=request.user.actor)
    except Refusal as refusal:
        return _full(request, event, refusal)
    _asked(request, event, kind, round_, set(request.POST))
    return redirect("tournaments:papers", pk=event.pk)


def _asked(
    request: DirectorRequest,
    event: Event,
    kind: str,
    round_: Round | None,
    options: Collection[str] = (),
) -> UUID:
    """Ask for a document, or for the sheets of a round, and return the batch."""
    document, actor = interface.document_of(kind), request.user.actor
    if document is not None:
        return interface.ask_for(
            document=document, event=event, actor=actor, round_=round_, options=options
        )
    if round_ is None:
        raise Http404
    return interface.ask_for_round(round_=round_, kind=Kind(kind), actor=actor, options=options)


def _full(request: DirectorRequest, event: Event, refusal: Refusal) -> HttpResponse:
    response = _page(request, event, full=str(refusal))
    response.status_code = refusal.reason.status
    response["Retry-After"] = str(RETRY_SECONDS)
    return response


@require_POST
@of_event
def papers_batch(request: DirectorRequest, event: Event, batch: UUID) -> HttpResponse:
    """Cancel what is still to come of a batch, renew what has changed, or join all in one file."""
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


def _round(event: Event, number: int | None) -> Round:
    """Return the released round that is asked for, by its number."""
    return get_object_or_404(event.rounds, number=number, state__in=Round.SHOWN)


@require_POST
@may(Deed.PAPERS)
def again(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Try once more to make a paper that was not made."""
    job = _job(request, pk)
    try_again(job=job.pk, actor=request.user.actor)
    if "event" not in job.params:
        return redirect("tournaments:paper-coming", job.pk)
    return redirect("tournaments:papers", pk=job.params["event"])


@require_safe
@never_cache
@may(Deed.PAPERS)
def paper_file(request: DirectorRequest, pk: UUID) -> HttpResponseBase:
    """Send a finished paper, to a director of the club it belongs to and to nobody else."""
    job = _job(request, pk)
    path = files.folder() / job.file_name
    if job.state != Job.State.DONE or not path.is_file():
        raise Http404(_("This paper is not there. Open the event and ask for its papers anew."))
    file = path.open("rb")
    if request.method == "GET":
        note_opened(job)
    answer = FileResponse(file, content_type="application/pdf")
    event = Event.objects.only("name").filter(pk=job.params.get("event")).first()
    answer["Content-Disposition"] = _disposition(f"{job.title} {event.name if event else ''}")
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_table
def phone_code(request: DirectorRequest, found: Table) -> HttpResponse:
    """Show the code that opens a table on a phone; make one where there is none that does."""
    if found.round.state != Round.State.RELEASED:
        return redirect("tournaments:table", found.pk)
    if request.method == "POST":
        issue_link(found, actor=request.user.actor)
        return redirect("tournaments:phone-code", found.pk)
    address = address_of(found)
    context = {
        "table": found,
        "round": found.round,
        "event": found.round.event,
        "address": address,
        "code": qr_code(address) if address else None,
        "open_only_here": open_only_here(),
    }
    return render(request, "papers/phone_code.html", context)


def _above(job: Job, season: Season | None) -> tuple[str, str]:
    """Return the page that a paper of a club was asked for on, and what that is called."""
    if season:
        return reverse("tournaments:season", args=[season.pk]), season.name
    if job.kind == LINK_SLIPS:
        return reverse("tournaments:member-links"), _("Members’ own links")
    if "letters" in job.params:
        return reverse("tournaments:letters-batch", args=[job.params["letters"]]), _("Post")
    return reverse(HONOURS), _("Board of honour")


def _job(request: DirectorRequest, pk: UUID) -> Job:
    job = paper_of(request.clubs, pk)
    if job is None:
        raise Http404
    asks = Deed.MEMBERS if job.kind == LINK_SLIPS else job.params.get("deed")
    if asks and job.params["club"] not in map(_key, clubs_for(request.offices, Deed(asks))):
        raise Http404
    return job


def _key(club: Club) -> str:
    return str(club.pk)


def _disposition(title: str) -> str:
    """Return what names the file after ``title``, also for a browser that reads no ø."""
    name = slugify(title, allow_unicode=True)[:LONGEST_NAME].strip("-") or "paper"
    plain = slugify(name.translate(SPELT)) or "paper"
    header = f'inline; filename="{plain}.pdf"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name)}.pdf"
