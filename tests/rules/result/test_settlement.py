"""What a result is worth, and what entry and paper are told of it beforehand."""

from dataclasses import replace

import pytest

from rules import (
    RULESETS,
    Contract,
    ContractTerms,
    DeclarerResult,
    Game,
    Outcome,
    PeekedResult,
    ResultRecord,
    Settlement,
    derive,
    read_result,
    score_card,
    settle,
)
from rules.errors import RefusedError
from rules.result.outcome import outcome_of

DLU = RULESETS["dlu"]
ENDINGS = ({"outcome": outcome.value} for outcome in Outcome)


def value(contract, **ending):
    """Points per opponent, or None if the rules refuse it."""
    data = {"players": 4, "dealer": 0, "declarer": 0, "contract": contract, **ending}
    try:
        return settle(read_result(data, DLU), DLU).declarers[0].value
    except RefusedError:
        return None


@pytest.mark.parametrize("line", score_card(DLU)["contracts"], ids=lambda line: line["id"])
def test_the_score_card_agrees_with_settle(line):
    tout = score_card(DLU)["tout"]
    for outcome in Outcome:
        expected = line["values"].get(outcome.value)
        assert value(line["id"], outcome=outcome.value) == expected
        for state, worth in tout.items():
            allowed = (
                expected is not None and line["tout"] and (state == "failed" or outcome == "won")
            )
            with_tout = expected + worth if allowed and expected is not None else None
            assert value(line["id"], outcome=outcome.value, tout=state) == with_tout
    given_up = line["values"]["bet"] if line["may_abandon"] else None
    assert value(line["id"], abandoned=True) == given_up


def test_the_score_card_has_the_printed_order_and_its_keys():
    card = score_card(DLU)
    assert (card["ruleset"], card["digest"], card["players"]) == ("dlu", DLU.digest, [3, 4])
    assert [line["id"] for line in card["contracts"]] == [t.contract for t in DLU.contracts]
    assert "".join(line["digit"] for line in card["contracts"]) == "123456789"
    assert "".join(line["letter"] for line in card["contracts"]) == "sbtkrlpno"
    assert card["contracts"][0] == {
        "id": "spil",
        "digit": "1",
        "letter": "s",
        "trump": "named",
        "values": {"won": 1, "bet": -1, "kodille": -2},
        "per_trick": 0,
        "extra_card": {},
        "by_cards": False,
        "tout": True,
        "may_abandon": True,
        "several": False,
        "players_join": False,
        "fourth_joins": False,
        "fourth_gives_up": False,
        "peek": 0,
        "by_sitter": False,
        "as_nolo": False,
        "buys_again": False,
        "first_five": False,
        "in_spades": "bedre_spil",
    }


def test_a_contract_beyond_the_ninth_has_two_keys(monkeypatch):
    monkeypatch.setattr("rules.scorecard.MOST_DIGITS", 8)
    last = score_card(DLU)["contracts"][-1]
    assert (last["digit"], last["letter"]) == ("01", "o")


def test_a_settlement_as_the_command_prints_it():
    assert Settlement(sitters=(1,), peeked=(PeekedResult(1, -3),)).to_json() == {
        "ok": True,
        "passed": True,
        "sitters": [1],
        "declarers": [],
        "peeked": [{"seat": 1, "value": -3}],
    }


def test_pairs_are_known_to_the_account():
    data = {"players": 4, "dealer": 0, "declarer": 1, "contract": "solo", "outcome": "won"}
    assert not settle(read_result(data, DLU), DLU).pairs
    settlement = settle(read_result(data | {"pairs": True}, DLU), DLU)
    assert settlement.pairs
    assert settlement.sitters == (3,)


def test_only_what_the_rules_accept_is_settled():
    narrow = derive(DLU, "narrow", contracts=DLU.contracts[:1])
    game = Game(declarer=0, contract=Contract.SOLO, outcome=Outcome.WON)
    with pytest.raises(ValueError, match="solo is not a contract of narrow"):
        settle(ResultRecord(players=3, dealer=0, game=game), narrow)
    undecided = replace(game, outcome=None, tricks=(0, 0, 0))
    for wrong in (replace(game, outcome=None), undecided):
        with pytest.raises(ValueError, match="does not say how the game went"):
            settle(ResultRecord(players=3, dealer=0, game=wrong), DLU)


def outcome(contract, *tricks):
    terms = DLU.terms(contract)
    assert isinstance(terms, ContractTerms)
    return outcome_of(DLU, terms, tricks, 0, (0, 1, 2))


def test_tricks_that_are_not_counted_decide_nothing():
    assert outcome("spil", None, 4, 5) is None
    assert outcome("spil", 9, None, 0) is None
    assert outcome("ren_nolo", None, 4, 5) is None
    assert outcome("spil", 9, 9, 9) is None


def test_what_an_account_with_a_pot_asks_of_a_settlement():
    lomber = RULESETS["lomber"]

    def settled(**deal):
        record = read_result({"players": 4, "dealer": 0, **deal}, lomber)
        one = settle(record, lomber)
        return one.contract, one.price, one.apart

    game = {"declarer": 1, "contract": "solo_spar"}
    assert settled(passed=True) == (None, 1, 0)
    assert settled(**game, outcome="won") == (Contract.SOLO_SPAR, 3, 0)
    assert settled(**game, outcome="kodille", tout="failed") == (Contract.SOLO_SPAR, 3, -1)
    assert settled(**game, outcome="won", tout="made") == (Contract.SOLO_SPAR, 3, 1)
    free = settle(read_result({"players": 4, "dealer": 0, "passed": True}, DLU), DLU)
    assert (free.contract, free.price, free.apart) == (None, 0, 0)


def test_a_settlement_of_which_nothing_is_said_is_a_free_pass():
    passed = settle(read_result({"players": 4, "dealer": 0, "passed": True}, DLU), DLU)
    assert Settlement(sitters=passed.sitters) == passed


def test_who_is_no_declarer_and_did_not_play_held_no_cards():
    gave_up = (DeclarerResult(1, Outcome.WON, 2), DeclarerResult(2, Outcome.BET, -2))
    assert Settlement(sitters=(2, 3), declarers=gave_up).idle == (3,)
    assert Settlement(sitters=(2, 3)).idle == (2, 3)


def test_a_game_for_the_pot_is_settled_as_one():
    lomber = RULESETS["lomber"]
    frame = {"players": 3, "dealer": 0, "declarer": 1, "outcome": "won"}
    for contract, for_pot in (("solo", True), ("spil", False)):
        record = read_result({**frame, "contract": contract}, lomber)
        assert settle(record, lomber).for_pot is for_pot
    assert not Settlement(sitters=()).for_pot
