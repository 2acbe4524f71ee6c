"""Why a deal moves what it moves: who pays whom, and for what. Values; the words are a page's."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto, unique
from typing import Final, TypeAlias, assert_never

from rules import DeclarerResult, Game, Outcome, RuleSet, Settlement
from rules.settlement import tout_value
from scoring.ledger import Entry
from scoring.mixed import DOUBLES, FOR_THE_POT
from scoring.pott import KODILLE
from scoring.sequence import Accounting, AccountRules

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


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one seat or the pot pays another, in points or bits."""

    payer: Side
    payee: Side
    amount: int
    """The sum of its parts; nothing, if they cancel out."""
    parts: tuple[Part, ...]
    about: int | None = None
    """Seat whose game is paid for, or who looked; None: it concerns all."""


Parts: TypeAlias = tuple[Part, ...]


def beside(game: Game | None, ruleset: RuleSet) -> Parts:
    """What was won or lost beside the game, for its declarer: ``Settlement.apart`` in parts.

    Of a second exchange only that it was paid: what it costs is the price of the game.
    """
    if game is None:
        return ()
    touts = (
        (Reason.TOUT, tout_value(game.tout, ruleset)),
        (Reason.FIRST_FIVE, tout_value(game.first_five, ruleset)),
    )
    return tuple(Part(reason, amount) for reason, amount in touts if amount)


def transfers(
    rules: AccountRules,
    settlement: Settlement,
    entry: Entry,
    *,
    antes: int = 0,
    beside_game: Sequence[Part] = (),
) -> tuple[Transfer, ...]:
    """Who pays whom for a deal, and why; together they are just its ``entry``.

    ``antes`` says how often everybody had to ante in it, ``beside_game`` what ``beside`` found;
    what is apart and not among that was paid for a second exchange.
    """
    deal = _Deal(rules, settlement, entry, antes, tuple(beside_game))
    match rules.accounting:
        case Accounting.RASLE:
            return tuple(deal.between_players())
        case Accounting.POT:
            return tuple(deal.with_pot())
        case Accounting.POTT:
            return tuple(deal.pott())
        case Accounting.MIXED:
            return tuple(deal.mixed())
        case _:
            assert_never(rules.accounting)


@dataclass(frozen=True, slots=True)
class _Deal:
    """One deal, explained in each of the four ways to keep an account."""

    rules: AccountRules
    settlement: Settlement
    entry: Entry
    antes: int
    told: Parts

    def between_players(self) -> Iterator[Transfer]:
        """Rasle, and the greater half of a mixed account."""
        settlement = self.settlement
        free = settlement.pairs or not self.rules.sitter_pays
        absent = settlement.sitters if free else ()
        for seat, parts in self._moves():
            for opponent in range(self.rules.players):
                if opponent != seat and opponent not in absent:
                    yield _paid(opponent, seat, parts, about=seat)

    def with_pot(self) -> Iterator[Transfer]:
        """Pot: each has his own from it."""
        for seat, parts in self._moves():
            yield _paid(POT, seat, parts, about=seat)

    def pott(self) -> Iterator[Transfer]:
        """Pott: the antes first, then the game."""
        if self.settlement.passed:
            yield from self._all_pay(Reason.PASS, self.settlement.price)
            return
        yield from self._all_pay(Reason.ANTE, self.antes * self.rules.ante)
        declarer = self.settlement.declarers[0]
        lost = Part(Reason.GAME, -self.settlement.price)
        parts: Parts = self._game(declarer, ())
        if declarer.outcome is Outcome.KODILLE:
            parts = (lost, Part(Reason.KODILLE, -KODILLE))
        yield _paid(POT, declarer.seat, (*parts, *self._apart()), about=declarer.seat)
        if declarer.outcome is Outcome.REMIS:
            for seat in range(self.rules.players):
                if seat != declarer.seat and seat not in self.settlement.sitters:
                    yield _paid(POT, seat, (lost,), about=declarer.seat)

    def mixed(self) -> Iterator[Transfer]:
        """Mixed: the players among themselves, then the declarer and the pot."""
        if self.settlement.passed:
            yield from self._all_pay(Reason.PASS, self.settlement.price)
            return
        yield from self.between_players()
        declarer, apart = self.settlement.declarers[0], self._apart()
        failed = tuple(part for part in apart if part.amount < 0)
        alone = -self.entry.pot - sum(part.amount for part in failed)
        parts: Parts = (Part(Reason.POT_PLAYED_FOR, alone),) if alone else ()
        if declarer.outcome is not Outcome.WON and not self._doubles(declarer):
            parts = self._game(declarer, ())
        if parts or failed:
            yield _paid(POT, declarer.seat, (*parts, *failed), about=declarer.seat)

    def _doubles(self, declarer: DeclarerResult) -> bool:
        """A great game was lost: the pot gets as much as it holds, not the game's price."""
        return self.settlement.contract in FOR_THE_POT and declarer.outcome in DOUBLES

    def _all_pay(self, reason: Reason, each: int) -> Iterator[Transfer]:
        if each:
            for seat in range(self.rules.players):
                yield Transfer(seat, POT, each, (Part(reason, each),))

    def _moves(self) -> Iterator[tuple[int, Parts]]:
        """Whose own value moves, and its parts, signed."""
        for number, declarer in enumerate(self.settlement.declarers):
            yield declarer.seat, self._game(declarer, () if number else self._apart())
        for peeked in self.settlement.peeked:
            yield peeked.seat, (Part(Reason.LOOKED, peeked.value),)

    def _game(self, declarer: DeclarerResult, apart: Parts) -> Parts:
        """The parts of a declarer's value, signed; ``apart`` was won or lost by him alone."""
        first = declarer is self.settlement.declarers[0]
        own = declarer.value - (self.settlement.apart if first else 0)
        if declarer.outcome is Outcome.WON:
            return (Part(Reason.GAME, own), *apart)
        bet = -self.settlement.price
        more = Reason.KODILLE if declarer.outcome is Outcome.KODILLE else Reason.EXTRA_CARD
        extra = (Part(more, own - bet),) if own != bet else ()
        return (Part(Reason.GAME, bet), *extra, *apart)

    def _apart(self) -> Parts:
        """What is apart, signed; what was not told was paid for a second exchange."""
        untold = self.settlement.apart - sum(part.amount for part in self.told)
        return (*self.told, Part(Reason.BOUGHT_AGAIN, untold)) if untold else self.told


def _paid(payer: Side, payee: Side, parts: Parts, *, about: int) -> Transfer:
    """Parts that are for ``payee``, turned round if together they are against him."""
    amount = sum(part.amount for part in parts)
    if amount >= 0:
        return Transfer(payer, payee, amount, parts, about)
    turned = tuple(Part(part.reason, -part.amount) for part in parts)
    return Transfer(payee, payer, -amount, turned, about)
