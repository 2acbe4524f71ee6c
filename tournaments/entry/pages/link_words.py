"""What is said where a link of a table leads no further."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import TrayItem

RECEIVED: Mapping[TrayItem.Why, Promise] = {
    TrayItem.Why.TABLE_GONE: _(
        "The tables were drawn anew, and this one is no more. The director has what you entered, "
        "and nothing is lost. Scan the code on your new sheet to go on."
    ),
    TrayItem.Why.CLOSED: _(
        "This round is closed. The director has what you entered, and decides whether it counts."
    ),
    TrayItem.Why.LINK_EXPIRED: _(
        "The link of this sheet has expired. The director has what you entered, and nothing is "
        "lost. Ask him for a new link."
    ),
    TrayItem.Why.LINK_REVOKED: _(
        "The director has closed the link of this sheet. The director has what you entered, and "
        "nothing is lost. Ask him for a new link."
    ),
}
"""What is said of deals, however many, that no sheet takes and that lie in the tray."""
