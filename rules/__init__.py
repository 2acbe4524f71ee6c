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

Storeys, the lowest first: ``cards seats errors``, ``fields jsonlines``, ``contracts``, ``ruleset``,
``rulesets``, ``outcome record scorecard``, ``judging``, ``reading``, ``settlement``. What
differs between clubs is a field of a ``RuleSet``; nothing asks for its id.
"""

from rules.cards import Suit
from rules.contracts import Aim, Contract, ContractTerms, Outcome, Trump
from rules.errors import Code, Complaint, RefusedError
from rules.reading import read_result, ruleset_of
from rules.record import Game, Joined, ResultRecord, Tout
from rules.ruleset import RuleSet, derive, differences
from rules.rulesets import RULESETS
from rules.scorecard import CardLine, ScoreCard, score_card
from rules.seats import dealt_in
from rules.settlement import DeclarerResult, PeekedResult, Settlement, settle

__all__ = [
    "RULESETS",
    "Aim",
    "CardLine",
    "Code",
    "Complaint",
    "Contract",
    "ContractTerms",
    "DeclarerResult",
    "Game",
    "Joined",
    "Outcome",
    "PeekedResult",
    "RefusedError",
    "ResultRecord",
    "RuleSet",
    "ScoreCard",
    "Settlement",
    "Suit",
    "Tout",
    "Trump",
    "dealt_in",
    "derive",
    "differences",
    "read_result",
    "ruleset_of",
    "score_card",
    "settle",
]
