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
    EXTRA_CARD_NOT_ALLOWED = "extra_card_not_allowed"
    """No extra card is sold in this contract or rule set."""
    JOIN_NOT_ALLOWED = "join_not_allowed"
    """Nobody may join this contract, or not under this rule set."""
    PEEK_NOT_ALLOWED = "peek_not_allowed"
    """Nobody may look and stay out under this rule set."""
    FIRST_FIVE_NOT_ALLOWED = "first_five_not_allowed"
    """The first five tricks are not played for under this rule set."""
    OPTION_UNKNOWN = "option_unknown"
    """Not an option of this rule set."""


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
