"""Which hand a seat has, counted from the dealer, and what each is called."""

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import dealt_in


@unique
class Hand(StrEnum):
    """One of the four at a table, in the order in which they speak."""

    FOREHAND = "forehand"
    MIDDLEHAND = "middlehand"
    BACKHAND = "backhand"
    """The dealer's."""
    SITTER_OUT = "sitter_out"
    """Of who is dealt no cards."""


HANDS: Final[Mapping[Hand, Promise]] = {
    Hand.FOREHAND: _("forehand"),
    Hand.MIDDLEHAND: _("middlehand"),
    Hand.BACKHAND: _("backhand"),
    Hand.SITTER_OUT: _("sitter-out"),
}


def hand_of(seat: int, dealer: int, players: int) -> Hand:
    """Return which hand a seat has.

    >>> [str(hand_of(seat, 3, 4)) for seat in range(4)]
    ['forehand', 'sitter_out', 'middlehand', 'backhand']
    """
    if seat not in dealt_in(players, dealer):
        return Hand.SITTER_OUT
    after = (seat - dealer) % players
    return {0: Hand.BACKHAND, 1: Hand.FOREHAND}.get(after, Hand.MIDDLEHAND)
