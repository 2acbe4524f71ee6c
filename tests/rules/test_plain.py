"""Frozen values as JSON."""

import pytest

from rules import RULESETS, Joined, Outcome, read_result, score_card, settle
from rules.plain import from_plain, to_object, to_plain, with_fields
from rules.ruleset import TourneCard


def test_what_has_no_plain_form_is_refused():
    with pytest.raises(TypeError, match="float has no plain form"):
        to_plain(1.5)
    with pytest.raises(TypeError, match="type has no plain form"):
        to_object(TourneCard)
    with pytest.raises(TypeError, match="int has no plain form"):
        with_fields(1, {})


def test_a_value_is_written_and_read_back():
    card = TourneCard(card="D7", pinde=10, turns=3)
    assert to_object(card) == {"card": "D7", "pinde": 10, "turns": 3}
    assert from_plain(TourneCard, to_object(card)) == card


@pytest.mark.parametrize("data", (None, [], {"card": "D7"}, {"card": "D7", "pinde": True}))
def test_nothing_else_is_read(data):
    with pytest.raises(ValueError, match="missing, or has the wrong type"):
        from_plain(TourneCard, data)


def test_options_of_every_kind_are_written_back():
    familie = RULESETS["familie"]
    options = {"respekt_on": ["red_aces"], "one_four_four": "won", "nolo_buy_again": True}
    data = {
        "players": 4, "dealer": 0, "declarer": 1, "contract": "koebe_nolo", "outcome": "won",
        "bought_again": True, "options": options,
    }  # fmt: skip
    record = read_result(data, familie)
    assert record.to_json() == data
    assert settle(record, familie).declarers[0].value == 2 - 2


def test_the_cards_of_a_tourne_are_written_back():
    data = {
        "players": 5, "dealer": 0, "declarer": 1, "contract": "tourne", "outcome": "won",
        "tourne": {"laid": ["SA", "H7"], "turned": ["C5"]},
    }  # fmt: skip
    assert read_result(data, RULESETS["hoem"]).to_json() == data


def test_who_joined_is_written_without_what_he_did_not_do():
    assert Joined(seat=2).to_json() == {"seat": 2}
    assert Joined(seat=2, abandoned=True).to_json() == {"seat": 2, "abandoned": True}


def test_a_price_by_the_trick_needs_the_tricks():
    terms = RULESETS["familie"].terms("koebe_nolo")
    assert terms is not None
    with pytest.raises(ValueError, match="depends on the tricks"):
        terms.value(Outcome.KODILLE)
    assert terms.value(Outcome.KODILLE, 4) == -5


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_the_score_card_agrees_with_every_settlement(ruleset):
    """Every contract, outcome, number of tricks and extra card, against ``settle``."""
    everything = {option: True for option in ruleset.options if ruleset_flag(ruleset, option)}
    wide = ruleset.changed(everything)
    card = score_card(wide)
    for line in card["contracts"]:
        declarer = 2 if line["by_sitter"] else 1
        base = {
            "players": 4, "dealer": 0, "declarer": declarer, "contract": line["id"],
        }  # fmt: skip
        price = 0
        if line["by_cards"]:
            base["tourne"] = {"laid": ["HJ"], "turned": ["C5"]}
            price = next(c["pinde"] for c in card["tourne_cards"] if c["card"] == "HJ")
        for extra, values in ((False, line["values"]), (True, line["extra_card"])):
            for outcome, value in values.items():
                data = base | ({"extra_card": True} if extra else {})
                expected = value + (price if value >= 0 and outcome == "won" else -price)
                if line["per_trick"] and outcome == "kodille":
                    tricks = 4
                    data |= {"tricks": [9 - tricks, tricks, None, 0]}
                    expected += line["per_trick"] * (tricks - 2)
                else:
                    data |= {"outcome": outcome}
                settled = settle(read_result(data, wide), wide).declarers[0]
                assert (settled.outcome, settled.value) == (outcome, expected)


def ruleset_flag(ruleset, option):
    return isinstance(getattr(ruleset, option), bool)
