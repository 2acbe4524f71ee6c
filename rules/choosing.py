"""What the winner of the auction plays, with which trump, and who joins him."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.auction import Won, holds_respekt, may_become
from rules.cards import SPADILLE, Suit, mask_of, name_of, suit_of
from rules.contracts import ContractTerms, Trump
from rules.errors import Breach, BreachError, quoted
from rules.record import Joined, Tout
from rules.ruleset import RuleSet, as_played
from rules.seats import dealt_in, fourth
from rules.tourne import laid_value, tourne_value


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is said between the auction and the exchange."""

    contract: str
    trump: Suit | None = None
    laid: tuple[int, ...] = ()
    """Tourné cards laid, where they set the price."""
    turned: tuple[int, ...] = ()
    joined: tuple[Joined, ...] = ()
    peeked: tuple[int, ...] = ()
    extra_card: bool = False
    first_five: Tout | None = None
    nolo: bool = False
    bought_again: bool = False
    abandoned: bool = False
    """He will throw the game in, after the exchange or before he plays."""


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
    trump: Suit | None
    joined: tuple[Joined, ...]
    """The further declarers: those of the auction first."""


def choose(ruleset: RuleSet, dealt: Dealt, won: Won, choice: Choice) -> Chosen:
    """Judge ``choice``; raise ``BreachError`` for the first thing against the rules."""
    terms = _terms(ruleset, dealt, won, choice)
    hand = dealt.hands.get(won.declarer, 0)
    trump = _trump(terms, dealt.talon, choice, won.declarer)
    if terms.both_aces and not holds_respekt(ruleset, hand):
        message = "A tourné-respekt needs both black aces in hand."
        raise BreachError(Breach.ACES_NOT_HELD, message, won.declarer)
    if terms.by_cards:
        _check_tourne(ruleset, dealt, won, choice)
    joined = _joined(ruleset, terms, dealt, won, choice)
    if choice.abandoned and not terms.may_abandon:
        message = f"A {terms.contract} cannot be thrown in: it is played to the end."
        raise BreachError(Breach.ABANDON_NOT_ALLOWED, message, won.declarer)
    if choice.abandoned and any(not one.abandoned for one in joined):
        message = "With further declarers the game is played, and cannot be thrown in."
        raise BreachError(Breach.ABANDON_NOT_ALLOWED, message, won.declarer)
    return Chosen(terms, trump, joined)


def _terms(ruleset: RuleSet, dealt: Dealt, won: Won, choice: Choice) -> ContractTerms:
    allowed = may_become(ruleset, won)
    terms = ruleset.terms(choice.contract)
    if terms is None or terms.contract not in allowed:
        instead = ", ".join(allowed)
        message = f"{quoted(choice.contract)} cannot be played here: play one of {instead}."
        raise BreachError(Breach.CONTRACT_NOT_ALLOWED, message, won.declarer)
    return as_played(ruleset, terms, nolo=choice.nolo, spadille_in_talon=SPADILLE in dealt.talon)


def _trump(
    terms: ContractTerms, talon: tuple[int, ...], choice: Choice, declarer: int
) -> Suit | None:
    """The trump; the suit of a black ace that is turned is the one printed on it."""
    if terms.trump in {Trump.NONE, Trump.ACES}:
        return None
    if terms.trump is Trump.NAMED:
        if choice.trump is None:
            message = f"Name the trump of the {terms.contract}."
            raise BreachError(Breach.TRUMP_MISSING, message, declarer)
        return choice.trump
    if terms.trump is Trump.SPADES:
        if choice.trump not in {None, Suit.SPADES}:
            message = f"In a {terms.contract} spades are trump."
            raise BreachError(Breach.TRUMP_MUST_BE_SPADES, message, declarer)
        return Suit.SPADES
    turned = choice.turned[-1:] if terms.by_cards else talon[:1]
    if turned and choice.trump not in {None, suit_of(turned[0])}:
        message = f"{name_of(turned[0])} was turned, and names the trump."
        raise BreachError(Breach.TRUMP_NOT_TURNED, message, declarer)
    return suit_of(turned[0]) if turned else None


def _check_tourne(ruleset: RuleSet, dealt: Dealt, won: Won, choice: Choice) -> None:
    laid = [name_of(card) for card in choice.laid]
    turned = [name_of(card) for card in choice.turned]
    message = ""
    if mask_of(choice.laid) & ~dealt.hands[won.declarer]:
        message = "The cards laid for a tourné are cards of the declarer's hand."
    elif choice.turned != dealt.talon[: len(choice.turned)]:
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
    ruleset: RuleSet, terms: ContractTerms, dealt: Dealt, won: Won, choice: Choice
) -> tuple[Joined, ...]:
    """The further declarers, those of the auction first, each with what was said of him."""
    said = {one.seat: one for one in choice.joined}
    by_auction = [said.pop(seat, Joined(seat=seat)) for seat in won.joined]
    if dealt.pairs and (said or by_auction):
        message = "In a pair event nobody joins the declarer."
        raise BreachError(Breach.JOIN_NOT_ALLOWED, message, next(iter(said), won.declarer))
    for seat in said:
        has_cards = seat in dealt_in(dealt.players, dealt.dealer)
        allowed = (
            seat != won.declarer
            and terms.several
            and (
                (ruleset.several_nolo and not ruleset.pinde)
                if has_cards
                else (ruleset.fourth_joins_nolo and seat in fourth(dealt.players, dealt.dealer))
            )
        )
        if not allowed:
            message = f"Seat {seat} may not join this game."
            raise BreachError(Breach.JOIN_NOT_ALLOWED, message, seat)
    return (*by_auction, *said.values())
