"""The rule set lomber: the auction, the exchange and the play of its page."""

from functools import partial

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
    SITTER,
    breach,
    cards,
    led,
    may,
    played,
    refusal,
)
from tests.rules.deal.whole import SOLO, changed, outcome
from tests.rules.sets.test_lomber import BY_RANK, LOMBER, NOLOS, how, refused

opened = partial(stepping.opened, rules=LOMBER)
chosen = partial(stepping.chosen, rules=LOMBER)
PASSED = "pass, pass, pass"
SPADES = table_of(Trump.NAMED, Suit.SPADES)
ACES = {FOREHAND: "SA CA"}
AS_DEALT = ("grandissimo", "solo", "solo_spar", "ren_nolo", "nolo_ouvert")


def ahead(deal):
    """Who is still to buy, in order."""
    return [buyer.seat for buyer in deal.exchange.ahead]


def becomes(bid):
    """What forehand, with both black aces, may play after winning with ``bid``."""
    deal = opened(bid + ALONE, ACES)
    named = {c: Suit.HEARTS if c in {"spil", "solo"} else None for c in BY_RANK}
    return {c for c in named if breach(deal.choose, Said(contract=c, trump=named[c])) is None}


def test_lomber_4_1_two_at_a_time():
    fight = ["spil", "bedre_spil", "self", "solo", "self", "ren_nolo", "self"]
    for calls in range(1, len(fight)):
        so_far = ", ".join(fight[:calls])
        assert opened(so_far).turn == (MIDDLEHAND if calls % 2 else FOREHAND)
        assert opened(f"{so_far}, pass").turn == BACKHAND


@pytest.mark.parametrize(("standing", "bid"), [(s, b) for s in BY_RANK for b in BY_RANK])
def test_lomber_4_2_any_higher_bid_may_be_made(standing, bid):
    aces = FOREHAND if standing == "tourne_respekt" else MIDDLEHAND
    enough = BY_RANK.index(bid) > BY_RANK.index(standing)
    deal = opened(standing, {aces: "SA CA"})
    assert refusal(deal, bid) == (None if enough else Breach.BID_TOO_LOW)
    assert refusal(opened("", ACES), bid) is None


@pytest.mark.parametrize(
    ("calls", "allowed"),
    (("spil, solo", True), ("pass, spil, solo", True), ("spil", False), ("spil, pass", False)),
)
def test_lomber_4_3_who_sits_first_may_say_self(calls, allowed):
    assert refusal(opened(calls), "self") == (None if allowed else Breach.SELF_NOT_ALLOWED)


def test_lomber_4_4_the_ranking():
    ranked = sorted(LOMBER.played, key=lambda one: one.rank)
    assert [one.contract.value for one in ranked] == list(BY_RANK)
    assert len({one.rank for one in ranked}) == len(BY_RANK)


def test_lomber_4_5_solo_spar_above_ren_nolo():
    on = {"spade_solo_above_pure_nolo": True}
    assert refusal(opened("ren_nolo", **on), "solo_spar") is None
    assert refusal(opened("solo_spar", **on), "ren_nolo") is Breach.BID_TOO_LOW
    assert refusal(opened("solo_spar", **on), "nolo_ouvert") is None
    assert refusal(opened("ren_nolo"), "solo_spar") is Breach.BID_TOO_LOW
    assert refusal(opened("solo_spar"), "ren_nolo") is None


@pytest.mark.parametrize(("hand", "why"), (("SA CA", None), ("SA HA", Breach.ACES_NOT_HELD)))
def test_lomber_4_6_tourne_respekt_asks_for_both_black_aces(hand, why):
    deal = opened("", {FOREHAND: hand}, "CA" if why else "")
    assert refusal(deal, "tourne_respekt") is why


@pytest.mark.parametrize("game", ("tourne", "koebe_nolo"))
@pytest.mark.parametrize("calls", ("spil", "pass, spil"))
def test_lomber_4_7_a_later_seat_may_offer_over_a_spil(calls, game):
    deal = opened(calls)
    holder = MIDDLEHAND if calls.startswith("pass") else FOREHAND
    assert f"offer {game}" in deal.legal_calls()
    asked = opened(f"{calls}, offer {game}")
    assert (asked.turn, asked.legal_calls()) == (holder, ("take", "give_up"))
    for not_over in ("", "bedre_spil", "spil, bedre_spil"):
        assert refusal(opened(not_over), f"offer {game}") is Breach.BID_UNKNOWN
    assert refusal(deal, "offer solo") is Breach.BID_UNKNOWN


@pytest.mark.parametrize("game", ("tourne", "koebe_nolo"))
def test_lomber_4_8_he_may_take_it_and_it_is_his_bid(game):
    taken = opened(f"spil, offer {game}, take")
    assert taken.turn == MIDDLEHAND
    assert refusal(taken, "bedre_spil") is Breach.BID_TOO_LOW
    won = opened(f"spil, offer {game}, take, pass, pass").won
    assert (won.declarer, won.contract) == (FOREHAND, Contract(game))
    assert opened(f"spil, offer {game}, take, solo, pass, pass").won.declarer == MIDDLEHAND


@pytest.mark.parametrize("game", ("tourne", "koebe_nolo"))
def test_lomber_4_9_giving_it_up_is_a_pass(game):
    given = opened(f"spil, offer {game}, give_up")
    assert given.turn == BACKHAND
    won = given.call(BACKHAND, "pass").won
    assert (won.declarer, won.contract) == (MIDDLEHAND, Contract(game))
    assert refusal(given, "spil") is Breach.BID_TOO_LOW


def test_lomber_4_10_all_may_pass():
    deal = opened(PASSED, {FOREHAND: "SA"})
    assert (deal.turn, deal.won) == (None, None)
    assert settle(deal.result(), LOMBER).passed
    assert breach(opened("pass, spil").call, FOREHAND, "solo") is Breach.OUT_OF_TURN
    assert opened(PASSED, kaske=True).turn == FOREHAND
    assert opened(PASSED, mort=True).turn == SITTER


def test_lomber_5_1_what_a_spil_may_become():
    assert becomes("spil") == {"spil", "bedre_spil", "tourne", "koebe_nolo", "tourne_respekt"}
    without = opened("spil" + ALONE, talon="CA")
    assert breach(without.choose, Said(contract="tourne_respekt")) is Breach.ACES_NOT_HELD


def test_lomber_5_2_never_a_solo_or_a_ren_nolo():
    assert not becomes("spil") & {"solo", "solo_spar", "ren_nolo"}
    assert becomes("koebe_nolo") == {"koebe_nolo"}


@pytest.mark.parametrize("bid", sorted(set(BY_RANK) - {"spil"}))
def test_lomber_5_3_a_solo_may_become_solo_spar_and_nothing_else(bid):
    assert becomes(bid) == ({"solo", "solo_spar"} if bid == "solo" else {bid})


@pytest.mark.parametrize(("top", "trump"), (("H4", "H"), ("SA", "S"), ("CA", "C")))
def test_lomber_5_4_the_turned_card_is_trump(top, trump):
    assert chosen("tourne", talon=top).trump == trump
    assert chosen("tourne_respekt", ACES, "D4").trump == "D"
    for named in ("spil", "solo"):
        said = Said(contract=named)
        assert breach(opened(named + ALONE).choose, said) is Breach.TRUMP_MISSING


@pytest.mark.parametrize("contract", BY_RANK)
def test_lomber_6_1_who_buys_and_in_which_order(contract):
    own = [] if contract in AS_DEALT else [FOREHAND]
    assert ahead(chosen(contract, ACES)) == own + (
        [] if contract in NOLOS else [MIDDLEHAND, BACKHAND]
    )


@pytest.mark.parametrize("count", range(10))
def test_lomber_6_2_as_many_as_he_likes(count):
    deal = chosen("koebe_nolo", {FOREHAND: "H2 H3 H4 H5 H6 H7 HJ HQ HK"})
    own = cards_of(deal.hands[FOREHAND])
    after = deal.buy(Item(FOREHAND, own[:count]))
    assert after.hands[FOREHAND] == mask_of((*own[count:], *deal.talon[:count]))
    ten = refused(contract="koebe_nolo", outcome="won", extra_card=True)
    assert ten == ["extra_card_not_allowed"]


def test_lomber_6_3_the_turned_card_is_drawn_first():
    deal = chosen("tourne", {FOREHAND: "H2"}, "D4 D5")
    assert deal.buy(Item(FOREHAND, cards("H2"))).hands[FOREHAND] >> CARDS["D4"] & 1
    assert breach(deal.buy, Item(FOREHAND, cards("H2 D4"))) is Breach.CARD_NOT_HELD
    assert deal.buy(Item(FOREHAND)).exchange.talon[0] == CARDS["D4"]


@pytest.mark.parametrize("contract", AS_DEALT)
def test_lomber_6_4_the_declarer_keeps_his_cards(contract):
    assert breach(chosen(contract).buy, Item(FOREHAND)) is Breach.EXCHANGE_NOT_ALLOWED


@pytest.mark.parametrize("calls", ("solo, pass, pass", "pass, solo, pass", "pass, pass, solo"))
def test_lomber_7_1_forehand_leads_and_then_who_took_the_trick(calls):
    deal = led(opened(calls).choose(Said(contract="solo", trump=Suit.SPADES)))
    assert deal.turn == FOREHAND
    for _ in range(8):
        leader, trick = deal.seats.index(deal.turn), []
        for _ in SEATS:
            trick.append(CARDS[deal.legal_cards()[0]])
            deal = deal.card(trick[-1])
        assert deal.turn == deal.seats[(leader + winner(trick, SPADES)) % 3]


def test_lomber_7_4_spadille_draws_basta_in_grandissimo():
    aces = table_of(Trump.ACES)
    assert may("CA H2", "SA", aces) == "CA"
    assert may("SA H2", "CA", aces) == "H2 SA"


def test_lomber_7_6_open_cards_leave_no_trace():
    assert [one.contract for one in LOMBER.played if one.ouvert] == [Contract.NOLO_OUVERT]
    assert outcome(changed(SOLO, ruleset="lomber", ouvert=True))[0] == "malformed"


@pytest.mark.parametrize("contract", NOLOS)
def test_lomber_7_7_when_play_may_stop(contract):
    hands = {FOREHAND: "HK HQ S2 S3 S4 S5 CA C2 C3", MIDDLEHAND: "HJ H2", BACKHAND: "HA H3"}
    deal = led(chosen(contract, hands))
    for card in cards("HK HJ H3 HQ H2 HA"):
        assert not deal.is_decided()
        deal = deal.card(card)
    early = contract != "koebe_nolo"
    assert [played(deal, n).is_decided() for n in range(8)] == [early] * 7 + [True]


def test_lomber_11_1_forehand_alone_may_say_kaske():
    deal = opened(PASSED, {FOREHAND: "H2"}, kaske=True)
    assert (deal.turn, deal.legal_calls()) == (FOREHAND, ("pass", "kaske"))
    assert deal.call(FOREHAND, "pass").turn is None
    deal = deal.call(FOREHAND, "kaske").choose(Said(contract="kaske", trump=Suit.CLUBS))
    assert ahead(deal) == [FOREHAND, MIDDLEHAND, BACKHAND]
    for keeps, left in ((None, 4), (CARDS["H2"], 5)):
        assert len(deal.buy(Item(FOREHAND, keeps=keeps)).exchange.talon) == left
    for ending in ("won", "bet", "kodille"):
        assert how("kaske", outcome=ending, on=["kaske"]) == how(outcome=ending)


@pytest.mark.parametrize("seat", SEATS)
def test_lomber_11_2_who_holds_spadille_must_take_kaske(seat):
    on = {"kaske": True, "spadille_must_kaske": True}
    deal = opened(PASSED, {seat: "SA"}, **on)
    assert (deal.turn, refusal(deal, "pass")) == (seat, Breach.MUST_BID)
    free = opened(PASSED, talon="SA", **on)
    assert (free.turn, refusal(free, "pass")) == (FOREHAND, None)


def test_lomber_11_3_the_fourth_takes_the_talon():
    deal = opened(f"{PASSED}, pass, mort", kaske=True, mort=True)
    deal = deal.choose(Said(contract="mort", trump=Suit.CLUBS))
    assert (deal.won.declarer, ahead(deal)) == (SITTER, [SITTER])
    assert deal.buy(Item(SITTER, hand=deal.talon[4:])).hands[SITTER] == mask_of(deal.talon[4:])
