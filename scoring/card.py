"""What a game comes to for its declarer, as the account pays it: on the card, and when settled."""

from rules import Outcome, RuleSet, ScoreCard, Settlement, score_card
from rules.scorecard import CardLine
from scoring.pott import KODILLE, declarer_value
from scoring.sequence import Accounting


def card_of(ruleset: RuleSet, accounting: Accounting) -> ScoreCard:
    """The table of values of ``ruleset`` as an account of this kind pays it.

    In a pott no kodille is paid by the trick: its tricks must be told all the same.
    """
    card = score_card(ruleset)
    if accounting is not Accounting.POTT:
        return card
    return {**card, "contracts": [_in_a_pott(line) for line in card["contracts"]]}


def value_of(settlement: Settlement, accounting: Accounting) -> int:
    """Signed value of the first declarer's game; 0 if all passed."""
    if settlement.passed:
        return 0
    declarer = settlement.declarers[0]
    return declarer_value(settlement, declarer) if accounting is Accounting.POTT else declarer.value


def _in_a_pott(line: CardLine) -> CardLine:
    values = {
        outcome: line["values"][Outcome.BET] - KODILLE if outcome == Outcome.KODILLE else value
        for outcome, value in line["values"].items()
    }
    return {**line, "values": values, "per_trick": 0}
