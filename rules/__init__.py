"""The game: pure, typed, no clock, no chance, no files.

A result is read by ``read_result``, which refuses it with everything that is wrong, and settled
by ``settle``, which says what it is worth for each opponent::

    >>> from rules import RULESETS, read_result, settle
    >>> dlu = RULESETS["dlu"]
    >>> record = read_result(
    ...     {"players": 4, "dealer": 0, "declarer": 1, "contract": "solo", "outcome": "bet"}, dlu
    ... )
    >>> settle(record, dlu).declarers
    (DeclarerResult(seat=1, outcome=<Outcome.BET: 'bet'>, value=-3),)

Two halves stand on a common floor of cards, seats, contracts and rule sets: results
(``rules.result``) and, above them, whole deals (``rules.deal``). What differs between clubs is a
field of a ``RuleSet``; nothing asks for its id.
"""

from rules.cards import CARDS, TRICKS, Suit
from rules.contracts import Aim, Contract, ContractTerms, Outcome, Trait, Trump
from rules.deal.checking import Checked, ViolationError, check
from rules.deal.exchange import Item
from rules.deal.simulate import simulate
from rules.deal.steps import Deal, open_deal
from rules.errors import Breach, BreachError, Code, Complaint, Json, RefusedError
from rules.result.extremes import extremes
from rules.result.reading import read_result, ruleset_of
from rules.result.record import Game, Joined, ResultRecord, Said, Tourne, Tout
from rules.result.settlement import DeclarerResult, PeekedResult, Settlement, settle, tout_value
from rules.result.tourne import kodille_costs, tourne_value
from rules.ruleset import Respekt, RuleSet, TourneCard, derive, differences
from rules.rulesets import RULESETS, parent_of
from rules.scorecard import CardLine, ScoreCard, TourneLine, score_card
from rules.seats import dealt_in, partner, playing

__all__ = [
    "CARDS",
    "RULESETS",
    "TRICKS",
    "Aim",
    "Breach",
    "BreachError",
    "CardLine",
    "Checked",
    "Code",
    "Complaint",
    "Contract",
    "ContractTerms",
    "Deal",
    "DeclarerResult",
    "Game",
    "Item",
    "Joined",
    "Json",
    "Outcome",
    "PeekedResult",
    "RefusedError",
    "Respekt",
    "ResultRecord",
    "RuleSet",
    "Said",
    "ScoreCard",
    "Settlement",
    "Suit",
    "Tourne",
    "TourneCard",
    "TourneLine",
    "Tout",
    "Trait",
    "Trump",
    "ViolationError",
    "check",
    "dealt_in",
    "derive",
    "differences",
    "extremes",
    "kodille_costs",
    "open_deal",
    "parent_of",
    "partner",
    "playing",
    "read_result",
    "ruleset_of",
    "score_card",
    "settle",
    "simulate",
    "tourne_value",
    "tout_value",
]
