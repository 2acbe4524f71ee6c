"""The rule set familie: the auction, the exchange and the play in ``docs/rules/familie.md``."""

from functools import partial
from itertools import product

import pytest

from rules import Contract, Said, Suit, Trump, settle
from rules.cards import CARDS, cards_of, mask_of
from rules.deal.exchange import Item
from rules.deal.play import winner
from rules.deal.trumps import table_of
from rules.errors import Breach
from tests.rules.deal import stepping
from tests.rules.deal.stepping import (  # fmt: skip
    ALONE,
    BACKHAND,
    FOREHAND,
    MIDDLEHAND,
    SEATS,
    breach,
    cards,
    led,
    played,
    refusal,
)
from tests.rules.deal.whole import SOLO, changed, outcome
from tests.rules.sets.test_familie import FAMILIE, MAY_PASS, paid, refused

opened = partial(stepping.opened, rules=FAMILIE.changed(MAY_PASS))
chosen = partial(stepping.chosen, rules=FAMILIE.changed(MAY_PASS))
RANKED = (
    {"spil"}, {"bedre_spil"}, {"tourne"}, {"koebe_nolo"}, {"tourne_respekt"}, {"solo"},
    {"solo_spar", "ren_nolo"}, {"nolo_ouvert"},
)  # fmt: skip
"""From the lowest (seed 001, The Bids and Contracts)."""
CONTRACTS = [contract for equals in RANKED for contract in sorted(equals)]
TRUMPS = {suit: table_of(Trump.NAMED, suit) for suit in Suit}
PASSED = "pass, pass, pass"


def rank(contract):
    """By the table above and not by the engine."""
    return next(place for place, equals in enumerate(RANKED) if contract in equals)


# --- 4. the auction -------------------------------------------------------------------------


def test_familie_4_1_two_at_a_time():
    fight = ["spil", "bedre_spil", "self", "solo", "self", "ren_nolo", "self"]
    for calls in range(1, len(fight)):
        so_far = ", ".join(fight[:calls])
        assert opened(so_far).turn == (MIDDLEHAND if calls % 2 else FOREHAND)
        assert opened(f"{so_far}, pass").turn == BACKHAND
    assert opened("spil, pass, solo").turn == FOREHAND
    assert opened("pass, spil, solo").turn == MIDDLEHAND


@pytest.mark.parametrize(("standing", "bid"), list(product(CONTRACTS, CONTRACTS)))
def test_familie_4_2_any_higher_bid_may_be_made(standing, bid):
    aces = FOREHAND if standing == "tourne_respekt" else MIDDLEHAND
    enough = rank(bid) > rank(standing)
    deal = opened(standing, {aces: "SA CA"})
    assert refusal(deal, bid) == (None if enough else Breach.BID_TOO_LOW)


@pytest.mark.parametrize(
    ("calls", "allowed"),
    (
        ("spil, bedre_spil", True),
        ("spil, pass, tourne", True),
        ("pass, spil, tourne", True),
        ("spil", False),
        ("spil, pass", False),
        ("pass, spil", False),
        ("", False),
    ),
)
def test_familie_4_3_who_sits_before_may_say_self(calls, allowed):
    deal = opened(calls)
    assert ("self" in deal.legal_calls()) is allowed
    assert refusal(deal, "self") == (None if allowed else Breach.SELF_NOT_ALLOWED)


def test_familie_4_4_the_ranking():
    ranks = {one.contract.value: one.rank for one in FAMILIE.played}
    order = sorted(set(ranks.values()))
    assert [{c for c in ranks if ranks[c] == height} for height in order] == list(RANKED)


@pytest.mark.parametrize(("one", "other"), (("solo_spar", "ren_nolo"), ("ren_nolo", "solo_spar")))
def test_familie_4_5_the_first_of_two_equals_beats_the_other(one, other):
    assert refusal(opened(one), other) is Breach.BID_TOO_LOW
    before = opened(f"spil, {one}")
    assert refusal(before, other) is Breach.BID_TOO_LOW
    assert refusal(before, "self") is None
    assert refusal(opened(one), "nolo_ouvert") is None


@pytest.mark.parametrize(("hand", "why"), (("SA CA", None), ("SA HA DA", Breach.ACES_NOT_HELD)))
def test_familie_4_6_tourne_respekt_asks_for_both_black_aces(hand, why):
    deal = opened("", {FOREHAND: hand, MIDDLEHAND: "" if why is None else "CA"})
    assert refusal(deal, "tourne_respekt") is why
    assert ("tourne_respekt" in deal.legal_calls()) == (why is None)


@pytest.mark.parametrize(("place", "calls"), list(enumerate(("", "pass", "pass, pass"))))
def test_familie_4_7_spadille_must_bid(place, calls):
    hands = {SEATS[place]: "SA"}
    assert FAMILIE.spadille_must_bid
    assert refusal(opened(calls, hands, spadille_must_bid=True), "pass") is Breach.MUST_BID
    assert refusal(opened(calls, hands), "pass") is None


def test_familie_4_7_but_not_once_somebody_has_bid():
    for calls, seat in (("spil", MIDDLEHAND), ("spil, bedre_spil", FOREHAND)):
        assert refusal(opened(calls, {seat: "SA"}, spadille_must_bid=True), "pass") is None


def test_familie_4_8_the_dealer_must_bid_after_two_passes():
    assert FAMILIE.dealer_must_bid
    deal = opened("pass, pass", talon="SA", dealer_must_bid=True, spadille_must_bid=True)
    assert refusal(deal, "pass") is Breach.MUST_BID
    assert refusal(deal, "spil") is None
    assert refusal(opened("pass, spil", dealer_must_bid=True), "pass") is None


@pytest.mark.parametrize("on", (None, "spadille_must_bid"))
def test_familie_4_9_all_may_pass(on):
    deal = opened(PASSED, talon="SA", **({on: True} if on else {}))
    assert (deal.turn, deal.won) == (None, None)
    assert settle(deal.result(), FAMILIE).passed
    for option in ("kaske", "mort"):
        assert opened(PASSED, **{option: True}).turn is not None


def test_familie_4_10_the_last_bidder_plays_alone():
    for calls, declarer in (
        ("spil, pass, pass", FOREHAND),
        ("spil, solo, pass, pass", MIDDLEHAND),
        ("pass, spil, solo, pass", BACKHAND),
    ):
        deal = opened(calls)
        assert (deal.auction.turn, deal.won.declarer) == (None, declarer)
        assert breach(deal.call, FOREHAND, "nolo_ouvert") is Breach.AUCTION_OVER
    assert breach(opened("pass, spil").call, FOREHAND, "solo") is Breach.OUT_OF_TURN


def test_familie_4_11_the_example():
    won = opened("spil, tourne, self, pass, solo, self, pass").won
    assert (won.declarer, won.contract) == (FOREHAND, Contract.SOLO)


# --- 5. after the auction -------------------------------------------------------------------


def becomes(bid):
    """What forehand, with both black aces, may play after winning with ``bid``."""
    deal = opened(bid + ALONE, {FOREHAND: "SA CA"})
    choices = {c: Said(contract=c, trump=None) for c in CONTRACTS}
    choices |= {c: Said(contract=c, trump=Suit.HEARTS) for c in ("spil", "solo")}
    return {c for c in CONTRACTS if breach(deal.choose, choices[c]) is None}


def test_familie_5_1_what_a_spil_may_become():
    assert becomes("spil") == {"spil", "bedre_spil", "tourne", "koebe_nolo"}


def test_familie_5_2_a_solo_may_become_solo_spar():
    assert becomes("solo") == {"solo", "solo_spar"}


@pytest.mark.parametrize("bid", sorted(set(CONTRACTS) - {"spil", "solo"}))
def test_familie_5_3_nothing_else_changes(bid):
    assert becomes(bid) == {bid}


@pytest.mark.parametrize("contract", ("tourne", "tourne_respekt"))
@pytest.mark.parametrize(("top", "trump"), (("H4", "H"), ("SA", "S"), ("CA", "C"), ("D7", "D")))
def test_familie_5_4_the_turned_card_is_trump(contract, top, trump):
    hands = {FOREHAND: "HA DA"}
    options = {"respekt_on": ["red_aces"]}
    assert chosen(contract, hands, top, **options).trump == trump
    wrong = Suit.HEARTS if trump != "H" else Suit.CLUBS
    deal = opened(contract + ALONE, hands, top, **options)
    assert breach(deal.choose, Said(contract=contract, trump=wrong)) is Breach.TRUMP_NOT_TURNED


@pytest.mark.parametrize("contract", ("spil", "solo"))
def test_familie_5_4_the_declarer_names_trump(contract):
    assert chosen(contract, says={"trump": Suit.CLUBS}).trump is Suit.CLUBS
    assert breach(opened(contract + ALONE).choose, Said(contract=contract)) is Breach.TRUMP_MISSING


# --- 6. the exchange ------------------------------------------------------------------------


@pytest.mark.parametrize("contract", CONTRACTS)
def test_familie_6_1_who_buys_and_in_which_order(contract):
    buys = contract not in {"solo", "solo_spar", "ren_nolo", "nolo_ouvert"}
    defend = [] if "nolo" in contract else [MIDDLEHAND, BACKHAND]
    deal = chosen(contract, {FOREHAND: "SA CA"})
    assert [buyer.seat for buyer in deal.exchange.ahead] == [FOREHAND] * buys + defend


@pytest.mark.parametrize("contract", ("solo", "solo_spar", "ren_nolo", "nolo_ouvert"))
def test_familie_6_4_the_declarer_keeps_his_cards(contract):
    assert breach(chosen(contract).buy, Item(FOREHAND)) is Breach.EXCHANGE_NOT_ALLOWED


@pytest.mark.parametrize("count", range(10))
def test_familie_6_2_each_buys_as_many_as_he_likes(count):
    deal = chosen("spil", {FOREHAND: "H2 H3 H4 H5 H6 H7 HJ HQ HK"})
    own = cards_of(deal.hands[FOREHAND])
    after = deal.buy(Item(FOREHAND, own[:count]))
    assert after.hands[FOREHAND] == mask_of((*own[count:], *deal.talon[:count]))
    seven = cards_of(after.hands[MIDDLEHAND])[:7]
    why = breach(after.buy, Item(MIDDLEHAND, seven))
    assert why is (Breach.EXCHANGE_TOO_MANY if count > 6 else None)
    assert breach(deal.buy, Item(FOREHAND, deal.talon[:1])) is Breach.CARD_NOT_HELD


@pytest.mark.parametrize("contract", ("tourne", "tourne_respekt"))
def test_familie_6_3_the_turned_card_is_drawn_first(contract):
    deal = chosen(contract, {FOREHAND: "SA CA H2"}, "D4 D5")
    assert deal.buy(Item(FOREHAND, cards("H2"))).hands[FOREHAND] >> CARDS["D4"] & 1
    assert breach(deal.buy, Item(FOREHAND, cards("H2 D4"))) is Breach.CARD_NOT_HELD
    none = deal.buy(Item(FOREHAND))
    assert none.exchange.talon[0] == CARDS["D4"]


def test_familie_6_5_a_foul_is_entered_as_bet_or_won():
    assert paid({"declarer": 1, "contract": "solo", "outcome": "bet"}) == [2, -6, 2, 2]
    assert paid({"declarer": 1, "contract": "solo", "outcome": "won"}) == [-2, 6, -2, -2]
    assert refused(contract="solo", outcome="won", foul=True) == ["malformed"]


# --- 7. play --------------------------------------------------------------------------------


@pytest.mark.parametrize("calls", ("solo, pass, pass", "pass, solo, pass", "pass, pass, solo"))
def test_familie_7_1_forehand_leads_and_then_who_took_the_trick(calls):
    deal = led(opened(calls).choose(Said(contract="solo", trump=Suit.HEARTS)))
    assert deal.turn == FOREHAND
    for _ in range(8):
        leader, trick = deal.seats.index(deal.turn), []
        for _ in SEATS:
            trick.append(CARDS[deal.legal_cards()[0]])
            deal = deal.card(trick[-1])
        assert deal.turn == deal.seats[(leader + winner(trick, TRUMPS[Suit.HEARTS])) % 3]


def test_familie_7_6_open_cards_leave_no_trace():
    assert [one.contract for one in FAMILIE.played if one.ouvert] == [Contract.NOLO_OUVERT]
    assert outcome(changed(SOLO, ruleset="familie", ouvert=True))[0] == "malformed"


def test_familie_7_7_a_trump_game_may_stop_at_the_fifth_trick():
    deal = led(chosen("solo", {FOREHAND: "SA S2 CA SK SQ SJ S7 S6 S5"}))
    assert [played(deal, n).is_decided() for n in range(10)] == [False] * 5 + [True] * 5


@pytest.mark.parametrize("contract", ("koebe_nolo", "ren_nolo", "nolo_ouvert"))
def test_familie_7_7_a_nolo_may_stop_at_the_second_but_not_a_koebe_nolo(contract):
    hands = {FOREHAND: "HK HQ S2 S3 S4 S5 CA C2 C3", MIDDLEHAND: "HJ H2", BACKHAND: "HA H3"}
    deal = led(chosen(contract, hands))
    for card in cards("HK HJ H3 HQ H2 HA"):
        assert not deal.is_decided()
        deal = deal.card(card)
    assert deal.tricks()[FOREHAND] == 2
    early = contract != "koebe_nolo"
    assert [played(deal, n).is_decided() for n in range(8)] == [early] * 7 + [True]
