"""What the journal is told: a table's account as it should be."""

from dataclasses import dataclass
from uuid import UUID

from rules import Settlement
from scoring.ledger import Entry


@dataclass(frozen=True, slots=True)
class Posting:
    """One settled deal: what it moves, and from what it was settled."""

    deal: int
    """Number on the sheet, from 1."""
    revision: UUID
    """The version of the result that counts."""
    ruleset_digest: str
    settlement: Settlement
    worth: int
    """What the contract is worth when it is won, points per opponent; 0 if all passed."""
    entry: Entry


@dataclass(frozen=True, slots=True)
class Account:
    """Everything that should be posted in one table's book, deals in ascending order."""

    players: int
    postings: tuple[Posting, ...] = ()
