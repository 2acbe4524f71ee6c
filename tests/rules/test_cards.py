"""The pack and its notation."""

import pytest

from rules.cards import (
    BASTA,
    NAMES,
    PACK,
    SPADILLE,
    Suit,
    card_of,
    cards_of,
    mask_of,
    name_of,
    suit_of,
)


def test_forty_cards_in_four_suits_of_ten():
    assert len(set(NAMES)) == 40
    assert {name[0] for name in NAMES} == set(Suit)
    assert {name[1] for name in NAMES} == set("A234567JQK")
    assert (name_of(SPADILLE), name_of(BASTA)) == ("SA", "CA")


@pytest.mark.parametrize("card", range(40))
def test_what_is_written_is_read_back(card):
    assert card_of(name_of(card)) == card
    assert suit_of(card).value == name_of(card)[0]


@pytest.mark.parametrize("name", ("", "S8", "sa", "10S", "SA ", "♠A"))
def test_what_is_no_card_is_none(name):
    assert card_of(name) is None


def test_a_hand_is_a_set_of_bits():
    assert mask_of(()) == 0
    assert cards_of(mask_of((39, 0, 7, 7))) == (0, 7, 39)
    assert cards_of(PACK) == tuple(range(40))
