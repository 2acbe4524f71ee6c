"""A whole deal, step by step: calls, the contract, the exchange, the cards.

Each step makes a new value, so any moment can be kept, shown and gone on from::

    deal = open_deal(ruleset, players=4, dealer=0, hands=hands, talon=talon)
    deal = deal.call(1, "solo").call(3, "pass").call(0, "pass")
    deal = deal.choose(Choice(contract="solo", trump=Suit.HEARTS))
    deal.turn, deal.legal_cards()

A step that the rules do not allow raises ``BreachError`` and changes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Self

from rules.auction import Auction, Won, open_auction
from rules.cards import SPADILLE, Suit, mask_of, name_of
from rules.choosing import Choice, Chosen, Dealt, choose
from rules.contracts import Aim, Contract, ContractTerms
from rules.errors import Breach, BreachError
from rules.exchange import Exchange, Item, open_exchange
from rules.outcome import TRICKS, outcome_of
from rules.play import PlayError, PlayState, play_out
from rules.record import Game, ResultRecord, Tout
from rules.ruleset import RuleSet
from rules.seats import dealt_in, fourth, partner, playing
from rules.trumps import table_of


@dataclass(frozen=True, kw_only=True)
class Deal:
    """A deal at one moment. What is not reached yet is None."""

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
    choice: Choice | None = None
    terms: ContractTerms | None = None
    """Of the contract as it is played."""
    trump: Suit | None = None
    declarers: tuple[int, ...] = ()
    """Who plays the game, the declarer first."""
    seats: tuple[int, ...] = ()
    """Who plays, in playing order from the one who leads first."""
    exchange: Exchange | None = None
    play: PlayState | None = None

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

    def choose(self, choice: Choice) -> Self:
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
        chosen = choose(self.ruleset, dealt, won, choice)
        hands = dict(self.hands)
        away = partner(won.declarer) if self.pairs else None
        if away in hands:
            hands[_sitter(self)] = hands.pop(away)
        declarers = _declarers(won, chosen)
        seats = _seats(self, chosen.terms, declarers)
        said = choice
        if choice.joined != chosen.joined:
            said = replace(choice, joined=chosen.joined)
        return self._with(
            hands=hands,
            won=won,
            choice=said,
            terms=chosen.terms,
            trump=chosen.trump,
            declarers=declarers,
            seats=seats,
            exchange=_exchange(self, won, chosen, choice, hands, seats),
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

    def card(self, card: int) -> Self:
        """The deal after the next player's card."""
        try:
            return self._with(play=self.required_play().play(card))
        except PlayError as wrong:
            seat = None if wrong.breach is Breach.PLAY_AFTER_END else self.seats[wrong.hand]
            raise BreachError(wrong.breach, str(wrong), seat) from None

    def whole_tricks(self, tricks: Sequence[Sequence[int]]) -> Self:
        """The deal after these tricks, from the first on, all at once and many times as fast."""
        play = self.required_play()
        out = play_out(play.hands, tricks, play.table)
        return self._with(play=PlayState(out.hands, play.table, leader=out.leader, taken=out.taken))

    def legal_calls(self) -> tuple[str, ...]:
        """What may be called now; none when the auction is over."""
        return self.auction.legal()

    def legal_cards(self) -> tuple[str, ...]:
        """The cards that may be played now, by name; none before play and after it."""
        if self.play is None or self.turn is None:
            return ()
        legal = self.play.legal()
        return tuple(name_of(card) for card in range(legal.bit_length()) if legal >> card & 1)

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
        choice = self.choice
        if choice is None or self.terms is None:
            return frame
        game = Game(
            declarer=self.declarers[0],
            contract=self.terms.contract,
            trump=self.trump,
            tricks=None if choice.abandoned else self.tricks(),
            abandoned=choice.abandoned,
            tout=tout,
            laid=tuple(name_of(card) for card in choice.laid),
            turned=tuple(name_of(card) for card in choice.turned),
            extra_card=choice.extra_card,
            joined=choice.joined,
            first_five=choice.first_five,
            nolo=choice.nolo,
            spadille_in_talon=self.terms.by_sitter and SPADILLE in self.talon,
            bought_again=choice.bought_again,
        )
        return replace(frame, game=game, peeked=choice.peeked)

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
    hands: Mapping[int, tuple[int, ...]],
    talon: tuple[int, ...],
    pairs: bool = False,
) -> Deal:
    """A deal before the first call; ``hands`` are by seat, the talon lists its top card first."""
    masks = {seat: mask_of(cards) for seat, cards in hands.items()}
    forehand, middlehand, backhand = in_playing_order(players, dealer, dealt_in(players, dealer))
    mort = None if pairs else next(iter(fourth(players, dealer)), None)
    return Deal(
        ruleset=ruleset,
        players=players,
        dealer=dealer,
        pairs=pairs,
        hands=masks,
        talon=talon,
        auction=open_auction(ruleset, (forehand, middlehand, backhand), mort, masks),
    )


@cache
def in_playing_order(players: int, after: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """``seats`` from the one next after the seat ``after``, anticlockwise."""
    return tuple(sorted(seats, key=lambda seat: (seat - after - 1) % players))


def _sitter(deal: Deal) -> int:
    return fourth(deal.players, deal.dealer)[0]


def _declarers(won: Won, chosen: Chosen) -> tuple[int, ...]:
    """Who plays the game, the declarer first."""
    return (won.declarer, *[one.seat for one in chosen.joined if not one.abandoned])


def _seats(deal: Deal, terms: ContractTerms, declarers: tuple[int, ...]) -> tuple[int, ...]:
    if terms.by_sitter:
        seats = tuple(range(deal.players))
    else:
        declarer, *more = declarers
        own = playing(deal.players, deal.dealer, declarer, pairs=deal.pairs)
        seats = tuple(sorted({*own, *more})) if more else own
    return in_playing_order(deal.players, deal.dealer, seats)


def _exchange(
    deal: Deal,
    won: Won,
    chosen: Chosen,
    choice: Choice,
    hands: Mapping[int, int],
    seats: tuple[int, ...],
) -> Exchange:
    declarer, *more = declarers = _declarers(won, chosen)
    last = fourth(deal.players, deal.dealer)
    bought = [one.seat for one in chosen.joined if one.extra_card]
    if choice.extra_card:
        bought.append(declarer)
    order = in_playing_order(deal.players, declarer, seats)
    return open_exchange(
        deal.ruleset,
        chosen.terms,
        declarer,
        defenders=tuple([seat for seat in order if seat not in declarers]),
        joined=tuple([seat for seat in order if seat in more and seat not in last]),
        fourth=next((seat for seat in more if seat in last), None),
        hands=hands,
        talon=deal.talon,
        turned=len(choice.turned),
        extra_card=frozenset(bought),
        promised=won.promised if chosen.terms.contract is Contract.KOEBE_NOLO else 0,
        bought_again=choice.bought_again,
    )
