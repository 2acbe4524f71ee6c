"""The auction as a whole: its ends, kaske and mort, what a bid may become, and random walks."""

from random import Random

import pytest

from rules.cards import CARDS, NAMES, mask_of
from rules.contracts import Contract
from rules.deal.auction import Won, may_become, open_auction
from rules.errors import Breach, BreachError
from rules.ruleset import Respekt, derive
from rules.rulesets import RULESETS

FOREHAND, MIDDLEHAND, BACKHAND = SEATS = (1, 3, 0)
FOURTH = 2
PLAIN = ("S2", "S3", "S4")
FAMILIE = derive(RULESETS["familie"], "free", spadille_must_bid=False, dealer_must_bid=False)
LOMBER = RULESETS["lomber"]
PASSES = "pass, pass, pass"


def after(ruleset, calls, hands=PLAIN, fourth=FOURTH):
    """The auction after ``calls``, each by the seat whose turn it is."""
    dealt = {
        seat: mask_of(CARDS[name] for name in names.split())
        for seat, names in zip(SEATS, hands, strict=True)
    }
    auction = open_auction(ruleset, SEATS, fourth, dealt)
    for call in filter(None, calls.split(", ")):
        assert auction.turn is not None, call
        auction = auction.call(auction.turn, call)
    return auction


def refusal(auction, seat, call):
    with pytest.raises(BreachError) as caught:
        auction.call(seat, call)
    assert caught.value.seat == seat
    assert str(caught.value).endswith(".")
    return caught.value.breach


# --- the frame ------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.id)
def test_a_call_out_of_turn(ruleset):
    auction = after(ruleset, "")
    assert refusal(auction, MIDDLEHAND, "solo") is Breach.OUT_OF_TURN
    assert refusal(auction, FOURTH, "nonsense") is Breach.OUT_OF_TURN


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.id)
def test_a_call_after_the_end(ruleset):
    auction = after(ruleset, "solo, pass, pass")
    assert (auction.turn, auction.legal()) == (None, ())
    assert auction.finish() == Won(FOREHAND, Contract.SOLO)
    assert refusal(auction, BACKHAND, "pass") is Breach.AUCTION_OVER


def test_an_auction_that_is_not_over():
    with pytest.raises(BreachError, match="seat 3 has still to call") as caught:
        after(RULESETS["dlu"], "spil").finish()
    assert (caught.value.breach, caught.value.seat) == (Breach.AUCTION_UNFINISHED, MIDDLEHAND)


@pytest.mark.parametrize("slug", ("dlu", "klub", "hoem", "lomber"))
def test_all_may_pass(slug):
    auction = after(RULESETS[slug], PASSES)
    assert (auction.turn, auction.legal(), auction.finish()) == (None, (), None)


# --- after three passes ---------------------------------------------------------------------


def test_kaske_is_asked_of_each_in_turn():
    rules = derive(FAMILIE, "club", kaske=True)
    assert after(rules, PASSES).legal() == ("pass", "kaske")
    for passes, seat in enumerate(SEATS):
        auction = after(rules, ", ".join(["pass"] * (3 + passes)))
        assert auction.turn == seat
        assert auction.call(seat, "kaske").finish() == Won(seat, Contract.KASKE)
    assert after(rules, f"{PASSES}, {PASSES}").finish() is None


def test_kaske_is_unfinished_without_its_calls():
    with pytest.raises(BreachError) as caught:
        after(derive(FAMILIE, "club", kaske=True), PASSES).finish()
    assert caught.value.breach is Breach.AUCTION_UNFINISHED


def test_kaske_is_forehands_alone_in_lomber():
    rules = derive(LOMBER, "club", kaske=True)
    assert after(rules, f"{PASSES}, kaske").finish() == Won(FOREHAND, Contract.KASKE)
    assert after(rules, f"{PASSES}, pass").finish() is None


def test_spadille_must_take_kaske():
    rules = derive(LOMBER, "club", kaske=True, mort=True, spadille_must_kaske=True)
    auction = after(rules, PASSES, ("S2", "SA", "S4"))
    assert (auction.turn, auction.legal()) == (MIDDLEHAND, ("kaske",))
    assert refusal(auction, MIDDLEHAND, "pass") is Breach.MUST_BID
    assert auction.call(MIDDLEHAND, "kaske").finish() == Won(MIDDLEHAND, Contract.KASKE)


def test_with_spadille_in_the_talon_forehand_may_take_kaske():
    rules = derive(LOMBER, "club", kaske=True, spadille_must_kaske=True)
    auction = after(rules, PASSES)
    assert (auction.turn, auction.legal()) == (FOREHAND, ("pass", "kaske"))


def test_mort_is_for_the_fourth():
    rules = derive(LOMBER, "club", mort=True)
    auction = after(rules, PASSES)
    assert (auction.turn, auction.legal()) == (FOURTH, ("pass", "mort"))
    assert auction.call(FOURTH, "mort").finish() == Won(FOURTH, Contract.MORT)
    assert auction.call(FOURTH, "pass").finish() is None
    assert after(rules, PASSES, fourth=None).finish() is None


def test_kaske_comes_before_mort():
    rules = derive(FAMILIE, "club", kaske=True, mort=True)
    assert after(rules, f"{PASSES}, {PASSES}").legal() == ("pass", "mort")
    assert refusal(after(rules, PASSES), FOREHAND, "mort") is Breach.BID_UNKNOWN
    assert refusal(after(rules, PASSES), FOREHAND, "spil") is Breach.BID_UNKNOWN


def test_neither_is_called_in_the_ordinary_auction():
    rules = derive(FAMILIE, "club", kaske=True, mort=True)
    assert refusal(after(rules, ""), FOREHAND, "kaske") is Breach.BID_UNKNOWN
    assert refusal(after(rules, "pass"), MIDDLEHAND, "mort") is Breach.BID_UNKNOWN


# --- what a bid may become ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "bid", "becomes"),
    (
        ("dlu", "spil", "spil bedre_spil tourne koebe_nolo tourne_respekt"),
        ("dlu", "koebe_nolo", "koebe_nolo tourne tourne_respekt"),
        ("dlu", "solo", "solo solo_spar"),
        ("dlu", "ren_nolo", "ren_nolo"),
        ("klub", "spil", "spil bedre_spil tourne koebe_nolo tourne_respekt"),
        ("klub", "bedre_spil", "bedre_spil"),
        ("familie", "spil", "spil bedre_spil tourne koebe_nolo"),
        ("familie", "tourne", "tourne"),
        ("lomber", "spil", "spil bedre_spil tourne koebe_nolo tourne_respekt"),
        ("lomber", "koebe_nolo", "koebe_nolo"),
        ("hoem", "solo", "solo"),
        ("hoem", "tourne", "tourne"),
    ),
)
def test_what_a_bid_may_become(slug, bid, becomes):
    won = Won(FOREHAND, Contract(bid))
    assert " ".join(may_become(RULESETS[slug], won)) == becomes


def test_a_bid_becomes_no_game_that_is_not_played():
    two = tuple(terms for terms in LOMBER.contracts if terms.contract in {"spil", "tourne"})
    rules = derive(LOMBER, "club", contracts=two)
    assert may_become(rules, Won(FOREHAND, Contract.SPIL)) == ("spil", "tourne")
    assert may_become(rules, Won(FOREHAND, Contract.SOLO)) == ("solo",)


# --- random walks ---------------------------------------------------------------------------

CALLS = (
    *Contract, "pass", "self", "take", "give_up", "yes", "no", "", "Pass", "koebe_nolo 0",
    *(f"offer {contract}" for contract in Contract),
    *(f"koebe_nolo {cards}" for cards in range(1, 11)),
    *(f"more {value}" for value in range(-1, 80)),
)  # fmt: skip
WALKED = {
    **RULESETS,
    "dlu, forced": derive(
        RULESETS["dlu"], "a", spadille_must_bid=True, basta_must_bid=True, dealer_must_bid=True
    ),
    "dlu, by cards": derive(
        RULESETS["dlu"], "b", nolo_bid_by_cards=True, spade_solo_above_pure_nolo=True
    ),
    "familie, all": derive(
        FAMILIE, "c", kaske=True, mort=True, grand=True, grandissimo=True, nolo_bid_by_cards=True,
        respekt_on=tuple(Respekt),
    ),
    "lomber, all": derive(
        LOMBER, "d", kaske=True, mort=True, spadille_must_kaske=True,
        spade_solo_above_pure_nolo=True,
    ),
    "hoem, forced": derive(RULESETS["hoem"], "e", dealer_must_bid=True, several_nolo=False),
}  # fmt: skip


def accepted(auction, call):
    try:
        auction.call(auction.turn, call)
    except BreachError:
        return False
    return True


@pytest.mark.parametrize("name", WALKED)
def test_what_is_legal_is_accepted_and_all_else_refused(name):
    chance = Random(name)  # noqa: S311 - a walk that must repeat
    ends = set()
    for _ in range(50):
        deck = sorted(NAMES, key=lambda _: chance.random())
        hands = [" ".join(deck[start : start + 9]) for start in (0, 9, 18)]
        auction = after(WALKED[name], "", hands, fourth=FOURTH)
        calls = 0
        while auction.turn is not None:
            legal = auction.legal()
            assert legal
            assert len(set(legal)) == len(legal)
            assert {call for call in CALLS if accepted(auction, call)} == set(legal)
            quiet = [call for call in legal if not call.startswith("more")]
            auction = auction.call(auction.turn, _pick(chance, quiet, legal))
            calls += 1
        assert calls < 60
        won = auction.finish()
        ends.add(won and won.contract)
        assert won is None or won.declarer in {*SEATS, FOURTH}
    assert len(ends) > 2


def _pick(chance, quiet, legal):
    """Any call, the lower ones oftener, so that auctions last."""
    calls = quiet if quiet and chance.random() < 0.5 else legal
    return calls[int(len(calls) * chance.random() ** 2)]
