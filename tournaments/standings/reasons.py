"""Why a season, or the way in which an event places its players, stays as it is."""

from enum import unique

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


@unique
class StandingsReason(Reason):
    """Why a change is refused."""

    NAME_TAKEN = "name_taken", _("There is a season of that name already.")
    FOREIGN_SEASON = "foreign_season", _("This is another club’s season. Choose one of your own.")
    NO_CHAIN = "no_chain", _("Say what decides first.")
    """What was chosen orders nothing."""
