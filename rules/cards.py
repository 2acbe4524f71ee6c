"""The four suits. A result needs no more of the cards than which suit was trump."""

from enum import StrEnum, unique


@unique
class Suit(StrEnum):
    """A suit, by the letter it has in every record."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
