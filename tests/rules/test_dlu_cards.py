"""The rule set dlu: the cards and the deal in ``docs/rules/dlu.md``, 9 and 10."""

from itertools import combinations

import pytest

from rules import RULESETS, Suit, Trump, dealt_in
from rules.cards import BASTA, CARDS, NAMES, SPADILLE, mask_of, name_of
from rules.play import winner
from rules.simulate import simulate
from rules.trumps import table_of
from tests.rules.whole import HANDS, PASSED, TALON, changed, outcome

DLU = RULESETS["dlu"]
NOLO = table_of(Trump.NONE)
TRUMPS = {suit: table_of(Trump.NAMED, suit) for suit in Suit}
BLACK, RED = "SC", "HD"


def suited(suit, ranks):
    return [f"{suit}{rank}" for rank in ranks.split()]


def falls(cards, table):
    """Whether every card takes those after it, led or added to them."""
    pairs = [(CARDS[high], CARDS[low]) for high, low in combinations(cards, 2)]
    return all(winner([h, w], table) == 0 and winner([w, h], table) == 1 for h, w in pairs)


@pytest.mark.parametrize("suit", BLACK)
def test_dlu_9_1_black_suits_in_a_nolo(suit):
    assert falls(suited(suit, "K Q J 7 6 5 4 3 2 A"), NOLO)


@pytest.mark.parametrize("suit", RED)
def test_dlu_9_2_red_suits_in_a_nolo(suit):
    assert falls(suited(suit, "K Q J A 2 3 4 5 6 7"), NOLO)


@pytest.mark.parametrize("trump", Suit)
@pytest.mark.parametrize("suit", Suit)
def test_dlu_9_3_the_suits_that_are_not_trump(trump, suit):
    if suit == trump:
        return
    ranks = "K Q J 7 6 5 4 3 2" if suit in BLACK else "K Q J A 2 3 4 5 6 7"
    table = TRUMPS[trump]
    assert falls(suited(suit, ranks), table)
    whole = mask_of(CARDS[name] for name in suited(suit, ranks))
    assert table.suit[CARDS[f"{suit}K"]] == whole
    assert {SPADILLE, BASTA} < set(table.trumps)


@pytest.mark.parametrize("trump", Suit)
def test_dlu_9_4_the_matadors(trump):
    manille = f"{trump}2" if trump in BLACK else f"{trump}7"
    table = TRUMPS[trump]
    assert [name_of(card) for card in table.matadors] == ["SA", manille, "CA"]
    assert falls(["SA", manille, "CA", f"{trump}K"], table)


@pytest.mark.parametrize("trump", RED)
def test_dlu_9_5_ponto(trump):
    assert name_of(TRUMPS[Suit(trump)].trumps[3]) == f"{trump}A"
    assert falls(["CA", f"{trump}A", f"{trump}K"], TRUMPS[Suit(trump)])


@pytest.mark.parametrize("trump", BLACK)
def test_dlu_9_6_eleven_black_trumps(trump):
    table = TRUMPS[Suit(trump)]
    order = ["SA", f"{trump}2", "CA", *suited(trump, "K Q J 7 6 5 4 3")]
    assert [name_of(card) for card in table.trumps] == order
    assert len(order) == 11
    assert falls([*order, "HK"], table)


@pytest.mark.parametrize("trump", RED)
def test_dlu_9_7_twelve_red_trumps(trump):
    table = TRUMPS[Suit(trump)]
    order = ["SA", f"{trump}7", "CA", *suited(trump, "A K Q J 2 3 4 5 6")]
    assert [name_of(card) for card in table.trumps] == order
    assert len(order) == 12
    assert falls([*order, "CK"], table)


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
