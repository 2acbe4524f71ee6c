"""A table's account: its deals folded in order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from rules import Settlement
from scoring.kind import AccountRules, Deal, Kind, Setting, Value
from scoring.ledger import NOTHING, Amounts, Entry, added
from scoring.mixed import MIXED
from scoring.pot import POT_ACCOUNT
from scoring.pott import POTT
from scoring.rasle import RASLE
from scoring.transfers import Part, Parts, Reason, Transfer, all_pay, entry_of

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {kind.key: kind for kind in (RASLE, POT_ACCOUNT, POTT, MIXED)}
)
"""Every way to keep an account, by its key."""
SETTINGS: Final[Mapping[str, Setting[Any]]] = MappingProxyType(
    {setting.key: setting for kind in KINDS.values() for setting in kind.settings}
)
"""Everything that a table may choose about its account, by its key."""
MOST_KEPT: Final = 1 << 13
"""Deals of which it is remembered what they move: the same ones come again and again."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What one deal moves."""

    transfers: tuple[Transfer, ...]
    """Who pays whom, and for what."""
    entry: Entry
    """Their sum."""


@dataclass(frozen=True, slots=True)
class DealAccount:
    """One deal in a table's account."""

    deal: int
    """Number on the sheet, from 1."""
    settlement: Settlement
    transfers: tuple[Transfer, ...]
    """Who pays whom, and for what."""
    entry: Entry
    """What the deal moves: their sum."""
    balances: Amounts
    """What each seat has after it, from nothing at the start; points."""
    pot: int
    """What the pot has after it."""

    @property
    def ante(self) -> int:
        """What everybody put into the pot first, which could not pay; the entry contains it."""
        parts = (part for each in self.transfers if each.payer == 0 for part in each.parts)
        return sum(part.amount for part in parts if part.reason is Reason.ANTE)


def account_rules(*, players: int, accounting: str = RASLE.key, **settings: Value) -> AccountRules:
    """How a table of ``players`` keeps its account; what is not said is as usual.

    A setting that is not for this kind is kept, and moves nothing. Raises ``ValueError`` for a
    kind or a setting that there is not, and for a value that a setting cannot have.
    """
    if accounting not in KINDS:
        message = f"there is no account {accounting!r}"
        raise ValueError(message)
    if strange := settings.keys() - SETTINGS.keys():
        message = f"an account has no setting {', '.join(sorted(strange))}"
        raise ValueError(message)
    said = tuple((key, SETTINGS[key].read(value)) for key, value in sorted(settings.items()))
    return AccountRules(players, KINDS[accounting], said)


def opening(rules: AccountRules) -> Entry | None:
    """The antes at the start, before the first deal; None where nobody antes."""
    ante = rules.kind.ante(rules)
    return entry_of(all_pay(rules.players, ante, Reason.ANTE)) if ante else None


def fold(
    rules: AccountRules,
    settlements: Iterable[tuple[int, Settlement]],
    beside: Mapping[int, Parts] = MappingProxyType({}),
) -> tuple[DealAccount, ...]:
    """The account of a table from its (deal number, settlement) pairs, in ascending order.

    It starts from the ``opening``. Numbers may be missing: a deal whose result is not entered
    yet moves nothing. ``beside`` tells by number what was won or lost beside the game, and what
    for. Raises ``ValueError`` if the numbers do not ascend, or if a deal does not go with the
    accounting.
    """
    accounts: list[DealAccount] = []
    start = opening(rules) or Entry(NOTHING)
    last, balances, held = 0, start.seats, start.pot
    for deal, settlement in settlements:
        if deal <= last:
            message = f"deal {deal} comes after deal {last}: deals count upward from 1"
            raise ValueError(message)
        moved = move(rules, settlement, held, beside.get(deal))
        entry = moved.entry
        last, balances, held = deal, added(balances, entry.seats), held + entry.pot
        accounts.append(DealAccount(deal, settlement, moved.transfers, entry, balances, held))
    return tuple(accounts)


def move(
    rules: AccountRules, settlement: Settlement, held: int, beside: Parts | None = None
) -> Moved:
    """What one deal moves under ``rules``, the pot holding ``held``.

    ``beside`` tells what was won or lost beside the game; None: it is told as a whole. Raises
    ``ValueError`` if the deal does not go with the accounting.
    """
    # What a pot without counters holds decides nothing.
    return _moved(rules, settlement, held if rules.kind.needs_pot else 0, beside)


@lru_cache(maxsize=MOST_KEPT)
def _moved(rules: AccountRules, settlement: Settlement, held: int, beside: Parts | None) -> Moved:
    if beside is None:
        beside = (Part(Reason.APART, settlement.apart),) if settlement.apart else ()
    transfers = tuple(rules.kind.move(Deal(rules, settlement, held, beside)))
    return Moved(transfers, entry_of(transfers))
