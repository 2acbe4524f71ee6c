"""What the journal is told: a table's account as it should be."""

from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias
from uuid import UUID

from rules import Settlement
from scoring.ledger import Entry
from scoring.models import JournalEntry

Kind: Final = JournalEntry.Kind
OTHER_KINDS: Final = (Kind.PENALTY, Kind.HAND, Kind.TRANSFER)

Key: TypeAlias = tuple[int, str, str]
"""Deal, kind and source: what of a book can stand in the journal only once."""


class Moving(Protocol):
    """What moves points: an ``Entry``, or a row of the journal."""

    @property
    def seats(self) -> tuple[int, int, int, int, int]:
        """The points of the five seats."""

    @property
    def pot(self) -> int:
        """Those of the pot."""

    @property
    def penalties(self) -> int:
        """What penalties took away."""

    @property
    def cash(self) -> int:
        """Those of the cash box."""


class Posted(Moving, Protocol):
    """A row of the journal: what it moves, and from what it was made."""

    @property
    def deal(self) -> int:
        """Number on the sheet; 0: none."""

    @property
    def kind(self) -> str:
        """One of ``Kind``."""

    @property
    def revision(self) -> UUID:
        """What it was made from."""

    @property
    def ruleset_digest(self) -> str:
        """Under which rules."""

    @property
    def reason(self) -> str:
        """Why it was written."""


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
class Opening:
    """The antes before the first deal."""

    source: UUID
    """The table's own id: no result gave them."""
    ruleset_digest: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class OtherPosting:
    """What moves points beside the deals, by somebody's decision.

    Raises ValueError for a kind that does not belong here, and for points that come from or go
    to an account which that kind does not touch.
    """

    kind: str
    """``penalty``, ``hand`` or ``transfer``."""
    source: UUID
    """The decision, as it was entered."""
    deal: int
    """The deal it is about; 0: none."""
    ruleset_digest: str
    entry: Entry
    reason: str

    def __post_init__(self) -> None:
        if self.kind not in OTHER_KINDS:
            raise ValueError(f"{self.kind!r} is no kind of entry beside the deals")
        entry = self.entry
        if self.kind == Kind.PENALTY:
            strange = entry.cash or any(points > 0 for points in entry.seats)
        else:
            strange = entry.penalties
        if entry.pot or strange:
            raise ValueError(f"a {self.kind} does not move {self.entry}")


@dataclass(frozen=True, slots=True)
class Due:
    """One row that should stand in the journal."""

    kind: str
    deal: int
    """Number on the sheet; 0: none."""
    source: UUID
    """Result revision, table or decision that it was made from."""
    ruleset_digest: str
    entry: Entry
    reason: str = ""
    """Empty: whatever the reason of the writing was."""

    @property
    def key(self) -> Key:
        """What of its book can stand in the journal only once."""
        return key_of(self.kind, self.deal, self.source)


@dataclass(frozen=True, slots=True)
class Account:
    """Everything that should be posted in one table's book, deals in ascending order.

    Raises ValueError if something beside the deals moves points of a seat that the table lacks.
    """

    players: int
    postings: tuple[Posting, ...] = ()
    opening: Opening | None = None
    others: tuple[OtherPosting, ...] = ()

    def __post_init__(self) -> None:
        for due in self.beside():
            if any(due.entry.seats[self.players :]):
                raise ValueError(f"{due.entry} moves points where {self.players} sit")

    def dues(self) -> tuple[Due, ...]:
        """Every row that should stand."""
        deals = (
            Due(Kind.DEAL, each.deal, each.revision, each.ruleset_digest, each.entry)
            for each in self.postings
        )
        return (*self.beside(), *deals)

    def beside(self) -> tuple[Due, ...]:
        """Every row that is no deal's."""
        first = self.opening
        antes = (
            (Due(Kind.ANTE, 0, first.source, first.ruleset_digest, first.entry),) if first else ()
        )
        others = (
            Due(each.kind, each.deal, each.source, each.ruleset_digest, each.entry, each.reason)
            for each in self.others
        )
        return (*antes, *others)


def key_of(kind: str, deal: int, source: UUID) -> Key:
    """A deal stands once, the antes once, and each decision once."""
    match kind:
        case Kind.DEAL:
            return deal, kind, ""
        case Kind.ANTE:
            return 0, kind, ""
        case _:
            return 0, kind, str(source)


def amounts(moved: Moving) -> list[int]:
    """The points of the five seats, the pot, the penalties and the cash box."""
    return [*moved.seats, moved.pot, moved.penalties, moved.cash]
