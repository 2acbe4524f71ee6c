"""The rule set hoem: the accounts of its page (seed 003, 14)."""

from fractions import Fraction
from typing import Any

import pytest

from rules.deal.checking import check
from rules.deal.simulate import simulate
from scoring.money import kroner
from tests.rules.sets.test_hoem import (
    HOEM,
    NORD,
    OEST,
    SYD,
    VEST,
    WORTH,
    framed,
    paid,
    shown,
    table_account,
)


@pytest.mark.parametrize("players", (3, 4, 5))
@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_hoem_12_1_everybody_at_the_table_pays(players, contract, worth):
    game = {key: framed(contract)[key] for key in framed(contract).keys() & {"contract", "tourne"}}
    won = [-worth, worth * (players - 1), *[-worth] * (players - 2)]
    assert paid(game | {"declarer": 1, "outcome": "won"}, players) == won
    lost = [-change for change in won]
    assert paid(game | {"declarer": 1, "outcome": "bet"}, players) == lost


DEALS: tuple[dict[str, object], ...] = (
    {"declarer": OEST, "contract": "tourne", "tourne": shown("D7 SA", "S4 D2"), "outcome": "won"},
    {
        "declarer": NORD, "contract": "tourne", "tourne": shown("HA D7", "C5"),
        "outcome": "kodille",
    },
    {"declarer": VEST, "contract": "koebe_nolo", "outcome": "won"},
    {"declarer": SYD, "contract": "koebe_nolo", "extra_card": True, "outcome": "bet"},
    {"declarer": NORD, "contract": "tourne", "tourne": shown("DK", "S6"), "outcome": "bet"},
)  # fmt: skip
"""The five deals of both accounts (seed 003, 14); Nord deals first, then Vest."""


def after_each(account):
    """What each seat has at the start and after every deal, from 100."""
    rows = [[100] * len(account["balances"])]
    for deal in account["deals"]:
        rows.append([had + more for had, more in zip(rows[-1], deal["changes"], strict=True)])
    assert rows[-1] == account["balances"]
    return rows


def test_hoem_12_2_with_a_pot_the_declarer_alone_moves():
    account = table_account(DEALS, accounting="pot", start=100)
    moved = [[seat for seat in range(4) if deal["changes"][seat]] for deal in account["deals"]]
    assert moved == [[OEST], [NORD], [VEST], [SYD], [NORD]]
    assert [deal["pot"] for deal in account["deals"]] == [-22, 1, -14, 16, 56]
    mean = sum(account["balances"]) // 4
    assert [int(part) for part in account["deviation"]] == [
        balance - mean for balance in account["balances"]
    ]


def test_hoem_12_3_the_five_deals_as_pot():
    account = table_account(DEALS, accounting="pot", start=100, unit="0.25")
    assert after_each(account) == [
        [100, 100, 100, 100], [100, 100, 100, 122], [77, 100, 100, 122], [77, 115, 100, 122],
        [77, 115, 70, 122], [37, 115, 70, 122],
    ]  # fmt: skip
    assert account["deviation"] == ["-49", "29", "-16", "36"]
    assert account["money"] == [-12, 7, -4, 9]


def test_hoem_12_4_the_five_deals_as_rasle():
    account = table_account(DEALS, start=100, unit="0.25")
    assert after_each(account) == [
        [100, 100, 100, 100], [78, 78, 78, 166], [9, 101, 101, 189], [-6, 146, 86, 174],
        [24, 176, -4, 204], [-96, 216, 36, 244],
    ]  # fmt: skip
    assert account["deviation"] == ["-196", "116", "-64", "144"]
    assert account["money"] == [-49, 29, -16, 36]


@pytest.mark.parametrize("players", (3, 4, 5))
def test_hoem_12_5_rasle_is_pot_times_the_players(players):
    played = [
        check(record, HOEM) for record in simulate(HOEM, seed=players, deals=60, players=players)
    ]
    assert any(len(one.settlement.declarers) > 1 for one in played)
    deals: list[Any] = [one.deal.result().to_json() for one in played]
    if players > 3:
        sitter = {"dealer": 0, "declarer": 1, "contract": "ren_nolo", "outcome": "won"}
        deals.append(sitter | {"peeked": [2]})
    rasle, pot = (
        table_account(deals, players, accounting=accounting)["deviation"]
        for accounting in ("rasle", "pot")
    )
    assert [Fraction(part) for part in rasle] == [players * Fraction(part) for part in pot]
    assert any(Fraction(part) for part in pot)


@pytest.mark.parametrize(("contract", "cost"), (("ren_nolo", 3), ("koebe_nolo_ouvert", 5)))
def test_hoem_12_6_who_looked_pays_as_for_a_game_lost(contract, cost):
    game = {"declarer": VEST, "contract": contract, "outcome": "won"}
    for accounting, looked in (
        ("rasle", [cost, cost, -3 * cost, cost]), ("pot", [0, 0, -cost, 0]),
    ):  # fmt: skip
        with_look, without = (
            table_account([deal], accounting=accounting)["deals"][0]
            for deal in (game | {"peeked": [SYD]}, game)
        )
        apart = zip(with_look["changes"], without["changes"], strict=True)
        assert [had - would for had, would in apart] == looked
        assert with_look["pot"] - without["pot"] == -sum(looked)


def test_hoem_12_7_the_largest_fractions_are_rounded_up_and_the_lowest_seat_first():
    won = [{"declarer": VEST, "contract": "solo", "outcome": "won"}]
    # -0.75, 2.25, -0.75, -0.75: all a quarter above the whole number below
    assert table_account(won, unit="0.05")["money"] == [0, 2, -1, -1]
    quarters = [Fraction(part, 4) for part in (-6, 1, 2, 3)]
    assert kroner(quarters, Fraction(1)) == (-1, 0, 0, 1)
