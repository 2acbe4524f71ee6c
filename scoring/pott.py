"""Pott: a real pot, which everybody fills and the declarer plays for."""

from typing import Final

from rules import DeclarerResult, Outcome, Settlement
from scoring.ledger import Entry
from scoring.pot import all_pay, from_pot, only_declarer

ANTES: Final = range(2, 7)
"""Bits that everybody may be asked to put into a pott at a time (seed 004, Pott)."""
KODILLE: Final = 1
"""What a kodille costs on top of a bet, in every game, a købe nolo too (the running text)."""


def pott(settlement: Settlement, players: int, *, held: int, ante: int) -> tuple[Entry, int]:
    """What one deal moves, and how often everybody had to ante first (seed 004, Pott).

    ``held`` is what the pot holds before the deal, ``ante`` what each puts in at a time; both
    in bits. The antes are part of the entry. If all passed everybody pays; else the declarer
    settles with the pot, and at remis each of those who played pays what the game is worth.

    Raises ``ValueError`` if more than one declared, or if the table lacks the declarer's seat.
    """
    if settlement.passed:
        return all_pay(players, settlement.price), 0
    declarer = only_declarer(settlement, players)
    value = declarer_value(settlement, declarer)
    amounts = [0] * players
    if declarer.outcome is Outcome.REMIS:
        amounts = [-settlement.price] * players
        for seat in settlement.sitters:
            amounts[seat] = 0
    amounts[declarer.seat] = value
    entry = from_pot(tuple(amounts))
    if value <= held:
        return entry, 0
    antes = -(-(value - held) // (players * ante))  # rounded up
    return all_pay(players, antes * ante) + entry, antes


def declarer_value(settlement: Settlement, declarer: DeclarerResult) -> int:
    """What the declarer has from the pot, signed, in bits."""
    if declarer.outcome is Outcome.KODILLE:
        return settlement.apart - settlement.price - KODILLE
    return declarer.value
