"""A whole deal, step by step: calls, the contract, the exchange, the cards.

Each step makes a new value, so any moment can be kept, shown and gone on from:

    >>> from rules import RULESETS, Said, Suit, open_deal
    >>> deal = open_deal(
    ...     RULESETS["dlu"],
    ...     players=3,
    ...     dealer=0,
    ...     hands={
    ...         0: "D7 DK DQ DJ DA D3 D4 D5 D6".split(),
    ...         1: "SA S2 SK SQ SJ S7 H2 C4 D2".split(),
    ...         2: "CA HK HQ HJ HA H3 H4 H5 H6".split(),
    ...     },
    ...     talon="H7 S6 S5 S4 S3 CK CQ CJ C7 C6 C5 C3 C2".split(),
    ... )
    >>> deal
    <Deal under dlu, dealt by seat 0: seat 1 is next>
    >>> deal = deal.call(1, "spil").call(2, "pass").call(0, "pass")
    >>> deal = deal.choose(Said(contract="spil", trump=Suit.SPADES))
    >>> deal = deal.buy(Item.named(1, discards=["C4", "D2"])).buy(Item(2)).buy(Item(0)).lead()
    >>> deal.hand(1)
    ('SA', 'S2', 'S6', 'S7', 'SJ', 'SQ', 'SK', 'H2', 'H7')
    >>> deal.card("S2").legal_cards()
    ('CA',)

A step that the rules do not allow raises ``BreachError`` and changes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Self

from rules.cards import SPADILLE, TRICKS, Suit, cards_of, mask_of, name_of, number_of, numbers_of
from rules.contracts import Aim, ContractTerms
from rules.deal.auction import Auction, Won, open_auction
from rules.deal.choosing import Chosen, Dealt, choose
from rules.deal.exchange import Exchange, Item, open_exchange
from rules.deal.play import PlayError, PlayState, play_out
from rules.deal.trumps import table_of
from rules.errors import Breach, BreachError
from rules.result.outcome import outcome_of
from rules.result.record import ResultRecord, Said, Tout, game_of
from rules.ruleset import RuleSet
from rules.seats import at_play, dealt_in, fourth, partner


@dataclass(frozen=True, kw_only=True, repr=False)
class Deal:
    """A deal at one moment. What is not reached yet is None. ``open_deal`` makes one."""

    ruleset: RuleSet
    """With the options of the deal."""
    players: int
    dealer: int
    pairs: bool
    hands: Mapping[int, int]
    """The cards of who is in the deal, as bits, by seat, before the first card is played."""
    talon: tuple[int, ...]
    auction: Auction
    won: Won | None = None
    said: Said | None = None
    """What is played and what was said with it, the trump that follows among it."""
    terms: ContractTerms | None = None
    """Of the contract as it is played."""
    declarers: tuple[int, ...] = ()
    """Who plays the game, the declarer first."""
    seats: tuple[int, ...] = ()
    """Who plays, in playing order from the one who leads first."""
    exchange: Exchange | None = None
    play: PlayState | None = None

    def __repr__(self) -> str:
        who = "nobody" if self.turn is None else f"seat {self.turn}"
        return f"<Deal under {self.ruleset.id}, dealt by seat {self.dealer}: {who} is next>"

    @property
    def trump(self) -> Suit | None:
        """The trump suit, once the contract is chosen."""
        return None if self.said is None else self.said.trump

    @property
    def turn(self) -> int | None:
        """Whose step is next; None when all passed, or after the last card."""
        if self.play is not None:
            over = sum(self.play.taken) == TRICKS
            return None if over else self.seats[self.play.turn]
        if self.exchange is not None:
            return self.exchange.turn
        if self.auction.turn is not None or self.won is None:
            return self.auction.turn
        return self.won.declarer

    def call(self, seat: int, call: str) -> Self:
        """The deal after a call."""
        return self.after(self.auction.call(seat, call))

    def after(self, auction: Auction) -> Self:
        """The deal after several calls at once: ``auction`` goes on from its own."""
        return self._with(
            auction=auction, won=None if auction.turn is not None else auction.finish()
        )

    def choose(self, said: Said) -> Self:
        """The deal once the declarer has said what he plays, and others whether they join."""
        won = self.auction.finish()
        if won is None:
            raise BreachError(Breach.MALFORMED, "All passed, and there is nothing to play.")
        dealt = Dealt(
            players=self.players,
            dealer=self.dealer,
            hands=self.hands,
            talon=self.talon,
            pairs=self.pairs,
        )
        chosen = choose(self.ruleset, dealt, won, said)
        hands = dict(self.hands)
        away = partner(won.declarer) if self.pairs else None
        if away in hands:
            hands[_sitter(self)] = hands.pop(away)
        declarers = (won.declarer, *chosen.said.also)
        seats = _seats(self, declarers)
        return self._with(
            hands=hands,
            won=won,
            said=chosen.said,
            terms=chosen.terms,
            declarers=declarers,
            seats=seats,
            exchange=_exchange(self, won, chosen, hands, seats),
        )

    def buy(self, item: Item) -> Self:
        """The deal after one player's exchange."""
        if self.exchange is None:
            raise BreachError(Breach.MALFORMED, "No contract is chosen.")
        exchange = self.exchange.step(item)
        return self._with(exchange=exchange, hands=exchange.hands)

    def lead(self) -> Self:
        """The deal with the exchange over and nothing played yet."""
        exchange, terms = self.exchange, self.terms
        if exchange is None or terms is None:
            raise BreachError(Breach.MALFORMED, "No contract is chosen.")
        exchange.finish()
        hands = tuple(exchange.hands[seat] for seat in self.seats)
        return self._with(play=PlayState(hands=hands, table=table_of(terms.trump, self.trump)))

    def card(self, card: int | str) -> Self:
        """The deal after the next player's card, by name or number.

        Raises ``ValueError`` for what is no card.
        """
        number = number_of(card)
        try:
            return self._with(play=self.required_play().play(number))
        except PlayError as wrong:
            seat = None if wrong.breach is Breach.PLAY_AFTER_END else self.seats[wrong.hand]
            raise BreachError(wrong.breach, str(wrong), seat) from None

    def whole_tricks(self, tricks: Sequence[Sequence[int]]) -> Self:
        """The deal after these tricks, from the first on, all at once and many times as fast."""
        play = self.required_play()
        out = play_out(play.hands, tricks, play.table)
        return self._with(play=PlayState(out.hands, play.table, leader=out.leader, taken=out.taken))

    def hand(self, seat: int) -> tuple[str, ...]:
        """The cards that a seat holds now, by name; none who is not in the deal."""
        held = self.hands.get(seat, 0)
        if self.play is not None and seat in self.seats:
            held = self.play.hands[self.seats.index(seat)]
        return tuple([name_of(card) for card in cards_of(held)])

    def legal_calls(self) -> tuple[str, ...]:
        """What may be called now; none when the auction is over."""
        return self.auction.legal()

    def legal_cards(self) -> tuple[str, ...]:
        """The cards that may be played now, by name; none before play and after it."""
        if self.play is None or self.turn is None:
            return ()
        return tuple([name_of(card) for card in cards_of(self.play.legal())])

    def required_play(self) -> PlayState:
        """The play; ``BreachError`` before it begins."""
        if self.play is None:
            raise BreachError(Breach.MALFORMED, "Play has not begun.")
        return self.play

    def tricks(self) -> tuple[int | None, ...]:
        """Tricks taken so far, by seat; None for who does not play."""
        taken = dict(zip(self.seats, self.required_play().taken, strict=True))
        return tuple(taken.get(seat) for seat in range(self.players))

    def is_decided(self) -> bool:
        """Whether play may stop here: no way of sharing the missing tricks changes anything."""
        terms = self.terms
        if terms is None:
            return False
        tricks = self.tricks()
        if terms.aim is Aim.NO_TRICKS and sum(self.required_play().taken) < TRICKS:
            # A bet may still become a kodille, where there is one.
            lost = 1 if terms.kodille is None else 2
            taken = [tricks[declarer] or 0 for declarer in self.declarers]
            return not terms.kodille_per_trick and min(taken) >= lost
        seats = tuple(sorted(self.seats))
        return all(
            outcome_of(self.ruleset, terms, tricks, declarer, seats) for declarer in self.declarers
        )

    def result(self, tout: Tout | None = None) -> ResultRecord:
        """What ``settle`` needs of the deal; ``tout`` is how an announced one went."""
        frame = ResultRecord(players=self.players, dealer=self.dealer, pairs=self.pairs)
        said, terms = self.said, self.terms
        if said is None or terms is None:
            return frame
        game = game_of(
            said,
            declarer=self.declarers[0],
            tricks=None if said.abandoned else self.tricks(),
            tout=tout,
            spadille_in_talon=terms.by_sitter and SPADILLE in self.talon,
        )
        return replace(frame, game=game)

    def _with(self, **changed: object) -> Self:
        """The deal with some fields changed, in a fraction of the time of ``replace``."""
        after = object.__new__(type(self))
        after.__dict__.update(self.__dict__, **changed)
        return after


def open_deal(
    ruleset: RuleSet,
    *,
    players: int,
    dealer: int,
    hands: Mapping[int, Iterable[int | str]],
    talon: Iterable[int | str],
    pairs: bool = False,
) -> Deal:
    """A deal before the first call; ``hands`` are by seat, the talon lists its top card first.

    Cards are given by name or number. Raises ``ValueError`` for what is no card.
    """
    masks = {seat: mask_of(numbers_of(cards)) for seat, cards in hands.items()}
    forehand, middlehand, backhand = in_playing_order(players, dealer, dealt_in(players, dealer))
    mort = None if pairs else next(iter(fourth(players, dealer)), None)
    return Deal(
        ruleset=ruleset,
        players=players,
        dealer=dealer,
        pairs=pairs,
        hands=masks,
        talon=numbers_of(talon),
        auction=open_auction(ruleset, (forehand, middlehand, backhand), mort, masks),
    )


@cache
def in_playing_order(players: int, after: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """``seats`` from the one next after the seat ``after``, anticlockwise."""
    return tuple(sorted(seats, key=lambda seat: (seat - after - 1) % players))


def _sitter(deal: Deal) -> int:
    return fourth(deal.players, deal.dealer)[0]


def _seats(deal: Deal, declarers: tuple[int, ...]) -> tuple[int, ...]:
    declarer, *also = declarers
    seats = at_play(deal.players, deal.dealer, declarer, tuple(also), pairs=deal.pairs)
    return in_playing_order(deal.players, deal.dealer, seats)


def _exchange(
    deal: Deal,
    won: Won,
    chosen: Chosen,
    hands: Mapping[int, int],
    seats: tuple[int, ...],
) -> Exchange:
    declarer, said = won.declarer, chosen.said
    more = said.also
    last = fourth(deal.players, deal.dealer)
    bought = [one.seat for one in said.joined if one.extra_card]
    if said.extra_card:
        bought.append(declarer)
    order = in_playing_order(deal.players, declarer, seats)
    return open_exchange(
        deal.ruleset,
        chosen.terms,
        declarer,
        defenders=tuple([seat for seat in order if seat != declarer and seat not in more]),
        joined=tuple([seat for seat in order if seat in more and seat not in last]),
        fourth=next((seat for seat in more if seat in last), None),
        hands=hands,
        talon=deal.talon,
        turned=len(said.tourne.turned),
        extra_card=frozenset(bought),
        promised=won.promised if deal.ruleset.bid_by_cards(chosen.terms) else 0,
        bought_again=said.bought_again,
    )
