"""Why a request is not done, where it is not the fault of what it says."""

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


class ApiReason(Reason):
    """Why a request is turned back before anything is asked of a room."""

    NOT_AUTHENTICATED = (
        "not_authenticated",
        _("You are not logged in any more. Log in, or scan the code on the sheet again."),
        403,
    )
    CSRF = "csrf", _("This page is too old to send anything. Load it again."), 403
    NOT_JSON = "not_json", _("The request is not the JSON that this address understands."), 400
