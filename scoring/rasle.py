"""Rasle: every opponent settles with the declarer at once, and there is no pot."""

from collections.abc import Iterator
from typing import Final

from scoring.kind import Deal, Flag, Kind, Pays
from scoring.transfers import Transfer, paid

SITTER_PAYS: Final = Flag("sitter_pays", default=False)
"""The sitter-out pays and is paid like an opponent."""


def between_players(deal: Deal) -> Iterator[Transfer]:
    """Who pays whom for one deal (seed 000, Betalning).

    Each opponent pays the value of the game to the declarer, or is paid it when the game is
    lost. Opponents are those who played; where the sitter-out pays, he too. In pairs the
    declarer's partner sits out, and never pays.
    """
    settlement = deal.settlement
    free = settlement.pairs or not deal.rules[SITTER_PAYS]
    absent = settlement.sitters if free else ()
    for seat, parts in deal.games():
        for opponent in range(deal.rules.players):
            if opponent != seat and opponent not in absent:
                yield from paid(opponent, seat, parts, about=seat)


RASLE: Final = Kind(key="rasle", pays=Pays.OPPONENTS, settings=(SITTER_PAYS,), move=between_players)
