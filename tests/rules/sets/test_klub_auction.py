"""The rule set klub: the auction and the exchange, ``docs/rules/klub.md`` 4 to 7."""

from itertools import pairwise, product

import pytest

from rules import RULESETS, Contract, Suit
from rules.cards import BASTA, CARDS, SPADILLE, cards_of, mask_of
from rules.deal.auction import Won, open_auction
from rules.deal.checking import bid
from rules.deal.exchange import Item
from rules.deal.wholerecord import read_whole
from rules.errors import Breach, BreachError
from scoring.account import read_table
from tests.rules.deal.whole import (
    HANDS,
    PASSED,
    PLAY,
    SOLO,
    SPIL,
    TALON,
    accounted,
    changed,
    outcome,
    said_in,
)

KLUB = RULESETS["klub"]
FOREHAND, MIDDLEHAND, BACKHAND = SEATS = (1, 3, 0)
BOTH_ACES = mask_of((SPADILLE, BASTA))
WITH_EXCHANGE = ("spil", "bedre_spil", "tourne", "koebe_nolo", "tourne_respekt")
AS_DEALT = ("solo", "solo_spar", "ren_nolo", "nolo_ouvert")
RANKED = (
    {"spil"}, {"bedre_spil"}, {"tourne", "koebe_nolo"}, {"tourne_respekt"}, {"solo"},
    {"solo_spar", "ren_nolo"}, {"nolo_ouvert"},
)  # fmt: skip
"""From the lowest (seed 002, Meldingernes rækkefølge)."""
MINE = ["SA", "CA", "SK", "SQ", "SJ", "S7", "H2", "S2", "D2"]
"""Forehand's hand with both black aces; middlehand has the four of clubs for basta."""
ACES = [HANDS[0], MINE, None, [*(HANDS[3] or [])[1:], "C4"]]


def after(calls="", *, aces=()):
    """The auction after ``calls``, each by the seat whose turn it is; ``aces``: who shows both."""
    hands = {seat: BOTH_ACES if seat in aces else 0 for seat in SEATS}
    auction = open_auction(KLUB, SEATS, None, hands)
    for call in filter(None, calls.split(", ")):
        assert auction.turn is not None, call
        auction = auction.call(auction.turn, call)
    return auction


def refusal(calls, call, *, seat=None, aces=()):
    """Why ``call`` is refused after ``calls``; None if it is not."""
    auction = after(calls, aces=aces)
    try:
        auction.call(auction.turn if seat is None else seat, call)
    except BreachError as wrong:
        return wrong.breach
    return None


def checked(record, **changes):
    """What the check of the record under klub says."""
    return outcome(changed(record, ruleset="klub", **changes))


def rank(contract):
    return next(place for place, equals in enumerate(RANKED) if contract in equals)


def played(contract, *discards, others=(MIDDLEHAND, BACKHAND), **changes):
    """A won spil by forehand with both black aces, as ``contract``, bought for and given up."""
    trump = "S" if contract == "spil" else None
    items = [{"seat": FOREHAND, "discards": list(discards)}, *({"seat": seat} for seat in others)]
    said = {"hands": ACES, "contract": contract, "trump": trump, "exchanges": items}
    return checked(SPIL, **(said | changes))


def test_klub_4_1_forehand_first_and_middlehand_must_bid_higher():
    assert after().turn == FOREHAND
    assert refusal("", "spil", seat=MIDDLEHAND) is Breach.OUT_OF_TURN
    assert after("spil").turn == after("pass").turn == MIDDLEHAND
    assert refusal("spil", "spil") is Breach.BID_TOO_LOW
    assert refusal("spil", "self") is Breach.SELF_NOT_ALLOWED
    assert refusal("spil", "bedre_spil") is refusal("spil", "pass") is None


def test_klub_4_2_the_two_speak_in_turn_until_one_passes():
    fight = ["spil", "bedre_spil", "self", "tourne", "self", "solo", "self", "solo_spar", "self"]
    for calls in range(1, len(fight)):
        expected = MIDDLEHAND if calls % 2 else FOREHAND
        assert after(", ".join(fight[:calls])).turn == expected
        assert after(", ".join([*fight[:calls], "pass"])).turn == BACKHAND


@pytest.mark.parametrize("equal", ("self", "solo"))
def test_klub_4_3_who_sits_first_need_only_equal(equal):
    assert after(f"spil, solo, {equal}, pass, pass").finish() == Won(FOREHAND, Contract.SOLO)
    assert refusal(f"spil, solo, {equal}", "solo") is Breach.BID_TOO_LOW
    assert refusal(f"spil, solo, {equal}", "self") is Breach.SELF_NOT_ALLOWED
    assert refusal(f"spil, solo, {equal}", "solo_spar") is None
    assert refusal("spil, solo", "tourne") is Breach.BID_TOO_LOW


@pytest.mark.parametrize(
    ("calls", "left"),
    (("spil, pass", FOREHAND), ("pass, spil", MIDDLEHAND), ("spil, tourne, pass", MIDDLEHAND)),
)
def test_klub_4_4_backhand_bids_against_who_is_left(calls, left):
    assert refusal("spil", "solo", seat=BACKHAND) is Breach.OUT_OF_TURN
    assert refusal(calls, "spil") is Breach.BID_TOO_LOW
    assert after(f"{calls}, solo").turn == left
    assert refusal(f"{calls}, solo, self", "solo") is Breach.BID_TOO_LOW
    assert after(f"{calls}, solo, self, pass").finish() == Won(left, Contract.SOLO)
    assert after(f"{calls}, solo, pass").finish() == Won(BACKHAND, Contract.SOLO)
    assert after(f"{calls}, pass").finish().declarer == left


def test_klub_4_5_who_has_passed_does_not_speak_again():
    assert refusal("pass, spil", "solo", seat=FOREHAND) is Breach.OUT_OF_TURN
    assert after("pass, spil, tourne, self").turn == BACKHAND
    assert refusal("spil, pass, bedre_spil", "solo", seat=MIDDLEHAND) is Breach.OUT_OF_TURN
    assert refusal("pass, spil, pass", "solo", seat=FOREHAND) is Breach.AUCTION_OVER


@pytest.mark.parametrize("call", ("spil", "solo", "ren_nolo", "nolo_ouvert"))
def test_klub_4_6_after_two_passes_backhands_bid_wins(call):
    auction = after(f"pass, pass, {call}")
    assert (auction.turn, auction.finish()) == (None, Won(BACKHAND, Contract(call)))


def test_klub_4_7_all_pass_and_the_turn_to_deal_goes_on():
    assert after("pass, pass, pass").finish() is None
    assert checked(PASSED) == {"ok": True, "passed": True}
    won = {"declarer": 2, "contract": "spil", "outcome": "won"}
    frame = {"ruleset": "klub", "players": 4, "accounting": "rasle", "first_dealer": 0}
    table = read_table(frame | {"deals": [{"passed": True}, won]})
    assert [one.sitters for one in table.settlements] == [(2,), (3,)]
    assert accounted(table)["deals"][0]["changes"] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("calls", "declarer", "ending"),
    (
        ([[1, "spil"], [3, "solo"], [1, "self"], [3, "pass"], [0, "pass"]], FOREHAND, "won"),
        ([[1, "spil"], [3, "solo"], [1, "pass"], [0, "pass"]], MIDDLEHAND, "kodille"),
        ([[1, "pass"], [3, "spil"], [0, "solo"], [3, "pass"]], BACKHAND, "kodille"),
    ),
)
def test_klub_4_8_who_wins_the_auction_plays_against_both_others(calls, declarer, ending):
    others = sorted({*SEATS} - {declarer}, key=lambda seat: (seat - declarer) % 4)
    items = [{"seat": seat} for seat in others]
    answer = checked(SOLO, auction=calls, exchanges=items, play=PLAY)
    assert (answer["declarer"], answer["outcome"]) == (declarer, ending)


def test_klub_4_9_spadille_or_the_dealer_must_bid_if_the_club_says_so():
    forced = {"spadille_must_bid": True}
    assert checked(PASSED, options=forced) == ("must_bid", "auction 1", FOREHAND)
    assert checked(PASSED, hands=ACES, options={"spadille_must_bid": False})["passed"]
    dealer = checked(PASSED, options={"dealer_must_bid": True})
    assert dealer == ("must_bid", "auction 3", BACKHAND)
    assert set(KLUB.options) == {"spadille_must_bid", "dealer_must_bid"}
    assert (KLUB.spadille_must_bid, KLUB.dealer_must_bid) == (False, False)


@pytest.mark.parametrize("standing", ("spil", "solo", "ren_nolo", "nolo_ouvert"))
@pytest.mark.parametrize("call", (*WITH_EXCHANGE, *AS_DEALT))
def test_klub_5_1_a_bid_must_rank_higher(standing, call):
    too_low = refusal(standing, call, aces=SEATS) is Breach.BID_TOO_LOW
    assert too_low == (rank(call) <= rank(standing))


def test_klub_5_1_the_whole_ladder():
    ladder = ["spil", "bedre_spil", "tourne", "tourne_respekt", "solo", "ren_nolo", "nolo_ouvert"]
    calls = ", self, ".join(ladder[1:])
    auction = after(f"spil, {calls}, pass, pass", aces=SEATS)
    assert auction.finish() == Won(MIDDLEHAND, Contract.NOLO_OUVERT)
    for low, high in pairwise(ladder[1:]):
        before = f"spil, {high}, self" if high != "bedre_spil" else "spil"
        assert refusal(before, low, aces=SEATS) is Breach.BID_TOO_LOW


@pytest.mark.parametrize(("low", "high"), (("tourne_respekt", "solo"), ("spil", "bedre_spil")))
def test_klub_5_2_at_the_same_points(low, high):
    worth = {one.contract.value: one.won for one in KLUB.contracts}
    assert worth[low] == worth[high]
    calls = "spil" if low == "spil" else f"spil, {low}, pass"
    assert refusal(calls, high, aces=SEATS) is None
    assert refusal(f"spil, {high}", low, aces=SEATS) is Breach.BID_TOO_LOW


@pytest.mark.parametrize(
    ("first", "mine", "yours"),
    (
        ("spil", "tourne", "koebe_nolo"),
        ("spil", "koebe_nolo", "tourne"),
        ("spil, solo, self", "ren_nolo", "solo_spar"),
        ("spil", "solo_spar", "ren_nolo"),
    ),
)
def test_klub_5_3_between_two_equals_the_one_who_sits_first(first, mine, yours):
    assert after(f"{first}, {yours}, {mine}, pass, pass").finish() == Won(FOREHAND, Contract(mine))
    assert refusal(f"{first}, {yours}, {mine}", yours) is Breach.BID_TOO_LOW
    assert refusal(f"{first}, {yours}, pass", mine) is Breach.BID_TOO_LOW


@pytest.mark.parametrize("contract", WITH_EXCHANGE[1:])
@pytest.mark.parametrize(("calls", "seat"), (("", 1), ("pass", 3), ("pass, pass", 0)))
def test_klub_5_4_the_first_bid_with_exchange_is_spil(calls, seat, contract):
    assert refusal(calls, contract, aces=[seat]) is Breach.BID_NOT_LOWEST
    assert refusal(calls, "spil", aces=[seat]) is None


@pytest.mark.parametrize("contract", WITH_EXCHANGE[1:])
@pytest.mark.parametrize(("calls", "seat"), (("spil", 3), ("pass, spil", 0), ("spil, pass", 0)))
def test_klub_5_5_over_a_bid_the_game_is_named_at_once(calls, seat, contract):
    assert refusal(calls, contract, aces=[seat]) is None


def test_klub_5_5_who_sits_first_too():
    assert refusal("spil, bedre_spil", "tourne") is None
    assert refusal("spil, bedre_spil", "tourne_respekt", aces=[FOREHAND]) is None


def test_klub_5_6_bedre_spil_is_bid_only_over_a_spil():
    assert refusal("", "bedre_spil") is Breach.BID_NOT_LOWEST
    assert refusal("pass, pass", "bedre_spil") is Breach.BID_NOT_LOWEST
    assert refusal("spil", "bedre_spil") is None
    assert refusal("spil, tourne", "bedre_spil") is Breach.BID_TOO_LOW
    assert played("bedre_spil", "D2")["contract"] == "bedre_spil"


def test_klub_5_7_solo_kuloer_is_bid_as_solo_where_that_is_enough():
    for calls in ("", "spil", "pass, pass", "spil, tourne", "spil, solo"):
        assert refusal(calls, "solo_spar") is Breach.BID_NOT_LOWEST
        assert refusal(calls, "solo") is None
    for calls in ("solo", "spil, ren_nolo"):
        assert refusal(calls, "solo_spar") is None


@pytest.mark.parametrize("call", ("solo", "ren_nolo", "nolo_ouvert"))
@pytest.mark.parametrize("calls", ("", "pass", "spil", "spil, tourne", "spil, bedre_spil, pass"))
def test_klub_5_8_straight_to_a_game_without_exchange(calls, call):
    assert refusal(calls, call) is None


EVERY_CHANGE = list(product((*WITH_EXCHANGE, *AS_DEALT), repeat=2))
BECOMES = {("spil", contract) for contract in WITH_EXCHANGE} | {("solo", "solo_spar")}


def turned_into(call, contract):
    """What the check says of forehand, who won with ``call`` and plays ``contract``."""
    calls = [[1, call], [3, "pass"], [0, "pass"]]
    if call in {*WITH_EXCHANGE[1:], "solo_spar"}:
        lower = "solo" if call == "solo_spar" else "spil"
        over = "tourne" if call == "tourne_respekt" else call
        calls = [[1, lower], [3, over], [1, call], *calls[1:]]
    return checked(
        SPIL,
        hands=ACES,
        auction=calls,
        contract=contract,
        trump="S" if contract in {"spil", "solo"} else None,
        exchanges=[],
        abandoned=contract in WITH_EXCHANGE,
    )


@pytest.mark.parametrize("contract", WITH_EXCHANGE)
def test_klub_6_1_a_won_spil_becomes_any_game_with_exchange(contract):
    answer = turned_into("spil", contract)
    assert (answer["declarer"], answer["contract"]) == (FOREHAND, contract)


def test_klub_6_2_a_won_solo_may_become_solo_kuloer():
    answer = checked(SOLO, contract="solo_spar", trump=None)
    assert (answer["contract"], answer["trump"], answer["value"]) == ("solo_spar", "S", 4)


@pytest.mark.parametrize(("call", "contract"), EVERY_CHANGE)
def test_klub_6_3_nothing_else_may_change(call, contract):
    refused = turned_into(call, contract) == ("contract_not_allowed", "contract", FOREHAND)
    assert refused == (call != contract and (call, contract) not in BECOMES)


@pytest.mark.parametrize("record", (SPIL, SOLO))
def test_klub_6_4_trump_is_named_before_anybody_buys(record):
    unnamed = ("trump_missing", "contract", FOREHAND)
    assert checked(record, trump=None) == unnamed
    assert checked(record, trump=None, exchanges=[{"seat": 2}]) == unnamed
    for suit in Suit:
        data = read_whole(changed(record, ruleset="klub", trump=suit.value), KLUB)
        assert bid(data, KLUB).choose(said_in(data)).trump is suit


@pytest.mark.parametrize("top", TALON)
def test_klub_6_5_the_top_card_of_the_talon_makes_trump(top):
    talon = [top, *(card for card in TALON if card != top)]
    assert played("tourne", "H2", "D2", talon=talon)["trump"] == top[0]
    for suit in {"S", "H", "D", "C"} - {top[0]}:
        wrong = played("tourne", "H2", "D2", talon=talon, trump=suit)
        assert wrong == ("trump_not_turned", "contract", FOREHAND)


def test_klub_6_6_tourne_respekt_needs_both_black_aces():
    assert played("tourne_respekt", "H2", "D2")["value"] == -3
    lacking = played("tourne_respekt", "H2", "D2", hands=HANDS)
    assert lacking == ("aces_not_held", "contract", FOREHAND)
    assert refusal("spil", "tourne_respekt") is Breach.ACES_NOT_HELD


@pytest.mark.parametrize("declarer", SEATS)
def test_klub_7_1_the_declarer_then_right_then_left(declarer):
    first, right, left = sorted(SEATS, key=lambda seat: (seat - declarer) % 4)
    calls = [[seat, "spil" if seat == declarer else "pass"] for seat in SEATS]
    data = changed(SPIL, ruleset="klub", auction=calls, exchanges=[])
    record = read_whole(data, KLUB)
    deal = bid(record, KLUB).choose(said_in(record))
    for seat in (first, right, left):
        assert deal.turn == seat
        deal = deal.buy(Item(seat, cards_of(deal.hands[seat])[:1]))
    assert deal.turn is None
    for seat in (right, left):
        wrong = checked(data, exchanges=[{"seat": seat}])
        assert wrong == ("out_of_turn", "exchange 1", seat)


@pytest.mark.parametrize("contract", ("spil", "bedre_spil", "koebe_nolo"))
def test_klub_7_2_one_card_at_least(contract):
    others = () if contract == "koebe_nolo" else (MIDDLEHAND, BACKHAND)
    too_few = ("exchange_too_few", "exchange 1", FOREHAND)
    assert played(contract, others=others) == too_few
    assert played(contract, "D2", others=others)["contract"] == contract
    assert played(contract, *MINE, others=others)["contract"] == contract


@pytest.mark.parametrize("contract", ("tourne", "tourne_respekt"))
def test_klub_7_3_the_turned_card_and_one_more(contract):
    too_few = ("exchange_too_few", "exchange 1", FOREHAND)
    assert played(contract) == played(contract, "D2") == too_few
    assert played(contract, "H2", "D2")["contract"] == contract
    data = {"hands": ACES, "contract": contract, "trump": None}
    items = [{"seat": FOREHAND, "discards": ["H2", "D2"]}]
    record = read_whole(changed(SPIL, ruleset="klub", exchanges=items, **data), KLUB)
    deal = bid(record, KLUB).choose(said_in(record)).buy(record.items[0])
    drawn = mask_of(CARDS[name] for name in TALON[:2])
    assert deal.hands[FOREHAND] & drawn == drawn


def test_klub_7_4_the_turned_card_cannot_be_laid_away():
    held = played("tourne", "D2", TALON[0])
    assert held == ("card_not_held", "exchange 1", FOREHAND)


@pytest.mark.parametrize("contract", AS_DEALT)
def test_klub_7_5_who_plays_as_dealt_buys_nothing(contract):
    calls = [[1, "solo" if contract == "solo_spar" else contract], [3, "pass"], [0, "pass"]]
    trump = "S" if contract == "solo" else None
    items = [{"seat": FOREHAND, "discards": ["C4"]}]
    bought = checked(SOLO, auction=calls, contract=contract, trump=trump, exchanges=items)
    assert bought == ("exchange_not_allowed", "exchange 1", FOREHAND)


@pytest.mark.parametrize("contract", ("koebe_nolo", "ren_nolo", "nolo_ouvert"))
def test_klub_7_6_no_defender_buys_in_a_nolo(contract):
    calls = [[1, "spil" if contract == "koebe_nolo" else contract], [3, "pass"], [0, "pass"]]
    mine = [{"seat": 1, "discards": ["C4"]}] if contract == "koebe_nolo" else []
    items = [*mine, {"seat": MIDDLEHAND, "discards": ["H6"]}]
    bought = checked(SOLO, auction=calls, contract=contract, trump=None, exchanges=items)
    assert bought == ("exchange_not_allowed", f"exchange {len(items)}", MIDDLEHAND)


@pytest.mark.parametrize("contract", ("spil", "bedre_spil", "tourne", "tourne_respekt"))
def test_klub_7_6_the_defenders_are_asked_in_a_trump_game(contract):
    unasked = played(contract, "H2", "D2", others=(MIDDLEHAND,), abandoned=None)
    assert unasked == ("exchange_too_few", "exchange 3", BACKHAND)
    assert checked(SOLO, exchanges=[])[:2] == ("exchange_too_few", "exchange 1")


@pytest.mark.parametrize(
    ("counts", "wrong"),
    (
        ((1, 0, 0), None),
        ((1, 9, 3), None),
        ((9, 4, 0), None),
        ((9, 0, 4), None),
        ((9, 5, 0), ("exchange_too_many", "exchange 2", MIDDLEHAND)),
        ((9, 4, 1), ("exchange_too_many", "exchange 3", BACKHAND)),
    ),
)
def test_klub_7_7_a_defender_buys_what_is_left_or_less(counts, wrong):
    items = [
        {"seat": seat, "discards": (HANDS[seat] or [])[:count]}
        for seat, count in zip(SEATS, counts, strict=True)
    ]
    answer = checked(SPIL, exchanges=items)
    assert (answer["value"] == -1) if wrong is None else (answer == wrong)
