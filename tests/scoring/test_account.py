"""``python -m scoring account``: whole tables in, their accounts out."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import __main__ as command
from scoring.account import KEYS, TableRefusedError, answer, read_table
from tests.shared import shared_lines

ROOT = Path(__file__).resolve().parents[2]
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}
PASSED = {"passed": True}
TABLE = {"ruleset": "dlu", "players": 4, "accounting": "rasle", "deals": [WON, PASSED]}
EMPTY = TABLE | {"deals": []}
POTT = EMPTY | {"ruleset": "lomber", "accounting": "pott"}
MIXED = EMPTY | {"ruleset": "lomber", "accounting": "mixed"}


def answered(table):
    return answer(json.dumps(table).encode())


def errors(table):
    found = answered(table)
    assert found["ok"] is False
    assert all(error["message"].endswith(".") for error in found["errors"])
    return [(error["code"], error["field"], error["deal"]) for error in found["errors"]]


def test_a_table_as_the_handbook_of_records_shows_it():
    assert answered(TABLE | {"unit": "0.25"}) == {
        "ok": True,
        "deals": [
            {"changes": [-1, 2, 0, -1], "pot": 0},
            {"changes": [0, 0, 0, 0], "pot": 0},
        ],
        "balances": [-1, 2, 0, -1],
        "pot": 0,
        "deviation": ["-1", "2", "0", "-1"],
        "money": [0, 0, 0, 0],
        "payments": [],
    }


def test_the_shared_evening_to_the_point():
    tables, answers = shared_lines("evening-dlu.jsonl"), shared_lines("evening-dlu.answers.jsonl")
    assert len(tables) == 8
    assert [answered(table) for table in tables] == answers


def test_the_shared_accounts_to_the_point():
    tables, answers = shared_lines("accounts.jsonl"), shared_lines("accounts.answers.jsonl")
    assert len(tables) == 12
    assert {table["accounting"] for table in tables} == {"rasle", "pot", "pott", "mixed"}
    for table, expected in zip(tables, answers, strict=True):
        told = answered(table)
        paid = told.pop("payments", None)
        assert list(told.items()) == list(expected.items())
        assert (paid is not None) == ("unit" in table)


def test_settings():
    account = answered(
        {
            "ruleset": "dlu", "players": 3, "accounting": "rasle", "start": 100, "unit": "1",
            "first_dealer": 2, "round": 1, "table": "x", "options": {"dealer_must_bid": True},
            "deals": [{"declarer": 0, "contract": "solo", "outcome": "bet"}, WON],
        }
    )  # fmt: skip
    assert account["balances"] == [93, 105, 102]
    assert account["deviation"] == ["-7", "5", "2"]
    assert account["money"] == [-7, 5, 2]
    assert account["payments"] == [
        {"from": 0, "to": 1, "amount": 5},
        {"from": 0, "to": 2, "amount": 2},
    ]


@pytest.mark.parametrize(
    ("balance", "players", "deviation"),
    (
        (1, 4, ["-0.25", "0.75", "-0.25", "-0.25"]),
        (2, 4, ["-0.5", "1.5", "-0.5", "-0.5"]),
        (1, 3, ["-1/3", "2/3", "-1/3"]),
    ),
)
def test_deviations_are_exact(balance, players, deviation, monkeypatch):
    """Points that sum to nothing leave whole deviations, so the mean is bent here."""
    monkeypatch.setattr(
        "scoring.account.deviations",
        lambda seats: deviations([balance if seat == 1 else 0 for seat in range(len(seats))]),
    )
    from scoring.money import deviations  # noqa: PLC0415 -- the one that was not bent

    assert answered(TABLE | {"players": players, "deals": []})["deviation"] == deviation


def test_no_deals_are_an_account_too():
    assert answered(TABLE | {"deals": []}) == {
        "ok": True, "deals": [], "balances": [0, 0, 0, 0], "pot": 0,
        "deviation": ["0", "0", "0", "0"],
    }  # fmt: skip


def test_the_antes_are_a_first_entry_of_their_own():
    assert answered(POTT | {"ante": 6, "start": 10}) == {
        "ok": True, "deals": [{"ante": True, "changes": [-6, -6, -6, -6], "pot": 24}],
        "balances": [4, 4, 4, 4], "pot": 24, "deviation": ["0", "0", "0", "0"],
    }  # fmt: skip
    assert answered(POTT)["pot"] == 8
    assert answered(MIXED | {"players": 3, "pot_cap": 0})["deals"] == [
        {"ante": True, "changes": [-1, -1, -1], "pot": 3}
    ]


def test_a_forced_ante_belongs_to_its_deal():
    won = {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"}
    table = POTT | {"players": 3, "deals": [won, won]}
    assert answered(table)["deals"] == [
        {"ante": True, "changes": [-2, -2, -2], "pot": 6},
        {"changes": [0, 6, 0], "pot": 0},
        {"changes": [-2, 4, -2], "pot": 0},
    ]


def test_the_pot_only_counts_where_the_rules_have_none():
    table = TABLE | {"accounting": "pot", "deals": [WON, WON, PASSED]}
    assert [(deal["changes"], deal["pot"]) for deal in answered(table)["deals"]] == [
        ([0, 1, 0, 0], -1), ([0, 1, 0, 0], -2), ([0, 0, 0, 0], -2)
    ]  # fmt: skip


def test_a_deal_may_name_its_dealer_and_else_they_take_turns():
    sits_out_in_turn = [{**WON, "declarer": (n + 2) % 4} for n in range(4)]
    assert errors(TABLE | {"deals": sits_out_in_turn}) == [
        ("declarer_sits_out", "declarer", n) for n in range(1, 5)
    ]
    assert errors(TABLE | {"first_dealer": 1, "deals": [{**WON, "declarer": 3}]}) == [
        ("declarer_sits_out", "declarer", 1)
    ]
    named = [{**WON, "declarer": 2, "dealer": 3}]
    assert answered(TABLE | {"deals": named})["balances"] == [-1, 0, 2, -1]


def test_the_sitter_pays_where_the_table_says_so():
    assert answered(TABLE | {"sitter_pays": True})["balances"] == [-1, 3, -1, -1]


def test_pairs_hold_for_every_deal():
    account = answered(TABLE | {"pairs": True, "sitter_pays": True})
    assert account["balances"] == [-1, 2, -1, 0]


def test_pairs_of_one_deal():
    account = answered(TABLE | {"deals": [WON, {**WON, "declarer": 0, "pairs": True}]})
    assert [deal["changes"] for deal in account["deals"]] == [[-1, 2, 0, -1], [2, -1, 0, -1]]


REMIS = ("remis_pays", "remis_price")
REFUSED = [
    (TABLE | {"ruleset": "whist"}, [("ruleset_unknown", "ruleset", None)]),
    ({}, [("malformed", "ruleset", None)]),
    ([], [("malformed", "", None)]),
    (
        {"ruleset": "dlu"},
        [("malformed", key, None) for key in ("accounting", "deals", "players")],
    ),
    (TABLE | {"colour": 1}, [("malformed", "colour", None)]),
    (TABLE | {"players": 5}, [("players_invalid", "players", None)]),
    (TABLE | {"accounting": "patience"}, [("accounting_unknown", "accounting", None)]),
    (TABLE | {"accounting": 1}, [("malformed", "accounting", None)]),
    *(
        (
            EMPTY | {"ruleset": slug, "accounting": name},
            [("accounting_not_allowed", "accounting", None)],
        )
        for slug in ("dlu", "klub", "familie", "hoem")
        for name in ("pott", "mixed")
    ),
    (
        EMPTY | {"accounting": "pott", "ante": 3, "pot_cap": 1},
        [("accounting_not_allowed", "accounting", None)],
    ),
    *((POTT | {"ante": ante}, [("setting_invalid", "ante", None)]) for ante in (-2, 0, 1, 7)),
    (POTT | {"ante": "2"}, [("malformed", "ante", None)]),
    (POTT | {"ante": None}, [("malformed", "ante", None)]),
    (POTT | {"ante": True}, [("malformed", "ante", None)]),
    *((POTT | {key: "all"}, [("setting_invalid", key, None)]) for key in REMIS),
    *((POTT | {key: 1}, [("malformed", key, None)]) for key in REMIS),
    *((MIXED | {key: "table"}, [("setting_invalid", key, None)]) for key in REMIS),
    *((TABLE | {key: "one"}, [("setting_invalid", key, None)]) for key in REMIS),
    (POTT | {"pot_cap": 20}, [("setting_invalid", "pot_cap", None)]),
    (MIXED | {"pot_cap": -1}, [("setting_invalid", "pot_cap", None)]),
    (MIXED | {"pot_cap": 1.5}, [("malformed", "pot_cap", None)]),
    (MIXED | {"ante": 2}, [("setting_invalid", "ante", None)]),
    (TABLE | {"accounting": "pot", "ante": 2}, [("setting_invalid", "ante", None)]),
    (TABLE | {"accounting": "pot", "pot_cap": 2}, [("setting_invalid", "pot_cap", None)]),
    (TABLE | {"ante": 2}, [("setting_invalid", "ante", None)]),
    (TABLE | {"pot_cap": 20}, [("setting_invalid", "pot_cap", None)]),
    (TABLE | {"sitter_pays": 1}, [("malformed", "sitter_pays", None)]),
    (TABLE | {"start": "100"}, [("malformed", "start", None)]),
    (TABLE | {"start": 10**10}, [("setting_invalid", "start", None)]),
    (TABLE | {"unit": 0.25}, [("malformed", "unit", None)]),
    (TABLE | {"unit": "0.00"}, [("setting_invalid", "unit", None)]),
    (TABLE | {"unit": "-1"}, [("setting_invalid", "unit", None)]),
    (TABLE | {"unit": "1/4"}, [("setting_invalid", "unit", None)]),
    (TABLE | {"unit": "\u0664"}, [("setting_invalid", "unit", None)]),
    (TABLE | {"first_dealer": 4}, [("setting_invalid", "first_dealer", None)]),
    (TABLE | {"first_dealer": None}, [("malformed", "first_dealer", None)]),
    (TABLE | {"pairs": "yes"}, [("malformed", "pairs", None)]),
    (TABLE | {"pairs": True, "players": 3, "deals": []}, [("players_invalid", "players", None)]),
    (TABLE | {"options": {"grand": True}}, [("option_unknown", "options", None)]),
    (TABLE | {"deals": {}}, [("malformed", "deals", None)]),
    (TABLE | {"deals": [PASSED, 7]}, [("malformed", "", 2)]),
    (TABLE | {"deals": [{**WON, "ruleset": "hoem"}]}, [("ruleset_unknown", "ruleset", 1)]),
    (TABLE | {"deals": [{**WON, "players": 3}]}, [("players_invalid", "players", 1)]),
]


@pytest.mark.parametrize(("table", "expected"), REFUSED)
def test_what_is_wrong_is_named_with_its_deal(table, expected):
    assert errors(table) == expected


def test_all_that_is_wrong_is_said_at_once():
    table = TABLE | {
        "colour": 1,
        "unit": "x",
        "deals": [WON | {"contract": "whist"}, PASSED, WON | {"declarer": 7, "trump": 1}],
    }
    assert errors(table) == [
        ("malformed", "colour", None),
        ("setting_invalid", "unit", None),
        ("contract_unknown", "contract", 1),
        ("declarer_invalid", "declarer", 3),
        ("malformed", "trump", 3),
    ]


def test_the_error_says_all_its_sentences():
    with pytest.raises(TableRefusedError, match=r"leave it out\..*The start is at most"):
        read_table(TABLE | {"ante": 2, "start": 10**10})


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(KEYS), anything))
def test_no_table_raises_anything(changes):
    assert answered(TABLE | changes)["ok"] in {True, False}


@given(st.binary())
def test_no_line_raises_anything(line):
    assert answer(line)["ok"] is False


def test_the_command_answers_line_by_line(monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    lines = json.dumps(TABLE).encode() + b"\n\nno\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    monkeypatch.setattr(sys, "stdout", out)
    assert command.main(["account"]) == 0
    good, bad = map(json.loads, out.buffer.getvalue().splitlines())
    assert good == answered(TABLE)
    assert [error["code"] for error in bad["errors"]] == ["malformed"]


def test_the_command_needs_no_django():
    program = (
        "import sys, runpy; sys.argv = ['scoring', 'account'];"
        "sys.modules['django'] = None;"
        "runpy.run_module('scoring', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(TABLE).encode(),
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={},
    )
    assert done.stderr == b""
    assert json.loads(done.stdout) == answered(TABLE)
