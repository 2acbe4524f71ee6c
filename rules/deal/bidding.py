"""Bidding by rank: two at a time, and who sits first need only equal the last bid.

Source: dlu 11.1, familie 4.1, klub 4.1, lomber 4.1. A state holds seats in the order of speaking;
who is left first among them has priority.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.cards import BASTA, CARDS, SPADILLE, mask_of
from rules.contracts import Contract, ContractTerms, Trait
from rules.errors import Breach, BreachError, quoted
from rules.ruleset import Respekt, RuleSet

PASS = "pass"  # noqa: S105 - a call
SELF = "self"
OFFER = "offer "
TAKE = "take"
GIVE_UP = "give_up"
MOST_PROMISED = 9
"""Nobody buys more cards than he was dealt."""

BLACK_ACES = mask_of((SPADILLE, BASTA))
RED_ACES = mask_of((CARDS["HA"], CARDS["DA"]))
SEVEN_OF_DIAMONDS = mask_of((CARDS["D7"],))


@dataclass(frozen=True, slots=True)
class Won:
    """Who plays, and what was bid for it."""

    declarer: int
    contract: Contract
    """The last bid; ``may_become`` says what else may be played."""
    joined: tuple[int, ...] = ()
    """Further declarers by the auction, in the order in which they joined."""
    promised: int = 0
    """Cards that the declarer must buy, where a koebe_nolo is bid by cards; 0: no promise."""
    said: tuple[tuple[int, int], ...] = ()
    """Bounds, both included, that the value of a tourné must keep before a card is turned."""


@dataclass(frozen=True, slots=True)
class BiddingTable:
    """Who bids, under which rules and with which cards."""

    ruleset: RuleSet
    seats: tuple[int, int, int]
    """Forehand, middlehand, backhand."""
    fourth: int | None
    """Who sits out and may play a mort."""
    hands: Mapping[int, int]
    """By seat, a bit for every card."""

    def must_bid(self, seat: int) -> bool:
        """Whether this seat may not pass while nobody has bid (familie 4.7, hoem 4.5)."""
        rules, hand = self.ruleset, self.hands[seat]
        return (
            (rules.spadille_must_bid and hand >> SPADILLE & 1 == 1)
            or (rules.basta_must_bid and hand >> BASTA & 1 == 1)
            or (rules.dealer_must_bid and seat == self.seats[-1])
        )


@dataclass(frozen=True, slots=True, eq=False)
class Bid:
    """A call that names a game; there is one of each in a ladder."""

    call: str
    terms: ContractTerms
    height: tuple[int, int]
    """Rank, and what tells bids of one rank apart; the greater beats the smaller."""
    promised: int
    takes_offers: bool


@dataclass(frozen=True, slots=True, eq=False)
class Ladder:
    """What one rule set lets be bid over what, whatever the cards are."""

    bids: Mapping[str, Bid]
    """By their call, lowest first."""
    offers: Mapping[str, Bid]
    """What may be offered over a spil, by the call."""
    allowed: Mapping[tuple[str, bool], Mapping[str, Bid]]
    """By the call that stands, empty for none, and whether the speaker has priority."""


def holds_respekt(ruleset: RuleSet, hand: int) -> bool:
    """Whether a hand has what is shown for a tourne_respekt (familie 14.3)."""
    if hand & BLACK_ACES == BLACK_ACES:
        return True
    if not ruleset.respekt_on:
        return False
    black, red = (hand & BLACK_ACES).bit_count(), (hand & RED_ACES).bit_count()
    shown = {
        Respekt.RED_ACES: red == 2,  # noqa: PLR2004 - all there are
        Respekt.MIXED_ACES: black > 0 and red > 0,
        Respekt.THREE_ACES: black + red > 2,  # noqa: PLR2004 - three of four
        Respekt.SEVEN_OF_DIAMONDS: hand & SEVEN_OF_DIAMONDS > 0,
    }
    return any(shown[kind] for kind in ruleset.respekt_on)


@lru_cache(maxsize=64)
def ladder_of(ruleset: RuleSet) -> Ladder:
    """The bids of a rule set; those of rank 0 are not made in the ordinary auction."""
    ranked = sorted(_all_bids(ruleset), key=lambda bid: bid.height)
    bids = {bid.call: bid for bid in ranked}
    offers = {OFFER + bid.call: bid for bid in ranked if bid.call in ruleset.offers}
    allowed = {
        (standing.call if standing else "", priority): _allowed(ruleset, ranked, standing, priority)
        for standing in (None, *ranked)
        for priority in (False, True)
    }
    return Ladder(bids, offers, allowed)


def _all_bids(ruleset: RuleSet) -> list[Bid]:
    bids = []
    for terms in ruleset.played:
        if not terms.rank:
            continue
        promises = range(1, MOST_PROMISED + 1) if ruleset.bid_by_cards(terms) else (0,)
        for promised in promises:
            call = f"{terms.contract} {promised}" if promised > 1 else terms.contract.value
            height, takes = _height(ruleset, terms, promised), Trait.TAKES_OFFERS in terms.traits
            bids.append(Bid(call, terms, height, promised, takes))
    return bids


def _height(ruleset: RuleSet, terms: ContractTerms, promised: int) -> tuple[int, int]:
    own = (terms.rank, max(promised, 1))
    if ruleset.spade_solo_above_pure_nolo and Trait.ABOVE_PURE_NOLO in terms.traits:
        return max([own, *[(other.rank, 2) for other in ruleset.played if other.pure_nolo]])
    return own


def _allowed(
    ruleset: RuleSet,
    ranked: list[Bid],
    standing: Bid | None,
    priority: bool,  # noqa: FBT001 - half of a key
) -> Mapping[str, Bid]:
    """The sufficient bids, and of a group the lowest alone where the rule set asks for that."""
    enough = [bid for bid in ranked if _suffices(ruleset, bid, standing, priority=priority)]
    lowest: dict[int, tuple[int, int]] = {}
    for bid in enough:
        lowest.setdefault(bid.terms.group, bid.height)
    free = {0, *(ruleset.free_groups if standing else ())}
    return {
        bid.call: bid
        for bid in enough
        if not ruleset.lowest_in_group
        or bid.terms.group in free
        or bid.height == lowest[bid.terms.group]
    }


def _suffices(ruleset: RuleSet, bid: Bid, standing: Bid | None, *, priority: bool) -> bool:
    if standing is None or bid.height > standing.height:
        return True
    return priority and (
        bid is standing or (ruleset.equal_by_name and bid.height == standing.height)
    )


@dataclass(frozen=True, slots=True)
class Bidding:
    """A moment of the bidding."""

    table: BiddingTable
    ladder: Ladder
    left: tuple[int, ...]
    """Who has not passed, in the order of speaking; the first two bid against each other."""
    standing: Bid | None = None
    holder: int | None = None
    """Whose bid stands."""
    offered: Bid | None = None
    """What has just been offered to the holder."""

    @property
    def turn(self) -> int | None:
        """Who calls next; None when the bidding is over."""
        if self.offered is not None:
            return self.holder
        for seat in self.left[:2]:
            if seat != self.holder:
                return seat
        return None

    @property
    def won(self) -> Won | None:
        """What the last bid is, and whose; None while there is none."""
        if self.standing is None or self.holder is None:
            return None
        return Won(self.holder, self.standing.terms.contract, promised=self.standing.promised)

    def legal(self, seat: int) -> tuple[str, ...]:
        """What ``seat``, whose turn it is, may call."""
        if self.offered is not None:
            return (TAKE, GIVE_UP)
        priority = self._has_priority(seat)
        shows = holds_respekt(self.table.ruleset, self.table.hands[seat])
        return _calls(self.ladder, self.standing, priority, self._is_forced(seat), shows)

    def call(self, seat: int, call: str) -> "Bidding":
        """What follows when ``seat``, whose turn it is, makes this call.

        Raises ``BreachError`` for one that is not allowed.
        """
        if self.offered is not None:
            return self._answered(self.offered, seat, call)
        if call == PASS:
            if self._is_forced(seat):
                raise BreachError(Breach.MUST_BID, f"Seat {seat} must bid: nobody has yet.", seat)
            left = tuple([one for one in self.left if one != seat])
            return Bidding(self.table, self.ladder, left, self.standing, self.holder)
        if offer := self._offers(seat).get(call):
            return replace(self, offered=offer)
        bid = self._bid_of(seat, call)
        self._check(seat, bid)
        return Bidding(self.table, self.ladder, self.left, bid, seat)

    def _answered(self, offered: Bid, seat: int, call: str) -> "Bidding":
        """The earlier seat bids what was offered, or passes and leaves it to the later one."""
        if call == TAKE:
            return replace(self, standing=offered, offered=None)
        if call == GIVE_UP:
            left = tuple(one for one in self.left if one != seat)
            return Bidding(self.table, self.ladder, left, offered, left[0])
        message = f"An offer is answered with {TAKE} or {GIVE_UP}, not with {quoted(call)}."
        raise BreachError(Breach.BID_UNKNOWN, message, seat)

    def _bid_of(self, seat: int, call: str) -> Bid:
        if call == SELF:
            if self.standing is None or not self._has_priority(seat):
                message = f"Seat {seat} has no bid of a later seat to equal."
                raise BreachError(Breach.SELF_NOT_ALLOWED, message, seat)
            return self.standing
        bid = self.ladder.bids.get(call)
        if bid is None:
            message = f"{quoted(call)} is no call that can be made here."
            raise BreachError(Breach.BID_UNKNOWN, message, seat)
        return bid

    def _check(self, seat: int, bid: Bid) -> None:
        rules, priority = self.table.ruleset, self._has_priority(seat)
        if bid.call not in self._allowed(priority=priority):
            if self.standing and not _suffices(rules, bid, self.standing, priority=priority):
                message = f"A {bid.call} is not enough over {self.standing.call}."
                raise BreachError(Breach.BID_TOO_LOW, message, seat)
            message = f"A lower bid than {bid.call} is enough, and it must be bid first."
            raise BreachError(Breach.BID_NOT_LOWEST, message, seat)
        if bid.terms.both_aces and not holds_respekt(rules, self.table.hands[seat]):
            message = f"Seat {seat} does not hold the cards that a {bid.call} asks for."
            raise BreachError(Breach.ACES_NOT_HELD, message, seat)

    def _allowed(self, *, priority: bool) -> Mapping[str, Bid]:
        return _allowed_over(self.ladder, self.standing, priority=priority)

    def _offers(self, seat: int) -> Mapping[str, Bid]:
        return _offers_over(self.ladder, self.standing, priority=self._has_priority(seat))

    def _has_priority(self, seat: int) -> bool:
        """Whether the bid that stands is a later seat's."""
        return self.standing is not None and seat == self.left[0]

    def _is_forced(self, seat: int) -> bool:
        return self.standing is None and self.table.must_bid(seat)


def _allowed_over(ladder: Ladder, standing: Bid | None, *, priority: bool) -> Mapping[str, Bid]:
    return ladder.allowed[standing.call if standing else "", priority]


def _offers_over(ladder: Ladder, standing: Bid | None, *, priority: bool) -> Mapping[str, Bid]:
    """What may be offered over the bid of a seat before him (lomber 4.7)."""
    takes = standing is not None and standing.takes_offers
    return ladder.offers if takes and not priority else {}


@lru_cache(maxsize=4096)
def _calls(
    ladder: Ladder,
    standing: Bid | None,
    priority: bool,  # noqa: FBT001 - with the others a key: there are few
    forced: bool,  # noqa: FBT001
    shows: bool,  # noqa: FBT001
) -> tuple[str, ...]:
    """All that may be called by who must bid, or shows what a respekt asks for, or not."""
    allowed = _allowed_over(ladder, standing, priority=priority)
    bids = [call for call, bid in allowed.items() if shows or not bid.terms.both_aces]
    calls = [] if forced else [PASS]
    if standing and priority and standing.call in bids:
        calls.append(SELF)
    return (*calls, *bids, *_offers_over(ladder, standing, priority=priority))
