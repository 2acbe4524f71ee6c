"""Why a file of an event or a club is not taken in."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from lhombre_club.refusal import Reason


class CarriedReason(Reason):
    """The file is not taken in; nothing of it was stored."""

    NO_FILE = (
        "carried_no_file",
        _("This is no file of an event or a club that this program has made."),
        400,
    )
    NEWER = (
        "carried_newer",
        _("This file was made by a newer program. Take it in with that one."),
        400,
    )
    TOO_LARGE = (
        "carried_too_large",
        _("This file is too large: it would take more room than a club’s file may."),
        400,
    )
    DAMAGED = (
        "carried_damaged",
        _("This file is damaged or was changed: %(part)s is not as it was written."),
        400,
    )
    """``part`` is the name of one of its parts."""
    FORGOTTEN = (
        "carried_forgotten",
        _("This file was made before %(who)s was forgotten here, and would bring the name back."),
        409,
    )
    SENSELESS = (
        "carried_senseless",
        _("Something in this file cannot be: %(part)s, row %(row)d. It is not taken in."),
        400,
    )
    UNPROVED = (
        "carried_unproved",
        ngettext_lazy(
            "The results, the account and the seals of %(event)s do not agree in this file, in "
            "%(count)d place. It is not taken in.",
            "The results, the account and the seals of %(event)s do not agree in this file, in "
            "%(count)d places. It is not taken in.",
            "count",
        ),
    )
    """``found`` are lines in English for the log."""
    ELSEWHERE = (
        "carried_elsewhere",
        _("Something of %(event)s belongs to another event here already. It is not taken in."),
    )
    DIFFERS = (
        "carried_differs",
        _(
            "%(event)s has gone on here: what is not in the file would be lost. It stays as it is "
            "here. Not in the file: %(what)s."
        ),
    )
    SAME = (
        "carried_same",
        _("%(event)s is here already, with everything that the file has."),
    )
    EXPIRED = (
        "carried_expired",
        _("The file that you had chosen is no longer kept. Choose it again."),
        410,
    )
