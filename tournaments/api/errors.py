"""Every error of the API: a code, a sentence in the user's language, and what belongs to it."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404
from django.utils.translation import gettext_noop
from rest_framework import exceptions, status
from rest_framework.response import Response

from tournaments.api.authentication import CsrfFailedError
from tournaments.domain.links import ForeignTableError, LinkRefusedError
from tournaments.domain.results import (
    NoSuchDealError,
    NotOpenError,
    RefusedError,
    ReusedIdError,
    RuledError,
)
from tournaments.interfaces.refusals import (
    LINKS,
    Problem,
    Sentence,
    no_such_deal,
    problem,
    sentences,
)

REFUSED = "refused"
UNTRANSLATED = (
    gettext_noop("Must be a valid UUID."),
    gettext_noop("Must be a valid boolean."),
    gettext_noop("Not a valid string."),
    gettext_noop("Datetime value out of range."),
    gettext_noop("Surrogate characters are not allowed: U+{code_point:X}."),
)
"""What DRF says of a bad field and has no Danish for; named here so that our catalogue keeps it."""


class ComplainedError(Exception):
    """The request is refused for these reasons; nothing was stored."""

    def __init__(self, complaints: Iterable[Sentence]) -> None:
        self.complaints = tuple(complaints)
        super().__init__(" ".join(complaint.message for complaint in self.complaints))


def answer(error: Exception, context: dict[str, Any]) -> Response | None:  # noqa: ARG001 -- DRF's form
    """Return what is answered to ``error``; None lets it be a server error."""
    complaints = _complaints(error)
    if complaints is not None:
        return refused(complaints)
    if isinstance(error, LinkRefusedError):
        return _plain(error.why.value, str(LINKS[error.why]), status.HTTP_403_FORBIDDEN)
    for kinds, kind, code in _PROBLEMS:
        if isinstance(error, kinds):
            return _plain(kind.value, problem(kind).message, code)
    if isinstance(error, exceptions.APIException):
        # DRF's own, such as a wrong method or media type: it words them itself.
        return _plain(str(error.default_code), str(error.detail), error.status_code)
    return None


def _complaints(error: Exception) -> Iterable[Sentence] | None:
    """Return what is wrong with the result that was sent, if that is the matter."""
    match error:
        case ComplainedError(complaints=complaints):
            return complaints
        case RefusedError():
            return sentences(error)
        case NoSuchDealError(deals=deals):
            return [no_such_deal(deals)]
        case exceptions.ValidationError(detail=detail):
            return _fields(detail)
        case RuledError() | exceptions.ParseError():
            ruled = isinstance(error, RuledError)
            return [problem(Problem.RULED if ruled else Problem.NOT_JSON)]
        case _:
            return None


def refused(complaints: Iterable[Sentence]) -> Response:
    """Return the answer that lists what is wrong with a result."""
    listed = [
        {"code": each.code, "field": each.field, "message": each.message} for each in complaints
    ]
    message = " ".join(each["message"] for each in listed)
    data = {"code": REFUSED, "message": message, "complaints": listed}
    return Response(data, status.HTTP_400_BAD_REQUEST)


_PROBLEMS: tuple[tuple[tuple[type[Exception], ...], Problem, int], ...] = (
    ((CsrfFailedError,), Problem.CSRF, status.HTTP_403_FORBIDDEN),
    (
        (exceptions.NotAuthenticated, exceptions.PermissionDenied, PermissionDenied),
        Problem.NOT_AUTHENTICATED,
        status.HTTP_403_FORBIDDEN,
    ),
    (
        (ForeignTableError, Http404, ObjectDoesNotExist, exceptions.NotFound),
        Problem.NOT_FOUND,
        status.HTTP_404_NOT_FOUND,
    ),
    ((NotOpenError,), Problem.NOT_OPEN, status.HTTP_403_FORBIDDEN),
    ((ReusedIdError,), Problem.ID_REUSED, status.HTTP_422_UNPROCESSABLE_ENTITY),
)


def _plain(code: str, message: str, status_code: int) -> Response:
    return Response({"code": code, "message": message}, status_code)


def _fields(detail: Any) -> list[Sentence]:
    """Word what a serializer found: one complaint for each key and fault."""
    if not isinstance(detail, dict):
        return [Sentence("malformed", "", str(each)) for each in detail]
    return [
        Sentence("malformed", "" if field == _WHOLE else field, _about(field, str(fault)))
        for field, faults in detail.items()
        for fault in (faults if isinstance(faults, list) else [faults])
    ]


_WHOLE = "non_field_errors"


def _about(field: str, fault: str) -> str:
    return fault if field == _WHOLE else f"{field}: {fault}"
