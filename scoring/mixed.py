"""Mixed: opponents and declarer settle at once, and the great games play for a pot besides."""

from typing import Final

from rules import Contract, DeclarerResult, Outcome, Settlement
from scoring.ledger import Entry
from scoring.pot import all_pay, from_pot, only_declarer

ANTE: Final = 1
"""Bits that everybody puts into the pot at the start (seed 004, Mixed)."""
FOR_THE_POT: Final = frozenset(
    {Contract.SOLO, Contract.SOLO_SPAR, Contract.REN_NOLO, Contract.NOLO_OUVERT}
)
"""The games that win the pot, or double it (seed 004, the stars of the table)."""
DOUBLES: Final = frozenset({Outcome.BET, Outcome.KODILLE})
"""A remis does not: it has no star."""


def mixed(
    settlement: Settlement, players: int, *, held: int, sitter_pays: bool, pot_cap: int | None
) -> Entry:
    """What one deal moves (seed 004, Mixed).

    ``held`` is what the pot holds before the deal, ``pot_cap`` the most that a game played for
    the pot takes from it or adds to it (None: no limit); both in bits. If all passed everybody
    pays. Else every opponent settles with the declarer, tout included, and the declarer with
    the pot. In pairs the declarer's partner never pays.

    Raises ``ValueError`` if more than one declared, or if the table lacks the declarer's seat.
    """
    if settlement.passed:
        return all_pay(players, settlement.price)
    declarer = only_declarer(settlement, players)
    absent = settlement.sitters if settlement.pairs or not sitter_pays else ()
    value = declarer.value
    amounts = [-value] * players
    for seat in absent:
        amounts[seat] = 0
    amounts[declarer.seat] = (
        (players - 1 - len(absent)) * value
        + _against_pot(settlement, declarer, held, players, held if pot_cap is None else pot_cap)
        + min(settlement.apart, 0)
    )
    return from_pot(tuple(amounts))


def _against_pot(
    settlement: Settlement, declarer: DeclarerResult, held: int, players: int, limit: int
) -> int:
    """What the declarer has from the pot, signed, in bits, a failed tout left aside."""
    for_the_pot = settlement.contract in FOR_THE_POT
    if declarer.outcome is Outcome.WON:
        return min(max(held - players, 0), limit) if for_the_pot else 0
    if for_the_pot and declarer.outcome in DOUBLES:
        return -min(held, limit)
    return declarer.value - settlement.apart
