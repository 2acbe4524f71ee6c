"""The rule set klub: all of ``docs/rules/klub.md`` but for the auction and the exchange."""

import pytest

from rules import RULESETS, Aim, Outcome, RefusedError, Suit, Trump, dealt_in, read_result, settle
from rules.cards import CARDS, NAMES, cards_of, mask_of, name_of
from rules.deal.play import legal
from rules.deal.steps import open_deal
from rules.deal.trumps import table_of
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
)

KLUB = RULESETS["klub"]
TRUMP_GAMES = ("spil", "bedre_spil", "tourne", "tourne_respekt", "solo", "solo_spar")
NOLOS = ("koebe_nolo", "ren_nolo", "nolo_ouvert")
WITH_EXCHANGE = ("spil", "bedre_spil", "tourne", "koebe_nolo", "tourne_respekt")
AS_DEALT = ("solo", "solo_spar", "ren_nolo", "nolo_ouvert")
WORTH = {
    "spil": 1, "bedre_spil": 1, "tourne": 2, "koebe_nolo": 2, "tourne_respekt": 3,
    "solo": 3, "solo_spar": 4, "ren_nolo": 4, "nolo_ouvert": 6,
}  # fmt: skip
FOREHAND, MIDDLEHAND, BACKHAND = SEATS = (1, 3, 0)


def how(contract="spil", **ending):
    """The outcome and the value of a result at a table of three, declared by seat 0."""
    data = {"players": 3, "dealer": 0, "declarer": 0, "contract": contract} | ending
    (declarer,) = settle(read_result(data, KLUB), KLUB).declarers
    return declarer.outcome, declarer.value


def refused(**data):
    with pytest.raises(RefusedError) as caught:
        read_result({"players": 3, "dealer": 0, "declarer": 0} | data, KLUB)
    return [complaint.code.value for complaint in caught.value.complaints]


def checked(record, **changes):
    """What the check of the record under klub says."""
    return outcome(changed(record, ruleset="klub", **changes))


def table(*deals, **settings):
    """A table of four as it is read, the first dealer in seat 0."""
    frame = {"ruleset": "klub", "players": 4, "accounting": "rasle", "first_dealer": 0}
    return read_table(frame | {"deals": list(deals)} | settings)


def order(contract, suit=None):
    """Which card beats which in a game of klub."""
    terms = KLUB.terms(contract)
    assert terms is not None
    return table_of(terms.trump, suit)


def test_klub_1_1_the_one_opposite_the_dealer_sits_out():
    won = {"contract": "solo", "outcome": "won"}
    for dealer in range(4):
        opposite = (dealer + 2) % 4
        assert set(dealt_in(4, dealer)) == set(range(4)) - {opposite}
        frame = {"players": 4, "dealer": dealer, **won}
        settlement = settle(read_result(frame | {"declarer": dealer}, KLUB), KLUB)
        assert settlement.sitters == (opposite,)
        assert refused(**frame, declarer=opposite) == ["declarer_sits_out"]
    assert KLUB.players == (3, 4)
    assert "players_invalid" in refused(**won, players=5)


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("players", (3, 4))
def test_klub_1_2_forehand_sits_at_the_dealers_right_and_backhand_deals(players, dealer):
    if dealer >= players:
        return
    seats = [(dealer + 1) % players, (dealer - 1) % players, dealer]
    hands = {seat: tuple(range(9 * place, 9 * place + 9)) for place, seat in enumerate(seats)}
    talon = tuple(range(27, 40))
    deal = open_deal(KLUB, players=players, dealer=dealer, hands=hands, talon=talon)
    for seat in seats:
        assert deal.turn == seat
        deal = deal.call(seat, "pass")
    assert deal.turn is None


def test_klub_1_3_forty_cards_nine_each_and_thirteen_left():
    assert checked(PASSED) == {"ok": True, "passed": True}
    assert (len(NAMES), len(TALON)) == (40, 13)
    for more in ("H8", "H9", "H10", "joker"):
        assert checked(PASSED, talon=[more, *TALON[1:]])[:2] == ("malformed", "deal")
    eight = [hand and hand[: 9 - (seat == 0)] for seat, hand in enumerate(HANDS)]
    assert checked(PASSED, hands=eight, talon=[*TALON, "D6"])[:2] == ("cards_invalid", "deal")
    assert checked(PASSED, talon=["D6", *TALON[1:]])[:2] == ("cards_invalid", "deal")


def test_klub_1_4_the_deal_goes_to_the_right():
    won = {"contract": "spil", "outcome": "won"}
    deals = [{"declarer": dealer % 4, **won} for dealer in range(5)]
    assert [one.sitters for one in table(*deals).settlements] == [(2,), (3,), (0,), (1,), (2,)]


def test_klub_3_1_six_trump_games_and_three_nolos():
    aims = {one.contract.value: one.aim for one in KLUB.played}
    expected = dict.fromkeys(TRUMP_GAMES, Aim.TRICKS) | dict.fromkeys(NOLOS, Aim.NO_TRICKS)
    assert aims == expected
    for contract in ("grand", "grandissimo", "kaske", "mort", "koebe_nolo_ouvert"):
        assert refused(contract=contract, outcome="won") == ["contract_unknown"]


@pytest.mark.parametrize("contract", WORTH)
@pytest.mark.parametrize("trump", ("S", "H", "D", "C"))
def test_klub_3_2_which_trump_a_contract_may_have(contract, trump):
    said = {"contract": contract, "trump": trump, "outcome": "won"}
    if contract in NOLOS:
        assert refused(**said) == ["trump_not_allowed"]
    elif contract in {"bedre_spil", "solo_spar"} and trump != "S":
        assert refused(**said) == ["trump_must_be_spades"]
    else:
        assert how(**said) == (Outcome.WON, WORTH[contract])


def test_klub_3_2_how_trump_is_found():
    found = {one.contract.value: one.trump for one in KLUB.contracts}
    assert [c for c in found if found[c] is Trump.NAMED] == ["spil", "solo"]
    assert [c for c in found if found[c] is Trump.TURNED] == ["tourne", "tourne_respekt"]
    assert checked(SPIL, contract="bedre_spil", trump=None)["trump"] == "S"
    assert checked(SOLO, contract="solo_spar", trump=None)["trump"] == "S"
    assert checked(SPIL, trump="H")["trump"] == "H"


@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_klub_3_3_what_a_won_game_is_worth(contract, worth):
    assert how(contract, outcome="won") == (Outcome.WON, worth)


def may(hand, led, trumps):
    """What of ``hand`` may be played to ``led``."""
    mask = mask_of(CARDS[name] for name in hand.split())
    return {name_of(card) for card in cards_of(legal(mask, CARDS[led], trumps))}


def nolo(*tricks):
    """A ren nolo by forehand, who takes the first two tricks."""
    mine, low = ["HK", "HQ", "S2", "S3", "S4", "S5", "CA", "C2", "C3"], ["HA", "H3", "HJ", "H2"]
    rest = [name for name in NAMES if name not in [*mine, *low]]
    hands = [[*low[:2], *rest[:7]], mine, None, [*low[2:], *rest[7:14]]]
    said = {"auction": [[1, "ren_nolo"], [3, "pass"], [0, "pass"]], "contract": "ren_nolo"}
    play = [trick.split() for trick in tricks]
    deal = {"hands": hands, "talon": rest[14:], "trump": None, "exchanges": [], "play": play}
    return checked(SOLO, **said, **deal)


@pytest.mark.parametrize("declarer", SEATS)
def test_klub_8_1_forehand_leads_whoever_declares(declarer):
    calls = [[seat, "solo" if seat == declarer else "pass"] for seat in SEATS]
    others = sorted({*SEATS} - {declarer}, key=lambda seat: (seat - declarer) % 4)
    game = {"auction": calls, "exchanges": [{"seat": seat} for seat in others]}
    assert checked(SOLO, **game, play=PLAY)["tricks"] == [0, 6, None, 3]
    assert checked(SOLO, **game, play=[["HK"]]) == ("card_not_held", "play 1.1", FOREHAND)
    again = checked(SOLO, **game, play=[PLAY[0], ["H3"]])
    assert again == ("card_not_held", "play 2.1", FOREHAND)


def test_klub_8_2_the_suit_led_is_followed_and_who_has_none_is_free():
    clubs = order("solo", Suit.CLUBS)
    assert may("H2 H5 C4 S3", "HK", clubs) == {"H2", "H5"}
    assert may("C4 S3 SA", "HK", clubs) == {"C4", "S3", "SA"}
    wrong = ("must_follow_suit", "play 1.2", MIDDLEHAND)
    assert checked(SOLO, play=[["H2", "CA", "D3"]]) == wrong


def test_klub_8_7_nolo_ouvert_alone_is_played_open():
    assert [one.contract.value for one in KLUB.contracts if one.ouvert] == ["nolo_ouvert"]


def test_klub_8_8_play_stops_when_nothing_can_change():
    assert checked(SOLO, play=PLAY[:5])["outcome"] == "won"
    assert checked(SOLO, play=PLAY[:4]) == ("play_undecided", "play 5.1", FOREHAND)
    assert nolo("HK HJ HA", "HQ H2 H3")["outcome"] == "kodille"
    assert nolo("HK HJ HA") == ("play_undecided", "play 2.1", FOREHAND)
    assert refused(contract="ren_nolo", tricks=[0, 5, 3]) == ["tricks_undecided"]


@pytest.mark.parametrize("contract", TRUMP_GAMES)
@pytest.mark.parametrize("split", ("432", "522", "531", "540", "621", "711", "810", "900"))
def test_klub_9_1_more_than_either_defender_wins(contract, split):
    own, better, other = map(int, split)
    assert how(contract, tricks=[own, better, other])[0] is Outcome.WON
    assert how(contract, tricks=[own, other, better])[0] is Outcome.WON


@pytest.mark.parametrize("contract", TRUMP_GAMES)
@pytest.mark.parametrize("tricks", ([3, 3, 3], [4, 4, 1], [4, 1, 4]))
def test_klub_9_2_as_many_as_the_better_defender_is_bet(contract, tricks):
    assert how(contract, tricks=tricks)[0] is Outcome.BET


@pytest.mark.parametrize("contract", TRUMP_GAMES)
@pytest.mark.parametrize("tricks", ([1, 4, 4], [4, 5, 0], [3, 2, 4], [2, 5, 2], [0, 0, 9]))
def test_klub_9_3_fewer_than_a_defender_is_kruk(contract, tricks):
    assert how(contract, tricks=tricks)[0] is Outcome.KODILLE


@pytest.mark.parametrize("contract", NOLOS)
def test_klub_9_4_no_trick_wins_one_is_bet_and_two_are_kruk(contract):
    ends = [how(contract, tricks=[own, 9 - own, 0])[0] for own in range(10)]
    assert ends == [Outcome.WON, Outcome.BET, *[Outcome.KODILLE] * 8]


@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_klub_10_1_each_opponent_pays_and_is_paid_the_value(contract, worth):
    game = {"declarer": 0, "contract": contract}
    deals = [{**game, "dealer": 0, "outcome": outcome} for outcome in ("won", "bet")]
    won, bet = accounted(table(*deals, players=3))["deals"]
    assert won["changes"] == [2 * worth, -worth, -worth]
    assert bet["changes"] == [-2 * worth, worth, worth]


@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_klub_10_2_kruk_costs_one_more(contract, worth):
    assert how(contract, outcome="bet") == (Outcome.BET, -worth)
    assert how(contract, outcome="kodille") == (Outcome.KODILLE, -worth - 1)


@pytest.mark.parametrize("ending", ("won", "bet", "kodille"))
def test_klub_10_3_who_sits_out_neither_pays_nor_is_paid(ending):
    read = table({"declarer": 1, "contract": "solo", "outcome": ending})
    changes = accounted(read)["deals"][0]["changes"]
    assert [seat for seat, change in enumerate(changes) if change == 0] == [2]


@pytest.mark.parametrize("before", range(1, 7))
def test_klub_11_1_tout_is_announced_before_the_sixth_lead(before):
    assert checked(SOLO, play=PLAY[:7], tout_before_trick=before)["value"] == 2


def test_klub_11_1_not_later_and_not_in_a_nolo():
    late = checked(SOLO, play=PLAY[:7], tout_before_trick=7)
    assert late == ("tout_too_late", "tout", FOREHAND)
    for contract in NOLOS:
        assert refused(contract=contract, outcome="won", tout="made") == ["tout_not_allowed"]


def test_klub_11_2_the_sixth_lead_announces_nothing():
    assert checked(SOLO, play=PLAY[:6])["value"] == 3
    assert checked(SOLO, play=PLAY[:7])["value"] == 3
    assert outcome(changed(SOLO, play=PLAY[:7]))["value"] == 2  # dlu, where the lead says it
    stopped = checked(SOLO, play=PLAY[:6], tout_before_trick=6)
    assert stopped == ("play_undecided", "play 7.1", FOREHAND)


@pytest.mark.parametrize("contract", TRUMP_GAMES)
def test_klub_11_3_a_tout_is_one_point_either_way(contract):
    worth = WORTH[contract]
    assert how(contract, tricks=[9, 0, 0], tout="made") == (Outcome.WON, worth + 1)
    assert how(contract, tricks=[8, 1, 0], tout="failed") == (Outcome.WON, worth - 1)
    assert how(contract, tricks=[9, 0, 0]) == (Outcome.WON, worth)


def test_klub_11_4_the_game_is_settled_beside_it():
    assert how("spil", outcome="won", tout="failed") == (Outcome.WON, 0)
    assert how("spil", outcome="bet", tout="failed") == (Outcome.BET, -2)
    assert how("spil", outcome="kodille", tout="failed") == (Outcome.KODILLE, -3)


@pytest.mark.parametrize("contract", WITH_EXCHANGE)
def test_klub_12_1_what_is_thrown_in_is_bet(contract):
    assert how(contract, abandoned=True) == (Outcome.BET, -WORTH[contract])


@pytest.mark.parametrize("contract", AS_DEALT)
def test_klub_12_2_what_is_played_as_dealt_is_not_thrown_in(contract):
    assert refused(contract=contract, abandoned=True) == ["abandon_not_allowed"]
    thrown = checked(SOLO, play=[], abandoned=True)
    assert thrown == ("abandon_not_allowed", "contract", FOREHAND)


@pytest.mark.parametrize("place", range(3))
def test_klub_12_3_until_his_own_first_card(place):
    declarer = SEATS[place]
    buyers = sorted(SEATS, key=lambda seat: (seat - declarer) % 4)
    items: list[dict[str, object]] = [{"seat": seat} for seat in buyers]
    items[0]["discards"] = (HANDS[declarer] or [])[-1:]
    calls = [[seat, "spil" if seat == declarer else "pass"] for seat in SEATS]
    for cards in range(place + 1):
        play = [PLAY[0][:cards]] if cards else []
        answer = checked(SPIL, auction=calls, exchanges=items, play=play)
        assert (answer["declarer"], answer["outcome"], answer["value"]) == (declarer, "bet", -1)
    late = checked(SPIL, auction=calls, exchanges=items, play=[PLAY[0][: place + 1]])
    assert late == ("abandon_too_late", f"play 1.{place + 1}", declarer)
