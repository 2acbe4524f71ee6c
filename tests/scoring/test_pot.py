"""Pot accounts: source 003's own example, and what holds of every pot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import DeclarerResult, Outcome, PeekedResult, Settlement
from scoring.account import account, read_table
from scoring.ledger import NOTHING, Entry
from scoring.pot import all_pay, from_pot, pot
from scoring.rasle import rasle
from scoring.sequence import Accounting, AccountRules, fold, opening
from tests.scoring.make import make_passed, make_settlement

NORD, VEST, SYD, OEST = range(4)


def tourne(declarer, outcome, laid, turned):
    shown = {"laid": laid.split(), "turned": turned.split()}
    return {"declarer": declarer, "contract": "tourne", "tourne": shown, "outcome": outcome}


EXAMPLE = {
    "ruleset": "hoem", "players": 4, "accounting": "pot", "start": 100, "unit": "0.25",
    "deals": [
        tourne(OEST, "won", "D7 SA", "S4 D2"),
        tourne(NORD, "kodille", "HA", "D7 C5"),
        {"declarer": VEST, "contract": "koebe_nolo", "outcome": "won"},
        {"declarer": SYD, "contract": "koebe_nolo", "outcome": "bet", "extra_card": True},
        tourne(NORD, "bet", "DK", "S6"),
    ],
}  # fmt: skip
"""Seed 003, 14: tournés of 22, of 18 with a kodille, of the king of diamonds; two købe noloer."""


def test_the_example_of_the_source():
    kept = account(read_table(EXAMPLE))
    assert kept["balances"] == [37, 115, 70, 122]
    assert kept["pot"] == 400 - 344
    assert kept["deviation"] == ["-49", "29", "-16", "36"]
    assert kept["money"] == [-12, 7, -4, 9]


def test_only_the_declarer_moves_and_the_pot_against_him():
    assert pot(make_settlement("solo"), 4) == Entry((0, 3, 0, 0, 0), -3)
    assert pot(make_settlement("solo", outcome="kodille"), 4) == Entry((0, -4, 0, 0, 0), 4)
    assert pot(make_passed(), 4) == Entry(NOTHING)


def test_every_declarer_and_who_looked_settle_for_themselves():
    two = (DeclarerResult(0, Outcome.WON, 15), DeclarerResult(1, Outcome.BET, -30))
    settlement = Settlement(sitters=(), declarers=two, peeked=(PeekedResult(4, -3),))
    assert pot(settlement, 5) == Entry((15, -30, 0, 0, -3), 18)


def test_a_seat_that_the_table_lacks_is_refused():
    with pytest.raises(ValueError, match="seat 3 is not at a table of 3"):
        pot(make_settlement(declarer=3), 3)


@pytest.mark.parametrize("players", (3, 4, 5))
def test_all_pay_the_same(players):
    entry = all_pay(players, 2)
    assert entry.seats == (-2,) * players + (0,) * (5 - players)
    assert entry.pot == 2 * players


def test_there_is_no_ante_in_a_pot_or_in_rasle():
    for accounting in (Accounting.POT, Accounting.RASLE):
        assert opening(AccountRules(players=4, accounting=accounting, ante=6)) is None


values = st.integers(-9, 9)


@given(st.lists(st.tuples(st.integers(0, 3), values), max_size=20))
def test_everybody_paying_rasle_is_players_times_the_deviation(games):
    """At one table with everyone paying (rules of the accounts, pot)."""
    settled = [
        Settlement(sitters=(), declarers=(DeclarerResult(seat, Outcome.WON, value),))
        for seat, value in games
    ]
    pots = [pot(one, 4) for one in settled]
    had = [sum(entry.seats[seat] for entry in pots) for seat in range(4)]
    paid = [
        sum(rasle(one, 4, sitter_pays=True).seats[seat] for one in settled) for seat in range(4)
    ]
    assert paid == [4 * balance - sum(had) for balance in had]
    folded = fold(
        AccountRules(players=4, accounting=Accounting.POT), list(enumerate(settled, start=1))
    )
    assert [one.entry for one in folded] == pots
    assert [one.pot for one in folded][-1:] == ([-sum(had)] if games else [])
    assert all(one.antes == 0 for one in folded)


@given(st.lists(values, min_size=1, max_size=5))
def test_what_the_seats_have_the_pot_has_not(amounts):
    entry = from_pot(tuple(amounts))
    assert list(entry.seats[: len(amounts)]) == amounts
    assert entry.pot == -sum(amounts)
