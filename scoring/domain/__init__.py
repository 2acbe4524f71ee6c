"""Post, reverse, reconcile, prove: the only door to the journal."""

from scoring.domain.audit import Fault, Finding, audit, strays
from scoring.domain.carried import POSTED, CarriedPosting, bring_in, carried, stated, take_away
from scoring.domain.journal import (
    Standing,
    changed_since,
    read_standing,
    reconcile,
    reword_journal,
    standing,
)
from scoring.domain.postings import Account, Opening, OtherPosting, Posting
from scoring.domain.totals import FIGURES, Total, every_points, tally, totals, write_totals

__all__ = [
    "FIGURES",
    "POSTED",
    "Account",
    "CarriedPosting",
    "Fault",
    "Finding",
    "Opening",
    "OtherPosting",
    "Posting",
    "Standing",
    "Total",
    "audit",
    "bring_in",
    "carried",
    "changed_since",
    "every_points",
    "read_standing",
    "reconcile",
    "reword_journal",
    "standing",
    "stated",
    "strays",
    "take_away",
    "tally",
    "totals",
    "write_totals",
]
