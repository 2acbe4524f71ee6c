"""Why a deed of the room ``screens`` was not done."""

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


class ScreenReason(Reason):
    """Each with its sentence."""

    CLOCK_TURNED = "clock_turned", _("The clock was set meanwhile. Look at it, then set it again.")
