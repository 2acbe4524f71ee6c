"""The rule set hoem: the exchange, the play, throwing the game in."""

from itertools import product

import pytest

from rules import Contract, Outcome, Said, Suit, Trump
from rules.cards import CARDS, cards_of, mask_of
from rules.deal.exchange import Item
from rules.deal.play import winner
from rules.deal.trumps import table_of
from rules.errors import Breach
from rules.result.record import Joined
from tests.rules.deal.stepping import (
    BACKHAND,
    FOREHAND,
    MIDDLEHAND,
    SEATS,
    SITTER,
    breach,
    cards,
    laying,
    led,
    may,
)
from tests.rules.deal.whole import SOLO
from tests.rules.sets.test_hoem import (
    HOEM,
    NOLOS,
    TRUMP_GAMES,
    WORTH,
    checked,
    framed,
    how,
    refused,
    settled,
)
from tests.rules.sets.test_hoem_auction import JOINED, ahead, chosen, opened

SPADES = table_of(Trump.NAMED, Suit.SPADES)
ACES = table_of(Trump.ACES)
VIP = {"tourne": laying("SA", "C5")}
"""What is said of a tourné."""
SPADILLE = {FOREHAND: "SA"}
KEPT = ("solo", "solo_spar", "ren_nolo", "nolo_ouvert")
"""What is played with the cards dealt."""


def playing(contract, hands=SPADILLE, **says):
    """Forehand plays the contract."""
    more = VIP if contract == "tourne" else {}
    return chosen(contract, hands, "C5", **more | says)


# --- 8. the exchange ------------------------------------------------------------------------


@pytest.mark.parametrize("contract", TRUMP_GAMES)
@pytest.mark.parametrize(
    ("place", "order"),
    (
        (0, [FOREHAND, MIDDLEHAND, BACKHAND]),
        (1, [MIDDLEHAND, BACKHAND, FOREHAND]),
        (2, [BACKHAND, FOREHAND, MIDDLEHAND]),
    ),
)
def test_hoem_8_1_the_declarer_then_at_his_right_then_at_his_left(contract, place, order):
    calls = ["pass"] * 3
    calls[place] = contract
    more = VIP if contract == "tourne" else {}
    deal = chosen(contract, {order[0]: "SA"}, "C5", calls=", ".join(calls), **more)
    assert ahead(deal) == (order[1:] if contract in KEPT else order)


def test_hoem_8_1_as_long_as_the_talon_lasts():
    deal = playing("grand")
    deal = deal.buy(Item(FOREHAND, cards_of(deal.hands[FOREHAND])))
    own = cards_of(deal.hands[MIDDLEHAND])
    assert breach(deal.buy, Item(MIDDLEHAND, own[:5])) is Breach.EXCHANGE_TOO_MANY
    deal = deal.buy(Item(MIDDLEHAND, own[:4]))
    last = cards_of(deal.hands[BACKHAND])
    assert breach(deal.buy, Item(BACKHAND, last[:1])) is Breach.EXCHANGE_TOO_MANY
    assert breach(deal.buy, Item(BACKHAND)) is None
    assert breach(deal.buy, Item(FOREHAND)) is Breach.EXCHANGE_NOT_ALLOWED


@pytest.mark.parametrize(
    ("laid", "turned", "takes"),
    (
        ("SA", "H7 C5", ""), ("SA", "H7 C5", "H7"), ("SA", "H7 C5", "C5"), ("SA", "H7 C5", "H7 C5"),
        ("HJ", "C5", ""), ("HJ", "C5", "C5"), ("DK", "C5", ""), ("DK", "C5", "C5"),
        ("D7", "C5 C6 C7", "C5 C7"),
    ),
)  # fmt: skip
@pytest.mark.parametrize("more", range(3))
def test_hoem_8_2_any_of_the_turned_cards_and_then_from_the_talon(laid, turned, takes, more):
    says = {"tourne": laying(laid, turned)}
    away, held = "H2 H3 H4 H5 H6", f"{laid} H2 H3 H4 H5 H6"
    deal = chosen("tourne", {FOREHAND: held}, f"{turned} C2 C3 C4", **says)
    count = len(takes.split()) + more
    after = deal.buy(Item(FOREHAND, cards(away)[:count], takes=cards(takes)))
    assert after.hands[FOREHAND] == deal.hands[FOREHAND] & ~mask_of(cards(away)[:count]) | mask_of(
        (*cards(takes), *cards("C2 C3 C4")[:more])
    )
    assert after.exchange.talon[0] == cards("C2 C3 C4")[more]


def test_hoem_8_2_he_need_not_buy():
    deal = playing("tourne")
    assert deal.buy(Item(FOREHAND)).hands[FOREHAND] == deal.hands[FOREHAND]
    own = cards_of(deal.hands[FOREHAND])
    ten = Item(FOREHAND, takes=cards("C5"))
    assert breach(deal.buy, ten) is Breach.EXCHANGE_TOO_FEW
    unturned = Item(FOREHAND, own[:1], takes=deal.talon[1:2])
    assert breach(deal.buy, unturned) is Breach.CARD_NOT_HELD


@pytest.mark.parametrize("count", range(10))
def test_hoem_8_3_in_grand_at_least_five(count):
    deal = playing("grand")
    own = cards_of(deal.hands[FOREHAND])
    few = None if count >= 5 else Breach.EXCHANGE_TOO_FEW
    assert breach(deal.buy, Item(FOREHAND, own[:count])) is few


@pytest.mark.parametrize("contract", ("koebe_nolo", "koebe_nolo_ouvert"))
def test_hoem_8_4_in_a_nolo_at_least_one(contract):
    calls = f"{contract}, pass, {contract}"
    deal = chosen(contract, calls=calls, joined=JOINED)
    assert ahead(deal) == [FOREHAND, BACKHAND, SITTER]
    assert ahead(chosen(contract, calls=f"pass, {contract}, {contract}", joined=JOINED)) == [
        MIDDLEHAND, BACKHAND, SITTER,
    ]  # fmt: skip
    assert breach(deal.buy, Item(FOREHAND)) is Breach.EXCHANGE_TOO_FEW
    for first, second in product((1, 4, 9), (1, 2, 4)):
        own, others = (cards_of(deal.hands[seat]) for seat in (FOREHAND, BACKHAND))
        after = deal.buy(Item(FOREHAND, own[:first]))
        assert breach(after.buy, Item(BACKHAND)) is Breach.EXCHANGE_TOO_FEW
        assert after.buy(Item(BACKHAND, others[:second])).turn == SITTER


@pytest.mark.parametrize("contract", ("koebe_nolo", "koebe_nolo_ouvert"))
def test_hoem_8_5_one_card_more_than_he_lays_away(contract):
    deal = chosen(contract, {FOREHAND: "H2 H3"}, "C5 C6 C7", extra_card=True)
    without = Item(FOREHAND, cards("H2"))
    assert breach(deal.buy, without) is Breach.EXCHANGE_TOO_FEW
    after = deal.buy(Item(FOREHAND, cards("H2"), extra_discard=CARDS["C6"]))
    expected = deal.hands[FOREHAND] & ~mask_of(cards("H2")) | mask_of(cards("C5"))
    assert after.hands[FOREHAND] == expected
    assert after.exchange.talon[0] == CARDS["C7"]
    plain = chosen(contract, {FOREHAND: "H2 H3"}, "C5 C6 C7")
    more = Item(FOREHAND, cards("H2"), extra_discard=CARDS["C5"])
    assert breach(plain.buy, more) is Breach.EXCHANGE_NOT_ALLOWED


def test_hoem_8_5_a_loss_then_costs_double():
    assert how("koebe_nolo", outcome="bet", extra_card=True) == (Outcome.BET, -30)
    assert how("koebe_nolo", tricks=[5, 4, 0], extra_card=True) == (Outcome.BET, -30)
    assert how("koebe_nolo", outcome="won", extra_card=True) == (Outcome.WON, 15)
    for contract in {*WORTH} - {"koebe_nolo", "koebe_nolo_ouvert"}:
        game = framed(contract, outcome="bet", extra_card=True)
        assert refused(**game) == ["extra_card_not_allowed"]


def test_hoem_8_5_each_declarer_chooses_for_himself():
    game = {"players": 4, "dealer": 0, "declarer": FOREHAND, "contract": "koebe_nolo"}
    both = settled(
        **game, tricks=[None, 2, None, 1], joined=[{"seat": MIDDLEHAND, "extra_card": True}]
    )
    assert [one.value for one in both.declarers] == [-15, -30]
    extra = (Joined(seat=MIDDLEHAND, extra_card=True),)
    deal = chosen("koebe_nolo", calls="koebe_nolo, koebe_nolo, pass", joined=extra)
    deal = deal.buy(Item(FOREHAND, cards_of(deal.hands[FOREHAND])[:1]))
    own = cards_of(deal.hands[MIDDLEHAND])
    assert breach(deal.buy, Item(MIDDLEHAND, own[:1])) is Breach.EXCHANGE_TOO_FEW
    assert breach(deal.buy, Item(MIDDLEHAND, own[:1], extra_discard=own[1])) is None


def test_hoem_8_6_in_koebe_nolo_ouvert_it_costs_nothing():
    for ending, value in (("won", 25), ("bet", -25)):
        assert how("koebe_nolo_ouvert", outcome=ending, extra_card=True)[1] == value


@pytest.mark.parametrize("contract", KEPT)
def test_hoem_8_7_the_declarer_keeps_his_cards(contract):
    deal = playing(contract)
    own = cards_of(deal.hands[FOREHAND])
    for item in (Item(FOREHAND), Item(FOREHAND, own[:1])):
        assert breach(deal.buy, item) is Breach.EXCHANGE_NOT_ALLOWED


@pytest.mark.parametrize("contract", WORTH)
def test_hoem_8_8_the_defenders_buy_in_trump_games_alone(contract):
    buyers = [seat for seat in ahead(playing(contract)) if seat != FOREHAND]
    assert buyers == ([] if contract in NOLOS else [MIDDLEHAND, BACKHAND])


# --- 9. play --------------------------------------------------------------------------------


@pytest.mark.parametrize("calls", ("solo, pass, pass", "pass, solo, pass", "pass, pass, solo"))
def test_hoem_9_1_forehand_leads_and_then_who_took_the_trick(calls):
    deal = led(opened(calls).choose(Said(contract="solo", trump=Suit.SPADES)))
    assert deal.turn == FOREHAND
    for _ in range(8):
        leader, trick = deal.seats.index(deal.turn), []
        for _ in SEATS:
            trick.append(CARDS[deal.legal_cards()[0]])
            deal = deal.card(trick[-1])
        assert deal.turn == deal.seats[(leader + winner(trick, SPADES)) % 3]


def test_hoem_9_1_with_the_fourth_a_trick_has_four_cards():
    deal = chosen("ren_nolo", joined=JOINED)
    deal = deal.buy(Item(SITTER, hand=deal.talon[:9])).lead()
    order = []
    for _ in range(4):
        order.append(deal.turn)
        deal = deal.card(CARDS[deal.legal_cards()[0]])
    assert order == [FOREHAND, SITTER, MIDDLEHAND, BACKHAND]
    assert sum(deal.play.taken) == 1


def test_hoem_9_5_spadille_draws_basta_in_grand():
    assert may("CA H2", "SA", ACES) == "CA"
    assert may("SA H2", "CA", ACES) == "H2 SA"
    assert may("SA CA S3", "SK", ACES) == "S3"


def test_hoem_9_7_open_cards_leave_no_trace():
    lying_open = [one.contract for one in HOEM.played if one.ouvert]
    assert lying_open == [Contract.KOEBE_NOLO_OUVERT, Contract.NOLO_OUVERT]
    assert checked(SOLO, ouvert=True)[0] == "malformed"
