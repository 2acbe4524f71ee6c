"""The rule set dlu: the cards and the deal in ``docs/rules/dlu.md``, 9 and 10."""

import pytest

from rules import RULESETS, dealt_in
from rules.cards import NAMES
from rules.deal.simulate import simulate
from tests.rules.deal.whole import HANDS, PASSED, TALON, changed, outcome

DLU = RULESETS["dlu"]


def test_dlu_10_1_nine_each_and_thirteen_left():
    assert outcome(PASSED) == {"ok": True, "passed": True}
    hands = [hand and hand[:] for hand in HANDS]
    assert [len(hand or ()) for hand in hands] == [9, 9, 0, 9]
    assert len(TALON) == 13
    assert not [name for name in NAMES if name[1:] in {"8", "9", "10"}]
    wrong = ("cards_invalid", "deal")
    assert outcome(changed(PASSED, talon=TALON[1:]))[:2] == wrong
    eight = [hand and hand[: 9 - (seat == 0)] for seat, hand in enumerate(hands)]
    assert outcome(changed(PASSED, hands=eight, talon=[*TALON, "D6"]))[:2] == wrong
    assert outcome(changed(PASSED, hands=eight, talon=TALON))[:2] == wrong
    assert outcome(changed(PASSED, talon=["H8", *TALON[1:]]))[:2] == ("malformed", "deal")


@pytest.mark.parametrize("players", (3, 4))
def test_dlu_10_2_the_deal_goes_round(players):
    records = list(simulate(DLU, seed=1, deals=2 * players, players=players))
    assert [record["dealer"] for record in records] == [*range(players)] * 2
    out = [[seat for seat in range(players) if seat not in dealt_in(players, dealer)]
           for dealer in range(players)]  # fmt: skip
    assert out == ([[2], [3], [0], [1]] if players == 4 else [[]] * 3)
    for record in records:
        assert outcome(record)["ok"]
