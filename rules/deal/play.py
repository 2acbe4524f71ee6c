"""The play of the cards: what may be played, who takes a trick (dlu 15.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Self

from rules.cards import BITS, NAMES, TRICKS, name_of
from rules.deal.trumps import TrumpTable
from rules.errors import Breach, BreachError

HANDS = 3
"""In most games; four play a mort, and a nolo that the fourth joins."""


class PlayError(BreachError):
    """A card against the rules, with its place; tricks and cards count from 1."""

    def __init__(self, breach: Breach, message: str, *, trick: int, card: int, hand: int) -> None:
        super().__init__(breach, message)
        self.trick = trick
        self.card = card
        self.hand = hand
        """Whose card, as a place in the list of hands."""


def legal(hand: int, led: int | None, table: TrumpTable) -> int:
    """The cards of ``hand`` that may be played to ``led``, or be led; as a hand.

    Who holds a card that the lead draws follows suit, with any card of it. All others are free:
    who is void, and who has only matadors that the led card does not beat.
    """
    if led is None or not hand & table.force[led]:
        return hand
    return hand & table.suit[led]


def winner(trick: Sequence[int], table: TrumpTable) -> int:
    """The place of the card that takes ``trick``, counted from 0."""
    led = table.suit[trick[0]]
    trumps = table.suit[table.trumps[0]] if table.trumps else 0
    best = 0
    for place, card in enumerate(trick):
        if (led | trumps) >> card & 1 and table.strength[card] > table.strength[trick[best]]:
            best = place
    return best


def taker(trick: Sequence[int], table: TrumpTable) -> int:
    """The same as ``winner``, looked up where three play."""
    if len(trick) != HANDS:
        return winner(trick, table)
    led, x, y = trick
    _suit, _drawn, takers = _leads(table)[led]
    return takers[x][y]


@dataclass(frozen=True, slots=True)
class Played:
    """How far a play went. Everything is by the place in the list of hands."""

    taken: tuple[int, ...]
    """Tricks."""
    leader: int
    """Who leads next, or would have."""
    hands: tuple[int, ...]
    """The cards left."""


def play_out(hands: Sequence[int], tricks: Sequence[Sequence[int]], table: TrumpTable) -> Played:
    """Play recorded ``tricks`` from ``hands``, in playing order from the one who leads first.

    The last trick may be short. Raises ``PlayError`` for the first card against the rules.
    """
    if len(hands) == HANDS:
        played = _play_three(hands, tricks, table)
        if played is not None:
            return played
    state = PlayState(hands=tuple(hands), table=table)
    for number, trick in enumerate(tricks, start=1):
        for card in trick:
            state = state.play(card)
        if len(trick) < len(hands) and number < len(tricks):
            raise state.error(Breach.PLAY_UNDECIDED, "A card is missing in this trick.")
    return Played(taken=state.taken, leader=state.turn, hands=state.hands)


def _play_three(
    hands: Sequence[int], tricks: Sequence[Sequence[int]], table: TrumpTable
) -> Played | None:
    """The same for whole tricks of three legal cards, some twenty times as fast; None if not.

    ``a`` leads, ``b`` and ``c`` follow, and ``first`` is the place of ``a``.
    """
    bits, leads = BITS, _leads(table)
    a, b, c = hands
    first = 0
    taken = [0, 0, 0]
    try:
        for led, x, y in tricks:
            suit, drawn, takers = leads[led]
            one, two, three = bits[led], bits[x], bits[y]
            if not (
                (a & one and b & two and c & three)
                and (two & suit or not b & drawn)
                and (three & suit or not c & drawn)
            ):
                return None
            place = takers[x][y]
            if place == 0:
                a, b, c = a ^ one, b ^ two, c ^ three
            elif place == 1:
                a, b, c = b ^ two, c ^ three, a ^ one
            else:
                a, b, c = c ^ three, a ^ one, b ^ two
            first += place
            taken[first % HANDS] += 1
    except ValueError:
        return None  # a trick of fewer or more cards
    first %= HANDS
    shift = -first % HANDS
    left = (a, b, c, a, b)[shift : shift + HANDS]
    return Played(taken=tuple(taken), leader=first, hands=left)


def _leads_of(table: TrumpTable) -> tuple[tuple[int, int, tuple[bytes, ...]], ...]:
    """For every led card its suit, what it draws, and who takes the trick, by the next two.

    ``takers[x][y]`` is the place of the winner when ``x`` and then ``y`` are played to the lead.
    """
    every = range(len(NAMES))
    rows: dict[bytes, bytes] = {}
    """Many are alike, and one copy of each stays near the processor."""
    takers = [[bytes(winner((led, x, y), table) for y in every) for x in every] for led in every]
    shared = [tuple(rows.setdefault(row, row) for row in of_lead) for of_lead in takers]
    return tuple(zip(table.suit, table.force, shared, strict=True))


_leads = cache(_leads_of)


@dataclass(frozen=True, slots=True)
class PlayState:
    """A play at one moment, to be stepped through card by card."""

    hands: tuple[int, ...]
    table: TrumpTable
    trick: tuple[int, ...] = ()
    """The cards on the table, the led one first."""
    leader: int = 0
    taken: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.taken:
            object.__setattr__(self, "taken", (0,) * len(self.hands))

    @property
    def turn(self) -> int:
        """Whose card is next."""
        return (self.leader + len(self.trick)) % len(self.hands)

    def legal(self) -> int:
        """The cards that may be played now; none when all are played."""
        led = self.trick[0] if self.trick else None
        return legal(self.hands[self.turn], led, self.table)

    def play(self, card: int) -> Self:
        """The play after ``card``. Raises ``PlayError`` if it may not be played."""
        turn = self.turn
        hand = self.hands[turn]
        if sum(self.taken) == TRICKS:
            raise self.error(Breach.PLAY_AFTER_END, "All nine tricks are played.")
        if not hand >> card & 1:
            raise self.error(Breach.CARD_NOT_HELD, f"The card {name_of(card)} is not in this hand.")
        if not self.legal() >> card & 1:
            led = name_of(self.trick[0])
            message = f"{led} was led and can be followed: {name_of(card)} does not follow."
            raise self.error(Breach.MUST_FOLLOW_SUIT, message)
        hands = (*self.hands[:turn], hand ^ BITS[card], *self.hands[turn + 1 :])
        trick = (*self.trick, card)
        if len(trick) < len(hands):
            return type(self)(hands, self.table, trick, self.leader, self.taken)
        leader = (self.leader + taker(trick, self.table)) % len(hands)
        taken = list(self.taken)
        taken[leader] += 1
        return type(self)(hands, self.table, leader=leader, taken=tuple(taken))

    def error(self, breach: Breach, message: str) -> PlayError:
        """A complaint about the card that is next."""
        return PlayError(
            breach, message, trick=sum(self.taken) + 1, card=len(self.trick) + 1, hand=self.turn
        )
