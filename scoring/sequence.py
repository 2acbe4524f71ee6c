"""A table's account: its deals folded in order."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import assert_never

from rules import Settlement
from scoring.ledger import NOTHING, Amounts, Entry, added
from scoring.rasle import rasle


@unique
class Accounting(StrEnum):
    """How the value of a game becomes what each seat has."""

    RASLE = "rasle"
    """Each opponent and the declarer settle at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRules:
    """How a table keeps its account."""

    players: int
    accounting: Accounting = Accounting.RASLE
    sitter_pays: bool = False
    """The sitter-out pays and is paid like an opponent."""


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


def fold(
    rules: AccountRules, settlements: Iterable[tuple[int, Settlement]]
) -> tuple[DealAccount, ...]:
    """The account of a table from its (deal number, settlement) pairs, in ascending order.

    Numbers may be missing: a deal whose result is not entered yet moves nothing. Raises
    ``ValueError`` if the numbers do not ascend.
    """
    accounts: list[DealAccount] = []
    last, balances, pot = 0, NOTHING, 0
    for deal, settlement in settlements:
        if deal <= last:
            message = f"deal {deal} comes after deal {last}: deals count upward from 1"
            raise ValueError(message)
        entry = _move(rules, settlement)
        last, balances, pot = deal, added(balances, entry.seats), pot + entry.pot
        accounts.append(DealAccount(deal, settlement, entry, balances, pot))
    return tuple(accounts)


def _move(rules: AccountRules, settlement: Settlement) -> Entry:
    """What one deal moves under ``rules``."""
    match rules.accounting:
        case Accounting.RASLE:
            return rasle(settlement, rules.players, sitter_pays=rules.sitter_pays)
        case _:
            assert_never(rules.accounting)
