"""Who pays whom, how much, and for what: the values of which every account is made."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto, unique
from typing import Final, TypeAlias

from rules import DeclarerResult, Game, Outcome, RuleSet, Settlement, tout_value
from scoring.ledger import SEATS, Entry

POT: Final = None
"""Stands where a seat could: the pot pays or is paid."""
Side: TypeAlias = int | None


@unique
class Reason(Enum):
    """What a part of a payment is for."""

    GAME = auto()
    """The game itself: what it wins, or what a bet costs."""
    KODILLE = auto()
    """What a kodille costs on top of a bet."""
    EXTRA_CARD = auto()
    """What a loss costs more for the card that he bought beyond those he laid away."""
    APART = auto()
    """Won or lost beside the game, where it was not told what for."""
    TOUT = auto()
    FIRST_FIVE = auto()
    """The first five tricks, announced."""
    BOUGHT_AGAIN = auto()
    """The price of a second exchange."""
    LOOKED = auto()
    """He looked at the talon and did not join."""
    PASS = auto()
    """All passed, and everybody pays."""
    ANTE = auto()
    """The pott could not pay."""
    POT_PLAYED_FOR = auto()
    """A great game wins from a mixed account's pot, or doubles it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One term of a payment; less than nothing where it makes the payment smaller."""

    reason: Reason
    amount: int


Parts: TypeAlias = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one seat or the pot pays another, in points or bits."""

    payer: Side
    payee: Side
    amount: int
    """The sum of its parts; nothing, if they cancel out."""
    parts: Parts
    """At least one, and none of nothing."""
    about: int | None = None
    """Seat whose game is paid for, or who looked; None: it concerns all."""


def paid(
    payer: Side, payee: Side, parts: Iterable[Part], *, about: int | None
) -> Iterator[Transfer]:
    """Parts that are for ``payee``, turned round if together they are against him.

    Parts of nothing are left out, and without any there is no transfer.
    """
    kept = tuple(part for part in parts if part.amount)
    amount = total(kept)
    if amount < 0:
        payer, payee, amount = payee, payer, -amount
        kept = tuple(Part(part.reason, -part.amount) for part in kept)
    if kept:
        yield Transfer(payer, payee, amount, kept, about)


def all_pay(players: int, each: int, reason: Reason) -> Iterator[Transfer]:
    """Everybody at the table, the sitter-out too, puts so much into the pot (seed 004)."""
    for seat in range(players):
        yield from paid(seat, POT, (Part(reason, each),), about=None)


def total(parts: Iterable[Part]) -> int:
    """What the parts come to."""
    return sum(part.amount for part in parts)


def entry_of(transfers: Iterable[Transfer]) -> Entry:
    """What changes hands if each is carried out.

    >>> entry_of(all_pay(3, 2, Reason.PASS))
    Entry(seats=(-2, -2, -2, 0, 0), pot=6, penalties=0, cash=0)
    """
    moved = [0] * (SEATS + 1)
    for transfer in transfers:
        moved[SEATS if transfer.payer is POT else transfer.payer] -= transfer.amount
        moved[SEATS if transfer.payee is POT else transfer.payee] += transfer.amount
    north, west, south, east, fifth, pot = moved
    return Entry((north, west, south, east, fifth), pot)


def beside(game: Game | None, ruleset: RuleSet, price: int) -> Parts:
    """What was won or lost beside the game, for its declarer: ``Settlement.apart`` in parts.

    ``price`` is that of the settlement, for which a second exchange is bought.
    """
    if game is None or not (game.tout or game.first_five or game.bought_again):
        return ()
    parts = (
        Part(Reason.TOUT, tout_value(game.tout, ruleset)),
        Part(Reason.FIRST_FIVE, tout_value(game.first_five, ruleset)),
        Part(Reason.BOUGHT_AGAIN, -price if game.bought_again else 0),
    )
    return tuple(part for part in parts if part.amount)


def of_game(settlement: Settlement, declarer: DeclarerResult) -> Parts:
    """A declarer's value, signed, in parts; what is apart from the game is not among them."""
    first = declarer is settlement.declarers[0]
    own = declarer.value - (settlement.apart if first else 0)
    if declarer.outcome is Outcome.WON:
        return (Part(Reason.GAME, own),)
    bet = -settlement.price
    more = Reason.KODILLE if declarer.outcome is Outcome.KODILLE else Reason.EXTRA_CARD
    return (Part(Reason.GAME, bet), Part(more, own - bet))
