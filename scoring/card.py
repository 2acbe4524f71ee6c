"""What a game comes to for its declarer, as the account pays it: on the card, and when settled."""

from rules import CardLine, Outcome, RuleSet, ScoreCard, Settlement, score_card
from scoring.kind import AccountRules, game_value


def card_of(ruleset: RuleSet, rules: AccountRules) -> ScoreCard:
    """The table of values of ``ruleset`` as an account under ``rules`` pays it.

    In a pott no kodille is paid by the trick: its tricks must be told all the same.
    """
    card = score_card(ruleset, rules.players)
    return {**card, "contracts": [_paid(line, rules) for line in card["contracts"]]}


def value_of(settlement: Settlement, rules: AccountRules) -> int:
    """Signed value of the first declarer's game; 0 if all passed."""
    if settlement.passed:
        return 0
    return game_value(rules, settlement) + settlement.apart


def _paid(line: CardLine, rules: AccountRules) -> CardLine:
    said, worth = line["values"], rules.kind.worth

    def paid(outcome: str, value: int) -> int:
        return worth(rules, Outcome(outcome), value, said[Outcome.BET])

    values = {outcome: paid(outcome, value) for outcome, value in said.items()}
    kodille = said.get(Outcome.KODILLE)
    if kodille is None:
        return {**line, "values": values}
    one_more = paid(Outcome.KODILLE, kodille + line["per_trick"])
    return {**line, "values": values, "per_trick": one_more - values[Outcome.KODILLE]}
