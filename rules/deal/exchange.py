"""The exchange: who buys, in which order, how many cards, and what each then holds.

Source: ``docs/record.md``, "Exchange"; dlu 14.1, familie 6.1, hoem 8.1, lomber 6.1.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from typing import Self

from rules.cards import MOST_DEALT, mask_of, name_of, number_of
from rules.contracts import ContractTerms
from rules.errors import Breach, BreachError
from rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Item:
    """What one player did, as a record has it. Cards are numbers (``rules.cards``)."""

    seat: int
    discards: tuple[int, ...] = ()
    """Laid away from the hand, before any card is drawn."""
    takes: tuple[int, ...] = ()
    """The turned cards kept, where a tourné is priced by its cards."""
    extra_discard: int | None = None
    """Laid away after drawing one card too many."""
    keeps: int | None = None
    """Kaske: the card of his own; None: he draws a ninth instead."""
    hand: tuple[int, ...] | None = None
    """The nine chosen, by who was dealt no cards."""

    @classmethod
    def named(
        cls,
        seat: int,
        *,
        discards: Iterable[str] = (),
        takes: Iterable[str] = (),
        extra_discard: str | None = None,
        keeps: str | None = None,
        hand: Iterable[str] | None = None,
    ) -> Self:
        """The same with the cards by name. Raises ``ValueError`` for what is no card.

        >>> Item.named(1, discards=["S2", "S3"]) == Item(1, discards=(1, 2))
        True
        """
        return cls(
            seat,
            discards=tuple(map(number_of, discards)),
            takes=tuple(map(number_of, takes)),
            extra_discard=None if extra_discard is None else number_of(extra_discard),
            keeps=None if keeps is None else number_of(keeps),
            hand=None if hand is None else tuple(map(number_of, hand)),
        )


@unique
class Way(StrEnum):
    """How a player comes by his cards."""

    BUY = "buy"
    """He lays cards away and draws as many."""
    KASKE = "kaske"
    """He takes eight cards of the talon, and a card of his own or a ninth."""
    CHOOSE = "choose"
    """He chooses nine of what lies there (mort, the joining fourth)."""


@dataclass(frozen=True, slots=True)
class Buyer:
    """One player's part in an exchange."""

    seat: int
    way: Way = Way.BUY
    least: int = 0
    """He lays away at least so many, if the talon has them."""
    extra: bool = False
    """Whenever he buys he draws one card more than he lays away."""
    turned: int = 0
    """So many cards at the top of the talon were turned, and he may take any of them."""
    defends: bool = False


_buyer = cache(Buyer)
"""There are few, and the same ones come again at every deal."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange at some point. Hands, talon and what was laid away are the whole pack."""

    ahead: tuple[Buyer, ...]
    """Those who are still to buy, in order; one who may buy twice stands there twice."""
    hands: Mapping[int, int]
    """By seat, as masks."""
    talon: tuple[int, ...]
    """What is left of it, the top card first; turned cards lie on top until they are taken."""
    laid: int = 0
    """All that was laid away, as a mask."""
    from_declarers: int = 0
    """What of that was laid away by declarers: a joining fourth may choose from it."""

    @property
    def turn(self) -> int | None:
        """The seat that buys now; None: everyone has."""
        return self.ahead[0].seat if self.ahead else None

    @property
    def most(self) -> int:
        """The most cards he whose turn it is may discard, if he also takes all turned cards.

        0 for who discards none (kaske, mort, the fourth) and when everyone is done; -1 where
        the talon has not even the extra card that he is said to have bought.
        """
        if not self.ahead or self.ahead[0].way is not Way.BUY:
            return 0
        return min(MOST_DEALT, len(self.talon) - self.ahead[0].extra)

    @property
    def least(self) -> int:
        """The fewest he may discard, never more than the talon can replace."""
        return max(0, min(self.ahead[0].least, self.most)) if self.ahead else 0

    @property
    def choice(self) -> int:
        """What a ``hand`` would be chosen from, as a mask: the talon and what declarers laid."""
        return mask_of(self.talon) | self.from_declarers

    def step(self, item: Item) -> "Exchange":
        """What follows from ``item``; raise ``BreachError`` if it is not allowed here."""
        buyer = self._buyer(item.seat)
        _refuse_fields(buyer, item)
        if buyer.way is Way.CHOOSE:
            return self._choose(item)
        if buyer.way is Way.KASKE:
            return self._kaske(item)
        return self._buy(buyer, item)

    def finish(self) -> None:
        """Raise ``BreachError`` while somebody who may buy has not said how many."""
        if self.ahead:
            seat = self.ahead[0].seat
            raise BreachError(
                Breach.EXCHANGE_TOO_FEW, f"Seat {seat} may buy, and has no item.", seat
            )

    def _buyer(self, seat: int) -> Buyer:
        if self.ahead and self.ahead[0].seat == seat:
            return self.ahead[0]
        if any(buyer.seat == seat for buyer in self.ahead):
            raise BreachError(
                Breach.OUT_OF_TURN, f"Seat {self.turn} buys before seat {seat}.", seat
            )
        raise BreachError(
            Breach.EXCHANGE_NOT_ALLOWED, f"Seat {seat} has nothing to buy here.", seat
        )

    def _buy(self, buyer: Buyer, item: Item) -> "Exchange":
        turned = self.talon[: buyer.turned]
        rest = self.talon[buyer.turned :]
        hand = self.hands[item.seat]
        discards = _mask(item.discards, hand, item.seat)
        takes = _mask(item.takes, mask_of(turned), item.seat)
        drawn = len(item.discards) - len(item.takes) + buyer.extra
        if drawn > len(rest):
            message = f"Seat {item.seat} draws {drawn} cards, and the talon has {len(rest)}."
            raise BreachError(Breach.EXCHANGE_TOO_MANY, message, item.seat)
        least = max(self.least, len(item.takes))
        if len(item.discards) < least:
            message = f"Seat {item.seat} must lay away {least} cards at least."
            raise BreachError(Breach.EXCHANGE_TOO_FEW, message, item.seat)
        hand = hand & ~discards | takes | mask_of(rest[:drawn])
        laid = discards | mask_of(turned) & ~takes
        if buyer.extra:
            extra = _extra(item, hand)
            hand &= ~extra
            laid |= extra
        return self._after(item.seat, hand, rest[drawn:], laid, defends=buyer.defends)

    def _kaske(self, item: Item) -> "Exchange":
        kept = () if item.keeps is None else (item.keeps,)
        own = self.hands[item.seat]
        keeps = _mask(kept, own, item.seat)
        drawn = MOST_DEALT - len(kept)
        hand = keeps | mask_of(self.talon[:drawn])
        return self._after(item.seat, hand, self.talon[drawn:], own & ~keeps)

    def _choose(self, item: Item) -> "Exchange":
        chosen = item.hand or ()
        hand = _mask(chosen, self.choice, item.seat)
        if len(chosen) != MOST_DEALT:
            few = len(chosen) < MOST_DEALT
            breach = Breach.EXCHANGE_TOO_FEW if few else Breach.EXCHANGE_TOO_MANY
            message = f"Seat {item.seat} chooses a hand of {MOST_DEALT} cards, not {len(chosen)}."
            raise BreachError(breach, message, item.seat)
        return self._after(item.seat, hand, (), self.choice & ~hand)

    def _after(
        self, seat: int, hand: int, talon: tuple[int, ...], laid: int, *, defends: bool = False
    ) -> "Exchange":
        return Exchange(
            ahead=self.ahead[1:],
            hands={**self.hands, seat: hand},
            talon=talon,
            # The fourth takes up what others laid away.
            laid=(self.laid | laid) & ~hand,
            from_declarers=(self.from_declarers | (0 if defends else laid)) & ~hand,
        )


def open_exchange(  # noqa: PLR0913 - each is a different thing that a record says
    ruleset: RuleSet,
    terms: ContractTerms,
    declarer: int,
    *,
    defenders: tuple[int, ...],
    joined: tuple[int, ...],
    fourth: int | None,
    hands: Mapping[int, int],
    talon: tuple[int, ...],
    turned: int = 0,
    extra_card: frozenset[int] = frozenset(),
    promised: int = 0,
    bought_again: bool = False,
) -> Exchange:
    """The exchange before its first item.

    ``defenders`` stand in playing order from the declarer's right, ``joined`` are the further
    declarers who were dealt cards, ``fourth`` is one who joins and plays. ``hands`` are masks by
    seat, ``talon`` has the top card first, of which ``turned`` lie open in a tourné priced by
    its cards. ``extra_card`` are the seats that bought one, ``promised`` is how many cards the
    declarer bid to buy, and ``bought_again`` says that he buys twice.
    """
    least = terms.declarer_buys
    ahead: list[Buyer] = []
    if terms.talon_cards:
        ahead.append(_buyer(declarer, Way.CHOOSE if terms.by_sitter else Way.KASKE))
    if least is not None:
        extra = declarer in extra_card
        ahead.append(_buyer(declarer, Way.BUY, max(least, promised), extra, turned))
        if bought_again:
            ahead.append(_buyer(declarer, Way.BUY, least, extra))
        ahead += [_buyer(seat, Way.BUY, least, seat in extra_card) for seat in joined]
    if ruleset.defenders_buy(terms):
        ahead += _defending(defenders)
    if fourth is not None:
        ahead.append(_buyer(fourth, Way.CHOOSE))
    return Exchange(tuple(ahead), hands, talon)


@cache
def _defending(seats: tuple[int, ...]) -> tuple[Buyer, ...]:
    return tuple(Buyer(seat, defends=True) for seat in seats)


def _refuse_fields(buyer: Buyer, item: Item) -> None:
    """Refuse what another player, or this one in another contract, might have written down."""
    buys = buyer.way is Way.BUY
    fields = (
        ("discards", item.discards, buys),
        ("takes", item.takes, buys and buyer.turned),
        ("extra_discard", item.extra_discard is not None, buys and buyer.extra),
        ("keeps", item.keeps is not None, buyer.way is Way.KASKE),
        ("hand", item.hand, buyer.way is Way.CHOOSE),
    )
    for name, given, belongs in fields:
        if given and not belongs:
            message = f"Seat {item.seat} has no {name} in this exchange."
            raise BreachError(Breach.EXCHANGE_NOT_ALLOWED, message, item.seat)


def _mask(cards: tuple[int, ...], held: int, seat: int) -> int:
    """``cards`` as a mask; each must be in ``held``, and named once."""
    left = held
    for card in cards:
        if not left >> card & 1:
            message = f"Seat {seat} has no {name_of(card)} here, or names it twice."
            raise BreachError(Breach.CARD_NOT_HELD, message, seat)
        left ^= 1 << card
    return held ^ left


def _extra(item: Item, hand: int) -> int:
    if item.extra_discard is None:
        message = f"Seat {item.seat} has ten cards, and must lay one away: extra_discard."
        raise BreachError(Breach.EXCHANGE_TOO_FEW, message, item.seat)
    return _mask((item.extra_discard,), hand, item.seat)
