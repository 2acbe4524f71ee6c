"""The pack: four suits of ten cards, their names, and hands as sets of bits."""

from collections.abc import Iterable
from enum import StrEnum, unique
from typing import TypeGuard

from rules.errors import quoted


@unique
class Suit(StrEnum):
    """A suit, by the letter it has in every record."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


RANKS = "A234567JQK"
"""From the ace to the king; eights, nines and tens are left out (dlu 10.1)."""
NAMES = tuple(f"{suit}{rank}" for suit in Suit for rank in RANKS)
"""The forty cards. A card is a number, its place here: ten times its suit's and its rank's."""
CARDS = {name: card for card, name in enumerate(NAMES)}
"""The numbers of the forty cards, by their names."""
SPADILLE = CARDS["SA"]
BASTA = CARDS["CA"]
MOST_DEALT = 9
"""Cards a player is dealt."""
TRICKS = MOST_DEALT
"""Tricks in a deal."""
NUMBERS = frozenset(range(len(NAMES)))
BITS = tuple(1 << card for card in range(len(NAMES)))
"""Each card as a hand of its own: 1 shifted by its number."""


def number_of(card: int | str) -> int:
    """A card given by its name or its number, as its number.

    Raises ``ValueError`` for what is no card.

    >>> number_of("H7"), number_of(16)
    (16, 16)
    """
    number = CARDS.get(card) if isinstance(card, str) else card
    if number is None or number not in NUMBERS:
        message = f"{quoted(card)} is not a card: write H7, say."
        raise ValueError(message)
    return number


def numbers_of(cards: Iterable[int | str]) -> tuple[int, ...]:
    """The same for several; fast where all are numbers."""
    given = tuple(cards)
    return given if _are_numbers(given) else tuple(map(number_of, given))


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
        hand |= BITS[card]
    return hand


def cards_of(hand: int) -> tuple[int, ...]:
    """The cards of a hand, ascending."""
    return tuple(card for card in range(len(NAMES)) if hand >> card & 1)


def _are_numbers(cards: tuple[int | str, ...]) -> TypeGuard[tuple[int, ...]]:
    return NUMBERS.issuperset(cards)
