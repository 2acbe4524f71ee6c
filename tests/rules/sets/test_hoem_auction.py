"""The rule set hoem: the auction, several who play a nolo, what is laid for a tourné."""

import pytest

from rules import Contract, Outcome, Said, Suit
from rules.cards import CARDS, NAMES, cards_of
from rules.deal.exchange import Item
from rules.deal.steps import open_deal
from rules.errors import Breach
from rules.result.record import Joined
from tests.rules.deal import stepping
from tests.rules.deal.stepping import (
    ALONE,
    BACKHAND,
    FOREHAND,
    MIDDLEHAND,
    SEATS,
    SITTER,
    breach,
    cards,
    laying,
    played,
    refusal,
)
from tests.rules.sets.test_hoem import HOEM, NOLOS, TRUMP_GAMES, paid, refused, settled, shown

TOURNE_CARDS = {
    "SA": 2, "CA": 2, "HA": 8, "D7": 10, "DA": 11, "H7": 15, "HJ": 30, "DK": 40,
}  # fmt: skip
"""And what each is worth by itself (seed 003, 7.1)."""
PINDE = {
    "koebe_nolo": 15, "solo": 15, "ren_nolo": 16, "solo_spar": 16, "grand": 18,
    "koebe_nolo_ouvert": 25, "nolo_ouvert": 50,
}  # fmt: skip
"""The bids of a fixed price (seed 003, 6)."""
JOINED = (Joined(seat=SITTER),)


def opened(calls="", hands=None, talon=""):
    """A deal after ``calls``; the tourné cards that no hand has lie in the talon."""
    named = {*talon.split(), *(card for hand in (hands or {}).values() for card in hand.split())}
    idle = [card for card in TOURNE_CARDS if card not in named]
    return stepping.opened(calls, hands, " ".join([*talon.split(), *idle]), rules=HOEM)


def chosen(contract, hands=None, talon="", *, calls="", **says):
    """The auction is won with the contract, by forehand unless ``calls`` say otherwise."""
    trump = Suit.SPADES if contract == "solo" else None
    deal = opened(calls or contract + ALONE, hands, talon)
    return deal.choose(Said(**{"contract": contract, "trump": trump} | says))


def ahead(deal):
    """Who is still to buy, in order."""
    return [buyer.seat for buyer in deal.exchange.ahead]


# --- 4. the auction -------------------------------------------------------------------------


def test_hoem_4_1_each_speaks_once():
    assert [opened(calls).turn for calls in ("", "solo", "solo, grand")] == [*SEATS]
    over = opened("solo, grand, pass")
    assert (over.auction.turn, over.won.declarer) == (None, MIDDLEHAND)
    assert breach(over.call, FOREHAND, "nolo_ouvert") is Breach.AUCTION_OVER
    assert breach(opened("pass, solo").call, FOREHAND, "grand") is Breach.OUT_OF_TURN
    refused_bid = opened("tourne, more 14, yes, pass", {FOREHAND: "H7"})
    assert refused_bid.turn == BACKHAND
    assert refused_bid.call(BACKHAND, "pass").auction.turn is None


@pytest.mark.parametrize(("standing", "bid"), [(s, b) for s in PINDE for b in PINDE])
def test_hoem_4_2_a_bid_must_be_worth_more(standing, bid):
    joins = bid == standing and bid in NOLOS
    enough = PINDE[bid] > PINDE[standing] or joins
    assert refusal(opened(standing), bid) == (None if enough else Breach.BID_TOO_LOW)
    if not enough:
        assert opened(f"{standing}, pass, pass").won.declarer == FOREHAND


@pytest.mark.parametrize(("cards_held", "enough"), (("H7", False), ("H7 SA", True), ("HJ", True)))
def test_hoem_4_2_a_tourne_too(cards_held, enough):
    deal = opened("solo_spar", {MIDDLEHAND: cards_held})
    assert refusal(deal, "tourne") == (None if enough else Breach.BID_TOO_LOW)


def test_hoem_4_3_a_tourne_is_bid_without_its_value():
    deal = opened("", {FOREHAND: "H7"})
    assert [call for call in deal.legal_calls() if "tourne" in call] == ["tourne"]
    for named in ("tourne 15", "tourne H7", "more 15"):
        assert refusal(deal, named) is Breach.BID_UNKNOWN


def test_hoem_4_4_who_would_overbid_a_tourne_asks():
    deal = opened("tourne", {FOREHAND: "SA"})
    for bid in (*PINDE, "tourne"):
        assert refusal(deal, bid) is Breach.BID_TOO_LOW
    assert refusal(deal, "pass") is None
    asked = opened("tourne, more 14", {FOREHAND: "SA"})
    assert (asked.turn, asked.legal_calls()) == (FOREHAND, ("no",))


@pytest.mark.parametrize("asker", (MIDDLEHAND, BACKHAND))
def test_hoem_4_4_at_yes_he_passes(asker):
    calls = "tourne, more 14, yes" if asker == MIDDLEHAND else "tourne, pass, more 14, yes"
    deal = opened(calls, {FOREHAND: "H7"})
    assert (deal.turn, deal.legal_calls()) == (asker, ("pass",))
    for bid in PINDE:
        assert refusal(deal, bid) is Breach.BID_TOO_LOW


@pytest.mark.parametrize(
    ("asked", "bid", "enough"),
    [(n, b, PINDE[b] > n) for n in (14, 15, 17, 24, 49) for b in PINDE],
)
def test_hoem_4_4_at_no_he_must_overbid(asked, bid, enough):
    deal = opened(f"tourne, more {asked}, no", {FOREHAND: "SA"})
    assert refusal(deal, "pass") is Breach.MUST_BID
    assert refusal(deal, bid) == (None if enough else Breach.BID_TOO_LOW)
    if enough:
        won = deal.call(MIDDLEHAND, bid).call(BACKHAND, "pass").won
        assert (won.declarer, won.contract) == (MIDDLEHAND, Contract(bid))


@pytest.mark.parametrize(("hand", "highest"), (("", 49), ("HJ", 49), ("SA CA HA D7 DA H7", 55)))
def test_hoem_4_4_the_number_is_lower_than_his_own_game(hand, highest):
    deal = opened("tourne", {FOREHAND: "DK", MIDDLEHAND: hand})
    assert [refusal(deal, f"more {n}") for n in range(highest + 1)] == [None] * (highest + 1)
    assert refusal(deal, f"more {highest + 1}") is Breach.BID_TOO_LOW


@pytest.mark.parametrize(
    ("hand", "asked", "answers"),
    (
        ("SA", 1, "yes"), ("SA", 2, "no"), ("SA CA", 1, "yes"), ("SA CA", 11, "yes no"),
        ("SA CA", 12, "no"), ("H7 DA", 10, "yes"), ("H7 DA", 20, "yes no"), ("H7 DA", 26, "no"),
    ),
)  # fmt: skip
def test_hoem_4_4_the_answer_is_true_of_cards_he_could_lay(hand, asked, answers):
    deal = opened(f"tourne, more {asked}", {FOREHAND: hand})
    assert deal.legal_calls() == tuple(answers.split())
    for false in {"yes", "no"} - {*answers.split()}:
        assert refusal(deal, false) is Breach.TOURNE_INVALID


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("hand", ("SA", "CA", "SA CA"))
def test_hoem_4_5_a_black_ace_must_bid_if_nobody_has(seat, hand):
    passes = ", ".join(["pass"] * SEATS.index(seat))
    deal = opened(passes, {seat: hand})
    assert refusal(deal, "pass") is Breach.MUST_BID
    assert "pass" not in deal.legal_calls()
    assert {"tourne", *PINDE} == set(deal.legal_calls())


def test_hoem_4_5_but_may_pass_once_somebody_has():
    for ace in ("SA", "CA"):
        assert refusal(opened("koebe_nolo", {MIDDLEHAND: ace}), "pass") is None
        assert refusal(opened("pass, solo", {BACKHAND: ace}), "pass") is None
    assert refusal(opened("", {FOREHAND: "HA D7 H7"}), "pass") is None


@pytest.mark.parametrize("bid", ("tourne", *PINDE))
def test_hoem_4_6_a_bid_may_not_be_changed(bid):
    deal = opened(bid + ALONE, {FOREHAND: "SA"}, "C5")
    says = {"tourne": {"tourne": laying("SA", "C5")}, "solo": {"trump": Suit.HEARTS}}
    for contract in ("tourne", *PINDE):
        choice = Said(**{"contract": contract} | says.get(contract, {}))
        changed = None if contract == bid else Breach.CONTRACT_NOT_ALLOWED
        assert breach(deal.choose, choice) is changed
    assert breach(opened(bid, {FOREHAND: "SA"}).call, FOREHAND, "nolo_ouvert") is Breach.OUT_OF_TURN


def test_hoem_4_7_if_all_pass_nobody_scores():
    deal = opened("pass, pass, pass")
    assert (deal.turn, deal.won) == (None, None)
    assert settled(**deal.result().to_json()).passed
    assert paid({"passed": True}) == [0, 0, 0, 0]


# --- 5. several play the same nolo ----------------------------------------------------------


@pytest.mark.parametrize("contract", NOLOS)
def test_hoem_5_1_who_names_the_standing_nolo_joins_it(contract):
    won = opened(f"{contract}, {contract}, {contract}").won
    assert (won.declarer, won.joined) == (FOREHAND, (MIDDLEHAND, BACKHAND))
    deal = chosen(contract, calls=f"pass, {contract}, {contract}")
    assert deal.declarers == (MIDDLEHAND, BACKHAND)


def test_hoem_5_1_unless_a_higher_bid_sweeps_it_away():
    won = opened("koebe_nolo, koebe_nolo, solo_spar").won
    assert (won.declarer, won.contract, won.joined) == (BACKHAND, Contract.SOLO_SPAR, ())


@pytest.mark.parametrize(
    ("calls", "seat"),
    (
        ("pass, ren_nolo, pass", FOREHAND),
        ("ren_nolo, pass, pass", BACKHAND),
        ("solo, ren_nolo, pass", FOREHAND),
        ("koebe_nolo, ren_nolo, pass", FOREHAND),
    ),
)
def test_hoem_5_2_who_passed_or_bid_something_else_may_not_join(calls, seat):
    late = Said(contract="ren_nolo", joined=(Joined(seat=seat),))
    assert breach(opened(calls).choose, late) is Breach.JOIN_NOT_ALLOWED


def test_hoem_5_3_the_fourth_chooses_of_the_talon_and_what_was_laid_away():
    calls = "koebe_nolo, koebe_nolo, pass"
    hands = {FOREHAND: "SK SQ", MIDDLEHAND: "HK"}
    deal = chosen("koebe_nolo", hands, calls=calls, joined=JOINED)
    deal = deal.buy(Item(FOREHAND, cards("SK SQ"))).buy(Item(MIDDLEHAND, cards("HK")))
    lying = cards_of(deal.exchange.choice)
    assert set(lying) == {*deal.talon[3:], *cards("SK SQ HK")}
    assert len(lying) == 13
    assert breach(deal.buy, Item(SITTER, hand=lying[:8])) is Breach.EXCHANGE_TOO_FEW
    own = cards_of(deal.hands[FOREHAND])
    assert breach(deal.buy, Item(SITTER, hand=(*lying[:8], own[0]))) is Breach.CARD_NOT_HELD
    deal = deal.buy(Item(SITTER, hand=lying[4:])).lead()
    assert set(deal.declarers) == {FOREHAND, MIDDLEHAND, SITTER}
    assert sum(played(deal, 9).tricks()) == 9


@pytest.mark.parametrize("contract", ("ren_nolo", "nolo_ouvert"))
def test_hoem_5_3_or_of_the_talon_alone(contract):
    deal = chosen(contract, joined=JOINED)
    assert ahead(deal) == [SITTER]
    assert cards_of(deal.exchange.choice) == tuple(sorted(deal.talon))


@pytest.mark.parametrize("contract", TRUMP_GAMES)
def test_hoem_5_3_but_joins_no_trump_game(contract):
    game = {"players": 4, "dealer": 0, "declarer": FOREHAND, "contract": contract}
    game |= {"tourne": shown()} if contract == "tourne" else {}
    said = refused(**game, tricks=[0, 9, 0, 0], joined=[{"seat": SITTER}])
    assert said == ["join_not_allowed"]


@pytest.mark.parametrize(
    ("contract", "cost"),
    (("koebe_nolo", 3), ("ren_nolo", 3), ("koebe_nolo_ouvert", 5), ("nolo_ouvert", 5)),
)
def test_hoem_5_4_what_it_costs_to_look(contract, cost):
    game = {"players": 4, "dealer": 0, "declarer": FOREHAND, "contract": contract}
    (looked,) = settled(**game, outcome="won", peeked=[SITTER]).peeked
    assert (looked.seat, looked.value) == (SITTER, -cost)
    for wrong in (MIDDLEHAND, BACKHAND):
        assert refused(**game, outcome="won", peeked=[wrong]) == ["peek_not_allowed"]
    both = refused(**game, tricks=[9, 0, 0, 0], joined=[{"seat": SITTER}], peeked=[SITTER])
    assert both == ["joined_invalid"]
    solo = game | {"contract": "solo"}
    assert refused(**solo, outcome="won", peeked=[SITTER]) == ["peek_not_allowed"]


@pytest.mark.parametrize("dealer", range(5))
def test_hoem_5_5_of_five_the_one_who_deals_first(dealer):
    first, second = (dealer + 2) % 5, (dealer + 3) % 5
    game = {"players": 5, "dealer": dealer, "declarer": dealer, "contract": "ren_nolo"}
    (looked,) = settled(**game, outcome="won", peeked=[first]).peeked
    assert looked.seat == first
    assert refused(**game, outcome="won", peeked=[second]) == ["peek_not_allowed"]
    tricks = {seat: 9 if seat == (dealer + 1) % 5 else 0 for seat in range(5)}
    with_first = [None if seat == second else tricks[seat] for seat in range(5)]
    joined = settled(**game, tricks=with_first, joined=[{"seat": first}]).declarers
    assert [one.seat for one in joined] == [dealer, first]
    two = [{"seat": first}, {"seat": second}]
    assert refused(**game, tricks=[*tricks.values()], joined=two) == ["join_not_allowed"]


def test_hoem_5_5_in_a_whole_deal_too():
    seats = (1, 4, 0)
    plain = [CARDS[name] for name in NAMES if name not in {"SA", "CA"}]
    hands = {seat: tuple(plain[9 * at : 9 * at + 9]) for at, seat in enumerate(seats)}
    talon = (*cards("SA CA"), *plain[27:])
    deal = open_deal(HOEM, players=5, dealer=0, hands=hands, talon=talon)
    deal = deal.call(1, "ren_nolo").call(4, "pass").call(0, "pass")
    assert deal.choose(Said(contract="ren_nolo", joined=JOINED)).seats == (1, 2, 4, 0)
    second = Said(contract="ren_nolo", joined=(Joined(seat=3),))
    assert breach(deal.choose, second) is Breach.JOIN_NOT_ALLOWED


def test_hoem_5_6_the_fourth_has_no_extra_card():
    game = {"players": 4, "dealer": 0, "declarer": FOREHAND, "contract": "koebe_nolo"}
    game |= {"extra_card": True, "tricks": [4, 2, 3, 0]}
    own, joined = settled(**game, joined=[{"seat": SITTER}]).declarers
    assert (own.value, joined.value) == (-30, -15)
    dear = refused(**game, joined=[{"seat": SITTER, "extra_card": True}])
    assert dear == ["joined_invalid"]


def test_hoem_5_7_each_declarer_settles_with_every_other_player():
    joined = [{"seat": MIDDLEHAND, "extra_card": True}, {"seat": SITTER}]
    game = {"declarer": FOREHAND, "contract": "koebe_nolo", "joined": joined}
    game |= {"tricks": [3, 0, 1, 5]}
    results = settled(players=4, dealer=0, **game).declarers
    assert [(one.seat, one.outcome, one.value) for one in results] == [
        (FOREHAND, Outcome.WON, 15), (MIDDLEHAND, Outcome.BET, -30), (SITTER, Outcome.BET, -15),
    ]  # fmt: skip
    # 15 from each to seat 1, 30 from seat 3 to each, 15 from seat 2 to each.
    assert paid(game) == [-15 + 30 + 15, 45 + 30 + 15, -15 + 30 - 45, -15 - 90 + 15]
