"""Why no paper is made."""

from enum import unique
from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


@unique
class PrintReason(Reason):
    """Why a paper may not be asked for."""

    TOO_MANY = (
        "too_many",
        _(
            "Enough of what you asked for is still being made. Wait until some of it is ready, or "
            "cancel some of it."
        ),
        HTTPStatus.TOO_MANY_REQUESTS,
    )
