"""Pott: a real pot, which everybody fills and the declarer plays for."""

from collections.abc import Iterator
from enum import StrEnum, unique
from typing import Final

from rules import DeclarerResult, Outcome
from scoring.kind import AccountRules, Choice, Deal, Kind, Pays, Whole, game_value
from scoring.transfers import POT, Part, Parts, Reason, Transfer, all_pay, paid, total


@unique
class RemisPays(StrEnum):
    """Who puts something into a pott at remis."""

    TABLE = "table"
    """Everybody, for the sitter-out "pays into the pot like the others" (seed 004)."""
    PLAYERS = "players"
    """Those who played the deal."""


@unique
class RemisPrice(StrEnum):
    """What each puts into a pott at remis."""

    GAME = "game"
    """What the game is worth (seed 004, Pott)."""
    ONE = "one"
    """One bit: seed 004's other custom."""


ANTE: Final = Whole("ante", 2, lowest=2, highest=6)
"""Bits that everybody puts into a pott at a time (seed 004, Pott)."""
REMIS_PAYS: Final = Choice("remis_pays", RemisPays.TABLE)
REMIS_PRICE: Final = Choice("remis_price", RemisPrice.GAME)
KODILLE: Final = 1
"""What a kodille costs on top of a bet, in every game, a købe nolo too (the running text)."""


def worth(rules: AccountRules, outcome: Outcome, value: int, bet: int) -> int:
    """What the declarer has from the pot, signed, in bits; what is apart not counted."""
    if outcome is Outcome.KODILLE:
        return bet - KODILLE
    if outcome is Outcome.REMIS and rules[REMIS_PRICE] is RemisPrice.ONE:
        return -1
    return value


def with_pott(deal: Deal) -> Iterator[Transfer]:
    """Who pays whom for one deal (seed 004, Pott).

    If all passed everybody pays. Else the declarer settles with the pot; if it cannot pay,
    everybody antes again first, as often as needed. At remis the others pay what he pays for
    the game; a tout that failed is his alone.
    """
    rules, settlement = deal.rules, deal.settlement
    if settlement.passed:
        yield from all_pay(rules.players, settlement.price, Reason.PASS)
        return
    declarer = deal.only_declarer()
    game = _game(deal, declarer)
    parts = (*game, *deal.beside)
    missing = max(total(parts) - deal.held, 0)
    antes = -(-missing // (rules.players * rules[ANTE]))  # rounded up
    yield from all_pay(rules.players, antes * rules[ANTE], Reason.ANTE)
    yield from paid(POT, declarer.seat, parts, about=declarer.seat)
    if declarer.outcome is Outcome.REMIS:
        absent = settlement.sitters if rules[REMIS_PAYS] is RemisPays.PLAYERS else ()
        for seat in range(rules.players):
            if seat != declarer.seat and seat not in absent:
                yield from paid(POT, seat, game, about=declarer.seat)


def _game(deal: Deal, declarer: DeclarerResult) -> Parts:
    """What the declarer has of the game itself, in parts."""
    value, bet = game_value(deal.rules, deal.settlement), -deal.settlement.price
    if declarer.outcome is Outcome.KODILLE:
        return (Part(Reason.GAME, bet), Part(Reason.KODILLE, value - bet))
    return (Part(Reason.GAME, value),)


def _ante(rules: AccountRules) -> int:
    return rules[ANTE]


POTT: Final = Kind(
    key="pott",
    pays=Pays.POT,
    settings=(ANTE, REMIS_PAYS, REMIS_PRICE),
    needs_pot=True,
    ante=_ante,
    worth=worth,
    move=with_pott,
)
