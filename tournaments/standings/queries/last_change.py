"""When what the standings show was last changed."""

import datetime as dt
from typing import Final

from django.db.models import Max

from tournaments.models import Event

UNSEALED: Final = (
    *("event.restored", "member.merged", "standings.set", "teams.set"),
    *("participant.joined", "participant.back", "participant.withdrawn"),
    *("round.provisional", "round.closed", "round.closed_early", "round.reopened", "rounds.set"),
    *("folders.set", "folders.set_from", "folders.dropped"),
)
"""Verbs of the log that change what is shown, where no seal says so: who stands there, how they
are placed, how final a round is, and which deals some have still to play."""


def last_change(event: Event) -> dt.datetime | None:
    """When the standings last changed: by whatever moves points, which is sealed, or by a setting.

    Sealed are deals, penalties and points by hand, given and taken back, and each round's seats
    and rules as they are shown.
    """
    sealed = event.seals.aggregate(at=Max("at"))["at"]
    noted = event.activities.filter(verb__in=UNSEALED).aggregate(at=Max("at"))["at"]
    return max(filter(None, (sealed, noted)), default=None)
