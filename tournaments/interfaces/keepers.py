"""What a device is called on the sheet that it keeps, until somebody says whose it is."""

from django.utils.translation import gettext as _

from lhombre_club.members.models import User
from tournaments.models import Table, TableLease


def device_name(user: object, agent: str) -> str:
    """Return a user's name, or what a browser that calls itself ``agent`` seems to run on."""
    if isinstance(user, User):
        return user.get_full_name() or user.username
    if "iPhone" in agent:
        return _("an iPhone")
    if "Android" in agent:
        return _("an Android phone")
    return _("a device at the table")


def lease_of(table: Table, actor: str) -> dict[str, object] | None:
    """Return who keeps the table, as API and page tell it; None if nobody does."""
    lease = TableLease.objects.filter(table=table.pk).first()
    if lease is None:
        return None
    return {
        "name": lease.name,
        "seat": lease.seat,
        "since": lease.taken_at,
        "mine": lease.holder == actor,
    }
