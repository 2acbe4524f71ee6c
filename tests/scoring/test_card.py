"""What a game is worth as its account pays it: on the card, and when it is settled."""

import pytest

from rules import RULESETS, Outcome, read_result, score_card, settle
from scoring.card import card_of, value_of
from scoring.sequence import KINDS, account_rules
from tests.scoring.make import make_passed

LOMBER = RULESETS["lomber"]


def line_of(contract, accounting, **settings):
    card = card_of(LOMBER, account_rules(players=4, accounting=accounting, **settings))
    (line,) = (line for line in card["contracts"] if line["id"] == contract)
    return line


@pytest.mark.parametrize("accounting", ("rasle", "pot", "mixed"))
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_elsewhere_than_in_a_pott_the_card_is_that_of_the_rules(ruleset, accounting):
    rules = account_rules(players=4, accounting=accounting)
    assert card_of(ruleset, rules) == score_card(ruleset)


def test_in_a_pott_no_kodille_is_paid_by_the_trick():
    by_trick, pott = line_of("koebe_nolo", "mixed"), line_of("koebe_nolo", "pott")
    assert (by_trick["values"]["kodille"], by_trick["per_trick"]) == (-3, -1)
    assert (pott["values"]["kodille"], pott["per_trick"]) == (-3, 0)
    assert line_of("nolo_ouvert", "mixed")["values"]["kodille"] == -8
    assert line_of("nolo_ouvert", "pott")["values"]["kodille"] == -7


def test_what_a_remis_costs_is_a_custom():
    assert line_of("solo", "pott")["values"]["remis"] == -2
    assert line_of("solo", "pott", remis_price="one")["values"]["remis"] == -1


def test_a_contract_without_a_kodille_has_none():
    rules = account_rules(players=4, accounting="pott")
    lines = card_of(RULESETS["hoem"], rules)["contracts"]
    assert any(Outcome.KODILLE not in line["values"] for line in lines)


@pytest.mark.parametrize(
    ("accounting", "outcome", "value"),
    (
        ("pott", "won", 2), ("pott", "bet", -4), ("pott", "kodille", -5), ("pott", "remis", -4),
        ("mixed", "won", 2), ("rasle", "bet", -4), ("pot", "kodille", -5),
    ),
)  # fmt: skip
def test_a_settled_game_has_its_tout_besides(accounting, outcome, value):
    deal = {"players": 4, "dealer": 0, "declarer": 1, "contract": "solo_spar", "outcome": outcome}
    settled = settle(read_result({**deal, "tout": "failed"}, LOMBER), LOMBER)
    rules = account_rules(players=4, accounting=accounting)
    assert value_of(settled, rules) == value


def test_all_passed_is_worth_nothing():
    for key in KINDS:
        assert value_of(make_passed(), account_rules(players=4, accounting=key)) == 0
