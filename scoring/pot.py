"""Pot: the declarer's own balance alone moves, and the pot only counts what all have together."""

from collections.abc import Iterator
from typing import Final

from scoring.kind import Deal, Kind, Pays
from scoring.transfers import POT, Transfer, paid


def with_pot(deal: Deal) -> Iterator[Transfer]:
    """Who pays whom for one deal (seed 003, 14).

    Every declarer, and everybody who looked and did not join, has his own value from the pot or
    puts it there; nobody else is touched. The pot may go below nothing.
    """
    for seat, parts in deal.games():
        yield from paid(POT, seat, parts, about=seat)


POT_ACCOUNT: Final = Kind(key="pot", pays=Pays.POT, move=with_pot)
