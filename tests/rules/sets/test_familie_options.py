"""The rule set familie: further declarers, kaske, mort and variants, 12 to 14 of its page."""

from functools import partial

import pytest

from rules import Contract, Outcome, Said, Suit, read_result, settle
from rules.cards import CARDS, cards_of, mask_of
from rules.deal.auction import open_auction
from rules.deal.exchange import Item
from rules.errors import Breach
from rules.result.record import Joined
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
    played,
    refusal,
)
from tests.rules.sets.test_familie import FAMILIE, MAY_PASS, how, mort, paid, refused

opened = partial(stepping.opened, rules=FAMILIE.changed(MAY_PASS))
chosen = partial(stepping.chosen, rules=FAMILIE.changed(MAY_PASS))
NOLO = {"players": 4, "dealer": 0, "declarer": 1, "contract": "koebe_nolo"}
FOURTH = {"seat": SITTER}
JOINED = {"joined": (Joined(seat=SITTER),)}
PASSED = "pass, pass, pass"


def ahead(deal):
    """Who is still to buy, in order."""
    return [buyer.seat for buyer in deal.exchange.ahead]


# --- 12. several declarers ------------------------------------------------------------------


def test_familie_12_1_the_fourth_joins_a_koebe_nolo():
    data = NOLO | {"tricks": [4, 0, 2, 3], "joined": [FOURTH]}
    assert len(settle(read_result(data, FAMILIE), FAMILIE).declarers) == 2
    without = NOLO | {"tricks": [4, 0, None, 5]}
    assert len(settle(read_result(without, FAMILIE), FAMILIE).declarers) == 1
    assert "join_not_allowed" in refused(**data, options={"fourth_joins_nolo": False})
    assert "join_not_allowed" in refused(**data | {"joined": [{"seat": 3}]})
    for contract in ("ren_nolo", "nolo_ouvert", "spil"):
        assert "join_not_allowed" in refused(**data | {"contract": contract})


def test_familie_12_2_the_fourth_chooses_nine_of_thirteen():
    deal = chosen("koebe_nolo", {FOREHAND: "SK SQ"}, says=JOINED)
    assert ahead(deal) == [FOREHAND, SITTER]
    deal = deal.buy(Item(FOREHAND, cards("SK SQ")))
    idle = cards_of(deal.exchange.choice)
    assert set(idle) == {*deal.talon[2:], *cards("SK SQ")}
    assert breach(deal.buy, Item(SITTER, hand=idle[:8])) is Breach.EXCHANGE_TOO_FEW
    deal = deal.buy(Item(SITTER, hand=idle[4:])).lead()
    assert (deal.seats, deal.hands[SITTER]) == ((1, 2, 3, 0), mask_of(idle[4:]))
    assert sum(played(deal, 9).tricks()) == 9


def test_familie_12_2_or_gives_up_for_a_bet():
    gave_up = [FOURTH | {"abandoned": True}]
    data = NOLO | {"tricks": [4, 0, None, 5], "joined": gave_up}
    settled = settle(read_result(data, FAMILIE), FAMILIE)
    first, second = settled.declarers
    assert (first.value, second.outcome, second.value) == (2, Outcome.BET, -2)
    assert (settled.sitters, settled.idle) == ((SITTER,), ())  # he did not play, but held cards


def test_familie_12_3_each_declarer_settles_by_his_own_tricks():
    game = {"declarer": 1, "contract": "koebe_nolo", "joined": [FOURTH]}
    both = read_result(NOLO | game | {"tricks": [4, 0, 2, 3]}, FAMILIE)
    first, second = settle(both, FAMILIE).declarers
    assert (first.seat, first.outcome, first.value) == (1, Outcome.WON, 2)
    assert (second.seat, second.outcome, second.value) == (SITTER, Outcome.KODILLE, -3)
    assert paid(game | {"tricks": [4, 0, 2, 3]}) == [1, 9, -11, 1]
    assert refused(**game, players=4, outcome="won") == ["tricks_required"]


def test_familie_12_4_defenders_may_join_too():
    data = NOLO | {"tricks": [8, 0, None, 1], "joined": [{"seat": MIDDLEHAND}]}
    assert refused(**data) == ["join_not_allowed"]
    several = data | {"options": {"several_nolo": True}}
    first, second = settle(read_result(several, FAMILIE), FAMILIE).declarers
    assert (first.value, second.value) == (2, -2)
    says = {"joined": (Joined(seat=MIDDLEHAND),)}
    assert ahead(chosen("koebe_nolo", says=says, several_nolo=True)) == [FOREHAND, MIDDLEHAND]


# --- 13. kaske and mort ---------------------------------------------------------------------


@pytest.mark.parametrize("place", range(3))
def test_familie_13_1_the_first_to_say_kaske_plays(place):
    deal = opened(PASSED + ", pass" * place, kaske=True)
    assert deal.turn == SEATS[place]
    assert deal.legal_calls() == ("pass", "kaske")
    won = deal.call(SEATS[place], "kaske").won
    assert (won.declarer, won.contract) == (SEATS[place], Contract.KASKE)


def test_familie_13_1_or_nobody():
    assert opened(f"{PASSED}, {PASSED}", kaske=True).won is None
    assert opened(PASSED).turn is None
    forced = opened("pass, pass", kaske=True, dealer_must_bid=True)
    assert refusal(forced, "pass") is Breach.MUST_BID


@pytest.mark.parametrize(("keeps", "left"), ((("H2",), 5), ((), 4)))
def test_familie_13_2_kaske_takes_eight_cards_and_one(keeps, left):
    deal = opened(f"{PASSED}, kaske", {FOREHAND: "H2 H3"}, kaske=True)
    assert breach(deal.choose, Said(contract="kaske")) is Breach.TRUMP_MISSING
    deal = deal.choose(Said(contract="kaske", trump=Suit.CLUBS))
    assert (ahead(deal), deal.trump) == ([FOREHAND, MIDDLEHAND, BACKHAND], Suit.CLUBS)
    deal = deal.buy(Item(FOREHAND, keeps=CARDS[keeps[0]] if keeps else None))
    assert deal.hands[FOREHAND] == mask_of((*deal.talon[: 13 - left], *cards(" ".join(keeps))))
    own = cards_of(deal.hands[MIDDLEHAND])
    assert breach(deal.buy, Item(MIDDLEHAND, own[: left + 1])) is Breach.EXCHANGE_TOO_MANY
    assert breach(deal.buy, Item(MIDDLEHAND, own[:left])) is None


@pytest.mark.parametrize("ending", ("won", "bet", "kodille"))
def test_familie_13_2_kaske_is_paid_as_a_spil(ending):
    assert how("kaske", outcome=ending, on=["kaske"]) == how("spil", outcome=ending)
    assert how("kaske", abandoned=True, on=["kaske"]) == (Outcome.BET, -1)


def test_familie_13_3_the_fourth_plays_a_mort_against_three():
    deal = opened(f"{PASSED}, mort", mort=True)
    assert deal.won.declarer == SITTER
    deal = deal.choose(Said(contract="mort", trump=Suit.CLUBS))
    assert (ahead(deal), cards_of(deal.exchange.choice)) == ([SITTER], tuple(sorted(deal.talon)))
    assert breach(deal.buy, Item(SITTER, hand=deal.talon[:8])) is Breach.EXCHANGE_TOO_FEW
    deal = deal.buy(Item(SITTER, hand=deal.talon[:9])).lead()
    assert (deal.hands[SITTER], deal.seats) == (mask_of(deal.talon[:9]), (1, 2, 3, 0))
    assert [mort(*tricks)[1] for tricks in ((5, 2, 2, 0), (4, 4, 1, 0), (3, 4, 1, 1))] == [
        1,
        -1,
        -2,
    ]


def test_familie_13_3_no_mort_at_a_table_of_three():
    auction = open_auction(
        FAMILIE.changed({**MAY_PASS, "mort": True}), (1, 2, 0), None, dict.fromkeys((0, 1, 2), 0)
    )
    for seat in (1, 2, 0):
        auction = auction.call(seat, "pass")
    assert auction.turn is None
    assert refused(on=["mort"], contract="mort", outcome="won") == ["declarer_must_sit_out"]


@pytest.mark.parametrize(
    ("tricks", "expected"),
    (
        ((3, 2, 2, 2), (Outcome.WON, 1)),
        ((4, 3, 1, 1), (Outcome.WON, 1)),
        ((3, 3, 3, 0), (Outcome.BET, -1)),
        ((4, 1, 4, 0), (Outcome.BET, -1)),
        ((2, 2, 2, 3), (Outcome.KODILLE, -2)),
        ((0, 3, 3, 3), (Outcome.KODILLE, -2)),
    ),
)
def test_familie_13_4_a_mort_is_measured_by_the_best_of_three(tricks, expected):
    assert mort(*tricks) == expected


def test_familie_13_4_kaske_comes_before_mort():
    deal = opened(PASSED, kaske=True, mort=True)
    assert [opened(f"{PASSED}{', pass' * n}", kaske=True, mort=True).turn for n in range(4)] == [
        *SEATS, SITTER,
    ]  # fmt: skip
    assert refusal(deal, "mort") is Breach.BID_UNKNOWN


def test_familie_13_5_a_mort_as_nolo():
    ends = [mort(own, 9 - own, 0, 0, nolo=True) for own in range(4)]
    kodille = (Outcome.KODILLE, -2)
    assert ends == [(Outcome.WON, 1), (Outcome.BET, -1), kodille, kodille]
    fourth = {"players": 4, "declarer": SITTER, "contract": "mort", "outcome": "won"}
    assert refused(on=["mort"], **fourth, nolo=True) == ["malformed"]


# --- 14. variants ---------------------------------------------------------------------------


@pytest.mark.parametrize("contract", ("grand", "grandissimo"))
@pytest.mark.parametrize(
    ("tricks", "expected"),
    (
        ([5, 4, 0], (Outcome.WON, 2)),
        ([4, 3, 2], (Outcome.BET, -2)),
        ([4, 4, 1], (Outcome.BET, -2)),
        ([3, 3, 3], (Outcome.BET, -2)),
        ([4, 5, 0], (Outcome.KODILLE, -3)),
        ([3, 4, 2], (Outcome.KODILLE, -3)),
    ),
)
def test_familie_14_1_grand_needs_five_tricks(contract, tricks, expected):
    assert how(contract, tricks=tricks, on=["grand", "grandissimo"]) == expected


def test_familie_14_1_grand_buys_five_and_ranks_above_tourne_respekt():
    deal = chosen("grand", {FOREHAND: "H2 H3 H4 H5 H6"}, grand=True)
    assert breach(deal.buy, Item(FOREHAND, cards("H2 H3 H4 H5"))) is Breach.EXCHANGE_TOO_FEW
    deal = led(deal.buy(Item(FOREHAND, cards("H2 H3 H4 H5 H6"))))
    assert deal.play.table.trumps == cards("SA CA")
    over = opened("tourne_respekt", {FOREHAND: "SA CA"}, grand=True)
    assert refusal(over, "grand") is None
    assert refusal(opened("solo", grand=True), "grand") is Breach.BID_TOO_LOW


def test_familie_14_2_grandissimo_is_grand_without_buying():
    on = {"grand": True, "grandissimo": True}
    deal = chosen("grandissimo", **on)
    assert ahead(deal) == [MIDDLEHAND, BACKHAND]
    assert led(deal).play.table.trumps == cards("SA CA")
    assert refusal(opened("grand", **on), "grandissimo") is None
    assert refusal(opened("solo", **on), "grandissimo") is Breach.BID_TOO_LOW
    assert refused(contract="grandissimo", outcome="won") == ["contract_unknown"]


FEATURES = {
    "red_aces": ("HA DA", "SA HA"), "mixed_aces": ("CA DA", "HA DA"),
    "three_aces": ("SA HA DA", "SA HA"), "seven_of_diamonds": ("D7", "H7"),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "hands"), FEATURES.items())
def test_familie_14_3_a_respekt_on_other_cards(kind, hands):
    def why(hand, *kinds):
        talon = " ".join({"SA", "CA", "HA", "DA", "D7"} - set(hand.split()))
        deal = opened("", {FOREHAND: hand}, talon, respekt_on=list(kinds))
        return refusal(deal, "tourne_respekt")

    enough, short = hands
    assert why(enough) is why(short, kind) is Breach.ACES_NOT_HELD
    assert why(enough, kind) is why("SA CA", kind) is why(enough, *FEATURES) is None
    options = {"respekt_on": [kind]}
    assert how("tourne_respekt", outcome="won", options=options) == (Outcome.WON, 2)


def test_familie_14_4_one_card_more_in_a_koebe_nolo():
    deal = chosen(
        "koebe_nolo", {FOREHAND: "SK SQ"}, says={"extra_card": True}, nolo_extra_card=True
    )
    away = cards("SK SQ")
    assert breach(deal.buy, Item(FOREHAND, away)) is Breach.EXCHANGE_TOO_FEW
    after = deal.buy(Item(FOREHAND, away, extra_discard=deal.talon[0]))
    kept = set(cards_of(deal.hands[FOREHAND])) - set(away)
    assert set(cards_of(after.hands[FOREHAND])) == kept | set(deal.talon[1:3])
    for own in range(4):
        tricks = [own, 9 - own, 0]
        dearer = how("koebe_nolo", tricks=tricks, extra_card=True, on=["nolo_extra_card"])
        assert dearer == how("koebe_nolo", tricks=tricks)
    off = refused(contract="koebe_nolo", outcome="won", extra_card=True)
    assert off == ["extra_card_not_allowed"]


def test_familie_14_5_the_defenders_buy_in_a_koebe_nolo():
    assert ahead(chosen("koebe_nolo")) == [FOREHAND]
    on = {"nolo_defenders_buy": True}
    assert ahead(chosen("koebe_nolo", **on)) == [FOREHAND, MIDDLEHAND, BACKHAND]
    assert ahead(chosen("ren_nolo", **on)) == []


def test_familie_14_6_a_koebe_nolo_is_overbid_by_more_cards():
    on = {"nolo_bid_by_cards": True}
    assert refusal(opened("koebe_nolo"), "koebe_nolo 3") is Breach.BID_UNKNOWN
    assert refusal(opened("koebe_nolo 3", **on), "koebe_nolo 4") is None
    assert refusal(opened("koebe_nolo 3", **on), "koebe_nolo 3") is Breach.BID_TOO_LOW
    assert refusal(opened("koebe_nolo 9", **on), "tourne_respekt") is Breach.ACES_NOT_HELD
    assert refusal(opened("tourne", **on), "koebe_nolo 2") is None
    deal = opened(f"koebe_nolo 3{ALONE}", {FOREHAND: "H2 H3 H4"}, **on)
    deal = deal.choose(Said(contract="koebe_nolo"))
    assert breach(deal.buy, Item(FOREHAND, cards("H2 H3"))) is Breach.EXCHANGE_TOO_FEW
    assert breach(deal.buy, Item(FOREHAND, cards("H2 H3 H4"))) is None


def test_familie_14_7_buying_again_costs_a_bet():
    says = {"bought_again": True}
    assert ahead(chosen("koebe_nolo", says=says, nolo_buy_again=True)) == [FOREHAND, FOREHAND]
    values = [
        how("koebe_nolo", tricks=[own, 9 - own, 0], on=["nolo_buy_again"], **says)[1]
        for own in range(4)
    ]
    assert values == [0, -4, -5, -6]
    assert refused(contract="koebe_nolo", outcome="won", **says) == ["malformed"]
