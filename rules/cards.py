"""The pack: four suits of ten cards, their names, and hands as sets of bits."""

from collections.abc import Iterable
from enum import StrEnum, unique


@unique
class Suit(StrEnum):
    """A suit, by the letter it has in every record."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


RANKS = "A234567JQK"
"""From the ace to the king; eights, nines and tens are left out (seed 000)."""
NAMES = tuple(f"{suit}{rank}" for suit in Suit for rank in RANKS)
"""The forty cards. A card is a number, its place here: ten times its suit's and its rank's."""
CARDS = {name: card for card, name in enumerate(NAMES)}
SPADILLE = CARDS["SA"]
BASTA = CARDS["CA"]
PACK = (1 << len(NAMES)) - 1
"""All forty, as a hand: the bit of a card is 1 shifted by its number."""


def card_of(name: str) -> int | None:
    """The card that is written as ``name``; None if there is none.

    >>> card_of("H7"), card_of("H8")
    (16, None)
    """
    return CARDS.get(name)


def name_of(card: int) -> str:
    """A card as every record writes it: suit, then rank."""
    return NAMES[card]


def suit_of(card: int) -> Suit:
    """The suit on the card; the black aces have one too."""
    return Suit(NAMES[card][0])


def mask_of(cards: Iterable[int]) -> int:
    """A hand of these cards. A card given twice counts once."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def cards_of(hand: int) -> tuple[int, ...]:
    """The cards of a hand, ascending."""
    return tuple(card for card in range(len(NAMES)) if hand >> card & 1)
