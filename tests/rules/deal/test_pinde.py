"""Bidding in pinde, with one chance each and the question over a tourné (seed 003, 4, 5, 7, 9)."""

import pytest

from rules.cards import CARDS, mask_of
from rules.contracts import Contract
from rules.deal.auction import Won, open_auction
from rules.deal.pinde import HIGHEST
from rules.errors import Breach, BreachError
from rules.ruleset import derive
from rules.rulesets import RULESETS

HOEM = RULESETS["hoem"]
FOREHAND, MIDDLEHAND, BACKHAND = SEATS = (1, 3, 0)
PLAIN = ("S2", "S3", "S4")


def after(calls, hands=PLAIN, ruleset=HOEM):
    """The auction after ``calls``, each by the seat whose turn it is."""
    dealt = {
        seat: mask_of(CARDS[name] for name in names.split())
        for seat, names in zip(SEATS, hands, strict=True)
    }
    auction = open_auction(ruleset, SEATS, 2, dealt)
    for call in filter(None, calls.split(", ")):
        assert auction.turn is not None, call
        auction = auction.call(auction.turn, call)
    return auction


def refusal(calls, hands=PLAIN, ruleset=HOEM):
    """The code with which the last of ``calls`` is refused."""
    *before, last = calls.split(", ")
    auction = after(", ".join(before), hands, ruleset)
    assert last not in auction.legal()
    with pytest.raises(BreachError) as caught:
        auction.call(auction.turn, last)
    assert caught.value.seat == auction.turn
    assert str(caught.value).endswith(".")
    return caught.value.breach


def won(calls, hands=PLAIN, ruleset=HOEM):
    return after(calls, hands, ruleset).finish()


def test_4_each_speaks_once():
    assert [after(calls).turn for calls in ("", "solo", "solo, grand")] == list(SEATS)
    assert won("solo, grand, pass") == Won(MIDDLEHAND, Contract.GRAND)
    assert won("pass, pass, pass") is None


def test_5_a_bid_must_be_worth_more():
    assert refusal("solo, koebe_nolo") is Breach.BID_TOO_LOW
    assert refusal("solo_spar, ren_nolo") is Breach.BID_TOO_LOW
    assert refusal("grand, solo") is Breach.BID_TOO_LOW
    assert won("solo, ren_nolo, koebe_nolo_ouvert").contract == "koebe_nolo_ouvert"
    assert won("nolo_ouvert, pass, pass") == Won(FOREHAND, Contract.NOLO_OUVERT)


def test_5_a_game_that_is_no_nolo_is_not_joined():
    assert refusal("solo, solo") is Breach.BID_TOO_LOW


def test_5_naming_the_standing_nolo_is_joining_it():
    assert won("ren_nolo, ren_nolo, ren_nolo") == Won(
        FOREHAND, Contract.REN_NOLO, joined=(MIDDLEHAND, BACKHAND)
    )
    assert won("pass, koebe_nolo, koebe_nolo").joined == (BACKHAND,)


def test_5_a_higher_bid_sweeps_the_joiners_away():
    assert won("koebe_nolo, koebe_nolo, solo_spar") == Won(BACKHAND, Contract.SOLO_SPAR)


def test_5_nobody_joins_where_only_one_declares():
    rules = derive(HOEM, "club", several_nolo=False)
    assert refusal("ren_nolo, ren_nolo", ruleset=rules) is Breach.BID_TOO_LOW


def test_4_a_black_ace_must_bid_if_nobody_has():
    for ace in ("SA", "CA"):
        assert refusal("pass", (ace, "S3", "S4")) is Breach.MUST_BID
        assert refusal("pass, pass, pass", ("S2", "S3", ace)) is Breach.MUST_BID
        assert won("solo, pass, pass", ("S2", ace, "S4")).declarer == FOREHAND


def test_7_1_a_tourne_takes_a_tourne_card():
    assert refusal("tourne") is Breach.TOURNE_INVALID
    assert won("tourne, pass, pass", ("HA", "S3", "S4")) == Won(
        FOREHAND, Contract.TOURNE, said=((0, HIGHEST),)
    )


def test_5_over_a_fixed_price_the_tourne_must_be_worth_more():
    assert refusal("solo, tourne", ("S2", "H7", "S4")) is Breach.BID_TOO_LOW
    assert refusal("solo, tourne", ("S2", "S3", "S4")) is Breach.TOURNE_INVALID
    assert won("solo, tourne, pass", ("S2", "H7 SA", "S4")).said == ((16, HIGHEST),)


def test_9_over_a_tourne_one_asks_first():
    hands = ("HA", "S3", "S4")
    for call in ("solo", "nolo_ouvert", "tourne"):
        assert refusal(f"tourne, {call}", hands) is Breach.BID_TOO_LOW
    assert after("tourne", hands).legal() == ("pass", *(f"more {n}" for n in range(50)))


def test_9_after_yes_the_asker_passes():
    hands = ("H7", "HA", "S4")
    auction = after("tourne, more 14", hands)
    assert (auction.turn, auction.legal()) == (FOREHAND, ("yes",))
    auction = after("tourne, more 14, yes", hands)
    assert (auction.turn, auction.legal()) == (MIDDLEHAND, ("pass",))
    for call in ("solo", "nolo_ouvert", "tourne"):
        assert refusal(f"tourne, more 14, yes, {call}", hands) is Breach.BID_TOO_LOW
    for call in ("more 20", "yes", "self", ""):
        auction = after("tourne, more 14, yes", hands)
        with pytest.raises(BreachError) as caught:
            auction.call(MIDDLEHAND, call)
        assert caught.value.breach is Breach.BID_UNKNOWN
    assert won("tourne, more 14, yes, pass, pass", hands) == Won(
        FOREHAND, Contract.TOURNE, said=((15, HIGHEST),)
    )


def test_9_after_no_the_asker_must_bid():
    hands = ("HA", "S3", "S4")
    assert refusal("tourne, more 14, no, pass", hands) is Breach.MUST_BID
    assert won("tourne, more 14, no, solo, pass", hands) == Won(MIDDLEHAND, Contract.SOLO)
    assert refusal("tourne, more 15, no, solo", hands) is Breach.BID_TOO_LOW
    assert refusal("tourne, more 14, no, more 15", hands) is Breach.BID_UNKNOWN
    assert after("tourne, more 18, no", hands).legal() == ("koebe_nolo_ouvert", "nolo_ouvert")


def test_9_after_no_a_tourne_must_be_worth_more_than_was_asked():
    hands = ("HA", "DA", "S4")
    assert won("tourne, more 10, no, tourne, pass", hands) == Won(
        MIDDLEHAND, Contract.TOURNE, said=((11, HIGHEST),)
    )
    assert refusal("tourne, more 11, no, tourne", hands) is Breach.BID_TOO_LOW
    assert refusal("tourne, more 11, no, tourne", ("HA", "S3", "S4")) is Breach.TOURNE_INVALID


def test_9_the_second_tourne_is_asked_about_in_its_turn():
    hands = ("HA", "DA H7", "S4")
    before = "tourne, more 10, no, tourne, more 14"
    assert after(before, hands).turn == MIDDLEHAND
    assert won(f"{before}, yes, pass", hands).said == ((15, HIGHEST),)
    assert won(f"{before}, no, solo", hands) == Won(BACKHAND, Contract.SOLO)


def test_9_the_holder_keeps_all_that_he_said():
    hands = ("HA H7", "S3", "S4")
    assert after("tourne, more 10, yes, pass, more 14", hands).legal() == ("yes",)
    assert after("tourne, more 14, yes, pass, more 20", hands).legal() == ("yes", "no")
    assert won("tourne, more 14, yes, pass, more 20, yes, pass", hands).said == ((21, HIGHEST),)
    calls = "tourne, more 14, yes, pass, more 8, no"
    assert refusal(calls, hands) is Breach.TOURNE_INVALID


def test_9_an_answer_must_be_true_of_cards_that_could_be_laid():
    assert refusal("tourne, more 8, yes", ("HA", "S3", "S4")) is Breach.TOURNE_INVALID
    assert refusal("tourne, more 7, no", ("HA", "S3", "S4")) is Breach.TOURNE_INVALID
    assert after("tourne, more 8", ("HA D7", "S3", "S4")).legal() == ("yes", "no")
    hands = ("S2", "HA H7", "S4")
    assert refusal("solo, tourne, more 15, no", hands) is Breach.TOURNE_INVALID


def test_9_a_question_is_answered_with_yes_or_no():
    for call in ("pass", "solo", "more 15", "take"):
        assert refusal(f"tourne, more 14, {call}", ("HA", "S3", "S4")) is Breach.BID_UNKNOWN


def test_9_who_asks_has_something_to_bid():
    hands = ("DK", "D7 SA CA HA DA H7", "S4")
    assert after("tourne", hands).legal()[-1] == "more 55"
    assert refusal("tourne, more 56", hands) is Breach.BID_TOO_LOW
    assert refusal("tourne, more 50", ("DK", "S3", "S4")) is Breach.BID_TOO_LOW
    assert won("tourne, more 40, no, tourne, pass", hands).said == ((41, HIGHEST),)


@pytest.mark.parametrize(
    "call", ("more 76", "more -1", "more", "more 05", "more x", "Solo", "spil")
)
def test_what_is_no_call_here(call):
    assert refusal(f"tourne, {call}", ("HA", "S3", "S4")) is Breach.BID_UNKNOWN


@pytest.mark.parametrize("call", ("self", "yes", "no", "more 3", "kaske", "koebe_nolo 2"))
def test_no_question_without_a_tourne_and_no_self(call):
    assert refusal(f"solo, {call}") is Breach.BID_UNKNOWN
    assert refusal(call) is Breach.BID_UNKNOWN
