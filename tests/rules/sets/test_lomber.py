"""The rule set lomber: ``docs/rules/lomber.md`` but for auction, exchange, play and accounts."""

import pytest

from rules import RULESETS, Aim, Outcome, RefusedError, Suit, dealt_in, read_result, settle
from rules.cards import NAMES, name_of
from rules.deal.steps import open_deal
from rules.deal.trumps import table_of
from rules.ruleset import as_played
from tests.rules.deal.stepping import FOREHAND, SITTER, falls, suited
from tests.rules.deal.whole import HANDS, PASSED, PLAY, SOLO, SPIL, TALON, changed, outcome

LOMBER = RULESETS["lomber"]
TRUMP_GAMES = (
    "spil", "bedre_spil", "tourne", "tourne_respekt", "grandissimo", "solo", "solo_spar",
)  # fmt: skip
NOLOS = ("koebe_nolo", "ren_nolo", "nolo_ouvert")
WORTH = {
    "spil": 1, "bedre_spil": 1, "tourne": 1, "koebe_nolo": 2, "tourne_respekt": 2,
    "grandissimo": 2, "solo": 2, "solo_spar": 3, "ren_nolo": 3, "nolo_ouvert": 6,
}  # fmt: skip
BY_RANK = (*WORTH,)
"""From the lowest (seed 004, Ranking)."""
BLACK = "SC"


def how(contract="spil", *, on=(), **ending):
    """The outcome and the value of a result at a table of three, with the options ``on``."""
    data = {"players": 3, "dealer": 0, "declarer": 0, "contract": contract}
    data |= {"options": dict.fromkeys(on, True)}
    (declarer,) = settle(read_result(data | ending, LOMBER), LOMBER).declarers
    return declarer.outcome, declarer.value


def refused(*, on=(), **data):
    frame = {"players": 3, "dealer": 0, "declarer": 0, "options": dict.fromkeys(on, True)}
    with pytest.raises(RefusedError) as caught:
        read_result(frame | data, LOMBER)
    return [complaint.code.value for complaint in caught.value.complaints]


def mort(*tricks, on=(), **keys):
    """The outcome and the value of a mort of the fourth, whose tricks come first."""
    own, *others = tricks
    data = {"players": 4, "dealer": 0, "declarer": SITTER, "contract": "mort"}
    data |= {
        "tricks": [*others[:2], own, *others[2:]],
        "options": dict.fromkeys(("mort", *on), True),
    }
    (declarer,) = settle(read_result(data | keys, LOMBER), LOMBER).declarers
    return declarer.outcome, declarer.value


def checked(record, **changes):
    """What the check of the record under lomber says."""
    return outcome(changed(record, ruleset="lomber", **changes))


@pytest.mark.parametrize("dealer", range(4))
def test_lomber_1_1_the_one_opposite_the_dealer_sits_out(dealer):
    opposite = (dealer + 2) % 4
    won = {"players": 4, "dealer": dealer, "contract": "solo", "outcome": "won"}
    assert set(dealt_in(4, dealer)) == set(range(4)) - {opposite}
    assert settle(read_result(won | {"declarer": dealer}, LOMBER), LOMBER).sitters == (opposite,)
    assert refused(**won, declarer=opposite) == ["declarer_sits_out"]


@pytest.mark.parametrize(("players", "dealer"), [(n, seat) for n in (3, 4) for seat in range(n)])
def test_lomber_1_2_forehand_middlehand_and_the_dealer(players, dealer):
    seats = [(dealer + 1) % players, (dealer - 1) % players, dealer]
    hands = {seat: tuple(range(9 * place, 9 * place + 9)) for place, seat in enumerate(seats)}
    talon = tuple(range(27, 40))
    deal = open_deal(LOMBER, players=players, dealer=dealer, hands=hands, talon=talon)
    for seat in seats:
        assert deal.turn == seat
        deal = deal.call(seat, "pass")
    assert deal.turn is None


def test_lomber_1_3_forty_cards_nine_each_and_thirteen_left():
    assert checked(PASSED) == {"ok": True, "passed": True}
    assert (len(NAMES), len(TALON)) == (40, 13)
    for more in ("H8", "H9", "H10"):
        assert checked(PASSED, talon=[more, *TALON[1:]])[:2] == ("malformed", "deal")
    eight = [hand and hand[: 9 - (seat == 0)] for seat, hand in enumerate(HANDS)]
    assert checked(PASSED, hands=eight, talon=[*TALON, "D6"])[:2] == ("cards_invalid", "deal")


@pytest.mark.parametrize("suit", Suit)
def test_lomber_2_5_the_black_aces_alone_in_grandissimo(suit):
    game = table_of(next(t.trump for t in LOMBER.contracts if t.contract == "grandissimo"))
    ranks = "K Q J 7 6 5 4 3 2" if suit in BLACK else "K Q J A 2 3 4 5 6 7"
    assert [name_of(card) for card in game.trumps] == ["SA", "CA"]
    assert falls(suited(suit, ranks), game)
    assert falls(["SA", "CA", f"{suit}K"], game)


def test_lomber_3_1_seven_trump_games_and_three_nolos():
    aims = {one.contract.value: one.aim for one in LOMBER.played}
    assert aims == dict.fromkeys(TRUMP_GAMES, Aim.TRICKS) | dict.fromkeys(NOLOS, Aim.NO_TRICKS)


@pytest.mark.parametrize("contract", WORTH)
@pytest.mark.parametrize("trump", ("S", "H", "D", "C"))
def test_lomber_3_2_which_trump_a_contract_may_have(contract, trump):
    said = {"contract": contract, "trump": trump, "outcome": "won"}
    if contract in {*NOLOS, "grandissimo"}:
        assert refused(**said) == ["trump_not_allowed"]
    elif contract in {"bedre_spil", "solo_spar"} and trump != "S":
        assert refused(**said) == ["trump_must_be_spades"]
    else:
        assert how(**said) == (Outcome.WON, WORTH[contract])


@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_lomber_3_3_what_a_game_is_worth(contract, worth):
    assert how(contract, outcome="won") == (Outcome.WON, worth)
    assert how(contract, outcome="bet") == (Outcome.BET, -worth)


@pytest.mark.parametrize("contract", sorted(set(WORTH) - {"koebe_nolo"}))
def test_lomber_3_4_what_a_kodille_costs(contract):
    cost = 8 if contract == "nolo_ouvert" else WORTH[contract] + 1
    assert how(contract, outcome="kodille") == (Outcome.KODILLE, -cost)


def test_lomber_3_5_every_trick_of_a_koebe_nolo_costs():
    values = [how("koebe_nolo", tricks=[own, 9 - own, 0])[1] for own in range(10)]
    assert values == [2, -2, -3, -4, -5, -6, -7, -8, -9, -10]
    assert refused(contract="koebe_nolo", outcome="kodille") == ["tricks_required"]


@pytest.mark.parametrize("contract", TRUMP_GAMES)
@pytest.mark.parametrize("tricks", ([4, 3, 2], [4, 2, 3], [5, 4, 0], [5, 2, 2], [9, 0, 0]))
def test_lomber_8_1_more_than_either_defender_wins(contract, tricks):
    assert how(contract, tricks=tricks) == (Outcome.WON, WORTH[contract])


@pytest.mark.parametrize("contract", TRUMP_GAMES)
@pytest.mark.parametrize("tricks", ([4, 4, 1], [4, 1, 4]))
def test_lomber_8_2_four_against_four_is_bet(contract, tricks):
    assert how(contract, tricks=tricks) == (Outcome.BET, -WORTH[contract])


@pytest.mark.parametrize("contract", TRUMP_GAMES)
@pytest.mark.parametrize(
    "tricks", ([4, 5, 0], [3, 4, 2], [2, 5, 2], [2, 4, 3], [1, 4, 4], [0, 0, 9])
)
def test_lomber_8_3_fewer_than_a_defender_is_kodille(contract, tricks):
    assert how(contract, tricks=tricks) == (Outcome.KODILLE, -WORTH[contract] - 1)


@pytest.mark.parametrize("contract", TRUMP_GAMES)
def test_lomber_8_4_three_each_is_remis(contract):
    assert how(contract, tricks=[3, 3, 3])[0] is Outcome.REMIS


def test_lomber_8_4_but_not_in_a_nolo_or_a_mort():
    for contract in NOLOS:
        assert refused(contract=contract, outcome="remis")[0] == "outcome_not_allowed"
    assert mort(3, 3, 3, 0)[0] is Outcome.BET


@pytest.mark.parametrize("contract", NOLOS)
def test_lomber_8_5_no_trick_wins_one_is_bet_and_more_are_kodille(contract):
    ends = [how(contract, tricks=[own, 9 - own, 0])[0] for own in range(10)]
    assert ends == [Outcome.WON, Outcome.BET, *[Outcome.KODILLE] * 8]


@pytest.mark.parametrize(("contract", "worth"), WORTH.items())
def test_lomber_9_1_any_game_but_koebe_nolo_may_be_thrown_in(contract, worth):
    if contract == "koebe_nolo":
        assert refused(contract=contract, abandoned=True) == ["abandon_not_allowed"]
    else:
        assert how(contract, abandoned=True) == (Outcome.BET, -worth)


def test_lomber_9_2_only_after_the_first_lead_and_before_his_card():
    calls = [[1, "pass"], [3, "spil"], [0, "pass"]]
    buys = [{"seat": 3}, {"seat": 0}, {"seat": 1}]
    record = changed(SPIL, auction=calls, exchanges=buys)
    assert checked(record) == ("abandon_not_allowed", "play 1.1", 3)
    assert checked(record, play=[PLAY[0][:1]])["outcome"] == "bet"
    assert checked(record, play=[PLAY[0][:2]]) == ("abandon_too_late", "play 1.2", 3)


def test_lomber_9_3_a_forehand_declarer_until_he_plays_to_the_second_trick():
    by_forehand = ("abandon_not_allowed", "play 1.1", FOREHAND)
    assert checked(SPIL) == by_forehand
    for play in ([PLAY[0][:1]], [PLAY[0][:2]], PLAY[:1]):
        assert checked(SPIL, play=play)["outcome"] == "bet"
    led = checked(SPIL, play=[PLAY[0], PLAY[1][:1]])
    assert led == ("abandon_too_late", "play 2.1", FOREHAND)
    lost = [["H2", "HK", "D3"], ["HQ", "DJ", "S2"]]
    assert checked(SPIL, play=[lost[0], lost[1][:2]])["outcome"] == "bet"
    assert checked(SPIL, play=lost) == ("abandon_too_late", "play 2.3", FOREHAND)


def test_lomber_10_1_tout_is_said_before_the_sixth_lead():
    for before in range(1, 7):
        assert checked(SOLO, play=PLAY[:7], tout_before_trick=before)["value"] == 1
    assert checked(SOLO, play=PLAY[:7])["value"] == 2
    late = checked(SOLO, play=PLAY[:7], tout_before_trick=7)
    assert late == ("tout_too_late", "tout", FOREHAND)
    fourth = {"players": 4, "declarer": SITTER, "contract": "mort", "outcome": "won"}
    assert refused(on=["mort"], **fourth, tout="made") == ["tout_not_allowed"]
    assert refused(contract="ren_nolo", outcome="won", tout="made") == ["tout_not_allowed"]


@pytest.mark.parametrize("contract", TRUMP_GAMES)
def test_lomber_10_2_a_tout_is_one_point_beside_the_game(contract):
    worth = WORTH[contract]
    assert how(contract, tricks=[9, 0, 0], tout="made") == (Outcome.WON, worth + 1)
    assert how(contract, tricks=[8, 1, 0], tout="failed") == (Outcome.WON, worth - 1)
    assert how(contract, outcome="bet", tout="failed") == (Outcome.BET, -worth - 1)


@pytest.mark.parametrize(
    ("tricks", "expected"),
    (
        ((5, 4, 0, 0), (Outcome.WON, 1)),
        ((4, 3, 1, 1), (Outcome.BET, -1)),
        ((4, 4, 1, 0), (Outcome.BET, -1)),
        ((3, 4, 1, 1), (Outcome.KODILLE, -2)),
    ),
)
def test_lomber_11_3_five_tricks_win_a_mort(tricks, expected):
    assert mort(*tricks) == expected


def test_lomber_11_4_six_if_spadille_was_among_the_thirteen():
    said = {"spadille_in_talon": True}
    assert mort(5, 2, 1, 1, **said) == (Outcome.WON, 1)
    assert mort(5, 2, 1, 1, on=["mort_spadille_needs_six"]) == (Outcome.WON, 1)
    assert mort(5, 2, 1, 1, on=["mort_spadille_needs_six"], **said) == (Outcome.BET, -1)
    assert mort(6, 1, 1, 1, on=["mort_spadille_needs_six"], **said) == (Outcome.WON, 1)


def test_lomber_11_4_no_other_game_needs_six_where_spadille_lies_in_the_talon():
    ruleset = RULESETS["lomber"].changed({"mort": True, "mort_spadille_needs_six": True})
    for terms in ruleset.contracts:
        asked = as_played(ruleset, terms, spadille_in_talon=True).least_tricks
        assert asked == (6 if terms.by_sitter else terms.least_tricks)
