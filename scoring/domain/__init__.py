"""Post, reverse, reconcile, prove: the only door to the journal."""

from scoring.domain.audit import Fault, Finding, audit, strays
from scoring.domain.journal import (
    Standing,
    changed_since,
    read_standing,
    reconcile,
    reword_journal,
    standing,
)
from scoring.domain.postings import Account, Opening, OtherPosting, Posting
from scoring.domain.totals import Total, every_points, tally, totals, write_totals

__all__ = [
    "Account",
    "Fault",
    "Finding",
    "Opening",
    "OtherPosting",
    "Posting",
    "Standing",
    "Total",
    "audit",
    "changed_since",
    "every_points",
    "read_standing",
    "reconcile",
    "reword_journal",
    "standing",
    "strays",
    "tally",
    "totals",
    "write_totals",
]
