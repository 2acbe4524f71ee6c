"""The pack and its notation."""

import pytest

from rules.cards import (
    BASTA,
    NAMES,
    SPADILLE,
    Suit,
    cards_of,
    mask_of,
    name_of,
    number_of,
    numbers_of,
    suit_of,
)


def test_forty_cards_in_four_suits_of_ten():
    assert len(set(NAMES)) == 40
    assert {name[0] for name in NAMES} == set(Suit)
    assert {name[1] for name in NAMES} == set("A234567JQK")
    assert (name_of(SPADILLE), name_of(BASTA)) == ("SA", "CA")


@pytest.mark.parametrize("card", range(40))
def test_what_is_written_is_read_back(card):
    assert number_of(name_of(card)) == card
    assert suit_of(card).value == name_of(card)[0]


@pytest.mark.parametrize("name", ("", "S8", "sa", "10S", "SA ", "♠A"))
def test_what_is_no_card_is_refused(name):
    with pytest.raises(ValueError, match="is not a card"):
        number_of(name)


def test_a_hand_is_a_set_of_bits():
    assert mask_of(()) == 0
    assert cards_of(mask_of((39, 0, 7, 7))) == (0, 7, 39)
    assert cards_of((1 << 40) - 1) == tuple(range(40))


def test_a_card_is_given_by_name_or_by_number():
    assert [number_of(name) for name in NAMES] == list(range(40))
    assert numbers_of(["SA", 1, "S3"]) == numbers_of((0, 1, 2)) == (0, 1, 2)
    for wrong in ("S8", "", -1, 40, 10**5000):
        with pytest.raises(ValueError, match="is not a card"):
            number_of(wrong)
