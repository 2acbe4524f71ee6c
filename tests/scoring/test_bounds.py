"""No deal moves more than is said of it, whatever the rules and however the account is kept."""

import random
from dataclasses import replace

import pytest

from rules import RULESETS, RefusedError, read_result, settle
from scoring import bounds
from scoring.bounds import FULL, reach
from scoring.sequence import KINDS, account_rules, move
from tests.rules.result.test_two_settlements import random_record

RECORDS = 2000
SETTINGS = (
    {"sitter_pays": False, "ante": 2, "remis_pays": "table", "remis_price": "game", "pot_cap": 0},
    {"sitter_pays": True, "ante": 6, "remis_pays": "players", "remis_price": "one", "pot_cap": 20},
)
CHOSEN = {
    name: (
        ruleset,
        ruleset.changed({key: True for key in ruleset.options if getattr(ruleset, key) is False}),
    )
    for name, ruleset in RULESETS.items()
}


def accounts(rng, ruleset, players):
    """An account of each kind that goes with the rules."""
    settings = rng.choice(SETTINGS)
    for kind in KINDS.values():
        if kind.goes_with(ruleset):
            yield account_rules(players=players, accounting=kind.key, **settings)


def settled(rng):
    """A random deal that the rules accept, with them: all their options chosen, or none."""
    while True:
        data = random_record(rng)
        data.pop("pairs", None)
        data.pop("options", None)
        try:
            own = rng.choice(CHOSEN[data["ruleset"]])
            return read_result(data, own), own
        except (RefusedError, KeyError, TypeError):
            continue


def exceeded(seed, number):
    """What random deals moved beyond what was said of them."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    for _ in range(number):
        record, ruleset = settled(rng)
        for rules in accounts(rng, ruleset, record.players):
            found = reach(ruleset, rules)
            assert found is not None
            held = rng.choice([0, 1, 7, 30, FULL])
            moved = move(rules, settle(record, ruleset), held).entry.seats
            yield from beyond(found, moved, record)


def beyond(found, moved, record):
    after = {seat: (seat - record.dealer) % record.players for seat in range(record.players)}
    for seat, place in after.items():
        if not found.least[place] <= moved[seat] <= found.most[place]:
            yield record, seat
        for other, its in after.items():
            if moved[seat] - moved[other] > found.apart[place][its]:
                yield record, seat, other


@pytest.mark.strict
def test_no_deal_moves_more_than_is_said():
    assert next(exceeded(1989, RECORDS), None) is None


def test_a_bound_that_is_too_low_is_found_out(monkeypatch):
    true = reach

    def lower(ruleset, rules):
        found = true(ruleset, rules)
        assert found is not None
        return replace(found, most=tuple(max(0, each - 1) for each in found.most))

    monkeypatch.setitem(globals(), "reach", lower)
    assert next(exceeded(1989, RECORDS), None)


def test_dlu_by_hand():
    """An open nolo brings 6 from each of two, and costs 7 to each; the fourth is dealt nothing."""
    found = reach(RULESETS["dlu"], account_rules(players=4))
    assert found is not None
    assert found.most == (12, 12, 0, 12)
    assert found.least == (-14, -14, 0, -14)
    assert found.apart[1] == (21, 0, 12, 21)
    assert found.apart[2] == (14, 14, 0, 14)


@pytest.mark.parametrize(("cap", "limited"), ((None, False), (10, True)))
def test_a_pot_that_is_played_for_has_a_limit_only_with_a_cap(cap, limited):
    rules = account_rules(players=4, accounting="mixed", pot_cap=cap)
    assert (bounds.reach(RULESETS["lomber"], rules) is not None) is limited
