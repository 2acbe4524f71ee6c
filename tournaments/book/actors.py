"""What the devices are called that kept a sheet: as whoever took the table over said, last."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from lhombre_club.members.models import User
from tournaments.models import Activity, ClubWriter

TAKEN: Final = "lease.taken"
DEVICE: Final = "device:"
DEVICE_KEY: Final = "entry_device"
"""Where a session keeps what its device is called."""


class Device(models.TextChoices):
    """What a device seems to be; kept by a code that nobody is called by."""

    IPHONE = ":iphone", _("an iPhone")
    ANDROID = ":android", _("an Android phone")
    OTHER = ":device", _("a device at the table")


def device_in(session: Mapping[str, Any]) -> str:
    """Return under which key the device of a session writes; empty if it came by no link."""
    return f"{DEVICE}{session[DEVICE_KEY]}" if DEVICE_KEY in session else ""


def said_name(name: str) -> str:
    """Return what a keeper is called, in the language of whoever reads.

    ``name`` is as it is kept: a person's own, or the code of a device. Older rows have a device's
    words, in English or in the language of whoever opened the table.
    """
    device = _devices().get(name)
    return str(device.label) if device else name


@cache
def _devices() -> Mapping[str, Device]:
    """Return the devices by what they are and were kept as."""
    found = {each.value: each for each in Device}
    for language, _name in settings.LANGUAGES:
        with override(language):
            found |= {str(each.label): each for each in Device}
    return found


def named(log: Iterable[Activity]) -> dict[str, str]:
    """Return the names by actor, from lines of an event's log in order."""
    names = {}
    for line in log:
        if line.verb == TAKEN and (name := line.facts["name"]):
            names[line.actor] = said_name(name)
    return names


def devices(event: UUID, actors: Iterable[str]) -> dict[str, str]:
    """Return the names of the devices among ``actors``; one query, none where there are none."""
    asked = {actor for actor in actors if actor.startswith(DEVICE)}
    if not asked:
        return {}
    log = Activity.objects.filter(event=event, verb=TAKEN, actor__in=asked)
    return named(log.order_by("at", "id"))


USER = "user:"


CARRIED: Final = "event.carried"
"""The verb of an event that came from another computer; its log says who its users were."""


def people(
    actors: Iterable[str], event: UUID | None = None, *, club: UUID | None = None
) -> dict[str, str]:
    """Return the names of the users among ``actors``, as of an event or of the club.

    Those of another computer are called as the file said with which the event, or the club, came.
    """
    ids = set()
    for actor in actors:
        try:
            ids.add(UUID(actor.removeprefix(USER)))
        except ValueError:
            continue  # a device, a visitor, the program
    users = User.objects.filter(pk__in=ids)
    known = {user.actor: user.get_full_name() or user.username for user in users}
    strange = {f"{USER}{pk}" for pk in ids} - known.keys()
    if strange and club:
        writers = ClubWriter.objects.filter(club=club, actor__in=strange)
        return known | dict(writers.values_list("actor", "name"))
    return known | (_told(strange, event) if strange and event else {})


def _told(strange: Iterable[str], event: UUID) -> dict[str, str]:
    """Return what the files with which an event came said of users that are not here."""
    names: dict[str, str] = {}
    log = Activity.objects.filter(event=event, verb=CARRIED).order_by("at", "id")
    for facts in log.values_list("facts", flat=True):
        names |= json.loads(facts["writers"])
    return {actor: names[actor] for actor in strange if actor in names}
