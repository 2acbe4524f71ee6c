"""Bidding by rank: the Union's, a club's, the family's and Iceland's (seeds 000, 001, 002, 004)."""

import pytest

from rules.cards import CARDS, mask_of
from rules.contracts import Contract
from rules.deal.auction import Won, open_auction
from rules.deal.bidding import holds_respekt
from rules.errors import Breach, BreachError
from rules.ruleset import Respekt, derive
from rules.rulesets import RULESETS

DLU, KLUB, FAMILIE, LOMBER = (RULESETS[name] for name in ("dlu", "klub", "familie", "lomber"))
FREE = derive(FAMILIE, "free", spadille_must_bid=False, dealer_must_bid=False)
"""The family game in which all may pass."""
FOREHAND, MIDDLEHAND, BACKHAND = SEATS = (1, 3, 0)
PLAIN = ("S2", "S3", "S4")
"""Hands that give neither a right nor a duty."""


def hand(names):
    return mask_of(CARDS[name] for name in names.split())


def after(ruleset, calls, hands=PLAIN):
    """The auction after ``calls``, each by the seat whose turn it is: ``spil, pass``."""
    dealt = {seat: hand(names) for seat, names in zip(SEATS, hands, strict=True)}
    auction = open_auction(ruleset, SEATS, 2, dealt)
    for call in filter(None, calls.split(", ")):
        assert auction.turn is not None, call
        auction = auction.call(auction.turn, call)
    return auction


def refusal(ruleset, calls, hands=PLAIN):
    """The code with which the last of ``calls`` is refused."""
    *before, last = calls.split(", ")
    auction = after(ruleset, ", ".join(before), hands)
    assert last not in auction.legal()
    with pytest.raises(BreachError) as caught:
        auction.call(auction.turn, last)
    assert caught.value.seat == auction.turn
    assert str(caught.value).endswith(".")
    return caught.value.breach


def won(ruleset, calls, hands=PLAIN):
    return after(ruleset, calls, hands).finish()


# --- seed 000 -------------------------------------------------------------------------------


def test_dlu_the_example_of_the_source():
    calls = "pass, spil, bedre_spil, self, tourne, pass"
    assert won(DLU, calls) == Won(BACKHAND, Contract.TOURNE)


def test_dlu_the_example_may_not_be_rushed():
    assert refusal(DLU, "pass, spil, tourne") is Breach.BID_NOT_LOWEST


@pytest.mark.parametrize(
    ("calls", "turn"),
    (
        ("", FOREHAND),
        ("pass", MIDDLEHAND),
        ("pass, pass", BACKHAND),
        ("pass, pass, pass", None),
        ("pass, pass, spil", None),
        ("pass, spil", BACKHAND),
        ("pass, spil, bedre_spil", MIDDLEHAND),
        ("pass, spil, bedre_spil, pass", None),
        ("spil", MIDDLEHAND),
        ("spil, pass", BACKHAND),
        ("spil, pass, pass", None),
        ("spil, bedre_spil", FOREHAND),
        ("spil, bedre_spil, pass", BACKHAND),
        ("spil, bedre_spil, self", MIDDLEHAND),
        ("spil, bedre_spil, self, pass, tourne", FOREHAND),
        ("spil, bedre_spil, self, pass, tourne, self", BACKHAND),
    ),
)
def test_dlu_two_at_a_time(calls, turn):
    assert after(DLU, calls).turn == turn


def test_dlu_the_first_call():
    assert after(DLU, "").legal() == ("pass", "spil", "solo", "ren_nolo", "nolo_ouvert")


def test_dlu_the_first_bid_is_the_lowest_of_its_group():
    assert refusal(DLU, "bedre_spil") is Breach.BID_NOT_LOWEST
    assert refusal(DLU, "solo_spar") is Breach.BID_NOT_LOWEST


def test_dlu_a_higher_group_may_be_bid_at_once():
    assert won(DLU, "spil, solo, pass, pass") == Won(MIDDLEHAND, Contract.SOLO)
    assert won(DLU, "spil, nolo_ouvert, pass, pass") == Won(MIDDLEHAND, Contract.NOLO_OUVERT)


def test_dlu_the_later_seat_must_beat_the_bid():
    assert refusal(DLU, "spil, spil") is Breach.BID_TOO_LOW
    assert refusal(DLU, "ren_nolo, solo_spar") is Breach.BID_TOO_LOW
    assert refusal(DLU, "nolo_ouvert, solo") is Breach.BID_TOO_LOW


def test_dlu_the_earlier_seat_need_only_equal_it():
    calls = "spil, bedre_spil, tourne"
    assert refusal(DLU, calls) is Breach.BID_NOT_LOWEST
    assert refusal(DLU, "solo, ren_nolo, solo") is Breach.BID_TOO_LOW
    assert won(DLU, "spil, bedre_spil, bedre_spil, pass, pass").contract == "bedre_spil"


def test_dlu_the_earlier_seat_may_name_another_game_of_the_same_rank():
    before = "spil, bedre_spil, self, koebe_nolo"
    assert won(DLU, f"{before}, tourne, pass, pass") == Won(FOREHAND, Contract.TOURNE)
    assert won(DLU, "solo, ren_nolo, solo_spar, pass, pass") == Won(FOREHAND, Contract.SOLO_SPAR)


def test_dlu_the_later_seat_may_not():
    assert refusal(DLU, "spil, bedre_spil, self, tourne, self, koebe_nolo") is Breach.BID_TOO_LOW


def test_dlu_self_needs_a_later_seats_bid():
    assert refusal(DLU, "self") is Breach.SELF_NOT_ALLOWED
    assert refusal(DLU, "spil, self") is Breach.SELF_NOT_ALLOWED
    assert refusal(DLU, "pass, spil, self") is Breach.SELF_NOT_ALLOWED


def test_dlu_middlehand_has_priority_over_backhand():
    assert won(DLU, "pass, spil, solo, self, pass") == Won(MIDDLEHAND, Contract.SOLO)


def test_dlu_backhand_wins_at_once_after_two_passes():
    assert won(DLU, "pass, pass, ren_nolo") == Won(BACKHAND, Contract.REN_NOLO)


def test_dlu_a_respekt_is_bid_with_both_black_aces():
    before = "spil, bedre_spil, self, tourne, self"
    aces = ("S2", "SA CA", "S4")
    assert refusal(DLU, f"{before}, tourne_respekt") is Breach.ACES_NOT_HELD
    assert won(DLU, f"{before}, tourne_respekt, pass, pass", aces).contract == "tourne_respekt"
    assert refusal(DLU, "tourne_respekt", ("SA CA", "S3", "S4")) is Breach.BID_NOT_LOWEST
    assert refusal(DLU, f"{before}, tourne_respekt, self", aces) is Breach.ACES_NOT_HELD


@pytest.mark.parametrize(
    "call",
    (
        "", "Pass", "spil ", "misere", "grand", "kaske", "mort", "koebe_nolo 2", "offer tourne",
        "take", "give_up", "yes", "more 3", "x" * 200,
    ),
)  # fmt: skip
def test_dlu_what_is_no_call_here(call):
    auction = after(DLU, "spil")
    with pytest.raises(BreachError, match="no call that can be made") as caught:
        auction.call(MIDDLEHAND, call)
    assert caught.value.breach is Breach.BID_UNKNOWN


def test_dlu_variant_spadille_must_bid():
    rules = derive(DLU, "club", spadille_must_bid=True)
    assert refusal(rules, "pass", ("SA", "S3", "S4")) is Breach.MUST_BID
    assert refusal(rules, "pass, pass, pass", ("S2", "S3", "SA")) is Breach.MUST_BID
    assert won(rules, "spil, pass, pass", ("S2", "SA", "S4")).declarer == FOREHAND
    assert won(rules, "pass, pass, pass", ("CA", "S3", "S4")) is None


def test_dlu_variant_the_dealer_must_bid():
    rules = derive(DLU, "club", dealer_must_bid=True)
    assert refusal(rules, "pass, pass, pass") is Breach.MUST_BID
    assert won(rules, "pass, pass, spil").declarer == BACKHAND


# --- seed 002 -------------------------------------------------------------------------------


def test_klub_the_first_bid_of_a_game_with_buying_is_spil():
    assert refusal(KLUB, "tourne") is Breach.BID_NOT_LOWEST


def test_klub_over_a_spil_the_game_is_named_at_once():
    assert won(KLUB, "spil, tourne, pass, pass") == Won(MIDDLEHAND, Contract.TOURNE)
    assert won(KLUB, "spil, bedre_spil, koebe_nolo, pass, pass").contract == "koebe_nolo"


def test_klub_spar_solo_is_bid_as_solo_where_that_is_enough():
    assert refusal(KLUB, "spil, solo_spar") is Breach.BID_NOT_LOWEST
    assert won(KLUB, "solo, solo_spar, pass, pass").contract == "solo_spar"


def test_klub_forehand_may_say_the_same_solo():
    assert won(KLUB, "spil, solo, solo, pass, pass") == Won(FOREHAND, Contract.SOLO)


# --- seed 001 -------------------------------------------------------------------------------


def test_familie_the_example_of_the_source():
    calls = "spil, tourne, self, pass, solo, self, pass"
    assert won(FREE, calls) == Won(FOREHAND, Contract.SOLO)


def test_familie_any_higher_bid_may_be_made():
    assert won(FREE, "koebe_nolo, pass, solo_spar, pass").contract == "solo_spar"
    assert refusal(FREE, "koebe_nolo, tourne") is Breach.BID_TOO_LOW


@pytest.mark.parametrize("first", ("solo_spar", "ren_nolo"))
def test_familie_of_two_equal_bids_the_first_one_stands(first):
    other = "ren_nolo" if first == "solo_spar" else "solo_spar"
    assert refusal(FREE, f"{first}, {other}") is Breach.BID_TOO_LOW
    assert refusal(FREE, f"solo, {first}, {other}") is Breach.BID_TOO_LOW
    assert won(FREE, f"solo, {first}, self, pass, pass") == Won(FOREHAND, Contract(first))


def test_familie_spadille_and_the_dealer_must_bid():
    assert refusal(FAMILIE, "pass", ("SA", "S3", "S4")) is Breach.MUST_BID
    assert refusal(FAMILIE, "pass, pass, pass") is Breach.MUST_BID
    assert "pass" not in after(FAMILIE, "pass, pass").legal()


def test_familie_grand_and_grandissimo_are_options():
    assert refusal(FREE, "grand") is Breach.BID_UNKNOWN
    rules = derive(FREE, "club", grand=True, grandissimo=True)
    assert won(rules, "grand, grandissimo, pass, pass").contract == "grandissimo"


def test_familie_a_nolo_bid_by_cards():
    rules = derive(FREE, "club", nolo_bid_by_cards=True)
    assert won(rules, "koebe_nolo, pass, pass") == Won(FOREHAND, Contract.KOEBE_NOLO, promised=1)
    calls = "koebe_nolo, koebe_nolo 3, koebe_nolo 5, pass, pass"
    assert won(rules, calls) == Won(FOREHAND, Contract.KOEBE_NOLO, promised=5)
    assert won(rules, "koebe_nolo, koebe_nolo 3, self, pass, pass").promised == 3
    assert refusal(rules, "koebe_nolo 3, koebe_nolo") is Breach.BID_TOO_LOW
    assert refusal(rules, "koebe_nolo 3, koebe_nolo 3") is Breach.BID_TOO_LOW
    for call in ("koebe_nolo 1", "koebe_nolo 10", "koebe_nolo 02", "koebe_nolo  2"):
        assert refusal(rules, call) is Breach.BID_UNKNOWN
    aces = ("S2", "SA CA", "S4")
    assert won(rules, "koebe_nolo 9, tourne_respekt, pass, pass", aces).promised == 0


@pytest.mark.parametrize(
    ("kind", "names", "shows"),
    (
        (None, "SA CA", True),
        (None, "SA HA DA D7", False),
        (Respekt.RED_ACES, "HA DA", True),
        (Respekt.RED_ACES, "HA SA", False),
        (Respekt.MIXED_ACES, "HA SA", True),
        (Respekt.MIXED_ACES, "HA DA", False),
        (Respekt.THREE_ACES, "HA DA CA", True),
        (Respekt.THREE_ACES, "HA CA", False),
        (Respekt.SEVEN_OF_DIAMONDS, "D7", True),
        (Respekt.SEVEN_OF_DIAMONDS, "H7", False),
        (Respekt.SEVEN_OF_DIAMONDS, "SA CA", True),
    ),
)
def test_familie_a_respekt_on_other_cards(kind, names, shows):
    rules = derive(FREE, "club", respekt_on=(kind,) if kind else ())
    assert holds_respekt(rules, hand(names)) is shows
    legal = after(rules, "", (names, "S3", "S4")).legal()
    assert ("tourne_respekt" in legal) is shows


# --- seed 004 -------------------------------------------------------------------------------


def test_lomber_an_offer_is_taken():
    auction = after(LOMBER, "spil, offer tourne")
    assert (auction.turn, auction.legal()) == (FOREHAND, ("take", "give_up"))
    assert won(LOMBER, "spil, offer tourne, take, pass, pass") == Won(FOREHAND, Contract.TOURNE)
    calls = "spil, offer tourne, take, koebe_nolo, self, pass, pass"
    assert won(LOMBER, calls) == Won(FOREHAND, Contract.KOEBE_NOLO)


def test_lomber_an_offer_is_given_up():
    before = "spil, offer koebe_nolo, give_up"
    assert after(LOMBER, before).turn == BACKHAND
    assert won(LOMBER, f"{before}, pass") == Won(MIDDLEHAND, Contract.KOEBE_NOLO)
    assert won(LOMBER, f"{before}, solo, pass") == Won(BACKHAND, Contract.SOLO)


def test_lomber_backhand_offers_to_the_one_who_is_left():
    assert won(LOMBER, "spil, pass, offer tourne, give_up").declarer == BACKHAND
    assert won(LOMBER, "pass, spil, offer tourne, take, pass").declarer == MIDDLEHAND


def test_lomber_an_offer_is_answered_and_nothing_else():
    for call in ("pass", "self", "tourne", "solo"):
        assert refusal(LOMBER, f"spil, offer tourne, {call}") is Breach.BID_UNKNOWN


def test_lomber_only_a_spil_is_offered_over_and_only_by_a_later_seat():
    assert refusal(LOMBER, "offer tourne") is Breach.BID_UNKNOWN
    assert refusal(LOMBER, "bedre_spil, offer tourne") is Breach.BID_UNKNOWN
    assert refusal(LOMBER, "spil, bedre_spil, offer tourne") is Breach.BID_UNKNOWN
    assert refusal(LOMBER, "spil, offer solo") is Breach.BID_UNKNOWN


def test_lomber_ranks():
    aces = ("SA CA",) * 3
    ladder = (
        "spil", "bedre_spil", "tourne", "koebe_nolo", "tourne_respekt", "grandissimo", "solo",
        "solo_spar", "ren_nolo", "nolo_ouvert",
    )  # fmt: skip
    assert after(LOMBER, "", aces).legal() == ("pass", *ladder)
    assert refusal(LOMBER, "ren_nolo, solo_spar") is Breach.BID_TOO_LOW


def test_lomber_option_a_spade_solo_above_a_pure_nolo():
    rules = derive(LOMBER, "club", spade_solo_above_pure_nolo=True)
    assert won(rules, "ren_nolo, solo_spar, pass, pass") == Won(MIDDLEHAND, Contract.SOLO_SPAR)
    assert refusal(rules, "solo_spar, ren_nolo") is Breach.BID_TOO_LOW
    assert won(rules, "solo_spar, nolo_ouvert, pass, pass").contract == "nolo_ouvert"
