"""What the winner of the auction plays, with which trump, and who joins him."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.cards import CARDS, SPADILLE, Suit, cards_of, name_of, suit_of
from rules.contracts import ContractTerms, Trump
from rules.deal.auction import Won, holds_respekt, may_become
from rules.errors import Breach, BreachError, quoted
from rules.result.record import Joined, Said
from rules.result.tourne import laid_value, tourne_value
from rules.ruleset import RuleSet, as_played
from rules.seats import dealt_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """What lies on the table and in the hands."""

    players: int
    dealer: int
    hands: Mapping[int, int]
    """By seat, a bit for every card."""
    talon: tuple[int, ...]
    pairs: bool


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the rules make of it."""

    terms: ContractTerms
    said: Said
    """With the trump that follows, and the further declarers: those of the auction first."""


def choose(ruleset: RuleSet, dealt: Dealt, won: Won, said: Said) -> Chosen:
    """Judge ``said``; raise ``BreachError`` for the first thing against the rules."""
    terms = _terms(ruleset, dealt, won, said)
    hand = dealt.hands.get(won.declarer, 0)
    trump = _trump(terms, dealt.talon, said, won.declarer)
    if terms.both_aces and not holds_respekt(ruleset, hand):
        message = "A tourné-respekt needs both black aces in hand."
        raise BreachError(Breach.ACES_NOT_HELD, message, won.declarer)
    if terms.by_cards:
        _check_tourne(ruleset, dealt, won, said)
    joined = _joined(ruleset, terms, dealt, won, said)
    if said.abandoned and not terms.may_abandon:
        message = f"A {terms.contract} cannot be thrown in: it is played to the end."
        raise BreachError(Breach.ABANDON_NOT_ALLOWED, message, won.declarer)
    if said.abandoned and any(not one.abandoned for one in joined):
        message = "With further declarers the game is played, and cannot be thrown in."
        raise BreachError(Breach.ABANDON_NOT_ALLOWED, message, won.declarer)
    if (trump, joined) != (said.trump, said.joined):
        said = replace(said, trump=trump, joined=joined)
    return Chosen(terms, said)


def _terms(ruleset: RuleSet, dealt: Dealt, won: Won, said: Said) -> ContractTerms:
    allowed = may_become(ruleset, won)
    terms = ruleset.terms(said.contract)
    if terms is None or terms.contract not in allowed:
        instead = ", ".join(allowed)
        message = f"{quoted(said.contract)} cannot be played here: play one of {instead}."
        raise BreachError(Breach.CONTRACT_NOT_ALLOWED, message, won.declarer)
    return as_played(ruleset, terms, nolo=said.nolo, spadille_in_talon=SPADILLE in dealt.talon)


def _trump(terms: ContractTerms, talon: tuple[int, ...], said: Said, declarer: int) -> Suit | None:
    """The trump; the suit of a black ace that is turned is the one printed on it."""
    if terms.trump in {Trump.NONE, Trump.ACES}:
        return None
    if terms.trump is Trump.NAMED:
        if said.trump is None:
            message = f"Name the trump of the {terms.contract}."
            raise BreachError(Breach.TRUMP_MISSING, message, declarer)
        return said.trump
    if terms.trump is Trump.SPADES:
        if said.trump not in {None, Suit.SPADES}:
            message = f"In a {terms.contract} spades are trump."
            raise BreachError(Breach.TRUMP_MUST_BE_SPADES, message, declarer)
        return Suit.SPADES
    turned = said.tourne.turned[-1:] if terms.by_cards else _names(talon[:1])
    if not turned or turned[0] not in CARDS:
        return None
    suit = suit_of(CARDS[turned[0]])
    if said.trump not in {None, suit}:
        message = f"{turned[0]} was turned, and names the trump."
        raise BreachError(Breach.TRUMP_NOT_TURNED, message, declarer)
    return suit


def _check_tourne(ruleset: RuleSet, dealt: Dealt, won: Won, said: Said) -> None:
    laid, turned = said.tourne.laid, said.tourne.turned
    message = ""
    if not set(laid).issubset(_names(cards_of(dealt.hands[won.declarer]))):
        message = "The cards laid for a tourné are cards of the declarer's hand."
    elif turned != _names(dealt.talon[: len(turned)]):
        message = "The cards turned are those on top of the talon, in order."
    else:
        try:
            tourne_value(ruleset.tourne_cards, laid, turned)
            value = laid_value(ruleset.tourne_cards, laid)
        except ValueError as wrong:
            message = str(wrong)
        else:
            if not all(low <= value <= high for low, high in won.said):
                message = f"Cards worth {value} do not fit what was said in the auction."
    if message:
        raise BreachError(Breach.TOURNE_INVALID, message, won.declarer)


def _joined(
    ruleset: RuleSet, terms: ContractTerms, dealt: Dealt, won: Won, said: Said
) -> tuple[Joined, ...]:
    """The further declarers, those of the auction first, each with what was said of him."""
    named = {one.seat: one for one in said.joined}
    by_auction = [named.pop(seat, Joined(seat=seat)) for seat in won.joined]
    if dealt.pairs and (named or by_auction):
        message = "In a pair event nobody joins the declarer."
        raise BreachError(Breach.JOIN_NOT_ALLOWED, message, next(iter(named), won.declarer))
    for seat in named:
        # In pinde who was dealt cards joins by his bid.
        late = ruleset.pinde and seat in dealt_in(dealt.players, dealt.dealer)
        allowed = ruleset.may_join(terms, seat, players=dealt.players, dealer=dealt.dealer)
        if late or not allowed or seat == won.declarer:
            message = f"Seat {seat} may not join this game."
            raise BreachError(Breach.JOIN_NOT_ALLOWED, message, seat)
    return (*by_auction, *named.values())


def _names(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([name_of(card) for card in cards])
