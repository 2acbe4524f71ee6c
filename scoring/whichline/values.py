"""What is asked and what is answered: a sheet as entered, the paper's subtotals, suspects."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from fractions import Fraction
from typing import TypeAlias

from rules import Contract, Json, RuleSet
from scoring.kind import AccountRules

Record: TypeAlias = Mapping[str, Json]
"""A result as it is stored (``docs/record.md``): without rule set and players, or with them."""
Seats: TypeAlias = tuple[int | None, ...]
"""Points by seat; None where nothing is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table's deals as they were entered."""

    ruleset: RuleSet
    rules: AccountRules
    first_dealer: int
    """Seat that deals the first deal."""
    deals: int
    """How many lines the sheet has; deals count from 1."""
    records: Mapping[int, Record]
    """By deal. A deal without a result is not among them."""
    start: int = 0
    """Points that each seat begins with."""

    def dealer(self, deal: int) -> int:
        """The seat that deals ``deal``, if the deal goes round."""
        return (self.first_dealer + deal - 1) % self.rules.players


@dataclass(frozen=True, slots=True)
class Stated:
    """A subtotal as it stands on the paper."""

    deal: int
    """The last deal that is in it."""
    balances: Seats
    """What each seat has, one for each player; None where the paper says nothing."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One subtotal, compared with what was entered."""

    stated: Stated
    entered: tuple[int, ...]
    """What each seat has by what was entered."""
    off: int | None
    """By how much the stated balances miss the sum they must have; None where they need have
    none: a seat is missing, or a pot has the rest."""

    @property
    def differences(self) -> Seats:
        """Stated less entered."""
        pairs = zip(self.stated.balances, self.entered, strict=True)
        return tuple(None if said is None else said - entered for said, entered in pairs)

    @property
    def agrees(self) -> bool:
        """Whether everything stated is what was entered comes to."""
        return not any(self.differences)


@unique
class Kind(StrEnum):
    """What may have gone wrong when a sheet was entered, or written."""

    OUTCOME = "outcome"
    """Won, bet, kodille or remis; or the tricks that say so."""
    SEAT = "seat"
    """Another seat declared."""
    CONTRACT = "contract"
    TOUT = "tout"
    CARDS = "cards"
    """The cards of a tourné that is priced by them."""
    EXTRA = "extra"
    """What stands beside: an extra card, a second exchange, first five, who joined or looked."""
    PASSED = "passed"
    """A game was entered as passed, or a pass as a game."""
    LINE = "line"
    """Several entries of one line."""
    DEALER = "dealer"
    """From this line on the dealers are off by one."""
    SKIPPED = "skipped"
    """A line of the paper was not entered, and what follows moved up."""
    DOUBLED = "doubled"
    """A line of the paper was entered twice, and what follows moved down."""
    SWAPPED = "swapped"
    """Two neighbouring lines changed places."""


@dataclass(frozen=True, slots=True)
class Change:
    """What should stand in a line instead."""

    deal: int
    before: Record | None
    """As entered; None: the line is empty."""
    after: Record | None
    """None: the line should be empty."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that went wrong."""

    kind: Kind
    changes: tuple[Change, ...]
    """Ascending by deal. Where lines moved, all that moved are among them."""

    @property
    def deal(self) -> int:
        """The line to look at first."""
        return self.changes[0].deal


@dataclass(frozen=True, slots=True)
class Slip:
    """The paper's own addition is wrong here."""

    deal: int
    """Whose subtotal."""
    seat: int | None
    """None: the sum shows that it is wrong, but not for whom."""
    amount: int
    """By how much what is stated is too high."""
    carried: bool
    """The later subtotals were added to it, and are wrong by as much."""
    certain: bool
    """No results at all could give these sums."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """Something that explains every subtotal."""

    mistakes: tuple[Mistake, ...]
    """One; or two, if no single one explains it."""
    weight: Fraction
    """How likely it is among all that explain; those of one answer sum to one."""
    slips: tuple[Slip, ...] = ()
    """What is wrong on the paper besides."""

    @property
    def deals(self) -> tuple[int, ...]:
        """The lines to look at."""
        return tuple(mistake.deal for mistake in self.mistakes)


@unique
class Blind(StrEnum):
    """Why sums cannot see an error."""

    EQUAL = "equal"
    """Another entry would come to the same."""
    TRUMP = "trump"
    """The trump suit has no price."""
    AFTER = "after"
    """No subtotal comes after the line."""
    CANCEL = "cancel"
    """Errors between the same two subtotals may cancel out."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """Errors that the stated subtotals cannot show."""

    blind: Blind
    deals: tuple[int, ...]
    """The lines where they may be; ascending."""
    kind: Kind | None = None
    """What could be otherwise in them, if they are equal."""
    contracts: tuple[Contract, ...] = ()
    """Which contracts come to the same, if it is the contract."""


@unique
class Verdict(StrEnum):
    """What the answer comes to."""

    AGREES = "agrees"
    LINE = "line"
    """A single mistake explains it."""
    TWO_LINES = "two_lines"
    """No single one does, but two together."""
    PAPER = "paper"
    """What was entered may be right: the paper's own addition explains it all."""
    PAPER_AND_LINE = "paper_and_line"
    """The paper's addition is wrong, and a line besides."""
    UNEXPLAINED = "unexplained"
    """More is wrong than is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Which line is wrong."""

    verdict: Verdict
    checked: tuple[Checked, ...]
    """Every subtotal, in order."""
    suspects: tuple[Suspect, ...] = ()
    """The likeliest line first, and in a line the likeliest change."""
    slips: tuple[Slip, ...] = ()
    """Where the paper's own addition is wrong, or may be."""
    unseen: tuple[Unseen, ...] = ()
    left_out: int = 0
    """How many less likely suspects are not told."""
    pairs: tuple[Suspect, ...] = ()
    """Where a single mistake explains it: two that do so together, the likeliest first; of
    very many only some.

    Nobody knows how seldom two are made, so they are weighed beside one another and not beside
    ``suspects``.
    """
