"""Why the calendar stays as it is."""

from enum import unique

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


@unique
class CalendarReason(Reason):
    """Why a change is refused."""

    NAME_TAKEN = (
        "name_taken",
        _("The calendar has “%(name)s” on that day already. Choose another day or another name."),
    )
    FULL = (
        "full",
        _("The calendar has room for %(most)d evenings to come. Take some of them out first."),
    )
