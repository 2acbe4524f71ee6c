"""What is left to do about the money of an event."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


@dataclass(frozen=True, slots=True)
class Settles:
    """That something is left to do about the money, and where."""

    address: str
    again: bool = False
    """It was settled up, and results have changed since."""
    with_season: bool = False
    """It was settled up with the other evenings of its season."""
    unpaid: int = 0
    """So many payments of what was settled up are not ticked off."""

    @property
    def is_due(self) -> bool:
        """Whether it is to be settled up, and not only to be paid."""
        return self.again or not self.unpaid


def what_is_left(settles: Settles) -> str:
    """Say what is to be done before and after the final standings are printed."""
    if settles.again and settles.with_season:
        return _(
            "Results of the season have come or changed since it was settled up. Settle it up "
            "again, and print the final standings."
        )
    if settles.again:
        return _(
            "Results have come or changed since it was settled up. Settle up again, and print the "
            "final standings."
        )
    if settles.is_due:
        return _("Settle up, and print the final standings.")
    says = ngettext(
        "It is settled up: %(unpaid)d payment is not ticked off yet.",
        "It is settled up: %(unpaid)d payments are not ticked off yet.",
        settles.unpaid,
    )
    return says % {"unpaid": settles.unpaid}
