"""Fields, constraints, slim properties; what is done with them is in ``domain``."""

from tournaments.models.activity import Activity
from tournaments.models.event import Event, Participant
from tournaments.models.link import EntryLink
from tournaments.models.result import Revision
from tournaments.models.round import Round, Seat, Table

__all__ = [
    "Activity",
    "EntryLink",
    "Event",
    "Participant",
    "Revision",
    "Round",
    "Seat",
    "Table",
]
