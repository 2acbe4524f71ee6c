"""The engine against a plain second implementation, on deals played and tampered with."""

from copy import deepcopy
from random import Random

import pytest

from rules import RULESETS
from rules.checking import ViolationError, check
from rules.simulate import simulate
from tests.rules.naive.checking import check as check_naively
from tests.rules.test_checking import OPTIONS

KEYS = ("auction", "contract", "trump", "exchanges", "play")


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


def compared(deals):
    """All that the two see differently, in as many deals of every kind."""
    differing = []
    for number, (name, base) in enumerate(RULESETS.items()):
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
                            differing.append((engine, plain, one))
    return differing


def test_they_agree():
    assert compared(140) == []


@pytest.mark.nightly
def test_they_agree_on_a_hundred_thousand():
    assert compared(4600) == []
