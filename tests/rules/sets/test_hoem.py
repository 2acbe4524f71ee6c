"""The rule set hoem: ``docs/rules/hoem.md``, who plays, its cards, its prices."""

from typing import Any

import pytest

from rules import RULESETS, Aim, Outcome, RefusedError, Suit, dealt_in, read_result, settle
from rules.cards import CARDS, NAMES, mask_of, name_of
from rules.deal.steps import open_deal
from rules.deal.trumps import table_of
from scoring.account import read_table
from tests.rules.deal.stepping import FOREHAND, falls, suited
from tests.rules.deal.whole import HANDS, PLAY, SOLO, TALON, accounted, changed, outcome

HOEM = RULESETS["hoem"]
WORTH = {
    "tourne": 2, "koebe_nolo": 15, "solo": 15, "ren_nolo": 16, "solo_spar": 16, "grand": 18,
    "koebe_nolo_ouvert": 25, "nolo_ouvert": 50,
}  # fmt: skip
"""Pinde (seed 003, 6); the tourné is one to spadille alone."""
TRUMP_GAMES = ("tourne", "solo", "solo_spar", "grand")
EVEN_GAMES = ("tourne", "solo", "solo_spar")
NOLOS = ("koebe_nolo", "ren_nolo", "koebe_nolo_ouvert", "nolo_ouvert")
ABANDONED = ("tourne", "grand", "koebe_nolo", "koebe_nolo_ouvert")
BLACK = "SC"
NORD, VEST, SYD, OEST = range(4)


def shown(laid="SA", turned="C5"):
    """The key ``tourne`` of a record."""
    return {"laid": laid.split(), "turned": turned.split()}


def framed(contract, **keys):
    """A game of seat 0, who deals to three."""
    cards = {"tourne": shown()} if contract == "tourne" else {}
    return {"players": 3, "dealer": 0, "declarer": 0, "contract": contract} | cards | keys


def settled(**data):
    return settle(read_result(data, HOEM), HOEM)


def how(contract, **keys):
    """The outcome and the value of a game without further declarers."""
    (declarer,) = settled(**framed(contract, **keys)).declarers
    return declarer.outcome, declarer.value


def refused(**data):
    with pytest.raises(RefusedError) as caught:
        read_result(data, HOEM)
    return [complaint.code.value for complaint in caught.value.complaints]


def checked(record, **changes):
    """What the check of the record under hoem says."""
    return outcome(changed(record, ruleset="hoem", **changes))


def table_account(deals, players=4, **settings):
    """What ``python -m scoring account`` answers; as rasle unless the settings say otherwise."""
    frame = {"ruleset": "hoem", "players": players, "accounting": "rasle", "first_dealer": 0}
    return accounted(read_table(frame | {"deals": [*deals]} | settings))


def paid(deal, players=4):
    """What a deal brings each seat under rasle; seat 0 deals."""
    return table_account([deal], players)["deals"][0]["changes"]


# --- 1. who plays and who deals -------------------------------------------------------------


@pytest.mark.parametrize("players", (3, 4, 5))
def test_hoem_1_1_three_play_of_three_to_five(players):
    for dealer in range(players):
        assert len(dealt_in(players, dealer)) == 3
        sitters = settled(players=players, dealer=dealer, passed=True).sitters
        assert len(sitters) == players - 3
    assert refused(players=2, dealer=0, passed=True) == ["players_invalid"]
    assert refused(players=6, dealer=0, passed=True) == ["players_invalid"]


@pytest.mark.parametrize("dealer", range(4))
def test_hoem_1_1_the_one_opposite_the_dealer_sits_out(dealer):
    opposite = (dealer + 2) % 4
    won = {"players": 4, "dealer": dealer, "contract": "solo", "outcome": "won"}
    assert settled(**won, declarer=dealer).sitters == (opposite,)
    assert refused(**won, declarer=opposite) == ["declarer_sits_out"]


def in_turn(players, dealer):
    """The seats in the order in which they speak."""
    seats = dealt_in(players, dealer)
    pack = [CARDS[name] for name in NAMES if name not in {"SA", "CA"}]
    hands = {seat: tuple(pack[9 * place : 9 * place + 9]) for place, seat in enumerate(seats)}
    talon = (*pack[27:], CARDS["SA"], CARDS["CA"])
    deal = open_deal(HOEM, players=players, dealer=dealer, hands=hands, talon=talon)
    order = []
    while deal.turn is not None:
        order.append(deal.turn)
        deal = deal.call(deal.turn, "pass")
    return order


@pytest.mark.parametrize("dealer", range(5))
def test_hoem_1_2_of_five_the_second_and_the_third_sit_out(dealer):
    sitters = settled(players=5, dealer=dealer, passed=True).sitters
    assert set(sitters) == {(dealer + 2) % 5, (dealer + 3) % 5}
    forehand, middlehand, backhand = in_turn(5, dealer)
    assert (forehand, middlehand, backhand) == ((dealer + 1) % 5, (dealer + 4) % 5, dealer)


@pytest.mark.parametrize(("players", "dealer"), [(n, seat) for n in (3, 4) for seat in range(n)])
def test_hoem_1_3_forehand_middlehand_and_the_dealer(players, dealer):
    assert in_turn(players, dealer) == [(dealer + 1) % players, (dealer - 1) % players, dealer]


def test_hoem_1_3_the_turn_to_deal_goes_the_same_way():
    frame = {"ruleset": "hoem", "players": 4, "accounting": "rasle", "first_dealer": SYD}
    table = read_table(frame | {"deals": [{"passed": True}] * 2})
    assert [one.sitters for one in table.settlements] == [(NORD,), (VEST,)]
    assert in_turn(4, OEST)[-1] == OEST
    assert VEST not in in_turn(4, OEST)


ACES_LEFT: dict[str, Any] = {
    "ruleset": "hoem",
    "players": 4,
    "dealer": 0,
    "hands": [
        ["S6" if c == "SA" else "CK" if c == "CA" else c for c in h] if h else None for h in HANDS
    ],
    "talon": ["SA" if card == "S6" else "CA" if card == "CK" else card for card in TALON],
    "auction": [[1, "pass"], [3, "pass"], [0, "pass"]],
}
"""A deal whose black aces lie in the talon, so that all may pass."""


def test_hoem_1_4_forty_cards_nine_each_and_thirteen_left():
    assert checked(ACES_LEFT) == {"ok": True, "passed": True}
    assert (len(NAMES), len(TALON)) == (40, 13)
    for more in ("H8", "H9", "H10"):
        assert checked(ACES_LEFT, talon=[more, *TALON[1:]])[:2] == ("malformed", "deal")
    eight = [hand and hand[: 9 - (seat == 0)] for seat, hand in enumerate(ACES_LEFT["hands"])]
    wrong = checked(ACES_LEFT, hands=eight, talon=[*ACES_LEFT["talon"], "D6"])
    assert wrong[:2] == ("cards_invalid", "deal")


@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_hoem_1_5_a_wrong_number_of_cards_is_entered_as_bet_or_won(contract, worth):
    assert how(contract, outcome="bet") == (Outcome.BET, -worth)
    assert how(contract, outcome="won") == (Outcome.WON, worth)
    assert refused(**framed(contract, outcome="won", foul=True)) == ["malformed"]


# --- 2. the order of the cards --------------------------------------------------------------


def side_order(suit, *, nolo=False):
    if suit in BLACK:
        return suited(suit, "K Q J 7 6 5 4 3 2 A" if nolo else "K Q J 7 6 5 4 3 2")
    return suited(suit, "K Q J A 2 3 4 5 6 7")


@pytest.mark.parametrize("suit", Suit)
def test_hoem_2_5_the_black_aces_alone_in_grand(suit):
    grand = HOEM.terms("grand")
    assert grand is not None
    game = table_of(grand.trump)
    assert [name_of(card) for card in game.trumps] == ["SA", "CA"]
    assert falls(side_order(suit), game)
    assert falls(["SA", "CA", f"{suit}K"], game)
    assert game.suit[CARDS[f"{suit}K"]] == mask_of(CARDS[name] for name in side_order(suit))


# --- 3. the contracts and their pinde -------------------------------------------------------


def test_hoem_3_1_four_trump_games_and_four_nolos():
    aims = {one.contract.value: one.aim for one in HOEM.played}
    assert aims == dict.fromkeys(TRUMP_GAMES, Aim.TRICKS) | dict.fromkeys(NOLOS, Aim.NO_TRICKS)
    for contract in ("spil", "bedre_spil", "tourne_respekt"):
        assert refused(**framed(contract, outcome="won")) == ["contract_unknown"]


@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_hoem_3_2_what_a_game_is_worth(contract, worth):
    assert how(contract, outcome="won") == (Outcome.WON, worth)
    assert how(contract, outcome="bet") == (Outcome.BET, -worth)


@pytest.mark.parametrize(
    ("contract", "laid", "cost"),
    (
        ("tourne", "SA", 2 + 5), ("tourne", "D7", 10 + 5), ("tourne", "HJ", 30 + 5),
        ("tourne", "DK", 40), ("solo", "", 15 + 5), ("solo_spar", "", 16 + 5), ("grand", "", 18),
    ),
)  # fmt: skip
def test_hoem_3_3_what_a_kruk_costs(contract, laid, cost):
    cards = {"tourne": shown(laid)} if laid else {}
    assert how(contract, outcome="kodille", **cards) == (Outcome.KODILLE, -cost)


@pytest.mark.parametrize("contract", NOLOS)
def test_hoem_3_4_a_nolo_is_never_kruk(contract):
    ends = [how(contract, tricks=[own, 9 - own, 0]) for own in range(10)]
    worth = WORTH[contract]
    assert ends == [(Outcome.WON, worth), *[(Outcome.BET, -worth)] * 9]
    assert refused(**framed(contract, outcome="kodille")) == ["outcome_not_allowed"]


def test_hoem_3_5_solo_names_its_trump_and_solo_kuloer_is_spades():
    for trump in Suit:
        assert checked(SOLO, trump=trump.value, play=[[]])[0] == "play_undecided"
        spades = {"trump": trump.value, "outcome": "won"}
        if trump is not Suit.SPADES:
            assert refused(**framed("solo_spar", **spades)) == ["trump_must_be_spades"]
    assert checked(SOLO, trump=None) == ("trump_missing", "contract", FOREHAND)
    named = {"auction": [[1, "solo_spar"], [3, "pass"], [0, "pass"]], "contract": "solo_spar"}
    assert checked(SOLO, **named, trump=None)["trump"] == "S"
    assert checked(SOLO, **named, trump="H")[0] == "trump_must_be_spades"


@pytest.mark.parametrize("contract", WORTH)
def test_hoem_3_6_there_is_no_tout(contract):
    assert refused(**framed(contract, outcome="won", tout="made")) == ["tout_not_allowed"]


def test_hoem_3_6_nor_is_one_announced_by_a_lead():
    assert checked(SOLO)["value"] == checked(SOLO, play=PLAY[:7])["value"] == 15
    for before in range(1, 7):
        said = checked(SOLO, play=PLAY[:7], tout_before_trick=before)
        assert said == ("tout_not_allowed", "tout", FOREHAND)


# --- 10. won, bet and kruk ------------------------------------------------------------------


@pytest.mark.parametrize("contract", EVEN_GAMES)
@pytest.mark.parametrize("tricks", ([9, 0, 0], [5, 4, 0], [5, 2, 2], [4, 3, 2], [4, 2, 3]))
def test_hoem_10_1_more_than_either_defender_wins(contract, tricks):
    assert how(contract, tricks=tricks) == (Outcome.WON, WORTH[contract])


@pytest.mark.parametrize("contract", EVEN_GAMES)
def test_hoem_10_2_one_against_four_and_four_wins(contract):
    assert how(contract, tricks=[1, 4, 4]) == (Outcome.WON, WORTH[contract])


@pytest.mark.parametrize("contract", EVEN_GAMES)
def test_hoem_10_3_bet_and_kruk(contract):
    for tricks in ([4, 4, 1], [4, 1, 4], [3, 3, 3]):
        assert how(contract, tricks=tricks) == (Outcome.BET, -WORTH[contract])
    for tricks in ([4, 5, 0], [3, 4, 2], [2, 4, 3], [2, 1, 6], [1, 5, 3], [0, 4, 5], [0, 9, 0]):
        assert how(contract, tricks=tricks) == (Outcome.KODILLE, -WORTH[contract] - 5)
    assert refused(**framed(contract, outcome="remis")) == ["outcome_not_allowed"]


def test_hoem_10_4_grand_asks_for_five():
    for tricks in ([5, 4, 0], [5, 2, 2], [9, 0, 0]):
        assert how("grand", tricks=tricks) == (Outcome.WON, 18)
    for tricks in ([4, 3, 2], [4, 4, 1], [3, 3, 3]):
        assert how("grand", tricks=tricks) == (Outcome.BET, -18)
    for tricks in ([4, 5, 0], [3, 4, 2], [1, 4, 4], [0, 9, 0]):
        assert how("grand", tricks=tricks) == (Outcome.KODILLE, -18)
