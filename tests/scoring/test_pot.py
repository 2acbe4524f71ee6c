"""Pot accounts: source 003's own example, and what holds of every pot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import DeclarerResult, Outcome, PeekedResult, Settlement
from scoring.account import account, read_table
from scoring.ledger import NOTHING, Entry
from scoring.sequence import account_rules, fold, opening
from scoring.transfers import Reason, all_pay, entry_of
from tests.scoring.make import entry_in, make_passed, make_settlement

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
    assert entry_in("pot", make_settlement("solo")) == Entry((0, 3, 0, 0, 0), -3)
    assert entry_in("pot", make_settlement("solo", outcome="kodille")) == Entry((0, -4, 0, 0, 0), 4)
    assert entry_in("pot", make_passed()) == Entry(NOTHING)


def test_every_declarer_and_who_looked_settle_for_themselves():
    two = (DeclarerResult(0, Outcome.WON, 15), DeclarerResult(1, Outcome.BET, -30))
    settlement = Settlement(sitters=(), declarers=two, peeked=(PeekedResult(4, -3),))
    assert entry_in("pot", settlement, 5) == Entry((15, -30, 0, 0, -3), 18)


def test_a_seat_that_the_table_lacks_is_refused():
    with pytest.raises(ValueError, match="seat 3 is not at a table of 3"):
        entry_in("pot", make_settlement(declarer=3), 3)


@pytest.mark.parametrize("players", (3, 4, 5))
def test_all_pay_the_same(players):
    entry = entry_of(all_pay(players, 2, Reason.PASS))
    assert entry.seats == (-2,) * players + (0,) * (5 - players)
    assert entry.pot == 2 * players


def test_there_is_no_ante_in_a_pot_or_in_rasle():
    for accounting in ("pot", "rasle"):
        rules = account_rules(players=4, accounting=accounting, ante=6)
        assert opening(rules) is None
        assert rules.kind.ante(rules) == 0


values = st.integers(-9, 9)


@given(st.lists(st.tuples(st.integers(0, 3), values), max_size=20))
def test_everybody_paying_rasle_is_players_times_the_deviation(games):
    """At one table with everyone paying (rules of the accounts, pot)."""
    settled = [
        Settlement(sitters=(), declarers=(DeclarerResult(seat, Outcome.WON, value),))
        for seat, value in games
    ]
    pots = [entry_in("pot", one) for one in settled]
    had = [sum(entry.seats[seat] for entry in pots) for seat in range(4)]
    paid = [
        sum(entry_in("rasle", one, sitter_pays=True).seats[seat] for one in settled)
        for seat in range(4)
    ]
    assert paid == [4 * balance - sum(had) for balance in had]
    folded = fold(account_rules(players=4, accounting="pot"), list(enumerate(settled, start=1)))
    assert [one.entry for one in folded] == pots
    assert [one.pot for one in folded][-1:] == ([-sum(had)] if games else [])
