"""How many keys a deal takes, over the three mixes of deals (``tests.browser.mixes``)."""

import statistics
import sys

import pytest

from rules import RULESETS, dealt_in, score_card
from tests.browser.mixes import MIXES, Told, deals
from tournaments.typed.grammar import print_keys

DEALS = 400
MOST_KEYS = {"dlu": 2.4, "familie": 2.4, "klub": 2.4, "hoem": 6.5, "lomber": 2.4}
"""A deal, mean of the mixes; under hoem the commonest game is told by its cards."""
MOST_OF_A_MIX = 2.6
"""Under the union’s rules."""


def keys(told: Told, name: str) -> int:
    """Return how many keys enter this deal; a tourné that is priced by its cards turns one."""
    if not told.game:
        return 1
    record: dict[str, object] = {
        "dealer": 0,
        "declarer": dealt_in(4, 0)[told.seat],
        "contract": told.game,
        "outcome": told.outcome,
    }
    line = next(each for each in score_card(RULESETS[name])["contracts"] if each["id"] == told.game)
    if told.tout:
        record["tout"] = told.tout
    if line["by_cards"]:
        record["tourne"] = {"laid": ["SA"], "turned": ["C5"]}
    if line["per_trick"] and told.outcome == "kodille":
        del record["outcome"]
        record["tricks"] = [2 if seat == record["declarer"] else None for seat in range(4)]
    word = print_keys(record, ruleset=RULESETS[name], players=4, pairs=False)
    assert word
    return len(word)


@pytest.mark.parametrize("name", RULESETS)
def test_a_deal_takes_few_keys(name):
    means = {}
    for mix in MIXES:
        told = deals(RULESETS[name], mix, DEALS, seed=11)
        means[mix] = statistics.mean(keys(each, name) for each in told)
    mean = statistics.mean(means.values())
    each = ", ".join(f"{mix} {count:.2f}" for mix, count in means.items())
    sys.stdout.write(f"{name}: {mean:.2f} keys a deal ({each})\n")
    assert mean <= MOST_KEYS[name]
    assert name != "dlu" or max(means.values()) <= MOST_OF_A_MIX
