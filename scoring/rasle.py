"""Rasle: every opponent settles with the declarer at once, and there is no pot."""

from rules import DeclarerResult, PeekedResult, Settlement
from scoring.ledger import SEATS, Entry


def rasle(settlement: Settlement, players: int, *, sitter_pays: bool) -> Entry:
    """Who pays whom for one deal (seed 000, Betalning).

    Each opponent pays the value of the game to the declarer, or is paid it when the game is
    lost. Opponents are those who played; where ``sitter_pays``, the sitter-out too. In pairs
    the declarer's partner sits out, and never pays.

    Raises ``ValueError`` if the settlement names a seat that a table of ``players`` lacks.
    """
    amounts = [0] * SEATS
    absent = settlement.sitters if settlement.pairs or not sitter_pays else ()
    moves: tuple[DeclarerResult | PeekedResult, ...] = (*settlement.declarers, *settlement.peeked)
    for move in moves:
        if move.seat >= players:
            message = f"seat {move.seat} is not at a table of {players}"
            raise ValueError(message)
        for opponent in range(players):
            if opponent != move.seat and opponent not in absent:
                amounts[move.seat] += move.value
                amounts[opponent] -= move.value
    north, west, south, east, fifth = amounts
    return Entry((north, west, south, east, fifth))
