"""Pott accounts: what the page of lomber says of them, worked out, and what holds of every one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import DeclarerResult, Outcome, PeekedResult, Settlement
from scoring import checks
from scoring.ledger import NOTHING, Entry
from scoring.pott import ANTE
from scoring.sequence import account_rules, fold, opening
from tests.scoring import naive_accounts
from tests.scoring.lomber_tables import folded, lines_of, table_of, tables
from tests.scoring.make import antes, entry_in, make_settlement

PASSED = {"passed": True}


def game(declarer, contract, outcome="won", **more):
    return {"declarer": declarer, "contract": contract, "outcome": outcome} | more


def test_an_evening_of_four():
    """Seat 0 deals first, seat 2 sits out first; each line is worked out by hand."""
    deals = [
        PASSED,
        game(0, "spil"),
        game(1, "solo", "bet"),
        game(2, "solo_spar", "kodille"),
        game(0, "nolo_ouvert"),
        game(1, "tourne", "remis"),
        game(1, "nolo_ouvert"),
        game(2, "nolo_ouvert"),
    ]
    assert lines_of(table_of("pott", deals, ante=3)) == [
        ([-3, -3, -3, -3], 12),
        ([-1, -1, -1, -1], 16),
        ([1, 0, 0, 0], 15),
        ([0, -2, 0, 0], 17),
        ([0, 0, -4, 0], 21),
        ([6, 0, 0, 0], 15),
        ([-1, -1, -1, -1], 19),  # seat 1 deals, so seat 3 sits out, and pays like the others
        ([0, 6, 0, 0], 13),
        ([0, 0, 6, 0], 7),
    ]


def test_a_kodille_costs_one_more_than_a_bet_in_every_game():
    tricks = [
        {"declarer": 1, "contract": "koebe_nolo", "tricks": [0, n, None, 9 - n]} for n in (2, 9)
    ]
    for deal in tricks:
        assert lines_of(table_of("pott", [deal]))[1] == ([0, -3, 0, 0], 11)
    assert lines_of(table_of("pott", [game(1, "nolo_ouvert", "kodille")]))[1] == ([0, -7, 0, 0], 15)
    both = game(1, "spil", "kodille", tout="failed")
    assert lines_of(table_of("pott", [both]))[1] == ([0, -3, 0, 0], 11)


def test_at_remis_a_failed_tout_is_the_declarers_alone():
    deal = game(1, "solo", "remis", tout="failed")
    assert lines_of(table_of("pott", [deal]))[1] == ([-2, -3, -2, -2], 17)
    one = table_of("pott", [deal], remis_price="one")
    assert lines_of(one)[1] == ([-1, -2, -1, -1], 13)


@pytest.mark.parametrize(
    ("customs", "moved"),
    (
        ({}, ([-3, -3, -3, -3], 20)),
        ({"remis_pays": "table", "remis_price": "game"}, ([-3, -3, -3, -3], 20)),
        ({"remis_pays": "players"}, ([-3, -3, 0, -3], 17)),
        ({"remis_price": "one"}, ([-1, -1, -1, -1], 12)),
        ({"remis_pays": "players", "remis_price": "one"}, ([-1, -1, 0, -1], 11)),
    ),
)
def test_the_customs_at_remis(customs, moved):
    """Seat 0 deals, so seat 2 sits out; what the game costs else is the same in all of them."""
    deals = [game(1, "solo_spar", "remis"), game(0, "solo_spar", "bet")]
    (_, remis, bet) = lines_of(table_of("pott", deals, **customs))
    assert remis == moved
    assert bet == ([-3, 0, 0, 0], moved[1] + 3)


def test_all_ante_again_as_often_as_it_takes():
    """Three at the table put in 6 at once; the games take 7 with the tout, then 4, then 4."""
    won = game(1, "solo_spar", tout="made")
    table = table_of("pott", [game(1, "nolo_ouvert"), won, won, game(1, "spil")], players=3)
    assert lines_of(table) == [
        ([-2, -2, -2], 6),
        ([0, 6, 0], 0),
        ([-2, 2, -2], 2),
        ([-2, 2, -2], 4),
        ([0, 1, 0], 3),
    ]
    assert [antes(deal) for deal in folded(table)] == [0, 2, 2, 0]
    assert [antes(deal) for deal in folded(table_of("pott", [PASSED, game(1, "spil", "bet")]))] == [
        0,
        0,
    ]
    poor = Settlement(sitters=(), declarers=(DeclarerResult(1, Outcome.WON, 7),))
    assert entry_in("pott", poor, 3) == Entry((-4, 3, -4, 0, 0), 5)


def test_what_the_pot_still_holds_is_used_before_all_ante():
    """It holds 4 and the game takes 6: the 2 that are missing ask for one ante of 6, not two."""
    deals = [game(1, "spil"), game(1, "spil"), game(1, "nolo_ouvert")]
    table = table_of("pott", deals, players=3)
    assert lines_of(table)[2:] == [([0, 1, 0], 4), ([-2, 4, -2], 4)]
    assert [antes(deal) for deal in folded(table)] == [0, 0, 2]


def test_a_game_worth_nothing_asks_for_no_ante():
    settled = Settlement(sitters=(), declarers=(DeclarerResult(0, Outcome.WON, 0),))
    assert entry_in("pott", settled, 3) == Entry(NOTHING)


def test_a_pott_has_one_declarer():
    one, two = DeclarerResult(0, Outcome.WON, 1), DeclarerResult(1, Outcome.WON, 1)
    for settled in (
        Settlement(sitters=(), declarers=(one, two)),
        Settlement(sitters=(), declarers=(one,), peeked=(PeekedResult(1, -3),)),
    ):
        with pytest.raises(ValueError, match="one declarer a deal"):
            entry_in("pott", settled, 4, held=8)
    with pytest.raises(ValueError, match="seat 3 is not at a table of 3"):
        entry_in("pott", make_settlement(declarer=3), 3, held=6)


@pytest.mark.parametrize("ante", (2, 6))
def test_the_antes_at_the_start(ante):
    rules = account_rules(players=3, accounting="pott", ante=ante)
    assert opening(rules) == Entry((-ante, -ante, -ante, 0, 0), 3 * ante)
    (account,) = fold(rules, [(4, Settlement(sitters=(), price=0))])
    assert (account.balances, account.pot) == ((-ante, -ante, -ante, 0, 0), 3 * ante)


def test_the_ante_is_two_unless_said():
    assert account_rules(players=4, accounting="pott")[ANTE] == 2


@given(tables("pott"))
def test_two_keepers_of_the_pott_agree(table):
    assert lines_of(table) == naive_accounts.lines_of(table)


@given(tables("pott"))
def test_nothing_is_lost_and_the_pott_never_owes(table):
    account = folded(table)
    assert checks.run(table["players"], account) == []
    for deal in account:
        assert deal.pot >= 0
        assert sum(deal.balances) + deal.pot == 0
        assert antes(deal) * table["players"] >= deal.entry.pot or not antes(deal)


@given(tables("pott"), st.data())
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


def test_correcting_deal_five_changes_what_deal_nine_paid():
    """Six bits at the start and twelve from passes; deal nine takes three."""
    won = game(1, "nolo_ouvert")
    rest = [won, won, game(1, "spil"), game(1, "solo_spar")]
    lost = folded(table_of("pott", [*[PASSED] * 4, game(1, "solo_spar", "bet"), *rest], players=3))
    made = folded(table_of("pott", [*[PASSED] * 4, game(1, "solo_spar"), *rest], players=3))
    assert (lost[7].pot, made[7].pot) == (8, 2)
    assert (lost[8].entry, antes(lost[8])) == (Entry((0, 3, 0, 0, 0), -3), 0)
    assert (made[8].entry, antes(made[8])) == (Entry((-2, 1, -2, 0, 0), 3), 2)
