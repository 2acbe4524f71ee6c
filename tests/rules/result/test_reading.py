"""A raw record becomes a result, or every complaint about it, and never anything else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    RULESETS,
    Code,
    Contract,
    Outcome,
    RefusedError,
    Suit,
    Tout,
    derive,
    read_result,
    ruleset_of,
    settle,
)
from rules.result.record import KEYS
from tests.rules.deal.test_foreign_faults import FOREIGN_FAULTS

DLU = RULESETS["dlu"]
FRAME = {"players": 4, "dealer": 0}
GAME = FRAME | {"declarer": 1, "contract": "spil"}
WON = GAME | {"outcome": "won"}


def complaints(data, ruleset=DLU, players=None):
    try:
        read_result(data, ruleset, players)
    except RefusedError as refused:
        return [(complaint.code.value, complaint.field) for complaint in refused.complaints]
    return []


def without(data, *keys):
    return {key: value for key, value in data.items() if key not in keys}


REFUSED = [
    ([], "malformed", ""),
    ("solo", "malformed", ""),
    (None, "malformed", ""),
    (WON | {"colour": "H"}, "malformed", "colour"),
    (without(WON, "players"), "malformed", "players"),
    (without(WON, "dealer"), "malformed", "dealer"),
    (without(WON, "declarer"), "malformed", "declarer"),
    (without(WON, "contract"), "malformed", "contract"),
    (without(WON, "outcome"), "malformed", "outcome"),
    (WON | {"ruleset": "hoem"}, "ruleset_unknown", "ruleset"),
    (WON | {"ruleset": 1}, "malformed", "ruleset"),
    (WON | {"players": 5}, "players_invalid", "players"),
    (WON | {"players": 10**5000}, "players_invalid", "players"),
    (WON | {"players": True}, "malformed", "players"),
    (WON | {"players": 4.0}, "malformed", "players"),
    (WON | {"dealer": 4}, "dealer_invalid", "dealer"),
    (WON | {"dealer": -1}, "dealer_invalid", "dealer"),
    (WON | {"dealer": None}, "malformed", "dealer"),
    (WON | {"passed": 1}, "malformed", "passed"),
    (WON | {"declarer": 4}, "declarer_invalid", "declarer"),
    (WON | {"declarer": "1"}, "malformed", "declarer"),
    (WON | {"declarer": 2}, "declarer_sits_out", "declarer"),
    (WON | {"contract": "mort"}, "contract_unknown", "contract"),
    (WON | {"contract": None}, "malformed", "contract"),
    (WON | {"trump": "X"}, "malformed", "trump"),
    (WON | {"trump": None}, "malformed", "trump"),
    (WON | {"contract": "ren_nolo", "trump": "S"}, "trump_not_allowed", "trump"),
    (WON | {"contract": "bedre_spil", "trump": "C"}, "trump_must_be_spades", "trump"),
    (WON | {"tricks": [2, 5, None, 2]}, "malformed", "outcome"),
    (WON | {"abandoned": True}, "malformed", "abandoned"),
    (GAME | {"abandoned": "yes"}, "malformed", "abandoned"),
    (GAME | {"tricks": 5}, "malformed", "tricks"),
    (GAME | {"tricks": [2, "5", None, 2]}, "malformed", "tricks"),
    (GAME | {"tricks": [2, True, None, 2]}, "malformed", "tricks"),
    (GAME | {"tricks": [2, 5, None]}, "tricks_invalid", "tricks"),
    (GAME | {"tricks": []}, "tricks_invalid", "tricks"),
    (GAME | {"tricks": [0, 10, None, -1]}, "tricks_invalid", "tricks"),
    (GAME | {"tricks": [3, 5, None, 2]}, "tricks_invalid", "tricks"),
    (GAME | {"tricks": [2, 5, 0, 2]}, "tricks_invalid", "tricks"),
    (GAME | {"tricks": [2, 5, None, None]}, "tricks_invalid", "tricks"),
    (GAME | {"contract": "ren_nolo", "tricks": [2, None, None, 2]}, "tricks_invalid", "tricks"),
    (GAME | {"tricks": [2, 4, None, 1]}, "tricks_undecided", "tricks"),
    (GAME | {"outcome": "vundet"}, "outcome_unknown", "outcome"),
    (GAME | {"outcome": 1}, "malformed", "outcome"),
    (GAME | {"outcome": "remis"}, "outcome_not_allowed", "outcome"),
    (GAME | {"contract": "solo", "abandoned": True}, "abandon_not_allowed", "abandoned"),
    (WON | {"tout": "lost"}, "malformed", "tout"),
    (WON | {"contract": "ren_nolo", "tout": "made"}, "tout_not_allowed", "tout"),
    (GAME | {"outcome": "bet", "tout": "made"}, "tout_contradicts_tricks", "tout"),
    (WON | {"tourne": {"laid": ["SA"], "turned": ["C5"]}}, "malformed", "tourne"),
    (WON | {"nolo": True}, "malformed", "nolo"),
    (WON | {"spadille_in_talon": True}, "malformed", "spadille_in_talon"),
    (WON | {"extra_card": True}, "extra_card_not_allowed", "extra_card"),
    (WON | {"extra_card": []}, "malformed", "extra_card"),
    (WON | {"joined": [{"seat": 3}]}, "join_not_allowed", "joined"),
    (WON | {"joined": {}}, "malformed", "joined"),
    (WON | {"peeked": [2]}, "peek_not_allowed", "peeked"),
    (WON | {"first_five": "made"}, "first_five_not_allowed", "first_five"),
    (WON | {"pairs": 1}, "malformed", "pairs"),
    (WON | {"players": 3, "pairs": True}, "players_invalid", "players"),
    (WON | {"options": {"grand": True}}, "option_unknown", "options"),
    (WON | {"options": {"dealer_must_bid": 1}}, "malformed", "options"),
    (WON | {"options": []}, "malformed", "options"),
]


@pytest.mark.parametrize(("data", "code", "field"), REFUSED)
def test_each_fault_is_named_and_no_other(data, code, field):
    assert complaints(data) == [(code, field)]


def test_every_code_is_the_answer_to_something():
    answered = {code for _, code, _ in (*REFUSED, *FOREIGN_FAULTS)}
    assert answered == {code.value for code in Code}


@pytest.mark.parametrize(("data", "_code", "_field"), REFUSED)
def test_every_complaint_is_a_sentence(data, _code, _field):
    with pytest.raises(RefusedError) as refused:
        read_result(data, DLU)
    for complaint in refused.value.complaints:
        assert complaint.message[0].isupper() or complaint.message[0] == "“"
        assert complaint.message.endswith(".")
        assert len(complaint.message) < 200
    assert str(refused.value) == " ".join(c.message for c in refused.value.complaints)


def test_all_that_is_wrong_is_said_at_once_in_the_order_of_the_keys():
    data = {
        "peeked": [2], "outcome": "vundet", "trump": "H", "contract": "ren_nolo", "declarer": 7,
        "dealer": 9, "players": 4, "tout": "made", "colour": 1, "options": {"grand": True},
    }  # fmt: skip
    assert complaints(data) == [
        ("dealer_invalid", "dealer"),
        ("declarer_invalid", "declarer"),
        ("trump_not_allowed", "trump"),
        ("outcome_unknown", "outcome"),
        ("tout_not_allowed", "tout"),
        ("peek_not_allowed", "peeked"),
        ("option_unknown", "options"),
        ("malformed", "colour"),
    ]


def test_what_cannot_be_judged_without_the_players_is_not_judged():
    data = GAME | {"players": 7, "tricks": [2, 5, None, 2]}
    assert complaints(data) == [("players_invalid", "players")]
    assert complaints(data | {"dealer": 5, "declarer": 5}) == [
        ("players_invalid", "players"),
        ("dealer_invalid", "dealer"),
        ("declarer_invalid", "declarer"),
    ]


def test_tricks_of_an_unknown_contract_are_only_counted():
    whist = GAME | {"contract": "whist"}
    assert complaints(whist | {"tricks": [2, 5, None, None]}) == [("contract_unknown", "contract")]
    assert complaints(whist | {"tricks": [2, 5, 2, None]}) == [
        ("contract_unknown", "contract"),
        ("tricks_invalid", "tricks"),
    ]


def test_a_tout_is_judged_without_a_sound_declarer_too():
    data = WON | {"declarer": 2, "tout": "made"}
    assert complaints(data) == [("declarer_sits_out", "declarer")]
    assert complaints(GAME | {"declarer": 9, "tricks": [9, 0, None, 0], "tout": "failed"}) == [
        ("declarer_invalid", "declarer")
    ]


@pytest.mark.parametrize("key", [key for key in KEYS if key not in {"ruleset", *FRAME, "passed"}])
def test_nothing_is_said_of_a_deal_that_all_passed(key):
    assert complaints(FRAME | {"passed": True, key: "x"}) == [("malformed", key)]
    assert complaints(FRAME | {"passed": True, key: False}) == []
    assert complaints(FRAME | {"passed": True, key: []}) == []


@pytest.mark.parametrize(
    "left_out",
    (
        {"passed": False},
        {"abandoned": False},
        {"pairs": False},
        {"extra_card": False},
        {"nolo": False},
        {"spadille_in_talon": False},
        {"joined": []},
        {"peeked": []},
        {"options": {}},
        {"round": 3, "table": None},
    ),
)
def test_false_and_empty_are_as_if_left_out(left_out):
    assert read_result(WON | left_out, DLU) == read_result(WON, DLU)


def test_the_table_may_know_how_many_play():
    assert read_result(without(WON, "players"), DLU, 4) == read_result(WON, DLU)
    assert read_result(WON, DLU, 4).players == 4
    assert complaints(WON, players=3) == [("players_invalid", "players")]
    assert complaints(WON | {"players": "4"}, players=4) == [("malformed", "players")]


def test_a_club_reads_under_the_id_of_its_own_copy():
    own = derive(DLU, "klubaften")
    assert complaints(WON | {"ruleset": "klubaften"}, own) == []
    assert complaints(WON | {"ruleset": "dlu"}, own) == [("ruleset_unknown", "ruleset")]


def test_in_pairs_the_partner_of_the_declarer_sits_out():
    data = {"players": 4, "dealer": 0, "declarer": 1, "contract": "spil", "pairs": True}
    record = read_result(data | {"tricks": [2, 5, 2, None]}, DLU)
    assert record.seats == (0, 1, 2)
    assert record.sitters == (3,)
    assert complaints(data | {"tricks": [2, 5, None, 2]}) == [
        ("tricks_invalid", "tricks"),
        ("tricks_invalid", "tricks"),
    ]
    assert complaints(data | {"declarer": 2, "outcome": "won"}) == [
        ("declarer_sits_out", "declarer")
    ]


def test_the_rule_set_is_the_one_named_or_else_the_default():
    assert ruleset_of({"ruleset": "dlu"}) is DLU
    assert ruleset_of({}, "dlu") is DLU
    assert ruleset_of({"ruleset": "dlu"}, "hoem") is DLU


@pytest.mark.parametrize(
    ("data", "default", "code"),
    (
        ({}, None, "malformed"),
        ({}, "whist", "ruleset_unknown"),
        ({"ruleset": "whist"}, "dlu", "ruleset_unknown"),
        ({"ruleset": None}, "dlu", "malformed"),
        ([], "dlu", "malformed"),
    ),
)
def test_a_rule_set_that_is_not_here_is_refused(data, default, code):
    with pytest.raises(RefusedError) as refused:
        ruleset_of(data, default)
    assert [complaint.code.value for complaint in refused.value.complaints] == [code]


def test_a_sentence_quotes_what_it_was_given_in_short_and_printable():
    with pytest.raises(RefusedError) as refused:
        read_result(WON | {"contract": "\ud800\n" + "x" * 100}, DLU)
    message = str(refused.value)
    assert "“??" + "x" * 38 + "…”" in message
    assert message.isprintable()
    assert complaints({**WON, 7: 1, "\udfff": 1}) == [("malformed", "7"), ("malformed", "?")]
    assert complaints({**WON, None: 1}) == [("malformed", "this")]


# What a record may hold, true and false alike.
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
words = st.sampled_from(
    [*Contract, *Outcome, *Tout, *Suit, "dlu", "hoem", "whist", "dealer_must_bid"]
).map(str)
numbers = st.integers(-2, 11)
tricks = st.lists(st.none() | numbers, max_size=5)
likely = anything | words | numbers | st.booleans() | tricks
records = st.dictionaries(st.sampled_from([*KEYS, "round"]) | st.text(), likely)


@given(anything | records)
def test_nothing_raises_but_a_refusal(data):
    found = complaints(data)
    json.dumps(found, ensure_ascii=False).encode()
    if not found:
        record = read_result(data, DLU)
        assert settle(record, DLU).sitters == record.sitters


@st.composite
def good(draw):
    """A record that dlu accepts, but for an unlucky stop or tout."""
    players = draw(st.sampled_from([3, 4]))
    data = {"players": players, "dealer": draw(st.integers(0, players - 1))}
    if draw(st.integers(0, 5)) == 0:
        return data | {"passed": True}
    data["declarer"] = draw(st.integers(0, players - 1))
    data["contract"] = draw(st.sampled_from(DLU.contracts)).contract.value
    if draw(st.booleans()):
        data["trump"] = draw(st.sampled_from(list(Suit))).value
    ending = draw(st.sampled_from(["outcome", "abandoned", "tricks"]))
    data[ending] = draw(
        {
            "outcome": st.sampled_from(["won", "bet", "kodille"]),
            "abandoned": st.just(True),  # noqa: FBT003 -- the value itself
            "tricks": st.lists(st.none() | st.integers(0, 5), min_size=players, max_size=players),
        }[ending]
    )
    if draw(st.integers(0, 4)) == 0:
        data["tout"] = draw(st.sampled_from(["made", "failed"]))
    if players == 4 and draw(st.booleans()):
        data["pairs"] = True
    if draw(st.integers(0, 4)) == 0:
        data["options"] = {"dealer_must_bid": draw(st.booleans())}
    return data


@given(good())
def test_what_is_written_is_read_back(data):
    try:
        record = read_result(data, DLU)
    except RefusedError:
        return
    assert record.to_json() == data
    assert read_result(record.to_json(), DLU) == record


def test_both_ends_of_the_round_trip_are_reached():
    assert read_result(WON, DLU).to_json() == WON
    passed = FRAME | {"passed": True}
    assert read_result(passed, DLU).to_json() == passed


def test_where_pairs_do_not_fit_the_table_nothing_is_said_of_who_sits_out():
    record = {
        "ruleset": "familie", "players": 3, "dealer": 0, "pairs": True, "declarer": 1,
        "contract": "mort", "outcome": "won", "options": {"mort": True},
    }  # fmt: skip
    with pytest.raises(RefusedError) as refused:
        read_result(record, RULESETS["familie"])
    assert [each.code.value for each in refused.value.complaints] == ["players_invalid"]
