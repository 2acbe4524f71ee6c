"""Why an event is not deleted, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.book.accounts import current
from tournaments.events.domain.putting_away import is_kept
from tournaments.models import Event, Table


def why_kept(event: Event) -> str:
    """Return why an event is kept; empty where it can be deleted."""
    if not is_kept(event):
        return ""
    tables = Table.objects.filter(round__event=event).prefetch_related("revisions")
    newest = [each for table in tables for each in current(table.revisions.all()).values()]
    if any(each.record is not None or each.ruling for each in newest):
        return _("Deals were entered in this event, so that it is kept.")
    if newest:
        says = ngettext(
            "%(count)d deal was entered and taken back, and what was entered stays in the record, "
            "so that the event is kept.",
            "%(count)d deals were entered and taken back, and what was entered stays in the "
            "record, so that the event is kept.",
            len(newest),
        )
        return says % {"count": len(newest)}
    return _("Something of this event was decided, paid or closed, so that it is kept.")
