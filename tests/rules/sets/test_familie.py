"""The rule set familie: ``docs/rules/familie.md`` but for the auction, the exchange, the play."""

import pytest

from rules import RULESETS, Aim, Outcome, RefusedError, Trump, dealt_in, read_result, settle
from rules.cards import NAMES
from rules.deal.steps import open_deal
from scoring.account import read_table
from tests.rules.deal.stepping import FOREHAND, SEATS, SITTER
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

FAMILIE = RULESETS["familie"]
TRUMP_GAMES = ("spil", "bedre_spil", "tourne", "tourne_respekt", "solo", "solo_spar")
NOLOS = ("koebe_nolo", "ren_nolo", "nolo_ouvert")
WORTH = {
    "spil": 1, "bedre_spil": 1, "tourne": 1, "koebe_nolo": 2, "tourne_respekt": 2,
    "solo": 2, "solo_spar": 3, "ren_nolo": 3, "nolo_ouvert": 5,
}  # fmt: skip
KODILLE = {
    "spil": 2, "bedre_spil": 2, "tourne": 2, "tourne_respekt": 3, "solo": 3,
    "solo_spar": 5, "ren_nolo": 5, "nolo_ouvert": 8,
}  # fmt: skip
MAY_PASS = {"spadille_must_bid": False, "dealer_must_bid": False}


def how(contract="spil", *, on=(), options=None, **ending):
    """The outcome and the value of a result at a table of three, with the options ``on``."""
    frame = {"players": 3, "dealer": 0, "declarer": 0, "contract": contract}
    chosen = {"options": dict.fromkeys(on, True) | (options or {})}
    (declarer,) = settle(read_result(frame | chosen | ending, FAMILIE), FAMILIE).declarers
    return declarer.outcome, declarer.value


def refused(*, on=(), **data):
    frame = {"players": 3, "dealer": 0, "declarer": 0, "options": dict.fromkeys(on, True)}
    with pytest.raises(RefusedError) as caught:
        read_result(frame | data, FAMILIE)
    return [complaint.code.value for complaint in caught.value.complaints]


def checked(record, **changes):
    """What the check of the record under familie says."""
    return outcome(changed(record, ruleset="familie", **changes))


def table(*deals, **settings):
    """A table of four as it is read, the first dealer in seat 0."""
    frame = {"ruleset": "familie", "players": 4, "accounting": "rasle", "first_dealer": 0}
    return read_table(frame | {"deals": list(deals)} | settings)


def paid(deal, **settings):
    """What a deal brings each seat of four; seat 0 deals and seat 2 sits out."""
    return accounted(table(deal, **settings))["deals"][0]["changes"]


def mort(*tricks, **keys):
    """The outcome and the value of a mort of the fourth, whose tricks come first."""
    own, *others = tricks
    data = {"players": 4, "dealer": 0, "declarer": SITTER, "contract": "mort"}
    data |= {
        "tricks": [*others[:2], own, *others[2:]],
        "options": {"mort": True, "mort_nolo": True},
    }
    (declarer,) = settle(read_result(data | keys, FAMILIE), FAMILIE).declarers
    return declarer.outcome, declarer.value


# --- 1. who plays and who deals -------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_familie_1_1_the_one_opposite_the_dealer_sits_out(dealer):
    opposite = (dealer + 2) % 4
    won = {"players": 4, "dealer": dealer, "contract": "solo", "outcome": "won"}
    assert set(dealt_in(4, dealer)) == set(range(4)) - {opposite}
    assert settle(read_result(won | {"declarer": dealer}, FAMILIE), FAMILIE).sitters == (opposite,)
    assert refused(**won, declarer=opposite) == ["declarer_sits_out"]
    assert "players_invalid" in refused(**won | {"players": 5}, declarer=dealer)


@pytest.mark.parametrize(("players", "dealer"), [(n, seat) for n in (3, 4) for seat in range(n)])
def test_familie_1_2_forehand_sits_at_the_dealers_right_and_backhand_deals(players, dealer):
    seats = [(dealer + 1) % players, (dealer - 1) % players, dealer]
    hands = {seat: tuple(range(9 * place, 9 * place + 9)) for place, seat in enumerate(seats)}
    rules, talon = FAMILIE.changed(MAY_PASS), tuple(range(27, 40))
    deal = open_deal(rules, players=players, dealer=dealer, hands=hands, talon=talon)
    for seat in seats:
        assert deal.turn == seat
        deal = deal.call(seat, "pass")
    assert deal.turn is None


def test_familie_1_3_forty_cards_nine_each_and_thirteen_left():
    assert checked(PASSED, options=MAY_PASS) == {"ok": True, "passed": True}
    assert (len(NAMES), len(TALON)) == (40, 13)
    for more in ("H8", "H9", "H10"):
        assert checked(PASSED, talon=[more, *TALON[1:]])[:2] == ("malformed", "deal")
    eight = [hand and hand[: 9 - (seat == 0)] for seat, hand in enumerate(HANDS)]
    assert checked(PASSED, hands=eight, talon=[*TALON, "D6"])[:2] == ("cards_invalid", "deal")
    assert checked(PASSED, talon=["D6", *TALON[1:]])[:2] == ("cards_invalid", "deal")


def test_familie_1_4_a_deal_that_all_pass_uses_up_its_turn():
    game = {"contract": "spil", "outcome": "won"}
    deals = [{"passed": True}, game | {"declarer": 1}, {"passed": True}, game | {"declarer": 3}]
    deals.append(game | {"declarer": 0})
    assert [one.sitters for one in table(*deals).settlements] == [(2,), (3,), (0,), (1,), (2,)]


# --- 2. the order of the cards --------------------------------------------------------------


# --- 3. the contracts and what they are worth -----------------------------------------------


def test_familie_3_1_nine_contracts_and_four_by_option():
    aims = {one.contract.value: one.aim for one in FAMILIE.played}
    expected = dict.fromkeys(TRUMP_GAMES, Aim.TRICKS) | dict.fromkeys(NOLOS, Aim.NO_TRICKS)
    assert aims == expected
    for contract in ("grand", "grandissimo", "kaske"):
        assert refused(contract=contract, outcome="won") == ["contract_unknown"]
        assert how(contract, outcome="won", on=[contract])[0] is Outcome.WON
    assert mort(5, 2, 1, 1)[0] is Outcome.WON


@pytest.mark.parametrize("contract", WORTH)
@pytest.mark.parametrize("trump", ("S", "H", "D", "C"))
def test_familie_3_2_which_trump_a_contract_may_have(contract, trump):
    said = {"contract": contract, "trump": trump, "outcome": "won"}
    if contract in NOLOS:
        assert refused(**said) == ["trump_not_allowed"]
    elif contract in {"bedre_spil", "solo_spar"} and trump != "S":
        assert refused(**said) == ["trump_must_be_spades"]
    else:
        assert how(**said) == (Outcome.WON, WORTH[contract])


def test_familie_3_2_the_top_card_decides_in_the_tournes():
    found = {one.contract.value: one.trump for one in FAMILIE.played}
    assert [c for c in found if found[c] is Trump.TURNED] == ["tourne", "tourne_respekt"]
    calls = [[1, "tourne"], [3, "pass"], [0, "pass"]]
    turned = checked(SPIL, auction=calls, contract="tourne", trump=None)
    assert turned["trump"] == TALON[0][0]


@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_familie_3_3_what_a_game_is_worth(contract, worth):
    assert how(contract, outcome="won") == (Outcome.WON, worth)
    assert how(contract, outcome="bet") == (Outcome.BET, -worth)


@pytest.mark.parametrize(("contract", "cost"), KODILLE.items())
def test_familie_3_4_what_a_kodille_costs(contract, cost):
    assert how(contract, outcome="kodille") == (Outcome.KODILLE, -cost)


def test_familie_3_5_every_trick_of_a_koebe_nolo_costs():
    values = [how("koebe_nolo", tricks=[own, 9 - own, 0])[1] for own in range(10)]
    assert values == [2, -2, -3, -4, -5, -6, -7, -8, -9, -10]
    assert refused(contract="koebe_nolo", outcome="kodille") == ["tricks_required"]
    assert refused(contract="koebe_nolo", tricks=[2, 4, 2]) == ["tricks_undecided"]


# --- 8. who won -----------------------------------------------------------------------------


@pytest.mark.parametrize("contract", TRUMP_GAMES)
@pytest.mark.parametrize("split", ("432", "522", "531", "540", "621", "711", "810", "900"))
def test_familie_8_1_more_than_either_defender_wins(contract, split):
    own, better, other = map(int, split)
    assert how(contract, tricks=[own, better, other])[0] is Outcome.WON
    assert how(contract, tricks=[own, other, better])[0] is Outcome.WON


@pytest.mark.parametrize("contract", TRUMP_GAMES)
@pytest.mark.parametrize("tricks", ([3, 3, 3], [4, 4, 1], [4, 1, 4]))
def test_familie_8_2_as_many_as_the_better_defender_is_bet(contract, tricks):
    assert how(contract, tricks=tricks)[0] is Outcome.BET


@pytest.mark.parametrize("contract", TRUMP_GAMES)
@pytest.mark.parametrize("tricks", ([4, 5, 0], [4, 0, 5], [3, 2, 4], [2, 5, 2], [0, 0, 9]))
def test_familie_8_3_fewer_than_a_defender_is_kodille(contract, tricks):
    assert how(contract, tricks=tricks)[0] is Outcome.KODILLE


@pytest.mark.parametrize(("ending", "value"), (("kodille", -2), ("bet", -1), ("won", 1)))
def test_familie_8_4_one_trick_against_four_and_four(ending, value):
    options = {"one_four_four": ending, "grand": True, "grandissimo": True, "mort": True}
    assert how(tricks=[1, 4, 4], options=options) == (Outcome(ending), value)
    assert how(tricks=[1, 5, 3], options=options) == (Outcome.KODILLE, -2)
    for contract in ("grand", "grandissimo"):
        assert how(contract, tricks=[1, 4, 4], options=options) == (Outcome.KODILLE, -3)
    assert mort(1, 4, 4, 0, options=options) == (Outcome.KODILLE, -2)


def test_familie_8_4_is_kodille_unless_said():
    assert how(tricks=[1, 4, 4]) == (Outcome.KODILLE, -2)


@pytest.mark.parametrize("contract", NOLOS)
def test_familie_8_5_no_trick_wins_one_is_bet_and_more_are_kodille(contract):
    ends = [how(contract, tricks=[own, 9 - own, 0])[0] for own in range(10)]
    assert ends == [Outcome.WON, Outcome.BET, *[Outcome.KODILLE] * 8]


# --- 9. what is paid ------------------------------------------------------------------------


@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_familie_9_1_each_of_the_others_pays_or_is_paid(contract, worth):
    game = {"declarer": 0, "contract": contract, "dealer": 0}
    deals = [{**game, "outcome": ending} for ending in ("won", "bet")]
    won, bet = accounted(table(*deals, players=3))["deals"]
    assert won["changes"] == [2 * worth, -worth, -worth]
    assert bet["changes"] == [-2 * worth, worth, worth]


def test_familie_9_2_who_sits_out_pays_unless_the_event_says_otherwise():
    won = {"declarer": 1, "contract": "solo", "outcome": "won"}
    assert paid(won) == [-2, 6, -2, -2]
    assert paid(won | {"outcome": "kodille"}) == [3, -9, 3, 3]
    assert paid(won, sitter_pays=False) == [-2, 4, 0, -2]


# --- 10. tout -------------------------------------------------------------------------------


@pytest.mark.parametrize("before", range(1, 7))
def test_familie_10_1_tout_is_announced_before_the_sixth_lead(before):
    assert checked(SOLO, play=PLAY[:7], tout_before_trick=before)["value"] == 1
    late = checked(SOLO, play=PLAY[:7], tout_before_trick=7)
    assert late == ("tout_too_late", "tout", FOREHAND)


def test_familie_10_1_the_sixth_lead_announces_it_without_a_word():
    assert checked(SOLO, play=PLAY[:5])["value"] == 2
    assert checked(SOLO, play=PLAY[:6])[:2] == ("play_undecided", "play 7.1")
    assert checked(SOLO, play=PLAY[:7])["value"] == 1


@pytest.mark.parametrize("contract", TRUMP_GAMES)
def test_familie_10_2_a_tout_is_one_point_beside_the_game(contract):
    worth = WORTH[contract]
    assert how(contract, tricks=[9, 0, 0], tout="made") == (Outcome.WON, worth + 1)
    assert how(contract, tricks=[8, 1, 0], tout="failed") == (Outcome.WON, worth - 1)
    assert how(contract, outcome="bet", tout="failed") == (Outcome.BET, -worth - 1)
    assert how(contract, tricks=[9, 0, 0]) == (Outcome.WON, worth)


@pytest.mark.parametrize("tout", ("made", "failed"))
def test_familie_10_3_no_tout_in_a_nolo_or_a_mort(tout):
    for contract in NOLOS:
        assert refused(contract=contract, outcome="won", tout=tout) == ["tout_not_allowed"]
    fourth = {"players": 4, "declarer": SITTER, "contract": "mort", "outcome": "won"}
    assert refused(on=["mort"], **fourth, tout=tout) == ["tout_not_allowed"]


@pytest.mark.parametrize("contract", TRUMP_GAMES)
def test_familie_10_4_the_first_five_tricks(contract):
    worth, on = WORTH[contract], ["first_five"]
    made = how(contract, tricks=[6, 2, 1], first_five="made", on=on)
    assert made == (Outcome.WON, worth + 1)
    failed = how(contract, tricks=[6, 2, 1], first_five="failed", on=on)
    assert failed == (Outcome.WON, worth - 1)
    bet = how(contract, tricks=[4, 4, 1], first_five="failed", on=on)
    assert bet == (Outcome.BET, -worth - 1)
    wrong = refused(contract=contract, tricks=[4, 3, 2], first_five="made", on=on)
    assert wrong == ["first_five_contradicts_tricks"]


def test_familie_10_4_not_in_a_nolo_or_a_mort_and_off_unless_said():
    wrong, won = ["first_five_not_allowed"], {"outcome": "won", "first_five": "made"}
    assert refused(contract="spil", **won) == wrong
    for contract in NOLOS:
        assert refused(contract=contract, on=["first_five"], **won) == wrong
    fourth = {"players": 4, "declarer": SITTER, "contract": "mort", "on": ["first_five", "mort"]}
    assert refused(**fourth, **won) == wrong


def test_familie_10_4_the_play_must_bear_it_out():
    options = {"first_five": True}
    assert checked(SOLO, first_five="made", options=options)["value"] == 3
    denied = checked(SOLO, first_five="failed", options=options)
    assert denied[:2] == ("malformed", "deal")


# --- 11. throwing the game in ---------------------------------------------------------------

THROWN_IN = {
    "spil": 1, "bedre_spil": 1, "tourne": 1, "tourne_respekt": 2, "grand": 2, "kaske": 1,
}  # fmt: skip


@pytest.mark.parametrize(("contract", "worth"), THROWN_IN.items())
def test_familie_11_1_what_is_thrown_in_is_bet(contract, worth):
    assert how(contract, abandoned=True, on=["grand", "kaske"]) == (Outcome.BET, -worth)


@pytest.mark.parametrize("contract", ("solo", "solo_spar", "grandissimo", *NOLOS))
def test_familie_11_1_what_must_be_played(contract):
    said = refused(contract=contract, abandoned=True, on=["grandissimo"])
    assert said == ["abandon_not_allowed"]


@pytest.mark.parametrize("place", range(3))
def test_familie_11_2_until_his_own_first_card(place):
    declarer = SEATS[place]
    record = changed(
        SPIL,
        options=MAY_PASS,
        auction=[[seat, "spil" if seat == declarer else "pass"] for seat in SEATS],
        exchanges=[{"seat": seat} for seat in sorted(SEATS, key=lambda s: (s - declarer) % 4)],
    )
    for cards in range(place + 1):
        answer = checked(record, play=[PLAY[0][:cards]] if cards else [])
        assert (answer["declarer"], answer["outcome"], answer["value"]) == (declarer, "bet", -1)
    late = checked(record, play=[PLAY[0][: place + 1]])
    assert late == ("abandon_too_late", f"play 1.{place + 1}", declarer)
