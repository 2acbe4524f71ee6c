"""What a page and the API answer when the disk or the database fails: a sentence, not a fault.

A device that sends results keeps them and tries again at any status above 499, so that nothing
is lost by the answer.
"""

import sys
from http import HTTPStatus
from typing import Final

from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.template import loader
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.disk import Fault, fault_of
from lhombre_club.logs import request_id

SENTENCES: Final[dict[Fault, Promise]] = {
    Fault.FULL: _(
        "The disk of the club’s computer is full, so that nothing more can be saved. What was "
        "saved before is safe. Free some room on it, then try again."
    ),
    Fault.WRITING: _(
        "The club’s computer cannot write to its disk. What was saved before is safe. Look "
        "whether the disk is there and may be written to, then try again."
    ),
    Fault.DAMAGED: _(
        "The file of the database is damaged. Do not go on playing with it: end the program, "
        "keep the file, and put the newest copy back with ./club restore"
    ),
    Fault.AWAY: _(
        "The database does not answer. What was saved before is safe. Wait a moment, then try "
        "again."
    ),
}
STATUS: Final = {Fault.FULL: HTTPStatus.INSUFFICIENT_STORAGE}


def answer(request: HttpRequest) -> HttpResponse:
    """Answer for the exception that is being handled, which no view has caught."""
    error = sys.exc_info()[1]
    fault = fault_of(error) if isinstance(error, (Error, OSError)) else Fault.OTHER
    if fault not in SENTENCES:
        page = loader.get_template("500.html").render({"request_id": request_id()})
        return HttpResponseServerError(page)
    sentence, status = str(SENTENCES[fault]), STATUS.get(fault, HTTPStatus.SERVICE_UNAVAILABLE)
    if request.path.startswith("/api/"):
        return JsonResponse({"detail": sentence}, status=status)
    page = loader.get_template("503.html").render({"sentence": sentence})
    return HttpResponse(page, status=status)
