"""The rule set hoem: when play stops, and throwing the game in."""

from itertools import product

import pytest

from rules import Outcome, Said, Suit
from rules.deal.exchange import Item
from rules.errors import Breach
from tests.rules.deal.stepping import (
    BACKHAND,
    FOREHAND,
    MIDDLEHAND,
    SEATS,
    SITTER,
    breach,
    cards,
    played,
)
from tests.rules.deal.whole import HANDS, PLAY, SOLO, changed
from tests.rules.sets.test_hoem import (
    ABANDONED,
    NOLOS,
    TRUMP_GAMES,
    WORTH,
    checked,
    framed,
    how,
    refused,
)
from tests.rules.sets.test_hoem_auction import JOINED, chosen, opened
from tests.rules.sets.test_hoem_play import playing


def end(contract, own, defenders):
    """How a trump game ends, straight from the words of the page (10.1 to 10.4)."""
    most = max(defenders)
    won = own >= 5 if contract == "grand" else own > most or (own, *defenders) == (1, 4, 4)
    return Outcome.WON if won else Outcome.BET if own >= most else Outcome.KODILLE


@pytest.mark.parametrize("contract", TRUMP_GAMES)
def test_hoem_9_8_a_trump_game_stops_when_nothing_can_change(contract):
    splits = [split for split in product(range(10), repeat=3) if sum(split) <= 9]
    for own, right, left in splits:
        ends = {
            end(contract, own + more, (right + a, left + b))
            for more, a, b in splits
            if own + more + right + a + left + b == 9
        }
        tricks = [own, right, left]
        if len(ends) == 1:
            assert how(contract, tricks=tricks)[0] in ends
        else:
            assert refused(**framed(contract, tricks=tricks)) == ["tricks_undecided"]


def test_hoem_9_8_in_a_whole_deal():
    assert checked(SOLO)["outcome"] == "won"
    assert checked(SOLO, play=PLAY[:4]) == ("play_undecided", "play 5.1", FOREHAND)


def tricks_of(deal, *tricks):
    for trick in tricks:
        assert not deal.is_decided()
        for card in cards(trick):
            deal = deal.card(card)
    return deal


TAKERS = {FOREHAND: "HK S3 C2 C3 C4", MIDDLEHAND: "HJ SK H3", BACKHAND: "HQ S5 HA"}


@pytest.mark.parametrize("contract", NOLOS)
def test_hoem_9_9_a_nolo_stops_when_its_declarer_has_a_trick(contract):
    deal = chosen(contract, TAKERS)
    while deal.exchange.turn is not None:
        deal = deal.buy(Item(FOREHAND, cards("C4")))
    deal = tricks_of(deal.lead(), "HK HJ HQ")
    assert [played(deal, n).is_decided() for n in range(9)] == [True] * 9


@pytest.mark.parametrize("contract", ("ren_nolo", "nolo_ouvert"))
def test_hoem_9_9_with_several_when_all_of_them_have(contract):
    deal = chosen(contract, TAKERS, calls=f"{contract}, {contract}, pass").lead()
    assert tricks_of(deal, "HK HJ HQ", "S3 SK S5").is_decided()


@pytest.mark.parametrize("contract", ("ren_nolo", "nolo_ouvert"))
def test_hoem_9_9_the_fourth_too(contract):
    nine = "D2 D3 D4 D5 D6 DJ DQ DA DK"
    hands = TAKERS | {MIDDLEHAND: TAKERS[MIDDLEHAND] + " D7", BACKHAND: TAKERS[BACKHAND] + " C7"}
    calls = f"{contract}, {contract}, pass"
    deal = chosen(contract, hands, nine, calls=calls, joined=JOINED)
    deal = deal.buy(Item(SITTER, hand=cards(nine))).lead()
    deal = tricks_of(deal, "HK D3 HJ HQ", "S3 D4 SK S5", "D7 C7 C2 D2")
    assert deal.is_decided()
    assert [deal.tricks()[seat] for seat in deal.declarers] == [1, 1, 1]


@pytest.mark.parametrize("contract", NOLOS)
def test_hoem_9_9_or_when_it_is_over(contract):
    deal = chosen(contract, {FOREHAND: "C2 C3 C4 C5 C6 S2 S3 S4 S5", MIDDLEHAND: "CK SK"})
    if deal.exchange.turn is not None:
        deal = deal.buy(Item(FOREHAND, cards("C2")))
    deal = deal.lead()
    assert [played(deal, n).is_decided() for n in range(10)] == [False] * 9 + [True]
    assert played(deal, 9).tricks()[FOREHAND] == 0


# --- 11. throwing the game in ---------------------------------------------------------------


@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_hoem_11_1_what_may_be_thrown_in(contract, worth):
    if contract in ABANDONED:
        assert how(contract, abandoned=True) == (Outcome.BET, -worth)
        assert playing(contract, abandoned=True).said.abandoned
    else:
        game = framed(contract, abandoned=True)
        assert refused(**game) == ["abandon_not_allowed"]
        more = {"trump": Suit.SPADES} if contract == "solo" else {}
        choice = Said(**{"contract": contract, "abandoned": True} | more)
        deal = opened(f"{contract}, pass, pass")
        assert breach(deal.choose, choice) is Breach.ABANDON_NOT_ALLOWED


def grand(declarer):
    """A grand that this seat throws in; what each of the others holds is as dealt."""
    calls = {
        FOREHAND: [[1, "grand"], [3, "pass"], [0, "pass"]],
        MIDDLEHAND: [[1, "solo"], [3, "grand"], [0, "pass"]],
        BACKHAND: [[1, "solo"], [3, "pass"], [0, "grand"]],
    }
    hand = HANDS[declarer]
    assert hand is not None
    order = [FOREHAND, MIDDLEHAND, BACKHAND]
    place = order.index(declarer)
    buys = [{"seat": seat} for seat in order[place + 1 :] + order[:place]]
    first = {"seat": declarer, "discards": hand[:5]}
    return changed(
        SOLO, auction=calls[declarer], contract="grand", trump=None, abandoned=True,
        exchanges=[first, *buys], play=[],
    )  # fmt: skip


@pytest.mark.parametrize("declarer", SEATS)
def test_hoem_11_2_before_the_lead(declarer):
    thrown = checked(grand(declarer))
    assert (thrown["declarer"], thrown["outcome"], thrown["value"]) == (declarer, "bet", -18)
    early = checked(grand(declarer), exchanges=[])
    assert early["outcome"] == "bet"


def test_hoem_11_2_or_after_it_and_before_his_own_card():
    by_middlehand, by_backhand = grand(MIDDLEHAND), grand(BACKHAND)
    assert checked(by_middlehand, play=[["SK"]])["outcome"] == "bet"
    assert checked(by_backhand, play=[["SK"]])["outcome"] == "bet"
    late = ("abandon_too_late", "play 1.1", FOREHAND)
    assert checked(grand(FOREHAND), play=[["SK"]]) == late
    late = ("abandon_too_late", "play 1.2", MIDDLEHAND)
    assert checked(by_middlehand, play=[["SK", "H3"]]) == late


def test_hoem_11_2_as_backhand_before_middlehand_plays():
    late = ("abandon_too_late", "play 1.2", BACKHAND)
    assert checked(grand(BACKHAND), play=[["SK", "H3"]]) == late
