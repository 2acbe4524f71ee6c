"""Paper sheets come in: scanned, typed, or marked with one tap."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lhombre_club.members.access import DirectorRequest
from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Refusal
from tournaments.access import of
from tournaments.models import Round, Table
from tournaments.review.domain.sheets_in import find, take_in, take_out
from tournaments.review.pages import sheets_in as words
from tournaments.review.queries.sheets_in import papers_in

LONGEST_CODE = 500


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of(Round.objects.filter(state__in=Round.SHOWN).select_related("event"), "event__club")
def page(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Take sheets of a round in or out, and show which are missing.

    To a script, which scans on while this is under way, only what has changed.
    """
    if request.method == "POST":
        return _page(request, round_, _marked(request, round_))
    code = request.GET.get("code", "")[:LONGEST_CODE]
    if not code:
        return _page(request, round_)
    # A phone's camera has opened the address on the sheet: it is in with one tap.
    try:
        return _page(request, round_, asked=find(round_, code), code=code)
    except Refusal as refusal:
        return _page(request, round_, words.refused(refusal))


def _marked(request: DirectorRequest, round_: Round) -> words.Answer:
    actor = request.user.actor
    if "out" in request.POST:
        table = _own(round_, request.POST["out"])
        take_out(table=table, actor=actor)
        return words.taken_out(table, papers_in(round_))
    code = request.POST.get("code", "").strip()[:LONGEST_CODE]
    try:
        table = (
            _own(round_, request.POST["table"]) if "table" in request.POST else find(round_, code)
        )
    except Refusal as refusal:
        return words.refused(refusal)
    return words.taken(take_in(table=table, actor=actor), papers_in(round_))


def _own(round_: Round, number: str) -> Table:
    tables = round_.tables.select_related("round__event")
    return get_object_or_404(tables, number=read_whole(number))


def _page(
    request: HttpRequest,
    round_: Round,
    answer: words.Answer | None = None,
    *,
    asked: Table | None = None,
    code: str = "",
) -> HttpResponse:
    context = {
        "event": round_.event,
        "round": round_,
        "now": papers_in(round_),
        "answer": answer,
        "asked": asked,
        "code": code,
    }
    part = "sheets_in_answer" if request.headers.get("X-Part") else "sheets_in"
    return render(request, f"review/{part}.html", context)
