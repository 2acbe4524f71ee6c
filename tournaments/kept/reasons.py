"""Why somebody is not forgotten."""

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


class ForgetReason(Reason):
    """A member is not forgotten."""

    PLAYS = (
        "forget_plays",
        _("%(name)s plays in what is not over: %(event)s. Close its rounds first."),
    )
    ELSEWHERE = (
        "forget_elsewhere",
        _("This member belongs to another club too, of which you are no director."),
    )
    PASSWORD = "forget_password", _("This is not your password. Nothing was changed.")
