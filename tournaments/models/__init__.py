"""Fields, constraints, slim properties; what is done with them is in ``domain``."""

from tournaments.models.activity import Activity
from tournaments.models.checking import Confirmation, Flag, Protest, SecondEntry, StatedTotal
from tournaments.models.correction import Correction
from tournaments.models.entry import PenaltyReason, TableEntry
from tournaments.models.event import Event, Participant, Team, Wish
from tournaments.models.folders import FolderPlan
from tournaments.models.lease import BarredDevice, TableLease
from tournaments.models.link import EntryLink
from tournaments.models.match import League, Match
from tournaments.models.photo import SheetPhoto
from tournaments.models.result import Revision
from tournaments.models.round import Round, Seat, Table
from tournaments.models.seal import Seal
from tournaments.models.season import Season
from tournaments.models.season_draw import DrawnEvening, SeasonDraw, SeasonPlace
from tournaments.models.settling import Payment, Settling
from tournaments.models.tray import TrayItem

__all__ = [
    "Activity",
    "BarredDevice",
    "Confirmation",
    "Correction",
    "DrawnEvening",
    "EntryLink",
    "Event",
    "Flag",
    "FolderPlan",
    "League",
    "Match",
    "Participant",
    "Payment",
    "PenaltyReason",
    "Protest",
    "Revision",
    "Round",
    "Seal",
    "Season",
    "SeasonDraw",
    "SeasonPlace",
    "Seat",
    "SecondEntry",
    "Settling",
    "SheetPhoto",
    "StatedTotal",
    "Table",
    "TableEntry",
    "TableLease",
    "Team",
    "TrayItem",
    "Wish",
]
