"""Mixed accounts: what the page of lomber says of them, worked out, and what holds of every one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Contract, DeclarerResult, Outcome, PeekedResult, Settlement
from scoring import checks
from scoring.ledger import Entry
from scoring.mixed import ANTE
from scoring.sequence import account_rules, opening
from tests.scoring import naive_accounts
from tests.scoring.lomber_tables import folded, lines_of, table_of, tables
from tests.scoring.make import antes, entry_in, make_settlement

PASSED = {"passed": True}
GREAT = {"solo": 2, "solo_spar": 3, "ren_nolo": 3, "nolo_ouvert": 6}
"""The games with a star (seed 004, table of payments), and what they are worth."""
SMALL = {
    "spil": 1, "bedre_spil": 1, "tourne": 1, "koebe_nolo": 2, "tourne_respekt": 2,
    "grandissimo": 2, "kaske": 1,
}  # fmt: skip


def game(declarer, contract, outcome="won", **more):
    return {"declarer": declarer, "contract": contract, "outcome": outcome} | more


def last(deals, **settings):
    """What the last of these deals moved, and the pot after it."""
    return lines_of(table_of("mixed", deals, **settings))[-1]


def test_an_evening_of_four():
    """Seat 0 deals first, seat 2 sits out first and pays; each line is worked out by hand."""
    deals = [
        PASSED,
        game(0, "spil", "bet"),
        game(1, "solo"),
        game(2, "solo_spar", "kodille"),
        game(0, "tourne", "remis"),
        game(1, "solo", "remis"),
        game(1, "nolo_ouvert", "kodille"),
        game(2, "ren_nolo"),
    ]
    assert lines_of(table_of("mixed", deals)) == [
        ([-1, -1, -1, -1], 4),
        ([-1, -1, -1, -1], 8),
        ([-4, 1, 1, 1], 9),
        ([-2, 11, -2, -2], 4),
        ([4, 4, -16, 4], 8),
        ([-4, 1, 1, 1], 9),
        ([2, -8, 2, 2], 11),
        ([8, -35, 8, 8], 22),
        ([-3, -3, 27, -3], 4),
    ]


@pytest.mark.parametrize(("contract", "worth"), SMALL.items())
def test_a_small_game_leaves_the_pot_alone_when_won(contract, worth):
    assert last([game(1, contract)], players=3) == ([-worth, 2 * worth, -worth], 3)
    assert last([game(1, contract, "bet")], players=3) == ([worth, -3 * worth, worth], 3 + worth)


@pytest.mark.parametrize(("contract", "worth"), GREAT.items())
def test_a_great_game_takes_the_pot_but_for_one_bit_a_player(contract, worth):
    passes = [PASSED] * 3
    assert last([*passes, game(1, contract)], players=3) == ([-worth, 2 * worth + 9, -worth], 3)
    assert last([game(1, contract)], players=3) == ([-worth, 2 * worth, -worth], 3)


@pytest.mark.parametrize(("contract", "worth"), GREAT.items())
@pytest.mark.parametrize("outcome", ("bet", "kodille"))
def test_a_great_game_that_is_lost_doubles_the_pot_instead(contract, worth, outcome):
    cost = worth
    if outcome == "kodille":
        cost += 2 if contract == "nolo_ouvert" else 1
    told = last([*[PASSED] * 3, game(1, contract, outcome)], players=3)
    assert told == ([cost, -2 * cost - 12, cost], 24)


def test_to_throw_a_great_game_in_doubles_the_pot_too():
    thrown = {"declarer": 1, "contract": "solo", "abandoned": True}
    assert last([thrown], players=3) == ([2, -7, 2], 6)


def test_the_limit_holds_both_ways_and_for_great_games_alone():
    passes = [PASSED] * 9
    for cap, moved in ((0, 0), (5, 5), (27, 27), (28, 27)):
        told = last([*passes, game(1, "solo")], players=3, pot_cap=cap)
        assert told == ([-2, 4 + moved, -2], 30 - moved)
    for cap, moved in ((0, 0), (5, 5), (30, 30), (31, 30)):
        told = last([*passes, game(1, "solo", "bet")], players=3, pot_cap=cap)
        assert told == ([2, -4 - moved, 2], 30 + moved)
    assert last([game(1, "solo", "remis")], players=3, pot_cap=1) == ([2, -6, 2], 5)
    assert last([game(1, "tourne_respekt", "bet")], players=3, pot_cap=1) == ([2, -6, 2], 5)


@pytest.mark.parametrize("own", range(1, 10))
def test_every_trick_of_a_koebe_nolo_goes_into_the_pot_too(own):
    deal = {"declarer": 1, "contract": "koebe_nolo", "tricks": [9 - own, own, 0]}
    cost = own + 1
    assert last([deal], players=3) == ([cost, -3 * cost, cost], 3 + cost)


def test_a_tout_stands_beside_the_game():
    assert last([game(1, "spil", tout="made")], players=3) == ([-2, 4, -2], 3)
    assert last([game(1, "spil", tout="failed")], players=3) == ([0, -1, 0], 4)
    assert last([PASSED, game(1, "solo", tout="made")], players=3) == ([-3, 9, -3], 3)
    assert last([PASSED, game(1, "solo", tout="failed")], players=3) == ([-1, 4, -1], 4)
    assert last([game(1, "solo", "bet", tout="failed")], players=3) == ([3, -10, 3], 7)
    assert last([game(1, "spil", "remis", tout="failed")], players=3) == ([2, -6, 2], 5)


def test_the_sitter_out_pays_the_declarer_where_that_is_the_custom_and_the_pot_anyhow():
    deals = [PASSED, game(1, "spil", dealer=0)]
    assert last(deals, sitter_pays=False) == ([-1, 2, 0, -1], 8)
    assert last([PASSED], sitter_pays=False) == ([-1, -1, -1, -1], 8)


def test_partners_never_pay_each_other():
    assert last([game(1, "spil")], pairs=True) == ([-1, 2, -1, 0], 4)
    assert last([game(1, "solo", "bet")], pairs=True) == ([2, -8, 2, 0], 8)


def test_a_mort_has_three_opponents():
    assert last([game(2, "mort")], sitter_pays=False) == ([-1, -1, 3, -1], 4)


def test_a_mixed_account_has_one_declarer():
    one, two = DeclarerResult(0, Outcome.WON, 1), DeclarerResult(1, Outcome.WON, 1)
    for settled in (
        Settlement(sitters=(), declarers=(one, two), contract=Contract.SPIL),
        Settlement(sitters=(), declarers=(one,), peeked=(PeekedResult(1, -3),)),
    ):
        with pytest.raises(ValueError, match="one declarer a deal"):
            entry_in("mixed", settled, 4, held=8)
    with pytest.raises(ValueError, match="seat 3 is not at a table of 3"):
        entry_in("mixed", make_settlement(declarer=3), 3, held=3)


def test_everybody_antes_one_at_the_start():
    rules = account_rules(players=4, accounting="mixed", ante=6)
    assert ANTE == 1
    assert opening(rules) == Entry((-1, -1, -1, -1, 0), 4)


@given(tables("mixed"))
def test_two_keepers_of_the_mixed_account_agree(table):
    assert lines_of(table) == naive_accounts.lines_of(table)


@given(tables("mixed"))
def test_nothing_is_lost_and_a_bit_a_player_stays_in_the_pot(table):
    account = folded(table)
    assert checks.run(table["players"], account) == []
    for deal in account:
        assert deal.pot >= table["players"]
        assert sum(deal.balances) + deal.pot == 0
        assert antes(deal) == 0


@given(tables("mixed"), st.data())
def test_a_correction_reaches_later_deals_only_and_can_be_taken_back(table, data):
    if not table["deals"]:
        return
    before = folded(table)
    at = data.draw(st.integers(0, len(before) - 1))
    deals = list(table["deals"])
    deals[at] = PASSED
    corrected = folded(table | {"deals": deals})
    assert corrected[:at] == before[:at]
    deals[at] = table["deals"][at]
    assert folded(table | {"deals": deals}) == before
