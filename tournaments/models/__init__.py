"""Fields, constraints, slim properties; what is done with them stands in the rooms."""

from tournaments.models.activity import Activity
from tournaments.models.cash import (
    CashAccount,
    CashCount,
    CashPosting,
    DuesPayment,
    DuesRate,
    EveningPool,
    EveningPrize,
    HalfSeason,
    Receipt,
    StatementLine,
    VoidedVoucher,
    Voucher,
    Waiver,
    YearState,
)
from tournaments.models.club import ClubPreset, ClubWriter, Honour, OwnRules
from tournaments.models.correction import Correction
from tournaments.models.counted import (
    Counted,
    CountedGames,
    CountedMeeting,
    CountedPair,
    CountedPlayer,
    Rating,
)
from tournaments.models.event import DeletedEvent, Event, Participant, Team, Wish
from tournaments.models.flag import Flag
from tournaments.models.folders import FolderPlan
from tournaments.models.kept import Forgotten, KeptFor
from tournaments.models.lease import BarredDevice, TableLease
from tournaments.models.letters import Letter
from tournaments.models.link import EntryLink
from tournaments.models.match import League, Match
from tournaments.models.merge import Merge
from tournaments.models.photo import SheetPhoto
from tournaments.models.proof import Confirmation, SecondEntry, StatedTotal
from tournaments.models.protest import Protest
from tournaments.models.result import Revision
from tournaments.models.round import Round, Seat, Table
from tournaments.models.screen import Screen
from tournaments.models.seal import Seal
from tournaments.models.season import (
    DrawnEvening,
    PastEvening,
    PastResult,
    PlannedEvening,
    Season,
    SeasonDraw,
    SeasonPlace,
)
from tournaments.models.settling import Payment, Settling
from tournaments.models.side_bonus import SideBonus
from tournaments.models.sitters import SITTER, Names, Sitter
from tournaments.models.table_entry import PenaltyReason, TableEntry
from tournaments.models.tray import TrayItem

__all__ = [
    "SITTER",
    "Activity",
    "BarredDevice",
    "CashAccount",
    "CashCount",
    "CashPosting",
    "ClubPreset",
    "ClubWriter",
    "Confirmation",
    "Correction",
    "Counted",
    "CountedGames",
    "CountedMeeting",
    "CountedPair",
    "CountedPlayer",
    "DeletedEvent",
    "DrawnEvening",
    "DuesPayment",
    "DuesRate",
    "EntryLink",
    "EveningPool",
    "EveningPrize",
    "Event",
    "Flag",
    "FolderPlan",
    "Forgotten",
    "HalfSeason",
    "Honour",
    "KeptFor",
    "League",
    "Letter",
    "Match",
    "Merge",
    "Names",
    "OwnRules",
    "Participant",
    "PastEvening",
    "PastResult",
    "Payment",
    "PenaltyReason",
    "PlannedEvening",
    "Protest",
    "Rating",
    "Receipt",
    "Revision",
    "Round",
    "Screen",
    "Seal",
    "Season",
    "SeasonDraw",
    "SeasonPlace",
    "Seat",
    "SecondEntry",
    "Settling",
    "SheetPhoto",
    "SideBonus",
    "Sitter",
    "StatedTotal",
    "StatementLine",
    "Table",
    "TableEntry",
    "TableLease",
    "Team",
    "TrayItem",
    "VoidedVoucher",
    "Voucher",
    "Waiver",
    "Wish",
    "YearState",
]
