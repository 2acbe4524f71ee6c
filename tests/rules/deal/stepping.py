"""A deal of four taken to any moment in one line; seat 0 deals, and forehand is seat 1."""

from itertools import combinations

from rules import Said, Suit, Tourne
from rules.cards import CARDS, NAMES, cards_of, mask_of, name_of
from rules.deal.exchange import Item
from rules.deal.play import legal, winner
from rules.deal.steps import open_deal
from rules.errors import BreachError

FOREHAND, MIDDLEHAND, BACKHAND = SEATS = (1, 3, 0)
SITTER = 2
ALONE = ", pass, pass"


def cards(text):
    return tuple(CARDS[name] for name in text.split())


def laying(laid, turned):
    """Cards laid and turned for a tourné that they set the price of."""
    return Tourne(tuple(laid.split()), tuple(turned.split()))


def opened(calls="", hands=None, talon="", *, rules, **options):
    """A deal of four after ``calls``; the cards not named fill up hands and talon in order."""
    own = {seat: (hands or {}).get(seat, "").split() for seat in SEATS}
    named = {*talon.split(), *(card for hand in own.values() for card in hand)}
    rest = [name for name in NAMES if name not in named]
    for hand in own.values():
        while len(hand) < 9:
            hand.append(rest.pop(0))
    deal = open_deal(
        rules.changed(options),
        players=4,
        dealer=0,
        hands={seat: cards(" ".join(hand)) for seat, hand in own.items()},
        talon=cards(" ".join([*talon.split(), *rest])),
    )
    for call in filter(None, calls.split(", ")):
        seat = deal.turn
        assert seat is not None
        deal = deal.call(seat, call)
    return deal


def chosen(contract, hands=None, talon="", *, bid=None, says=None, **options):
    """Forehand has won the auction with ``bid``, or with the contract, and plays it."""
    deal = opened((bid or contract) + ALONE, hands, talon, **options)
    trump = Suit.SPADES if contract in {"spil", "solo"} else None
    return deal.choose(Said(**{"contract": contract, "trump": trump} | (says or {})))


def led(deal):
    """The deal at the first lead; nobody else buys."""
    while deal.exchange.turn is not None:
        deal = deal.buy(Item(deal.exchange.turn))
    return deal.lead()


def played(deal, tricks):
    """So many tricks on, each turn with the first legal card."""
    for _ in range(tricks * len(deal.seats)):
        deal = deal.card(CARDS[deal.legal_cards()[0]])
    return deal


def breach(step, *args):
    """Why the step is refused; None if it is not."""
    try:
        step(*args)
    except BreachError as wrong:
        return wrong.breach
    return None


def refusal(deal, call):
    return breach(deal.call, deal.turn, call)


def may(hand, lead, table):
    """What of ``hand`` may be played to ``lead``."""
    return " ".join(sorted(map(name_of, cards_of(legal(mask_of(cards(hand)), CARDS[lead], table)))))


def suited(suit, ranks):
    return [f"{suit}{rank}" for rank in ranks.split()]


def falls(cards, trumps):
    """Whether every card takes those after it, led or added to them."""
    pairs = [(CARDS[high], CARDS[low]) for high, low in combinations(cards, 2)]
    return all(winner([h, w], trumps) == 0 and winner([w, h], trumps) == 1 for h, w in pairs)
