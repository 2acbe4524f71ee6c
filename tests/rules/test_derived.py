"""A rule set that a club derives is played to the end, whatever of it is changed."""

from random import Random

import pytest

from rules import RULESETS, derive, read_result, settle
from rules.deal.checking import check
from rules.deal.simulate import simulate
from rules.errors import Breach
from rules.ruleset import DEFAULTS
from tests import sizes
from tests.rules.deal.stepping import FOREHAND, breach, opened

FLAGS = tuple(name for name, value in DEFAULTS.items() if isinstance(value, bool))
"""All that a rule set answers with yes or no, options or not."""
ALL_ON = {
    f"{name} {word}": {option: True for option in ruleset.options if option in FLAGS} | also
    for name, ruleset in RULESETS.items()
    for word, also in (("", {}), ("in pinde", {"pinde": True}))
}


def plays(ruleset, *, seed=1, deals=120):
    """Whether the check accepts what is simulated at tables of 3, 4 and 5, deal by deal."""
    for players in (3, 4, 5):
        for record in simulate(ruleset, seed=seed, deals=deals, players=players):
            yield check(record, ruleset).to_json()["ok"]


@pytest.mark.parametrize("what", ALL_ON)
def test_it_is_played_by_three_four_and_five_with_every_option_on(what):
    parent = RULESETS[what.split()[0]]
    assert all(plays(derive(parent, "own", players=(3, 4, 5), **ALL_ON[what])))


@pytest.mark.strict
@pytest.mark.parametrize("name", RULESETS)
def test_it_is_played_with_any_choice_of_flags(name):
    chance = Random(name)  # noqa: S311 -- a test must replay
    for number in range(sizes.of(4, 6, 12)):
        flags = {flag: chance.random() < 0.5 for flag in FLAGS}
        own = derive(RULESETS[name], "own", players=(3, 4, 5), **flags)
        assert all(plays(own, seed=number, deals=12))


def test_with_five_at_the_table_the_fourth_plays_a_mort_against_three():
    own = derive(RULESETS["familie"], "own", players=(5,), mort=True)
    mort = {"players": 5, "dealer": 0, "declarer": 2, "contract": "mort"}
    result = read_result(mort | {"tricks": [2, 2, 3, None, 2]}, own)
    assert result.seats == (0, 1, 2, 4)
    assert settle(result, own).declarers[0].value == 1


def test_in_pinde_a_respekt_is_bid_with_its_cards_alone():
    own = derive(RULESETS["familie"], "own", pinde=True, spadille_must_bid=False)
    without = opened(rules=own)
    assert "tourne_respekt" not in without.legal_calls()
    assert breach(without.call, FOREHAND, "tourne_respekt") is Breach.ACES_NOT_HELD
    aces = opened(hands={FOREHAND: "SA CA"}, rules=own)
    assert "tourne_respekt" in aces.legal_calls()
