"""The auction: from the first call to who plays what, under every rule set.

Source: ``docs/record.md``, "A whole deal"; dlu 11.1, familie 4.1, hoem 4.1, lomber 4.1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.cards import SPADILLE
from rules.contracts import Contract
from rules.deal.bidding import PASS, Bidding, BiddingTable, Won, holds_respekt, ladder_of
from rules.deal.pinde import Pinde
from rules.errors import Breach, BreachError, quoted
from rules.ruleset import RuleSet

__all__ = ["Auction", "Won", "holds_respekt", "may_become", "open_auction"]


@dataclass(frozen=True, slots=True)
class AfterPasses:
    """Who may still take kaske or mort when all have passed (familie 13.1, 13.3)."""

    asked: tuple[tuple[int, Contract], ...]
    """Seats and what they are asked, in order."""
    must: bool = False
    """He may not refuse."""
    won: Won | None = None

    @property
    def turn(self) -> int | None:
        """Who is asked; None when nobody is left, or one has taken it."""
        return self.asked[0][0] if self.asked and self.won is None else None

    def legal(self, seat: int) -> tuple[str, ...]:
        """What ``seat``, who is asked, may call."""
        contract = dict(self.asked)[seat].value
        return (contract,) if self.must else (PASS, contract)

    def call(self, seat: int, call: str) -> "AfterPasses":
        """What follows on this answer. Raises ``BreachError`` for one that is not allowed."""
        contract = self.asked[0][1]
        if call == contract:
            return replace(self, won=Won(seat, contract))
        if call != PASS:
            message = f"All have passed: seat {seat} calls {contract} or pass, not {quoted(call)}."
            raise BreachError(Breach.BID_UNKNOWN, message, seat)
        if self.must:
            message = f"Seat {seat} holds spadille and must call {contract}."
            raise BreachError(Breach.MUST_BID, message, seat)
        return replace(self, asked=self.asked[1:])


@dataclass(frozen=True, slots=True)
class Auction:
    """A moment of the auction. ``open_auction`` makes the first, ``call`` each that follows."""

    table: BiddingTable
    phase: Bidding | Pinde | AfterPasses

    @property
    def turn(self) -> int | None:
        """The seat that calls next; None when the auction is over."""
        return self.phase.turn

    def legal(self) -> tuple[str, ...]:
        """Every call that may be made now; none when the auction is over, and only then."""
        seat = self.phase.turn
        return () if seat is None else self.phase.legal(seat)

    def call(self, seat: int, call: str) -> "Auction":
        """What follows when ``seat`` makes this call.

        Raises ``BreachError`` with the code of ``docs/record.md`` for one that is not allowed.
        """
        turn = self.phase.turn
        if turn is None:
            raise BreachError(Breach.AUCTION_OVER, "The auction is over.", seat)
        if seat != turn:
            message = f"It is seat {turn}'s turn to call, not seat {seat}'s."
            raise BreachError(Breach.OUT_OF_TURN, message, seat)
        phase: Bidding | Pinde | AfterPasses = self.phase.call(seat, call)
        if phase.turn is None and phase.won is None and not isinstance(phase, AfterPasses):
            phase = _after_passes(self.table)
        return Auction(self.table, phase)

    def finish(self) -> Won | None:
        """Who won, and with what; None when all passed.

        Raises ``BreachError`` if somebody has still to call.
        """
        turn = self.phase.turn
        if turn is not None:
            message = f"The auction is not over: seat {turn} has still to call."
            raise BreachError(Breach.AUCTION_UNFINISHED, message, turn)
        return self.phase.won


def open_auction(
    ruleset: RuleSet,
    seats: tuple[int, int, int],
    fourth: int | None,
    hands: Mapping[int, int],
) -> Auction:
    """The auction before the first call.

    ``seats`` are forehand, middlehand and backhand, ``fourth`` is who sits out and may play a
    mort, and ``hands`` are the cards dealt, by seat, a bit for every card.
    """
    table = BiddingTable(ruleset, seats, fourth, hands)
    if ruleset.pinde:
        return Auction(table, Pinde(table))
    return Auction(table, Bidding(table, ladder_of(ruleset), seats))


@lru_cache(maxsize=512)
def _may_become(ruleset: RuleSet, bid: Contract) -> tuple[Contract, ...]:
    terms = ruleset.terms(bid)
    instead = terms.becomes if terms is not None else ()
    return (bid, *[contract for contract in instead if ruleset.terms(contract) is not None])


def may_become(ruleset: RuleSet, won: Won) -> tuple[Contract, ...]:
    """What the declarer may play, his bid first (dlu 13.1)."""
    return _may_become(ruleset, won.contract)


def _after_passes(table: BiddingTable) -> AfterPasses:
    """Kaske comes before mort; who holds spadille may have to take it (lomber 11.2)."""
    rules = table.ruleset
    asked: list[tuple[int, Contract]] = []
    for terms in sorted(rules.played, key=lambda terms: terms.talon_cards):
        seats: tuple[int, ...] = ()
        if terms.by_sitter:
            seats = () if table.fourth is None else (table.fourth,)
        elif terms.talon_cards:
            holders = [seat for seat in table.seats if table.hands[seat] >> SPADILLE & 1]
            if rules.spadille_must_kaske and holders:
                return AfterPasses(((holders[0], terms.contract),), must=True)
            seats = table.seats[:1] if rules.kaske_by_forehand else table.seats
        asked += [(seat, terms.contract) for seat in seats]
    return AfterPasses(tuple(asked))
