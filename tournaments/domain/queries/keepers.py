"""What the devices are called that kept a sheet: as whoever took the table over said, last."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from tournaments.models import Activity

TAKEN: Final = "lease.taken"
DEVICE: Final = "device:"


def named(log: Iterable[Activity]) -> dict[str, str]:
    """Return the names by actor, from lines of an event's log in order."""
    names = {}
    for line in log:
        _place, _colon, name = line.subject.partition(": ")
        if line.verb == TAKEN and name:
            names[line.actor] = name
    return names


def devices(event: UUID, actors: Iterable[str]) -> dict[str, str]:
    """Return the names of the devices among ``actors``; one query, none where there are none."""
    asked = {actor for actor in actors if actor.startswith(DEVICE)}
    if not asked:
        return {}
    log = Activity.objects.filter(event=event, verb=TAKEN, actor__in=asked)
    return named(log.order_by("at", "id"))
