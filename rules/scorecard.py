"""A rule set's table of values as data: for the page, the paper and the parser of typed deals."""

from typing import TypedDict

from rules.contracts import ContractTerms, Outcome
from rules.ruleset import RuleSet

MOST_DIGITS = 9
"""Keys 1 to 9; a tenth contract has only its letter."""


class CardLine(TypedDict):
    """One contract. Values are signed points per opponent, as the declarer sees them."""

    id: str
    digit: str
    """The key on the number pad; empty if there are more contracts than digits."""
    letter: str
    trump: str
    """``named``, ``spades``, ``turned`` or ``none``."""
    values: dict[str, int]
    """By outcome, in the order won, bet, kodille; only those that the contract can have."""
    tout: bool
    """A tout may be announced."""
    may_abandon: bool
    """It may be given up, which counts as bet."""


class ScoreCard(TypedDict):
    """All that entry and print need to know of a rule set; plain JSON."""

    ruleset: str
    digest: str
    players: list[int]
    contracts: list[CardLine]
    tout: dict[str, int]
    """What ``made`` and ``failed`` add to the value."""


def score_card(ruleset: RuleSet) -> ScoreCard:
    """The table of values of ``ruleset``, its contracts in their printed order."""
    return {
        "ruleset": ruleset.id,
        "digest": ruleset.digest,
        "players": list(ruleset.players),
        "contracts": [
            _line(number, terms) for number, terms in enumerate(ruleset.contracts, start=1)
        ],
        "tout": {"made": ruleset.tout_value, "failed": -ruleset.tout_value},
    }


def _line(number: int, terms: ContractTerms) -> CardLine:
    return {
        "id": terms.contract.value,
        "digit": str(number) if number <= MOST_DIGITS else "",
        "letter": terms.letter,
        "trump": terms.trump.value,
        "values": {
            outcome.value: terms.value(outcome) for outcome in Outcome if outcome in terms.outcomes
        },
        "tout": terms.tout,
        "may_abandon": terms.may_abandon,
    }
