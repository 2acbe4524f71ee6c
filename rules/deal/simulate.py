"""Random deals by the rules, as full records: for fuzzing, demonstrations and measuring.

The one place in the engine with chance, and it takes a seed.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import TypeAlias, TypeVar

from rules.cards import BITS, CARDS, MOST_DEALT, NAMES, TRICKS, Suit, cards_of, name_of
from rules.contracts import Contract, ContractTerms, Trump
from rules.deal.auction import Auction, Won, may_become
from rules.deal.exchange import Exchange, Item, Way
from rules.deal.play import PlayState, legal, taker
from rules.deal.steps import Deal, in_playing_order, open_deal
from rules.errors import BreachError, Json
from rules.result.outcome import FIRST_FIVE
from rules.result.record import NO_CARDS, Joined, Said, Tourne
from rules.result.tourne import laid_value, may_turn
from rules.ruleset import RuleSet
from rules.seats import dealt_in, fourth

Thing = TypeVar("Thing")
Cards: TypeAlias = Sequence[int]
PASS = "pass"  # noqa: S105 - a call
PASSES = 0.6
"""How often a player passes who may; most hands are no game."""
HALF = 0.5
RARELY = 0.1
"""How often a game is thrown in."""
STOPS = 0.3
"""How often it is asked whether play may stop, after some trick or other."""


def simulate(ruleset: RuleSet, *, seed: int, deals: int, players: int) -> Iterator[dict[str, Json]]:
    """Legal full records (``docs/record.md``), the same for the same seed.

    Dealers take turns. Options are those of ``ruleset``, which the records name by its id.
    Raises ``ValueError`` for a number of players that the rule set does not know.

    >>> from rules import RULESETS
    >>> [deal["dealer"] for deal in simulate(RULESETS["dlu"], seed=1, deals=4, players=3)]
    [0, 1, 2, 0]
    """
    if players not in ruleset.players:
        message = f"{ruleset.id} is not played by {players}"
        raise ValueError(message)
    chance = Random(seed)  # noqa: S311 - a game, and it must replay
    for number in range(deals):
        yield play_one(ruleset, chance, players=players, dealer=number % players)


def play_one(ruleset: RuleSet, chance: Random, *, players: int, dealer: int) -> dict[str, Json]:
    """One legal deal as a full record."""
    pack = _shuffled(chance)
    seats = in_playing_order(players, dealer, dealt_in(players, dealer))
    hands = {
        seat: pack[place * MOST_DEALT : (place + 1) * MOST_DEALT]
        for place, seat in enumerate(seats)
    }
    talon = pack[len(seats) * MOST_DEALT :]
    deal = open_deal(ruleset, players=players, dealer=dealer, hands=hands, talon=talon)
    record: dict[str, Json] = {
        "ruleset": ruleset.id,
        "players": players,
        "dealer": dealer,
        "hands": [
            _names(sorted(hands[seat])) if seat in hands else None for seat in range(players)
        ],
        "talon": _names(talon),
    }
    auction, record["auction"] = _auction(deal.auction, chance)
    won = auction.finish()
    if won is None:
        return record
    deal, said = _contract(deal.after(auction), won, chance)
    record |= said
    deal, record["exchanges"] = _exchange(deal, chance)
    if deal.play is not None:
        record["play"] = [_names(trick) for trick in _play(deal, pack, chance)]
    return record


def _shuffled(chance: Random) -> tuple[int, ...]:
    """The pack in chance order: sorted by chance numbers, in half the time of a shuffle."""
    place = [chance.random() for _card in NAMES]
    return tuple(sorted(range(len(NAMES)), key=place.__getitem__))


def _auction(auction: Auction, chance: Random) -> tuple[Auction, list[Json]]:
    calls: list[Json] = []
    while (seat := auction.turn) is not None:
        legal = auction.legal()
        passes = PASS in legal and chance.random() < PASSES
        call = PASS if passes else _one(chance, legal)
        auction = auction.call(seat, call)
        calls.append([seat, call])
    return auction, calls


def _contract(deal: Deal, won: Won, chance: Random) -> tuple[Deal, dict[str, Json]]:
    """A contract that may be played, and what is said with it."""
    said = _choice(deal, won, _one(chance, may_become(deal.ruleset, won)), chance)
    try:
        return deal.choose(said), said.to_json()
    except BreachError:  # a spil that would become a respekt, without the aces
        said = _choice(deal, won, won.contract, chance)
        return deal.choose(said), said.to_json()


def _choice(deal: Deal, won: Won, contract: Contract, chance: Random) -> Said:
    terms = next(terms for terms in deal.ruleset.played if terms.contract is contract)
    nolo = deal.ruleset.as_nolo(terms) and chance.random() < HALF
    tourne = _tourne(deal, won, chance) if terms.by_cards else NO_CARDS
    joined, peeked = _fourth(deal, terms, chance)
    alone = not joined and not won.joined
    return Said(
        contract=terms.contract.value,
        trump=_one(chance, tuple(Suit)) if terms.trump is Trump.NAMED and not nolo else None,
        tourne=tourne,
        joined=joined,
        peeked=peeked,
        extra_card=deal.ruleset.sells_extra_card(terms) and alone and chance.random() < RARELY,
        nolo=nolo,
        bought_again=deal.ruleset.buys_again(terms) and chance.random() < RARELY,
        abandoned=terms.may_abandon
        and alone
        and not deal.ruleset.abandon_after_lead
        and chance.random() < RARELY,
    )


def _tourne(deal: Deal, won: Won, chance: Random) -> Tourne:
    """Cards laid that are true to what he said, and as many turned as he likes."""
    cards = deal.ruleset.tourne_cards
    held = [card.card for card in cards if deal.hands[won.declarer] >> CARDS[card.card] & 1]
    together = [name for name in held if not any(c.alone for c in cards if c.card == name)]
    alone = [name for name in held if name not in together]
    choices = [(name,) for name in alone] + [
        chosen for size in range(1, len(together) + 1) for chosen in combinations(together, size)
    ]
    fitting = [
        laid
        for laid in choices
        if all(low <= laid_value(cards, laid) <= high for low, high in won.said)
    ]
    laid = _one(chance, fitting)
    turned = 1
    names = [name_of(card) for card in deal.talon]
    while may_turn(cards, laid, names[:turned]) and chance.random() < HALF:
        turned += 1
    return Tourne(laid, tuple(names[:turned]))


def _fourth(
    deal: Deal, terms: ContractTerms, chance: Random
) -> tuple[tuple[Joined, ...], tuple[int, ...]]:
    """Whether the one who sits out joins a nolo, or only looks."""
    rules = deal.ruleset
    for seat in fourth(deal.players, deal.dealer):
        # Defenders who buy too might leave him fewer than nine cards to choose from.
        may_join = rules.fourth_joins(terms) and not rules.nolo_defenders_buy
        if may_join and chance.random() < HALF:
            if terms.peek and chance.random() < HALF:
                return (), (seat,)
            gives_up = not terms.peek and chance.random() < RARELY
            return (Joined(seat=seat, abandoned=gives_up),), ()
    return (), ()


def _exchange(deal: Deal, chance: Random) -> tuple[Deal, list[Json]]:
    items: list[Json] = []
    while (exchange := deal.exchange) is not None and exchange.turn is not None:
        item = _item(exchange, chance)
        deal = deal.buy(item)
        items.append(_item_json(exchange, item))
    thrown_in = deal.said is not None and deal.said.abandoned
    return (deal if thrown_in else deal.lead()), items


def _item(exchange: Exchange, chance: Random) -> Item:
    """What the player whose turn it is does."""
    buyer = exchange.ahead[0]
    hand = cards_of(exchange.hands.get(buyer.seat, 0))
    if buyer.way is Way.CHOOSE:
        chosen = chance.sample(cards_of(exchange.choice), MOST_DEALT)
        return Item(buyer.seat, hand=tuple(chosen))
    if buyer.way is Way.KASKE:
        keeps = _one(chance, hand) if chance.random() < HALF else None
        return Item(buyer.seat, keeps=keeps)
    takes = tuple(card for card in exchange.talon[: buyer.turned] if chance.random() < HALF)
    most = exchange.most - buyer.turned + len(takes)
    count = chance.randint(max(exchange.least, len(takes)), most)
    discards = tuple(chance.sample(hand, count))
    if not buyer.extra:
        return Item(buyer.seat, discards=discards, takes=takes)
    return Item(buyer.seat, discards=discards, extra_discard=exchange.talon[count])


def _item_json(exchange: Exchange, item: Item) -> dict[str, Json]:
    way = exchange.ahead[0].way
    said: dict[str, Json] = {"seat": item.seat}
    if way is Way.CHOOSE:
        said["hand"] = _names(item.hand or ())
    elif way is Way.KASKE:
        said["keeps"] = None if item.keeps is None else name_of(item.keeps)
    else:
        said["discards"] = _names(item.discards)
    if item.takes:
        said["takes"] = _names(item.takes)
    if item.extra_discard is not None:
        said["extra_discard"] = name_of(item.extra_discard)
    return said


def _play(deal: Deal, pack: Cards, chance: Random) -> list[Cards]:
    """Tricks of legal cards, some until nothing can change; ``pack`` is in chance order."""
    play = deal.required_play()
    hands = [[card for card in pack if hand >> card & 1] for hand in play.hands]
    tricks = _tricks(hands, play)
    if chance.random() < STOPS:
        number = int(chance.random() * TRICKS)
        if _may_stop(deal, tricks[:number]):
            return tricks[:number]
    return tricks


def _tricks(hands: list[list[int]], play: PlayState) -> list[Cards]:
    """All the tricks; everybody plays the first of his cards, as they lie in hand, that he may."""
    table, left = play.table, list(play.hands)
    players, leader = len(hands), 0
    tricks: list[Cards] = []
    for _ in range(TRICKS):
        led = hands[leader].pop(0)
        left[leader] ^= BITS[led]
        trick = [led]
        for turn in range(leader + 1, leader + players):
            place = turn % players
            cards, first = hands[place], 0
            may = legal(left[place], led, table)
            while not may & BITS[cards[first]]:
                first += 1
            card = cards.pop(first)
            left[place] ^= BITS[card]
            trick.append(card)
        leader = (leader + taker(trick, table)) % players
        tricks.append(trick)
    return tricks


def _may_stop(deal: Deal, tricks: list[Cards]) -> bool:
    """Nothing is open, and no tout was announced by leading on after five tricks."""
    deal = deal.whole_tricks(tricks)
    tout_open = len(tricks) > FIRST_FIVE and deal.tricks()[deal.declarers[0]] == len(tricks)
    return deal.is_decided() and not tout_open


def _names(cards: Sequence[int]) -> list[Json]:
    return [NAMES[card] for card in cards]


def _one(chance: Random, things: Sequence[Thing]) -> Thing:
    return things[int(chance.random() * len(things))]
