"""The rule set dlu, a test for each paragraph of ``docs/rules/dlu.md`` on the result, 1 to 8."""

from itertools import combinations

import pytest

from rules import (
    RULESETS,
    Aim,
    Contract,
    Outcome,
    RefusedError,
    Trump,
    dealt_in,
    read_result,
    settle,
)

DLU = RULESETS["dlu"]
TRUMP_GAMES = (
    Contract.SPIL, Contract.BEDRE_SPIL, Contract.TOURNE, Contract.TOURNE_RESPEKT,
    Contract.SOLO, Contract.SOLO_SPAR,
)  # fmt: skip
NOLOS = (Contract.KOEBE_NOLO, Contract.REN_NOLO, Contract.NOLO_OUVERT)
WITH_EXCHANGE = (
    Contract.SPIL, Contract.BEDRE_SPIL, Contract.TOURNE, Contract.KOEBE_NOLO,
    Contract.TOURNE_RESPEKT,
)  # fmt: skip
WORTH = {
    "spil": 1, "bedre_spil": 1, "tourne": 2, "koebe_nolo": 2, "tourne_respekt": 3,
    "solo": 3, "solo_spar": 4, "ren_nolo": 4, "nolo_ouvert": 6,
}  # fmt: skip
# All ways of sharing nine tricks: declarer, better defender, other (seed 000, Vinst och förlust).
WON = ["432", "522", "531", "540", "621", "630", "711", "720", "810", "900"]
BET = ["333", "441"]
KODILLE = [
    "450", "342", "351", "360", "243", "252", "261", "270", "144", "153", "162", "171", "180",
    "054", "063", "072", "081", "090",
]  # fmt: skip
SPLITS = [(s, o) for o, group in zip(Outcome, (WON, BET, KODILLE), strict=False) for s in group]


def result(contract="spil", *, players=3, dealer=0, declarer=0, **ending):
    data = {"players": players, "dealer": dealer, "declarer": declarer, "contract": contract}
    return settle(read_result(data | ending, DLU), DLU)


def how(contract="spil", **ending):
    (declarer,) = result(contract, **ending).declarers
    return declarer.outcome, declarer.value


def refused(**data):
    with pytest.raises(RefusedError) as caught:
        read_result({"players": 4, "dealer": 0, "declarer": 0} | data, DLU)
    return [complaint.code.value for complaint in caught.value.complaints]


def terms(contract):
    found = DLU.terms(contract)
    assert found is not None
    return found


def test_dlu_1_1_the_seat_opposite_the_dealer_sits_out():
    assert [dealt_in(4, dealer) for dealer in range(4)] == [
        (0, 1, 3), (0, 1, 2), (1, 2, 3), (0, 2, 3),
    ]  # fmt: skip
    assert [dealt_in(3, dealer) for dealer in range(3)] == [(0, 1, 2)] * 3
    assert result(players=4, dealer=3, outcome="won").sitters == (1,)
    assert refused(declarer=2, contract="spil", outcome="won") == ["declarer_sits_out"]


def test_dlu_1_2_forehand_middlehand_and_dealer_play():
    for dealer in range(4):
        forehand, middlehand = (dealer + 1) % 4, (dealer - 1) % 4
        assert set(dealt_in(4, dealer)) == {dealer, forehand, middlehand}


def test_dlu_1_3_a_deal_that_all_pass_scores_nothing():
    settlement = settle(read_result({"players": 4, "dealer": 1, "passed": True}, DLU), DLU)
    assert settlement.passed
    assert settlement.declarers == ()


def test_dlu_2_1_nine_contracts():
    assert [terms.contract for terms in DLU.contracts] == list(WORTH)
    assert refused(contract="grand", outcome="won") == ["contract_unknown"]


def test_dlu_2_2_how_trump_is_found():
    found = {line.contract: line.trump for line in DLU.contracts}
    assert {c for c in found if found[c] is Trump.SPADES} == {"bedre_spil", "solo_spar"}
    assert {c for c in found if found[c] is Trump.NAMED} == {"spil", "solo"}
    assert {c for c in found if found[c] is Trump.TURNED} == {"tourne", "tourne_respekt"}
    assert {c for c in found if found[c] is Trump.NONE} == set(NOLOS)


@pytest.mark.parametrize("contract", WORTH)
@pytest.mark.parametrize("trump", ("S", "H", "D", "C"))
def test_dlu_2_2_trump_that_the_contract_does_not_have_is_refused(contract, trump):
    if contract in NOLOS:
        assert refused(contract=contract, trump=trump, outcome="won") == ["trump_not_allowed"]
    elif terms(contract).trump is Trump.SPADES and trump != "S":
        assert refused(contract=contract, trump=trump, outcome="won") == ["trump_must_be_spades"]
    else:
        assert how(contract, trump=trump, outcome="won")[1] == WORTH[contract]


def test_dlu_2_3_what_the_declarer_buys():
    assert {line.contract.value: line.declarer_buys for line in DLU.contracts} == {
        "spil": 1, "bedre_spil": 1, "tourne": 2, "koebe_nolo": 1, "tourne_respekt": 2,
        "solo": None, "solo_spar": None, "ren_nolo": None, "nolo_ouvert": None,
    }  # fmt: skip


def test_dlu_2_4_the_defenders_buy_in_trump_games():
    assert {line.contract for line in DLU.contracts if line.defenders_buy} == set(TRUMP_GAMES)


@pytest.mark.parametrize("contract", WITH_EXCHANGE)
def test_dlu_3_1_giving_up_is_a_bet(contract):
    assert how(contract, abandoned=True) == (Outcome.BET, -WORTH[contract])


@pytest.mark.parametrize("contract", [c for c in map(Contract, WORTH) if c not in WITH_EXCHANGE])
def test_dlu_3_2_what_is_played_as_dealt_cannot_be_given_up(contract):
    assert refused(contract=contract, abandoned=True) == ["abandon_not_allowed"]


def test_dlu_4_the_splits_are_all_there_are():
    every = {
        (own, max(left, 9 - own - left), min(left, 9 - own - left))
        for own in range(10)
        for left in range(10 - own)
    }
    assert {tuple(map(int, split)) for split, _ in SPLITS} == every
    assert len(SPLITS) == len(every)


@pytest.mark.parametrize("split", WON)
def test_dlu_4_1_more_than_either_defender_wins(split):
    own, better, other = map(int, split)
    assert how(tricks=[own, better, other]) == (Outcome.WON, 1)
    assert how(tricks=[own, other, better]) == (Outcome.WON, 1)


@pytest.mark.parametrize("split", BET)
def test_dlu_4_2_as_many_as_the_better_is_bet(split):
    own, better, other = map(int, split)
    assert how(tricks=[own, better, other]) == (Outcome.BET, -1)
    assert how(tricks=[own, other, better]) == (Outcome.BET, -1)


@pytest.mark.parametrize("split", KODILLE)
def test_dlu_4_3_fewer_than_a_defender_is_kodille(split):
    own, better, other = map(int, split)
    assert how(tricks=[own, better, other]) == (Outcome.KODILLE, -2)
    assert how(tricks=[own, other, better]) == (Outcome.KODILLE, -2)


@pytest.mark.parametrize("contract", TRUMP_GAMES)
@pytest.mark.parametrize(("split", "outcome"), SPLITS)
def test_dlu_4_every_trump_game_is_judged_alike(contract, split, outcome):
    assert how(contract, tricks=[int(tricks) for tricks in split])[0] is outcome


def outcomes_after(own, left, right):
    """Every way the rest of a deal may go, by playing it out trick by trick."""
    if own + left + right == 9:
        split = f"{own}{max(left, right)}{min(left, right)}"
        return {dict(SPLITS)[split]}
    return (
        outcomes_after(own + 1, left, right)
        | outcomes_after(own, left + 1, right)
        | outcomes_after(own, left, right + 1)
    )


def test_dlu_4_4_play_may_stop_when_the_outcome_is_certain():
    stopped = 0
    for bars in combinations(range(12), 3):  # own, left, right and what was not played
        own, left, right = bars[0], bars[1] - bars[0] - 1, bars[2] - bars[1] - 1
        possible = outcomes_after(own, left, right)
        if len(possible) == 1:
            stopped += own + left + right < 9
            assert how(tricks=[own, left, right])[0] in possible
        else:
            codes = refused(players=3, contract="spil", tricks=[own, left, right])
            assert codes == ["tricks_undecided"]
    assert stopped > 20


@pytest.mark.parametrize("contract", NOLOS)
def test_dlu_5_1_no_trick_wins_one_is_bet_two_are_kodille(contract):
    worth = WORTH[contract]
    expected = [(Outcome.WON, worth), (Outcome.BET, -worth)] + [(Outcome.KODILLE, -worth - 1)] * 8
    assert [how(contract, tricks=[n, 9 - n, 0]) for n in range(10)] == expected
    assert terms(contract).aim is Aim.NO_TRICKS


@pytest.mark.parametrize("tricks", ([None, None], [None, 4], [0, None], [5, 4]))
def test_dlu_5_2_the_defenders_need_not_be_counted(tricks):
    assert how("ren_nolo", tricks=[0, *tricks]) == (Outcome.WON, 4)


def test_dlu_5_2_a_nolo_that_could_still_be_lost_is_not_won():
    assert refused(players=3, contract="ren_nolo", tricks=[0, 5, 3]) == ["tricks_undecided"]
    assert how("ren_nolo", tricks=[1, 3, 2]) == (Outcome.BET, -4)
    assert how("ren_nolo", tricks=[2, 0, 0]) == (Outcome.KODILLE, -5)


@pytest.mark.parametrize("contract", WORTH)
def test_dlu_6_1_won_and_bet_are_the_value(contract):
    assert how(contract, outcome="won") == (Outcome.WON, WORTH[contract])
    assert how(contract, outcome="bet") == (Outcome.BET, -WORTH[contract])


@pytest.mark.parametrize("contract", WORTH)
def test_dlu_6_2_a_kodille_costs_one_more(contract):
    assert how(contract, outcome="kodille") == (Outcome.KODILLE, -WORTH[contract] - 1)


def test_dlu_6_3_who_sits_out_is_named_so_that_nobody_asks_him_to_pay():
    assert result(players=4, dealer=2, declarer=3, outcome="won").sitters == (0,)
    assert result(players=3, outcome="won").sitters == ()


@pytest.mark.parametrize("contract", NOLOS)
@pytest.mark.parametrize("tout", ("made", "failed"))
def test_dlu_7_1_no_tout_in_a_nolo(contract, tout):
    assert refused(contract=contract, outcome="won", tout=tout) == ["tout_not_allowed"]


@pytest.mark.parametrize("contract", TRUMP_GAMES)
def test_dlu_7_2_a_tout_counts_apart_from_the_game(contract):
    worth = WORTH[contract]
    assert how(contract, outcome="won", tout="made") == (Outcome.WON, worth + 1)
    assert how(contract, tricks=[9, 0, 0], tout="made") == (Outcome.WON, worth + 1)
    assert how(contract, outcome="won", tout="failed") == (Outcome.WON, worth - 1)
    assert how(contract, outcome="bet", tout="failed") == (Outcome.BET, -worth - 1)
    assert how(contract, outcome="kodille", tout="failed") == (Outcome.KODILLE, -worth - 2)


@pytest.mark.parametrize(
    ("tout", "ending"),
    (
        ("made", {"outcome": "bet"}),
        ("made", {"outcome": "kodille"}),
        ("made", {"tricks": [8, 0, None, 1]}),
        ("made", {"tricks": [8, 0, None, 0]}),
        ("made", {"tricks": [3, 3, None, 3]}),
        ("failed", {"tricks": [9, 0, None, 0]}),
    ),
)
def test_dlu_7_2_a_tout_that_the_tricks_deny_is_refused(tout, ending):
    assert refused(contract="spil", tout=tout, **ending) == ["tout_contradicts_tricks"]


def test_dlu_7_2_who_gives_up_had_no_tout():
    assert refused(contract="spil", abandoned=True, tout="failed") == ["tout_not_allowed"]


def test_dlu_7_3_nine_tricks_without_a_word_are_just_a_won_game():
    assert how("solo", tricks=[9, 0, 0]) == (Outcome.WON, 3)


def test_dlu_8_1_who_must_bid_changes_no_price():
    options = {"spadille_must_bid": True, "dealer_must_bid": False}
    assert how("solo", outcome="bet", options=options) == how("solo", outcome="bet")
    assert DLU.options == tuple(options)
    assert (DLU.spadille_must_bid, DLU.dealer_must_bid) == (False, False)
