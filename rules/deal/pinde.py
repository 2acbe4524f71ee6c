"""Bidding in pinde: each seat speaks once, and a tourné hides its value (hoem 4.1, 4.4).

A bid must be worth more than the one that stands. Over a tourné one asks "more than n?": after
yes the asker passes, after no he bids something worth more than n.
"""

from dataclasses import dataclass, replace

from rules.cards import cards_of, name_of
from rules.contracts import ContractTerms
from rules.deal.bidding import PASS, BiddingTable, Won, holds_respekt
from rules.errors import Breach, BreachError, quoted
from rules.result.tourne import hand_values

YES = "yes"
NO = "no"
HIGHEST = 76
"""The most that a tourné can come to (hoem 7.8)."""
QUESTIONS = {f"more {value}": value for value in range(HIGHEST)}


@dataclass(frozen=True, slots=True)
class Pinde:
    """A moment of the bidding."""

    table: BiddingTable
    spoken: int = 0
    """How many of the three seats have had their say."""
    standing: ContractTerms | None = None
    holder: int | None = None
    """Whose bid stands."""
    joined: tuple[int, ...] = ()
    """Who named the standing nolo after its holder."""
    least: int = 0
    """What the cards of a standing tourné must be worth, by what its holder said."""
    asked: int | None = None
    """The n of the question that the speaker put to the holder."""
    answer: str = ""
    """What the holder answered; empty while he has not."""

    @property
    def turn(self) -> int | None:
        """Who calls next; None when the bidding is over."""
        if self.asked is not None and not self.answer:
            return self.holder
        return self.table.seats[self.spoken] if self.spoken < len(self.table.seats) else None

    @property
    def won(self) -> Won | None:
        """What the last bid is, and whose; None while there is none."""
        if self.standing is None or self.holder is None:
            return None
        said = ((self.least, HIGHEST),) if self.standing.by_cards else ()
        return Won(self.holder, self.standing.contract, joined=self.joined, said=said)

    def legal(self, seat: int) -> tuple[str, ...]:
        """What ``seat``, whose turn it is, may call."""
        if self.asked is not None and not self.answer:
            return tuple(word for word in (YES, NO) if self._can_be_true(seat, word, self.asked))
        if self.answer == YES:
            return (PASS,)
        passes = () if self.answer or self._is_forced(seat) else (PASS,)
        if self._must_ask:
            best = max(self._worth(seat, terms) for terms in self._bids().values())
            return (*passes, *(call for call, value in QUESTIONS.items() if value < best))
        bids = self._bids()
        return (*passes, *(call for call in bids if self._breach(seat, bids[call]) is None))

    def call(self, seat: int, call: str) -> "Pinde":
        """What follows when ``seat``, whose turn it is, makes this call.

        Raises ``BreachError`` for one that is not allowed.
        """
        if self.asked is not None and not self.answer:
            return self._answered(seat, call, self.asked)
        if call == PASS:
            return self._passed(seat)
        if call in QUESTIONS and self._must_ask:
            return self._asking(seat, call)
        terms = self._bids().get(call)
        if terms is None:
            raise _unknown(seat, call)
        if breach := self._breach(seat, terms):
            raise BreachError(breach, _sentence(breach, call), seat)
        if self._joins(terms):
            return replace(self, spoken=self.spoken + 1, joined=(*self.joined, seat))
        return Pinde(self.table, self.spoken + 1, terms, seat, least=self._floor)

    def _passed(self, seat: int) -> "Pinde":
        if self.answer == NO or self._is_forced(seat):
            raise BreachError(Breach.MUST_BID, f"Seat {seat} must bid now.", seat)
        return replace(self, spoken=self.spoken + 1, asked=None, answer="")

    def _asking(self, seat: int, call: str) -> "Pinde":
        """A question is asked by one who has something to bid after a no."""
        value = QUESTIONS[call]
        if all(self._worth(seat, terms) <= value for terms in self._bids().values()):
            message = f"Seat {seat} has nothing worth more than {value} to bid after a no."
            raise BreachError(Breach.BID_TOO_LOW, message, seat)
        return replace(self, asked=value)

    def _answered(self, seat: int, call: str, asked: int) -> "Pinde":
        if call not in {YES, NO}:
            raise _unknown(seat, call)
        if not self._can_be_true(seat, call, asked):
            message = f"Seat {seat} could lay no cards of which {call} were true."
            raise BreachError(Breach.TOURNE_INVALID, message, seat)
        least = max(self.least, asked + 1) if call == YES else self.least
        return replace(self, answer=call, least=least)

    def _can_be_true(self, seat: int, answer: str, asked: int) -> bool:
        """Of some cards he could lay that also keep what he has said and bid before."""
        could_lay = [value for value in self._values(seat) if value >= self.least]
        return any((value > asked) == (answer == YES) for value in could_lay)

    def _breach(self, seat: int, terms: ContractTerms) -> Breach | None:
        """What is wrong with this bid now."""
        if self.answer == YES or self._must_ask:
            return Breach.BID_TOO_LOW
        if self._joins(terms):
            return None
        worth = self._worth(seat, terms)
        if not worth:
            return Breach.TOURNE_INVALID if terms.by_cards else Breach.ACES_NOT_HELD
        return Breach.BID_TOO_LOW if worth < self._floor else None

    @property
    def _must_ask(self) -> bool:
        """A tourné stands, and its holder has not been asked by this speaker."""
        return self.standing is not None and self.standing.by_cards and not self.answer

    @property
    def _floor(self) -> int:
        """The least that a bid must be worth."""
        if self.asked is not None:
            return self.asked + 1
        return 0 if self.standing is None else self.standing.rank + 1

    def _joins(self, terms: ContractTerms) -> bool:
        """Naming the nolo that stands is joining it (hoem 5.1)."""
        same = self.standing is not None and terms.contract is self.standing.contract
        return same and self.table.ruleset.players_join(terms)

    def _worth(self, seat: int, terms: ContractTerms) -> int:
        """Pinde, of a tourné the most that could be laid; 0 without the cards it asks for."""
        if terms.by_cards:
            return max(self._values(seat), default=0)
        lacks = terms.both_aces and not holds_respekt(self.table.ruleset, self.table.hands[seat])
        return 0 if lacks else terms.rank

    def _values(self, seat: int) -> frozenset[int]:
        names = [name_of(card) for card in cards_of(self.table.hands[seat])]
        return hand_values(self.table.ruleset.tourne_cards, names)

    def _bids(self) -> dict[str, ContractTerms]:
        played = self.table.ruleset.played
        return {terms.contract.value: terms for terms in played if terms.rank or terms.by_cards}

    def _is_forced(self, seat: int) -> bool:
        return self.standing is None and self.table.must_bid(seat)


def _unknown(seat: int, call: str) -> BreachError:
    message = f"{quoted(call)} is no call that can be made here."
    return BreachError(Breach.BID_UNKNOWN, message, seat)


def _sentence(breach: Breach, call: str) -> str:
    if breach is Breach.TOURNE_INVALID:
        return f"A {call} is bid with a tourné card in hand."
    if breach is Breach.ACES_NOT_HELD:
        return f"A {call} is bid with the aces that it shows."
    return f"A {call} is not worth more than the bid that stands, or its holder was not asked."
