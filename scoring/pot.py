"""Pot: the declarer's own balance alone moves, and the pot only counts what all have together."""

from functools import lru_cache
from typing import Final

from rules import DeclarerResult, PeekedResult, Settlement
from scoring.ledger import SEATS, Entry

MOST_KEPT: Final = 1 << 12
"""Entries that are remembered: few different ones come again and again."""


def pot(settlement: Settlement, players: int) -> Entry:
    """What one deal moves (seed 003, 14).

    Every declarer, and everybody who looked and did not join, has his own value from the pot or
    puts it there; nobody else is touched. The pot may go below nothing.

    Raises ``ValueError`` if the settlement names a seat that a table of ``players`` lacks.
    """
    amounts = [0] * players
    moves: tuple[DeclarerResult | PeekedResult, ...] = (*settlement.declarers, *settlement.peeked)
    for move in moves:
        _sits_at(players, move.seat)
        amounts[move.seat] += move.value
    return from_pot(tuple(amounts))


def only_declarer(settlement: Settlement, players: int) -> DeclarerResult:
    """Who plays for a real pot.

    Raises ``ValueError`` if somebody else declared or looked, since whom of them the pot pays
    first is not said, or if a table of ``players`` lacks his seat.
    """
    declarer, *others = settlement.declarers
    if others or settlement.peeked:
        raise ValueError("a real pot has one declarer a deal")
    _sits_at(players, declarer.seat)
    return declarer


def _sits_at(players: int, seat: int) -> None:
    if seat >= players:
        message = f"seat {seat} is not at a table of {players}"
        raise ValueError(message)


@lru_cache(maxsize=MOST_KEPT)
def from_pot(amounts: tuple[int, ...]) -> Entry:
    """Each seat has so much from the pot; what is negative goes into it.

    >>> from_pot((0, 3, -1))
    Entry(seats=(0, 3, -1, 0, 0), pot=-2, penalties=0, cash=0)
    """
    north, west, south, east, fifth = (*amounts, *(0,) * (SEATS - len(amounts)))
    return Entry((north, west, south, east, fifth), -sum(amounts))


def all_pay(players: int, each: int) -> Entry:
    """Everybody at the table, the sitter-out too, puts so much into the pot (seed 004).

    >>> all_pay(3, 2)
    Entry(seats=(-2, -2, -2, 0, 0), pot=6, penalties=0, cash=0)
    """
    return from_pot((-each,) * players)
