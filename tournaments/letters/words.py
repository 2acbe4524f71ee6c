"""What the pages of letters call things."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.offices import Deed
from tournaments.models import Letter

Kind = Letter.Kind
TITLES: Final[Mapping[str, Promise]] = {
    Kind.INVITATION: _("Invitation"),
    Kind.PLAN: _("Plan by letter"),
    Kind.RESULT: _("Result by letter"),
    Kind.REMINDER: _("Reminder of dues"),
    Kind.RECEIPT: _("Receipt by letter"),
}
MAY: Final[Mapping[str, Deed]] = {
    Kind.INVITATION: Deed.MEMBERS,
    Kind.PLAN: Deed.DIRECT,
    Kind.RESULT: Deed.DIRECT,
    Kind.REMINDER: Deed.CASH,
    Kind.RECEIPT: Deed.CASH,
}
"""What an office has to have besides, for each kind: to write it, and to read what was written."""
