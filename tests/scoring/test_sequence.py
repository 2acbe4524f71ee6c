"""Rasle, the fold, and what must hold of every account."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    RULESETS,
    DeclarerResult,
    Outcome,
    PeekedResult,
    Settlement,
    dealt_in,
    read_result,
    settle,
)
from scoring import checks
from scoring.checks import Finding
from scoring.ledger import NOTHING, Entry
from scoring.mixed import POT_CAP
from scoring.pott import ANTE, REMIS_PAYS, RemisPays
from scoring.rasle import SITTER_PAYS
from scoring.sequence import KINDS, SETTINGS, DealAccount, account_rules, fold
from tests.scoring.make import entry_in, make_passed, make_settlement

TABLE = account_rules(players=4)


def test_each_opponent_pays_the_declarer():
    entry = entry_in("rasle", make_settlement("solo"), sitter_pays=False)
    assert entry == Entry((-3, 6, 0, -3, 0))


def test_a_lost_game_is_paid_to_each_opponent():
    entry = entry_in("rasle", make_settlement("solo", outcome="kodille"), sitter_pays=False)
    assert entry == Entry((4, -8, 0, 4, 0))


def test_who_sits_out_pays_where_that_is_the_custom():
    assert entry_in("rasle", make_settlement("solo"), sitter_pays=True) == Entry((-3, 9, -3, -3, 0))


def test_three_at_a_table():
    settlement = make_settlement("tourne", players=3, declarer=2)
    for sitter_pays in (False, True):
        assert entry_in("rasle", settlement, 3, sitter_pays=sitter_pays) == Entry((-2, -2, 4, 0, 0))


def test_partners_never_pay_each_other():
    settlement = make_settlement("solo", pairs=True, outcome="won")
    for sitter_pays in (False, True):
        assert entry_in("rasle", settlement, 4, sitter_pays=sitter_pays) == Entry((-3, 6, -3, 0, 0))


def test_a_deal_that_all_passed_moves_nothing():
    assert entry_in("rasle", make_passed(), sitter_pays=True) == Entry(NOTHING)


def test_several_declarers_each_settle_with_every_other():
    two = (DeclarerResult(0, Outcome.WON, 4), DeclarerResult(1, Outcome.BET, -4))
    assert entry_in("rasle", Settlement(sitters=(), declarers=two), 3, sitter_pays=False) == Entry(
        (12, -12, 0, 0, 0)
    )
    looked = Settlement(sitters=(), declarers=two[:1], peeked=(PeekedResult(2, -3),))
    assert entry_in("rasle", looked, 3, sitter_pays=False) == Entry((11, -1, -10, 0, 0))


def test_a_seat_that_the_table_lacks_is_refused():
    with pytest.raises(ValueError, match="seat 3 is not at a table of 3"):
        entry_in("rasle", make_settlement(declarer=3), 3, sitter_pays=False)


def test_the_fold_adds_up_and_lets_deals_be_missing():
    deals = [(2, make_settlement()), (5, make_passed()), (9, make_settlement("solo", declarer=0))]
    accounts = fold(TABLE, deals)
    assert [account.deal for account in accounts] == [2, 5, 9]
    assert [account.settlement for account in accounts] == [settled for _, settled in deals]
    assert [account.balances for account in accounts] == [
        (-1, 2, 0, -1, 0),
        (-1, 2, 0, -1, 0),
        (5, -1, 0, -4, 0),
    ]
    assert [account.pot for account in accounts] == [0] * 3
    assert fold(TABLE, []) == ()


def test_a_sitter_that_pays_is_a_rule_of_the_account():
    (account,) = fold(account_rules(players=4, sitter_pays=True), [(1, make_settlement())])
    assert account.balances == (-1, 3, -1, -1, 0)


@pytest.mark.parametrize("numbers", ((1, 1), (2, 1), (0,), (-1,)))
def test_deals_count_upward_from_one(numbers):
    with pytest.raises(ValueError, match="deals count upward from 1"):
        fold(TABLE, [(number, make_passed()) for number in numbers])


@pytest.mark.parametrize("wrong", ({"ante": 1}, {"ante": 7}, {"ante": 0}, {"pot_cap": -1}))
def test_an_account_that_cannot_be_kept_is_refused(wrong):
    with pytest.raises(ValueError, match=r"ante is 2 to 6\.|pot_cap is 0 or more\."):
        account_rules(players=4, **wrong)
    kept = account_rules(players=4, ante=6, pot_cap=0)
    assert (kept[ANTE], kept[POT_CAP], kept[SITTER_PAYS]) == (6, 0, False)


def test_only_accounts_and_settings_that_there_are():
    with pytest.raises(ValueError, match="there is no account 'gold'"):
        account_rules(players=4, accounting="gold")
    with pytest.raises(ValueError, match="has no setting colour, size"):
        account_rules(players=4, size=1, ante=2, colour="red")


@pytest.mark.parametrize(
    ("setting", "fits", "wrong"),
    (
        (SITTER_PAYS, (True, False), (0, 1, None, "yes")),
        (ANTE, (2, 6), (1, 7, True, None, "2", 2.0)),
        (POT_CAP, (0, 10**9, None), (-1, False, "0")),
        (REMIS_PAYS, ("table", RemisPays.PLAYERS), ("", "game", None, 1)),
    ),
    ids=lambda value: getattr(value, "key", ""),
)
def test_what_a_setting_can_be(setting, fits, wrong):
    for value in fits:
        assert setting.read(value) == value
    for value in wrong:
        with pytest.raises(ValueError, match=rf"^The setting {setting.key} is .*\.$"):
            setting.read(value)


def test_every_setting_is_of_one_kind_or_the_same_in_all():
    for kind in KINDS.values():
        assert all(SETTINGS[setting.key] is setting for setting in kind.settings)
    assert [key for key, kind in KINDS.items() if not kind.keeps_pot] == ["rasle"]
    assert all(setting.read(setting.default) == setting.default for setting in SETTINGS.values())


@st.composite
def tables(draw):
    """The rules of a table, and settled deals of any declarer and value."""
    players = draw(st.sampled_from([3, 4]))
    deals = []
    for number in range(1, draw(st.integers(0, 12)) + 1):
        seats = dealt_in(players, number % players)
        sitters = tuple(seat for seat in range(players) if seat not in seats)
        declarer = DeclarerResult(
            draw(st.sampled_from(seats)), draw(st.sampled_from(Outcome)), draw(st.integers(-9, 9))
        )
        declarers = draw(st.sampled_from([(), (declarer,)]))
        deals.append((number, Settlement(sitters=sitters, declarers=declarers)))
    rules = account_rules(players=players, accounting="rasle", sitter_pays=draw(st.booleans()))
    return rules, deals


@given(tables())
def test_every_account_passes_every_check_and_sums_to_nothing(table):
    rules, deals = table
    accounts = fold(rules, deals)
    assert checks.run(rules.players, accounts) == []
    for before, account in zip([None, *accounts], accounts, strict=False):
        entry = account.entry if before is None else Entry(before.balances) + account.entry
        assert account.balances == entry.seats
        assert sum(account.balances) + account.pot == 0


@given(tables(), st.data())
def test_a_correction_changes_nothing_before_it(table, data):
    rules, deals = table
    if not deals:
        return
    at = data.draw(st.integers(0, len(deals) - 1))
    corrected = [*deals[:at], (deals[at][0], make_passed()), *deals[at + 1 :]]
    assert fold(rules, corrected)[:at] == fold(rules, deals)[:at]


def account(deal, settlement, seats):
    return DealAccount(deal, settlement, (), Entry(seats), seats, 0)


RIGHT = account(1, make_settlement(), (-1, 2, 0, -1, 0))


@pytest.mark.parametrize(
    ("deals", "found"),
    (
        ([RIGHT, RIGHT], Finding(1, "comes after deal 1")),
        (
            [account(3, make_settlement(), (-1, 2, 0, 0, -1))],
            Finding(3, "moves points of a seat that a table of 4 lacks"),
        ),
        (
            [account(2, make_settlement(), (1, -2, 0, 1, 0))],
            Finding(2, "moves -2 for a game worth 1"),
        ),
        (
            [account(2, make_settlement(outcome="won", tout="failed"), (-1, 2, 0, -1, 0))],
            Finding(2, "moves 2 for a game worth 0"),
        ),
        (
            [account(4, make_passed(), (1, -1, 1, -1, 0))],
            Finding(4, "charges a pass to some and not to others"),
        ),
    ),
)
def test_each_check_finds_its_fault(deals, found):
    assert checks.run(4, deals) == [found]
    assert [found] == [one for check in checks.CHECKS for one in checks.run(4, deals, [check])]


def test_one_empty_chair_of_two_is_enough():
    strange = account(1, make_settlement(), (-1, 2, 0, -1, 0))
    (found,) = checks.run(3, [strange])
    assert found == Finding(1, "moves points of a seat that a table of 3 lacks")


LOMBER = RULESETS["lomber"]


@pytest.mark.parametrize(
    ("deal", "entry", "right"),
    (
        ({"contract": "solo", "outcome": "remis"}, Entry((-2, -2, 0, -2, 0), 6), True),
        ({"contract": "solo", "outcome": "remis"}, Entry((-2, 0, 0, -2, 0), 4), False),
        ({"contract": "solo", "outcome": "remis"}, Entry((0, 0, 0, 0, 0)), False),
        (
            {"contract": "spil", "outcome": "won", "tout": "failed"},
            Entry((0, -1, 0, 0, 0), 1),
            True,
        ),
        ({"contract": "spil", "outcome": "won"}, Entry((-2, -1, -2, -2, 0), 7), True),
        ({"contract": "spil", "outcome": "won"}, Entry((-2, -2, -2, -2, 0), 8), False),
        ({"contract": "spil", "outcome": "bet"}, Entry((-2, -3, -2, -2, 0), 9), True),
        ({"contract": "spil", "outcome": "bet"}, Entry((-2, -2, -2, -2, 0), 8), False),
        ({"contract": "spil", "outcome": "bet"}, Entry((1, 0, -1, 0, 0)), False),
        ({"contract": "spil", "outcome": "won"}, Entry((1, 0, -1, 0, 0)), False),
        ({"contract": "spil", "outcome": "won", "tout": "failed"}, Entry(NOTHING), True),
        ({"contract": "spil", "outcome": "won", "tout": "failed"}, Entry((1, -2, 0, 1, 0)), False),
        ({"contract": "spil", "outcome": "won", "tout": "failed"}, Entry((1, 0, -1, 0, 0)), True),
    ),
)
def test_a_declarer_is_measured_by_the_others_where_all_may_pay_a_pot(deal, entry, right):
    record = {"players": 4, "dealer": 0, "declarer": 1, **deal}
    settlement = settle(read_result(record, LOMBER), LOMBER)
    found = checks.run(4, [DealAccount(1, settlement, (), entry, entry.seats, entry.pot)])
    assert (found == []) is right


def test_every_check_was_seen_to_fail():
    assert len(checks.CHECKS) == 4
    assert checks.run(4, [RIGHT, account(2, make_passed(), NOTHING)]) == []
