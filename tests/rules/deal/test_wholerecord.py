"""A full record is read whole, or refused before anything in it is judged."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Said, Tourne
from rules.cards import NAMES, Suit
from rules.deal.exchange import Item
from rules.deal.wholerecord import WholeRecord, read_whole
from rules.errors import Breach, BreachError
from rules.result.record import Joined, Tout
from rules.rulesets import RULESETS
from tests.rules.deal.whole import said_in

SPIL: dict[str, Any] = {
    "ruleset": "dlu",
    "players": 4,
    "dealer": 0,
    "hands": [[*NAMES[:9]], [*NAMES[9:18]], None, [*NAMES[18:27]]],
    "talon": [*NAMES[27:]],
    "auction": [[1, "spil"], [3, "pass"], [0, "pass"]],
    "contract": "spil",
    "trump": "H",
    "exchanges": [{"seat": 1, "discards": ["SK"]}, {"seat": 3}, {"seat": 0, "discards": []}],
    "play": [["HK", "H3", "S4"], ["C2"]],
}
DEAL = {key: SPIL[key] for key in ("players", "dealer", "hands", "talon", "auction")}
FIVE = {"players": 5, "hands": [[*NAMES[:9]], [*NAMES[9:18]], None, None, [*NAMES[18:27]]]}
THREE = {"players": 3, "hands": [[*NAMES[:9]], [*NAMES[9:18]], [*NAMES[18:27]]]}


def read(ruleset="dlu", /, **changes):
    """The record of a ``spil`` with some keys changed; a key set to ``...`` is left out."""
    data = {**SPIL, "ruleset": ruleset, **changes}
    return read_whole(
        {key: value for key, value in data.items() if value is not ...}, RULESETS[ruleset]
    )


def said(ruleset="dlu", /, **changes):
    """What such a record says with its contract."""
    return said_in(read(ruleset, **changes))


def refused(ruleset="dlu", /, **changes):
    with pytest.raises(BreachError) as caught:
        read(ruleset, **changes)
    assert caught.value.seat is None
    return caught.value.breach


def test_a_record_is_read_key_by_key():
    assert read() == WholeRecord(
        players=4,
        dealer=0,
        hands=(tuple(range(9)), tuple(range(9, 18)), None, tuple(range(18, 27))),
        talon=tuple(range(27, 40)),
        auction=((1, "spil"), (3, "pass"), (0, "pass")),
        said=Said(contract="spil", trump=Suit.HEARTS),
        items=(Item(1, discards=(9,)), Item(3), Item(0)),
        play=((19, 12, 3), (31,)),
    )


def test_a_deal_that_was_passed_out_has_no_contract():
    record = read_whole(DEAL, RULESETS["dlu"])
    assert (record.said, record.items, record.play) == (None, (), ())
    with_nothing = {**DEAL, "exchanges": [], "play": [], "abandoned": False, "pairs": False}
    assert read_whole({**with_nothing, "tout_before_trick": None}, RULESETS["dlu"]) == record
    assert read_whole({**DEAL, "round": 1, "table": "A"}, RULESETS["dlu"]) == record


@pytest.mark.parametrize(
    ("key", "value"),
    (
        ("trump", "S"),
        ("exchanges", [{"seat": 1}]),
        ("play", [["HK"]]),
        ("tout_before_trick", 6),
        ("abandoned", True),
        ("tourne", {"laid": ["SA"], "turned": ["C5"]}),
        ("joined", [{"seat": 2}]),
        ("peeked", [2]),
        ("extra_card", True),
        ("first_five", "made"),
        ("nolo", True),
        ("bought_again", True),
    ),
)
def test_what_goes_with_a_contract_needs_one(key, value):
    with pytest.raises(BreachError) as caught:
        read_whole({**DEAL, key: value}, RULESETS["dlu"])
    assert caught.value.breach is Breach.MALFORMED


def test_an_empty_list_is_as_if_left_out():
    assert read(auction=...) == read(auction=[])
    assert read(hands=[*SPIL["hands"][:2], [], SPIL["hands"][3]]) == read()


@pytest.mark.parametrize("key", ("players", "dealer", "hands", "talon"))
def test_a_deal_needs_its_keys(key):
    assert refused(**{key: ...}) is Breach.MALFORMED


MALFORMED = {
    "unknown key": {"declarer": 1},
    "another rule set": {"ruleset": "klub"},
    "rule set no text": {"ruleset": 1},
    "players": {"players": 5},
    "players no number": {"players": "4"},
    "no such dealer": {"dealer": 4},
    "dealer below": {"dealer": -1},
    "dealer no number": {"dealer": True},
    "hands no list": {"hands": {}},
    "a hand missing": {"hands": SPIL["hands"][:3]},
    "a hand too many": {"hands": [*SPIL["hands"], None]},
    "hand no list": {"hands": ["SA", None, None, None]},
    "no such card": {"talon": ["S8", *NAMES[28:]]},
    "card no text": {"talon": [[], *NAMES[28:]]},
    "card a number": {"talon": [27, *NAMES[28:]]},
    "talon no list": {"talon": "SA"},
    "auction no list": {"auction": "pass"},
    "call no pair": {"auction": [[1]]},
    "call no list": {"auction": ["pass"]},
    "caller no seat": {"auction": [[4, "pass"]]},
    "caller below": {"auction": [[-1, "pass"]]},
    "caller a truth": {"auction": [[True, "pass"]]},
    "call no text": {"auction": [[1, None]]},
    "contract no text": {"contract": 1},
    "no such suit": {"trump": "X"},
    "trump in a nolo": {"contract": "koebe_nolo"},
    "exchanges no list": {"exchanges": {}},
    "exchange no object": {"exchanges": [1]},
    "exchange of nobody": {"exchanges": [{"discards": []}]},
    "exchange of no seat": {"exchanges": [{"seat": 4}]},
    "exchange of a text": {"exchanges": [{"seat": "1"}]},
    "exchange with more": {"exchanges": [{"seat": 1, "buys": 2}]},
    "discards no list": {"exchanges": [{"seat": 1, "discards": "SK"}]},
    "takes no card": {"exchanges": [{"seat": 1, "takes": ["S1"]}]},
    "hand of an item": {"exchanges": [{"seat": 1, "hand": 9}]},
    "extra no card": {"exchanges": [{"seat": 1, "extra_discard": "S1"}]},
    "extra null": {"exchanges": [{"seat": 1, "extra_discard": None}]},
    "hand null": {"exchanges": [{"seat": 1, "hand": None}]},
    "tourne of no such game": {"contract": "whist", "tourne": {"laid": [], "turned": []}},
    "keeps a list": {"exchanges": [{"seat": 1, "keeps": ["SK"]}]},
    "play no list": {"play": "HK"},
    "trick no list": {"play": ["HK"]},
    "card played": {"play": [["hk"]]},
    "tout a text": {"tout_before_trick": "6"},
    "abandoned": {"abandoned": 1},
    "tourne": {"tourne": {"laid": ["SA"], "turned": ["C5"]}},
    "joined": {"joined": [{"seat": 9}]},
    "peeked": {"peeked": [2]},
    "extra card": {"extra_card": True},
    "first five": {"first_five": "made"},
    "nolo": {"nolo": True},
    "bought again": {"bought_again": True},
    "option": {"options": {"tout": True}},
    "option's value": {"options": {"dealer_must_bid": "yes"}},
    "options": {"options": []},
}


@pytest.mark.parametrize("changes", MALFORMED.values(), ids=MALFORMED)
def test_what_is_malformed(changes):
    data = {**SPIL, **changes}
    with pytest.raises(BreachError) as caught:
        read_whole(data, RULESETS["dlu"])
    assert caught.value.breach is Breach.MALFORMED
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("data", (None, [], 1, "x", [SPIL]))
def test_a_record_is_an_object(data):
    with pytest.raises(BreachError) as caught:
        read_whole(data, RULESETS["dlu"])
    assert caught.value.breach is Breach.MALFORMED


@pytest.mark.parametrize(
    "changes",
    (
        {"hands": [*SPIL["hands"][:3], None]},
        {"hands": [SPIL["hands"][1], None, SPIL["hands"][0], SPIL["hands"][3]]},
        {"hands": [[*NAMES[:8]], *SPIL["hands"][1:]], "talon": [*NAMES[27:], NAMES[8]]},
        {"hands": [[*NAMES[:10]], *SPIL["hands"][1:]]},
        {"talon": [*NAMES[28:]]},
        {"talon": [*NAMES[27:], "SA"]},
        {"talon": ["SA", *NAMES[28:]]},
        {"hands": [["S2", "S2", *NAMES[2:9]], *SPIL["hands"][1:]]},
    ),
)
def test_what_is_no_whole_deal(changes):
    assert refused(**changes) is Breach.CARDS_INVALID


def test_three_and_five_sit_at_a_table_too():
    assert read(**THREE, auction=[], contract=..., trump=..., exchanges=..., play=...).players == 3
    hoem = read("hoem", **FIVE, contract=..., trump=..., exchanges=..., play=...)
    assert [hand is None for hand in hoem.hands] == [False, False, True, True, False]


def test_what_the_auction_must_settle_first_is_left_for_later():
    assert said(contract="bedre_spil").trump is Suit.HEARTS
    assert said(contract="whist").contract == "whist"
    assert said(contract="whist", nolo=True, bought_again=True).nolo
    assert said(joined=[{"seat": 2}]).joined == (Joined(seat=2),)
    assert said(contract="solo", abandoned=True).abandoned
    assert read(tout_before_trick=9).tout_before_trick == 9
    assert read(auction=[[2, "whist"]]).auction == ((2, "whist"),)


def test_the_cards_of_a_tourne():
    tourne = {"laid": ["SA", "H7"], "turned": ["C5"]}
    base = {"contract": "tourne", "trump": ..., "exchanges": [{"seat": 1, "takes": ["C5"]}]}
    record = read("hoem", **base, tourne=tourne)
    assert said_in(record).tourne == Tourne(("SA", "H7"), ("C5",))
    assert record.items == (Item(1, takes=(34,)),)
    wrongs: list[Any] = [[], {"laid": ["SA"]}, {**tourne, "more": []}, {**tourne, "laid": ["S8"]}]
    for wrong in wrongs:
        assert refused("hoem", **base, tourne=wrong) is Breach.MALFORMED
    assert refused(contract="whist", tourne=[]) is Breach.MALFORMED


def test_who_joined_looked_and_bought_more():
    nolo = {"contract": "koebe_nolo", "trump": ..., "play": ...}
    item = {"seat": 1, "discards": ["SK"], "extra_discard": "HA"}
    fourth = {"seat": 2, "hand": [*NAMES[31:]]}
    record = read("hoem", **nolo, extra_card=True, joined=[{"seat": 2}], exchanges=[item, fourth])
    both = said_in(record)
    assert (both.extra_card, both.joined) == (True, (Joined(seat=2),))
    assert record.items == (
        Item(1, discards=(9,), extra_discard=10),
        Item(2, hand=tuple(range(31, 40))),
    )
    assert said("hoem", **nolo, peeked=[2]).peeked == (2,)
    assert refused("hoem", **nolo, peeked=[2], joined=[{"seat": 2}]) is Breach.MALFORMED


def test_what_an_option_brings():
    on = {"first_five": True, "nolo_buy_again": True, "mort": True, "mort_nolo": True}
    plain = {"options": on, "exchanges": ..., "play": ..., "trump": ...}
    made = read("familie", **plain, contract="solo", first_five="made")
    assert (said_in(made).first_five, dict(made.options)) == (Tout.MADE, on)
    assert said("familie", **plain, contract="koebe_nolo", bought_again=True).bought_again
    assert said("familie", **plain, contract="mort", nolo=True).nolo
    mort = {**plain, "contract": "mort", "trump": "S"}
    assert said("familie", **mort).trump is Suit.SPADES
    assert refused("familie", **mort, nolo=True) is Breach.MALFORMED
    assert refused("familie", **plain, contract="solo", bought_again=True) is Breach.MALFORMED
    assert refused("familie", **plain, contract="solo", nolo=True) is Breach.MALFORMED


def test_kaske_keeps_a_card_or_none():
    kaske = {"contract": "kaske", "options": {"kaske": True}, "play": ...}
    kept = read("familie", **kaske, exchanges=[{"seat": 1, "keeps": "SK"}])
    assert kept.items == (Item(1, keeps=9),)
    assert read("familie", **kaske, exchanges=[{"seat": 1, "keeps": None}]).items == (Item(1),)


def test_pairs_are_four():
    assert read(pairs=True).pairs
    assert refused(**THREE, pairs=True) is Breach.MALFORMED


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)


@given(st.sampled_from(sorted(RULESETS)), st.dictionaries(st.sampled_from(sorted(SPIL)), values))
def test_whatever_is_written_is_read_or_refused(ruleset, changes):
    data = json.loads(json.dumps({**SPIL, "ruleset": ruleset, **changes}))
    try:
        read = read_whole(data, RULESETS[ruleset])
    except BreachError as wrong:
        assert wrong.breach in {Breach.MALFORMED, Breach.CARDS_INVALID}  # noqa: PT017 -- or none
    else:
        assert read.players == data["players"]
