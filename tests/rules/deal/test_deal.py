"""A deal stepped through by hand, as a director settles a dispute."""

import pytest

from rules import RULESETS, Said, Suit, Tourne
from rules.cards import CARDS
from rules.deal.exchange import Item
from rules.deal.steps import open_deal
from rules.errors import Breach, BreachError
from rules.result.record import Joined
from tests.rules.deal.whole import HANDS, PLAY, SOLO, SPIL, TALON, changed, outcome


def cards(names):
    return tuple(CARDS[name] for name in names)


def opened(name="dlu", *, pairs=False, players=4):
    hands = {seat: cards(hand) for seat, hand in enumerate(HANDS) if hand is not None}
    return open_deal(
        RULESETS[name], players=players, dealer=0, hands=hands, talon=cards(TALON), pairs=pairs
    )


def bid(deal, *calls):
    for seat, call in calls:
        deal = deal.call(seat, call)
    return deal


def refused(step, *arguments):
    with pytest.raises(BreachError) as caught:
        step(*arguments)
    return caught.value.breach


def test_from_the_first_call_to_the_last_card():
    deal = opened()
    assert deal.turn == 1
    assert {"pass", "spil", "solo"} <= set(deal.legal_calls())
    deal = bid(deal, (1, "solo"), (3, "pass"), (0, "pass"))
    assert deal.turn == 1
    assert deal.legal_calls() == deal.legal_cards() == ()
    deal = deal.choose(Said(contract="solo", trump=Suit.SPADES))
    assert deal.turn == 3
    deal = deal.buy(Item(3)).buy(Item(0)).lead()
    assert deal.turn == 1
    assert set(deal.legal_cards()) == set(HANDS[1] or ())
    assert not deal.is_decided()
    for card in PLAY[0][:1]:
        deal = deal.card(CARDS[card])
    assert deal.legal_cards() == ("CA",)
    for card in [*PLAY[0][1:], *(card for trick in PLAY[1:] for card in trick)]:
        deal = deal.card(CARDS[card])
    assert deal.turn is None
    assert deal.legal_cards() == ()
    assert deal.tricks() == (0, 6, None, 3)
    assert deal.result().game.contract == "solo"


def test_all_passed():
    deal = bid(opened(), (1, "pass"), (3, "pass"), (0, "pass"))
    assert deal.turn is None
    assert refused(deal.choose, Said(contract="solo")) is Breach.MALFORMED
    assert deal.result().game is None


def test_nothing_can_be_done_before_its_time():
    deal = opened()
    assert not deal.is_decided()
    assert refused(deal.lead) is Breach.MALFORMED
    assert refused(deal.buy, Item(3)) is Breach.MALFORMED
    assert refused(deal.card, 0) is Breach.MALFORMED
    assert refused(deal.tricks) is Breach.MALFORMED
    assert refused(deal.choose, Said(contract="solo")) is Breach.AUCTION_UNFINISHED


def test_in_pairs_the_sitter_out_takes_the_partners_cards():
    deal = bid(opened(pairs=True), (1, "solo"), (3, "pass"), (0, "pass"))
    deal = deal.choose(Said(contract="solo", trump=Suit.SPADES))
    assert deal.seats == (1, 2, 0)
    assert deal.hands[2] == opened().hands[3]
    assert 3 not in deal.hands
    record = changed(
        SOLO, pairs=True, exchanges=[{"seat": 2, "discards": []}, {"seat": 0, "discards": []}]
    )
    assert outcome(record)["tricks"] == [0, 5, 0, None]


JOINED = changed(
    SPIL,
    ruleset="familie",
    contract="koebe_nolo",
    trump=None,
    exchanges=[{"seat": 1, "discards": []}],
    joined=[{"seat": 2, "abandoned": True}],
    abandoned=None,
    play=[["H2", "HK", "D3"], ["HQ", "D4", "S2"], ["HJ", "D5", "SK"], ["HA", "D6", "SQ"],
          ["H3", "DJ", "SJ"], ["H4", "DK", "S7"], ["H5", "DQ", "C4"], ["H6", "DA", "D2"],
          ["CA", "D7", "SA"]],
)  # fmt: skip


def test_a_fourth_who_joins_and_gives_up_is_bet():
    assert outcome(JOINED)["declarers"] == [
        {"seat": 1, "outcome": "won", "value": 2},
        {"seat": 2, "outcome": "bet", "value": -2},
    ]


def test_who_is_dealt_cards_joins_only_where_several_may():
    record = changed(JOINED, joined=[{"seat": 3}])
    assert outcome(record) == ("join_not_allowed", "contract", 3)
    assert outcome(changed(JOINED, joined=[{"seat": 1}])) == ("join_not_allowed", "contract", 1)
    assert outcome(changed(JOINED, pairs=True, joined=[{"seat": 2}])) == (
        "join_not_allowed",
        "contract",
        2,
    )
    several = changed(
        record,
        options={"several_nolo": True},
        exchanges=[{"seat": 1, "discards": []}, {"seat": 3, "discards": []}],
    )
    assert [one["outcome"] for one in outcome(several)["declarers"]] == ["won", "kodille"]


def test_with_further_declarers_nobody_throws_the_game_in():
    deal = bid(opened("hoem"), (1, "koebe_nolo"), (3, "koebe_nolo"), (0, "pass"))
    thrown_in = Said(contract="koebe_nolo", joined=(Joined(seat=3),), abandoned=True)
    assert refused(deal.choose, thrown_in) is Breach.ABANDON_NOT_ALLOWED
    assert deal.choose(Said(contract="koebe_nolo")).declarers == (1, 3)


def test_what_is_laid_is_true_to_what_was_said():
    deal = bid(opened("hoem"), (1, "tourne"), (3, "pass"), (0, "more 39"), (1, "no"), (0, "tourne"))
    false = Said(contract="tourne", tourne=Tourne(("D7",), (TALON[0],)))
    assert refused(deal.choose, false) is Breach.TOURNE_INVALID
    true = Said(contract="tourne", tourne=Tourne(("DK",), (TALON[0],)))
    assert deal.choose(true).trump is Suit.HEARTS


def test_cards_go_in_and_out_by_name():
    hands = {seat: hand for seat, hand in enumerate(HANDS) if hand is not None}
    deal = open_deal(RULESETS["dlu"], players=4, dealer=0, hands=hands, talon=TALON)
    assert deal.hands == opened().hands
    deal = bid(deal, (1, "solo"), (3, "pass"), (0, "pass"))
    deal = deal.choose(Said(contract="solo", trump=Suit.SPADES))
    deal = deal.buy(Item.named(3, discards=["CA"])).buy(Item.named(0)).lead()
    assert "H7" in deal.hand(3)
    assert deal.hand(2) == ()
    assert "SA" not in deal.card("SA").hand(1)
    with pytest.raises(ValueError, match="“S8” is not a card"):
        deal.card("S8")
    assert refused(deal.card, "DK") is Breach.CARD_NOT_HELD
    assert repr(deal) == "<Deal under dlu, dealt by seat 0: seat 1 is next>"
    fourth = Item.named(2, takes=["SA"], extra_discard="S2", keeps="S3", hand=["S4"])
    assert fourth == Item(2, takes=(0,), extra_discard=1, keeps=2, hand=(3,))
