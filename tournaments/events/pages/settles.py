"""What is left to do about the money of an event."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.text import get_text_list
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
    """So many payments of the event are not ticked off."""
    of_season: int = 0
    """So many of its season, with which it was settled up."""

    @property
    def is_due(self) -> bool:
        """Whether it is to be settled up, and not only to be paid."""
        return self.again or not (self.unpaid or self.of_season)


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
    return _("It is settled up. Not ticked off yet: %(payments)s.") % {
        "payments": get_text_list(list(_unpaid(settles)), _("and"))
    }


def _unpaid(settles: Settles) -> Iterator[str]:
    of_event = ngettext("%(count)d payment", "%(count)d payments", settles.unpaid)
    of_season = ngettext(
        "%(count)d payment of the season", "%(count)d payments of the season", settles.of_season
    )
    for count, says in ((settles.unpaid, of_event), (settles.of_season, of_season)):
        if count:
            yield says % {"count": count}
