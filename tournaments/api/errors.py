"""Every error of the API: a code, a sentence in the user's language, and what belongs to it."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404
from django.utils.translation import gettext_noop
from rest_framework import exceptions, status
from rest_framework.response import Response

from lhombre_club.refusal import Reason, Refusal
from tournaments.api.reasons import ApiReason
from tournaments.book.reasons import BookReason
from tournaments.book.results import RefusedError
from tournaments.entry.reasons import EntryReason

MALFORMED = "malformed"
UNTRANSLATED = (
    gettext_noop("Must be a valid UUID."),
    gettext_noop("Must be a valid boolean."),
    gettext_noop("Not a valid string."),
    gettext_noop("Datetime value out of range."),
    gettext_noop("Surrogate characters are not allowed: U+{code_point:X}."),
)
"""What DRF says of a bad field and has no Danish for; named here so that our catalogue keeps it."""


Complaint = tuple[str, str, str]
"""Code, the field at fault or nothing, and the sentence."""

_REASONS: Sequence[tuple[tuple[type[Exception], ...], Reason]] = (
    (
        (exceptions.NotAuthenticated, exceptions.PermissionDenied, PermissionDenied),
        ApiReason.NOT_AUTHENTICATED,
    ),
    ((Http404, ObjectDoesNotExist, exceptions.NotFound), EntryReason.NOT_FOUND),
    ((exceptions.ParseError,), ApiReason.NOT_JSON),
)
"""What refuses in the frameworks' own way is refused for these."""


def answer(error: Exception, context: dict[str, Any]) -> Response | None:  # noqa: ARG001 -- DRF's form
    """Return what is answered to ``error``; None lets it be a server error."""
    for kinds, reason in _REASONS:
        if isinstance(error, kinds):
            return _worded(Refusal(reason))
    match error:
        case Refusal():
            return _worded(error)
        case exceptions.ValidationError(detail=detail):
            return _refused(_fields(detail))
        case exceptions.APIException():
            # DRF's own, such as a wrong method or media type: it words them itself.
            return _plain(str(error.default_code), str(error.detail), error.status_code)
        case _:
            return None


def _worded(refusal: Refusal) -> Response:
    """Return the answer to what was refused: where the result itself is at fault, all of it."""
    reason = refusal.reason
    if isinstance(refusal, RefusedError):
        said = zip(refusal.complaints, refusal.sentences, strict=True)
        return _refused((each.code.value, each.field, sentence) for each, sentence in said)
    if reason.status == status.HTTP_400_BAD_REQUEST:
        return _refused([(reason.value, str(refusal.facts.get("field", "")), str(refusal))])
    return _plain(reason.value, str(refusal), reason.status)


def _refused(complaints: Iterable[Complaint]) -> Response:
    """Return the answer that lists what is wrong with a result."""
    listed = [
        {"code": code, "field": field, "message": message} for code, field, message in complaints
    ]
    message = " ".join(each["message"] for each in listed)
    reason = BookReason.REFUSED
    data = {"code": reason.value, "message": message, "complaints": listed}
    return Response(data, reason.status)


def _plain(code: str, message: str, status_code: int) -> Response:
    return Response({"code": code, "message": message}, status_code)


def _fields(detail: Any) -> list[Complaint]:
    """Word what a serializer found: one complaint for each key and fault."""
    if not isinstance(detail, dict):
        return [(MALFORMED, "", str(each)) for each in detail]
    return [
        (MALFORMED, "" if field == _WHOLE else field, _about(field, str(fault)))
        for field, faults in detail.items()
        for fault in (faults if isinstance(faults, list) else [faults])
    ]


_WHOLE = "non_field_errors"


def _about(field: str, fault: str) -> str:
    return fault if field == _WHOLE else f"{field}: {fault}"
