"""An entry that does not sum to nothing cannot exist."""

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ledger import NOTHING, Entry, Moved, UnbalancedError, added, balances

amounts = st.tuples(*[st.integers(-(10**9), 10**9)] * 5)
points = st.integers(-(10**9), 10**9)
entries = st.builds(
    lambda seats, penalties, cash: Entry(
        seats, -sum(seats) - penalties - cash, penalties=penalties, cash=cash
    ),
    amounts,
    points,
    points,
)


@given(amounts, points, points, points)
def test_an_unbalanced_entry_is_refused_at_birth(seats, pot, penalties, cash):
    off = sum(seats) + pot + penalties + cash
    if off:
        with pytest.raises(UnbalancedError, match=f"off by {off}$"):
            Entry(seats, pot, penalties, cash)
    else:
        assert Entry(seats, pot, penalties, cash).pot == pot


@pytest.mark.parametrize("account", ("pot", "penalties", "cash"))
def test_each_account_beside_the_seats_balances_them(account):
    entry = Entry((-2, 0, 0, 0, 0), **{account: 2})
    assert getattr(entry, account) == 2
    assert getattr(-entry, account) == -2
    assert getattr(entry + entry, account) == 4


def test_an_entry_cannot_be_unbalanced_later():
    entry = Entry((2, -1, 0, -1, 0))
    with pytest.raises(UnbalancedError):
        replace(entry, pot=1)
    with pytest.raises(FrozenInstanceError):
        entry.pot = 1  # type: ignore[misc]


@pytest.mark.parametrize("seats", ((), (0, 0, 0, 0), (0,) * 6))
def test_an_entry_has_five_seats(seats):
    with pytest.raises(ValueError, match="5 seats"):
        Entry(seats)


@given(entries)
def test_what_is_undone_leaves_nothing(entry):
    assert entry + -entry == Entry(NOTHING)


@given(entries, entries)
def test_two_entries_together_are_the_sum_of_each_seat(one, other):
    both = one + other
    assert both.seats == added(one.seats, other.seats)
    assert both.seats == tuple(a + b for a, b in zip(one.seats, other.seats, strict=True))
    assert both.pot == one.pot + other.pot
    assert both.penalties == one.penalties + other.penalties
    assert both.cash == one.cash + other.cash


@pytest.mark.parametrize("moved", (("cash", "bank", 0), ("cash", "bank", -5), ("cash", "cash", 5)))
def test_what_moves_nothing_from_one_to_another_is_no_move(moved):
    with pytest.raises(UnbalancedError, match="pays"):
        Moved(*moved)


def test_the_smallest_coin_moves_and_comes_back():
    moved = Moved("cash", "bank", 1)
    assert -moved == Moved("bank", "cash", 1)
    assert balances([moved, -moved]) == {"cash": 0, "bank": 0}


def test_balances_are_what_was_got_less_what_was_paid():
    moved = [Moved("dues", "cash", 20), Moved("cash", "bank", 15), Moved("cash", "bank", 2)]
    assert balances(moved) == {"dues": -20, "cash": 3, "bank": 17}
