"""Why nothing is settled up, or a payment stays as it is."""

from enum import unique

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


@unique
class MoneyReason(Reason):
    """Why a settling or a tick is refused."""

    NOT_FOR_MONEY = (
        "not_for_money",
        _("No kroner a point are agreed on. Say first what a point costs."),
    )
    SETTLED_ABOVE = (
        "settled_above",
        _("This is settled already as a part of the evening or the season. Settle up there."),
    )
    TICKED = "ticked", _("Somebody else was first. Look at the list again.")
    """The payment is ticked off already, or is not, or a new settling has taken its place."""
