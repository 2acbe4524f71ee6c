"""Mixed: opponents and declarer settle at once, and the great games play for a pot besides."""

from collections.abc import Iterator
from typing import Final

from rules import DeclarerResult, Outcome
from scoring.kind import AccountRules, Deal, Kind, Pays, Whole
from scoring.rasle import SITTER_PAYS, between_players
from scoring.transfers import POT, Part, Parts, Reason, Transfer, all_pay, of_game, paid

POT_CAP: Final = Whole[int | None]("pot_cap", None, lowest=0)
"""The most bits that a game played for the pot takes from it or adds to it; None: no limit."""
ANTE: Final = 1
"""Bits that everybody puts into the pot at the start (seed 004, Mixed)."""
DOUBLES: Final = frozenset({Outcome.BET, Outcome.KODILLE})
"""A remis does not: it has no star."""


def with_both(deal: Deal) -> Iterator[Transfer]:
    """Who pays whom for one deal (seed 004, Mixed).

    If all passed everybody pays. Else every opponent settles with the declarer, tout included,
    and the declarer with the pot, which has nothing to do with a tout that was made.
    """
    settlement = deal.settlement
    if settlement.passed:
        yield from all_pay(deal.rules.players, settlement.price, Reason.PASS)
        return
    declarer = deal.only_declarer()
    yield from between_players(deal)
    failed = deal.beside if settlement.apart < 0 else ()
    yield from paid(
        POT, declarer.seat, (*_against_pot(deal, declarer), *failed), about=declarer.seat
    )


def _against_pot(deal: Deal, declarer: DeclarerResult) -> Parts:
    """What the declarer has of the game itself from the pot, signed."""
    cap, held = deal.rules[POT_CAP], deal.held
    limit = held if cap is None else cap
    great = deal.settlement.for_pot
    if great and declarer.outcome in DOUBLES:
        return (Part(Reason.POT_PLAYED_FOR, -min(held, limit)),)
    if declarer.outcome is not Outcome.WON:
        return of_game(deal.settlement, declarer)
    wins = min(max(held - deal.rules.players, 0), limit) if great else 0
    return (Part(Reason.POT_PLAYED_FOR, wins),)


def _ante(_rules: AccountRules) -> int:
    return ANTE


MIXED: Final = Kind(
    key="mixed",
    pays=Pays.BOTH,
    settings=(SITTER_PAYS, POT_CAP),
    needs_pot=True,
    ante=_ante,
    plays_for_pot=True,
    move=with_both,
)
