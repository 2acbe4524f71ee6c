"""The plain settling against the answers that came with the project."""

import pytest

from tests.rules.naive.settling import settle
from tests.shared import shared_lines

SITTER_PAYS = ["familie", "hoem", "lomber"]


def test_results_are_settled_as_answered():
    records = shared_lines("results.jsonl")
    answers = shared_lines("results.answers.jsonl")
    assert len(records) == len(answers)
    for record, answer in zip(records, answers, strict=True):
        assert settle(record) == answer, record


def test_refusals_hold_the_code_asked_for():
    records = shared_lines("refusals.jsonl")
    answers = shared_lines("refusals.answers.jsonl")
    assert len(records) == len(answers)
    for record, answer in zip(records, answers, strict=True):
        settled = settle(record)
        assert not settled["ok"], record
        assert answer["one_code"] in [error["code"] for error in settled["errors"]], record


@pytest.mark.parametrize("accounting", ("rasle", "pot", "pott", "mixed"))
def test_deals_of_the_accounts_are_worth_what_changed_hands(accounting):
    """The pots of pott and mixed hide the values: there the deals must settle, and no more."""
    tables = shared_lines("accounts.jsonl")
    answers = shared_lines("accounts.answers.jsonl")
    seen = 0
    for table, answer in zip(tables, answers, strict=True):
        if table["accounting"] != accounting:
            continue
        entries = [entry for entry in answer["deals"] if not entry.get("ante")]
        for number, entry in enumerate(entries):
            record = record_of(table, number)
            settled = settle(record)
            assert settled["ok"], record
            if accounting in ["rasle", "pot"]:
                assert changes(table, settled) == entry["changes"], record
            seen += 1
    assert seen > 0


def record_of(table, number):
    """A deal of a table, with what the table says for it."""
    dealer = (table.get("first_dealer", 0) + number) % table["players"]
    record = {"ruleset": table["ruleset"], "players": table["players"], "dealer": dealer}
    record.update(table["deals"][number])
    if not record.get("passed"):
        record.update({key: table[key] for key in ["pairs", "options"] if key in table})
    return record


def changes(table, settled):
    """What each seat has from the deal."""
    balance = [0] * table["players"]
    with_sitters = table.get("sitter_pays", table["ruleset"] in SITTER_PAYS)
    away = [] if with_sitters and not table.get("pairs") else settled["sitters"]
    for item in settled["declarers"] + settled["peeked"]:
        balance[item["seat"]] += item["value"]
        if table["accounting"] == "pot":
            continue
        others = [seat for seat in range(table["players"]) if seat not in [item["seat"], *away]]
        balance[item["seat"]] += item["value"] * (len(others) - 1)
        for seat in others:
            balance[seat] -= item["value"]
    return balance
