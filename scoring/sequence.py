"""A table's account: its deals folded in order."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import assert_never

from rules import Settlement
from scoring.ledger import NOTHING, Amounts, Entry, added
from scoring.mixed import ANTE, mixed
from scoring.pot import all_pay, pot
from scoring.pott import ANTES, pott
from scoring.rasle import rasle


@unique
class Accounting(StrEnum):
    """How the value of a game becomes what each seat has."""

    RASLE = "rasle"
    """Each opponent and the declarer settle at once."""
    POT = "pot"
    """The declarer's own balance alone moves (seed 003, 14)."""
    POTT = "pott"
    """A pot that everybody fills, and that pays and is paid (seed 004)."""
    MIXED = "mixed"
    """Opponents settle at once, and great games play for a pot (seed 004)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRules:
    """How a table keeps its account. Raises ``ValueError`` for an ante or a limit out of range."""

    players: int
    accounting: Accounting = Accounting.RASLE
    sitter_pays: bool = False
    """The sitter-out pays and is paid like an opponent; in a pot and a pott it has no meaning."""
    ante: int = ANTES.start
    """Bits that everybody puts into a pott at a time: 2 to 6 (seed 004, Pott)."""
    pot_cap: int | None = None
    """The most bits that a game played for a mixed account's pot takes or adds; None: no limit."""

    def __post_init__(self) -> None:
        if self.ante not in ANTES:
            message = f"an ante is {ANTES.start} to {ANTES.stop - 1} bits, not {self.ante}"
            raise ValueError(message)
        if self.pot_cap is not None and self.pot_cap < 0:
            message = f"the limit of a pot is 0 bits or more, not {self.pot_cap}"
            raise ValueError(message)


@dataclass(frozen=True, slots=True)
class DealAccount:
    """One deal in a table's account."""

    deal: int
    """Number on the sheet, from 1."""
    settlement: Settlement
    entry: Entry
    """What the deal moves."""
    balances: Amounts
    """What each seat has after it, from nothing at the start; points."""
    pot: int
    """What the pot has after it."""
    antes: int
    """How often everybody had to ante in it, because the pott could not pay."""


def opening(rules: AccountRules) -> Entry | None:
    """The antes at the start, before the first deal; None where nobody antes."""
    match rules.accounting:
        case Accounting.POTT:
            return all_pay(rules.players, rules.ante)
        case Accounting.MIXED:
            return all_pay(rules.players, ANTE)
        case Accounting.RASLE | Accounting.POT:
            return None
        case _:
            assert_never(rules.accounting)


def fold(
    rules: AccountRules, settlements: Iterable[tuple[int, Settlement]]
) -> tuple[DealAccount, ...]:
    """The account of a table from its (deal number, settlement) pairs, in ascending order.

    It starts from the ``opening``. Numbers may be missing: a deal whose result is not entered
    yet moves nothing. Raises ``ValueError`` if the numbers do not ascend, or if a deal does not
    go with the accounting.
    """
    accounts: list[DealAccount] = []
    start = opening(rules) or Entry(NOTHING)
    last, balances, held = 0, start.seats, start.pot
    for deal, settlement in settlements:
        if deal <= last:
            message = f"deal {deal} comes after deal {last}: deals count upward from 1"
            raise ValueError(message)
        entry, antes = move(rules, settlement, held)
        last, balances, held = deal, added(balances, entry.seats), held + entry.pot
        accounts.append(DealAccount(deal, settlement, entry, balances, held, antes))
    return tuple(accounts)


def move(rules: AccountRules, settlement: Settlement, held: int) -> tuple[Entry, int]:
    """What one deal moves under ``rules``, the pot holding ``held``; and how often all ante."""
    players, sitter_pays = rules.players, rules.sitter_pays
    match rules.accounting:
        case Accounting.RASLE:
            return rasle(settlement, players, sitter_pays=sitter_pays), 0
        case Accounting.POT:
            return pot(settlement, players), 0
        case Accounting.POTT:
            return pott(settlement, players, held=held, ante=rules.ante)
        case Accounting.MIXED:
            cap = rules.pot_cap
            return mixed(settlement, players, held=held, sitter_pays=sitter_pays, pot_cap=cap), 0
        case _:
            assert_never(rules.accounting)
