"""The rule set dlu: the paragraphs of the auction in ``docs/rules/dlu.md``, 11 to 13."""

from itertools import product

import pytest

from rules import RULESETS, Contract, Said, Suit
from rules.cards import BASTA, SPADILLE, mask_of, name_of
from rules.deal.auction import Won, open_auction
from rules.deal.steps import open_deal
from rules.errors import Breach, BreachError
from tests.rules.deal.whole import HANDS, PLAY, SOLO, SPIL, TALON, changed, outcome

DLU = RULESETS["dlu"]
FOREHAND, MIDDLEHAND, BACKHAND = SEATS = (1, 3, 0)
BOTH_ACES = mask_of((SPADILLE, BASTA))
RANKED = (
    {"nolo_ouvert"}, {"solo_spar", "ren_nolo"}, {"solo"}, {"tourne_respekt"},
    {"tourne", "koebe_nolo"}, {"bedre_spil"}, {"spil"},
)  # fmt: skip
"""From the highest (seed 000, Tabell I)."""
GROUPS = (
    ("spil", "bedre_spil", "tourne", "koebe_nolo", "tourne_respekt"), ("solo", "solo_spar"),
    ("ren_nolo",), ("nolo_ouvert",),
)  # fmt: skip
CONTRACTS = [contract for group in GROUPS for contract in group]
FIGHT = "pass, spil, bedre_spil, self"
WON_BY_BACKHAND = {
    "spil": "pass, pass, spil",
    "bedre_spil": "pass, spil, bedre_spil, pass",
    "tourne": f"{FIGHT}, tourne, pass",
    "koebe_nolo": f"{FIGHT}, koebe_nolo, pass",
    "tourne_respekt": f"{FIGHT}, tourne, self, tourne_respekt, pass",
    "solo": "pass, pass, solo",
    "solo_spar": "pass, solo, solo_spar, pass",
    "ren_nolo": "pass, pass, ren_nolo",
    "nolo_ouvert": "pass, pass, nolo_ouvert",
}


def after(calls="", aces=None):
    """The auction after ``calls``, each by the seat whose turn it is; ``aces``: who has both."""
    hands = {seat: BOTH_ACES if seat == aces else 0 for seat in SEATS}
    auction = open_auction(DLU, SEATS, None, hands)
    for call in filter(None, calls.split(", ")):
        assert auction.turn is not None, call
        auction = auction.call(auction.turn, call)
    return auction


def refusal(calls, call, *, seat=None, aces=None):
    """Why ``call`` is refused after ``calls``; None if it is not."""
    auction = after(calls, aces)
    try:
        auction.call(auction.turn if seat is None else seat, call)
    except BreachError as wrong:
        return wrong.breach
    return None


def rank(contract):
    """From the lowest, by the table above and not by the engine."""
    return -next(place for place, equals in enumerate(RANKED) if contract in equals)


def group(contract):
    return next(group for group in GROUPS if contract in group)


def chosen(bid, contract):
    """The deal in which backhand, who has both black aces, wins ``bid`` and plays ``contract``."""
    pack = [card for card in range(40) if card not in {SPADILLE, BASTA}]
    hands = {
        FOREHAND: tuple(pack[:9]),
        MIDDLEHAND: tuple(pack[9:18]),
        BACKHAND: (SPADILLE, BASTA, *pack[18:25]),
    }
    deal = open_deal(DLU, players=4, dealer=0, hands=hands, talon=tuple(pack[25:]))
    for call in WON_BY_BACKHAND[bid].split(", "):
        assert deal.turn is not None
        deal = deal.call(deal.turn, call)
    return deal.choose(Said(contract=contract, trump=named(contract)))


def named(contract):
    return Suit.HEARTS if contract in {"spil", "solo"} else None


def test_dlu_11_1_forehand_speaks_first_and_middlehand_must_bid_higher():
    assert after().turn == FOREHAND
    assert refusal("", "spil", seat=MIDDLEHAND) is Breach.OUT_OF_TURN
    assert after("spil").turn == after("pass").turn == MIDDLEHAND
    assert refusal("spil", "spil") is Breach.BID_TOO_LOW
    assert refusal("solo", "spil") is Breach.BID_TOO_LOW
    assert refusal("spil", "bedre_spil") is None
    assert refusal("spil", "pass") is None


def test_dlu_11_2_the_two_speak_in_turn_until_one_passes():
    fight = ["spil", "bedre_spil", "self", "tourne", "self", "solo", "self", "solo_spar", "self"]
    for calls in range(1, len(fight)):
        expected = MIDDLEHAND if calls % 2 else FOREHAND
        assert after(", ".join(fight[:calls])).turn == expected
        assert after(", ".join([*fight[:calls], "pass"])).turn == BACKHAND


@pytest.mark.parametrize("bid", ("bedre_spil", "solo", "ren_nolo", "nolo_ouvert"))
def test_dlu_11_3_in_priority_equal_is_enough(bid):
    assert refusal(f"spil, {bid}", "self") is None
    assert refusal(f"spil, {bid}", bid) is None
    assert refusal(f"spil, {bid}", "spil") is Breach.BID_TOO_LOW
    assert refusal(f"spil, {bid}, self", bid) is Breach.BID_TOO_LOW
    assert refusal(f"spil, {bid}, self", "self") is Breach.SELF_NOT_ALLOWED
    assert refusal("", "self") is Breach.SELF_NOT_ALLOWED


def test_dlu_11_4_self_or_a_game_of_equal_rank_equals_a_bid():
    bids = "spil, bedre_spil, self, koebe_nolo"
    assert after(f"{bids}, self, pass, pass").finish() == Won(FOREHAND, Contract.KOEBE_NOLO)
    assert after(f"{bids}, koebe_nolo, pass, pass").finish() == Won(FOREHAND, Contract.KOEBE_NOLO)
    assert after(f"{bids}, tourne, pass, pass").finish() == Won(FOREHAND, Contract.TOURNE)
    assert after("spil, ren_nolo, solo_spar, pass, pass").finish() == Won(
        FOREHAND, Contract.SOLO_SPAR
    )
    assert refusal(f"{bids}, self", "tourne") is Breach.BID_TOO_LOW


@pytest.mark.parametrize(
    ("calls", "left"),
    (
        ("spil, pass", FOREHAND),
        ("pass, spil", MIDDLEHAND),
        ("spil, bedre_spil, self, pass", FOREHAND),
        ("spil, bedre_spil, pass", MIDDLEHAND),
    ),
)
def test_dlu_11_5_backhand_bids_against_who_is_left(calls, left):
    assert after(calls).turn == BACKHAND
    assert refusal(calls, "spil") is Breach.BID_TOO_LOW
    assert refusal(calls, "self") is Breach.SELF_NOT_ALLOWED
    assert after(f"{calls}, solo").turn == left
    assert after(f"{calls}, solo, self").turn == BACKHAND
    assert refusal(f"{calls}, solo, self", "solo") is Breach.BID_TOO_LOW
    assert after(f"{calls}, solo, self, pass").finish() == Won(left, Contract.SOLO)
    assert after(f"{calls}, solo, pass").finish() == Won(BACKHAND, Contract.SOLO)


def test_dlu_11_5_backhand_waits_until_the_two_are_done():
    assert refusal("spil, bedre_spil", "solo", seat=BACKHAND) is Breach.OUT_OF_TURN
    assert refusal("pass", "spil", seat=BACKHAND) is Breach.OUT_OF_TURN


@pytest.mark.parametrize("bid", ("spil", "solo", "ren_nolo", "nolo_ouvert"))
def test_dlu_11_6_after_two_passes_backhands_bid_wins(bid):
    auction = after(f"pass, pass, {bid}")
    assert auction.turn is None
    assert auction.finish() == Won(BACKHAND, Contract(bid))


def test_dlu_11_7_who_has_passed_does_not_speak_again():
    assert refusal("pass, spil", "solo", seat=FOREHAND) is Breach.OUT_OF_TURN
    assert refusal("spil, pass, bedre_spil", "solo", seat=MIDDLEHAND) is Breach.OUT_OF_TURN
    assert after("pass, spil, bedre_spil, self").turn == BACKHAND
    assert refusal("pass, spil, pass", "solo", seat=FOREHAND) is Breach.AUCTION_OVER


@pytest.mark.parametrize(
    ("calls", "declarer"),
    (
        ([[1, "spil"], [3, "solo"], [1, "self"], [3, "pass"], [0, "pass"]], FOREHAND),
        ([[1, "spil"], [3, "solo"], [1, "pass"], [0, "pass"]], MIDDLEHAND),
        ([[1, "pass"], [3, "spil"], [0, "solo"], [3, "pass"]], BACKHAND),
    ),
)
def test_dlu_11_8_the_last_bid_makes_the_declarer(calls, declarer):
    order = {FOREHAND: (3, 0), MIDDLEHAND: (0, 1), BACKHAND: (1, 3)}[declarer]
    items = [{"seat": seat} for seat in order]
    answer = outcome(changed(SOLO, auction=calls, exchanges=items, play=PLAY))
    assert (answer["declarer"], answer["tricks"]) == (declarer, [0, 6, None, 3])
    assert answer["outcome"] == ("won" if declarer == FOREHAND else "kodille")


def test_dlu_12_1_what_is_higher():
    assert {frozenset(equals) for equals in RANKED} == {
        frozenset(one.contract for one in DLU.contracts if one.rank == height)
        for height in range(1, 8)
    }
    for standing, bid in product(("spil", "solo", "ren_nolo", "nolo_ouvert"), CONTRACTS):
        too_low = refusal(standing, bid, aces=MIDDLEHAND) is Breach.BID_TOO_LOW
        assert too_low == (rank(bid) <= rank(standing)), (standing, bid)


def test_dlu_12_2_four_groups():
    assert len(CONTRACTS) == len(DLU.contracts)
    for number, names in enumerate(GROUPS, start=1):
        assert [one.contract for one in DLU.contracts if one.group == number] == list(names)


def test_dlu_12_3_the_lowest_bid_of_the_group():
    assert after(aces=FOREHAND).legal() == ("pass", "spil", "solo", "ren_nolo", "nolo_ouvert")
    for contract in ("bedre_spil", "tourne", "koebe_nolo", "tourne_respekt", "solo_spar"):
        assert refusal("", contract, aces=FOREHAND) is Breach.BID_NOT_LOWEST
    assert refusal("spil", "tourne") is Breach.BID_NOT_LOWEST
    assert refusal("spil", "solo_spar") is Breach.BID_NOT_LOWEST
    assert refusal("solo", "solo_spar") is None


def test_dlu_12_3_in_priority_one_equals_and_does_not_jump():
    assert refusal("spil, bedre_spil", "self") is None
    assert refusal("spil, bedre_spil", "tourne") is Breach.BID_NOT_LOWEST
    assert refusal("spil, solo", "solo_spar") is Breach.BID_NOT_LOWEST
    bids = "spil, bedre_spil, self, tourne"
    assert refusal(bids, "tourne_respekt", aces=FOREHAND) is Breach.BID_NOT_LOWEST
    assert refusal(f"{bids}, self", "tourne_respekt", aces=MIDDLEHAND) is None


@pytest.mark.parametrize(
    ("calls", "higher"),
    (
        ("", ("solo", "ren_nolo", "nolo_ouvert")),
        ("spil", ("solo", "ren_nolo", "nolo_ouvert")),
        ("spil, bedre_spil", ("solo", "ren_nolo", "nolo_ouvert")),
        ("solo", ("ren_nolo", "nolo_ouvert")),
        ("spil, ren_nolo", ("nolo_ouvert",)),
    ),
)
def test_dlu_12_4_straight_to_a_higher_group(calls, higher):
    for bid in higher:
        assert refusal(calls, bid) is None


EXAMPLE = [[1, "pass"], [3, "spil"], [0, "bedre_spil"], [3, "self"], [0, "tourne"], [3, "pass"]]


def test_dlu_12_5_the_example():
    hand = HANDS[BACKHAND] or []
    items = [{"seat": 0, "discards": hand[-2:]}, {"seat": 1}, {"seat": 3}]
    record = changed(SPIL, auction=EXAMPLE, contract="tourne", trump=None, exchanges=items, play=[])
    assert outcome(record) == {
        "ok": True, "declarer": BACKHAND, "contract": "tourne", "trump": "H", "tricks": None,
        "outcome": "bet", "value": -2,
    }  # fmt: skip
    hasty = changed(record, auction=[*EXAMPLE[:2], [0, "tourne"], *EXAMPLE[5:]])
    assert outcome(hasty) == ("bid_not_lowest", "auction 3", BACKHAND)
    printed = changed(record, auction=[*EXAMPLE[:4], [1, "tourne"], *EXAMPLE[5:]])
    assert outcome(printed) == ("out_of_turn", "auction 5", 1)


MAY_BECOME = [
    (bid, contract)
    for bid, contract in product(CONTRACTS, CONTRACTS)
    if contract in group(bid) and rank(contract) >= rank(bid)
]


@pytest.mark.parametrize(("bid", "contract"), MAY_BECOME)
def test_dlu_13_1_a_bid_becomes_what_ranks_as_high_in_its_group(bid, contract):
    deal = chosen(bid, contract)
    assert deal.terms is not None
    assert (deal.terms.contract, deal.declarers) == (contract, (BACKHAND,))


def test_dlu_13_1_the_examples():
    assert {("koebe_nolo", "tourne"), ("solo", "solo_spar")} < set(MAY_BECOME)


@pytest.mark.parametrize(
    ("bid", "contract"), sorted({*product(CONTRACTS, CONTRACTS)} - {*MAY_BECOME})
)
def test_dlu_13_2_a_bid_becomes_nothing_else(bid, contract):
    with pytest.raises(BreachError) as caught:
        chosen(bid, contract)
    assert (caught.value.breach, caught.value.seat) == (Breach.CONTRACT_NOT_ALLOWED, BACKHAND)


@pytest.mark.parametrize("record", (SPIL, SOLO))
def test_dlu_13_3_trump_is_named_before_anybody_buys(record):
    unnamed = ("trump_missing", "contract", FOREHAND)
    assert outcome(changed(record, trump=None)) == unnamed
    assert outcome(changed(record, trump=None, exchanges=[{"seat": 2}])) == unnamed
    deal = chosen(record["contract"], record["contract"])
    assert deal.trump is Suit.HEARTS
    assert deal.turn == (BACKHAND if record is SPIL else FOREHAND)
    assert deal.play is None


@pytest.mark.parametrize("suit", Suit)
def test_dlu_13_3_any_suit_may_be_named(suit):
    assert outcome(changed(SPIL, trump=suit.value))["trump"] == suit


@pytest.mark.parametrize("top", TALON)
def test_dlu_13_4_the_turned_card_makes_trump(top):
    record = changed(
        SPIL,
        contract="tourne",
        trump=None,
        talon=[top, *(card for card in TALON if card != top)],
        exchanges=[{"seat": 1, "discards": ["C4", "D2"]}, {"seat": 3}, {"seat": 0}],
    )
    assert outcome(record)["trump"] == top[0]
    assert outcome(changed(record, trump=top[0]))["trump"] == top[0]
    for suit in {"S", "H", "D", "C"} - {top[0]}:
        assert outcome(changed(record, trump=suit)) == ("trump_not_turned", "contract", FOREHAND)


def test_dlu_13_5_tourne_respekt_needs_both_black_aces():
    bids = f"{FIGHT}, tourne, self"
    assert refusal(bids, "tourne_respekt") is Breach.ACES_NOT_HELD
    assert refusal(bids, "tourne_respekt", aces=BACKHAND) is None
    record = changed(SPIL, contract="tourne_respekt", trump=None, exchanges=[])
    assert outcome(record) == ("aces_not_held", "contract", FOREHAND)
    deal = chosen("spil", "tourne_respekt")
    assert name_of(deal.talon[0])[0] == deal.trump
