"""A deal to be checked: forehand 1 has spades, middlehand 3 hearts, the dealer 0 diamonds."""

from copy import deepcopy
from typing import Any

from rules import RULESETS, Said
from rules.deal.checking import ViolationError, check
from rules.deal.wholerecord import WholeRecord
from scoring.account import account

HANDS = [
    ["D7", "DK", "DQ", "DJ", "DA", "D3", "D4", "D5", "D6"],
    ["SA", "S2", "SK", "SQ", "SJ", "S7", "H2", "C4", "D2"],
    None,
    ["CA", "HK", "HQ", "HJ", "HA", "H3", "H4", "H5", "H6"],
]
TALON = ["H7", "S6", "S5", "S4", "S3", "CK", "CQ", "CJ", "C7", "C6", "C5", "C3", "C2"]
PLAY = [
    ["SA", "CA", "D3"], ["S2", "H3", "D4"], ["SK", "H4", "D5"], ["SQ", "H5", "D6"],
    ["SJ", "H6", "DJ"], ["S7", "HA", "DA"], ["H2", "HJ", "D7"], ["HQ", "DQ", "C4"],
    ["HK", "DK", "D2"],
]  # fmt: skip
"""Of a solo in spades by seat 1, who takes the first six."""
SOLO: dict[str, Any] = {
    "ruleset": "dlu",
    "players": 4,
    "dealer": 0,
    "hands": HANDS,
    "talon": TALON,
    "auction": [[1, "solo"], [3, "pass"], [0, "pass"]],
    "contract": "solo",
    "trump": "S",
    "exchanges": [{"seat": 3, "discards": []}, {"seat": 0, "discards": []}],
    "play": PLAY[:5],
}
SPIL: dict[str, Any] = SOLO | {
    "auction": [[1, "spil"], [3, "pass"], [0, "pass"]],
    "contract": "spil",
    "exchanges": [
        {"seat": 1, "discards": ["C4"]}, {"seat": 3, "discards": []}, {"seat": 0, "discards": []},
    ],
    "play": [],
    "abandoned": True,
}  # fmt: skip
PASSED: dict[str, Any] = {
    key: SOLO[key] for key in ("ruleset", "players", "dealer", "hands", "talon")
} | {"auction": [[1, "pass"], [3, "pass"], [0, "pass"]]}


def changed(record, **changes) -> dict[str, Any]:
    """A copy with some keys changed; ``None`` leaves a key out."""
    return deepcopy({k: v for k, v in {**record, **changes}.items() if v is not None})


def accounted(table) -> Any:
    """What ``python -m scoring account`` answers."""
    return account(table)


def said_in(record: WholeRecord) -> Said:
    """What a full record that was read says with its contract."""
    assert record.said is not None
    return record.said


def outcome(record) -> Any:
    """What the command would print, without the sentence."""
    try:
        return check(record, RULESETS[record["ruleset"]]).to_json()
    except ViolationError as violation:
        return violation.breach.value, violation.at, violation.seat
