"""The engine against a plain second implementation, on deals played and tampered with."""

from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules import RULESETS, Contract, derive
from rules.deal.checking import ViolationError, check
from rules.deal.simulate import simulate
from tests.rules.deal.test_checking import OPTIONS
from tests.rules.naive.checking import check as check_naively
from tests.rules.naive.sets import SETS
from tests.sizes import few

KEYS = ("auction", "contract", "trump", "exchanges", "play")
DERIVED: dict[str, tuple[dict[str, Any], dict[str, dict[str, Any]], dict[str, Any]]] = {
    "dlu": (
        {"players": (3, 4, 5), "lowest_in_group": False},
        {"tourne": {"declarer_buys": 0}},
        {
            "sizes": [3, 4, 5], "lowest_in_group": [],
            "declarer_buys": SETS["dlu"]["declarer_buys"] | {"tourne": 0},
        },
    ),
    "familie": (
        {"kaske_by_forehand": True, "basta_must_bid": True},
        {"grandissimo": {"declarer_buys": 0, "may_abandon": True}, "spil": {"rank": 11}},
        {
            "kaske_for_all": False, "must_bid_with": ["CA"],
            "declarer_buys": SETS["familie"]["declarer_buys"] | {"grandissimo": 0},
            "thrown_in": [*SETS["familie"]["thrown_in"], "grandissimo"],
            "ranks": [*SETS["familie"]["ranks"][1:], ["spil"]],
        },
    ),
    "hoem": (
        {"basta_must_bid": False},
        {"grand": {"declarer_buys": 3, "won": 20, "bet": 20, "rank": 20}},
        {
            "must_bid_with": ["SA"],
            "declarer_buys": SETS["hoem"]["declarer_buys"] | {"grand": 3},
            "prices": SETS["hoem"]["prices"] | {"grand": (20, 0)},
        },
    ),
    "lomber": (
        {"offers": tuple(Contract), "abandon_after_lead": False},
        {},
        {"offered_over": {"spil": [*Contract]}, "thrown_in_after_first_lead": False},
    ),
}  # fmt: skip
"""What a club changes of its parent's rules: of its fields and of its contracts, as the engine is
told, and all of it as the plain check is."""


def answer(record, ruleset):
    try:
        return check(record, ruleset).to_json()
    except ViolationError as violation:
        shown = violation.to_json()
        del shown["message"]
        return {"ok": False, "violation": shown}


def tampered(record, chance):
    """A copy with one thing changed: a card, a call, a suit, an item, or an end cut off."""
    copy = deepcopy(record)
    key = chance.choice([key for key in KEYS if copy.get(key)])
    if key == "contract":
        copy[key] = chance.choice(["spil", "solo", "koebe_nolo", "tourne", "ren_nolo"])
    elif key == "trump":
        copy[key] = chance.choice("SHDC")
    elif key == "play":
        trick = chance.choice(copy[key])
        trick[chance.randrange(len(trick))] = chance.choice(chance.choice(record["play"]))
    elif key == "auction":
        call = chance.choice(copy[key])
        call[1] = chance.choice(["pass", "self", "solo", "ren_nolo", "spil", "tourne"])
    elif chance.random() < 0.5:
        copy[key].pop(chance.randrange(len(copy[key])))
    else:
        item = chance.choice(copy[key])
        item["discards"] = item.get("discards", [])[1:]
    return copy


def compared(deals, rulesets=RULESETS):
    """All that the two see differently, in as many deals of every kind."""
    for number, (name, base) in enumerate(rulesets.items()):
        for options in ({}, OPTIONS.get(name, {})):
            chance = Random(number)  # noqa: S311 -- a test must replay
            for players in base.players:
                simulated = simulate(
                    base.changed(options), seed=number, deals=deals, players=players
                )
                for record in simulated:
                    full = record | {"options": options}
                    for one in (full, tampered(full, chance)):
                        engine, plain = answer(one, base), check_naively(deepcopy(one))
                        if engine != plain:
                            yield engine, plain, one


@pytest.mark.strict
def test_they_agree():
    assert list(compared(60)) == []


@pytest.mark.strict
@pytest.mark.parametrize("parent", few(DERIVED))
def test_a_derived_set_needs_a_row_and_no_code(monkeypatch, parent):
    """With its row they agree, and with any fact of it left out they do not: each is read."""
    changes, terms, row = DERIVED[parent]
    contracts = tuple(
        replace(own, **terms.get(own.contract, {})) for own in RULESETS[parent].contracts
    )
    own = {"own": derive(RULESETS[parent], "own", contracts=contracts, **changes)}
    monkeypatch.setitem(OPTIONS, "own", OPTIONS.get(parent, {}))
    monkeypatch.setitem(SETS, "own", SETS[parent] | row)
    assert list(compared(140, own)) == []
    for fact in row:
        SETS["own"] = SETS[parent] | {name: row[name] for name in row if name != fact}
        assert any(compared(140, own)), fact


@pytest.mark.nightly
def test_they_agree_on_a_hundred_thousand():
    assert list(compared(4600)) == []
