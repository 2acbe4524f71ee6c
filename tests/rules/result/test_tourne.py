"""Tournés priced by their cards: seed 003, sections 7, 9 and 10."""

from itertools import permutations

import pytest

from rules.cards import NAMES
from rules.result.tourne import (
    hand_values,
    kodille_costs,
    laid_value,
    may_turn,
    tourne_value,
)
from rules.rulesets import RULESETS

PRICED = RULESETS["hoem"].tourne_cards
WORKED = (
    ("SA H7", "C5", 17, 17),
    ("SA H7 CA", "DA D7 S2", 27, 48),
    ("CA DA", "SA", 13, 13),
    ("D7 SA", "S4 D2", 12, 22),
    ("D7 SA", "S5 DK CA DA", 12, 42),
    ("D7 SA HA DA", "H7 CA D5", 31, 76),
    ("HJ", "D7", 30, 30),
    ("HJ", "SA", 30, 30),
    ("DK", "S6", 40, 40),
    ("DK", "HJ", 40, 40),
)
"""Laid, turned, value in hand, value of the game (seed 003, 10)."""


@pytest.mark.parametrize(("laid", "turned", "in_hand", "value"), WORKED)
def test_10_the_worked_cases(laid, turned, in_hand, value):
    assert laid_value(PRICED, laid.split()) == in_hand
    assert tourne_value(PRICED, laid.split(), turned.split()) == value


def test_9_1_a_black_ace_alone_is_2_and_both_are_12():
    assert [laid_value(PRICED, laid) for laid in (["SA"], ["CA"], ["CA", "SA"])] == [2, 2, 12]


def test_9_1_a_black_ace_turned_last_is_trump_and_makes_no_pair():
    assert tourne_value(PRICED, ["SA"], ["CA"]) == 2
    assert tourne_value(PRICED, ["SA"], ["CA", "C5"]) == 12
    assert tourne_value(PRICED, ["HA"], ["CA", "SA", "H2"]) == 20


def test_9_1_each_turned_tourne_card_gives_the_right_to_another_turn():
    for name in ("SA", "CA", "DA", "H7", "D7"):
        assert may_turn(PRICED, ["HA"], [name])
    for name in ("HJ", "DK", "C5"):
        assert not may_turn(PRICED, ["HA"], [name])


def test_9_1_a_turned_seven_of_diamonds_is_like_the_others():
    assert tourne_value(PRICED, ["HA"], ["D7", "C5"]) == 18
    assert not may_turn(PRICED, ["HA"], ["D7", "C5"])


def test_9_2_three_turns_then_as_long_as_the_last_is_a_tourne_card():
    assert may_turn(PRICED, ["D7"], [])
    assert may_turn(PRICED, ["D7"], ["C2", "C3"])
    assert not may_turn(PRICED, ["D7"], ["SA", "CA", "C4"])
    assert may_turn(PRICED, ["D7"], ["C2", "C3", "SA"])
    assert not may_turn(PRICED, ["D7"], ["C2", "C3", "DK"])
    assert tourne_value(PRICED, ["D7"], ["C2"]) == 10
    assert tourne_value(PRICED, ["D7"], ["C2", "C3"]) == 20
    assert tourne_value(PRICED, ["D7"], ["C2", "C3", "C4"]) == 30


def test_9_2_later_turns_add_nothing():
    assert tourne_value(PRICED, ["D7"], ["C2", "C3", "SA", "C5"]) == 32
    assert tourne_value(PRICED, ["D7"], ["C2", "C3", "SA", "CA", "C5"]) == 42


def test_9_2_turned_jack_and_king_count_nothing():
    assert tourne_value(PRICED, ["D7"], ["HJ", "DK", "C5"]) == 30


def test_9_3_the_jack_and_the_king_turn_one_card():
    assert may_turn(PRICED, ["HJ"], [])
    assert not may_turn(PRICED, ["HJ"], ["SA"])
    assert not may_turn(PRICED, ["DK"], ["D7"])


def test_9_2_no_hand_is_worth_more_than_56_and_no_game_more_than_76():
    assert max(hand_values(PRICED, set(NAMES) - {"HJ", "DK"})) == 56
    names = [card.card for card in PRICED if not card.alone]
    games = [
        tourne_value(PRICED, order[:size], (*order[size:], "C5"))
        for order in permutations(names)
        for size in range(1, len(order) + 1)
        if all(
            may_turn(PRICED, order[:size], order[size:end]) for end in range(size, len(order) + 1)
        )
    ]
    assert max(games) == 76


def test_7_1_a_kodille_costs_extra_but_for_the_king_of_diamonds():
    assert kodille_costs(PRICED, ["SA", "H7"])
    assert kodille_costs(PRICED, ["HJ"])
    assert not kodille_costs(PRICED, ["DK"])


def test_hand_values_are_all_that_could_be_laid():
    assert hand_values(PRICED, ["SA", "CA", "C5", "HJ"]) == {2, 12, 30}
    assert hand_values(PRICED, ["HA", "D7", "DA"]) == {8, 10, 11, 18, 19, 21, 29}
    assert hand_values(PRICED, ["HJ", "DK"]) == {30, 40}
    assert hand_values(PRICED, ["C5", "S2"]) == set()


@pytest.mark.parametrize(
    ("laid", "turned", "words"),
    (
        ([], ["C5"], "at least one tourné card"),
        (["C5"], ["C6"], "“C5” is not a tourné card"),
        (["x" * 99], ["C6"], "is not a tourné card"),
        (["SA", "SA"], ["C5"], "SA cannot be laid or turned twice"),
        (["SA"], ["SA"], "SA cannot be laid or turned twice"),
        (["D7"], ["C5", "C5"], "C5 cannot be laid or turned twice"),
        (["HJ", "SA"], ["C5"], "HJ is laid alone"),
        (["SA", "DK"], ["C5"], "DK is laid alone"),
        (["SA"], [], "At least one card is turned"),
        (["SA"], ["C8"], "“C8” is not a card"),
        (["SA"], ["C5", "C6"], "After C5 no further card"),
        (["SA"], ["HJ", "C6"], "After HJ no further card"),
        (["DK"], ["SA", "C6"], "After SA no further card"),
        (["D7"], ["SA", "CA", "C6", "C7"], "After C6 no further card"),
    ),
)
def test_what_cannot_be_is_refused_with_a_sentence(laid, turned, words):
    with pytest.raises(ValueError, match=words):
        tourne_value(PRICED, laid, turned)


def test_what_cannot_be_laid_has_no_value_in_hand():
    with pytest.raises(ValueError, match="not a tourné card"):
        laid_value(PRICED, ["C5"])
