"""The rule set lomber: the accounts of its page, section 12, each kept through whole tables."""

import pytest

from scoring.account import TableRefusedError, read_table
from tests.rules.sets.test_lomber import LOMBER, NOLOS, TRUMP_GAMES, WORTH
from tests.scoring.lomber_tables import folded, lines_of, table_of
from tests.scoring.make import antes

PASS = {"passed": True}
STARRED = ("solo", "solo_spar", "ren_nolo", "nolo_ouvert")
"""What is played for the pot of a mixed account."""
UNSTARRED = tuple(contract for contract in WORTH if contract not in STARRED)


def game(contract, outcome="won", *, by=1, **more):
    """A game of seat 1, who is forehand in the first deal; seat 2 sits out then."""
    return {"declarer": by, "contract": contract, "outcome": outcome} | more


def koebe_nolo(own):
    return {"declarer": 1, "contract": "koebe_nolo", "tricks": [9 - own, own, None, 0]}


def told(accounting, *deals, **settings):
    """What the last of the deals moved, and the pot after it."""
    return lines_of(table_of(accounting, deals, **settings))[-1]


def refused(accounting, **settings):
    """The settings that are complained of."""
    with pytest.raises(TableRefusedError) as caught:
        read_table(table_of(accounting, [], **settings))
    return [trouble.field for trouble in caught.value.troubles]


@pytest.mark.parametrize("contract", TRUMP_GAMES)
def test_lomber_12_1_rasle_and_what_a_remis_costs(contract):
    worth = WORTH[contract]
    lost = [worth, -3 * worth, worth, worth]
    assert told("rasle", game(contract)) == ([-change for change in lost], 0)
    for outcome in ("bet", "remis"):
        assert told("rasle", game(contract, outcome)) == (lost, 0)
    assert LOMBER.sitter_pays


@pytest.mark.parametrize("players", (3, 4))
def test_lomber_12_2_everybody_antes_into_a_pott(players):
    for ante in range(2, 7):
        assert told("pott", players=players, ante=ante) == ([-ante] * players, players * ante)
    assert told("pott", players=players) == ([-2] * players, players * 2)
    for ante in (0, 1, 7):
        assert refused("pott", ante=ante) == ["ante"]


@pytest.mark.parametrize(("accounting", "pot"), (("pott", 12), ("mixed", 8)))
def test_lomber_12_3_what_a_pass_costs(accounting, pot):
    assert told(accounting, PASS) == ([-1, -1, -1, -1], pot)
    for off in (accounting, "rasle", "pot"):
        assert told(off, PASS, options={"pass_pays": False})[0] == [0, 0, 0, 0]
    assert told("rasle", PASS) == told("pot", PASS) == ([0, 0, 0, 0], 0)
    assert LOMBER.pass_pays
    assert "pass_pays" in LOMBER.options


@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_lomber_12_4_the_declarer_alone_settles_with_the_pott(contract, worth):
    assert told("pott", game(contract)) == ([0, worth, 0, 0], 8 - worth)
    assert told("pott", game(contract, "bet")) == ([0, -worth, 0, 0], 8 + worth)


@pytest.mark.parametrize("contract", sorted(set(WORTH) - {"koebe_nolo"}))
def test_lomber_12_5_kodille_costs_one_more_than_a_bet_in_a_pott(contract):
    cost = {"nolo_ouvert": 7}.get(contract, WORTH[contract] + 1)
    assert told("pott", game(contract, "kodille")) == ([0, -cost, 0, 0], 8 + cost)


@pytest.mark.parametrize("own", range(2, 10))
def test_lomber_12_5_a_koebe_nolo_costs_three_whatever_the_tricks(own):
    assert told("pott", koebe_nolo(own)) == ([0, -3, 0, 0], 11)


@pytest.mark.parametrize("contract", TRUMP_GAMES)
def test_lomber_12_6_everybody_pays_at_remis(contract):
    worth = WORTH[contract]
    remis = game(contract, "remis")
    assert told("pott", remis) == ([-worth] * 4, 8 + 4 * worth)
    assert told("pott", remis, players=3) == ([-worth] * 3, 6 + 3 * worth)
    played = told("pott", remis, remis_pays="players")
    assert played == ([-worth, -worth, 0, -worth], 8 + 3 * worth)
    assert told("pott", remis, remis_price="one") == ([-1] * 4, 12)
    for wrong in ({"remis_pays": "declarer"}, {"remis_price": "two"}):
        assert refused("pott", **wrong) == list(wrong)
        assert refused("mixed", **wrong) == list(wrong)


def test_lomber_12_7_all_ante_again_before_a_pott_that_cannot_pay():
    """Four players put in 8 at once; the games take 6 each, so from then on all ante again."""
    ouvert = [game("nolo_ouvert", by=seat) for seat in (1, 1, 3, 0)]
    table = table_of("pott", ouvert)
    assert lines_of(table)[1:] == [
        ([0, 6, 0, 0], 2),
        ([-2, 4, -2, -2], 4),
        ([-2, -2, -2, 4], 6),
        ([6, 0, 0, 0], 0),
    ]
    assert [antes(deal) for deal in folded(table)] == [0, 2, 2, 0]


@pytest.mark.parametrize("contract", UNSTARRED)
def test_lomber_12_8_opponents_and_when_lost_the_pot(contract):
    worth = WORTH[contract]
    assert told("mixed") == ([-1, -1, -1, -1], 4)
    assert told("mixed", game(contract)) == ([-worth, 3 * worth, -worth, -worth], 4)
    lost = [worth, -4 * worth, worth, worth]
    assert told("mixed", game(contract, "bet")) == (lost, 4 + worth)
    if contract != "koebe_nolo":
        worth += 1
        lost = [worth, -4 * worth, worth, worth]
        assert told("mixed", game(contract, "kodille")) == (lost, 4 + worth)


@pytest.mark.parametrize("contract", STARRED)
@pytest.mark.parametrize("passes", (0, 1, 4))
def test_lomber_12_9_the_pot_is_won_but_for_a_counter_each(contract, passes):
    worth = WORTH[contract]
    seats = [-worth, 3 * worth + 4 * passes, -worth, -worth]
    assert told("mixed", *[PASS] * passes, game(contract, dealer=0)) == (seats, 4)


@pytest.mark.parametrize("contract", STARRED)
@pytest.mark.parametrize("outcome", ("bet", "kodille"))
def test_lomber_12_10_the_pot_is_doubled_when_such_a_game_is_lost(contract, outcome):
    costs = {"solo": 3, "solo_spar": 4, "ren_nolo": 4, "nolo_ouvert": 8}
    cost = costs[contract] if outcome == "kodille" else WORTH[contract]
    seats = [cost, -3 * cost - 12, cost, cost]
    assert told("mixed", PASS, PASS, game(contract, outcome, dealer=0)) == (seats, 24)


@pytest.mark.parametrize("contract", sorted(set(STARRED) - set(NOLOS)))
def test_lomber_12_10_but_not_at_remis(contract):
    worth = WORTH[contract]
    seats = [worth, -4 * worth, worth, worth]
    assert told("mixed", PASS, PASS, game(contract, "remis", dealer=0)) == (seats, 12 + worth)


@pytest.mark.parametrize("contract", STARRED)
@pytest.mark.parametrize(
    ("cap", "taken", "added"), ((0, 0, 0), (7, 7, 7), (11, 8, 11), (90, 8, 12))
)
def test_lomber_12_11_a_limit_to_what_one_deal_may_move(contract, cap, taken, added):
    worth, passes = WORTH[contract], [PASS, PASS]
    won = told("mixed", *passes, game(contract, dealer=0), pot_cap=cap)
    assert won == ([-worth, 3 * worth + taken, -worth, -worth], 12 - taken)
    lost = told("mixed", *passes, game(contract, "bet", dealer=0), pot_cap=cap)
    assert lost == ([worth, -3 * worth - added, worth, worth], 12 + added)
    assert refused("mixed", pot_cap=-1) == ["pot_cap"]


@pytest.mark.parametrize("contract", TRUMP_GAMES)
def test_lomber_12_12_a_tout_and_the_pot_of_a_mixed_account(contract):
    worth = WORTH[contract]
    gets = worth + 1
    assert told("mixed", game(contract, tout="made")) == ([-gets, 3 * gets, -gets, -gets], 4)
    gets = worth - 1
    failed = ([-gets, 3 * gets - 1, -gets, -gets], 5)
    assert told("mixed", game(contract, tout="failed")) == failed
    cost, into = worth + 1, 4 if contract in STARRED else worth
    lost = ([cost, -3 * cost - into - 1, cost, cost], 5 + into)
    assert told("mixed", game(contract, "bet", tout="failed")) == lost
