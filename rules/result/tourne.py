"""A tourné that is priced by its cards: what may be laid, turned and counted (hoem 6.1, 7.1).

Amounts are pinde. ``cards`` is always what the rule set says of its tourné cards.
"""

from collections.abc import Collection, Sequence
from itertools import combinations

from rules.cards import CARDS
from rules.errors import quoted
from rules.ruleset import TourneCard

BLACK_ACES = frozenset({"SA", "CA"})
PAIR_BONUS = 8
"""Both black aces are worth 12 and not 2 + 2 (hoem 6.3)."""
TURN_BONUS = 10
"""What the second turn and the third each add under a card of three turns (hoem 7.3)."""


def tourne_value(cards: tuple[TourneCard, ...], laid: Sequence[str], turned: Sequence[str]) -> int:
    """What the game is worth with these cards laid and turned, in order (hoem 7.9).

    The card turned last is trump and counts nothing. Raises ``ValueError`` with a sentence that
    says what is impossible.
    """
    _check_laid(cards, laid)
    _check_turned(cards, laid, turned)
    known = _by_name(cards)
    if known[laid[0]].alone:
        return known[laid[0]].pinde
    counted = {name for name in turned[:-1] if name in known and not known[name].alone}
    paid_turns = min(len(turned), _sure_turns(cards, laid)) - 1
    return _sum(cards, counted.union(laid)) + TURN_BONUS * paid_turns


def highest_value(cards: tuple[TourneCard, ...]) -> int:
    """The most that the game can be worth, whatever is laid and turned."""
    together = [card.card for card in cards if not card.alone]
    turns = max(card.turns for card in cards)
    alone = (card.pinde for card in cards if card.alone)
    return max(_sum(cards, together) + TURN_BONUS * (turns - 1), *alone)


def hand_values(cards: tuple[TourneCard, ...], hand: Collection[str]) -> frozenset[int]:
    """What a player with this hand could lay, each choice by its value before a card is turned.

    Empty for a hand without a tourné card.
    """
    held = [card for card in cards if card.card in hand]
    together = [card.card for card in held if not card.alone]
    choices = (
        choice for size in range(1, len(together) + 1) for choice in combinations(together, size)
    )
    values = {_sum(cards, choice) for choice in choices}
    return frozenset(values | {card.pinde for card in held if card.alone})


def laid_value(cards: tuple[TourneCard, ...], laid: Sequence[str]) -> int:
    """What the cards laid are worth in the auction, before a card is turned (hoem 6.3).

    Raises ``ValueError`` if they cannot be laid.
    """
    _check_laid(cards, laid)
    return _sum(cards, laid)


def may_turn(cards: tuple[TourneCard, ...], laid: Sequence[str], turned: Sequence[str]) -> bool:
    """Whether one more card may be turned after ``turned``, all of them rightly turned.

    The laid cards give one turn, or the three of the seven of diamonds; after the last of those
    every turned tourné card gives another, unless it is one that is laid alone (hoem 7.1, 7.2).
    """
    known = _by_name(cards)
    if len(turned) < _sure_turns(cards, laid):
        return True
    return not known[laid[0]].alone and turned[-1] in known and not known[turned[-1]].alone


def kodille_costs(cards: tuple[TourneCard, ...], laid: Sequence[str]) -> bool:
    """Whether a kodille costs more than a bet (hoem 3.3: not with the king of diamonds)."""
    return all(card.kodille for card in cards if card.card in laid)


def _check_laid(cards: tuple[TourneCard, ...], laid: Sequence[str]) -> None:
    known = _by_name(cards)
    if not laid:
        raise ValueError("Who plays a tourné lays at least one tourné card.")
    for name in laid:
        if name not in known:
            message = f"{quoted(name)} is not a tourné card."
            raise ValueError(message)
    _check_once(laid)
    alone = [name for name in laid if known[name].alone]
    if alone and len(laid) > 1:
        message = f"{alone[0]} is laid alone, without another card."
        raise ValueError(message)


def _check_turned(
    cards: tuple[TourneCard, ...], laid: Sequence[str], turned: Sequence[str]
) -> None:
    if not turned:
        raise ValueError("At least one card is turned: it shows the trump.")
    for name in turned:
        if name not in CARDS:
            message = f"{quoted(name)} is not a card: write suit and rank, such as C5."
            raise ValueError(message)
    _check_once([*laid, *turned])
    for number in range(1, len(turned)):
        if not may_turn(cards, laid, turned[:number]):
            message = f"After {turned[number - 1]} no further card may be turned."
            raise ValueError(message)


def _check_once(names: Sequence[str]) -> None:
    for place, name in enumerate(names):
        if name in names[:place]:
            message = f"{name} cannot be laid or turned twice."
            raise ValueError(message)


def _sure_turns(cards: tuple[TourneCard, ...], laid: Sequence[str]) -> int:
    """How many cards may be turned whatever they are."""
    return max(card.turns for card in cards if card.card in laid)


def _sum(cards: tuple[TourneCard, ...], names: Collection[str]) -> int:
    bonus = PAIR_BONUS if BLACK_ACES.issubset(names) else 0
    return sum(card.pinde for card in cards if card.card in names) + bonus


def _by_name(cards: tuple[TourneCard, ...]) -> dict[str, TourneCard]:
    return {card.card: card for card in cards}
