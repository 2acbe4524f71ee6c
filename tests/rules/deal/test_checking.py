"""A recorded deal: the first thing against the rules with its place, or what it comes to."""

from random import Random

import pytest

from rules import RULESETS
from rules.deal.checking import check
from rules.deal.simulate import simulate
from rules.errors import Breach
from tests.rules.deal.whole import PASSED, PLAY, SOLO, SPIL, changed, outcome

WON = {
    "ok": True, "declarer": 1, "contract": "solo", "trump": "S", "tricks": [0, 5, None, 0],
    "outcome": "won", "value": 3,
}  # fmt: skip
THROWN_IN = {
    "ok": True, "declarer": 1, "contract": "spil", "trump": "S", "tricks": None,
    "outcome": "bet", "value": -1,
}  # fmt: skip


def test_what_a_deal_comes_to():
    assert outcome(SOLO) == WON
    assert outcome(changed(SOLO, play=[*PLAY[:5], []])) == WON
    assert outcome(PASSED) == {"ok": True, "passed": True}
    assert outcome(changed(SPIL, play=[])) == THROWN_IN
    assert outcome(changed(SPIL, exchanges=[])) == THROWN_IN


def test_a_tout_is_said_or_led():
    assert outcome(changed(SOLO, tout_before_trick=6)) == ("play_undecided", "play 6.1", 1)
    lost = changed(SOLO, play=PLAY)
    assert outcome(lost)["value"] == 3 - 1  # led to the sixth
    assert outcome(changed(lost, tout_before_trick=1))["value"] == 3 - 1
    assert outcome(changed(SOLO, play=[*PLAY[:5], PLAY[5][:2]])) == (
        "play_undecided",
        "play 6.3",
        0,
    )
    lomber = changed(lost, ruleset="lomber")
    assert outcome(lomber)["value"] == 2  # there it must be said


def test_the_first_five_are_as_said():
    familie = changed(SOLO, ruleset="familie", options={"first_five": True}, first_five="made")
    assert outcome(familie)["value"] == 2 + 1
    assert outcome(changed(familie, first_five="failed")) == ("malformed", "deal", None)


BROKEN = [
    (SOLO, {"dealer": "0"}, ("malformed", "deal", None)),
    (SOLO, {"trump": "X"}, ("malformed", "deal", None)),
    (SOLO, {"talon": SOLO["talon"][1:]}, ("cards_invalid", "deal", None)),
    (SOLO, {"contract": None}, ("malformed", "deal", None)),
    (
        SOLO,
        {"contract": None, "trump": None, "exchanges": None, "play": None},
        ("malformed", "deal", None),
    ),
    (PASSED, {"contract": "solo"}, ("malformed", "deal", None)),
    (SOLO, {"play": [["SA", "CA", "D3", "D4"]]}, ("malformed", "deal", None)),
    (SOLO, {"auction": [[3, "solo"]]}, ("out_of_turn", "auction 1", 3)),
    (SOLO, {"auction": [[1, "whist"]]}, ("bid_unknown", "auction 1", 1)),
    (SOLO, {"auction": [[1, "self"]]}, ("self_not_allowed", "auction 1", 1)),
    (SOLO, {"auction": [[1, "solo_spar"]]}, ("bid_not_lowest", "auction 1", 1)),
    (SOLO, {"auction": [[1, "solo"], [3, "spil"]]}, ("bid_too_low", "auction 2", 3)),
    (SOLO, {"auction": SOLO["auction"][:2]}, ("auction_unfinished", "auction 3", 0)),
    (SOLO, {"auction": [*SOLO["auction"], [1, "pass"]]}, ("auction_over", "auction 4", 1)),
    (
        PASSED,
        {"options": {"spadille_must_bid": True}},
        ("must_bid", "auction 1", 1),
    ),
    (SOLO, {"contract": "spil"}, ("contract_not_allowed", "contract", 1)),
    (SOLO, {"contract": "whist"}, ("contract_not_allowed", "contract", 1)),
    (SOLO, {"trump": None}, ("trump_missing", "contract", 1)),
    (SOLO, {"contract": "solo_spar", "trump": "H"}, ("trump_must_be_spades", "contract", 1)),
    (SPIL, {"contract": "tourne"}, ("trump_not_turned", "contract", 1)),
    (SPIL, {"contract": "tourne_respekt", "trump": None}, ("aces_not_held", "contract", 1)),
    (SOLO, {"joined": [{"seat": 2}]}, ("join_not_allowed", "contract", 2)),
    (SOLO, {"abandoned": True}, ("abandon_not_allowed", "contract", 1)),
    (SOLO, {"exchanges": []}, ("exchange_too_few", "exchange 1", 3)),
    (SOLO, {"exchanges": [{"seat": 1}]}, ("exchange_not_allowed", "exchange 1", 1)),
    (SOLO, {"exchanges": [{"seat": 0}]}, ("out_of_turn", "exchange 1", 0)),
    (SPIL, {"exchanges": [{"seat": 1}]}, ("exchange_too_few", "exchange 1", 1)),
    (SPIL, {"exchanges": [{"seat": 1, "discards": ["H6"]}]}, ("card_not_held", "exchange 1", 1)),
    (
        SPIL,
        {
            "exchanges": [
                {"seat": 1, "discards": SPIL["hands"][1]},
                {"seat": 3, "discards": SPIL["hands"][3][:5]},
            ]
        },
        ("exchange_too_many", "exchange 2", 3),
    ),
    (SOLO, {"play": [["H6"]]}, ("card_not_held", "play 1.1", 1)),
    (SOLO, {"play": [["SA", "H3"]]}, ("must_follow_suit", "play 1.2", 3)),
    (SOLO, {"play": [["SA", "CA"], PLAY[1]]}, ("play_undecided", "play 1.3", 0)),
    (SOLO, {"play": [[], PLAY[0]]}, ("play_undecided", "play 1.1", 1)),
    (SOLO, {"play": PLAY[:3]}, ("play_undecided", "play 4.1", 1)),
    (SOLO, {"play": [*PLAY, PLAY[0]]}, ("play_after_end", "play 10.1", None)),
    (SOLO, {"tout_before_trick": 0}, ("tout_too_late", "tout", 1)),
    (SOLO, {"tout_before_trick": 7}, ("tout_too_late", "tout", 1)),
    (
        SOLO,
        {"contract": "solo", "play": PLAY, "tout_before_trick": 7},
        ("tout_too_late", "tout", 1),
    ),
    (SPIL, {"tout_before_trick": 1, "play": [[]]}, ("tout_not_allowed", "tout", 1)),
    (SPIL, {"tout_before_trick": 3}, ("tout_not_allowed", "tout", 1)),
    (SPIL, {"tout_before_trick": 3, "exchanges": []}, ("tout_not_allowed", "tout", 1)),
    (SPIL, {"play": [["SA"]]}, ("abandon_too_late", "play 1.1", 1)),
    (SPIL, {"play": [["SA"]], "exchanges": []}, ("play_after_end", "play 1.1", None)),
    (SPIL, {"ruleset": "lomber"}, ("abandon_not_allowed", "play 1.1", 1)),
    (SPIL, {"ruleset": "lomber", "exchanges": []}, ("abandon_not_allowed", "play 1.1", 1)),
]


@pytest.mark.parametrize(("record", "changes", "expected"), BROKEN)
def test_the_first_thing_against_the_rules_is_named(record, changes, expected):
    assert outcome(changed(record, **changes)) == expected


def test_a_tout_after_a_lost_trick_is_none():
    record = changed(SOLO, play=[["C4", "HK", "D3"], *PLAY[:1]])
    assert outcome(changed(record, play=[["H2", "HK", "D3"]], tout_before_trick=2)) == (
        "tout_not_allowed", "tout", 1,
    )  # fmt: skip


def test_a_tout_named_for_a_trick_that_was_never_led_is_judged_too():
    nolo = changed(
        SOLO,
        auction=[[1, "pass"], [3, "ren_nolo"], [0, "pass"]],
        contract="ren_nolo",
        trump=None,
        exchanges=[],
        play=[["C4", "CA", "D3"], ["H2", "HK", "D4"], ["HQ", "D5", "S2"]],
    )
    assert outcome(nolo)["outcome"] == "kodille"
    assert outcome(changed(nolo, tout_before_trick=6)) == ("tout_not_allowed", "tout", 3)


HOEM = changed(
    SOLO,
    ruleset="hoem",
    auction=[[1, "tourne"], [3, "pass"], [0, "pass"]],
    contract="tourne",
    trump=None,
    tourne={"laid": ["SA"], "turned": ["H7", "S6"]},
    exchanges=[{"seat": 1, "discards": ["H2", "C4"], "takes": ["H7"]}, {"seat": 3}, {"seat": 0}],
    abandoned=True,
    play=[],
)
BACKHAND = changed(
    HOEM,
    auction=[[1, "tourne"], [3, "pass"], [0, "more 2"], [1, "no"], [0, "tourne"]],
    tourne={"laid": ["DK"], "turned": ["H7"]},
    exchanges=[{"seat": 0}, {"seat": 1}, {"seat": 3}],
)


def test_a_tourne_is_priced_by_its_cards():
    assert outcome(HOEM)["value"] == -17
    assert outcome(HOEM)["trump"] == "S"
    assert outcome(BACKHAND)["value"] == -40


@pytest.mark.parametrize(
    ("record", "changes", "expected"),
    (
        (HOEM, {"tourne": {"laid": ["CA"], "turned": ["H7"]}}, ("tourne_invalid", "contract", 1)),
        (HOEM, {"tourne": {"laid": ["SA"], "turned": ["S6"]}}, ("tourne_invalid", "contract", 1)),
        (
            HOEM,
            {"tourne": {"laid": ["SA"], "turned": ["H7", "S6", "S5"]}},
            ("tourne_invalid", "contract", 1),
        ),
        (HOEM, {"tourne": None}, ("tourne_invalid", "contract", 1)),
        (HOEM, {"trump": "H"}, ("trump_not_turned", "contract", 1)),
        (
            BACKHAND,
            {"auction": [[1, "tourne"], [3, "pass"], [0, "more 40"], [1, "no"], [0, "tourne"]]},
            ("bid_too_low", "auction 5", 0),
        ),
        (BACKHAND, {"tourne": {"laid": ["D7"], "turned": ["H7"]}}, None),
        (BACKHAND, {"play": [["SA"], []]}, None),
        (BACKHAND, {"play": [["SA", "CA"]]}, ("abandon_too_late", "play 1.2", 0)),
    ),
)
def test_what_only_hoem_knows(record, changes, expected):
    got = outcome(changed(record, **changes))
    assert got == expected if expected else isinstance(got, dict)


def test_every_breach_is_the_answer_to_something():
    named = {expected[0] for _, _, expected in BROKEN} | {"tourne_invalid"}
    assert named == {breach.value for breach in Breach}


OPTIONS: dict[str, dict[str, object]] = {
    "familie": {
        "grand": True, "grandissimo": True, "kaske": True, "mort": True, "mort_nolo": True,
        "several_nolo": True, "nolo_extra_card": True, "nolo_buy_again": True,
        "nolo_bid_by_cards": True, "respekt_on": ["red_aces", "three_aces"],
        "spadille_must_bid": False, "dealer_must_bid": False, "one_four_four": "bet",
    },
    "lomber": {"kaske": True, "mort": True, "mort_spadille_needs_six": True},
}  # fmt: skip


@pytest.mark.parametrize("with_options", (False, True))
@pytest.mark.parametrize("name", RULESETS)
def test_what_is_simulated_is_sound(name, with_options):
    options = OPTIONS.get(name, {}) if with_options else {}
    base = RULESETS[name]
    ruleset = base.changed(options)
    chance = Random(11)  # noqa: S311 -- a test must replay
    for players in base.players:
        for record in simulate(ruleset, seed=players, deals=60, players=players):
            answered = check(record | {"options": options}, base).to_json()
            assert answered["ok"]
            if not record.get("play") or "abandoned" in record:
                continue
            tampered(base, record | {"options": options}, chance)


def tampered(ruleset, record, chance):
    """One card of the play exchanged for another is a violation there, or as legal a deal."""
    copy = changed(record)
    trick = chance.randrange(len(copy["play"]))
    place = chance.randrange(len(copy["play"][trick]))
    copy["play"][trick][place] = chance.choice(copy["talon"])
    got = outcome(copy)
    if isinstance(got, tuple):
        number, card = map(int, got[1].removeprefix("play ").split("."))
        assert (number, card) >= (trick + 1, place + 1)
    else:
        assert check(copy, ruleset).to_json()["ok"]


def test_the_nine_cards_of_a_table_of_nobody_are_not_simulated():
    with pytest.raises(ValueError, match="not played by 5"):
        next(simulate(RULESETS["dlu"], seed=1, deals=1, players=5))
