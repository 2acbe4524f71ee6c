"""Fields, constraints, slim properties; what is done with them is in ``domain``."""

from tournaments.models.activity import Activity
from tournaments.models.correction import Correction
from tournaments.models.entry import PenaltyReason, TableEntry
from tournaments.models.event import Event, Participant, Team, Wish
from tournaments.models.link import EntryLink
from tournaments.models.result import Revision
from tournaments.models.round import Round, Seat, Table
from tournaments.models.season import Season
from tournaments.models.settling import Payment, Settling

__all__ = [
    "Activity",
    "Correction",
    "EntryLink",
    "Event",
    "Participant",
    "Payment",
    "PenaltyReason",
    "Revision",
    "Round",
    "Season",
    "Seat",
    "Settling",
    "Table",
    "TableEntry",
    "Team",
    "Wish",
]
