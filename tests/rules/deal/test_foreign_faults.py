"""Faults that only a rule set other than the Union's can have."""

import pytest

from rules import RefusedError, read_result, ruleset_of

FRAME = {"players": 4, "dealer": 0}
HOEM = FRAME | {"ruleset": "hoem", "declarer": 1}
TOURNE = HOEM | {"contract": "tourne", "outcome": "won"}
SHOWN = {"laid": ["SA", "H7"], "turned": ["C5"]}
NOLO = HOEM | {"contract": "koebe_nolo", "outcome": "won"}
SEVERAL = HOEM | {"contract": "koebe_nolo", "tricks": [0, 0, 9, 0]}
THREE = SEVERAL | {"tricks": [0, 0, None, 9]}
FAMILIE = FRAME | {"ruleset": "familie", "declarer": 1}
SIMPLE = FAMILIE | {"contract": "koebe_nolo"}
FIVE = FAMILIE | {"contract": "solo", "options": {"first_five": True}}
MORT = FRAME | {
    "ruleset": "lomber", "declarer": 2, "contract": "mort", "options": {"mort": True},
}  # fmt: skip
FOREIGN_FAULTS = [
    (TOURNE, "tourne_required", "tourne"),
    (TOURNE | {"tourne": ["SA"]}, "malformed", "tourne"),
    (TOURNE | {"tourne": {"laid": ["SA"], "turned": [5]}}, "malformed", "tourne"),
    (TOURNE | {"tourne": SHOWN | {"kept": []}}, "malformed", "tourne"),
    (TOURNE | {"tourne": {"laid": ["S2"], "turned": ["C5"]}}, "tourne_invalid", "tourne"),
    (TOURNE | {"tourne": SHOWN, "trump": "H"}, "trump_contradicts_tourne", "trump"),
    (TOURNE | {"tourne": SHOWN, "tout": "made"}, "tout_not_allowed", "tout"),
    (
        TOURNE | {"tourne": SHOWN, "extra_card": True},
        "extra_card_not_allowed",
        "extra_card",
    ),
    (NOLO | {"joined": [{"seat": 2}]}, "tricks_required", "tricks"),
    (SIMPLE | {"outcome": "kodille"}, "tricks_required", "tricks"),
    (SIMPLE | {"tricks": [3, 2, None, 3]}, "tricks_undecided", "tricks"),
    (THREE | {"joined": [2]}, "malformed", "joined"),
    (THREE | {"joined": [{"seat": 5}]}, "malformed", "joined"),
    (THREE | {"joined": [{"seat": 2, "name": "N"}]}, "malformed", "joined"),
    (SEVERAL | {"joined": [{"seat": 2}, {"seat": 2}]}, "joined_invalid", "joined"),
    (SEVERAL | {"joined": [{"seat": 2, "extra_card": True}]}, "joined_invalid", "joined"),
    (SEVERAL | {"joined": [{"seat": 2}], "peeked": [2]}, "joined_invalid", "peeked"),
    (TOURNE | {"tourne": {"laid": "SA", "turned": []}}, "malformed", "tourne"),
    (THREE | {"joined": [{"seat": 1}]}, "joined_invalid", "joined"),
    (
        SEVERAL | {"joined": [{"seat": 2, "abandoned": True}], "tricks": [0, 0, None, 9]},
        "joined_invalid",
        "joined",
    ),
    (
        THREE | {"pairs": True, "joined": [{"seat": 0}], "tricks": [0, 0, 9, None]},
        "join_not_allowed",
        "joined",
    ),
    (THREE | {"declarer": 4}, "declarer_invalid", "declarer"),
    (FIVE | {"outcome": "won", "first_five": "half"}, "malformed", "first_five"),
    (NOLO | {"peeked": [2, 2]}, "joined_invalid", "peeked"),
    (NOLO | {"peeked": [7]}, "malformed", "peeked"),
    (NOLO | {"peeked": [3]}, "peek_not_allowed", "peeked"),
    (SIMPLE | {"tricks": [4, 0, None, 5], "joined": [{"seat": 3}]}, "join_not_allowed", "joined"),
    (
        SIMPLE | {"tricks": [4, 0, 0, 5], "joined": [{"seat": 2, "extra_card": True}]},
        "joined_invalid",
        "joined",
    ),
    (
        SIMPLE
        | {
            "tricks": [4, 0, None, 5],
            "joined": [{"seat": 3, "extra_card": True}],
            "options": {"several_nolo": True},
        },
        "extra_card_not_allowed",
        "joined",
    ),
    (SIMPLE | {"outcome": "won", "bought_again": True}, "malformed", "bought_again"),
    (
        FIVE | {"outcome": "bet", "first_five": "made"},
        "first_five_contradicts_tricks",
        "first_five",
    ),
    (
        FIVE | {"tricks": [2, 4, None, 3], "first_five": "made"},
        "first_five_contradicts_tricks",
        "first_five",
    ),
    (
        FIVE | {"tricks": [0, 9, None, 0], "first_five": "failed"},
        "first_five_contradicts_tricks",
        "first_five",
    ),
    (
        FIVE | {"contract": "ren_nolo", "outcome": "won", "first_five": "made"},
        "first_five_not_allowed",
        "first_five",
    ),
    (
        FIVE | {"contract": "spil", "abandoned": True, "first_five": "made"},
        "first_five_not_allowed",
        "first_five",
    ),
    (MORT | {"declarer": 1, "outcome": "won"}, "declarer_must_sit_out", "declarer"),
    (MORT | {"pairs": True, "outcome": "won"}, "declarer_sits_out", "declarer"),
    (MORT | {"pairs": True, "declarer": 1, "outcome": "won"}, "declarer_must_sit_out", "declarer"),
    (MORT | {"outcome": "remis"}, "outcome_not_allowed", "outcome"),
    (MORT | {"outcome": "won", "nolo": True}, "malformed", "nolo"),
]


@pytest.mark.parametrize(("data", "code", "field"), FOREIGN_FAULTS)
def test_each_fault_is_named_and_no_other(data, code, field):
    with pytest.raises(RefusedError) as refused:
        read_result(data, ruleset_of(data))
    found = [(complaint.code.value, complaint.field) for complaint in refused.value.complaints]
    assert found == [(code, field)]
