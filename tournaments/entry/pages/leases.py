"""What a device is called on the sheet that it keeps, until somebody says whose it is."""

import hashlib

from lhombre_club.members.models import User
from tournaments.book.actors import DEVICE, Device, said_name
from tournaments.models import Table, TableLease


def device_name(user: object, agent: str) -> str:
    """Return a user's name, or what a browser that calls itself ``agent`` seems to run on.

    What it runs on is kept by a code and said in each reader's language: see ``said_name``.
    """
    if isinstance(user, User):
        return user.get_full_name() or user.username
    if "iPhone" in agent:
        return Device.IPHONE.value
    if "Android" in agent:
        return Device.ANDROID.value
    return Device.OTHER.value


def lease_of(table: Table, actor: str) -> dict[str, object] | None:
    """Return who keeps the table, as API and page tell it; None if nobody does."""
    lease = TableLease.objects.filter(table=table.pk).first()
    if lease is None:
        return None
    return {
        "name": said_name(lease.name),
        "seat": lease.seat,
        "since": lease.taken_at,
        "mine": lease.holder == actor,
        "by_login": not actor.startswith(DEVICE),
        "mark": mark_of(lease),
    }


def mark_of(lease: TableLease) -> str:
    """Return by what a form says who kept the table, and since when, as its reader saw it."""
    return hashlib.sha256(f"{lease.holder} {lease.taken_at.isoformat()}".encode()).hexdigest()
