"""Every refusal by name, and the error that carries all refusals of a record at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""What JSON can say."""

LONGEST_QUOTE = 40
LARGEST_QUOTED = 10**9


@unique
class Code(StrEnum):
    """Why a result was refused. The interface has a sentence for each in every language."""

    MALFORMED = "malformed"
    """Not JSON, or a key that is missing, unknown or of the wrong type."""
    RULESET_UNKNOWN = "ruleset_unknown"
    """No rule set of that name here."""
    PLAYERS_INVALID = "players_invalid"
    """The rule set is not played by that many."""
    DEALER_INVALID = "dealer_invalid"
    """No such seat at the table."""
    DECLARER_INVALID = "declarer_invalid"
    """No such seat at the table."""
    DECLARER_SITS_OUT = "declarer_sits_out"
    """He was dealt no cards."""
    CONTRACT_UNKNOWN = "contract_unknown"
    """Not a contract of this rule set."""
    TRUMP_NOT_ALLOWED = "trump_not_allowed"
    """The contract has no trump."""
    TRUMP_MUST_BE_SPADES = "trump_must_be_spades"
    """The contract has spades as trump, always."""
    DECLARER_MUST_SIT_OUT = "declarer_must_sit_out"
    """The contract is for the player who was dealt no cards."""
    TRICKS_REQUIRED = "tricks_required"
    """The outcome alone does not say what the game is worth, or how it went for each declarer."""
    TRICKS_INVALID = "tricks_invalid"
    """Out of range, more than nine in all, or a seat missing or too many."""
    TRICKS_UNDECIDED = "tricks_undecided"
    """Play stopped before the outcome was certain."""
    OUTCOME_UNKNOWN = "outcome_unknown"
    """Not the name of an outcome."""
    OUTCOME_NOT_ALLOWED = "outcome_not_allowed"
    """The contract cannot end like that under this rule set."""
    ABANDON_NOT_ALLOWED = "abandon_not_allowed"
    """The contract may not be thrown in."""
    TOUT_NOT_ALLOWED = "tout_not_allowed"
    """No tout in this contract, nor in a game that was thrown in."""
    TOUT_CONTRADICTS_TRICKS = "tout_contradicts_tricks"
    """The tricks or the outcome say otherwise."""
    TOURNE_REQUIRED = "tourne_required"
    """The price of a tourné is that of its cards, and they are not written down."""
    TOURNE_INVALID = "tourne_invalid"
    """Cards that could not have been laid or turned."""
    TRUMP_CONTRADICTS_TOURNE = "trump_contradicts_tourne"
    """The card turned last has another suit."""
    EXTRA_CARD_NOT_ALLOWED = "extra_card_not_allowed"
    """No extra card is sold in this contract or rule set."""
    JOIN_NOT_ALLOWED = "join_not_allowed"
    """Nobody may join this contract, or not under this rule set."""
    JOINED_INVALID = "joined_invalid"
    """A seat joins twice, or joins and looks, or is the declarer, or bought what he may not."""
    PEEK_NOT_ALLOWED = "peek_not_allowed"
    """Nobody may look and stay out under this rule set."""
    FIRST_FIVE_NOT_ALLOWED = "first_five_not_allowed"
    """The first five tricks are not played for under this rule set."""
    FIRST_FIVE_CONTRADICTS_TRICKS = "first_five_contradicts_tricks"
    """The tricks or the outcome say otherwise."""
    OPTION_UNKNOWN = "option_unknown"
    """Not an option of this rule set."""


@unique
class Breach(StrEnum):
    """What is against the rules in a whole deal (``docs/record.md``)."""

    MALFORMED = "malformed"
    CARDS_INVALID = "cards_invalid"
    OUT_OF_TURN = "out_of_turn"
    BID_UNKNOWN = "bid_unknown"
    BID_TOO_LOW = "bid_too_low"
    BID_NOT_LOWEST = "bid_not_lowest"
    SELF_NOT_ALLOWED = "self_not_allowed"
    MUST_BID = "must_bid"
    AUCTION_OVER = "auction_over"
    AUCTION_UNFINISHED = "auction_unfinished"
    CONTRACT_NOT_ALLOWED = "contract_not_allowed"
    TRUMP_MISSING = "trump_missing"
    TRUMP_MUST_BE_SPADES = "trump_must_be_spades"
    TRUMP_NOT_TURNED = "trump_not_turned"
    ACES_NOT_HELD = "aces_not_held"
    TOURNE_INVALID = "tourne_invalid"
    JOIN_NOT_ALLOWED = "join_not_allowed"
    ABANDON_NOT_ALLOWED = "abandon_not_allowed"
    ABANDON_TOO_LATE = "abandon_too_late"
    EXCHANGE_NOT_ALLOWED = "exchange_not_allowed"
    EXCHANGE_TOO_FEW = "exchange_too_few"
    EXCHANGE_TOO_MANY = "exchange_too_many"
    CARD_NOT_HELD = "card_not_held"
    MUST_FOLLOW_SUIT = "must_follow_suit"
    TOUT_TOO_LATE = "tout_too_late"
    TOUT_NOT_ALLOWED = "tout_not_allowed"
    PLAY_UNDECIDED = "play_undecided"
    PLAY_AFTER_END = "play_after_end"


class BreachError(ValueError):
    """One step of a deal that the rules do not allow."""

    def __init__(self, breach: Breach, message: str, seat: int | None = None) -> None:
        self.breach = breach
        self.seat = seat
        """Who did it; None where no one seat is at fault."""
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong with a record."""

    code: Code
    field: str
    """The key it is about, such as ``declarer``; empty for the record as a whole."""
    message: str
    """An English sentence: what is wrong and, where it helps, what would be right."""

    def to_json(self) -> dict[str, Json]:
        """As the commands print it."""
        return {"code": self.code.value, "field": self.field, "message": self.message}


class RefusedError(ValueError):
    """A record that is not a result under the rule set, with everything that is wrong."""

    def __init__(self, complaints: Sequence[Complaint]) -> None:
        self.complaints = tuple(complaints)
        super().__init__(" ".join(complaint.message for complaint in self.complaints))


def quoted(value: object) -> str:
    """A value that came from outside, short and printable whatever it is, for a sentence.

    >>> quoted("whist")
    '“whist”'
    >>> quoted(10**5000)
    'such a large number'
    """
    if isinstance(value, int):
        return str(value) if abs(value) <= LARGEST_QUOTED else "such a large number"
    if not isinstance(value, str):
        return "this"
    shown = "".join(sign if sign.isprintable() else "?" for sign in value[:LONGEST_QUOTE])
    return f"“{shown}{'…' if len(value) > LONGEST_QUOTE else ''}”"
