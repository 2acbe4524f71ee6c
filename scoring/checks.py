"""What must hold of every account, whatever the deals were: a tuple of checks.

A check yields findings, never raises, never repairs. That an entry sums to nothing is no check:
one that does not cannot exist.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, TypeAlias

from rules import DeclarerResult, Outcome, Settlement
from scoring.ledger import Entry


class CheckedDeal(Protocol):
    """A settled deal and what it moved; a ``DealAccount`` is one."""

    @property
    def deal(self) -> int:
        """Number on the sheet, from 1."""

    @property
    def settlement(self) -> Settlement:
        """What it was worth."""

    @property
    def entry(self) -> Entry:
        """What it moved."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that cannot be right."""

    deal: int
    says: str
    """What was found, in English, for the log."""


Check: TypeAlias = Callable[[int, Sequence[CheckedDeal]], Iterator[Finding]]
"""Takes how many sit at the table, and its deals in order."""


def deals_ascend(_players: int, deals: Sequence[CheckedDeal]) -> Iterator[Finding]:
    """A deal counts once, and after those before it."""
    for before, after in pairwise(deals):
        if after.deal <= before.deal:
            yield Finding(after.deal, f"comes after deal {before.deal}")


def empty_chairs_have_nothing(players: int, deals: Sequence[CheckedDeal]) -> Iterator[Finding]:
    """Nobody sits on the chairs beyond the last player."""
    for deal in deals:
        if any(deal.entry.seats[players:]):
            yield Finding(deal.deal, f"moves points of a seat that a table of {players} lacks")


def declarer_gets_what_he_earned(players: int, deals: Sequence[CheckedDeal]) -> Iterator[Finding]:
    """A game that was worth something to its only declarer raised him above the others; so down.

    He is measured by them, since before it all may have had to ante.
    """
    for deal in deals:
        if len(deal.settlement.declarers) == 1:
            (declarer,) = deal.settlement.declarers
            moved = deal.entry.seats[declarer.seat]
            others = [deal.entry.seats[seat] for seat in range(players) if seat != declarer.seat]
            if not _earned(declarer, moved, others, pot_moved=bool(deal.entry.pot)):
                yield Finding(deal.deal, f"moves {moved} for a game worth {declarer.value}")


def _earned(
    declarer: DeclarerResult, moved: int, others: Sequence[int], *, pot_moved: bool
) -> bool:
    """Whether he fared better or worse than the others, as his game was worth to him."""
    if declarer.value > 0:
        return moved > max(others)
    if pot_moved and declarer.outcome is Outcome.REMIS:
        return moved <= min(others)  # all who played may pay a pot as much as he
    if pot_moved and declarer.outcome is Outcome.WON:
        return True  # his tout failed, and it is the pot that makes the difference
    return moved <= max(others) and (moved < min(others)) == (declarer.value < 0)


def a_pass_is_the_same_for_all(players: int, deals: Sequence[CheckedDeal]) -> Iterator[Finding]:
    """When all passed, nobody pays more than another."""
    for deal in deals:
        if deal.settlement.passed and len(set(deal.entry.seats[:players])) > 1:
            yield Finding(deal.deal, "charges a pass to some and not to others")


CHECKS: tuple[Check, ...] = (
    deals_ascend,
    empty_chairs_have_nothing,
    declarer_gets_what_he_earned,
    a_pass_is_the_same_for_all,
)


def run(
    players: int, deals: Sequence[CheckedDeal], checks: Sequence[Check] = CHECKS
) -> list[Finding]:
    """Everything that the checks find."""
    return [finding for check in checks for finding in check(players, deals)]
