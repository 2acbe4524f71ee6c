"""Why the board of honour stays as it is."""

from enum import unique

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


@unique
class HonoursReason(Reason):
    """Why a title is refused."""

    FULL = "full", _("The board of honour has room for %(most)d titles.")
