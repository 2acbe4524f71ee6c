"""Which card beats which, and what must be played to a led card (dlu 9.1, 15.2)."""

from dataclasses import dataclass
from functools import cache

from rules.cards import BASTA, CARDS, SPADILLE, Suit, mask_of
from rules.contracts import Trump

BLACK_SUIT = "KQJ765432"
"""From the highest; in a nolo the ace comes last."""
RED_SUIT = "KQJA234567"
BLACK = (Suit.SPADES, Suit.CLUBS)
MATADORS = 3
"""Spadille, manille, basta: the trumps that need not follow to a lower one."""


@dataclass(frozen=True, slots=True, eq=False)
class TrumpTable:
    """The cards in one kind of game. Tables are by the number of the card.

    There is one of each kind, from ``table_of``, so that equal means the same.
    """

    trumps: tuple[int, ...]
    """From the highest; none in a nolo, the black aces alone in a grand."""
    suit: tuple[int, ...]
    """The cards of the suit that this one belongs to, as a hand; all trumps are one suit."""
    force: tuple[int, ...]
    """Of those, the ones that a lead of this card draws: not the matadors above it."""
    strength: tuple[int, ...]
    """Higher beats lower among cards of the same suit, and a trump beats all others."""


def table_of(trump: Trump, suit: Suit | None = None) -> TrumpTable:
    """The table of a game whose trump is found as ``trump`` says, and is ``suit``.

    Raises ``ValueError`` for a trump game without its suit.
    """
    if trump in {Trump.NONE, Trump.ACES}:
        return _table(aces=trump is Trump.ACES, suit=None)
    if suit is None:
        raise ValueError("a trump game has a trump suit")
    return _table(aces=True, suit=suit)


@cache
def _table(*, aces: bool, suit: Suit | None) -> TrumpTable:
    trumps = _trumps(suit) if suit is not None else [SPADILLE, BASTA] if aces else []
    suits = [trumps, *(_side(one, aces=aces) for one in Suit if one is not suit)]
    of: dict[int, int] = {}
    force: dict[int, int] = {}
    strength: dict[int, int] = {}
    for cards in suits:
        whole = mask_of(cards)
        for place, card in enumerate(cards):
            of[card] = whole
            above = mask_of(trumps[: min(place, MATADORS)]) if cards is trumps else 0
            force[card] = whole & ~above
            strength[card] = len(cards) - place + (len(CARDS) if cards is trumps else 0)
    order = range(len(CARDS))
    return TrumpTable(
        trumps=tuple(trumps),
        suit=tuple(of[card] for card in order),
        force=tuple(force[card] for card in order),
        strength=tuple(strength[card] for card in order),
    )


def _trumps(suit: Suit) -> list[int]:
    """All trumps of a trump game, from the highest."""
    if suit in BLACK:
        manille, below = CARDS[f"{suit}2"], BLACK_SUIT.removesuffix("2")
    else:
        manille, below = CARDS[f"{suit}7"], "A" + RED_SUIT.replace("A", "").removesuffix("7")
    return [SPADILLE, manille, BASTA, *(CARDS[f"{suit}{rank}"] for rank in below)]


def _side(suit: Suit, *, aces: bool) -> list[int]:
    """A suit that is not trump, from the highest; ``aces``: the black aces are trumps."""
    if suit not in BLACK:
        return [CARDS[f"{suit}{rank}"] for rank in RED_SUIT]
    return [CARDS[f"{suit}{rank}"] for rank in BLACK_SUIT + ("" if aces else "A")]
