"""The tables of a page, as a file to be taken along: what stands in it is what the page shows.

Every page has it, since the file is read from the page itself: who may see the one may have the
other, nothing that is secret on the page is in the file, and a new table needs no line of code.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from http import HTTPStatus
from threading import Semaphore
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from django.utils.text import get_valid_filename
from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason, Refusal, in_turn, refused
from lhombre_club.tables.reading import read
from lhombre_club.tables.writing import KINDS, Kind

ASKED: Final = "tables"
"""Name of the parameter that says as what: ``csv``, ``xlsx`` or ``ods``."""
LONGEST_NAME: Final = 80
PATIENCE: Final = 0.5
"""Seconds that a stranger waits for another's file; a file of 400 players takes half of it."""
_turns_of_strangers = Semaphore(1)
_places_of_strangers = Semaphore(2)
"""One is made and one waits: each that waits holds a thread."""


class TablesReason(Reason):
    """Why there is no file now."""

    BUSY = (
        "tables_busy",
        _("Files are being made for others just now. Ask for it again in a moment."),
        HTTPStatus.SERVICE_UNAVAILABLE,
    )


class TablesMiddleware:
    """Answers an address that asks for the tables of its page with a file of them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Stand before ``get_response``."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Hand the page on, unless its tables are asked for and it has them."""
        answer = self.get_response(request)
        kind = KINDS.get(request.GET.get(ASKED, "")) if request.method == "GET" else None
        if kind is None or not isinstance(answer, HttpResponse) or not _is_page(answer):
            return answer
        known = request.user.is_authenticated
        try:
            with nullcontext() if known else _turn():
                return _file(answer.content, kind) or answer
        except Refusal as refusal:
            return refused(request, refusal)


@contextmanager
def _turn() -> Iterator[None]:
    """Wait for a stranger's turn, or say at once that there are others."""
    with (
        in_turn(_places_of_strangers, 0, TablesReason.BUSY),
        in_turn(_turns_of_strangers, PATIENCE, TablesReason.BUSY),
    ):
        yield


def _is_page(answer: HttpResponse) -> bool:
    return answer.status_code == HTTPStatus.OK and answer["Content-Type"].startswith("text/html")


def _file(page: bytes, kind: Kind) -> HttpResponse | None:
    """Return the tables of a page as a file; None where it has none."""
    title, tables = read(page)
    if not tables:
        return None
    name = f"{get_valid_filename(title[:LONGEST_NAME] or ASKED)}.{kind.ending}"
    answer = HttpResponse(kind.written(tables), content_type=kind.content_type)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["Cache-Control"] = "no-store"
    return answer
